// A scene that lives: an arm picks a part, waits until a cart has driven out of its way, and puts the part down.
#include <algorithm>
#include <cstdio>
#include <tocca/check/checker.hpp>
#include <tocca/model/robot.hpp>
#include <tocca/model/scene.hpp>

/// An arm that turns over a cell, with a hand that it lowers.
tocca::Robot picker() {
  tocca::KinematicTree::JointSpec turn, lift;
  turn.name = "turn";
  turn.type = tocca::JointType::continuous;
  turn.parent_link = "column";
  turn.child_link = "arm";
  turn.origin = tocca::Pose::from_rpy({0, 0, 0.75}, {0, 0, 0});
  turn.axis = tocca::Vector3::UnitZ();
  lift.name = "lift";
  lift.type = tocca::JointType::prismatic;
  lift.parent_link = "arm";
  lift.child_link = "hand";
  lift.origin = tocca::Pose::from_rpy({0.56, 0, 0}, {0, 0, 0});
  lift.axis = tocca::Vector3::UnitZ();
  const tocca::Collider column{tocca::Pose::from_rpy({0, 0, 0.35}, {0, 0, 0}), tocca::Cylinder{0.08, 0.7}};
  const tocca::Collider arm{tocca::Pose::from_rpy({0.3, 0, 0}, {0, 0, 0}), tocca::Box{{0.6, 0.08, 0.06}}};
  const tocca::Collider hand{tocca::Pose::from_rpy({0, 0, -0.13}, {0, 0, 0}), tocca::Cylinder{0.02, 0.2}};
  return {"picker",
          tocca::KinematicTree::build({{"column", {column}}, {"arm", {arm}}, {"hand", {hand}}}, {turn, lift}),
          {}};
}

tocca::SceneObject box(const char* name, const tocca::Vector3& size, const tocca::Vector3& centre) {
  return {name, {tocca::Matrix3::Identity(), centre}, {{{}, tocca::Box{size}}}};
}

/// Prints what is proven of a motion, of the scene as it is now; true if it is free.
bool ask(const char* what, const tocca::Checker& checker, const tocca::Configuration& from,
         const tocca::Configuration& to) {
  const tocca::SegmentVerdict verdict = checker.check(from, to);
  std::printf("%2d changes | %s: ", static_cast<int>(checker.version()), what);
  if (verdict.outcome == tocca::Outcome::free) std::puts("free");
  for (const auto& [a, b] : verdict.pairs) {
    const auto& [first, second] = std::minmax(a, b);
    std::printf("at %.2f %s touches %s\n", verdict.time.lo, first.c_str(), second.c_str());
  }
  return verdict.outcome == tocca::Outcome::free;
}

int main() {
  const tocca::Configuration over_bench = Eigen::Vector2d(0.0, 0.0), at_bench = Eigen::Vector2d(0.0, -0.155),
                             over_tray = Eigen::Vector2d(1.5707, 0.0), at_tray = Eigen::Vector2d(1.5707, -0.155);
  tocca::Checker checker(
      picker(), {{box("bench", {0.3, 0.3, 0.3}, {0.56, 0, 0.15}), box("tray", {0.3, 0.3, 0.3}, {0, 0.56, 0.15}),
                  box("cart", {0.3, 0.3, 0.5}, {0.4, 0.4, 0.25})}});

  // A camera has seen a part on the bench. The hand goes down to it: nothing else was said about it before.
  checker.add(box("part", {0.06, 0.06, 0.06}, {0.56, 0, 0.33}));
  ask("over the cart, empty", checker, over_bench, over_tray);
  ask("down to the part", checker, over_bench, at_bench);

  // From now on the hand holds it. It stands on the bench: only while it is lifted may the two touch.
  checker.attach("part", "hand", at_bench);
  ask("up, part on bench", checker, at_bench, over_bench);
  checker.allow("part", "bench");
  ask("up, allowed to touch", checker, at_bench, over_bench);
  checker.allow("part", "bench", false);

  // What passes over the cart with an empty hand does not with a part. The cart drives away; each move is a version of the scene.
  for (double x = 0.4; !ask("over the cart, loaded", checker, over_bench, over_tray);) {
    x += 0.1;
    if (x > 2.0) return 1;
    checker.move("cart", {tocca::Matrix3::Identity(), {x, x, 0.25}});
  }

  // Down on the tray, let go, and back up without it. A copy keeps the scene as it was.
  const tocca::Checker loaded(checker);
  checker.allow("part", "tray");
  ask("down to the tray", checker, over_tray, at_tray);
  checker.detach("part", at_tray);
  const tocca::Vector3 place = checker.pose("part").translation;
  std::printf("the part stands at (%.3f, %.3f, %.3f)\n", place.x(), place.y(), place.z());
  checker.remove("cart");
  const bool free = ask("up again, empty", checker, at_tray, over_tray);
  ask("as it was before", loaded, over_tray, at_tray);
  return free ? 0 : 1;
}
