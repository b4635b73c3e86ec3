// Random segments between free configurations, in the layout of schwarzer-2002's Tables 2 and 3: mean milliseconds a
// segment, one thread, every pair of the problem checked (self-collision, robots against each other). Beside tocca's
// strategies: FCL sampled so that no point moves more than 1 mm between samples, in order for free segments and by bisection
// for colliding ones (what the paper printed: reference.json). "threshold" is the paper's own question about free segments,
// "clearance" tocca's.
//
//   bench_path_checking [--segments N] [--reach R] [SCENE ...]
//
// --reach 1: both ends anywhere; R < 1: the second end within that part of each joint's range around the first.
#include <cstdlib>
#include <functional>
#include <set>
#include <string>

#include "peers/contest.hpp"
#include "peers/fcl_world.hpp"
#include "peers/random_segments.hpp"
#include "results/results.hpp"
#include "tocca/check/path_checker.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca::bench {
namespace {

struct Options {
  std::size_t segments = 200;
  double reach = 1.0;
  std::set<std::string> scenes;
};

/// Of the paper's tables, then two more.
const char* const scenes[] = {"irb-cage",    "fanuc-cage", "fanuc-machine", "irb-workshop",
                              "six-irb-car", "arms-tori",  "nine-linkages"};

/// One strategy at one clearance, and the query that asks it.
struct Asker {
  Checker checker;
  Query query;

  static Problem at(Problem problem, double clearance_m) {
    problem.clearance.default_m = clearance_m;
    return problem;
  }
  Asker(const Problem& problem, double clearance_m, Strategy strategy, double tolerance_m = 1e-6)
      : checker(at(problem, clearance_m), {.tolerance_m = tolerance_m, .strategy = strategy}), query(checker.query()) {}

  void set(const Segment& segment) { move_robots(checker.model(), segment.from, segment.to, query.step()); }
  bool first(const Segment& segment) {
    set(segment);
    return query.first_contact().outcome == Outcome::contact;
  }
  bool any(const Segment& segment) {
    set(segment);
    return query.any_contact().outcome == Outcome::contact;
  }
  bool is_free(const Configuration& q) {
    set({q, q});
    return query.free_at();
  }
};

/// Segments of one kind, drawn until there are enough or the draws run out.
std::vector<Segment> draw(RandomSegments& random, std::size_t count,
                          const std::function<bool(const Segment&)>& wanted) {
  std::vector<Segment> drawn;
  for (std::size_t k = 0; k < 200 * count && drawn.size() < count; ++k) {
    const Segment segment = random.next();
    if (wanted(segment)) drawn.push_back(segment);
  }
  return drawn;
}

struct Askers {
  Asker tube, bisect;
  Askers(const Problem& problem, double clearance_m)
      : tube(problem, clearance_m, Strategy::tube), bisect(problem, clearance_m, Strategy::bisect) {}
};

void table_2(Results& results, const char* name, const Options& options) {
  const EdgeScene scene(name);
  Askers askers(scene.problem, 0.0);
  FclWorld fcl(scene.problem, askers.tube.checker.model());
  RandomSegments random(scene.problem, 11, options.reach,
                        [&](const Configuration& q) { return askers.tube.is_free(q); });
  const std::vector<Segment> segments =
      draw(random, options.segments, [&](const Segment& segment) { return askers.tube.first(segment); });
  std::vector<int> samples;
  for (const Segment& segment : segments) samples.push_back(fcl.samples(segment.from, segment.to, 1e-3));
  const std::vector<Times> t = contest(
      {{"first", [&](std::size_t k) { return askers.tube.first(segments[k]); }},
       {"any", [&](std::size_t k) { return askers.tube.any(segments[k]); }},
       {"bisect any", [&](std::size_t k) { return askers.bisect.any(segments[k]); }},
       {"bisect first", [&](std::size_t k) { return askers.bisect.first(segments[k]); }, 5},
       {"FCL", [&](std::size_t k) { return fcl.overlaps_by_bisection(segments[k].from, segments[k].to, samples[k]); }}},
      segments.size());
  ResultTable& table = results.table("colliding segments", "mean of a segment, any contact");
  results.add(table, {name,
                      t[1].contact_ms,
                      "ms",
                      {{"FCL by bisection, 1 mm", t[4].contact_ms, {t[4].missed, {}}},
                       {"tocca, bisect any", t[2].contact_ms, {}},
                       {"tocca, first contact", t[0].contact_ms, {}},
                       {"tocca, bisect first", t[3].contact_ms, {}}},
                      {},
                      std::to_string(t[0].contacts) + " segments"});
  results.add(results.table("bisect, colliding segments", "the paper's own method; mean of a segment, any contact"),
              {name, t[2].contact_ms, "ms", {}, {}, std::to_string(t[2].contacts) + " segments"});
}

const char* text(double distance_m) { return distance_m > 5e-3 ? "1 cm" : "1 mm"; }

/// tocca's question: does everything keep the distance, at every moment, to a micrometre?
void table_3(Results& results, const char* name, double clearance_m, const Options& options) {
  const EdgeScene scene(name);
  Askers askers(scene.problem, clearance_m);
  FclWorld fcl(scene.problem, askers.tube.checker.model());
  RandomSegments random(scene.problem, 13, options.reach,
                        [&](const Configuration& q) { return askers.tube.is_free(q); });
  const std::vector<Segment> segments =
      draw(random, options.segments, [&](const Segment& segment) { return !askers.tube.first(segment); });
  std::vector<int> samples;
  for (const Segment& segment : segments) samples.push_back(fcl.samples(segment.from, segment.to, 1e-3));
  const std::size_t stride = std::max<std::size_t>(1, segments.size() / 25);
  const std::vector<Times> t = contest(
      {{"tube", [&](std::size_t k) { return askers.tube.first(segments[k]); }},
       {"any", [&](std::size_t k) { return askers.tube.any(segments[k]); }},
       {"bisect", [&](std::size_t k) { return askers.bisect.any(segments[k]); }},
       {"FCL", [&](std::size_t k) { return fcl.overlaps(segments[k].from, segments[k].to, samples[k]); }, stride}},
      segments.size());
  const std::string title = std::string("free segments, clearance ") + text(clearance_m),
                    note = std::to_string(t[0].frees) + " segments";
  results.add(results.table("bisect, " + title, "the paper's own method; mean of a segment"),
              {name, t[2].free_ms, "ms", {}, {}, note});
  results.add(results.table(title, "mean of a segment"), {name,
                                                          t[0].free_ms,
                                                          "ms",
                                                          {{"FCL at 1 mm", t[3].free_ms, {{}, t[3].invented}},
                                                           {"tocca, any", t[1].free_ms, {}},
                                                           {"tocca, bisect any", t[2].free_ms, {}}},
                                                          {},
                                                          note});
}

/// The paper's question: is the segment free of contact, where a tested configuration nearer than delta counts as one? That is a
/// tolerance. As in the paper, its own method says which segments are free.
void table_3_threshold(Results& results, const char* name, double delta_m, const Options& options) {
  const EdgeScene scene(name);
  Asker tube(scene.problem, 0.0, Strategy::tube, delta_m), bisect(scene.problem, 0.0, Strategy::bisect, delta_m);
  RandomSegments random(scene.problem, 13, options.reach, [&](const Configuration& q) { return bisect.is_free(q); });
  const std::vector<Segment> segments =
      draw(random, options.segments, [&](const Segment& segment) { return !bisect.any(segment); });
  const std::vector<Times> t = contest({{"bisect", [&](std::size_t k) { return bisect.any(segments[k]); }},
                                        {"tube", [&](std::size_t k) { return tube.first(segments[k]); }}},
                                       segments.size());
  const std::string title = std::string("free segments, threshold ") + text(delta_m),
                    note = std::to_string(t[0].frees) + " segments";
  results.add(results.table("bisect, " + title, "the paper's own method and question; mean of a segment"),
              {name, t[0].free_ms, "ms", {}, {}, note});
  results.add(results.table(title, "free of contact, tested configurations farther; mean of a segment"),
              {name, t[1].free_ms, "ms", {}, {}, note});
}

void run(Results& results, const Options& options) {
  const ThreadLimit one_thread(1);
  const auto wants = [&](const char* name) { return options.scenes.empty() || options.scenes.contains(name); };
  for (const char* name : scenes) {
    if (wants(name)) table_2(results, name, options);
  }
  for (const double clearance_m : {1e-3, 1e-2}) {
    for (const char* name : scenes) {
      if (!wants(name)) continue;
      table_3(results, name, clearance_m, options);
      table_3_threshold(results, name, clearance_m, options);
    }
  }
}

}  // namespace
}  // namespace tocca::bench

int main(int count, char** arguments) {
  tocca::bench::Results results(count, arguments);
  tocca::bench::Options options;
  if (results.quick()) options.segments = 5;
  for (int k = 1; k < count; ++k) {
    const std::string text = arguments[k];
    if (text == "--segments" && k + 1 < count) {
      options.segments = static_cast<std::size_t>(std::atol(arguments[++k]));
    } else if (text == "--reach" && k + 1 < count) {
      options.reach = std::atof(arguments[++k]);
    } else {
      options.scenes.insert(text);
    }
  }
  if (results.quick() && options.scenes.empty()) options.scenes = {"irb-cage", "fanuc-machine"};
  tocca::bench::run(results, options);
}
