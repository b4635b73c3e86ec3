#include "tocca/sweep/screw_culling.hpp"

#include <algorithm>
#include <cmath>

#include "screw_part.hpp"

namespace tocca {
namespace {

enum class PairOf : std::uint8_t { branches, leaves, vertex_face, face_vertex, edge_edge };

/// What is to be looked at, not before `from`.
struct Waiting {
  double from, to;
  Index a, b;
  PairOf kind;
};

bool later(const Waiting& x, const Waiting& y) { return x.from > y.from; }

}  // namespace

struct ScrewCulling::State {
  State(const Part& part_a, const Part& part_b) : a(part_a), b(part_b) {}

  ScrewPart a, b;
  ScrewFrame frame;
  ScrewSpace space;
  double level_m = 0.0;
  ScrewRejections rejections;
  std::vector<Waiting> queue;
  std::vector<ScrewMeeting> meetings;

  void push(const Waiting& entry) {
    queue.push_back(entry);
    std::push_heap(queue.begin(), queue.end(), later);
  }
  Waiting pop() {
    std::pop_heap(queue.begin(), queue.end(), later);
    const Waiting entry = queue.back();
    queue.pop_back();
    return entry;
  }

  std::size_t find(const ExtentArrays& own_a, FeatureRange range_a, const ExtentArrays& own_b, FeatureRange range_b,
                   double from, double to, RejectionCounts& counts);
  void push_meetings(PairOf kind, const ExtentArrays& own_a, FeatureRange range_a, const ExtentArrays& own_b,
                     FeatureRange range_b, double from, double to, RejectionCounts& counts);
  void push_windows(PairOf kind, const ScrewExtent& own_a, const ScrewExtent& own_b, const ScrewMeeting& meeting);
  void push_all(PairOf kind, FeatureRange range_a, FeatureRange range_b, double from, double to);
  template <class Group>  // leaf or cluster
  void push_features(const Group& group_a, const Group& group_b, double from, double to, ScrewStatistics& statistics);
  void expand(const Waiting& pair, double latest, ScrewStatistics& statistics);
  double visit(const Waiting& pair, Visitor& visitor) const;
  bool test(const ScrewExtent& own_a, const ScrewExtent& own_b, double& from, double& to,
            RejectionCounts& counts) const;
  void leaves_at(Index cluster_a, Index cluster_b, double t, double more_m, ItemVisitor& visitor,
                 ScrewStatistics& statistics);
};

std::size_t ScrewCulling::State::find(const ExtentArrays& own_a, FeatureRange range_a, const ExtentArrays& own_b,
                                      FeatureRange range_b, double from, double to, RejectionCounts& counts) {
  const std::size_t most = std::size_t{range_a.count()} * range_b.count();
  if (meetings.size() < most) meetings.resize(most);
  return ScrewKernels::best().find_meetings(space, own_a, range_a, own_b, range_b, from, to, meetings.data(), 0,
                                            counts);
}

/// Angles may meet in several windows of the hull, turn after turn: each is a pair of its own.
void ScrewCulling::State::push_windows(PairOf kind, const ScrewExtent& own_a, const ScrewExtent& own_b,
                                       const ScrewMeeting& meeting) {
  constexpr double most_windows = 8.0;
  const double early = own_b.angle[0] - own_a.angle[1], late = own_b.angle[1] - own_a.angle[0];
  const double first = std::ceil((meeting.from - late) * space.per_period);
  const double last = std::floor((meeting.to - early) * space.per_period);
  if (!(last > first && late - early < space.period && last - first < most_windows)) {
    push({meeting.from, meeting.to, meeting.a, meeting.b, kind});
    return;
  }
  for (double turn = first; turn <= last; ++turn) {
    const double from = std::max(meeting.from, early + turn * space.period);
    const double to = std::min(meeting.to, late + turn * space.period);
    if (from <= to) push({from, to, meeting.a, meeting.b, kind});
  }
}

void ScrewCulling::State::push_meetings(PairOf kind, const ExtentArrays& own_a, FeatureRange range_a,
                                        const ExtentArrays& own_b, FeatureRange range_b, double from, double to,
                                        RejectionCounts& counts) {
  const std::size_t count = find(own_a, range_a, own_b, range_b, from, to, counts);
  for (std::size_t i = 0; i < count; ++i) {
    const ScrewMeeting& meeting = meetings[i];
    if (space.period == 0.0) {
      push({meeting.from, meeting.to, meeting.a, meeting.b, kind});
    } else {
      push_windows(kind, own_a[meeting.a], own_b[meeting.b], meeting);
    }
  }
}

void ScrewCulling::State::push_all(PairOf kind, FeatureRange range_a, FeatureRange range_b, double from, double to) {
  for (Index i = range_a.begin; i < range_a.end; ++i) {
    for (Index j = range_b.begin; j < range_b.end; ++j) push({from, to, i, j, kind});
  }
}

template <class Group>
void ScrewCulling::State::push_features(const Group& group_a, const Group& group_b, double from, double to,
                                        ScrewStatistics& statistics) {
  if (rejections.vertex_face) {
    push_meetings(PairOf::vertex_face, a.vertices(), group_a.vertices, b.triangles(), group_b.triangles, from, to,
                  statistics.vertex_face);
    push_meetings(PairOf::face_vertex, a.triangles(), group_a.triangles, b.vertices(), group_b.vertices, from, to,
                  statistics.vertex_face);
  } else {
    push_all(PairOf::vertex_face, group_a.vertices, group_b.triangles, from, to);
    push_all(PairOf::face_vertex, group_a.triangles, group_b.vertices, from, to);
  }
  if (rejections.edge_edge) {
    push_meetings(PairOf::edge_edge, a.edges(), group_a.edges, b.edges(), group_b.edges, from, to,
                  statistics.edge_edge);
  } else {
    push_all(PairOf::edge_edge, group_a.edges, group_b.edges, from, to);
  }
}

/// One pair of extents; narrows the window.
bool ScrewCulling::State::test(const ScrewExtent& own_a, const ScrewExtent& own_b, double& from, double& to,
                               RejectionCounts& counts) const {
  ++counts.tested;
  from = std::max(from, own_b.height[0] - own_a.height[1]);
  to = std::min(to, own_b.height[1] - own_a.height[0]);
  if (from > to) return ++counts.height, false;
  if (own_b.radius[0] > own_a.radius[1]) return ++counts.outside, false;
  if (own_b.radius[1] < own_a.radius[0]) return ++counts.inside, false;
  const double early = own_b.angle[0] - own_a.angle[1], late = own_b.angle[1] - own_a.angle[0];
  const double first = std::ceil((from - late) * space.per_period), last = std::floor((to - early) * space.per_period);
  from = std::max(from, early + first * space.period);
  to = std::min(to, late + last * space.period);
  if (from > to) return ++counts.angle, false;
  return true;
}

void ScrewCulling::State::expand(const Waiting& pair, double latest, ScrewStatistics& statistics) {
  const double to = std::min(pair.to, latest);
  if (pair.kind == PairOf::leaves) {
    push_features(a.leaves()[pair.a], b.leaves()[pair.b], pair.from, to, statistics);
    return;
  }
  const ScrewPart::Branch& branch_a = a.branches()[pair.a];
  const ScrewPart::Branch& branch_b = b.branches()[pair.b];
  if (branch_a.is_cluster() && branch_b.is_cluster()) {
    const FeatureRange leaves_a = a.place(branch_a.cluster).leaves, leaves_b = b.place(branch_b.cluster).leaves;
    push_meetings(PairOf::leaves, a.leaf_extents(), leaves_a, b.leaf_extents(), leaves_b, pair.from, to,
                  statistics.volumes);
    return;
  }
  const auto size = [](const ScrewPart& part, const ScrewPart::Branch& branch) {
    return branch.is_cluster() ? -1.0f : part.part().nodes()[branch.node].volume.half.maxCoeff();
  };
  const bool split_a = size(a, branch_a) >= size(b, branch_b);
  for (const Index child : split_a ? branch_a.children : branch_b.children) {
    Waiting next{pair.from, to, split_a ? child : pair.a, split_a ? pair.b : child, PairOf::branches};
    if (test(a.branch(next.a), b.branch(next.b), next.from, next.to, statistics.volumes)) push(next);
  }
}

double ScrewCulling::State::visit(const Waiting& pair, Visitor& visitor) const {
  ScrewFeaturePair features;
  features.from = pair.from;
  features.to = pair.to;
  ScrewPart::Name name_a, name_b;
  switch (pair.kind) {
    case PairOf::vertex_face:
      features.kind = ContactKind::vertex_face;
      name_a = a.vertex(pair.a), name_b = {b.item(pair.b), -1};
      break;
    case PairOf::face_vertex:
      features.kind = ContactKind::face_vertex;
      name_a = {a.item(pair.a), -1}, name_b = b.vertex(pair.b);
      break;
    default:
      features.kind = ContactKind::edge_edge;
      name_a = a.edge(pair.a), name_b = b.edge(pair.b);
  }
  features.item_a = name_a.item, features.corner_a = name_a.corner;
  features.item_b = name_b.item, features.corner_b = name_b.corner;
  return visitor.visit(features);
}

ScrewCulling::ScrewCulling(const Part& a, const Part& b) : state_(std::make_unique<State>(a, b)) {}
ScrewCulling::~ScrewCulling() = default;
ScrewCulling::ScrewCulling(ScrewCulling&&) noexcept = default;

void ScrewCulling::set(const ScrewFrame& frame, double level_m, const ScrewRejections& rejections) {
  State& state = *state_;
  const auto reach = [](const ScrewPart& part, const Pose& X) {
    return X.rotation.norm() * part.reach_m() + X.translation.norm();
  };
  state.frame = frame;
  state.level_m = level_m;
  state.rejections = rejections;
  state.space = ScrewSpace(frame, level_m, 1.01 * std::max(reach(state.a, frame.X_SA), reach(state.b, frame.X_SB)));
  state.a.set(state.space, frame.X_SA);
  state.b.set(state.space, frame.X_SB);
}

void ScrewCulling::run(double latest, Visitor& visitor, ScrewStatistics& statistics) {
  State& state = *state_;
  state.queue.clear();
  double from = 0.0, to = latest;
  if (state.rejections.objects && !state.test(state.a.whole(), state.b.whole(), from, to, statistics.objects)) return;
  if (state.rejections.trees) {
    state.push({from, to, 0, 0, PairOf::branches});
  } else {
    for (Index i = 0; i < state.a.clusters().size(); ++i) {
      for (Index j = 0; j < state.b.clusters().size(); ++j) {
        state.push_features(state.a.place(i), state.b.place(j), 0.0, latest, statistics);
      }
    }
  }
  while (!state.queue.empty() && state.queue.front().from <= latest) {
    Waiting next = state.pop();
    if (next.kind == PairOf::branches || next.kind == PairOf::leaves) {
      state.expand(next, latest, statistics);
    } else {
      next.to = std::min(next.to, latest);
      latest = std::min(latest, state.visit(next, visitor));
    }
  }
}

void ScrewCulling::State::leaves_at(Index cluster_a, Index cluster_b, double t, double more_m, ItemVisitor& visitor,
                                    ScrewStatistics& statistics) {
  const FeatureRange leaves_a = a.place(cluster_a).leaves, leaves_b = b.place(cluster_b).leaves;
  for (Index i = leaves_a.begin; i < leaves_a.end; ++i) {
    const ScrewExtent leaf_a = dilated(a.leaf_extents()[i], more_m, space);
    for (Index j = leaves_b.begin; j < leaves_b.end; ++j) {
      double from = t, to = t;
      if (!test(leaf_a, b.leaf_extents()[j], from, to, statistics.volumes)) continue;
      const FeatureRange own_a = a.leaves()[i].triangles, own_b = b.leaves()[j].triangles;
      for (Index k = own_a.begin; k < own_a.end; ++k) {
        const ScrewExtent triangle_a = dilated(a.triangles()[k], more_m, space);
        for (Index l = own_b.begin; l < own_b.end; ++l) {
          from = to = t;
          if (test(triangle_a, b.triangles()[l], from, to, statistics.volumes)) visitor.visit(a.item(k), b.item(l));
        }
      }
    }
  }
}

void ScrewCulling::items_at(double t, double level_m, ItemVisitor& visitor, ScrewStatistics& statistics) {
  State& state = *state_;
  const double more_m = std::max(0.0, level_m - state.level_m);
  state.queue.clear();
  state.push({t, t, 0, 0, PairOf::branches});
  while (!state.queue.empty()) {
    const Waiting pair = state.queue.back();
    state.queue.pop_back();
    const ScrewPart::Branch& branch_a = state.a.branches()[pair.a];
    const ScrewPart::Branch& branch_b = state.b.branches()[pair.b];
    double from = t, to = t;
    if (!state.test(dilated(state.a.branch(pair.a), more_m, state.space), state.b.branch(pair.b), from, to,
                    statistics.volumes)) {
      continue;
    }
    if (branch_a.is_cluster() && branch_b.is_cluster()) {
      state.leaves_at(branch_a.cluster, branch_b.cluster, t, more_m, visitor, statistics);
    } else if (!branch_a.is_cluster()) {
      for (const Index child : branch_a.children) state.queue.push_back({t, t, child, pair.b, PairOf::branches});
    } else {
      for (const Index child : branch_b.children) state.queue.push_back({t, t, pair.a, child, PairOf::branches});
    }
  }
}

}  // namespace tocca
