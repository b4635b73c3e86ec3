// What a certificate claims, as it stands in the file (docs/certificate-format.md). Nothing here is trusted: reader.cpp checks form and
// ranges, the rules check the rest.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "audit/interval.hpp"

namespace tocca::audit {

/// A constant affine map in doubles, exactly as the producer stores it: rotation by rows, then translation.
struct Placement {
  std::array<Point, 3> rotation{{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
  Point translation{};
};

enum class FrameKind : std::uint8_t { fixed = 0, turn = 1, slide = 2, free = 3 };

/// Places a frame in its parent: p -> X p, X R(axis, q) p or X (p + q axis), with q = multiplier * coordinate + offset.
/// R(a, q) = I + sin q [a]x + (1 - cos q) [a]x^2. A free frame is given anew in every segment, parent included.
struct Frame {
  std::int32_t parent = -1;  ///< -1: the world; always less than the frame's own number
  FrameKind kind = FrameKind::fixed;
  Placement placement;
  Point axis{1.0, 0.0, 0.0};
  std::uint32_t coordinate = 0;
  double multiplier = 1.0, offset = 0.0;
};

enum class Shape : std::uint8_t { sphere = 0, capsule = 1, box = 2, cylinder = 3, cone = 4, hull = 5, mesh = 6 };

/// A piece of a body, in a frame of its own.
struct Collider {
  Placement placement;
  Shape shape = Shape::sphere;
  Point size{};  ///< sphere: radius; capsule, cylinder, cone: radius, length; box: full sizes
  std::vector<Point> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< of a mesh
};

/// p of a collider's frame is body.placement (collider.placement p) in the group's.
struct Body {
  std::string name;
  Placement placement;
  std::vector<Collider> colliders;
};

/// A range of a group's items, which the group's list of ranges divides into two; nested ranges in preorder.
struct Range {
  std::uint32_t begin = 0, count = 0;
  std::uint32_t right = 0;  ///< its second child; the first follows it. 0: an item by itself
  bool boxed = false;       ///< all items satisfy low[i] <= axes[i] . p <= high[i] in the group's frame
  std::array<ShortPoint, 3> axes{};
  ShortPoint low{}, high{};
};

/// Bodies that rest in one frame. Items are numbered body by body, collider by collider: a mesh's triangles, or one for anything else.
struct Group {
  std::int32_t frame = -1;
  std::vector<Body> bodies;
  std::vector<std::uint32_t> order;  ///< a permutation of the items
  std::vector<Range> ranges;
};

/// Two groups: checked with a clearance, or left out for a reason (Statement::reasons).
struct Pair {
  std::uint32_t a = 0, b = 0;
  double clearance_m = 0.0;
  std::uint32_t reason = 0;  ///< 0: checked
};

struct InputFile {
  std::string role, name;
  std::array<std::uint8_t, 32> digest{};
};

struct Statement {
  std::string producer;
  std::vector<InputFile> inputs;
  double tolerance_m = 1e-6;
  bool continuous = true;            ///< each segment begins where the one before it ends
  std::vector<std::string> reasons;  ///< reason k is entry k - 1
  std::uint32_t coordinates = 0;
  std::vector<std::string> coordinate_names;
  std::vector<Frame> frames;
  std::vector<Group> groups;
  std::vector<Pair> pairs;  ///< of all groups a < b, in order: (0, 1), (0, 2), ..., (1, 2), ...
};

/// A coordinate during one segment: a polynomial by its Bernstein control values, each known to within `radius`.
struct Law {
  std::uint8_t degree = 1;
  double radius = 0.0;
  std::array<double, 6> control{};
};

/// A pair that is not checked in one segment.
struct Exemption {
  std::uint32_t pair = 0, reason = 0;
};

/// One piece of the path, t from 0 to 1, and the proof that it is free for 0 <= t <= until.
struct Segment {
  std::int64_t index = 0;       ///< of the producer's path
  double from = 0.0, to = 1.0;  ///< which part of that segment's time this is
  double until = 1.0;
  std::vector<Law> laws;
  std::vector<Frame> free_frames;  ///< in the order of the statement's free frames
  std::vector<Exemption> exempt;   ///< ascending by pair
  std::vector<std::uint8_t> proof;
};

/// Where two items meet: a point of each, in the item's own collider's frame.
struct Witness {
  std::uint32_t group = 0, item = 0;
  std::vector<double> weights;  ///< of the vertices of a triangle or hull; empty for other shapes
  Point point{};                ///< of another shape
};

struct Contact {
  double time = 0.0;  ///< in the last segment
  bool inside =
      false;  ///< a's point lies in the mesh that b's item belongs to; else both points are within clearance + tolerance
  Witness a, b;
};

/// The end of a certificate.
struct Claim {
  bool free = true;
  std::uint64_t segments = 0;
  Contact contact;  ///< if it is not free
};

}  // namespace tocca::audit
