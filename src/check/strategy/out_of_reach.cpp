#include "check/strategy/out_of_reach.hpp"

#include <Eigen/Geometry>
#include <algorithm>

#include "core/vectors.hpp"

namespace tocca {
namespace {

/// Turns that are shorter are left to the search: its tubes are thin then.
constexpr double far_turn_rad = 0.5;
/// From here on several joints are worth a look at their reach.
constexpr double whole_turn_rad = 6.0;
/// Turns by more than this, 167,000 rounds in one segment, are not followed: the search looks at each round of its own,
/// and would take from seconds to hours. (From 2^28 rad on it could not: time is halved some 24 times, and the shortest
/// window would hold many rounds.)
constexpr double most_rad = 0x1p20;
/// Pairs of nodes that are looked at before the proof is given up: much less than what the search itself would cost.
constexpr int most_tests = 1 << 16;
/// Before their boxes are: what is left then is a close fit.
constexpr int most_box_tests = 1 << 10;

/// Stored axes and matrices are unit vectors and rotations to 2^-40 each, chains have at most some dozens of them:
/// heights and distances are kept to 2^-34 of the distance from the axis' origin.
constexpr double not_rigid = 0x1p-34;
/// Coordinates in the frame of an axis: three dot products, a difference and a norm, below 32 u.
constexpr double frame_rounding = 0x1p-48;

}  // namespace

/// Where a joint is at the start, which does not depend on how far it has turned: nothing nearer to the root turns.
/// `has_axis`: does it have one stage? Otherwise the axis returned is arbitrary.
OutOfReach::Ring OutOfReach::ring_of(const Mover& mover, int joint, bool has_axis) {
  const TreeMotion& tree = *mover.tree();
  const LinkMotion parent = tree.link_in(mover.ancestor(), tree.parent(joint));
  const Vector3& origin = tree.joint_origin(joint);
  // The axis is that of the child link's pose, which the joint's own turn leaves as it is, however badly its angle is
  // known: a matrix of that turn times the axis errs by some u.
  const Vector3 axis = has_axis
                           ? Vector3(tree.link_in(mover.ancestor(), joint).pose(0.0).rotation * tree.joint_axis(joint))
                           : Vector3::UnitZ();
  const double error =
      parent.tube({0.0, 0.0}, {origin, origin, 1.0});  // of points as far from the origin as the axis' tip
  return {parent.pose(0.0) * origin, axis.normalized(), error, 2.0 * error + 0x1p-46};
}

/// What joints slide, seen from the one axis that is turned about: along it, a point's height changes; across, its
/// distance. Both keep their size while the slide itself is turned about that axis.
void OutOfReach::add_slides(const Mover& mover, const Ring& turn, Ring& own) {
  const TreeMotion& tree = *mover.tree();
  for (int link = mover.link(); link > std::max(mover.ancestor(), 0); link = tree.parent(link)) {
    const double way = tree.slide_way(link);
    if (way == 0.0) continue;
    const Ring slide = ring_of(mover, link, true);
    const double error = turn.axis_error + slide.axis_error + not_rigid;
    own.along += (std::fabs(turn.axis.dot(slide.axis)) + error) * way;
    own.across += (turn.axis.cross(slide.axis).norm() + error) * way;
  }
}

/// Upper and lower bounds for all points of the box, errors of the axis included. Across the axis, x points from it to
/// the box's centre and y along the circle: no point is farther out than (|x| + extent, extent along y), none nearer
/// than x less its extent.
OutOfReach::Region OutOfReach::region(const Obb& box, const Pose& X, const Ring& ring) {
  const Vector3 from_origin = X * box.center - ring.origin;
  const Matrix3 axes = X.rotation * box.axes.cast<double>();
  const Vector3 half = box.half.cast<double>();
  const double height = ring.axis.dot(from_origin);
  const Vector3 out = from_origin - height * ring.axis;
  const double distance = out.norm();
  const Vector3 x = distance > 0.0 ? Vector3(out / distance) : ring.axis.unitOrthogonal();
  const Vector3 y = ring.axis.cross(x);
  const auto extent = [&](const Vector3& n) { return (axes.transpose() * n).cwiseAbs().dot(half); };
  const double along = extent(ring.axis), outward = extent(x), around = extent(y);
  const double size = from_origin.norm() + half.sum();
  const double error = ring.origin_error + (ring.axis_error + not_rigid) * size +
                       frame_rounding * (size + X.translation.norm() + box.center.norm() + ring.origin.norm());
  if (!(error < infinity)) return {-infinity, infinity, -infinity, infinity};  // squares overflowed: anywhere
  return {height - along - ring.along - error, height + along + ring.along + error,
          distance - outward - ring.across - error, std::hypot(distance + outward, around) + ring.across + error};
}

namespace {

template <class Region>
double gap(const Region& a, const Region& b) {
  return std::max(std::max(a.low - b.high, b.low - a.high), std::max(a.inner - b.outer, b.inner - a.outer));
}

double size_of(const Obb& box) { return static_cast<double>(box.half.maxCoeff()); }

}  // namespace

/// Descends both trees, the larger box first. Ends at the first two leaves that are not proven apart: then most others
/// are not worth testing.
template <class RegionA, class RegionB>
OutOfReach::Walked OutOfReach::walk(const Part& a, const RegionA& region_a, const Part& b, const RegionB& region_b,
                                    double distance_m, int most) {
  stack_.clear();
  stack_.push_back({0, 0});
  for (int tests = 0; !stack_.empty(); ++tests) {
    if (tests > most) return Walked::not_to_the_end;
    const Entry entry = stack_.back();
    stack_.pop_back();
    const Part::Node &node_a = a.nodes()[entry.a], &node_b = b.nodes()[entry.b];
    if (gap(region_a(entry.a), region_b(entry.b)) > distance_m) continue;
    if (node_a.is_leaf() && node_b.is_leaf()) return Walked::not_apart;
    const bool split_a = node_b.is_leaf() || (!node_a.is_leaf() && size_of(node_a.volume) >= size_of(node_b.volume));
    if (split_a) {
      stack_.push_back({entry.a + 1, entry.b});
      stack_.push_back({entry.a + node_a.link, entry.b});
    } else {
      stack_.push_back({entry.a, entry.b + 1});
      stack_.push_back({entry.a, entry.b + node_b.link});
    }
  }
  return Walked::apart;
}

/// Of each node, what its leaves fill, which may be far less than what its box does: half a pipe's box holds much of
/// its axis.
void OutOfReach::tighten(const Part& part, const Pose& X, const Ring& ring, std::vector<Region>& regions) {
  regions.resize(part.nodes().size());
  for (std::size_t i = part.nodes().size(); i-- > 0;) {  // children stand behind their parents
    const Part::Node& node = part.nodes()[i];
    if (node.is_leaf()) {
      regions[i] = region(node.volume, X, ring);
      continue;
    }
    const Region &one = regions[i + 1], &two = regions[i + static_cast<std::size_t>(node.link)];
    regions[i] = {std::min(one.low, two.low), std::max(one.high, two.high), std::min(one.inner, two.inner),
                  std::max(one.outer, two.outer)};
  }
}

/// By boxes, which ends soon where the bodies are far apart and where they are not apart; else, as in a close fit, by
/// what is in them.
bool OutOfReach::apart(const Part& a, const Pose& X_a, const Ring& own, const Part& b, const Pose& X_b,
                       const Ring& ring, double distance_m) {
  const Walked by_boxes = walk(
      a, [&](Index i) { return region(a.nodes()[i].volume, X_a, own); }, b,
      [&](Index i) { return region(b.nodes()[i].volume, X_b, ring); }, distance_m, most_box_tests);
  if (by_boxes != Walked::not_to_the_end) return by_boxes == Walked::apart;
  tighten(a, X_a, own, regions_a_);
  tighten(b, X_b, ring, regions_b_);
  const Walked by_leaves = walk(
      a, [&](Index i) { return regions_a_[i]; }, b, [&](Index i) { return regions_b_[i]; }, distance_m, most_tests);
  return by_leaves == Walked::apart;
}

bool OutOfReach::beyond(const Region& ball, const Part& b, const Pose& X_b, const Ring& ring, double distance_m) {
  stack_.clear();
  stack_.push_back({0, 0});
  for (int tests = 0; !stack_.empty(); ++tests) {
    if (tests > most_tests) return false;
    const Entry entry = stack_.back();
    stack_.pop_back();
    const Part::Node& node = b.nodes()[entry.b];
    if (gap(ball, region(node.volume, X_b, ring)) > distance_m) continue;
    if (node.is_leaf()) return false;
    stack_.push_back({0, entry.b + 1});
    stack_.push_back({0, entry.b + node.link});
  }
  return true;
}

bool OutOfReach::all_apart(const Side& turning, const TreeMotion::Moving& moving, const Side& other,
                           const double* clearances, double distance_m) {
  const Mover& mover = *turning.mover;
  const TreeMotion& tree = *mover.tree();
  const bool one_axis = moving.turn >= 0;
  const int joint = one_axis ? moving.turn : moving.first;
  const Ring ring = ring_of(mover, joint, one_axis);
  Ring own{Vector3::Zero(), one_axis ? tree.joint_axis(joint).normalized() : ring.axis, 0.0, 0.0};
  if (one_axis) add_slides(mover, ring, own);
  const Mover beyond_joint =
      mover.grip() ? Mover(tree, joint, mover.link(), *mover.grip()) : Mover(tree, joint, mover.link());
  const Pose X = beyond_joint.pose(0.0), X_other = other.mover ? other.mover->pose(0.0) : Pose{};
  for (const Part* part : turning.parts) {
    const Lss& volume = part->lss();
    const double reach = one_axis ? 0.0 : tree.reach_from(joint, mover.link(), mover.grip(), volume);
    const double error = one_axis ? beyond_joint.tube({0.0, 0.0}, volume) : 0.0;
    for (std::size_t i = 0; i < other.parts.size(); ++i) {
      if (clearances && clearances[i] < 0.0) continue;
      const Part& still = *other.parts[i];
      const double error_of_other = other.mover ? other.mover->tube({0.0, 0.0}, still.lss()) : 0.0;
      const double distance = (distance_m + error + error_of_other) * (1.0 + 0x1p-40);
      const bool proven = one_axis ? apart(*part, X, own, still, X_other, ring, distance)
                                   : beyond({-reach, reach, 0.0, reach}, still, X_other, ring, distance);
      if (!proven) return false;
    }
  }
  return true;
}

OutOfReach::Result OutOfReach::judge(const Side& a, const Side& b, const double* clearances, double distance_m) {
  const auto moving = [](const Side& side) {
    return side.mover && side.mover->tree() ? side.mover->tree()->moving(side.mover->ancestor(), side.mover->link())
                                            : TreeMotion::Moving{};
  };
  const auto rests = [](const Side& side, const TreeMotion::Moving& found) {
    return !side.mover || (side.mover->tree() ? found.first < 0 : side.mover->still());
  };
  const TreeMotion::Moving of_a = moving(a), of_b = moving(b);
  if (!(of_a.angle + of_b.angle > far_turn_rad)) return Result::open;
  const auto worth = [&](const Side& side, const TreeMotion::Moving& found) {
    return found.first >= 0 && side.mover->tree()->rigid() && (found.turn >= 0 || found.angle > whole_turn_rad);
  };
  if (worth(a, of_a) && rests(b, of_b) && all_apart(a, of_a, b, clearances, distance_m)) return Result::apart;
  if (!clearances && worth(b, of_b) && rests(a, of_a) && all_apart(b, of_b, a, nullptr, distance_m)) {
    return Result::apart;
  }
  return of_a.angle > most_rad || of_b.angle > most_rad ? Result::beyond_resolution : Result::open;
}

}  // namespace tocca
