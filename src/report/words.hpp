// What pages and programs say to people about a question and its answer, in the same words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "check/model/problem_pairs.hpp"
#include "tocca/io/report.hpp"

namespace tocca {

class Checker;

/// 1234567 as "1,234,567".
std::string grouped(std::size_t number);
/// "1 segment", "1,200 segments"; `several` where the plural is no mere s.
std::string counted(std::size_t number, std::string_view one, std::string_view several = {});
/// Of a file the last folder and the name: a page is passed on to people who do not have the folders.
std::string given_file(const std::string& file);
/// A text of ours without the folders of absolute paths in it: a page is passed on to people who do not have them.
std::string without_folders(std::string_view text);
std::string utc_now();                             ///< "2026-11-18T20:15:00Z"
std::string waypoints_text(std::ptrdiff_t count);  ///< "1 waypoint", "12 waypoints"
std::string time_text(double micros);              ///< "12.3 us"
/// "shelf 0.02 m, tool0 0.01 m", in the order of names; empty if nothing is grown.
std::string padding_text(const Problem& problem);
/// How often each reason leaves a pair out, in the order of their first pairs.
std::vector<std::pair<std::string, std::size_t>> reason_counts(const ProblemPairs& pairs);
/// "12 checked, 5 left out (3 joined by a joint, 2 --allow)".
std::string pairs_in_words(const ProblemPairs& pairs);

/// Adds to a page's parameters what every question about robots has: clearance, self-collision, pairs, triangles.
void tell_question(Report& report, const Problem& problem, const Checker& checker, const PairSettings& pairs);

/// What a verdict is about: with no pairs, or with nothing that moves, *free* says less than it seems.
struct Scope {
  bool checks_nothing = false, at_rest = false;
};
/// A page that says *free* says of what: the sentence it makes itself is about pairs and every moment. Reads `outcome` and `proven`.
void tell_scope(Report& report, const Scope& scope);

/// Headline and summary of a path that was found, or shortened, and is proven free.
struct PathSize {
  std::ptrdiff_t waypoints = 0;
  double length_m = 0.0;
};
void tell_found(Report& report, const PathSize& path, double raw_length_m, bool checks_nothing);
void tell_smoothed(Report& report, const PathSize& before, const PathSize& after, bool checks_nothing);
/// Headline and summary where there is no path.
void tell_no_path(Report& report, const std::string& why);

}  // namespace tocca
