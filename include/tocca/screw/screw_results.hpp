#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tocca/verdict/verdict.hpp"

namespace tocca {

/// One level of kim-2003's rejection tests: how many pairs were looked at, and which test was the first to reject them.
struct RejectionCounts {
  std::uint64_t tested = 0;
  std::uint64_t height = 0;   ///< beyond the ends of the swept range along the axis
  std::uint64_t outside = 0;  ///< farther from the axis than any part of the other
  std::uint64_t inside = 0;   ///< nearer to it than any part of the other
  std::uint64_t angle = 0;    ///< not within the swept angle, or not when the heights meet

  std::uint64_t rejected() const { return height + outside + inside + angle; }
  RejectionCounts& operator+=(const RejectionCounts& other) {
    tested += other.tested, height += other.height, outside += other.outside, inside += other.inside;
    angle += other.angle;
    return *this;
  }
};

/// Work done by one ScrewPair question.
struct ScrewStatistics {
  std::uint64_t segments = 0;   ///< screws of the chain examined
  RejectionCounts objects;      ///< one's sphere against the other's cylinder
  RejectionCounts volumes;      ///< pairs of nodes of the trees
  RejectionCounts vertex_face;  ///< both ways
  RejectionCounts edge_edge;
  std::uint64_t roots = 0;         ///< equations solved
  std::uint64_t static_tests = 0;  ///< exact distances computed

  ScrewStatistics& operator+=(const ScrewStatistics& other) {
    segments += other.segments, roots += other.roots, static_tests += other.static_tests;
    objects += other.objects, volumes += other.volumes, vertex_face += other.vertex_face, edge_edge += other.edge_edge;
    return *this;
  }
};

/// One contact of two features: place and normal in B's frame at time.hi, and the triangles that own the features.
struct ScrewContact : Contact {
  Bracket time;                        ///< proven apart just before time.lo; within the tolerance at time.hi
  std::array<int, 2> corners{-1, -1};  ///< the triangle's vertex or edge (k to k + 1); -1 for a face
};

/// What ScrewPair found. All coordinates are in the frame of B.
struct ScrewAnswer {
  Outcome outcome = Outcome::undecided;
  Undecided why = Undecided::no;  ///< the reason, if undecided
  bool initial = false;           ///< contact at t = 0
  Bracket time;                   ///< contact: when it begins
  double free_until = 0.0;
  double deviation_m = 0.0;            ///< the greatest deviation of the searched screws from the true motion
  std::vector<ScrewContact> contacts;  ///< at time.hi, in canonical order; for all contacts: every one, by time
  ScrewStatistics statistics;
};

}  // namespace tocca
