#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tocca/verdict/bracket.hpp"
#include "tocca/verdict/contact.hpp"
#include "tocca/verdict/evidence.hpp"

namespace tocca {

/// What tocca says of a motion (docs/promise.md). Undecided is an answer, never an error.
enum class Outcome { free, contact, undecided };

/// Why an answer is undecided. `budget`: the work that the caller allows was done first. `resolution`: rounding, at these sizes and angles,
/// hides what is asked, so that more work would not help. `no`: it is decided.
enum class Undecided { no, budget, resolution };

/// One touching place of two things that have names. Points and normals are in the world frame.
struct NamedContact : Contact {
  std::string a, b;  ///< link or object names
};

/// What was found out about one segment of a path, or one edge of a list.
struct SegmentVerdict {
  std::int64_t index = 0;  ///< which segment; of a list: which row
  Outcome outcome = Outcome::undecided;
  Undecided why = Undecided::no;                              ///< undecided: what stood in the way
  bool initial = false;                                       ///< contact at t = 0
  Bracket time;                                               ///< contact: when it begins, local to the segment
  double free_until = 0.0;                                    ///< proven free on [0, free_until)
  std::vector<std::pair<std::string, std::string>> pairs;     ///< who touches whom, by name, each pair once
  std::vector<NamedContact> contacts;                         ///< every touching place at time.hi
  std::vector<std::pair<std::string, double>> configuration;  ///< at time.hi, by coordinate name
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
