// Pairs of items that boxes could not keep apart, gathered until eight of a kind can be clipped at once.
#pragma once

#include "sweep/clip_items.hpp"

namespace tocca {

/// The items below a node of a that are better tested one by one than by opening boxes: a call for boxes costs as much as
/// eight pairs of items, however few lanes are still open. Those of a leaf always; otherwise none if there are more than eight
/// pairs with the items of b's open leaves.
std::span<const Index> items_at_once(const Part& a, Index node_a, const BoxLanes& b, unsigned open);

/// Up to eight pairs of items of two bodies on the same chords: two cores (triangles, or what is inside spheres and
/// capsules), or a core and a solid with faces (a box, or the box around a cylinder or a cone that faces the core). Proof:
/// docs/maths/item_lanes.md.
class ItemLanes {
 public:
  struct Pair {
    int part_b;
    Index item_a, item_b;
    double clearance_m;
    float from, to;  ///< parameters of the chord
  };
  enum class Kind : std::uint8_t { cores, solid_b, solid_a, none };
  static constexpr int kinds = 3;

  /// Which kernel takes the pair; none: no kernel does.
  static Kind kind_of(const Part& a, Index item_a, const Part& b, Index item_b);

  /// Empty, for pairs of one kind. `chord_b`: null if b stands still. Keeps both.
  void begin(Kind kind, const Chord& chord_a, const Chord* chord_b);
  bool empty() const { return count_ == 0; }
  bool full() const { return count_ == lane_count; }
  /// Requires   !full(), and kind_of(...) to be the kind of the lanes.
  void add(const Part& a, const Part& b, const Pair& pair);

  /// Clips the windows of all pairs to the times at which they may be within clearance + `distance` of each other, and
  /// forgets them. Returns those that are left, valid until the next pair is added.
  std::span<const Pair> clip(double distance);

 private:
  /// The poses of one side at both ends of the chord.
  struct Side {
    Pose pose[2];
    double stretch = 1.0;  ///< of the rotations: no column is larger, by the sum of absolute values
    double growth = 1.0;   ///< no ball becomes larger than this, relative to itself
    bool turned = false, moves = false;

    void begin(const Chord* chord);
  };
  /// A solid at both ends of the chord; that of the last pair often is that of the next.
  struct Placed {
    const Part* part = nullptr;
    Index item = 0;
    Matrix3 axes[2];
    Vector3 centre[2];
  };

  struct Core;

  void set_sides();
  static Core core_of(const Part& part, Index item);
  void set_base(const Side& side, const Vector3& reference, PointLanes& points);
  void set_offsets(const Side& side, const Core& core, const Vector3& reference, PointLanes& points);
  void set_solid(const Part& part, Index item, const Vector3& towards);

  Kind kind_ = Kind::none;
  const Chord* chord_a_ = nullptr;
  const Chord* chord_b_ = nullptr;
  bool ready_ = false;  // core_ and other_ are those of the chords
  int count_ = 0;
  Side core_, other_;  // a's and b's; the other way round if a's items are the solids
  Vector3 core_reference_, other_reference_, origin_;
  double far_ = 0.0;  // what doubles lose in placing, both sides together
  double radius_[lane_count];
  Pair pairs_[lane_count];
  PointLanes cores_, others_;
  SolidLanes solids_;
  Placed placed_;
};

}  // namespace tocca
