// What planners ask of a checker, on robots and scenes that users have: the edges and configurations that RRT-Connect asks about on
// its way through the planning problems of the real models. One thread; each question the best of some runs; medians of the
// questions that are free and of those that are not. TOCCA_MODELS names the folder of the models.
//
//   bench_real_edges [SET ...]     such as panda_box
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <set>

#include "core/seeded_random.hpp"
#include "core/stopwatch.hpp"
#include "peers/real_problems.hpp"
#include "results/results.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca::bench {
namespace {

/// Edges are as long as planners choose them.
constexpr double longest_rad = 1.0;

struct Asked {
  Configuration from, to;
  bool free;
};

/// RRT-Connect, for the sake of its questions.
class Explorer {
 public:
  Explorer(const Checker& checker, const ProblemSet::Case& own, std::uint64_t seed)
      : query_(checker.query()), tree_(checker.model().robots()[0].tree), random_(seed) {
    trees_[0] = {own.start};
    trees_[1] = {own.goal};
  }

  std::vector<Asked> questions(std::size_t most) {
    while (asked_.size() < most && !connected_) grow();
    return asked_;
  }

 private:
  void grow() {
    const std::size_t own = turn_, other = 1 - turn_;
    turn_ = other;
    if (!extend(own, draw())) return;
    const Configuration target = trees_[own].back();
    while (extend(other, target)) {
      if ((trees_[other].back() - target).norm() < 1e-9) {
        connected_ = true;
        return;
      }
    }
  }
  bool extend(std::size_t tree, const Configuration& target) {
    const auto nearest = std::min_element(trees_[tree].begin(), trees_[tree].end(), [&](const auto& x, const auto& y) {
      return (x - target).squaredNorm() < (y - target).squaredNorm();
    });
    const Configuration from = *nearest;
    const double length = (target - from).norm();
    const Configuration to =
        length > longest_rad ? Configuration(from + longest_rad / length * (target - from)) : target;
    query_.step().tree(0).move(from, to);
    asked_.push_back({from, to, query_.first_contact().outcome == Outcome::free});
    if (asked_.back().free) trees_[tree].push_back(to);
    return asked_.back().free;
  }
  Configuration draw() {
    Configuration q = tree_.zero_configuration();
    for (const Joint& joint : tree_.joints()) {
      if (joint.first_coordinate < 0 || !joint.limits) continue;
      q[joint.first_coordinate] = random_.between(joint.limits->lower, joint.limits->upper);
    }
    return q;
  }

  Query query_;
  const KinematicTree& tree_;
  SeededRandom random_;
  std::array<std::vector<Configuration>, 2> trees_;
  std::size_t turn_ = 0;
  bool connected_ = false;
  std::vector<Asked> asked_;
};

/// Microseconds of questions that are free, and of those that are not.
struct Sample {
  std::vector<double> free, not_free;

  void add(bool is_free, double micros) { (is_free ? free : not_free).push_back(micros); }
};

double median(std::vector<double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

template <class Ask>
void time_one(Sample& sample, int runs, const Ask& ask) {
  double least = std::numeric_limits<double>::infinity();
  bool is_free = false;
  for (int run = 0; run < runs; ++run) {
    const Stopwatch watch;
    is_free = ask();
    least = std::min(least, watch.micros());
  }
  sample.add(is_free, least);
}

void measure(Results& results, const std::filesystem::path& models, const std::string& set, const std::string& robot) {
  const bool quick = results.quick();
  const int runs = quick ? 1 : 5;
  Sample any, first, configuration;
  std::uint64_t seed = 1;
  for (const ProblemSet::Case& own : ProblemSet(models, set, robot, quick ? 2 : 20).cases) {
    const Checker checker(own.problem);
    Query query = checker.query();
    for (const Asked& edge : Explorer(checker, own, seed++).questions(quick ? 10 : 40)) {
      query.step().tree(0).move(edge.from, edge.to);
      time_one(any, runs, [&] { return query.any_contact().outcome == Outcome::free; });
      time_one(first, runs, [&] { return query.first_contact().outcome == Outcome::free; });
      query.step().tree(0).move(edge.to, edge.to);
      time_one(configuration, runs, [&] { return query.free_at(); });
    }
  }
  ResultTable& table = results.table(set, "median of a question");
  const auto add = [&](const std::string& name, const std::vector<double>& micros) {
    char note[64];
    std::snprintf(note, sizeof note, "%zu asked, mean %.1f us", micros.size(), mean(micros));
    results.add(table, {name, median(micros), "us", {}, {}, note});
  };
  const auto add_both = [&](const std::string& name, const Sample& sample) {
    add(name + ", free", sample.free);
    add(name + ", colliding", sample.not_free);
  };
  add_both("any contact", any);
  add_both("first contact", first);
  add_both("configuration", configuration);
}

int run(Results& results, const std::set<std::string>& wanted) {
  const char* given = std::getenv("TOCCA_MODELS");
  const std::filesystem::path models = given ? given : "../shared/models";
  if (!is_directory(models / "problems")) {
    std::fprintf(stderr, "the planning problems are not here; set TOCCA_MODELS to the folder of real models\n");
    return exit_left_out;
  }
  const ThreadLimit one(1);
  for (const auto& [robot, folder] : {std::pair("panda", "panda"), std::pair("ur5", "ur5_robotiq85")}) {
    for (const char* scene : {"bookshelf_small", "box", "table_pick"}) {
      const std::string set = std::string(robot) + "_" + scene;
      if (wanted.empty() || wanted.contains(set)) measure(results, models, set, folder);
    }
  }
  return 0;
}

}  // namespace
}  // namespace tocca::bench

int main(int count, char** words) {
  tocca::bench::Results results(count, words);
  return tocca::bench::run(results, {words + 1, words + count});
}
