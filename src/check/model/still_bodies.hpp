// The trees and volumes of all bodies that nothing moves.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "check/model/still_solids.hpp"
#include "contact/rss_tree.hpp"
#include "sweep/ball_cover.hpp"
#include "sweep/box_tree.hpp"

namespace tocca {

/// What queries need of the still bodies of a model, in the world; each is known by its rank among them. Immutable, shared by all versions of a model.
class StillBodies {
 public:
  /// `origin`: of the volumes that are stored as floats, so that they lose little near it.
  StillBodies(std::vector<std::shared_ptr<const Part>> parts, const Vector3& origin);

  std::span<const Part* const> parts() const { return addresses_; }
  const std::shared_ptr<const Part>& shared_part(int rank) const { return parts_[static_cast<std::size_t>(rank)]; }
  /// The greatest rounding of a part.
  double rounding_m() const { return rounding_m_; }
  const BoxTree& boxes() const { return boxes_; }  ///< all bodies in one tree, eight per node
  const Vector3& origin() const { return origin_; }
  const StillVolumes& lanes() const { return lanes_; }   ///< for tests of eight states at once, relative to the origin
  const StillSolids& solids() const { return solids_; }  ///< for containment
  /// Built on first use: only questions about distances need it.
  const RssTree& volumes() const;

 private:
  std::vector<std::shared_ptr<const Part>> parts_;
  std::vector<const Part*> addresses_;
  double rounding_m_;
  Vector3 origin_;
  BoxTree boxes_;
  StillVolumes lanes_;
  StillSolids solids_;
  mutable std::once_flag once_;
  mutable RssTree volumes_;
};

}  // namespace tocca
