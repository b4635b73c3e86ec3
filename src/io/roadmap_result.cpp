#include "io/ordered_json.hpp"
#include "tocca/core/error.hpp"
#include "tocca/io/result_writers.hpp"
#include "tocca/plan/roadmap.hpp"

namespace tocca {
namespace {

const char* name_of(RoadmapChange::What what) {
  switch (what) {
    case RoadmapChange::What::moved:
      return "moved";
    case RoadmapChange::What::added:
      return "added";
    case RoadmapChange::What::removed:
      break;
  }
  return "removed";
}

OrderedJson count_json(const RoadmapCount& count) {
  return {{"milestones", count.milestones}, {"edges", count.edges},     {"proven", count.proven},
          {"outdated", count.outdated},     {"refuted", count.refuted}, {"unknown", count.unknown}};
}

}  // namespace

std::string to_json(const RoadmapPlan& plan, bool proven, const RoadmapUpdate& update, const RoadmapCount& count) {
  OrderedJson pairs = OrderedJson::array(), changes = OrderedJson::array();
  for (const auto& [a, b] : plan.contact.pairs) pairs.push_back({printable(a), printable(b)});
  for (const RoadmapChange& change : update.changes) {
    changes.push_back({{"object", printable(change.object)},
                       {"change", name_of(change.what)},
                       {"outdated", change.outdated},
                       {"reopened", change.reopened}});
  }
  const PlanStatistics& s = plan.statistics;
  return many_lines({{"found", plan.end == PlanEnd::found},
                     {"end", name_of(plan.end)},
                     {"pairs", pairs},
                     {"waypoints", plan.waypoints.rows()},
                     {"proven", proven},
                     {"beyond", plan.beyond},
                     {"forgotten", update.forgotten},
                     {"changes", changes},
                     {"roadmap", count_json(count)},
                     {"stats",
                      {{"searches", s.candidates},
                       {"believed", plan.believed},
                       {"segments", s.segments},
                       {"segments_refuted", s.segments_refuted},
                       {"proven_again", plan.proven_again},
                       {"seconds", s.seconds}}}});
}

std::string to_json(const RoadmapCount& count, bool complete, double seconds) {
  return many_lines({{"complete", complete}, {"roadmap", count_json(count)}, {"seconds", seconds}});
}

}  // namespace tocca
