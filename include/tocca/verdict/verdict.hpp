#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tocca/verdict/bracket.hpp"
#include "tocca/verdict/contact.hpp"

namespace tocca {

/// What tocca says about a motion (docs/promise.md). Undecided is an answer, never an error.
enum class Outcome { free, contact, undecided };

/// Why an answer is undecided. `budget`: the work allowed by the caller was used up. `resolution`: at these sizes and
/// angles rounding hides the answer, so that more work would not help. `no`: it is decided.
enum class Undecided { no, budget, resolution };

/// Work done by a query.
struct Statistics {
  std::uint64_t volumes = 0;         ///< pairs of bounding volumes tested
  std::uint64_t triangle_pairs = 0;  ///< pairs of items (triangles, primitives) tested
  std::uint64_t solver_calls = 0;    ///< pairs that needed more than one chord, or an equation to be solved
  std::uint64_t windows = 0;         ///< time intervals looked at
  std::uint64_t static_tests = 0;    ///< exact distances computed
  /// Nanoseconds in the three stages of the interval strategy (redon-2004, Tables 1 and 2); other strategies leave it
  /// at 0.
  std::array<std::uint64_t, 3> stage_ns{};

  Statistics& operator+=(const Statistics& other) {
    volumes += other.volumes;
    triangle_pairs += other.triangle_pairs;
    solver_calls += other.solver_calls;
    windows += other.windows;
    static_tests += other.static_tests;
    for (std::size_t i = 0; i < stage_ns.size(); ++i) stage_ns[i] += other.stage_ns[i];
    return *this;
  }
};

/// One axis that keeps two things apart during a part of a window.
struct SeparatingAxis {
  std::array<double, 3> direction;  ///< any length, in the frame of the pair
  double from, to;                  ///< separates for each t in [from, to]
};

/// Why a pair of volumes (or items) needs no further look: one leaf of the proof behind a `free`.
///
/// During `chord` (times of the step) both things move on the chords between their poses at these two times, within
/// their tubes; the axes, each on its own stretch, keep them more than the clearance apart over all of `time`.
struct LeafDecision {
  int body_a = -1, body_b = -1;  ///< of the collision model
  int ancestor = -1;             ///< the frame of the axes: a link of the common robot, or -1 for the world
  bool items = false;            ///< the two are items (triangles, primitives), not nodes of the trees
  std::uint32_t a = 0, b = 0;    ///< the nodes or items
  Bracket chord, time;
  std::span<const SeparatingAxis> axes;  ///< valid during the call only
};

/// Receives every leaf decision of a query. For each pair of bodies checked, they cover together every pair of items
/// and every t that a `free` verdict covers.
class EvidenceVisitor {
 public:
  virtual ~EvidenceVisitor() = default;
  virtual void leaf(const LeafDecision& decision) = 0;
};

/// One touching place of two named things. Points and normals are in the world frame.
struct NamedContact : Contact {
  std::string a, b;  ///< link or object names
};

/// What was found out about one segment of a path, or one edge of a list.
struct SegmentVerdict {
  std::int64_t index = 0;  ///< which segment, or which row of a list
  Outcome outcome = Outcome::undecided;
  Undecided why = Undecided::no;                              ///< the reason, if undecided
  bool initial = false;                                       ///< contact at t = 0
  Bracket time;                                               ///< contact: when it begins, local to the segment
  double free_until = 0.0;                                    ///< proven free on [0, free_until)
  std::vector<std::pair<std::string, std::string>> pairs;     ///< who touches whom, by name, each pair once
  std::vector<NamedContact> contacts;                         ///< every touching place at time.hi
  std::vector<std::pair<std::string, double>> configuration;  ///< at time.hi, by coordinate name
  double micros = 0.0;                                        ///< for the query alone
  bool proven = true;                                         ///< false: a stage that proves nothing took part
  Statistics statistics = {};
};

/// What was found out about a path or a list: contact outranks undecided, undecided outranks free.
struct Verdict {
  Outcome outcome = Outcome::undecided;
  bool proven = true;
  std::vector<SegmentVerdict> segments;  ///< up to the first contact, or all of a list
  std::size_t pairs = 0;                 ///< how many pairs of bodies it is about
  Statistics statistics = {};            ///< work done, summed over the segments
};

}  // namespace tocca
