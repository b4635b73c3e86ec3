// The items of a statement's group as convex pieces, and the ranges over them.
#pragma once

#include <vector>

#include "audit/statement.hpp"
#include "contact/convex_piece.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca {

/// All items of a group in its frame, in doubles: what a search for proofs works on. Proves nothing.
class GroupItems {
 public:
  explicit GroupItems(const audit::Group& group);

  std::size_t size() const { return pieces_.size(); }
  const ConvexPiece& piece(std::uint32_t item) const { return pieces_[item]; }
  /// Points whose hull contains an item.
  std::vector<Vector3> outline(std::uint32_t item) const;

 private:
  void add(const Pose& pose, const audit::Collider& collider);

  std::vector<ConvexPiece> pieces_;
  std::vector<std::shared_ptr<const ConvexHull>> hulls_;
};

/// Divides the items of a group into nested ranges: fills `order` and `ranges`. Returns each range as a piece: its only item, or a tight
/// oriented box, which stands in the range too if it has more than two items.
std::vector<ConvexPiece> divide(const GroupItems& items, audit::Group& group);

ConvexPiece placed(const ConvexPiece& piece, const Pose& X);

}  // namespace tocca
