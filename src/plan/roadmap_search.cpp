#include "plan/roadmap_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/index.hpp"

namespace tocca {
namespace {

constexpr double no_way = std::numeric_limits<double>::infinity();

/// How much longer a proven way may be before one with this edge is tried.
double price(EdgeState state) {
  switch (state) {
    case EdgeState::proven:
      return 1.0;
    case EdgeState::outdated:
      return 1.1;
    case EdgeState::unknown:
      return 1.5;
    case EdgeState::refuted:
      break;
  }
  return no_way;
}

const double* place(const Roadmap& roadmap, int milestone) {
  return roadmap.milestones.data() + at(milestone) * roadmap.coordinates.size();
}

}  // namespace

double flat_length(const PlanSpace& space, const double* a, const double* b) {
  double sum = 0.0;
  for (const PlanSpace::Degree& degree : space.degrees()) {
    double change = b[degree.coordinate] - a[degree.coordinate];
    if (degree.kind == PlanSpace::DegreeKind::orientation) {
      using Quaternion = Eigen::Map<const Eigen::Vector4d>;
      const Quaternion one(a + degree.coordinate), two(b + degree.coordinate);
      change = 2.0 * std::acos(std::min(1.0, std::fabs(one.stableNormalized().dot(two.stableNormalized()))));
    }
    sum += change * change * degree.weight * degree.weight;
  }
  return std::sqrt(sum);
}

std::vector<int> nearest_before(const Roadmap& roadmap, const PlanSpace& space, int milestone, std::size_t most) {
  std::vector<std::pair<double, int>> others;
  others.reserve(at(milestone));
  for (int k = 0; k < milestone; ++k) {
    others.emplace_back(flat_length(space, place(roadmap, k), place(roadmap, milestone)), k);
  }
  most = std::min(most, others.size());
  std::partial_sort(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(most), others.end());
  std::vector<int> result;
  for (std::size_t k = 0; k < most; ++k) result.push_back(others[k].second);
  return result;
}

RoadmapSearch::RoadmapSearch(const Roadmap& roadmap, const SceneKnowledge& known, const PlanSpace& space)
    : roadmap_(roadmap), known_(known), space_(space) {
  const std::size_t milestones = at(roadmap.milestone_count());
  first_.assign(milestones + 1, 0);
  for (const Roadmap::Edge& edge : roadmap.edges) {
    lengths_.push_back(flat_length(space, place(roadmap, edge.a), place(roadmap, edge.b)));
    ++first_[at(edge.a) + 1];
    ++first_[at(edge.b) + 1];
  }
  for (std::size_t k = 0; k < milestones; ++k) first_[k + 1] += first_[k];
  edges_.resize(2 * roadmap.edges.size());
  std::vector<int> next(first_.begin(), first_.end() - 1);
  for (std::size_t k = 0; k < roadmap.edges.size(); ++k) {
    for (const int end : {roadmap.edges[k].a, roadmap.edges[k].b}) edges_[at(next[at(end)]++)] = static_cast<int>(k);
  }
  reached_.resize(milestones);
  to_goal_.resize(milestones);
  came_by_.resize(milestones);
  done_.resize(milestones);
}

double RoadmapSearch::estimate(int milestone, int to) {
  double& known = to_goal_[at(milestone)];
  if (known < 0.0) known = flat_length(space_, place(roadmap_, milestone), place(roadmap_, to));
  return known;
}

const std::vector<RoadmapStep>& RoadmapSearch::shortest(int from, int to) {
  const auto later = [](const Open& x, const Open& y) {  // ties by number, lest the path depend on the heap
    return x.estimate != y.estimate ? x.estimate > y.estimate : x.milestone > y.milestone;
  };
  std::fill(reached_.begin(), reached_.end(), no_way);
  std::fill(to_goal_.begin(), to_goal_.end(), -1.0);
  std::fill(done_.begin(), done_.end(), 0);
  path_.clear();
  open_.assign(1, {0.0, from});
  reached_[at(from)] = 0.0;
  while (!open_.empty()) {
    std::pop_heap(open_.begin(), open_.end(), later);
    const int here = open_.back().milestone;
    open_.pop_back();
    if (done_[at(here)]) continue;
    done_[at(here)] = 1;
    if (here == to) break;
    for (int k = first_[at(here)]; k < first_[at(here) + 1]; ++k) {
      const int index = edges_[at(k)];
      const Roadmap::Edge& edge = roadmap_.edges[at(index)];
      const int direction = edge.a == here ? 0 : 1, there = direction == 0 ? edge.b : edge.a;
      if (done_[at(there)]) continue;
      const double length = reached_[at(here)] + lengths_[at(index)] * price(known_.state(edge, direction));
      if (!(length < reached_[at(there)])) continue;
      reached_[at(there)] = length;
      came_by_[at(there)] = {index, direction};
      open_.push_back({length + estimate(there, to), there});
      std::push_heap(open_.begin(), open_.end(), later);
    }
  }
  if (!done_[at(to)]) return path_;
  for (int here = to; here != from;) {
    const RoadmapStep step = came_by_[at(here)];
    path_.push_back(step);
    const Roadmap::Edge& edge = roadmap_.edges[at(step.edge)];
    here = step.direction == 0 ? edge.a : edge.b;
  }
  std::reverse(path_.begin(), path_.end());
  return path_;
}

}  // namespace tocca
