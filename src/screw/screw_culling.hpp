#pragma once

#include <memory>
#include <vector>

#include "model/part.hpp"
#include "screw/screw_frame.hpp"
#include "tocca/screw/screw_pair.hpp"
#include "tocca/screw/screw_results.hpp"

namespace tocca {

/// Two features that may meet, and when: A's of item_a, B's of item_b. corner: which vertex or edge of the triangle; -1 for the face.
struct ScrewFeaturePair {
  ContactKind kind = ContactKind::vertex_face;
  Index item_a = 0, item_b = 0;
  int corner_a = -1, corner_b = -1;
  double from = 0.0, to = 1.0;
};

/// Finds the feature pairs of two polyhedra that may come within a distance of each other during a screw.
///
/// Guarantee   Every pair of owned features (TriangleMesh::owned_features) that is, at some t in [0, latest], at most `level` apart, is visited
///             with a window that holds t; the visitor may lower `latest` as it goes. In real arithmetic: places as stored in the
///             parts, moved by the frame's formula.
/// Order       By the windows' beginnings, in steps of a 64th of the time: the earliest come first, and what begins
///             after `latest` does not come at all. A pair whose angles meet several times, turn after turn, is visited
///             once for each.
/// How         docs/maths/screw_rejections.md; choices: decision record 0022.
/// One object per thread: it holds scratch memory, and allocates nothing once that has grown.
class ScrewCulling {
 public:
  /// Receives the pairs of features that are not rejected.
  class Visitor {
   public:
    virtual ~Visitor() = default;
    /// Returns the time after which nothing matters any more (1: everything matters).
    virtual double visit(const ScrewFeaturePair& pair) = 0;
  };

  /// The parts must consist of meshes only and outlive the object.
  ScrewCulling(const Part& a, const Part& b);
  ~ScrewCulling();
  ScrewCulling(ScrewCulling&&) noexcept;

  /// Everything below is about this screw. `level_m` >= 0.
  void set(const ScrewFrame& frame, double level_m, const ScrewRejections& rejections);
  void run(double latest, Visitor& visitor, ScrewStatistics& statistics);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tocca
