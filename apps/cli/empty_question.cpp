#include "empty_question.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "info_writer.hpp"
#include "table.hpp"
#include "tocca/core/error.hpp"

namespace tocca::cli {
namespace {

/// "all 6 pairs are left out (4 joined by a joint, 2 --allow)"
std::string left_out(const ProblemPairs& pairs) {
  std::vector<std::string> reasons;
  for (const auto& [why, count] : reason_counts(pairs)) {
    reasons.push_back(fmt::format("{} {}", grouped(count), printable(why)));
  }
  return fmt::format(
      "{} left out ({})",
      pairs.excluded.size() == 1 ? "the only pair is" : "all " + grouped(pairs.excluded.size()) + " pairs are",
      fmt::join(reasons, ", "));
}

}  // namespace

EmptyQuestion why_empty(const ProblemPairs& pairs, std::size_t visual_only, bool in_file) {
  const auto is_link = [](const ProblemPairs::Body& body) { return body.link >= 0; };
  const auto links = static_cast<std::size_t>(std::count_if(pairs.bodies.begin(), pairs.bodies.end(), is_link));
  EmptyQuestion empty;
  if (links == 0) {
    empty = {"no link has collision geometry", in_file ? "use visual geometry with \"visual\": true next to \"urdf\""
                                                       : "add collision geometry to the URDF"};
  } else if (!pairs.excluded.empty()) {
    empty = {left_out(pairs), links == pairs.bodies.size() ? "give a scene with objects or leave out fewer pairs"
                                                           : "add objects to the scene or leave out fewer pairs"};
  } else {
    const std::size_t objects = pairs.bodies.size() - links;
    empty = {fmt::format("there are no two bodies to compare ({} with geometry, {})", counted(links, "link", "links"),
                         counted(objects, "object", "objects")),
             "give a scene with objects"};
  }
  empty.problem = "nothing is checked: " + empty.problem;
  if (visual_only > 0) {
    empty.problem += fmt::format(", and {} only visual geometry", counted(visual_only, "link has", "links have"));
    empty.remedy = "use it with --visual";
  }
  return empty;
}

}  // namespace tocca::cli
