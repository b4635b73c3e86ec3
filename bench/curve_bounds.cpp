// How much bounds of curve lengths overestimate, as in schwarzer-2002's Fig. 5: the end of a planar linkage of unit links, all joints
// moving at constant rates from one random configuration to another.
//   rho d     (a) of the figure: the sum of all joints' reaches times the greatest change of a joint
//   lambda    (b): the sum of each joint's reach times its own change
//   speed     tocca's, from where the joints are: what the strategies use
// Rows: the bound over the true length, mean of all segments; the note has the standard deviation.
//
//   bench_curve_bounds [--segments N]
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <string>
#include <vector>

#include "core/seeded_random.hpp"
#include "results/results.hpp"
#include "tocca/motion/tree_motion.hpp"
#include "tocca/shape/lss.hpp"

namespace tocca::bench {
namespace {

constexpr int most_links = 12;
constexpr int pieces = 2000;  // of a segment, for the true length: its error is below 1e-5 of it

KinematicTree linkage(int links) {
  std::vector<Link> all{{"base", {}}};
  std::vector<KinematicTree::JointSpec> joints;
  for (int k = 0; k < links; ++k) {
    const std::string name = std::to_string(k);
    all.push_back({"link" + name, {}});
    KinematicTree::JointSpec joint;
    joint.name = "joint" + name;
    joint.type = JointType::continuous;
    joint.parent_link = k == 0 ? "base" : "link" + std::to_string(k - 1);
    joint.child_link = "link" + name;
    joint.origin.translation = Vector3(k == 0 ? 0.0 : 1.0, 0.0, 0.0);
    joint.axis = Vector3::UnitZ();
    joints.push_back(joint);
  }
  return KinematicTree::build(std::move(all), std::move(joints));
}

/// Mean and standard deviation of what is added.
class Mean {
 public:
  void add(double value) {
    ++count_;
    sum_ += value;
    squares_ += value * value;
  }
  double mean() const { return sum_ / count_; }
  std::string spread() const {
    const double variance = squares_ / count_ - mean() * mean();
    return "+- " + std::to_string(std::sqrt(std::max(variance, 0.0))).substr(0, 5);
  }

 private:
  double count_ = 0.0, sum_ = 0.0, squares_ = 0.0;
};

/// Of the end of the last link, by chords.
double true_length(const TreeMotion& motion, int links, std::vector<Pose>& poses) {
  const Vector3 end(1.0, 0.0, 0.0);
  double length = 0.0;
  Vector3 last = Vector3::Zero();
  for (int k = 0; k <= pieces; ++k) {
    motion.poses(static_cast<double>(k) / pieces, poses);
    const Vector3 now = poses[static_cast<std::size_t>(links)] * end;
    if (k > 0) length += (now - last).norm();
    last = now;
  }
  return length;
}

void run(Results& results, int segments) {
  ResultTable& table = results.table("linkages", "bound over true length of the curve of the last link's end");
  LinePlot plot{"How much bounds of curve lengths overestimate", "links", "bound over true length", false, {}};
  plot.curves = {{"rho d", {}, {}}, {"lambda", {}, {}}, {"speed", {}, {}, true}};
  SeededRandom random(5);
  for (int links = 1; links <= most_links; ++links) {
    const KinematicTree tree = linkage(links);
    TreeMotion motion(tree);
    std::vector<Pose> poses(tree.links().size());
    const Lss end_point{Vector3(1.0, 0.0, 0.0), Vector3(1.0, 0.0, 0.0), 0.0};
    Mean rho, lambda, speed;
    for (int segment = 0; segment < segments; ++segment) {
      Configuration from(links), to(links);
      for (double& q : from) q = random.between(-std::numbers::pi, std::numbers::pi);
      for (double& q : to) q = random.between(-std::numbers::pi, std::numbers::pi);
      motion.move(from, to);
      double reaches = 0.0, weighted = 0.0;
      for (int j = 0; j < links; ++j) {
        reaches += links - j;
        weighted += (links - j) * std::abs(to[j] - from[j]);
      }
      const double length = true_length(motion, links, poses);
      rho.add(reaches * (to - from).cwiseAbs().maxCoeff() / length);
      lambda.add(weighted / length);
      speed.add(motion.link(links).speed(Interval(0.0, 1.0), end_point) / length);
    }
    const std::string name = std::to_string(links) + (links == 1 ? " link, " : " links, ");
    const Mean* const bounds[] = {&rho, &lambda, &speed};
    for (std::size_t k = 0; k < plot.curves.size(); ++k) {
      Curve& curve = plot.curves[k];
      results.add(table, {name + curve.name, bounds[k]->mean(), "x", {}, {}, bounds[k]->spread()});
      curve.x.push_back(links);
      curve.y.push_back(bounds[k]->mean());
    }
  }
  results.add(plot);
}

}  // namespace
}  // namespace tocca::bench

int main(int count, char** arguments) {
  tocca::bench::Results results(count, arguments);
  int segments = results.quick() ? 50 : 1000;
  for (int k = 1; k + 1 < count; ++k) {
    if (std::string(arguments[k]) == "--segments") segments = std::atoi(arguments[k + 1]);
  }
  tocca::bench::run(results, segments);
}
