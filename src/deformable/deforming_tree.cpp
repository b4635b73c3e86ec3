#include "deformable/deforming_tree.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "tocca/core/require.hpp"

namespace tocca {
namespace {

/// At most x, for |x| <= largest_coordinate. The conversion errs by 2^-24 |x| at most, or 2^-150; so do the product and the difference,
/// of what they round: 2^-24 |f| three times is below 2^-22 |f|, and 2^-120 is above everything that underflows.
float rounded_down(double x) {
  const auto f = static_cast<float>(x);
  return f - (std::fabs(f) * 0x1p-22f + 0x1p-120f);
}

/// Sizes of many boxes together: a measure, not a bound. Short rows of floats are added up before they become doubles.
class SizeSum {
 public:
  void add(const FloatBox& box) {
    row_ += box.low() + box.high();  // lower - upper
    if (++count_ == 64) flush();
  }
  double total() {
    flush();
    return -total_;
  }

 private:
  void flush() {
    total_ += static_cast<double>(row_[0]) + static_cast<double>(row_[1]) + static_cast<double>(row_[2]);
    row_.setZero();
    count_ = 0;
  }
  Eigen::Array4f row_ = Eigen::Array4f::Zero();
  int count_ = 0;
  double total_ = 0.0;
};

}  // namespace

FloatBox FloatBox::around(const Vector3& p, const Vector3& q) {
  FloatBox box;
  for (std::size_t i = 0; i < 3; ++i) {
    const double x = p[static_cast<Eigen::Index>(i)], y = q[static_cast<Eigen::Index>(i)];
    box.ends[i] = rounded_down(x < y ? x : y);
    box.ends[i + 4] = rounded_down(x < y ? -y : -x);
  }
  box.ends[3] = box.ends[7] = 0.0f;
  return box;
}

void DeformingTree::set_triangles(std::span<const Triangle> triangles) {
  given_.assign(triangles.begin(), triangles.end());
  triangles_.resize(given_.size());
  order_.resize(given_.size());
  const std::size_t wished = std::max<std::size_t>(1, (given_.size() + 3) / 4);
  leaf_count_ = std::bit_ceil(wished);
  depth_ = std::countr_zero(leaf_count_);
  nodes_.resize(2 * leaf_count_);
  next_.stop();
  built_ = false;
}

bool DeformingTree::update(std::span<const Vector3> from, std::span<const Vector3> to) {
  if (!built_) {
    build(from, to);
    return true;
  }
  place_vertices(from, to);
  // The root's box is that of the step before: keys are put into its cells all the same.
  const std::size_t slice = std::max<std::size_t>(4096, given_.size() / 8);
  const bool complete = next_.under_way() && next_.advance(given_, vertices_, root(), slice);
  if (complete) {
    change_over();
    return true;
  }
  fit();
  lost_ += std::max(0.0, size_ / size_when_built_ - 1.0);
  if (lost_ > build_price && !next_.under_way()) next_.start(given_.size());
  return false;
}

void DeformingTree::refit(std::span<const Vector3> from, std::span<const Vector3> to) {
  place_vertices(from, to);
  fit();
}

void DeformingTree::place_vertices(std::span<const Vector3> from, std::span<const Vector3> to) {
  TOCCA_REQUIRE(from.size() == to.size(), "each vertex must have a start and an end");
  vertices_.resize(from.size());
  // Coordinates as one row of numbers, for vector instructions; then three by three into boxes.
  static_assert(sizeof(Vector3) == 3 * sizeof(double));
  constexpr std::size_t block = 128;
  std::array<float, 3 * block> lower, upper;
  for (std::size_t first = 0; first < from.size(); first += block) {
    const std::size_t count = std::min(block, from.size() - first);
    const double *const p = from[first].data(), *const q = to[first].data();
    for (std::size_t i = 0; i < 3 * count; ++i) {
      lower[i] = rounded_down(p[i] < q[i] ? p[i] : q[i]);
      upper[i] = rounded_down(-(p[i] > q[i] ? p[i] : q[i]));
    }
    for (std::size_t i = 0; i < count; ++i) {
      const float *const x = &lower[3 * i], *const y = &upper[3 * i];
      vertices_[first + i].ends = {x[0], x[1], x[2], 0.0f, y[0], y[1], y[2], 0.0f};
    }
  }
}

void DeformingTree::fit() {
  SizeSum sum;
  for (std::size_t leaf = 0; leaf < leaf_count_; ++leaf) {
    const Index first = first_of(leaf), last = first_of(leaf + 1);
    FloatBox box = triangle_box(first);
    for (Index place = first + 1; place < last; ++place) box = box.joined(triangle_box(place));
    nodes_[leaf_count_ + leaf] = box;
    sum.add(box);
  }
  for (std::size_t i = leaf_count_ - 1; i > 0; --i) {
    nodes_[i] = nodes_[2 * i].joined(nodes_[2 * i + 1]);
    sum.add(nodes_[i]);
  }
  size_ = sum.total();
}

void DeformingTree::build(std::span<const Vector3> from, std::span<const Vector3> to) {
  TOCCA_REQUIRE(std::all_of(given_.begin(), given_.end(),
                            [&](const Triangle& t) {
                              return std::max({t[0], t[1], t[2]}) < from.size();
                            }),
                "a triangle must refer to existing vertices");
  place_vertices(from, to);
  FloatBox all = vertices_[given_[0][0]];
  for (const Triangle& t : given_) all = all.joined(vertices_[t[0]].joined(vertices_[t[1]]).joined(vertices_[t[2]]));
  next_.start(given_.size());
  next_.finish(given_, vertices_, all);
  change_over();
}

void DeformingTree::change_over() {
  order_.swap(next_.order());
  triangles_.swap(next_.triangles());
  fit();
  size_when_built_ = std::max(size_, 0x1p-1000);
  lost_ = 0.0;
  built_ = true;
}

Aabb DeformingTree::bounds() const {
  Aabb box;
  for (int i = 0; i < 3; ++i) {
    box.lower[i] = static_cast<double>(root().lower(i));
    box.upper[i] = static_cast<double>(root().upper(i));
  }
  return box;
}

}  // namespace tocca
