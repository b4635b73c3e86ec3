#include "tocca/check/collision_model.hpp"

#include <algorithm>

#include "check/model/deforming_bodies.hpp"
#include "check/model/joint_cells.hpp"
#include "check/model/known_shapes.hpp"
#include "check/model/model_body.hpp"
#include "check/model/problem_pairs.hpp"
#include "check/model/still_bodies.hpp"
#include "core/index.hpp"
#include "model/rigid_groups.hpp"
#include "shape/convex_mesh.hpp"
#include "tocca/core/error.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/core/require.hpp"
#include "tocca/model/problem.hpp"

namespace tocca {
namespace {

/// `Body`: of a model, or of ProblemPairs.
template <class Body>
std::span<const Collider> colliders_of(const Problem& problem, const Body& body) {
  if (body.object >= 0) return problem.scene.objects[at(body.object)].colliders;
  return problem.robots[at(body.robot)].robot.tree.links()[at(body.link)].colliders;
}

}  // namespace

CollisionModel::CollisionModel(const Problem& problem, const PairSettings& settings)
    : CollisionModel(problem, settings, KnownShapes{}) {}

CollisionModel::CollisionModel(const Problem& problem, const PairSettings& settings, const KnownShapes& known)
    : problem_pairs_(std::make_unique<const ProblemPairs>(pairs_of(problem, settings))),
      deforming_(std::make_unique<const DeformingBodies>(problem)) {
  for (const RobotTask& task : problem.robots) {
    robots_.push_back({task.robot.tree, task.base, task.robot.name});
    link_body_.emplace_back(task.robot.tree.links().size(), -1);
    rigid_group_.push_back(rigid_groups(task.robot.tree));
  }
  object_body_.assign(problem.scene.objects.size(), -1);
  build_bodies(problem, known);
  sort_pairs();
  build_convex(problem);
  joint_cells_ = std::make_shared<const JointCells>(*this, settings.joint_cells);
}

CollisionModel::~CollisionModel() = default;

int CollisionModel::body_count() const noexcept { return static_cast<int>(bodies().size() + deforming().size()); }

const std::string& CollisionModel::name(int body) const {
  return at(body) < bodies().size() ? bodies()[at(body)].name : root_->problem_pairs_->name(body);
}

bool CollisionModel::gone(int body) const { return std::binary_search(gone_.begin(), gone_.end(), body); }

void CollisionModel::build_bodies(const Problem& problem, const KnownShapes& known) {
  const std::vector<ProblemPairs::Body>& listed = problem_pairs_->bodies;
  std::vector<std::shared_ptr<const MovableShape>> shapes(listed.size());
  std::vector<std::shared_ptr<const Part>> parts(listed.size()), still_parts;
  parallel_for(listed.size(), [&](std::size_t i) {
    const ProblemPairs::Body& body = listed[i];
    if (body.deforming >= 0) return;
    const std::span<const Collider> colliders = colliders_of(problem, body);
    if (body.still && !known.still.empty()) parts[i] = known.still[at(body.object)];
    if (body.object < 0 && !known.links.empty()) shapes[i] = known.links[at(body.robot)][at(body.link)];
    if (body.object >= 0 && !body.still && !known.objects.empty()) shapes[i] = known.objects[at(body.object)];
    if (parts[i] || shapes[i]) return;
    if (body.still) {
      parts[i] = std::make_shared<const Part>(colliders, problem.scene.objects[at(body.object)].pose);
    } else {
      shapes[i] = std::make_shared<const MovableShape>(colliders);
    }
  });
  bodies_.reserve(listed.size());
  for (std::size_t i = 0; i < listed.size(); ++i) {
    const ProblemPairs::Body& body = listed[i];
    if (body.deforming >= 0) break;  // and all after it
    const int index = static_cast<int>(i);
    (body.object >= 0 ? object_body_[at(body.object)] : link_body_[at(body.robot)][at(body.link)]) = index;
    std::vector<int>& side = body.still ? still_ : movable_;
    rank_.push_back(static_cast<int>(side.size()));
    side.push_back(index);
    if (body.object < 0) ++movable_links_;
    const Part& part = body.still ? *parts[i] : shapes[i]->part;
    const Pose place = body.object >= 0 ? problem.scene.objects[at(body.object)].pose : Pose{};
    if (body.still) still_parts.push_back(std::move(parts[i]));
    bodies_.push_back({body.name, body.robot, body.link, body.object, body.still, body.padding_m, part,
                       std::move(shapes[i]), StaticMotion(place)});
  }
  const Vector3 origin = robots_.empty() ? Vector3(Vector3::Zero()) : robots_[0].base.translation;
  still_bodies_ = std::make_shared<const StillBodies>(std::move(still_parts), origin);
}

/// Pairs of two movable bodies become a list; those with still ones a row for each movable body, unless it says nothing.
void CollisionModel::sort_pairs() {
  std::vector<std::vector<double>> rows(movable_.size(), std::vector<double>(still_.size(), not_checked));
  checked_pairs_ = problem_pairs_->checked.size();
  for (const ProblemPairs::Checked& pair : problem_pairs_->checked) {
    if (at(pair.b) >= bodies_.size()) continue;  // with a body that deforms: DeformableObstacles
    const bool a_still = bodies_[at(pair.a)].still, b_still = bodies_[at(pair.b)].still;
    if (pair.level_m < 0.0) {
      penetration_pairs_.push_back({pair.a, pair.b, pair.level_m});
    } else if (!a_still && !b_still) {
      pairs_.push_back({pair.a, pair.b, pair.level_m});
    } else {
      const int movable = a_still ? pair.b : pair.a, still = a_still ? pair.a : pair.b;
      rows[at(rank_[at(movable)])][at(rank_[at(still)])] = pair.level_m;
    }
  }
  for (std::vector<double>& row : rows) {
    greatest_.push_back(row.empty() ? not_checked : *std::max_element(row.begin(), row.end()));
    const bool alike = std::all_of(row.begin(), row.end(), [&](double c) { return c == row[0]; });
    clearances_.push_back(alike ? nullptr : std::make_shared<const std::vector<double>>(std::move(row)));
  }
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
      convex_[at(index)] = std::make_unique<const Part>(
          std::span(&piece, 1), body.still ? problem.scene.objects[at(body.object)].pose : Pose{});
    }
  }
}

double CollisionModel::padding(int body_a, int body_b) const {
  const auto own = [&](int body) {
    return at(body) < bodies().size() ? bodies()[at(body)].padding_m
                                      : root_->problem_pairs_->bodies[at(body)].padding_m;
  };
  return level_of(0.0, own(body_a), own(body_b));
}

std::optional<double> CollisionModel::clearance(int movable_body, int still_body) const {
  TOCCA_REQUIRE(!bodies()[at(movable_body)].still, "the first body is movable");
  TOCCA_REQUIRE(bodies()[at(still_body)].still, "the second body is still");
  const std::span<const double> own = clearances(movable_body);
  const double clearance_m = own.empty() ? greatest_clearance(movable_body) : own[at(rank(still_body))];
  return clearance_m >= 0.0 ? std::optional(clearance_m) : std::nullopt;
}

}  // namespace tocca
