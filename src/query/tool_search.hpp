// A rigid tool on its way between two samples against a deforming surface: the first contact, and all at an instant.
#pragma once

#include <vector>

#include "tocca/contact/chord_contact.hpp"
#include "tocca/sweep/triangle_selection.hpp"

namespace tocca {

/// One item of the tool against one triangle of the surface.
struct ToolTouch {
  double lo = 1.0, hi = 1.0;  ///< the bracket, as parts of the step
  Index item = 0, triangle = 0;
  Closest place;  ///< at `hi`; a is the tool
};

/// Down the tool's hierarchy of boxes with the triangles that each box may meet; time is split where the motion bends.
///
/// Guarantee   Candidates being a superset of the triangles within the clearance of the tool at any time of the step: as
///             ChordContactSearch, for all items and triangles at once. at() lists every pair that is shown to be no farther
///             apart than clearance and tolerance.
class ToolSearch {
 public:
  /// The part must outlive it.
  ToolSearch(const Part& tool, double clearance_m, double tolerance_m);

  const ToolOutline& outline() const { return outlines_[0]; }
  /// What a volume must be dilated by for no candidate to be lost.
  double dilation_m() const { return dilation_m_; }

  /// How many of the candidates were in the volume of the whole tool and motion of the last question.
  std::size_t selected() const { return selected_; }

  /// The earliest contact during the step; false: none. `tube_m`: of the whole motion and tool.
  bool first(const RigidMotion& motion, double tube_m, const SurfaceStep& surface, std::span<const Index> candidates,
             ToolTouch& touch);
  /// Appends all that touch at time t, by triangle.
  void at(const RigidMotion& motion, double t, const SurfaceStep& surface, std::span<const Index> candidates,
          std::vector<ToolTouch>& touches);
  /// Does anything touch at time t? `scratch` is overwritten.
  bool any_at(const RigidMotion& motion, double t, const SurfaceStep& surface, std::span<const Index> candidates,
              std::vector<ToolTouch>& scratch);

 private:
  struct Window {
    double from, to;
    Pose start, end;
    double tube;
  };
  Window window(double from, double to);
  double way(const Window& window) const;
  void list_all(const RigidMotion& motion, double t, const SurfaceStep& surface, std::span<const Index> candidates,
                std::vector<ToolTouch>& touches, bool is_first_enough);
  void descend(Index node, const Window& window, std::size_t first, std::size_t count, int halvings);
  void visit(Index item, const Window& window, Index triangle);
  void list(Index item, Index triangle, const Window& window);
  DeformingTriangle triangle_of(Index triangle) const;

  const Part& tool_;
  double clearance_m_, tolerance_m_, dilation_m_;
  std::vector<ToolOutline> outlines_;  // one a node
  std::vector<double> sizes_;          // the smallest half size of each node's box
  std::vector<Index> lists_;           // candidates of the boxes that are being looked at, one list after the other
  const Mover* mover_ = nullptr;       // of the motion that is being looked at
  ChordContactSearch* contacts_ = nullptr;  // likewise
  const SurfaceStep* surface_ = nullptr;
  std::vector<ToolTouch>* all_ = nullptr;  // of at()
  ToolTouch found_;
  bool is_found_ = false, is_first_enough_ = false;
  std::size_t selected_ = 0;
};

}  // namespace tocca
