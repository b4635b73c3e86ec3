#include "screw/screw_culling.hpp"

#include <algorithm>
#include <cmath>

#include "screw/screw_part.hpp"
#include "screw/screw_queue.hpp"

namespace tocca {

struct ScrewCulling::State {
  State(const Part& part_a, const Part& part_b) : a(part_a), b(part_b) {}

  ScrewPart a, b;
  ScrewSpace space;
  ScrewRejections rejections;
  ScrewQueue queue;
  std::vector<ScrewMeeting> meetings;

  std::size_t find(const ExtentArrays& own_a, FeatureRange range_a, const ExtentArrays& own_b, FeatureRange range_b,
                   double from, double to, RejectionCounts& counts);
  void push_meetings(ScrewPairOf kind, const ExtentArrays& own_a, FeatureRange range_a, const ExtentArrays& own_b,
                     FeatureRange range_b, double from, double to, RejectionCounts& counts);
  void push_windows(ScrewPairOf kind, const ScrewExtent& own_a, const ScrewExtent& own_b, const ScrewMeeting& meeting);
  void push_all(ScrewPairOf kind, FeatureRange range_a, FeatureRange range_b, double from, double to);
  template <class Group>  // leaf or cluster
  void push_features(const Group& group_a, const Group& group_b, double from, double to, ScrewStatistics& statistics);
  void expand(const ScrewWaiting& pair, double latest, ScrewStatistics& statistics);
  double visit(const ScrewWaiting& pair, Visitor& visitor) const;
  bool objects_meet(double& from, double& to, RejectionCounts& counts);
};

std::size_t ScrewCulling::State::find(const ExtentArrays& own_a, FeatureRange range_a, const ExtentArrays& own_b,
                                      FeatureRange range_b, double from, double to, RejectionCounts& counts) {
  const std::size_t most = std::size_t{range_a.count()} * range_b.count();
  if (meetings.size() < most) meetings.resize(most);
  return ScrewKernels::best().find_meetings(space, own_a, range_a, own_b, range_b, from, to, meetings.data(), 0,
                                            counts);
}

/// Angles may meet in several windows of the hull, turn after turn: each is a pair of its own.
void ScrewCulling::State::push_windows(ScrewPairOf kind, const ScrewExtent& own_a, const ScrewExtent& own_b,
                                       const ScrewMeeting& meeting) {
  constexpr double most_windows = 8.0;
  const double early = own_b.angle[0] - own_a.angle[1], late = own_b.angle[1] - own_a.angle[0];
  const double first = std::ceil((meeting.from - late) * space.per_period);
  const double last = std::floor((meeting.to - early) * space.per_period);
  if (!(late - early < space.period && last - first < most_windows)) {
    queue.push({meeting.from, meeting.to, meeting.a, meeting.b, kind});
    return;
  }
  for (double turn = first; turn <= last; ++turn) {
    const double from = std::max(meeting.from, early + turn * space.period);
    const double to = std::min(meeting.to, late + turn * space.period);
    if (from <= to) queue.push({from, to, meeting.a, meeting.b, kind});
  }
}

void ScrewCulling::State::push_meetings(ScrewPairOf kind, const ExtentArrays& own_a, FeatureRange range_a,
                                        const ExtentArrays& own_b, FeatureRange range_b, double from, double to,
                                        RejectionCounts& counts) {
  const std::size_t count = find(own_a, range_a, own_b, range_b, from, to, counts);
  for (std::size_t i = 0; i < count; ++i) {
    const ScrewMeeting& meeting = meetings[i];
    if (meeting.split) {
      push_windows(kind, own_a[meeting.a], own_b[meeting.b], meeting);
    } else {
      queue.push({meeting.from, meeting.to, meeting.a, meeting.b, kind});
    }
  }
}

void ScrewCulling::State::push_all(ScrewPairOf kind, FeatureRange range_a, FeatureRange range_b, double from,
                                   double to) {
  for (Index i = range_a.begin; i < range_a.end; ++i) {
    for (Index j = range_b.begin; j < range_b.end; ++j) queue.push({from, to, i, j, kind});
  }
}

template <class Group>
void ScrewCulling::State::push_features(const Group& group_a, const Group& group_b, double from, double to,
                                        ScrewStatistics& statistics) {
  if (rejections.vertex_face) {
    push_meetings(ScrewPairOf::vertex_face, a.vertices(), group_a.vertices, b.triangles(), group_b.triangles, from, to,
                  statistics.vertex_face);
    push_meetings(ScrewPairOf::face_vertex, a.triangles(), group_a.triangles, b.vertices(), group_b.vertices, from, to,
                  statistics.vertex_face);
  } else {
    push_all(ScrewPairOf::vertex_face, group_a.vertices, group_b.triangles, from, to);
    push_all(ScrewPairOf::face_vertex, group_a.triangles, group_b.vertices, from, to);
  }
  if (rejections.edge_edge) {
    push_meetings(ScrewPairOf::edge_edge, a.edges(), group_a.edges, b.edges(), group_b.edges, from, to,
                  statistics.edge_edge);
  } else {
    push_all(ScrewPairOf::edge_edge, group_a.edges, group_b.edges, from, to);
  }
}

void ScrewCulling::State::expand(const ScrewWaiting& pair, double latest, ScrewStatistics& statistics) {
  const double to = std::min(pair.to, latest);
  if (pair.kind == ScrewPairOf::leaves) {
    push_features(a.leaves()[pair.a], b.leaves()[pair.b], pair.from, to, statistics);
    return;
  }
  const ScrewPart::Branch& branch_a = a.branches()[pair.a];
  const ScrewPart::Branch& branch_b = b.branches()[pair.b];
  if (branch_a.is_cluster() && branch_b.is_cluster()) {
    const FeatureRange leaves_a = a.place(branch_a.cluster).leaves, leaves_b = b.place(branch_b.cluster).leaves;
    push_meetings(ScrewPairOf::leaves, a.leaf_extents(), leaves_a, b.leaf_extents(), leaves_b, pair.from, to,
                  statistics.volumes);
  } else {
    const FeatureRange boxes_a = a.place_children(pair.a), boxes_b = b.place_children(pair.b);
    push_meetings(ScrewPairOf::branches, a.boxes(), boxes_a, b.boxes(), boxes_b, pair.from, to, statistics.volumes);
  }
}

double ScrewCulling::State::visit(const ScrewWaiting& pair, Visitor& visitor) const {
  ScrewFeaturePair features;
  features.from = pair.from;
  features.to = pair.to;
  ScrewPart::Name name_a, name_b;
  switch (pair.kind) {
    case ScrewPairOf::vertex_face:
      features.kind = ContactKind::vertex_face;
      name_a = a.vertex(pair.a), name_b = {b.item(pair.b), -1};
      break;
    case ScrewPairOf::face_vertex:
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

/// The volumes of the two objects, one pair; narrows the window.
bool ScrewCulling::State::objects_meet(double& from, double& to, RejectionCounts& counts) {
  const ScrewExtent own_a = a.whole(), own_b = b.whole();
  ++counts.tested;
  if (own_b.radius[0] > own_a.radius[1]) return ++counts.outside, false;
  if (own_b.radius[1] < own_a.radius[0]) return ++counts.inside, false;
  from = std::max(from, own_b.height[0] - own_a.height[1]);
  to = std::min(to, own_b.height[1] - own_a.height[0]);
  if (from > to) return ++counts.height, false;
  const double early = own_b.angle[0] - own_a.angle[1], late = own_b.angle[1] - own_a.angle[0];
  const double first = std::ceil((from - late) * space.per_period), last = std::floor((to - early) * space.per_period);
  from = std::max(from, early + first * space.period);
  to = std::min(to, late + last * space.period);
  if (from > to) return ++counts.angle, false;
  return true;
}

ScrewCulling::ScrewCulling(const Part& a, const Part& b) : state_(std::make_unique<State>(a, b)) {}
ScrewCulling::~ScrewCulling() = default;
ScrewCulling::ScrewCulling(ScrewCulling&&) noexcept = default;

void ScrewCulling::set(const ScrewFrame& frame, double level_m, const ScrewRejections& rejections) {
  State& state = *state_;
  const auto reach = [](const ScrewPart& part, const Pose& X) {
    return X.rotation.norm() * part.reach_m() + X.translation.norm();
  };

  state.rejections = rejections;
  state.space = ScrewSpace(frame, level_m, 1.01 * std::max(reach(state.a, frame.X_SA), reach(state.b, frame.X_SB)));
  state.a.set(state.space, frame.X_SA);
  state.b.set(state.space, frame.X_SB);
}

void ScrewCulling::run(double latest, Visitor& visitor, ScrewStatistics& statistics) {
  State& state = *state_;
  state.queue.start(latest);
  double from = 0.0, to = latest;
  if (state.rejections.objects && !state.objects_meet(from, to, statistics.objects)) return;
  if (state.rejections.trees) {
    state.queue.push({from, to, 0, 0, ScrewPairOf::branches});
  } else {
    for (Index i = 0; i < state.a.clusters().size(); ++i) {
      for (Index j = 0; j < state.b.clusters().size(); ++j) {
        state.push_features(state.a.place(i), state.b.place(j), 0.0, latest, statistics);
      }
    }
  }
  for (ScrewWaiting next; state.queue.pop(next);) {
    if (next.from > latest) continue;
    if (next.kind == ScrewPairOf::branches || next.kind == ScrewPairOf::leaves) {
      state.expand(next, latest, statistics);
    } else {
      next.to = std::min(next.to, latest);
      latest = std::min(latest, state.visit(next, visitor));
    }
  }
}

}  // namespace tocca
