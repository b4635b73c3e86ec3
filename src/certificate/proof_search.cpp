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

/// The greatest n . p of a piece.
double reach(const ConvexPiece& piece, const Vector3& n) {
  if (piece.kind == ConvexPiece::Kind::box) {
    return piece.centre.dot(n) + std::fabs(piece.axis[0].dot(n)) + std::fabs(piece.axis[1].dot(n)) +
           std::fabs(piece.axis[2].dot(n));
  }
  if (piece.kind != ConvexPiece::Kind::core) return support(piece, n).value;
  double most = piece.point[0].dot(n);
  for (int i = 1; i < piece.count; ++i) most = std::max(most, piece.point[i].dot(n));
  return piece.radius == 0.0 ? most : most + piece.radius * n.norm();
}

double half_diagonal(const ConvexPiece& piece) {
  if (piece.kind != ConvexPiece::Kind::core) {
    const double around = piece.kind == ConvexPiece::Kind::box ? 0.0 : piece.radius;
    return std::sqrt(piece.axis[0].squaredNorm() + piece.axis[1].squaredNorm() + piece.axis[2].squaredNorm()) + around;
  }
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
        pose_a{middle_of(audited.first_a), middle_of(audited.last_a)},
        pose_b{middle_of(audited.first_b), middle_of(audited.last_b)} {}
  audit::Window audited;
  std::array<Pose, 2> pose_a, pose_b;  ///< at both ends
};

ProofSearch::ProofSearch(const audit::Motion& motion, const SearchedGroup& a, const SearchedGroup& b,
                         double clearance_m)
    : motion_(motion), a_(a), b_(b), clearance_m_(clearance_m) {
  // Sums of about a hundred products of lengths of this size, each rounded outwards by 1.5 ulps, on either side.
  const double size = a.geometry.farthest() + b.geometry.farthest();
  lost_m_ = 1e-12 * size + 1e-12;
  lost_in_boxes_m_ = lost_m_ + 4e-7 * size;  // |n - U U^T n| <= 2e-7 |n| where U's entries are floats
}

/// The margin of the leaf rule in doubles, minus what the auditor may lose; in doubt the auditor decides.
bool ProofSearch::keeps_apart(const Window& window, const Open& node, const Vector3& axis) const {
  const ConvexPiece &a = a_.pieces[node.a], &b = b_.pieces[node.b];
  double least = std::numeric_limits<double>::infinity(), away = 0.0;
  for (std::size_t end = 0; end < 2; ++end) {
    const Pose &pose_a = window.pose_a[end], &pose_b = window.pose_b[end];
    const Vector3 along_a = pose_a.rotation.transpose() * axis, along_b = pose_b.rotation.transpose() * axis;
    const Vector3 apart = pose_a.translation - pose_b.translation;
    least = std::min(least, axis.dot(apart) - reach(a, -along_a) - reach(b, along_b));
    away = std::max(away, apart.norm());
  }
  const double length = axis.norm();
  const double margin = least - length * (clearance_m_ + window.audited.tubes);
  const bool boxes = a_.geometry.group().ranges[node.a].boxed || b_.geometry.group().ranges[node.b].boxed;
  const double lost = length * ((boxes ? lost_in_boxes_m_ : lost_m_) + 1e-12 * away);
  if (!(margin > -lost)) return false;
  return margin > lost || audit::margin(window.audited, a_.geometry, node.a, b_.geometry, node.b,
                                        {axis[0], axis[1], axis[2]}, clearance_m_) > 0.0;
}

/// Writes a leaf if the axis, rounded to 16 bits or to floats, proves it.
bool ProofSearch::try_leaf(const Window& window, const Open& node, const Vector3& axis,
                           std::vector<std::uint8_t>& proof) const {
  const double most = axis.cwiseAbs().maxCoeff();
  if (!(most > 0.0)) return false;
  const Vector3 rounded = (axis * (32767.0 / most)).array().round();
  if (keeps_apart(window, node, rounded)) {
    append(proof, audit::Node::short_leaf);
    for (int i = 0; i < 3; ++i) append(proof, static_cast<std::int16_t>(rounded[i]));
    return true;
  }
  const Vector3 fine(static_cast<float>(axis[0]), static_cast<float>(axis[1]), static_cast<float>(axis[2]));
  if (!keeps_apart(window, node, fine)) return false;
  append(proof, audit::Node::leaf);
  for (int i = 0; i < 3; ++i) append(proof, static_cast<float>(fine[i]));
  return true;
}

/// Writes a leaf, or says whether time should be split rather than the larger range. First the parent's axis; then the direction between
/// the nearest points at the middle of the chords.
bool ProofSearch::settle(const Window& window, Open& node, bool& time, std::vector<std::uint8_t>& proof) const {
  if (try_leaf(window, node, node.axis, proof)) return true;
  const ConvexPiece &a = a_.pieces[node.a], &b = b_.pieces[node.b];
  const Distance near = closest(placed(a, between(window.pose_a)), placed(b, between(window.pose_b)));
  if (near.lower > 0.0) node.axis = near.normal;
  if (near.lower > clearance_m_ && try_leaf(window, node, near.normal, proof)) return true;
  // How far A moves against B during the window, and how far tubes reach: what a split of time would halve.
  const Vector3 &centre_a = a.some_point(), &centre_b = b.some_point();
  const Vector3 shift = (window.pose_a[1] * centre_a - window.pose_a[0] * centre_a) -
                        (window.pose_b[1] * centre_b - window.pose_b[0] * centre_b);
  const double turned = (window.pose_a[1].rotation - window.pose_a[0].rotation).norm() * a_.size[node.a] +
                        (window.pose_b[1].rotation - window.pose_b[0].rotation).norm() * b_.size[node.b];
  const double motion = shift.norm() + turned + 4.0 * window.audited.tubes;
  time = motion > std::max(a_.size[node.a], b_.size[node.b]);
  return false;
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
