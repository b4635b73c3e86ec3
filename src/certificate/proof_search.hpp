// Finds proofs that the auditor accepts: a descent through time and the ranges of two groups.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "audit/cover.hpp"
#include "audit/solids.hpp"
#include "certificate/group_items.hpp"

namespace tocca {

/// A group as a search sees it: for the auditor, and in doubles.
struct SearchedGroup {
  /// Divides the group.
  SearchedGroup(audit::Group& group, const std::string& name);

  GroupItems items;
  std::vector<ConvexPiece> pieces;  ///< of each range, in the group's frame
  audit::Geometry geometry;
  std::vector<double> size;         ///< of each range: half its diagonal
  audit::Solids solids;
};

/// Where a search gave up: two items that come nearer than the auditor can tell from a contact.
struct NoProof {
  double time = 0.0;
  std::string why;
};

/// Appends the proof of one pair on [0, until] to `proof`, node by node in preorder. Every leaf was accepted by the auditor's own rule.
class ProofSearch {
 public:
  ProofSearch(const audit::Motion& motion, const SearchedGroup& a, const SearchedGroup& b, double clearance_m)
      : motion_(motion), a_(a), b_(b), clearance_m_(clearance_m) {}

  std::optional<NoProof> run(double until, std::vector<std::uint8_t>& proof);

 private:
  struct Window;
  struct Open;
  bool settle(const Window& window, const Open& node, Vector3& axis, bool& time) const;

  const audit::Motion& motion_;
  const SearchedGroup &a_, &b_;
  double clearance_m_;
};

}  // namespace tocca
