// Fig. 11 of kim-2003 and its rates, on its 50,000 placements: what a pair of blocks on a screw costs, with and without rejections, beside the
// continuous queries of FCL and Bullet on the same pairs, with the contacts that they miss. One thread; processor time; the least of some
// rounds for each pair.
//   bench_screw_pairs [--placements N] [--rounds N] [--pieces N] [--seconds N] [--plots FOLDER] [--alone]
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "peers/screw_peers.hpp"
#include "plots/line_plot.hpp"
#include "results/results.hpp"
#include "testing/screw_scene.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/screw/screw_pair.hpp"

namespace tocca::bench {
namespace {

struct Options {
  std::size_t placements = 50'000;
  int rounds = 5;
  int pieces = 8;               ///< of the turn, for peers
  double seconds = 20.0;        ///< that a peer may take, and each column of Fig. 11
  std::filesystem::path plots;  ///< where Fig. 11 goes; empty: nowhere
  bool alone = false;           ///< without peers
};

/// Processor time of this thread, microseconds.
double now_us() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e6 * static_cast<double>(now.tv_sec) + 1e-3 * static_cast<double>(now.tv_nsec);
}

template <class Ask>
double least_us(int rounds, const Ask& ask) {
  double least = std::numeric_limits<double>::infinity();
  for (int round = 0; round < rounds; ++round) {
    const double start = now_us();
    ask();
    least = std::min(least, now_us() - start);
  }
  return least;
}

struct Times {
  std::vector<double> us;

  double mean() const { return std::accumulate(us.begin(), us.end(), 0.0) / static_cast<double>(us.size()); }
  double quantile(double q) const { return us[static_cast<std::size_t>(q * static_cast<double>(us.size() - 1))]; }
  /// Sorts them, for what follows.
  void report(Results& results, const std::string& what) {
    if (us.empty()) return;
    std::sort(us.begin(), us.end());
    ResultTable& table = results.table("Fig. 11", "time of a pair");
    const std::string pairs = fmt::format("{} pairs", us.size());
    results.add(table, {what + ": mean", mean(), "us", {}, {}, pairs});
    results.add(table, {what + ": median", quantile(0.5), "us", {}, {}, {}});
    results.add(table, {what + ": 99 %", quantile(0.99), "us", {}, {}, {}});
  }
  /// How many per cent of the pairs take no longer; reported before, hence sorted.
  Curve curve(const std::string& name) const {
    Curve result{name, {}, {}};
    for (int percent = 0; percent <= 100; ++percent) {
      result.x.push_back(percent);
      result.y.push_back(us[(us.size() - 1) * static_cast<std::size_t>(percent) / 100]);
    }
    return result;
  }
};

struct Run {
  Times all, colliding;
  std::vector<std::size_t> contacts;  ///< placements that collide
  ScrewStatistics every;
};

/// As many of the placements as the time allows.
Run run(const testing::ScrewScene& scene, const ScrewSettings& settings, const std::vector<std::size_t>& which,
        int rounds, double seconds) {
  ScrewPair pair(scene.a, scene.b, settings);
  Run result;
  const double end = now_us() + 1e6 * seconds;
  for (const std::size_t k : which) {
    if (now_us() > end) break;
    Outcome outcome = Outcome::undecided;
    ScrewStatistics statistics;
    const double us = least_us(rounds, [&] {
      const ScrewAnswer& answer = pair.first_contact(scene.screws[k]);
      outcome = answer.outcome;
      statistics = answer.statistics;
    });
    result.all.us.push_back(us);
    result.every += statistics;
    if (outcome != Outcome::contact) continue;
    result.contacts.push_back(k);
    result.colliding.us.push_back(us);
  }
  return result;
}

double percent(const RejectionCounts& counts) {
  return 100.0 * static_cast<double>(counts.rejected()) /
         static_cast<double>(std::max<std::uint64_t>(counts.tested, 1));
}

/// What share each level rejects, and what is left to solve.
void report_rates(Results& results, const std::string& what, const ScrewStatistics& s, std::size_t pairs) {
  ResultTable& table = results.table("rates", "of what was tested");
  const std::pair<const char*, const RejectionCounts*> levels[] = {{"objects", &s.objects},
                                                                   {"volumes", &s.volumes},
                                                                   {"vertex/triangle", &s.vertex_face},
                                                                   {"edge/edge", &s.edge_edge}};
  for (const auto& [level, counts] : levels) {
    if (counts->tested == 0) continue;
    const double each = static_cast<double>(counts->tested) / static_cast<double>(pairs);
    results.add(table, {fmt::format("{}: rejected {}", what, level),
                        percent(*counts),
                        "%",
                        {},
                        {},
                        fmt::format("{:.1f} tested for a pair", each)});
  }
  const double solved = static_cast<double>(s.roots) / static_cast<double>(pairs);
  results.add(table, {what + ": equations solved for a pair", solved, "equations", {}, {}, {}});
}

void figure_11(Results& results, const testing::ScrewScene& scene, const Run& ours, const Times& all,
               const Options& options) {
  LinePlot plot{"A pair of blocks on a screw", "per cent of the pairs", "microseconds, one thread", false, {}};
  plot.curves.push_back(all.curve("all placements"));
  report_rates(results, "all placements", ours.every, ours.all.us.size());
  const auto column = [&](const std::string& name, const std::string& short_name, bool trees, bool rejections) {
    ScrewSettings settings;
    settings.rejections = {true, rejections, rejections, trees};
    Run found = run(scene, settings, ours.contacts, options.rounds, options.seconds);
    const std::size_t pairs = found.all.us.size();
    if (pairs == 0) return;
    found.all.report(results, name);
    report_rates(results, name, found.every, pairs);
    plot.curves.push_back(found.all.curve(short_name));
    if (found.contacts.size() != pairs) throw std::logic_error("the answers differ without rejections: " + name);
  };
  column("colliding, as it is", "colliding", true, true);
  column("colliding, trees, no feature rejections", "without rejections", true, false);
  column("colliding, every feature pair, with rejections", "every feature pair", false, true);
  column("colliding, every feature pair, no rejections", "every one, without rejections", false, false);
  results.add(plot);
  if (!options.plots.empty()) write_svg(plot, options.plots / "screw-pairs.svg");
}

struct PeerTimes {
  Times colliding, free;
  int missed = 0, invented = 0;
};

/// Colliding placements and free ones in turn, as many as the time allows.
PeerTimes ask_peer(const testing::ScrewScene& scene, const Run& ours, const ScrewPeerKind& kind,
                   const Options& options) {
  PeerTimes times;
  const double end = now_us() + 1e6 * options.seconds;
  const auto ask = [&](std::size_t k, bool truth) {
    std::vector<Pose> poses;
    for (int i = 0; i <= options.pieces; ++i) {
      poses.push_back(scene.screws[k].pose(static_cast<double>(i) / options.pieces));
    }
    bool hit = false;
    const double us = least_us(1, [&] { hit = kind.peer->hits(poses); });
    (truth ? times.colliding : times.free).us.push_back(us);
    times.missed += truth && !hit;
    times.invented += !truth && hit;
  };
  for (std::size_t i = 0; i < ours.contacts.size() && now_us() < end; ++i) {
    ask(ours.contacts[i], true);
    const std::size_t other = (ours.contacts[i] + 1) % scene.screws.size();
    if (!std::binary_search(ours.contacts.begin(), ours.contacts.end(), other)) ask(other, false);
  }
  return times;
}

void ask_peers(Results& results, const testing::ScrewScene& scene, const Run& ours, const Options& options) {
  double sum = std::accumulate(ours.all.us.begin(), ours.all.us.end(), 0.0);
  for (const double us : ours.colliding.us) sum -= us;
  const double free_us = sum / static_cast<double>(ours.all.us.size() - ours.colliding.us.size());
  ResultRow colliding{"colliding", ours.colliding.mean(), "us", {}, {}, {}}, free{"free", free_us, "us", {}, {}, {}};
  for (const ScrewPeerKind& kind : screw_peers(scene.a, scene.b)) {
    const PeerTimes times = ask_peer(scene, ours, kind, options);
    colliding.peers.push_back({kind.name, times.colliding.mean(), {times.missed, {}}});
    free.peers.push_back({kind.name, times.free.mean(), {{}, times.invented}});
    fmt::print("{}: {} colliding pairs\n", kind.name, times.colliding.us.size());
    std::fflush(stdout);
  }
  ResultTable& table =
      results.table("peers", fmt::format("mean of a pair; peers see {} pieces of the turn", options.pieces));
  results.add(table, std::move(colliding));
  results.add(table, std::move(free));
}

void measure(Results& results, const Options& options) {
  const testing::ScrewScene scene(options.placements);
  std::vector<std::size_t> every(scene.screws.size());
  std::iota(every.begin(), every.end(), std::size_t{0});
  const Run ours = run(scene, {}, every, options.rounds, std::numeric_limits<double>::infinity());
  Times all = ours.all;
  if (!options.plots.empty()) std::filesystem::create_directories(options.plots);
  all.report(results, "all placements");
  figure_11(results, scene, ours, all, options);
  if (!options.alone) ask_peers(results, scene, ours, options);
}

Options read(int count, char** words, bool quick) {
  Options options;
  if (quick) options = {.placements = 4'000, .rounds = 1, .seconds = 1.0, .plots = {}};
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    const auto next = [&] { return std::stoi(i + 1 < count ? words[++i] : "1"); };
    if (word == "--placements") options.placements = static_cast<std::size_t>(next());
    if (word == "--rounds") options.rounds = next();
    if (word == "--pieces") options.pieces = next();
    if (word == "--seconds") options.seconds = next();
    if (word == "--plots") options.plots = i + 1 < count ? words[++i] : ".";
    if (word == "--alone") options.alone = true;
  }
  return options;
}

}  // namespace
}  // namespace tocca::bench

int main(int count, char** words) {
  const tocca::ThreadLimit one(1);
  tocca::bench::Results results(count, words);
  const tocca::bench::Options options = tocca::bench::read(count, words, results.quick());
  tocca::bench::measure(results, options);
}
