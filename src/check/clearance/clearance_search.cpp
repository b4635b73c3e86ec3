#include "tocca/check/clearance_search.hpp"

#include <algorithm>
#include <cmath>

#include "check/clearance/segment_clearance.hpp"
#include "check/model/deforming_bodies.hpp"
#include "check/model/model_body.hpp"
#include "core/lending_pool.hpp"
#include "core/stopwatch.hpp"
#include "core/tolerance.hpp"
#include "core/vectors.hpp"
#include "tocca/core/error.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca {
namespace {

/// Segments that are looked at together: each chunk one after the other, so that what is near is carried along; chunks
/// of a slice on all cores. Both are counted from the first segment of the path: the least distance does not depend on
/// the number of threads, nor on the pieces in which the path comes.
constexpr int point_chunk = 8, point_slice = 64;

const ClearanceSettings& valid(const ClearanceSettings& settings) {
  require_tolerance(settings.tolerance_m);
  if (!(settings.band > 0.0) || !std::isfinite(settings.band)) {
    throw InputError("", "band", "must be a positive number", "give a number such as 0.25");
  }
  if (settings.most_points < 1)
    throw InputError("", "points", "must be at least 1 per segment", "give a number such as 16");
  return settings;
}

}  // namespace

struct ClearanceSearch::State {
  State(const Checker& the_checker, const ClearanceSettings& the_settings)
      : checker(the_checker), settings(valid(the_settings)) {
    refuse_deforming(checker.model().deforming(), "distances to a body that deforms are not measured",
                     "ask whether a clearance is kept, or remove the body from the problem");
    for (const auto& robot : checker.model().robots()) {
      for (const Joint& joint : robot.tree.joints()) carries_on = carries_on && !has_quaternion(joint.type);
    }
  }

  bool contact() const { return best.upper <= settings.tolerance_m; }
  void look_at(const StepSequence& piece, int begin, int count);
  void trace(const StepSequence& piece, int begin, int count);
  void keep(const StepSequence& piece, int segment, std::int64_t first, const TracedSegment& of_segment);
  void tell(const StepSequence& piece, int segment, std::int64_t first, const TracedSegment& of_segment,
            ClearanceListener& listener);

  const Checker checker;  ///< a copy: one state of the scene
  ClearanceSettings settings;
  /// Is the end of a segment the beginning of the next to the last bit? Not where a floating joint turns: the angle
  /// between two quaternions is rounded.
  bool carries_on = true;
  LendingPool<SegmentClearance> workers{
      [this] { return SegmentClearance(checker.model(), settings, checker.start()); }};
  std::vector<TracedSegment> least, traced;  ///< of the slice: the least distance, the curve

  /// What the search for the least distance carries from segment to segment of a chunk.
  struct Carried {
    Witness best;
    ItemNames pair;
  };
  Carried at_slice,
      in_chunk;  ///< where the present slice and the present chunk begin; the latter goes on with the path

  Witness best;
  PathMoment at;
  NearestPlace nearest;
  double lower = infinity;
  SegmentClearance::Before before;  ///< the next segment
  ClearancePoint end;               ///< where the latest segment ends
  std::int64_t segments = 0;
  bool spent = false;  ///< a segment's budget ran out
  Stopwatch watch;
  Statistics statistics;
};

/// The least distance of every segment: chunks begin with what was known where their slice begins.
void ClearanceSearch::State::look_at(const StepSequence& piece, int begin, int count) {
  const int done = static_cast<int>(segments % point_slice);  // of the slice
  if (done == 0) at_slice = {best, in_chunk.pair};
  const int first_chunk = done / point_chunk, last_chunk = (done + count - 1) / point_chunk;
  const Carried goes_on = in_chunk;
  parallel_for(static_cast<std::size_t>(last_chunk - first_chunk + 1), [&](std::size_t k) {
    const int chunk = first_chunk + static_cast<int>(k);
    const int from = std::max(chunk * point_chunk - done, 0), to = std::min((chunk + 1) * point_chunk - done, count);
    const bool starts = chunk * point_chunk >= done;
    Carried known = starts ? at_slice : goes_on;
    workers.lend([&](SegmentClearance& worker) {
      for (int i = from; i < to; ++i) {
        TracedSegment& of_segment = least[static_cast<std::size_t>(i)];
        if (known.best.upper > settings.tolerance_m) {
          worker.least(piece, begin + i, known.best, known.pair, of_segment);
        } else {
          of_segment.clear();  // contact: nothing can be nearer
        }
        if (of_segment.best.found()) known.best = of_segment.best;
      }
    });
    if (to == count) in_chunk = known;
  });
}

/// The curve: every segment of the slice on its own. Where the search for the least distance has proven more, that holds.
void ClearanceSearch::State::trace(const StepSequence& piece, int begin, int count) {
  const SegmentClearance::Before at_piece = before;
  const std::size_t chunks = static_cast<std::size_t>((count + point_chunk - 1) / point_chunk);
  parallel_for(chunks, [&](std::size_t k) {
    const int first = static_cast<int>(k) * point_chunk, last = std::min(first + point_chunk, count);
    SegmentClearance::Before near = at_piece;
    near.measured = near.measured && k == 0;
    workers.lend([&](SegmentClearance& worker) {
      for (int i = first; i < last; ++i) {
        TracedSegment& of_segment = traced[static_cast<std::size_t>(i)];
        near.measured = near.measured && carries_on;
        worker.trace(piece, begin + i, near, of_segment);
        of_segment.raise(least[static_cast<std::size_t>(i)], best.upper);
      }
    });
    if (last == count) before = near;
  });
}

void ClearanceSearch::State::keep(const StepSequence& piece, int segment, std::int64_t first,
                                  const TracedSegment& of_segment) {
  if (!of_segment.best.found() || !(of_segment.best.upper < best.upper)) return;
  best = of_segment.best;
  nearest = of_segment.nearest;
  at = {piece.index(segment) + first, midpoint(piece.in_segment(segment, of_segment.step, of_segment.t))};
}

void ClearanceSearch::State::tell(const StepSequence& piece, int segment, std::int64_t first,
                                  const TracedSegment& of_segment, ClearanceListener& listener) {
  const std::int64_t index = piece.index(segment) + first;
  for (const ClearanceCell& cell : of_segment.cells) {
    const double t = midpoint(piece.in_segment(segment, cell.step, cell.from));
    listener.point({{index, t}, cell.lower, cell.upper, cell.lower_during, cell.upper_during, cell.nearest});
  }
  const double lower_at_end = std::max(of_segment.lower_at_end, of_segment.cells.back().lower_during);
  end = {{index, piece.at_rest() ? 0.0 : 1.0},
         lower_at_end,
         of_segment.upper_at_end,
         lower_at_end,
         of_segment.upper_at_end,
         of_segment.nearest_at_end};
}

ClearanceSearch::ClearanceSearch(const Checker& checker, const ClearanceSettings& settings)
    : state_(std::make_unique<State>(checker, settings)) {}
ClearanceSearch::~ClearanceSearch() = default;
ClearanceSearch::ClearanceSearch(ClearanceSearch&&) noexcept = default;

void ClearanceSearch::begin() {
  State& state = *state_;
  state.best = {};
  state.at = {};
  state.nearest = {};
  state.lower = infinity;
  state.at_slice = {};
  state.in_chunk = {};
  state.before = {};
  state.end = {};
  state.segments = 0;
  state.spent = false;
  state.watch = {};
  state.statistics = {};
}

void ClearanceSearch::add(const StepSequence& piece, std::int64_t first, ClearanceListener* listener) {
  State& state = *state_;
  const bool curve = state.settings.curve;
  for (int begin = 0, count = 0; begin < piece.segment_count(); begin += count) {
    const int left_in_slice = point_slice - static_cast<int>(state.segments % point_slice);
    count = std::min(left_in_slice, piece.segment_count() - begin);
    const auto size = static_cast<std::size_t>(count);
    state.least.resize(std::max(state.least.size(), size));
    state.traced.resize(std::max(state.traced.size(), size));
    if (!curve && left_in_slice == point_slice && state.contact()) return;
    state.look_at(piece, begin, count);
    for (int i = 0; i < count; ++i) state.keep(piece, begin + i, first, state.least[static_cast<std::size_t>(i)]);
    if (curve) state.trace(piece, begin, count);
    for (int i = 0; i < count; ++i) {
      const TracedSegment& of_segment = state.least[static_cast<std::size_t>(i)];
      state.statistics += of_segment.statistics;
      state.spent = state.spent || of_segment.spent;
      for (const ClearanceCell& cell : of_segment.cells) state.lower = std::min(state.lower, cell.lower_during);
      if (!curve) continue;
      state.statistics += state.traced[static_cast<std::size_t>(i)].statistics;
      if (listener) state.tell(piece, begin + i, first, state.traced[static_cast<std::size_t>(i)], *listener);
    }
    state.segments += count;
    if (listener) listener->done(state.segments);
  }
}

ClearanceProfile ClearanceSearch::finish(ClearanceListener* listener) {
  State& state = *state_;
  if (listener && state.settings.curve && state.segments > 0) {
    // Where nothing moves, the one moment is the whole path.
    if (state.end.at.t > 0.0) listener->point(state.end);
  }
  ClearanceProfile profile;
  profile.upper = state.best.upper;
  profile.lower = state.contact() ? 0.0 : std::min(state.lower, profile.upper);
  profile.at = state.at;
  profile.nearest = state.nearest;
  profile.segments = state.segments;
  profile.seconds = state.watch.seconds();
  profile.statistics = state.statistics;
  if (state.best.found()) {
    const auto& bodies = state.checker.model().bodies();
    const auto [a, b] = std::minmax(state.best.pair.body_a, state.best.pair.body_b);
    profile.a = bodies[static_cast<std::size_t>(a)].name;
    profile.b = bodies[static_cast<std::size_t>(b)].name;
    // The difference of two doubles that near is exact but for a last place.
    profile.decided = profile.upper - profile.lower <= state.settings.tolerance_m * (1.0 + 0x1p-20);
    if (!profile.decided) profile.why = state.spent ? Undecided::budget : Undecided::resolution;
  }
  return profile;
}

ClearanceProfile ClearanceSearch::profile(const StepSequence& path) {
  class Collect final : public ClearanceListener {
   public:
    void point(const ClearancePoint& point) override { points.push_back(point); }
    std::vector<ClearancePoint> points;
  } collect;
  begin();
  add(path, 0, &collect);
  ClearanceProfile profile = finish(&collect);
  profile.curve = std::move(collect.points);
  return profile;
}

}  // namespace tocca
