#pragma once

#include <array>
#include <span>
#include <vector>

#include "deformable/deforming_tree.hpp"

namespace tocca {

/// The reach of something along four directions, at both ends of a step: least at the start, least at the end, -greatest at the start,
/// -greatest at the end; four floats each, one cache line.
///
/// What moves on straight lines has, along a direction, its least and greatest reach between the lines through those at both ends. So two such
/// things are apart at every time where one is beyond the other, the same way, at both ends. That says more than boxes
/// around the whole step: things that move along together stay apart.
struct alignas(64) EndBox {
  std::array<float, 16> reach;

  EndBox joined(const EndBox& other) const {
    EndBox both;
    for (std::size_t k = 0; k < 4; ++k) Four(both.reach.data() + 4 * k) = four(k).min(other.four(k));
    return both;
  }
  /// False: apart at every time. A sum of two floats has the sign of the true sum, or is 0 where subnormals are flushed.
  bool overlaps(const EndBox& other) const {
    const Eigen::Array4f above = (four(0) + other.four(2)).min(four(1) + other.four(3));
    const Eigen::Array4f below = (other.four(0) + four(2)).min(other.four(1) + four(3));
    return !(above.max(below).maxCoeff() > 0.0f);
  }
  /// Sum of its sides along the first three directions, both ends.
  float size() const {
    const Eigen::Array4f sides = four(0) + four(1) + four(2) + four(3);
    return -(sides[0] + sides[1] + sides[2]);
  }

  using Four = Eigen::Map<Eigen::Array4f, Eigen::Aligned16>;
  using ConstFour = Eigen::Map<const Eigen::Array4f, Eigen::Aligned16>;
  ConstFour four(std::size_t k) const { return ConstFour(reach.data() + 4 * k); }
};

/// Twelve directions: x, y, z, x + y + z; x + y, x - y, x + z, x - z; y + z, y - z, x + y - z, x - y + z.
struct EndHull {
  std::array<EndBox, 3> boxes;

  bool overlaps(const EndHull& other) const {
    return boxes[0].overlaps(other.boxes[0]) && boxes[1].overlaps(other.boxes[1]) && boxes[2].overlaps(other.boxes[2]);
  }
  EndHull joined(const EndHull& other) const {
    return {{boxes[0].joined(other.boxes[0]), boxes[1].joined(other.boxes[1]), boxes[2].joined(other.boxes[2])}};
  }
};

/// The origin of the coordinates, and how far floats may be off: the same for everything that is compared.
struct EndFrame {
  Vector3 centre = Vector3::Zero();
  float margin = 0.0f;

  /// For points inside the box.
  static EndFrame around(const FloatBox& box);
};

/// EndBoxes of the vertices, triangles and nodes of a deforming tree, for pairs of triangles: a tree for for_each_pair() and
/// for_each_pair_within(), by the same numbers of nodes and places as the tree it is made of.
///
/// Guarantee   What does not overlap shares no point at any time of the step, in real arithmetic.
/// Cost        100,000 triangles: some 3 ms; nothing is allocated once memory has grown.
class EndBoxes {
 public:
  /// Positions inside the frame's box, in the tree's order of triangles as it is now.
  void fit(const DeformingTree& tree, std::span<const Vector3> from, std::span<const Vector3> to,
           const EndFrame& frame);

  std::size_t leaf_count() const noexcept { return tree_->leaf_count(); }
  bool is_leaf(Index node) const { return tree_->is_leaf(node); }
  const EndBox& box(Index node) const { return nodes_[node]; }
  DeformingTree::Stretch leaf(Index node) const { return tree_->leaf(node); }
  const EndBox& triangle_box(Index place) const { return triangles_[place].boxes[0]; }

  const EndHull& triangle(Index place) const { return triangles_[place]; }
  EndHull edge(Index start, Index end) const {
    const Point &p = points_[start], &q = points_[end];
    return {{around(p, q, 0), around(p, q, 1), around(p, q, 2)}};
  }
  EndHull vertex(Index number) const { return edge(number, number); }
  /// Does it overlap the other? Examines no more directions than necessary.
  bool edge_overlaps(Index start, Index end, const EndHull& other) const {
    const Point &p = points_[start], &q = points_[end];
    return around(p, q, 0).overlaps(other.boxes[0]) && around(p, q, 1).overlaps(other.boxes[1]) &&
           around(p, q, 2).overlaps(other.boxes[2]);
  }
  bool vertex_overlaps(Index number, const EndHull& other) const { return edge_overlaps(number, number, other); }

 private:
  /// A vertex along twelve directions, four at a time: at the start, at the end.
  struct alignas(32) Point {
    std::array<float, 24> along;
    EndBox::ConstFour four(std::size_t k) const { return EndBox::ConstFour(along.data() + 4 * k); }
  };
  /// Of two points, along four directions.
  EndBox around(const Point& p, const Point& q, std::size_t k) const {
    EndBox box;
    for (std::size_t end = 0; end < 2; ++end) {
      const auto x = p.four(2 * k + end), y = q.four(2 * k + end);
      EndBox::Four(box.reach.data() + 4 * end) = x.min(y) - margin_;
      EndBox::Four(box.reach.data() + 8 + 4 * end) = -x.max(y) - margin_;
    }
    return box;
  }

  const DeformingTree* tree_ = nullptr;
  float margin_ = 0.0f;
  std::vector<Point> points_;
  std::vector<EndHull> triangles_;  // by place
  std::vector<EndBox> nodes_;
};

}  // namespace tocca
