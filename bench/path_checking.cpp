// Random segments between free configurations, in the layout of schwarzer-2002's Tables 2 and 3: mean milliseconds a
// segment, one thread, every pair of the problem checked (self-collision, robots against each other). Beside tocca's
// strategies: FCL sampled so that no point moves more than 1 mm between samples, in order for free segments and by bisection
// for colliding ones, and what the paper printed (on a 1 GHz Pentium III).
//
//   bench_path_checking [--segments N] [--reach R] [SCENE ...]
//
// --reach 1: both ends anywhere; R < 1: the second end within that part of each joint's range around the first.
#include <cmath>
#include <cstdio>
#include <limits>
#include <set>
#include <string>

#include "peers/contest.hpp"
#include "peers/fcl_world.hpp"
#include "peers/random_segments.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/query/path_checker.hpp"

namespace tocca::bench {
namespace {

struct Options {
  std::size_t segments = 200;
  double reach = 1.0;
  std::set<std::string> scenes;
};

/// What the paper printed for a scene, in milliseconds; NaN: nothing.
struct Printed {
  const char* scene;
  const char* figure;
  double simple_colliding, new_colliding;  ///< Table 2
  double simple_free, new_1mm, new_1cm;    ///< Table 3
};

constexpr double none = std::numeric_limits<double>::quiet_NaN();

const Printed scenes[] = {{"irb-cage", "6(a)", 2.04, 2.97, 90, 44, 14},
                          {"fanuc-cage", "6(b)", 2.18, 3.38, 104, 31, 14},
                          {"fanuc-machine", "7(a)", 0.96, 0.99, 52, 26, 6.5},
                          {"irb-workshop", "7(b)", 2.2, 1.3, 56, 24, 6.6},
                          {"six-irb-car", "7(c)", 3.2, 15, 295, 81, 16},
                          {"arms-tori", "1", none, none, none, none, none},
                          {"nine-linkages", "8 (*)", none, none, none, none, none}};

std::string number(double value, const char* format = "%.3g") {
  if (std::isnan(value)) return "-";
  char text[32];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

/// One strategy at one clearance, and the query that asks it.
struct Asker {
  Checker checker;
  Query query;

  static Problem at(Problem problem, double clearance_m) {
    problem.clearance.default_m = clearance_m;
    return problem;
  }
  Asker(const Problem& problem, double clearance_m, Strategy strategy)
      : checker(at(problem, clearance_m), {.strategy = strategy}), query(checker.query()) {}

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

void table_2(const EdgeScene& scene, const Printed& printed, const Options& options) {
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
  std::printf("| %s | %s | %d | %s | %s | %s | %s | %s | %s | %s | %s | %d |\n", printed.figure, printed.scene,
              t[0].contacts, number(t[1].contact_ms).c_str(), number(t[2].contact_ms).c_str(),
              number(t[0].contact_ms).c_str(), number(t[3].contact_ms).c_str(), number(t[4].contact_ms).c_str(),
              number(printed.simple_colliding).c_str(), number(printed.new_colliding).c_str(),
              number(t[4].contact_ms / t[1].contact_ms, "%.1f").c_str(), t[4].missed);
  std::fflush(stdout);
}

void table_3(const EdgeScene& scene, const Printed& printed, double clearance_m, const Options& options) {
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
       {"bisect", [&](std::size_t k) { return askers.bisect.any(segments[k]); }, 3},
       {"FCL", [&](std::size_t k) { return fcl.overlaps(segments[k].from, segments[k].to, samples[k]); }, stride}},
      segments.size());
  const double paper = clearance_m > 5e-3 ? printed.new_1cm : printed.new_1mm;
  const double best = std::min(t[0].free_ms, t[1].free_ms);
  std::printf("| %s | %s | %g | %d | %s | %s | %s | %s | %s | %s | %s | %s | %d |\n", printed.figure, printed.scene,
              clearance_m, t[0].frees, number(t[0].free_ms).c_str(), number(t[1].free_ms).c_str(),
              number(t[2].free_ms).c_str(), number(t[3].free_ms).c_str(), number(printed.simple_free).c_str(),
              number(paper).c_str(), number(paper / best, "%.0f").c_str(), number(t[3].free_ms / best, "%.0f").c_str(),
              t[3].invented);
  std::fflush(stdout);
}

int run(const Options& options) {
  const ThreadLimit one_thread(1);
  const auto wants = [&](const Printed& p) { return options.scenes.empty() || options.scenes.contains(p.scene); };
  std::printf(
      "Table 2: colliding segments, mean ms\n\n| Fig. | scene | segments | any | bisect any | tube first | bisect "
      "first | "
      "FCL by bisection, 1 mm | printed simple | printed new | FCL / any | FCL missed |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (const Printed& printed : scenes) {
    if (wants(printed)) table_2(EdgeScene(printed.scene), printed, options);
  }
  std::printf(
      "\nTable 3: free segments, mean ms\n\n| Fig. | scene | delta | segments | tube | any | bisect | FCL at 1 mm | "
      "printed simple | printed new | x printed new | x FCL | FCL sees, tube not |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (const Printed& printed : scenes) {
    if (!wants(printed)) continue;
    const EdgeScene scene(printed.scene);
    for (const double clearance_m : {1e-3, 1e-2}) table_3(scene, printed, clearance_m, options);
  }
  return 0;
}

}  // namespace
}  // namespace tocca::bench

int main(int count, char** arguments) {
  tocca::bench::Options options;
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
  return tocca::bench::run(options);
}
