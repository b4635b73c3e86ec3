// The first contact of a deformable mesh with a rigid part, with another deformable mesh, and with itself. Proofs: docs/maths/deformable.md.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "contact/touching.hpp"
#include "deformable/chord_contact.hpp"
#include "deformable/feature_pairs.hpp"
#include "tocca/deformable/linear_query.hpp"

namespace tocca {

/// A first contact, where the two touch at time.hi. Triangles have the caller's numbers; of a part: in its own mesh.
struct DeformableContact : Contact {
  DeformableContact() { normal = Vector3::UnitZ(); }  // no normal where one is inside the other

  Bracket time{0.0, 0.0};
  bool initial() const { return time.hi == 0.0; }
};

/// One object per thread: it holds scratch memory, and allocates nothing once that has grown.
///
/// Guarantee   A first contact as docs/promise.md defines it, for surfaces and solids: where none is reported, none is
///             proven, in real arithmetic. Between deformable meshes the answer is exact: they touch, or they do not.
/// Initial     What touches, lies through each other or inside one another at t = 0 has lo = hi = 0.
class DeformableSearch {
 public:
  explicit DeformableSearch(double tolerance_m) : tolerance_m_(tolerance_m) {}

  /// The first contact in the window. `a` is the part. `rounding_m`: as ChordContactSearch. What is inside the other where
  /// the window begins has lo = hi = window.lo.
  /// Undecided if the budget does not suffice: proven apart before found.lo.
  Outcome rigid(const Part& part, const Mover& mover, double rounding_m, const DeformableMesh& mesh, double clearance_m,
                const Interval& window, DeformableContact& found);
  /// How many pairs of volumes and items each of the following questions about a rigid part may examine.
  void set_budget(std::uint64_t budget) { budget_ = budget; }
  bool pair(const DeformableMesh& a, const DeformableMesh& b, DeformableContact& found);
  bool self(const DeformableMesh& mesh, DeformableContact& found);

  /// Is the point inside a solid of the mesh (TriangleMesh::crossings), as it is at t? Exact for the corners as DeformingTriangle computes them; on the
  /// surface either answer.
  bool inside(const DeformableMesh& mesh, const Vector3& point, double t);

  const Statistics& statistics() const { return statistics_; }  ///< of the last question

 private:
  Outcome window(ChordContactSearch& chords, const DeformableMesh& mesh, const Interval& time, int depth,
                 DeformableContact& found);
  void tell_features(ChordContactSearch& chords, const DeformableMesh& mesh, DeformableContact& found);
  bool part_and_mesh_inside(ChordContactSearch& chords, const DeformableMesh& mesh, double t, DeformableContact& found);
  bool component_inside(const DeformableMesh& inner, const DeformableMesh& outer, DeformableContact& found);
  bool surfaces(const DeformableMesh& a, const DeformableMesh& b, DeformableContact& found);
  bool triangles(Index place_a, Index place_b);
  bool finish(const DeformableMesh& a, const DeformableMesh& b, DeformableContact& found);

  double tolerance_m_;
  MeshPair meshes_;
  std::uint64_t budget_ = std::numeric_limits<std::uint64_t>::max();
  Statistics statistics_;
  Index item_ = 0;  // of the part, that touches
  std::vector<Contact> places_;
  bool touches_ = false, pierced_ = false;
  DeformableContact best_;
  FeatureNumbers features_{};
  std::vector<TriangleMesh::Crossing> crossed_;
};

/// Does an edge of one triangle pass through the inside of the other, both ends strictly on different sides? Exact (coordinates below
/// 2^-306 in size count as 0). Triangles that do not meet this way meet, if at all, with a vertex in a face or with two
/// edges.
bool pierces(const std::array<Vector3, 3>& a, const std::array<Vector3, 3>& b);

}  // namespace tocca
