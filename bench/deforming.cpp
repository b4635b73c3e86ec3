// A robot beside a sheet that waves, frames on the problem's clock: time of one segment, with the sheet and without it. Two thousand and twenty
// thousand triangles; the path is a random walk of small steps, as a controller's samples or a planner's edges are. One thread. TOCCA_MODELS
// names the folder of the models.
//
//   bench_deforming [ROBOT ...]     such as panda
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "core/seeded_random.hpp"
#include "peers/real_problems.hpp"
#include "results/results.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/model/problem.hpp"

namespace tocca::bench {
namespace {

constexpr double segment_s = 0.05, frame_s = 0.1;
constexpr double largest_step = 0.15;  // of a joint in a segment

/// A curtain of 2 n^2 triangles, 1.2 m wide and high, that waves by 15 cm.
DeformingBody curtain(int n, double distance_m, double until_s) {
  auto mesh = std::make_shared<DeformingMesh>();
  const auto number = [n](int i, int k) { return static_cast<Index>(i * (n + 1) + k); };
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k) {
      mesh->triangles.push_back({number(i, k), number(i + 1, k), number(i + 1, k + 1)});
      mesh->triangles.push_back({number(i, k), number(i + 1, k + 1), number(i, k + 1)});
    }
  }
  const int frames = static_cast<int>(std::ceil(until_s / frame_s)) + 1;
  for (int f = 0; f < frames; ++f) {
    DeformingMesh::Frame& frame = mesh->frames.emplace_back();
    frame.time = frame_s * f;
    for (int i = 0; i <= n; ++i) {
      for (int k = 0; k <= n; ++k) {
        const double y = 1.2 * i / n - 0.6, z = 1.2 * k / n;
        const double wave = 0.15 * std::sin(5.0 * y + 2.0 * frame.time) * std::cos(3.0 * z + frame.time);
        frame.vertices.push_back({distance_m + wave, y, z});
      }
    }
  }
  return {"curtain", mesh};
}

Path random_walk(const KinematicTree& tree, int segments) {
  SeededRandom random(7);
  Path path;
  const int count = tree.coordinate_count();
  path.waypoints.setZero(segments + 1, count);
  path.interpolation.assign(static_cast<std::size_t>(count), Interpolation::linear);
  std::vector<double> lower(static_cast<std::size_t>(count), -2.5), upper(lower.size(), 2.5);
  for (const Joint& joint : tree.joints()) {
    if (joint.first_coordinate < 0 || !joint.limits) continue;
    lower[static_cast<std::size_t>(joint.first_coordinate)] = std::max(-2.5, joint.limits->lower);
    upper[static_cast<std::size_t>(joint.first_coordinate)] = std::min(2.5, joint.limits->upper);
  }
  for (int k = 0; k <= segments; ++k) {
    path.time_s.push_back(segment_s * k);
    for (int i = 0; i < count; ++i) {
      const double lo = lower[static_cast<std::size_t>(i)], hi = upper[static_cast<std::size_t>(i)];
      const double before = k == 0 ? 0.5 * (lo + hi) : path.waypoints(k - 1, i);
      path.waypoints(k, i) = std::clamp(before + random.between(-largest_step, largest_step), lo, hi);
    }
  }
  return path;
}

double median(std::vector<double>& values) {
  if (values.empty()) return std::nan("");
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

struct Times {
  std::vector<double> free, contact;
};

/// Each segment on its own, best of some runs along the whole path: bodies are brought to their places anew.
Times measure(const Problem& problem, int runs) {
  const Checker checker(problem);
  const auto steps = steps_of(problem, checker.model());
  std::vector<SegmentVerdict> best(static_cast<std::size_t>(steps->segment_count()));
  for (int run = 0; run < runs; ++run) {
    for (std::size_t k = 0; k < best.size(); ++k) {
      SegmentVerdict verdict = checker.check(*steps, static_cast<int>(k));
      if (run > 0) verdict.micros = std::min(verdict.micros, best[k].micros);
      best[k] = std::move(verdict);
    }
  }
  Times times;
  for (const SegmentVerdict& segment : best) {
    (segment.outcome == Outcome::free ? times.free : times.contact).push_back(segment.micros);
  }
  return times;
}

void measure(Results& results, const std::string& name, const std::filesystem::path& models, double distance_m) {
  Problem problem;
  RobotTask& task = problem.robots.emplace_back();
  task.robot = real_robot(models, name);
  task.path = random_walk(task.robot.tree, results.quick() ? 40 : 400);
  const int runs = results.quick() ? 1 : 3;
  ResultTable& table = results.table(name + " beside a curtain", "median of a segment");
  const auto add = [&](const std::string& what, Times times) {
    const auto row = [&](const char* which, std::vector<double>& values) {
      if (values.empty()) return;
      const auto worst = *std::max_element(values.begin(), values.end());
      results.add(table,
                  {what + ", " + which,
                   median(values),
                   "us",
                   {},
                   {},
                   std::to_string(values.size()) + " segments, slowest " + std::to_string(std::lround(worst)) + " us"});
    };
    row("free", times.free);
    row("contact", times.contact);
  };
  add("no curtain", measure(problem, runs));
  for (const int n : {32, 100}) {
    problem.deforming = {curtain(n, distance_m, task.path.time_s.back())};
    add(std::to_string(2 * n * n) + " triangles", measure(problem, runs));
  }
}

}  // namespace
}  // namespace tocca::bench

int main(int count, char** words) {
  tocca::bench::Results results(count, words);
  const char* const models = std::getenv("TOCCA_MODELS");
  const std::vector<std::string> asked(words + 1, words + count);
  const tocca::ThreadLimit one(1);
  for (const auto& [name, distance_m] : {std::pair("panda", 0.6), std::pair("ur5_robotiq85", -0.45)}) {
    if (!asked.empty() && std::find(asked.begin(), asked.end(), name) == asked.end()) continue;
    tocca::bench::measure(results, name, models ? models : "../shared/models", distance_m);
  }
}
