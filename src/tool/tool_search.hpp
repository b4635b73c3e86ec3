// A rigid tool on its way between two samples against a deforming surface: the first contact, and all at an instant.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "deformable/chord_contact.hpp"
#include "motion/in_between_tube.hpp"
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
};

/// What is examined: triangles with their boxes, during a step.
struct Surroundings {
  const SurfaceStep& surface;
  const BoxedTriangles& boxed;
  std::span<const Index> places;  ///< which of them
};

/// Descends the tool's hierarchy of boxes with the triangles that each box may meet; time is split where the motion
/// bends.
///
/// Guarantee   If the candidates include all triangles within the clearance of the tool at any time of the step: that
///             of ChordContactSearch, for all items and triangles at once. at() lists every pair shown to be no farther
///             apart than clearance plus tolerance.
/// Cut         If the deadline passes, undecided_from() says what was not examined: before that time there is no
///             contact. A contact found is real, but there may be an earlier one after that time.
class ToolSearch {
 public:
  /// The part must outlive it.
  ToolSearch(const Part& tool, double clearance_m, double tolerance_m);

  const ToolOutline& outline() const { return outlines_[0]; }
  /// By how much a volume must be dilated so that no candidate is lost.
  double dilation_m() const { return dilation_m_; }

  /// How many of the candidates were in the volume of the whole tool and motion of the last question.
  std::size_t selected() const { return selected_; }
  /// From the last question; 2 if nothing was left out.
  double undecided_from() const { return undecided_from_; }

  /// The earliest contact during the step; false: none before undecided_from(). `guesses`: pairs that may touch from the start.
  bool first(const ToolMotion& motion, const Surroundings& near, std::span<const ToolTouch> guesses, Deadline& deadline,
             ToolTouch& touch);
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
  double way(const Window& window) const;
  bool is_over(const Window& window);
  void descend(Index node, const Window& window, std::size_t first, std::size_t count, int halvings);
  bool is_outside(Index place, const Window& window, const ToolVolume& volume) const;
  void exclude(const ToolVolume& volume, const Window& window, std::size_t kept);
  void visit_leaf(Index node, const Window& window, std::size_t kept);
  void visit(Index item, const Window& window, Index triangle);
  static bool is_well_inside(const ConvexPiece& piece, const Vector3& p);
  bool touches(Index item, Index triangle, double t, ToolTouch& touch);
  DeformingTriangle triangle_of(Index triangle) const;

  const Part& tool_;
  double clearance_m_, tolerance_m_, dilation_m_;
  std::vector<ToolOutline> outlines_;  // one per node
  std::vector<double> sizes_;          // half_size() of each
  std::vector<Index> lists_;           // places of the boxes under examination, one list after the other
  // What is being asked:
  Aim aim_ = Aim::first;
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

}  // namespace tocca
