// A rigid tool on its way between two samples against a deforming surface: the first contact, and all at an instant.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "deformable/chord_contact.hpp"
#include "motion/in_between_tube.hpp"
#include "tool/tool_shapes.hpp"
#include "tool/triangle_selection.hpp"

namespace tocca {

/// How long a sample's work may go on.
class Deadline {
 public:
  explicit Deadline(const std::function<double()>& clock_s) : clock_s_(clock_s) {}

  void set(double at_s) { at_s_ = at_s, passed_ = false, asked_ = 0; }
  /// Some clocks are slow: only the first call and every eighth one asks it, some 10 us of work apart.
  bool passed() {
    if (!passed_ && asked_++ % 8 == 0) passed_ = is_within(0.0);
    return passed_;
  }
  /// Would it be over after this much more work?
  bool is_within(double more_s) const {
    return at_s_ < std::numeric_limits<double>::infinity() && clock_s_() + more_s > at_s_;
  }

 private:
  const std::function<double()>& clock_s_;
  double at_s_ = std::numeric_limits<double>::infinity();
  bool passed_ = false;
  unsigned asked_ = 0;
};

/// The smallest half size; for thin or flat tools, a twentieth of the greatest.
double half_size(const ToolOutline& outline);

/// One item of the tool against one triangle of the surface.
struct ToolTouch {
  Bracket time{1.0, 1.0};  ///< as parts of the step
  Index item = 0, triangle = 0;
  Distance place;  ///< at time.hi; a is the tool. Zero if not asked for.
};

/// How the tool moves during a step, with its tubes.
struct ToolMotion {
  const RigidMotion& motion;
  std::optional<InBetweenTube> tube;  ///< none: the motion computes each
  Pose start, end;                    ///< of the motion, to within what its tube rounds
};

/// What is examined: triangles with their boxes, during a step.
struct Surroundings {
  const SurfaceStep& surface;
  const BoxedTriangles& boxed;
  std::span<const Index> places;  ///< which of them
};

/// What a question leaves for the next one like it: a direction that kept triangles apart, and the triangle that touched first.
/// It affects the time that an answer takes only.
struct SearchMemory {
  Vector3 axis = Vector3::Zero();
  Index triangle = no_index;
};

/// What directions found out, for statistics.
struct SeparationCount {
  std::size_t remembered = 0;  ///< triangles kept apart by a direction that an earlier question had found
  std::size_t searched = 0;    ///< directions that were searched for
};

/// Descends the tool's hierarchy of convex shapes with the triangles that each may meet; time is split where the motion
/// bends. One direction mostly keeps many triangles apart from a shape: each that is found is tried on all that are left, and
/// remembered for the next question.
///
/// Guarantee   If the candidates include all triangles within the clearance of the tool at any time of the step: that
///             of ChordContactSearch, for all items and triangles at once. at() lists every pair shown to be no farther
///             apart than clearance plus tolerance. What is remembered affects the time that it takes only.
/// Cut         If the deadline passes, undecided_from() says what was not examined: before that time there is no
///             contact. A contact found is real, but there may be an earlier one after that time.
class ToolSearch {
 public:
  /// The part must outlive it.
  ToolSearch(const Part& tool, double clearance_m, double tolerance_m);

  const ToolOutline& outline() const { return shapes_.outline(0); }
  const ToolShapes& shapes() const { return shapes_; }
  /// By how much a volume must be dilated so that no candidate is lost.
  double dilation_m() const { return dilation_m_; }
  /// What first() keeps apart is farther than this, beyond tubes: the clearance and half of the tolerance, as ChordContactSearch.
  double first_dilation_m() const { return first_dilation_m_; }

  /// How many of the candidates were in the box of the whole tool and motion of the last question.
  std::size_t selected() const { return selected_; }
  /// From the last question; 2 if nothing was left out.
  double undecided_from() const { return undecided_from_; }
  /// Of all questions since the last call.
  SeparationCount take_count() { return std::exchange(count_, {}); }

  /// The earliest contact during the step; false: none before undecided_from(). `guesses`: pairs that may touch from the start.
  bool first(const ToolMotion& motion, const Surroundings& near, std::span<const ToolTouch> guesses, Deadline& deadline,
             SearchMemory& memory, ToolTouch& touch);
  // Pairs that touch at an instant, most of them without `place`.
  /// Appends all that touch at time t, by triangle; false: not all, the deadline passed.
  bool at(const ToolMotion& motion, double t, const Surroundings& near, Deadline& deadline,
          std::vector<ToolTouch>& touches);
  /// All triangles of at() for a contact, including its own, ascending; `touches` is overwritten. False: not all.
  bool list(const ToolMotion& motion, const ToolTouch& contact, const Surroundings& near, Deadline& deadline,
            std::vector<ToolTouch>& touches, std::vector<std::uint32_t>& triangles);
  /// Does anything touch at time t? `guesses` are tried first. After the deadline: whether one of the guesses does.
  bool any_at(const ToolMotion& motion, double t, const Surroundings& near, Deadline& deadline,
              std::span<const ToolTouch> guesses);

 private:
  struct Window {
    double from, to;
    Pose start, end;
    double tube;
  };
  enum class Aim { first, all, any };
  /// The tool on its way, while a question is being answered.
  struct Way {
    Way(ToolSearch& search, const ToolMotion& motion);
    Mover mover;
    ChordContactSearch contacts;
  };

  void begin(Aim aim, const Surroundings& near, Deadline& deadline);
  Window window(double from, double to) const;
  Pose pose(double t) const { return t == 0.0 ? motion_->start : t == 1.0 ? motion_->end : mover_->pose(t); }
  double way(const Window& window) const;
  bool is_over(const Window& window);
  double level_m() const { return aim_ == Aim::first ? first_dilation_m_ : dilation_m_; }
  void descend(Index node, const Window& window, std::size_t first, std::size_t count, int halvings);
  void examine(Index node, const Window& window, std::size_t kept, std::size_t count, int halvings);
  void halve(Index node, const Window& window, std::size_t kept, int halvings);
  std::size_t sweep(Index node, const Window& window, const Vector3& axis, std::size_t begin, double level_m);
  void separate(Index node, const Window& window, std::size_t kept);
  bool is_below(Index place, const Window& window, const SeparatingPlane& plane, double& along) const;
  Vector3 direction(Index node, const Window& window, Index place);
  void advance(Index node, Window window, std::size_t kept, int halvings);
  void visit_leaf(Index node, const Window& window, std::size_t kept);
  bool visit(Index item, const Window& window, Index triangle);
  ChordContact first_contact(Index item, const DeformingTriangle& triangle, const Interval& window);
  /// What a chord's gaps have to exceed: a distance, what is off by rounding, and the tube.
  struct ChordLevel {
    double level_m, error_m;
    double dilation(double tube) const { return (level_m + error_m + tube) * (1.0 + 0x1p-40); }
  };
  double gap(Index node, const Vector3& direction, const Pose& X, const std::array<Vector3, 3>& corners) const;
  double slide(Index node, const DeformingTriangle& triangle, const Window& chord, const ChordLevel& level,
               const Distance& near, double rate);
  ChordContact walk(Index node, const DeformingTriangle& triangle, const Interval& window);
  static bool is_well_inside(const ConvexPiece& piece, const Vector3& p);
  bool touches(Index item, Index triangle, double t, ToolTouch& touch);
  DeformingTriangle triangle_of(Index triangle) const;

  const Part& tool_;
  double clearance_m_, tolerance_m_, least_dilation_m_, first_dilation_m_, dilation_m_;
  ToolShapes shapes_;
  std::vector<double> sizes_;  // half_size() of each node
  std::vector<Index> leaves_;  // of each item: the node that is this item, a polytope; or no_index
  std::vector<Vector3> axes_;  // of each node: the direction that separated last, or zero
  std::vector<Index> lists_;   // places of the boxes under examination, one list after the other
  SeparationCount count_;
  // What is being asked:
  Aim aim_ = Aim::first;
  Index likely_ = no_index;  ///< the triangle to try first
  const ToolMotion* motion_ = nullptr;
  const Mover* mover_ = nullptr;
  ChordContactSearch* contacts_ = nullptr;
  const Surroundings* near_ = nullptr;
  Deadline* deadline_ = nullptr;
  std::vector<ToolTouch>* all_ = nullptr;
  ToolTouch found_;
  bool is_found_ = false;
  double undecided_from_ = 2.0;
  std::size_t selected_ = 0;
};

/// Takes off a list, from `begin` on, the places of triangles that are below the plane as they stand; how many. What reaches
/// farthest beyond it is first among those that are left.
std::size_t take_below(const SeparatingPlane& plane, const Surroundings& still, std::vector<Index>& places,
                       std::size_t begin);

}  // namespace tocca
