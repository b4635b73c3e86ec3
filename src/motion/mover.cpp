#include "motion/mover.hpp"

#include "motion/walked_motion.hpp"

namespace tocca {
namespace {

/// A link, and what rides on it: the grip's placement comes first, then the link's own stages.
class Ridden : public WalkedMotion<Ridden> {
 public:
  Ridden(const Placement* grip, const LinkMotion& link) : grip_(grip), link_(link) {}

  template <class Walk>
  void walk(Walk& walk) const {
    if (grip_) walk.place(*grip_);
    Stages::walk(link_, walk);
  }

 private:
  const Placement* grip_;
  LinkMotion link_;
};

template <class Ask>
auto asked(const Mover& mover, const RigidMotion* rigid, const Ask& ask) {
  if (rigid) return std::visit(ask, *rigid);
  return ask(Ridden(mover.grip(), mover.tree()->link_in(mover.ancestor(), mover.link())));
}

}  // namespace

Pose Mover::pose(double t) const {
  return asked(*this, rigid_, [&](const auto& motion) { return motion.pose(t); });
}

double Mover::tube(const Interval& time, const Lss& volume) const {
  return asked(*this, rigid_, [&](const auto& motion) { return motion.tube(time, volume); });
}

DirectedTube Mover::directed_tube(const Interval& time, const Lss& volume, std::span<const Pose> X_WL_middle) const {
  if (tree_) {
    const auto quick = tree_->quick_bounds(time, ancestor_, link_, grip(), volume, X_WL_middle);
    if (quick.tube < std::numeric_limits<double>::infinity()) return {quick.tube, quick.flat, quick.flat_tube};
  }
  return asked(*this, rigid_, [&](const auto& motion) { return motion.directed_tube(time, volume); });
}

double Mover::speed(const Interval& time, const Lss& volume) const {
  return asked(*this, rigid_, [&](const auto& motion) { return motion.speed(time, volume); });
}

IntervalPose Mover::enclosure(const Interval& time) const {
  return asked(*this, rigid_, [&](const auto& motion) { return motion.enclosure(time); });
}

LinearEnclosure Mover::linear_enclosure(const Interval& time) const {
  return asked(*this, rigid_, [&](const auto& motion) { return motion.linear_enclosure(time); });
}

static_assert(Motion<Mover>);

}  // namespace tocca
