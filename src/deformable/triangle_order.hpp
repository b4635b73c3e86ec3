#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "deformable/float_box.hpp"
#include "tocca/shape/mesh.hpp"

namespace tocca {

/// An order of triangles in which neighbours in space are neighbours: along a Hilbert curve through 1024^3 cubes. Made in slices, so
/// that nothing has to wait for all of it.
///
/// Cells       Cubes, not thousandths of each side: otherwise, in a flat sheet, the third axis would cut what belongs
///             together.
/// Sorting     Keys of 30 bits, in three rounds of counting and spreading by 10 bits each, which keep the order of equal keys: the same
///             calls give the same order.
/// Moving      Positions may change between slices. Keys made at different times give a worse order, not a wrong one.
class TriangleOrder {
 public:
  /// Begins anew, and forgets a slice that was under way.
  void start(std::size_t triangle_count);
  void stop() { phase_ = idle; }
  bool under_way() const noexcept { return phase_ != idle; }

  /// One slice: about as much work as writing `work` triangles; computing a key counts for four. `all` contains the
  /// vertices' boxes. Requires an order under way. Returns whether the order is complete; then it is no longer under
  /// way.
  bool advance(std::span<const Triangle> triangles, std::span<const FloatBox> vertices, const FloatBox& all,
               std::size_t work);
  /// Everything that is left.
  void finish(std::span<const Triangle> triangles, std::span<const FloatBox> vertices, const FloatBox& all);

  // Once complete, until start():
  std::vector<Index>& order() noexcept { return order_; }          ///< numbers of triangles
  std::vector<Triangle>& triangles() noexcept { return sorted_; }  ///< their corners

 private:
  static constexpr int rounds = 3, bits = 10;
  struct Entry {
    std::uint32_t key;
    Index triangle;
  };
  enum Phase { idle, keys, spread_first, spread_last = spread_first + rounds - 1, write };

  void make_keys(std::span<const Triangle> triangles, std::span<const FloatBox> vertices, const FloatBox& all,
                 std::size_t end);
  void spread(int round, std::size_t end);
  void next_phase();

  int phase_ = idle;
  std::size_t place_ = 0;  // of the phase
  std::vector<Entry> entries_, others_;
  std::array<std::array<Index, std::size_t{1} << bits>, rounds> counts_{};
  std::vector<Index> order_;
  std::vector<Triangle> sorted_;
};

}  // namespace tocca
