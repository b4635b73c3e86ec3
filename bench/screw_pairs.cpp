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
#include <string>
#include <vector>

#include "peers/screw_peers.hpp"
#include "plots/line_plot.hpp"
#include "testing/screw_scene.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/query/screw_pair.hpp"

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
  void print(const std::string& what) {
    if (us.empty()) return;
    std::sort(us.begin(), us.end());
    double sum = 0.0;
    for (const double x : us) sum += x;
    const auto quantile = [&](double q) {
      return us[static_cast<std::size_t>(q * static_cast<double>(us.size() - 1))];
    };
    fmt::print("{:58} {:7} pairs  mean {:9.2f}  median {:9.2f}  99 % {:9.2f}  most {:9.2f} us\n", what, us.size(),
               sum / static_cast<double>(us.size()), quantile(0.5), quantile(0.99), us.back());
  }
  /// How many per cent of the pairs take no longer; printed before, hence sorted.
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

void print_counts(const std::string& what, const RejectionCounts& c, std::size_t pairs) {
  const auto each = [&](std::uint64_t n) {
    return static_cast<double>(n) / static_cast<double>(std::max<std::size_t>(pairs, 1));
  };
  fmt::print(
      "  {:14} {:10.1f} tested, {:5.1f} % rejected (height {:.1f}, outside {:.1f}, inside {:.1f}, angle {:.1f})\n",
      what, each(c.tested), percent(c), each(c.height), each(c.outside), each(c.inside), each(c.angle));
}

void print_statistics(const ScrewStatistics& s, std::size_t pairs) {
  print_counts("objects", s.objects, pairs);
  print_counts("volumes", s.volumes, pairs);
  print_counts("vertex/face", s.vertex_face, pairs);
  print_counts("edge/edge", s.edge_edge, pairs);
  fmt::print("  {:.1f} equations, {:.1f} exact distances a pair\n",
             static_cast<double>(s.roots) / static_cast<double>(pairs),
             static_cast<double>(s.static_tests) / static_cast<double>(pairs));
}

void figure_11(const testing::ScrewScene& scene, const Run& ours, const Times& all, const Options& options) {
  LinePlot plot{"A pair of blocks on a screw", "per cent of the pairs", "microseconds, one thread", false, {}};
  plot.curves.push_back(all.curve("all placements"));
  fmt::print("\nrates a pair, all placements; the paper: 50 % of the objects rejected\n");
  print_statistics(ours.every, ours.all.us.size());
  fmt::print("\nFig. 11, right: colliding placements; the paper: 32.8 ms for rejections alone, 9.5 us a root\n");
  const auto column = [&](const std::string& name, const std::string& short_name, bool trees, bool rejections) {
    ScrewSettings settings;
    settings.rejections = {true, rejections, rejections, trees};
    Run found = run(scene, settings, ours.contacts, options.rounds, options.seconds);
    const std::size_t pairs = found.all.us.size();
    found.all.print(name);
    print_statistics(found.every, pairs);
    plot.curves.push_back(found.all.curve(short_name));
    if (found.contacts.size() != pairs) fmt::print("  ANSWERS DIFFER\n");
    std::fflush(stdout);
  };
  column("as it is: trees, all rejections", "colliding", true, true);
  column("trees, without vertex/triangle and edge/edge rejections", "without rejections", true, false);
  column("every feature pair, with rejections (50.5 %, 66 % there)", "every feature pair", false, true);
  column("every feature pair, without", "every one, without rejections", false, false);
  if (!options.plots.empty()) write_svg(plot, options.plots / "screw-pairs.svg");
}

/// Colliding placements and free ones in turn, as many as the time allows.
void ask_peer(const testing::ScrewScene& scene, const Run& ours, const ScrewPeerKind& kind, const Options& options) {
  Times colliding, free;
  int missed = 0, invented = 0;
  const double end = now_us() + 1e6 * options.seconds;
  const auto ask = [&](std::size_t k, bool truth) {
    std::vector<Pose> poses;
    for (int i = 0; i <= options.pieces; ++i) {
      poses.push_back(scene.screws[k].pose(static_cast<double>(i) / options.pieces));
    }
    bool hit = false;
    const double us = least_us(1, [&] { hit = kind.peer->hits(poses); });
    (truth ? colliding : free).us.push_back(us);
    missed += truth && !hit;
    invented += !truth && hit;
  };
  for (std::size_t i = 0; i < ours.contacts.size() && now_us() < end; ++i) {
    ask(ours.contacts[i], true);
    const std::size_t other = (ours.contacts[i] + 1) % scene.screws.size();
    if (!std::binary_search(ours.contacts.begin(), ours.contacts.end(), other)) ask(other, false);
  }
  fmt::print("{}: {} of {} contacts missed, {} of {} invented\n", kind.name, missed, colliding.us.size(), invented,
             free.us.size());
  colliding.print("  colliding");
  free.print("  free");
  std::fflush(stdout);
}

void measure(const Options& options) {
  const testing::ScrewScene scene(options.placements);
  std::vector<std::size_t> every(scene.screws.size());
  std::iota(every.begin(), every.end(), std::size_t{0});
  Run ours = run(scene, {}, every, options.rounds, std::numeric_limits<double>::infinity());
  fmt::print("Fig. 11, left: all placements, all rejections; {} of {} collide\n", ours.contacts.size(), every.size());
  Times all = ours.all, colliding = ours.colliding;
  if (!options.plots.empty()) std::filesystem::create_directories(options.plots);
  all.print("all");
  colliding.print("colliding, everything included");
  figure_11(scene, ours, all, options);
  if (options.alone) return;
  fmt::print("\npeers, {} pieces of the turn\n", options.pieces);
  for (const ScrewPeerKind& kind : screw_peers(scene.a, scene.b)) ask_peer(scene, ours, kind, options);
}

Options read(int count, char** words) {
  Options options;
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
  tocca::bench::measure(tocca::bench::read(count, words));
}
