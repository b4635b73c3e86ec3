#include "roadmap_writer.hpp"

#include <fmt/format.h>

#include <map>

#include "table.hpp"

namespace tocca::cli {
namespace {

std::string grouped_count(std::int64_t number) { return grouped(static_cast<std::size_t>(number)); }

const char* change_text(RoadmapChange::What what) {
  switch (what) {
    case RoadmapChange::What::moved:
      return "changed";
    case RoadmapChange::What::added:
      return "new";
    case RoadmapChange::What::removed:
      break;
  }
  return "gone";
}

}  // namespace

std::string count_table(const RoadmapCount& count) {
  Table table({{"milestones", true},
               {"edges", true},
               {"proven", true},
               {"outdated", true},
               {"refuted", true},
               {"unknown", true}});
  table.add({grouped_count(count.milestones), grouped_count(count.edges), grouped_count(count.proven),
             grouped_count(count.outdated), grouped_count(count.refuted), grouped_count(count.unknown)});
  return table.text();
}

std::string blocker_table(const Roadmap& roadmap) {
  std::map<std::string, std::int64_t> barred;
  for (const Roadmap::Edge& edge : roadmap.edges) {
    if (edge.refuted_in == Roadmap::Edge::never) continue;
    const bool object = edge.blocker >= 0;
    ++barred[object                                  ? roadmap.objects[static_cast<std::size_t>(edge.blocker)].name
             : edge.blocker == Roadmap::Edge::robots ? "(the robots themselves)"
                                                     : "(undecided)"];
  }
  if (barred.empty()) return "";
  Table table({{"refuted by"}, {"edges", true}});
  for (const auto& [name, edges] : barred) table.add({name, grouped_count(edges)});
  return table.text();
}

std::string change_table(const RoadmapUpdate& update) {
  if (update.changes.empty()) return "";
  Table table({{"object"}, {"since last time"}, {"proofs outdated", true}, {"edges open again", true}});
  for (const RoadmapChange& change : update.changes) {
    table.add(
        {change.object, change_text(change.what), grouped_count(change.outdated), grouped_count(change.reopened)});
  }
  return table.text();
}

std::string path_line(const RoadmapPlan& plan) {
  if (plan.beyond) return "the roadmap had no way: found without it, and learnt\n";
  const std::int64_t motions = std::max<std::int64_t>(0, plan.waypoints.rows() - 1);
  std::string text = fmt::format("{} {}: {} proven before, {} now", motions, motions == 1 ? "motion" : "motions",
                                 plan.believed, motions - plan.believed);
  text += fmt::format("; {} checked for it, {} of them proven in another scene before; {} refuted\n",
                      grouped_count(plan.statistics.segments), grouped_count(plan.proven_again),
                      grouped_count(plan.statistics.segments_refuted));
  return text;
}

}  // namespace tocca::cli
