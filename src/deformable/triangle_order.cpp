#include "deformable/triangle_order.hpp"

#include <algorithm>
#include <utility>

#include "tocca/core/require.hpp"

namespace tocca {
namespace {

constexpr std::size_t block = 64;
using Cells = std::array<std::uint32_t, block>;

/// Cells, 10 bits each, to their places along Hilbert's curve, one bit of each number in turn: Skilling's algorithm ("Programming the Hilbert curve",
/// 2004) without branches, many cells side by side.
void turn_to_curve(std::array<Cells, 3>& x) {
  for (std::uint32_t q = 512; q > 1; q /= 2) {
    const std::uint32_t below = q - 1;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      for (std::size_t i = 0; i < block; ++i) {
        const std::uint32_t set = (x[axis][i] & q) != 0 ? below : 0;       // turn the first axis round,
        const std::uint32_t swap = (x[0][i] ^ x[axis][i]) & below & ~set;  // or exchange the two
        x[axis][i] ^= swap;
        x[0][i] ^= axis == 0 ? set : set | swap;
      }
    }
  }
  for (std::size_t i = 0; i < block; ++i) {
    x[1][i] ^= x[0][i];
    x[2][i] ^= x[1][i];
    std::uint32_t gray = 0;
    for (std::uint32_t q = 512; q > 1; q /= 2) gray ^= (x[2][i] & q) != 0 ? q - 1 : 0;
    for (std::size_t axis = 0; axis < 3; ++axis) x[axis][i] ^= gray;
  }
}

/// Ten bits to every third place.
std::uint32_t thirds(std::uint32_t x) {
  x = (x | x << 16) & 0x030000ffu;
  x = (x | x << 8) & 0x0300f00fu;
  x = (x | x << 4) & 0x030c30c3u;
  return (x | x << 2) & 0x09249249u;
}

}  // namespace

void TriangleOrder::start(std::size_t triangle_count) {
  entries_.resize(triangle_count);
  others_.resize(triangle_count);
  order_.resize(triangle_count);
  sorted_.resize(triangle_count);
  for (auto& counts : counts_) counts.fill(0);
  phase_ = keys;
  place_ = 0;
}

bool TriangleOrder::advance(std::span<const Triangle> triangles, std::span<const FloatBox> vertices,
                            const FloatBox& all, std::size_t work) {
  TOCCA_REQUIRE(under_way(), "an order must be started before it continues");
  while (work > 0 && phase_ != idle) {
    const std::size_t price = phase_ == keys ? 4 : 1;
    const std::size_t count = std::min((work + price - 1) / price, entries_.size() - place_), end = place_ + count;
    if (phase_ == keys) {
      make_keys(triangles, vertices, all, end);
    } else if (phase_ == write) {
      for (std::size_t i = place_; i < end; ++i) {
        order_[i] = entries_[i].triangle;
        sorted_[i] = triangles[order_[i]];
      }
    } else {
      spread(phase_ - spread_first, end);
    }
    place_ = end;
    work -= std::min(work, count * price);
    if (place_ == entries_.size()) next_phase();
  }
  return phase_ == idle;
}

void TriangleOrder::finish(std::span<const Triangle> triangles, std::span<const FloatBox> vertices,
                           const FloatBox& all) {
  while (under_way()) advance(triangles, vertices, all, 8 * triangles.size());
}

/// A measure, not a bound: wherever a centre is put, the order is one.
void TriangleOrder::make_keys(std::span<const Triangle> triangles, std::span<const FloatBox> vertices,
                              const FloatBox& all, std::size_t end) {
  const float side = std::max({all.upper(0) - all.lower(0), all.upper(1) - all.lower(1), all.upper(2) - all.lower(2)});
  const float scale = 1024.0f / std::max(side, 0x1p-100f);
  std::array<Cells, 3> cells{};
  for (std::size_t first = place_; first < end; first += block) {
    const std::size_t count = std::min(block, end - first);
    for (std::size_t i = 0; i < count; ++i) {
      const auto& [a, b, c] = triangles[first + i];
      const FloatBox box = vertices[a].joined(vertices[b]).joined(vertices[c]);
      for (int axis = 0; axis < 3; ++axis) {
        const float middle = 0.5f * (box.lower(axis) + box.upper(axis)), cell = (middle - all.lower(axis)) * scale;
        cells[static_cast<std::size_t>(axis)][i] = static_cast<std::uint32_t>(std::clamp(cell, 0.0f, 1023.0f));
      }
    }
    turn_to_curve(cells);
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t key = thirds(cells[0][i]) << 2 | thirds(cells[1][i]) << 1 | thirds(cells[2][i]);
      entries_[first + i] = {key, static_cast<Index>(first + i)};
      for (int round = 0; round < rounds; ++round) {
        ++counts_[static_cast<std::size_t>(round)][key >> (bits * round) & ((1u << bits) - 1)];
      }
    }
  }
}

/// Each entry to the next place of its digit.
void TriangleOrder::spread(int round, std::size_t end) {
  auto& next = counts_[static_cast<std::size_t>(round)];
  for (std::size_t i = place_; i < end; ++i) {
    others_[next[entries_[i].key >> (bits * round) & ((1u << bits) - 1)]++] = entries_[i];
  }
}

void TriangleOrder::next_phase() {
  place_ = 0;
  if (phase_ == keys) {  // counts become first places
    for (auto& counts : counts_) {
      Index before = 0;
      for (Index& count : counts) before += std::exchange(count, before);
    }
  } else if (phase_ < write) {
    entries_.swap(others_);
  }
  phase_ = phase_ == write ? idle : phase_ + 1;
}

}  // namespace tocca
