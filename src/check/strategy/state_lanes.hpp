// Which pairs are far apart during which eighths of a step: by balls around bodies, eight states at a time.
#pragma once

#include <span>
#include <vector>

#include "check/model/model_body.hpp"
#include "check/model/still_bodies.hpp"
#include "tocca/check/motion_step.hpp"

namespace tocca {

/// Places everything at the middles of eight windows of a step, and bounds how far it moves around them. One object per thread; setting it does
/// not allocate once it has been as much before. Proof: docs/maths/state_lanes.md.
class StateLanes {
 public:
  /// A bit per window: where two sides are not proven apart.
  struct Open {
    unsigned surfaces = all;  ///< some items may touch
    unsigned solids = all;    ///< or one side may be inside the other
    unsigned doubtful = 0;    ///< some items of meshes may touch, of which no points inside solids tell
    float way_m = 0.0f;       ///< against still bodies: about how far it goes in the step; for choices, not for proofs

    /// The hull of the windows in which surfaces are open; from > to: none.
    double from() const;
    double to() const;
  };
  static constexpr unsigned all = (1u << state_count) - 1u;

  explicit StateLanes(const CollisionModel& model);

  /// The eighths of a step.
  void set(const MotionStep& step);
  /// Eight instants of a step: `first`, `first + spacing`, ...
  void set_instants(const MotionStep& step, double first, double spacing);

  /// Are the two farther apart than the clearance plus the level? Clearances are as in SweepTask. Everything is open for a body whose
  /// motion is not simple enough.
  Open against_still(int body, const double* clearances, double clearance_m, double level_m);
  /// `pair` is one of the model's.
  Open of_pair(int pair, double clearance_m, double level_m);
  /// Is the motion of this body simple enough?
  bool knows(int body) { return prepared(model_.rank(body)).known; }

  /// A contact with a still solid at one of the eight times.
  struct Witness {
    int state = -1;              ///< none
    int rank = -1, part_b = -1;  ///< of the movable body, of the still part
    Index item_a = 0, item_b = 0;
  };
  /// A movable body that is not proven apart from a still part: whether its balls overlap boxes of it at the eight times.
  struct Suspect {
    int rank, part_b;
    unsigned near;  ///< at which times
    unsigned open;  ///< in which windows their surfaces are not proven apart
  };
  /// Of the suspects from number `first` on, the earliest that points of bodies inside still solids prove.
  Witness find_witness(std::size_t first = 0);
  /// Looks between the state before the witness's and that one, eight times finer in each round: an earlier contact of the same suspects, if
  /// there is one at those times. Returns its time. The lanes are set to others afterwards.
  double refine(Witness& witness, int rounds);
  /// Looks at the ends of the windows that are open: a thin solid may lie between two states. Returns the time of the witness, if there is
  /// one. The lanes are set to others afterwards.
  double look_between(Witness& witness);
  /// A bit for each time at which points of bodies are inside still solids.
  unsigned touching();
  std::span<const Suspect> suspects() const { return suspects_; }
  /// The middles of the windows.
  static double time(int state) { return (2 * state + 1) / (2.0 * state_count); }

 private:
  struct BodyLanes {
    bool prepared = false, known = false;
    bool covered = false, pointed = false;  ///< cover and points are placed
    const PoseLanes* pose = nullptr;
    PoseLanes own_pose;  ///< of something that no link is
    int robot = -1, link = -1;
    LaneErrors errors;
    double margin_m = 0.0;  ///< no point of the balls, and of the stored items, is farther from where the lanes have it
    EightPoints centre;     ///< of the enclosure
    std::vector<EightFloats> spreads;
    std::vector<EightPoints> cover, points;
  };
  /// At which times everything is to be placed, and how far around them is looked.
  struct Times {
    double first, spacing, half;
  };
  void begin(const MotionStep& step, const Times& times);
  void look_at(const Times& times);
  template <class Wanted, class Found>
  void for_each_inside(std::size_t first, const Wanted& wanted, const Found& found);
  void place_all();
  BodyLanes& prepared(int rank);
  bool place(int body, BodyLanes& lanes) const;
  void spread(int rank, BodyLanes& lanes);
  const EightFloats& spread_in(const BodyLanes& lanes, int ancestor) const;
  std::span<const EightPoints> points(int rank, BodyLanes& lanes) const;
  void bounds(int rank, const BodyLanes& lanes, double dilation_m, Vector3& lower, Vector3& upper) const;
  PlacedBalls enclosure(int rank, const BodyLanes& lanes) const;
  PlacedBalls cover(int rank, BodyLanes& lanes) const;
  const BodyBalls& balls(int rank) const { return *balls_[static_cast<std::size_t>(rank)]; }

  const CollisionModel& model_;
  const StillVolumes& still_;
  std::vector<const BodyBalls*> balls_;  // of each movable body
  const MotionStep* step_ = nullptr;
  Times times_{};
  bool all_placed_ = false;       // at these times
  std::vector<LinkLanes> links_;  // of each robot
  std::vector<char> placed_;      // of each robot: its lanes are set
  std::vector<BodyLanes> bodies_;
  std::vector<int> near_parts_;
  std::vector<CarryingJoint> chain_;
  std::vector<Suspect> suspects_;
};

}  // namespace tocca
