// Balls that cover a part, boxes that hold it, points that belong to it: what ball_lanes tests.
#pragma once

#include <vector>

#include "model/part.hpp"
#include "sweep/ball_lanes.hpp"

namespace tocca {

/// What is known about a movable body, in its own frame.
///
/// Guarantee   The enclosure contains the stored items and everything between them; the cover contains the stored items. Each point is
///             within point_error of a stored item.
struct BodyBalls {
  Ball enclosure;
  std::vector<Ball> cover;
  std::vector<ItemPoint> points;
  double reach;  ///< no point of these is farther from the frame's origin
  bool hollow;   ///< something may be inside a closed mesh of it without touching an item
  double point_error;

  explicit BodyBalls(const Part& part);
};

/// The still parts of a model, relative to an origin.
class StillVolumes {
 public:
  StillVolumes() = default;
  StillVolumes(std::span<const Part* const> parts, const Vector3& origin);

  int part_count() const { return static_cast<int>(root_.size()); }
  bool hollow(int part) const { return hollow_[static_cast<std::size_t>(part)] != 0; }  ///< as BodyBalls::hollow
  /// One box per part, which holds the part and whatever is between its items.
  std::span<const StillBox> wholes() const { return wholes_; }
  /// The boxes of all parts, where root(part) and those below it hold the stored items of a part.
  std::span<const StillBox> boxes() const { return boxes_; }
  int root(int part) const { return root_[static_cast<std::size_t>(part)]; }
  std::span<const StillSolid> solids(int part) const {
    const auto index = static_cast<std::size_t>(part);
    return {solids_.data() + first_solid_[index], solids_.data() + first_solid_[index + 1]};
  }
  /// Appends the parts that come near a box given by its corners, always in the same order; errors of the parts' boxes are included.
  void append_near(const Vector3& lower, const Vector3& upper, std::vector<int>& parts) const;

 private:
  struct Bounds {
    float lower[3], upper[3];

    void include(const Bounds& other);
    /// A NaN is apart from nothing.
    bool apart(const Bounds& other) const;
  };
  static constexpr std::size_t block_size = 32;
  void sort_in_space();
  void add_boxes(const Part& part, const Vector3& origin);
  void add_solids(const Part& part, const Vector3& origin);

  std::vector<StillBox> wholes_, boxes_;
  std::vector<int> root_;
  std::vector<char> hollow_;
  std::vector<Bounds> bounds_;  // of each part
  std::vector<int> order_;      // parts, in blocks of neighbours
  std::vector<Bounds> blocks_;
  std::vector<StillSolid> solids_;
  std::vector<int> first_solid_;
};

}  // namespace tocca
