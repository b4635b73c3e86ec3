#include "audit/cover.hpp"

#include <cstring>
#include <vector>

#include "audit/reader.hpp"

namespace tocca::audit {
namespace {

constexpr std::size_t deepest = 4096;  // open nodes of a proof: what is deeper is an attack, not a proof

/// The least n . p of A minus the greatest n . q of B, as far as it is known: Window::lost is still to be taken from it.
double gap(const Pose& pose_a, const Geometry& a, std::uint32_t range_a, const Pose& pose_b, const Geometry& b,
           std::uint32_t range_b, const Point& n, double length) {
  const Point back = turn_back(pose_a, n), &x = pose_a.translation, &y = pose_b.translation;
  const double reach_a = a.reach(range_a, {-back[0], -back[1], -back[2]}, grown(pose_a.stretch * length));
  const double reach_b = b.reach(range_b, turn_back(pose_b, n), grown(pose_b.stretch * length));
  return dot(n, {x[0] - y[0], x[1] - y[1], x[2] - y[2]}) - reach_a - reach_b;
}

/// What a gap may be off because of a pose, and the rounding of what is computed with it, per unit of the axis's length.
double lost_by(const Pose& pose, double farthest) {
  return grown(pose.turned * farthest + pose.shifted + 0x1p-49 * (pose.stretch * farthest + about(pose.translation))) +
         0x1p-380;
}

/// A node of the proof that is still to be read.
struct Open {
  std::uint32_t window, a, b;
};

}  // namespace

Window::Window(const Motion& motion, int ancestor, const Geometry& group_a, const Geometry& group_b, double from,
               double to)
    : a(from), b(to) {
  const int frame_a = group_a.group().frame, frame_b = group_b.group().frame;
  first_a = motion.pose(ancestor, frame_a, a);
  last_a = motion.pose(ancestor, frame_a, b);
  first_b = motion.pose(ancestor, frame_b, a);
  last_b = motion.pose(ancestor, frame_b, b);
  tubes = up(motion.tube(ancestor, frame_a, group_a, a, b) + motion.tube(ancestor, frame_b, group_b, a, b));
  const double far_a = group_a.farthest(), far_b = group_b.farthest();
  lost = up(greatest(lost_by(first_a, far_a), lost_by(last_a, far_a)) +
            greatest(lost_by(first_b, far_b), lost_by(last_b, far_b)));
}

double margin(const Window& window, const Geometry& a, std::uint32_t range_a, const Geometry& b, std::uint32_t range_b,
              const Point& axis, double clearance_m) {
  const double length = length_of(axis), needed = up(up(clearance_m + window.tubes) + window.lost);
  const double first = gap(window.first_a, a, range_a, window.first_b, b, range_b, axis, length);
  const double last = gap(window.last_a, a, range_a, window.last_b, b, range_b, axis, length);
  const double shortest = length * (1.0 - 0x1p-46) - 0x1p-499;  // <= |axis|, for a clearance below 0
  return down(least(first, last) - up((needed < 0.0 ? shortest : length) * needed));
}

void require_apart(const Motion& motion, const Geometry& a, const Geometry& b, double clearance_m, double until,
                   std::span<const std::uint8_t> proof, std::size_t& place, const std::string& where,
                   ProofCount& count) {
  const int ancestor = motion.common(a.group().frame, b.group().frame);
  std::vector<Window> windows{Window(motion, ancestor, a, b, 0.0, until)};
  std::vector<Open> open{{0, 0, 0}};
  const auto reject = [&](const std::string& why) {
    throw Rejected(where + ", node " + std::to_string(count.nodes) + ": " + why);
  };
  const auto take = [&]<class T>(T value) {
    if (proof.size() - place < sizeof(T)) reject("the proof ends too early");
    std::memcpy(&value, proof.data() + place, sizeof(T));
    place += sizeof(T);
    return value;
  };
  const auto split_time = [&](const Open& node, double at) {
    const double from = windows[node.window].a, to = windows[node.window].b;
    if (!(from < at && at < to)) reject("time is split outside its window");
    const auto next = static_cast<std::uint32_t>(windows.size());
    windows.emplace_back(motion, ancestor, a, b, from, at);
    windows.emplace_back(motion, ancestor, a, b, at, to);
    open.push_back({next + 1, node.a, node.b});
    open.push_back({next, node.a, node.b});
  };
  const auto split = [&](const Range& range, const Open& left, const Open& right) {
    if (range.right == 0) reject("a single item cannot be split");
    if (clearance_m < 0.0) reject("bodies that may penetrate each other cannot be split");
    open.push_back(right);
    open.push_back(left);
  };
  for (; !open.empty(); ++count.nodes) {
    const Open node = open.back();
    open.pop_back();
    while (windows.size() > node.window + 2u) windows.pop_back();  // those of nodes that are done
    if (open.size() > deepest) reject("the proof is too deep");
    const auto kind = static_cast<Node>(take(std::uint8_t{}));
    switch (kind) {
      case Node::leaf:
      case Node::short_leaf: {
        Point axis;
        for (double& x : axis) x = kind == Node::leaf ? static_cast<double>(take(float{})) : take(std::int16_t{});
        const double by = margin(windows[node.window], a, node.a, b, node.b, axis, clearance_m);
        if (!(by > 0.0)) reject("the axis does not keep the two apart (short by " + std::to_string(-by) + " m)");
        ++count.leaves;
        break;
      }
      case Node::halve:
        split_time(node, 0.5 * (windows[node.window].a + windows[node.window].b));
        break;
      case Node::cut:
        split_time(node, take(double{}));
        break;
      case Node::split_a: {
        const Range& range = a.group().ranges[node.a];
        split(range, {node.window, node.a + 1, node.b}, {node.window, range.right, node.b});
        break;
      }
      case Node::split_b: {
        const Range& range = b.group().ranges[node.b];
        split(range, {node.window, node.a, node.b + 1}, {node.window, node.a, range.right});
        break;
      }
      default:
        reject("unknown node");
    }
  }
}

}  // namespace tocca::audit
