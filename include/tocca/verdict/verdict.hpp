#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tocca/verdict/evidence.hpp"

namespace tocca {

/// What tocca says of a motion (docs/promise.md). Undecided is an answer, never an error.
enum class Outcome { free, contact, undecided };

/// Why an answer is undecided. `budget`: the work that the caller allows was done first. `resolution`: rounding, at these sizes and angles,
/// hides what is asked, so that more work would not help. `no`: it is decided.
enum class Undecided { no, budget, resolution };

/// What touches what: of a, then of b; a box has vertices, edges and faces as a mesh has. `round`: a curved solid (sphere,
/// capsule, cylinder, cone) takes part, touched wherever it may be; `overlap`: the two pass through each other, at the
/// start or where a pair may; `inside`: one is wholly within a closed mesh of the other.
enum class ContactKind { vertex_face, face_vertex, edge_edge, round, overlap, inside };

/// One touching place. Points and normals are in the world frame; the normal points from b to a.
struct Contact {
  std::string a, b;  ///< link or object names
  std::array<double, 3> point{}, normal{};
  ContactKind kind = ContactKind::vertex_face;
  std::array<std::int64_t, 2> triangles{-1, -1};  ///< the caller's triangle indices; -1 for a primitive
};

/// What was found out about one segment of a path, or one edge of a list.
struct SegmentVerdict {
  std::int64_t index = 0;  ///< which segment; of a list: which row
  Outcome outcome = Outcome::undecided;
  Undecided why = Undecided::no;                           ///< undecided: what stood in the way
  bool initial = false;                                    ///< contact at t = 0
  std::array<double, 2> time{0.0, 1.0};                    ///< contact: the bracket [t_lo, t_hi], local to the segment
  double free_until = 0.0;                                 ///< proven free on [0, free_until)
  std::vector<std::pair<std::string, std::string>> pairs;  ///< who touches whom, by name, each pair once
  std::vector<Contact> contacts;                           ///< every touching place at t_hi
  std::vector<std::pair<std::string, double>> configuration;  ///< at t_hi, by coordinate name
  double micros = 0.0;                                        ///< the query alone
  bool proven = true;                                         ///< false: a stage that proves nothing took part
  Statistics statistics = {};
};

/// What was found out about a path or a list: contact before undecided before free.
struct Verdict {
  Outcome outcome = Outcome::undecided;
  bool proven = true;
  std::vector<SegmentVerdict> segments;               ///< up to the first contact, or all of a list
  std::vector<std::pair<std::string, double>> stats;  ///< work done, summed up over the segments
};

}  // namespace tocca
