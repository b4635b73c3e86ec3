// The truth about two meshes on a screw: every pair of features, roots in 240 bits. No code of the library takes part; only stored numbers
// are read.
#pragma once

#include <array>
#include <vector>

#include "tocca/motion/screw_parameters.hpp"
#include "tocca/shape/mesh.hpp"
#include "tocca/verdict/verdict.hpp"

namespace tocca::testing {

/// A vertex (one index), an edge (two, ascending) or a triangle (three, as the mesh has them).
struct JudgedFeature {
  int count = 0;
  std::array<Index, 3> vertex{};
};

struct JudgedContact {
  double time = 0.0;  ///< of the root, rounded once
  ContactKind kind = ContactKind::vertex_face;
  JudgedFeature a, b;
};

/// One question for two meshes: A on a screw, seen from B.
///
/// How      Pairs of features are followed through halves of time, in doubles: what is farther apart at the middle than the fastest vertex can
///          travel in half of it, and a nanometre, is out. What is left after 2^-26 goes to MPFR: a change of sign of the volume that the
///          four points span (or of its slope, for roots that touch) is bisected, and the root counts where the point lies in the triangle,
///          or on both edges.
/// Not claimed   Features that slide in one another's plane or line (the volume is zero all the time).
class ScrewJudge {
 public:
  ScrewJudge(const TriangleMesh& a, const TriangleMesh& b);

  /// The first contact; empty where there is none. Contacts at the same time to 2^-26 are all told, by time.
  std::vector<JudgedContact> first(const ScrewParameters& screw) { return find(screw, false); }
  std::vector<JudgedContact> all(const ScrewParameters& screw) { return find(screw, true); }

  /// In 240 bits: the distance of a vertex from a triangle, or of two edges, at a time.
  double distance(const ScrewParameters& screw, const JudgedFeature& a, const JudgedFeature& b, double t) const;

  long mpfr_pairs() const { return mpfr_pairs_; }  ///< that had to be looked at with 240 bits
  long unresolved() const { return unresolved_; }  ///< where neither a root nor its absence could be shown

 private:
  struct Feature : JudgedFeature {
    Vector3 middle;
    double radius = 0.0;
  };
  struct Pair {
    int a, b;
  };
  std::vector<JudgedContact> find(const ScrewParameters& screw, bool all);
  static std::vector<Feature> features(const TriangleMesh& mesh);
  void place(const ScrewParameters& screw);
  void halve(double from, double to, int depth);
  bool apart(const Pair& pair, double reach, bool exact) const;
  void solve(const Pair& pair, double from, double to);
  Vector3 moved(const Vector3& at_start) const;

  const TriangleMesh &a_, &b_;
  std::vector<Feature> features_a_, features_b_;
  std::array<double, 2> size_{};  ///< of the meshes about their origins

  // of the question
  const ScrewParameters* screw_ = nullptr;
  bool all_ = false;
  std::vector<Vector3> start_;   ///< A's vertices
  std::vector<Vector3> middle_;  ///< of A's features
  double speed_ = 0.0;
  double sine_ = 0.0, versine_ = 0.0;  ///< of the turn at the middle of the present stretch
  Vector3 slide_;
  std::vector<std::vector<Pair>> active_;  ///< by depth
  std::vector<JudgedContact> found_;
  long mpfr_pairs_ = 0, unresolved_ = 0;
};

}  // namespace tocca::testing
