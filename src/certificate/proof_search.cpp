#include "certificate/proof_search.hpp"

#include <cstring>

#include "certificate/statement_poses.hpp"
#include "contact/closest.hpp"

namespace tocca {
namespace {

/// The chord's middle: entry by entry, as points on chords move.
Pose between(const Pose& x, const Pose& y) {
  return {0.5 * (x.rotation + y.rotation), 0.5 * (x.translation + y.translation)};
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

Vector3 centre_of(const ConvexPiece& piece) { return piece.some_point(); }

void append(std::vector<std::uint8_t>& proof, audit::Node node) { proof.push_back(static_cast<std::uint8_t>(node)); }

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
        first_a(middle_of(audited.first_a)),
        last_a(middle_of(audited.last_a)),
        first_b(middle_of(audited.first_b)),
        last_b(middle_of(audited.last_b)),
        middle_a(between(first_a, last_a)),
        middle_b(between(first_b, last_b)) {}
  audit::Window audited;
  Pose first_a, last_a, first_b, last_b, middle_a, middle_b;
};

struct ProofSearch::Open {
  std::uint32_t window, a, b;
};

/// True with an axis that the auditor accepts; else whether time should be split, rather than the larger range.
bool ProofSearch::settle(const Window& window, const Open& node, Vector3& axis, bool& time) const {
  const ConvexPiece &a = a_.pieces[node.a], &b = b_.pieces[node.b];
  const ConvexPiece at_a = placed(a, window.middle_a), at_b = placed(b, window.middle_b);
  const Distance near = closest(at_a, at_b);
  axis = near.normal.cast<float>().cast<double>();
  if (near.lower > clearance_m_ && audit::margin(window.audited, a_.geometry, node.a, b_.geometry, node.b,
                                                 {axis[0], axis[1], axis[2]}, clearance_m_) > 0.0) {
    return true;
  }
  // How far A moves against B during the window, and how far tubes reach: what a split of time would halve.
  const Vector3 centre_a = centre_of(a), centre_b = centre_of(b);
  const Vector3 shift =
      (window.last_a * centre_a - window.first_a * centre_a) - (window.last_b * centre_b - window.first_b * centre_b);
  const double turned = (window.last_a.rotation - window.first_a.rotation).norm() * a_.size[node.a] +
                        (window.last_b.rotation - window.first_b.rotation).norm() * b_.size[node.b];
  const double motion = shift.norm() + turned + 4.0 * window.audited.tubes;
  time = motion > std::max(a_.size[node.a], b_.size[node.b]);
  return false;
}

std::optional<NoProof> ProofSearch::run(double until, std::vector<std::uint8_t>& proof) {
  constexpr double shortest = 0x1p-40;
  const int ancestor = motion_.common(a_.geometry.group().frame, b_.geometry.group().frame);
  std::vector<Window> windows{Window(motion_, ancestor, a_, b_, 0.0, until)};
  std::vector<Open> open{{0, 0, 0}};
  while (!open.empty()) {
    const Open node = open.back();
    open.pop_back();
    while (windows.size() > node.window + 2u) windows.pop_back();
    const Window& window = windows[node.window];
    Vector3 axis;
    bool time = false;
    if (settle(window, node, axis, time)) {
      append(proof, audit::Node::leaf);
      for (int i = 0; i < 3; ++i) {
        const auto x = static_cast<float>(axis[i]);
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(&x);
        proof.insert(proof.end(), bytes, bytes + sizeof(x));
      }
      continue;
    }
    const audit::Range &range_a = a_.geometry.group().ranges[node.a], &range_b = b_.geometry.group().ranges[node.b];
    const bool whole = clearance_m_ < 0.0;  // bodies that may penetrate each other are not split
    const bool splits_a = range_a.right != 0 && !whole, splits_b = range_b.right != 0 && !whole;
    if (time || (!splits_a && !splits_b)) {
      const double from = window.audited.a, to = window.audited.b, at = 0.5 * (from + to);
      if (!(to - from > shortest) || !(from < at && at < to))
        return NoProof{from, "rounding leaves no room for a proof"};
      append(proof, audit::Node::halve);
      const auto next = static_cast<std::uint32_t>(windows.size());
      windows.emplace_back(motion_, ancestor, a_, b_, from, at);
      windows.emplace_back(motion_, ancestor, a_, b_, at, to);
      open.push_back({next + 1, node.a, node.b});
      open.push_back({next, node.a, node.b});
    } else if (splits_a && (!splits_b || a_.size[node.a] >= b_.size[node.b])) {
      append(proof, audit::Node::split_a);
      open.push_back({node.window, range_a.right, node.b});
      open.push_back({node.window, node.a + 1, node.b});
    } else {
      append(proof, audit::Node::split_b);
      open.push_back({node.window, node.a, range_b.right});
      open.push_back({node.window, node.a, node.b + 1});
    }
  }
  return std::nullopt;
}

}  // namespace tocca
