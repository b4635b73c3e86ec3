#include "tocca/check/collision_model.hpp"

#include <algorithm>

#include "check/model/deforming_bodies.hpp"
#include "check/model/lane_volumes.hpp"
#include "check/model/model_body.hpp"
#include "check/model/problem_pairs.hpp"
#include "check/model/rss_trees.hpp"
#include "check/model/still_solids.hpp"
#include "check/model/sweep_trees.hpp"
#include "core/index.hpp"
#include "model/rigid_groups.hpp"
#include "shape/convex_mesh.hpp"
#include "tocca/core/error.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/core/require.hpp"
#include "tocca/model/problem.hpp"

namespace tocca {
namespace {

constexpr double not_checked = -1.0;

std::span<const Collider> colliders_of(const Problem& problem, const CollisionModel::Body& body) {
  if (body.object >= 0) return problem.scene.objects[at(body.object)].colliders;
  return problem.robots[at(body.robot)].robot.tree.links()[at(body.link)].colliders;
}

}  // namespace

CollisionModel::CollisionModel(const Problem& problem, const PairSettings& settings)
    : deforming_(std::make_unique<const DeformingBodies>(problem)),
      problem_pairs_(std::make_unique<const ProblemPairs>(pairs_of(problem, settings))) {
  for (const RobotTask& task : problem.robots) {
    robots_.push_back({task.robot.tree, task.base, task.robot.name});
    link_body_.emplace_back(task.robot.tree.links().size(), -1);
    rigid_group_.push_back(rigid_groups(task.robot.tree));
  }
  for (const SceneObject& object : problem.scene.objects) object_poses_.push_back(object.pose);
  object_body_.assign(problem.scene.objects.size(), -1);
  build_bodies(problem);
  sort_pairs();
  build_convex(problem);
  trees_ = std::make_shared<const SweepTrees>(*this);
  still_solids_ = std::make_shared<const StillSolids>(*this);
  lane_volumes_ = std::make_shared<const LaneVolumes>(*this, settings.joint_cells);
}

CollisionModel::~CollisionModel() = default;

const std::string& CollisionModel::name(int body) const { return problem_pairs_->name(body); }

const RssTrees& CollisionModel::rss_trees() const {
  std::call_once(rss_once_, [this] { rss_trees_ = std::make_shared<const RssTrees>(*this); });
  return *rss_trees_;
}

void CollisionModel::build_bodies(const Problem& problem) {
  const std::vector<ProblemPairs::Body>& listed = problem_pairs_->bodies;
  std::vector<std::optional<Part>> parts(listed.size());
  parallel_for(listed.size(), [&](std::size_t i) {
    if (listed[i].deforming >= 0) return;
    if (listed[i].object >= 0) {
      const SceneObject& object = problem.scene.objects[at(listed[i].object)];
      parts[i].emplace(object.colliders, listed[i].still ? object.pose : Pose{});
    } else {
      parts[i].emplace(problem.robots[at(listed[i].robot)].robot.tree.links()[at(listed[i].link)].colliders);
    }
  });
  for (std::size_t i = 0; i < listed.size(); ++i) {
    const ProblemPairs::Body& body = listed[i];
    if (body.deforming >= 0) break;  // and all after it
    const int index = static_cast<int>(i);
    (body.object >= 0 ? object_body_[at(body.object)] : link_body_[at(body.robot)][at(body.link)]) = index;
    std::vector<int>& side = body.still ? still_ : movable_;
    rank_.push_back(static_cast<int>(side.size()));
    side.push_back(index);
    bodies_.push_back(
        {body.name, body.robot, body.link, body.object, body.still, body.padding_m, std::move(*parts[i])});
  }
}

/// Pairs of two movable bodies become a list; those with still ones a table, which is dropped where it says nothing.
void CollisionModel::sort_pairs() {
  std::vector<double> table(movable_.size() * still_.size(), not_checked);
  for (const ProblemPairs::Checked& pair : problem_pairs_->checked) {
    if (at(pair.b) >= bodies_.size()) continue;  // with a body that deforms: DeformableObstacles
    const bool a_still = bodies_[at(pair.a)].still, b_still = bodies_[at(pair.b)].still;
    if (pair.level_m < 0.0) {
      penetration_pairs_.push_back({pair.a, pair.b, pair.level_m});
    } else if (!a_still && !b_still) {
      pairs_.push_back({pair.a, pair.b, pair.level_m});
    } else {
      const int movable = a_still ? pair.b : pair.a, still = a_still ? pair.a : pair.b;
      table[at(rank_[at(movable)]) * still_.size() + at(rank_[at(still)])] = pair.level_m;
    }
  }
  greatest_.assign(bodies_.size(), not_checked);
  uniform_.assign(bodies_.size(), 0);
  bool plain = true;
  for (const int body : movable_) {
    const auto row = table.begin() + static_cast<std::ptrdiff_t>(at(rank_[at(body)]) * still_.size());
    const auto end = row + static_cast<std::ptrdiff_t>(still_.size());
    if (row == end) continue;
    greatest_[at(body)] = *std::max_element(row, end);
    const bool alike = std::all_of(row, end, [&](double c) { return c == *row; });
    uniform_[at(body)] = alike && *row >= 0.0;
    plain = plain && alike;
  }
  if (!plain) still_clearance_ = std::move(table);
}

/// Penetration is bounded for solids that are convex: one primitive, or one mesh that is its own hull.
void CollisionModel::build_convex(const Problem& problem) {
  convex_.resize(bodies_.size());
  for (const PenetrationPair& pair : penetration_pairs_) {
    for (const int index : {pair.a, pair.b}) {
      if (convex_[at(index)]) continue;
      const Body& body = bodies_[at(index)];
      const std::span<const Collider> pieces = colliders_of(problem, body);
      Collider piece = pieces[0];
      bool convex = pieces.size() == 1;
      if (const MeshPointer* mesh = std::get_if<MeshPointer>(&piece.geometry); convex && mesh) {
        std::shared_ptr<const ConvexHull> hull = hull_of_convex(**mesh);
        convex = hull != nullptr;
        piece.geometry = std::move(hull);
      }
      if (!convex) {
        throw InputError("", "clearance of " + bodies_[at(pair.a)].name + ", " + bodies_[at(pair.b)].name,
                         "it is negative, but '" + body.name + "' is " +
                             (pieces.size() > 1 ? "made of several bodies" : "a mesh that is not closed and convex") +
                             ": penetration is bounded for two convex bodies only",
                         "make it one primitive, convex hull or closed convex mesh, or give a clearance of 0 or more");
      }
      convex_[at(index)] =
          std::make_unique<const Part>(std::span(&piece, 1), body.still ? object_poses_[at(body.object)] : Pose{});
    }
  }
}

double CollisionModel::padding(int body_a, int body_b) const {
  const std::vector<ProblemPairs::Body>& listed = problem_pairs_->bodies;
  return padding_of(listed[at(body_a)], listed[at(body_b)]);
}

std::optional<double> CollisionModel::clearance(int movable_body, int still_body) const {
  TOCCA_REQUIRE(at(movable_body) < bodies_.size() && !bodies_[at(movable_body)].still, "the first body is movable");
  TOCCA_REQUIRE(at(still_body) < bodies_.size() && bodies_[at(still_body)].still, "the second body is still");
  double clearance_m = greatest_[at(movable_body)];
  if (!still_clearance_.empty()) {
    clearance_m = still_clearance_[at(rank_[at(movable_body)]) * still_.size() + at(rank_[at(still_body)])];
  }
  return clearance_m >= 0.0 ? std::optional(clearance_m) : std::nullopt;
}

}  // namespace tocca
