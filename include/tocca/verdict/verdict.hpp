#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tocca/verdict/bracket.hpp"
#include "tocca/verdict/contact.hpp"
#include "tocca/verdict/evidence.hpp"

namespace tocca {

/// What tocca says about a motion (docs/promise.md). Undecided is an answer, never an error.
enum class Outcome { free, contact, undecided };

/// Why an answer is undecided. `budget`: the work allowed by the caller was used up. `resolution`: at these sizes and
/// angles rounding hides the answer, so that more work would not help. `no`: it is decided.
enum class Undecided { no, budget, resolution };

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
