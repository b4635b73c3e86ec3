// Where is a point of space: outside a closed surface, inside it, or too near to it to say?
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "tocca/shape/mesh.hpp"

namespace tocca {

/// A grid of cells around closed surfaces, labelled once: a cell that no triangle meets is wholly outside or wholly inside.
///
/// Guarantee   outside, inside: exactly as the given test says of every point of the cell. Rounding is covered: triangles count as
///             2^-20 of a cell thicker than they are, far more than the place of a point in the grid is off.
/// Cost        Built in parallel, the same for any number of threads, in O(cells + triangles); about two cells per triangle, one byte each. A label: some ns.
/// Proof       docs/maths/solids.md
class CellLabels {
 public:
  enum class Label : std::uint8_t { outside, inside, surface };
  /// Is a point inside? Asked once for each connected region of empty cells, by several threads.
  using Contains = std::function<bool(const Vector3&)>;

  /// Labels nothing: every point is `surface`.
  CellLabels() = default;
  /// `bounding`: the triangles that bound solids; nothing is inside where none of them is around.
  CellLabels(std::span<const Vector3> vertices, std::span<const Triangle> bounding, const Contains& contains);

  Label label(const Vector3& point) const;

  /// A way along a coordinate axis that ends outside: crossings on this way alone decide whether its start is inside.
  struct WayOut {
    int axis;
    double sense;  ///< 1 or -1
    double end;    ///< the coordinate where it ends, in an outside cell
  };
  /// The one through the fewest cells; none if the point is not within the grid.
  std::optional<WayOut> way_out(const Vector3& point) const;

  std::size_t bytes() const noexcept { return labels_.size(); }

 private:
  using Cell = Eigen::Vector3i;

  /// A triangle in units of cells, and the box of cells around it.
  struct Shadow {
    std::array<Vector3, 3> corners;
    Cell first, last;

    std::size_t cells() const {
      const auto along = [this](int k) { return static_cast<std::size_t>(last[k] - first[k] + 1); };
      return along(0) * along(1) * along(2);
    }
  };

  bool lay_out(std::span<const Vector3> vertices, std::span<const Triangle> bounding);
  bool mark(std::span<const Vector3> vertices, std::span<const Triangle> bounding);
  void mark(const Shadow& triangle);
  Shadow shadow(std::span<const Vector3> vertices, const Triangle& triangle) const;
  class Regions;
  void label_regions(const Contains& contains);
  void coarsen();

  Vector3 in_cells(const Vector3& point) const { return (point - origin_).cwiseProduct(per_metre_); }
  std::size_t index(const Cell& cell) const {
    return static_cast<std::size_t>(cell[0]) + row() * static_cast<std::size_t>(cell[1]) +
           layer() * static_cast<std::size_t>(cell[2]);
  }
  std::size_t row() const { return static_cast<std::size_t>(count_[0]); }
  std::size_t layer() const { return row() * static_cast<std::size_t>(count_[1]); }
  std::optional<Cell> cell_of(const Vector3& point) const;
  Vector3 middle(const Cell& cell) const;

  Vector3 origin_ = Vector3::Zero(), size_ = Vector3::Zero(), per_metre_ = Vector3::Zero();
  Cell count_ = Cell::Zero();
  std::vector<Label> labels_;
};

}  // namespace tocca
