#include "certificate/proof_search.hpp"

#include <cmath>
#include <limits>

#include "certificate/statement_poses.hpp"
#include "contact/closest.hpp"

namespace tocca {
namespace {

/// The chord's middle: entry by entry, as points on chords move.
Pose between(const std::array<Pose, 2>& ends) {
  return {0.5 * (ends[0].rotation + ends[1].rotation), 0.5 * (ends[0].translation + ends[1].translation)};
}

double half_diagonal(const ConvexPiece& piece) {
  if (piece.kind == ConvexPiece::Kind::cylinder || piece.kind == ConvexPiece::Kind::cone)
    return std::hypot(piece.axis[2].norm(), piece.radius);  // which have no other axes
  if (piece.kind != ConvexPiece::Kind::core)
    return std::sqrt(piece.axis[0].squaredNorm() + piece.axis[1].squaredNorm() + piece.axis[2].squaredNorm());
  double most = 0.0;
  for (int i = 0; i < piece.count; ++i) most = std::max(most, 0.5 * (piece.point[i] - piece.point[0]).norm());
  return most + piece.radius;
}

template <class T>
void append(std::vector<std::uint8_t>& proof, T value) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(&value);
  proof.insert(proof.end(), bytes, bytes + sizeof(T));
}

}  // namespace

SearchedGroup::SearchedGroup(audit::Group& group, const std::string& name)
    : items(group), pieces(divide(items, group)), geometry(group, name), solids(geometry) {
  for (const ConvexPiece& piece : pieces) size.push_back(half_diagonal(piece));
}

/// A window of time: as the auditor sees it, and poses in doubles.
struct ProofSearch::Window {
  Window(const audit::Motion& motion, int ancestor, const SearchedGroup& a, const SearchedGroup& b, double from,
         double to)
      : audited(motion, ancestor, a.geometry, b.geometry, from, to),
        pose_a{pose_of(audited.first_a), pose_of(audited.last_a)},
        pose_b{pose_of(audited.first_b), pose_of(audited.last_b)},
        middle_a(between(pose_a)),
        middle_b(between(pose_b)),
        turned_a((pose_a[1].rotation - pose_a[0].rotation).norm()),
        turned_b((pose_b[1].rotation - pose_b[0].rotation).norm()) {}
  audit::Window audited;
  std::array<Pose, 2> pose_a, pose_b;  ///< at both ends
  Pose middle_a, middle_b;
  double turned_a, turned_b;  ///< how far the rotations change
};

ProofSearch::ProofSearch(const audit::Motion& motion, const SearchedGroup& a, const SearchedGroup& b,
                         double clearance_m)
    : motion_(motion), a_(a), b_(b), clearance_m_(clearance_m) {}

/// By how much the auditor's leaf rule accepts an axis, per unit of its length.
double ProofSearch::margin(const Window& window, const Open& node, const Vector3& axis) const {
  return audit::margin(window.audited, a_.geometry, node.a, b_.geometry, node.b, {axis[0], axis[1], axis[2]},
                       clearance_m_) /
         axis.norm();
}

/// Writes a leaf if the axis, rounded to 16 bits or to floats, proves it.
bool ProofSearch::try_leaf(const Window& window, const Open& node, const Vector3& axis,
                           std::vector<std::uint8_t>& proof) const {
  const double most = axis.cwiseAbs().maxCoeff();
  if (!(most > 0.0)) return false;
  const Vector3 rounded = (axis * (32767.0 / most)).array().round();
  const double by = margin(window, node, rounded);
  if (by > 0.0) {
    append(proof, audit::Node::short_leaf);
    for (int i = 0; i < 3; ++i) append(proof, static_cast<std::int16_t>(rounded[i]));
    return true;
  }
  // Rounding turns the axis by less than 3e-5: floats are worth a try where that times the pieces' sizes is what is missing.
  if (by < -1e-4 * (a_.size[node.a] + b_.size[node.b])) return false;
  const Vector3 fine(static_cast<float>(axis[0]), static_cast<float>(axis[1]), static_cast<float>(axis[2]));
  if (!(margin(window, node, fine) > 0.0)) return false;
  append(proof, audit::Node::leaf);
  for (int i = 0; i < 3; ++i) append(proof, static_cast<float>(fine[i]));
  return true;
}

/// Writes a leaf, or says whether time should be split rather than the larger range. First the parent's axis; then the direction between
/// the nearest points at the middle of the chords.
bool ProofSearch::settle(const Window& window, Open& node, bool& time, std::vector<std::uint8_t>& proof) const {
  if (try_leaf(window, node, node.axis, proof)) return true;
  const ConvexPiece &a = a_.pieces[node.a], &b = b_.pieces[node.b];
  // How far A moves against B during the window, and how far tubes reach: what a split of time would halve.
  const Vector3 &centre_a = a.some_point(), &centre_b = b.some_point();
  const Vector3 shift = (window.pose_a[1] * centre_a - window.pose_a[0] * centre_a) -
                        (window.pose_b[1] * centre_b - window.pose_b[0] * centre_b);
  const double tubes = window.audited.tubes;
  const double motion = shift.norm() + window.turned_a * a_.size[node.a] + window.turned_b * b_.size[node.b];
  time = motion + 4.0 * tubes > std::max(a_.size[node.a], b_.size[node.b]);
  // An axis that separates the middles by half the motion more than it must separates both ends; none does that separates the middles by
  // less than it must, because gaps are concave on chords.
  const double needed = clearance_m_ + tubes;
  const Distance near = closest(placed(a, window.middle_a), placed(b, window.middle_b), needed + motion + 1e-6);
  if (near.lower > 0.0) node.axis = near.normal;
  return near.lower > clearance_m_ && near.upper > needed && try_leaf(window, node, near.normal, proof);
}

std::optional<NoProof> ProofSearch::run(double until, std::vector<std::uint8_t>& proof) {
  constexpr double shortest = 0x1p-40;
  const int ancestor = motion_.common(a_.geometry.group().frame, b_.geometry.group().frame);
  std::vector<Window> windows{Window(motion_, ancestor, a_, b_, 0.0, until)};
  std::vector<Open> open{{0, 0, 0, Vector3::Zero()}};
  while (!open.empty()) {
    Open node = open.back();
    open.pop_back();
    while (windows.size() > node.window + 2u) windows.pop_back();
    bool time = false;
    if (settle(windows[node.window], node, time, proof)) continue;
    const audit::Range &range_a = a_.geometry.group().ranges[node.a], &range_b = b_.geometry.group().ranges[node.b];
    const bool whole = clearance_m_ < 0.0;  // bodies that may penetrate each other are not split
    const bool splits_a = range_a.right != 0 && !whole, splits_b = range_b.right != 0 && !whole;
    if (time || (!splits_a && !splits_b)) {
      const double from = windows[node.window].audited.a, to = windows[node.window].audited.b, at = 0.5 * (from + to);
      if (!(to - from > shortest) || !(from < at && at < to))
        return NoProof{from, "rounding leaves no room for a proof"};
      append(proof, audit::Node::halve);
      const auto next = static_cast<std::uint32_t>(windows.size());
      windows.emplace_back(motion_, ancestor, a_, b_, from, at);
      windows.emplace_back(motion_, ancestor, a_, b_, at, to);
      open.push_back({next + 1, node.a, node.b, node.axis});
      open.push_back({next, node.a, node.b, node.axis});
    } else if (splits_a && (!splits_b || a_.size[node.a] >= b_.size[node.b])) {
      append(proof, audit::Node::split_a);
      open.push_back({node.window, range_a.right, node.b, node.axis});
      open.push_back({node.window, node.a + 1, node.b, node.axis});
    } else {
      append(proof, audit::Node::split_b);
      open.push_back({node.window, node.a, range_b.right, node.axis});
      open.push_back({node.window, node.a, node.b + 1, node.axis});
    }
  }
  return std::nullopt;
}

}  // namespace tocca
