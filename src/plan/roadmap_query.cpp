#include "plan/roadmap_query.hpp"

#include <algorithm>

#include "core/index.hpp"
#include "plan/proofs.hpp"
#include "tocca/plan/planner.hpp"

namespace tocca {
namespace {

using Edge = Roadmap::Edge;

/// Neighbours to which start, goal and learnt milestones are joined: as many as a milestone has, within these.
constexpr std::size_t least_neighbours = 10, most_neighbours = 30;
/// Proofs between two searches: enough for all cores, and always the same number, so that paths do not depend on them.
constexpr std::size_t proofs_at_once = 8;
/// A roadmap that has learnt so much learns no more.
constexpr int most_learnt = 100'000;

}  // namespace

RoadmapQuery::RoadmapQuery(Roadmap& roadmap, const Checker& checker, const RoadmapMeans& means,
                           const RoadmapQuerySettings& settings, const Configuration& start, const Configuration& goal)
    : roadmap_(roadmap),
      checker_(checker),
      means_(means),
      settings_(settings),
      start_(start),
      goal_(goal),
      space_(checker.model(), std::array{start, goal}),
      known_(roadmap, means.stamps) {}

RoadmapPlan RoadmapQuery::run() {
  const std::size_t edges = roadmap_.edges.size(), numbers = roadmap_.milestones.size();
  if (ends_are_free()) {
    if (start_ == goal_) {
      plan_.end = PlanEnd::found;
      plan_.waypoints = start_.transpose();
    } else {
      const int from = enter(start_), to = enter(goal_);
      join(from, to);
      search(from, to);
      if (plan_.end == PlanEnd::milestone_limit && settings_.most_milestones > 0) search_beyond(from, to);
    }
  }
  const bool learns = settings_.learn && plan_.end == PlanEnd::found && is_inside(start_) && is_inside(goal_) &&
                      roadmap_.milestone_count() < most_learnt;
  if (!learns) {
    roadmap_.edges.resize(edges);
    roadmap_.milestones.resize(numbers);
  }
  plan_.statistics.milestones = roadmap_.milestone_count();
  plan_.statistics.seconds = watch_.seconds();
  return std::move(plan_);
}

bool RoadmapQuery::ends_are_free() {
  for (const Configuration* end : {&start_, &goal_}) {
    plan_.contact = checker_.check(*end);
    ++plan_.statistics.samples;
    if (is_proof(plan_.contact)) continue;
    plan_.end = end == &start_ ? PlanEnd::start_in_contact : PlanEnd::goal_in_contact;
    return false;
  }
  plan_.contact = {};
  return true;
}

int RoadmapQuery::enter(const Configuration& q) {
  const int count = roadmap_.milestone_count();
  for (int k = 0; k < count; ++k) {
    // By bits, so that the path begins and ends with those that were given.
    if (std::equal(q.begin(), q.end(), roadmap_.milestone(k).begin(), [](double x, double y) {
          return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
        })) {
      return k;
    }
  }
  roadmap_.milestones.insert(roadmap_.milestones.end(), q.begin(), q.end());
  connect(count);
  return count;
}

void RoadmapQuery::connect(int milestone) {
  const std::size_t usual = roadmap_.edges.size() / at(std::max(1, milestone));
  const std::size_t most = std::clamp(2 * usual, least_neighbours, most_neighbours);
  for (const int other : nearest_before(roadmap_, space_, milestone, most)) {
    roadmap_.edges.push_back({other, milestone});
  }
}

void RoadmapQuery::join(int from, int to) {
  const bool joined = std::any_of(roadmap_.edges.begin(), roadmap_.edges.end(), [&](const Edge& edge) {
    return (edge.a == from && edge.b == to) || (edge.a == to && edge.b == from);
  });
  if (!joined) roadmap_.edges.push_back({from, to});
}

bool RoadmapQuery::may_go_on() {
  plan_.statistics.milestones = roadmap_.milestone_count();
  plan_.statistics.seconds = watch_.seconds();
  if (plan_.statistics.seconds >= settings_.time_limit_s) {
    plan_.end = PlanEnd::time_limit;
  } else if (settings_.progress && !settings_.progress(plan_.statistics)) {
    plan_.end = PlanEnd::stopped;
  } else {
    return true;
  }
  return false;
}

void RoadmapQuery::search(int from, int to) {
  RoadmapSearch ways(roadmap_, known_, space_);
  RoadmapProofs proofs(roadmap_, known_, means_.prover, means_.stamps, means_.both);
  while (may_go_on()) {
    ++plan_.statistics.candidates;
    const std::vector<RoadmapStep>& path = ways.shortest(from, to);
    if (path.empty()) {
      plan_.end = PlanEnd::milestone_limit;
      return;
    }
    if (!prove(proofs, ways, path)) continue;
    plan_.end = PlanEnd::found;
    plan_.waypoints = rows_of(path);
    plan_.believed = std::count_if(path.begin(), path.end(), [&](const RoadmapStep& step) {
      return !std::binary_search(asked_.begin(), asked_.end(), step.edge);
    });
    return;
  }
}

bool RoadmapQuery::prove(RoadmapProofs& proofs, const RoadmapSearch& ways, const std::vector<RoadmapStep>& path) {
  unproven_.clear();
  for (const RoadmapStep& step : path) {
    if (known_.state(roadmap_.edges[at(step.edge)], step.direction) != EdgeState::proven) unproven_.push_back(step);
  }
  // Long ones fail more often than short ones, and those that were free in another scene hardly ever.
  const auto state = [&](const RoadmapStep& step) {
    return known_.state(roadmap_.edges[at(step.edge)], step.direction);
  };
  std::stable_sort(unproven_.begin(), unproven_.end(), [&](const RoadmapStep& x, const RoadmapStep& y) {
    return state(x) != state(y) ? state(x) < state(y) : ways.length(x.edge) > ways.length(y.edge);
  });
  for (std::size_t begin = 0; begin < unproven_.size(); begin += proofs_at_once) {
    const std::span piece = std::span(unproven_).subspan(begin, std::min(proofs_at_once, unproven_.size() - begin));
    const auto outdated = std::count_if(piece.begin(), piece.end(),
                                        [&](const RoadmapStep& step) { return state(step) == EdgeState::outdated; });
    const int refuted = proofs.prove(piece);
    for (const RoadmapStep& step : piece) {
      asked_.insert(std::lower_bound(asked_.begin(), asked_.end(), step.edge), step.edge);
    }
    plan_.statistics.segments += std::ssize(piece);
    plan_.statistics.segments_refuted += refuted;
    plan_.proven_again += outdated;
    if (refuted > 0) return false;
  }
  return true;
}

WaypointMatrix RoadmapQuery::rows_of(const std::vector<RoadmapStep>& path) const {
  WaypointMatrix rows(static_cast<Eigen::Index>(path.size()) + 1, space_.size());
  for (std::size_t k = 0; k < path.size(); ++k) {
    const Edge& edge = roadmap_.edges[at(path[k].edge)];
    const auto row = static_cast<Eigen::Index>(k);
    rows.row(row) = roadmap_.milestone(path[k].direction == 0 ? edge.a : edge.b);
    rows.row(row + 1) = roadmap_.milestone(path[k].direction == 0 ? edge.b : edge.a);
  }
  return rows;
}

void RoadmapQuery::search_beyond(int from, int to) {
  PlannerSettings settings;
  settings.seed = settings_.seed;
  settings.time_limit_s = settings_.time_limit_s - watch_.seconds();
  settings.most_milestones = std::max<std::int64_t>(2, settings_.most_milestones);
  settings.wrap = false;  // the goal's milestone has the goal's bits
  settings.progress = settings_.progress;
  const Plan found = Planner(checker_, settings).plan(start_, goal_);
  plan_.end = found.end;
  plan_.waypoints = found.waypoints;
  plan_.beyond = true;
  plan_.statistics.samples += found.statistics.samples;
  plan_.statistics.glimpses += found.statistics.glimpses;
  plan_.statistics.candidates += found.statistics.candidates;
  plan_.statistics.segments += found.statistics.segments;
  plan_.statistics.segments_refuted += found.statistics.segments_refuted;
  if (found.end == PlanEnd::found) learn(from, to);
}

/// The path's waypoints become milestones, and its segments proven edges.
void RoadmapQuery::learn(int from, int to) {
  int before = from;
  for (Eigen::Index row = 1; row < plan_.waypoints.rows(); ++row) {
    int here = to;
    if (row + 1 < plan_.waypoints.rows()) {
      here = roadmap_.milestone_count();
      const Configuration q = plan_.waypoints.row(row);
      roadmap_.milestones.insert(roadmap_.milestones.end(), q.begin(), q.end());
      connect(here);
    }
    // Where connect() has joined the two, this is a second edge, of which more is known.
    known_.set_proven(roadmap_.edges.emplace_back(Edge{before, here}), 0, means_.both);
    before = here;
  }
}

/// Later paths may lead over what is learnt, so it must be within the limits.
bool RoadmapQuery::is_inside(const Configuration& q) const {
  return std::all_of(space_.degrees().begin(), space_.degrees().end(), [&](const PlanSpace::Degree& degree) {
    const double value = q[degree.coordinate];
    return degree.kind == PlanSpace::DegreeKind::orientation || (degree.lower <= value && value <= degree.upper);
  });
}

}  // namespace tocca
