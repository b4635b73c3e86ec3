#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "fcl_objects.hpp"
#include "judge.hpp"
#include "plain_kinematics.hpp"
#include "plain_pairs.hpp"

namespace tocca::testing {

namespace {

using Object = fcl::CollisionObjectd;
using Eigen::Isometry3d;

}  // namespace

/// One body of a link or an object.
struct JudgedPart {
  const Geometry* geometry;
  Isometry3d placement;
  std::unique_ptr<Object> object;
};

struct JudgedThing {
  std::string name;
  int robot = -1, link = -1, object = -1;
  bool moved = false;  ///< some joint moves it, or it is an object that the problem moves
  std::vector<JudgedPart> parts;

  void place(const Isometry3d& X) {
    for (JudgedPart& part : parts) {
      part.object->setTransform(X * part.placement);
      part.object->computeAABB();
    }
    placed_items.clear();
  }
  /// Where it is placed. Made once a placement: what rests is asked for thousands of times.
  const std::vector<PlainConvex>& items() const {
    if (!placed_items.empty()) return placed_items;
    for (const JudgedPart& part : parts) {
      for (PlainConvex& item : plain_items(*part.geometry, part.object->getTransform())) {
        placed_items.push_back(std::move(item));
      }
    }
    return placed_items;
  }

  mutable std::vector<PlainConvex> placed_items{};
};

namespace {

bool touch(const Object& a, const Object& b) {
  if (!a.getAABB().overlap(b.getAABB())) return false;
  fcl::CollisionResultd result;
  return fcl::collide(&a, &b, fcl::CollisionRequestd(), result) > 0;
}

/// Within the clearance? FCL looks no farther: what it is given as the best so far prunes its trees.
bool nearer(const Object& a, const Object& b, double clearance) {
  if (a.getAABB().distance(b.getAABB()) > clearance) return false;
  fcl::DistanceResultd result(clearance);
  return fcl::distance(&a, &b, fcl::DistanceRequestd(), result) < clearance || touch(a, b);
}

}  // namespace

struct JudgedWorld::State {
  const Problem& problem;
  std::vector<std::unique_ptr<JudgedThing>> things;
  std::multimap<std::string, JudgedThing*> by_name;                    ///< a link and an object may share a name
  std::vector<std::pair<JudgedThing*, JudgedThing*>> moving_pairs;     ///< neither is a resting object
  std::set<std::pair<const JudgedThing*, const JudgedThing*>> moving;  ///< the same, to look one up
  std::map<const JudgedThing*, std::vector<const JudgedThing*>>
      skipped;  ///< resting objects that a link is not checked against
  fcl::DynamicAABBTreeCollisionManagerd resting;

  explicit State(const Problem& p) : problem(p) {}

  JudgedThing& add(JudgedThing thing, const std::vector<Collider>& bodies) {
    auto owned = std::make_unique<JudgedThing>(std::move(thing));
    for (const Collider& body : bodies) {
      owned->parts.push_back(
          {&body.geometry, isometry(body.placement), std::make_unique<Object>(fcl_geometry(body.geometry))});
      owned->parts.back().object->setUserData(owned.get());
    }
    by_name.emplace(owned->name, owned.get());
    things.push_back(std::move(owned));
    return *things.back();
  }

  bool allowed(const std::string& a, const std::string& b) const {
    return std::any_of(problem.allowed.begin(), problem.allowed.end(), [&](const AllowedPair& pair) {
      return (pair.a == a && pair.b == b) || (pair.a == b && pair.b == a);
    });
  }

  void add_robot(int index) {
    const RobotTask& task = problem.robots[static_cast<std::size_t>(index)];
    const KinematicTree& tree = task.robot.tree;
    const std::string prefix = problem.robots.size() > 1 ? task.robot.name + "/" : "";
    for (std::size_t link = 0; link < tree.links().size(); ++link) {
      if (tree.links()[link].colliders.empty()) continue;
      const bool moved = any_joint_moves(tree, static_cast<int>(link));
      add({prefix + tree.links()[link].name, index, static_cast<int>(link), -1, moved, {}},
          tree.links()[link].colliders);
    }
  }

  void add_objects() {
    for (std::size_t k = 0; k < problem.scene.objects.size(); ++k) {
      const SceneObject& object = problem.scene.objects[k];
      const int index = static_cast<int>(k);
      const bool moved =
          std::any_of(problem.attached.begin(), problem.attached.end(), [&](auto& a) { return a.object == index; }) ||
          std::any_of(problem.moving.begin(), problem.moving.end(), [&](auto& m) { return m.object == index; });
      JudgedThing& thing = add({object.name, -1, -1, index, moved, {}}, object.colliders);
      thing.place(isometry(object.pose));
      for (JudgedPart& part : thing.parts) {
        if (!moved) resting.registerObject(part.object.get());
      }
    }
    resting.setup();
  }

  void pair_up(bool self_collision) {
    for (std::size_t r = 0; r < problem.robots.size(); ++r) {
      const Robot& robot = problem.robots[r].robot;
      std::vector<JudgedThing*> links;
      for (const auto& thing : things) {
        if (thing->robot == static_cast<int>(r)) links.push_back(thing.get());
      }
      for (JudgedThing* a : links) {
        for (JudgedThing* b : links) {
          const bool wanted = self_collision && a->link < b->link && links_are_checked(robot, a->link, b->link);
          if (wanted && !allowed(a->name, b->name)) moving_pairs.emplace_back(a, b);
        }
        for (const auto& b : things) {
          if (b->object < 0 || b->moved) continue;
          const SceneObject& object = problem.scene.objects[static_cast<std::size_t>(b->object)];
          const bool wanted = object_is_checked(robot, a->link, object);
          if (!wanted || allowed(a->name, b->name)) skipped[a].push_back(b.get());
        }
      }
    }
    for (const auto& a : things) {
      for (const auto& b : things) {
        const bool robots = a->robot >= 0 && b->robot > a->robot;  // two robots
        const bool carried = b->object >= 0 && b->moved && (a->robot >= 0 || !a->moved || a->object < b->object);
        if (!(robots || carried) || !(a->moved || b->moved) || allowed(a->name, b->name)) continue;
        moving_pairs.emplace_back(a.get(), b.get());
      }
    }
    moving.insert(moving_pairs.begin(), moving_pairs.end());
  }

  std::vector<const JudgedThing*> named(const std::string& name) const {
    std::vector<const JudgedThing*> found;
    for (auto [at, end] = by_name.equal_range(name); at != end; ++at) found.push_back(at->second);
    if (found.empty()) throw std::runtime_error("a verdict names what is not there: " + name);
    return found;
  }

  bool checked(const JudgedThing* a, const JudgedThing* b) const {
    if (moving.contains({a, b}) || moving.contains({b, a})) return true;
    if (a->robot < 0) std::swap(a, b);
    if (a->robot < 0 || b->robot >= 0 || b->moved) return false;
    const auto skip = skipped.find(a);
    return skip == skipped.end() || std::find(skip->second.begin(), skip->second.end(), b) == skip->second.end();
  }

  /// The checked pairs that two names may mean.
  std::vector<std::pair<const JudgedThing*, const JudgedThing*>> meant(const Names& names) const {
    std::vector<std::pair<const JudgedThing*, const JudgedThing*>> pairs;
    for (const JudgedThing* a : named(names.first)) {
      for (const JudgedThing* b : named(names.second)) {
        if (checked(a, b)) pairs.emplace_back(a, b);
      }
    }
    return pairs;
  }
};

JudgedWorld::JudgedWorld(const Problem& problem, bool self_collision) : state_(std::make_unique<State>(problem)) {
  for (std::size_t r = 0; r < problem.robots.size(); ++r) state_->add_robot(static_cast<int>(r));
  state_->add_objects();
  state_->pair_up(self_collision);
  for (std::size_t r = 0; r < problem.robots.size(); ++r) {
    place(r, problem.robots[r].start());
  }
}

JudgedWorld::~JudgedWorld() = default;

const Problem& JudgedWorld::problem() const { return state_->problem; }

void JudgedWorld::place(std::size_t robot, const Configuration& q) {
  const RobotTask& task = state_->problem.robots[robot];
  std::vector<Isometry3d> poses;
  place_links(task.robot.tree, task.base, q, poses);
  for (const auto& thing : state_->things) {
    if (thing->robot == static_cast<int>(robot)) thing->place(poses[static_cast<std::size_t>(thing->link)]);
  }
}

void JudgedWorld::place_object(int object, const Isometry3d& X_WO) {
  for (const auto& thing : state_->things) {
    if (thing->object == object) thing->place(X_WO);
  }
}

std::optional<JudgedWorld::Names> JudgedWorld::overlap() const {
  struct Probe {
    const std::vector<const JudgedThing*>* skipped;
    const Object* link;
    const JudgedThing* hit;
  };
  const std::vector<const JudgedThing*> none;
  for (const auto& thing : state_->things) {
    if (thing->robot < 0) continue;
    const auto skipped = state_->skipped.find(thing.get());
    for (const JudgedPart& part : thing->parts) {
      Probe probe{skipped == state_->skipped.end() ? &none : &skipped->second, part.object.get(), nullptr};
      state_->resting.collide(part.object.get(), &probe, [](Object* a, Object* b, void* data) {
        auto& p = *static_cast<Probe*>(data);
        const auto* other = static_cast<const JudgedThing*>((a == p.link ? b : a)->getUserData());
        const bool skip = std::find(p.skipped->begin(), p.skipped->end(), other) != p.skipped->end();
        if (!skip && touch(*a, *b)) p.hit = other;
        return p.hit != nullptr;
      });
      if (probe.hit != nullptr) return Names{thing->name, probe.hit->name};
    }
  }
  for (const auto& [a, b] : state_->moving_pairs) {
    for (const JudgedPart& part_a : a->parts) {
      for (const JudgedPart& part_b : b->parts) {
        if (touch(*part_a.object, *part_b.object)) return Names{a->name, b->name};
      }
    }
  }
  return {};
}

std::optional<JudgedWorld::Names> JudgedWorld::too_near(double clearance_m) const {
  if (clearance_m == 0.0) return overlap();
  struct Probe {
    const State* state;
    const JudgedThing* thing;
    const Object* link;
    double clearance_m;
    const JudgedThing* hit;
  };
  for (const auto& thing : state_->things) {
    if (thing->robot < 0) continue;
    for (const JudgedPart& part : thing->parts) {
      Probe probe{state_.get(), thing.get(), part.object.get(), clearance_m, nullptr};
      state_->resting.distance(part.object.get(), &probe, [](Object* a, Object* b, void* data, double& far) {
        auto& p = *static_cast<Probe*>(data);
        far = p.clearance_m * (1 + 1e-9);  // boxes beyond are of no interest; those at it are
        const auto* other = static_cast<const JudgedThing*>((a == p.link ? b : a)->getUserData());
        if (p.state->checked(p.thing, other) && nearer(*a, *b, p.clearance_m)) p.hit = other;
        return p.hit != nullptr;
      });
      if (probe.hit != nullptr) return Names{thing->name, probe.hit->name};
    }
  }
  for (const auto& [a, b] : state_->moving_pairs) {
    const bool self = a->robot >= 0 && a->robot == b->robot;
    for (const JudgedPart& part_a : a->parts) {
      for (const JudgedPart& part_b : b->parts) {
        const bool hit =
            self ? touch(*part_a.object, *part_b.object) : nearer(*part_a.object, *part_b.object, clearance_m);
        if (hit) return Names{a->name, b->name};
      }
    }
  }
  return {};
}

bool JudgedWorld::of_one_robot(const Names& names) const {
  for (const auto& [a, b] : state_->meant(names)) {
    if (a->robot < 0 || a->robot != b->robot) return false;
  }
  return true;
}

bool JudgedWorld::checked(const Names& names) const { return !state_->meant(names).empty(); }

namespace {

bool first_inside_second(const JudgedThing& inner, const JudgedThing& outer) {
  for (const JudgedPart& shell : outer.parts) {
    const auto* mesh = std::get_if<MeshPointer>(shell.geometry);
    if (mesh == nullptr || !(*mesh)->closed()) continue;
    for (const JudgedPart& part : inner.parts) {
      if (!part.object->getAABB().overlap(shell.object->getAABB())) continue;
      const std::vector<PlainConvex> items = plain_items(*part.geometry, part.object->getTransform());
      const PlainConvex& first = items.front();
      const Vector3 point = (first.points.empty() ? first.centre : first.points[0]).cast<double>();
      if (!shell.object->getAABB().contain(point)) continue;
      if (plain_inside(point, plain_items(*shell.geometry, shell.object->getTransform()))) return true;
    }
  }
  return false;
}

}  // namespace

std::optional<JudgedWorld::Names> JudgedWorld::inside() const {
  for (const auto& a : state_->things) {
    for (const auto& b : state_->things) {
      if (a->robot < 0 && b->robot < 0) continue;
      if (a != b && state_->checked(a.get(), b.get()) && first_inside_second(*a, *b)) return Names{a->name, b->name};
    }
  }
  return {};
}

bool JudgedWorld::inside(const Names& names) const {
  const auto pairs = state_->meant(names);
  return std::any_of(pairs.begin(), pairs.end(), [](const auto& pair) {
    return first_inside_second(*pair.first, *pair.second) || first_inside_second(*pair.second, *pair.first);
  });
}

double JudgedWorld::fcl_distance(const Names& names) const {
  double least = std::numeric_limits<double>::max();
  for (const auto& [thing_a, thing_b] : state_->meant(names)) {
    for (const JudgedPart& a : thing_a->parts) {
      for (const JudgedPart& b : thing_b->parts) {
        fcl::DistanceResultd result;
        least = std::min(least, fcl::distance(a.object.get(), b.object.get(), fcl::DistanceRequestd(), result));
      }
    }
  }
  return least;
}

DistanceBounds JudgedWorld::plain(const Names& names, double enough) const {
  DistanceBounds least{std::numeric_limits<double>::max(), std::numeric_limits<double>::max()};
  for (const auto& [a, b] : state_->meant(names)) {
    const DistanceBounds found = plain_distance(a->items(), b->items(), enough);
    least = {std::min(least.lower, found.lower), std::min(least.upper, found.upper)};
  }
  return least;
}

DistanceBounds JudgedWorld::plain(const Vector3& point, const std::string& name) const {
  PlainConvex dot;
  dot.points = {point.cast<long double>()};
  DistanceBounds least{std::numeric_limits<double>::max(), std::numeric_limits<double>::max()};
  for (const JudgedThing* thing : state_->named(name)) {
    const DistanceBounds found = plain_distance(std::vector<PlainConvex>{dot}, thing->items());
    least = {std::min(least.lower, found.lower), std::min(least.upper, found.upper)};
  }
  return least;
}

}  // namespace tocca::testing
