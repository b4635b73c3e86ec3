// Is a step free? Any contact refutes it, whichever is found first.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "check/query_state.hpp"
#include "core/float_environment.hpp"
#include "core/index.hpp"
#include "core/interruption.hpp"

namespace tocca {
namespace {

/// Bodies among meshes are tested at so many instants before the proof is tried, which finds contacts as well.
constexpr std::size_t most_probes = 12;
/// After the first of them, only where a body goes farther than this part of its size, and of what goes farthest: short steps of planners are
/// mostly free, and free ones pay for each test.
constexpr double probed_size_part = 0.6, probed_least_part = 0.12;

/// Windows in which a body may touch meshes.
struct OpenWindows {
  int rank;
  unsigned windows;  ///< a bit for each
  double way;        ///< of the body in one window

  double weight() const { return way * std::popcount(windows); }
};

/// The one nearest to the middle of a stretch of windows; the earlier of two.
int middle_of(unsigned windows) {
  const int middle = (std::countr_zero(windows) + std::bit_width(windows) - 1) / 2;
  for (int off = 0;; ++off) {
    if (off <= middle && ((windows >> (middle - off)) & 1u) != 0) return middle - off;
    if (((windows >> (middle + off)) & 1u) != 0) return middle + off;
  }
}

/// The direction in which a point inside a box, a cylinder or a ball is nearest to its surface; about, where it is in the middle.
Vector3 way_out(const Part::Primitive& solid, const Vector3& point) {
  const Vector3 own = solid.pose.inverse() * point;
  Vector3 out = own;
  if (const auto* box = std::get_if<Box>(&solid.geometry)) {
    int axis = 0;
    (0.5 * box->size - own.cwiseAbs()).minCoeff(&axis);
    out = Vector3::Unit(axis) * (own[axis] < 0.0 ? -1.0 : 1.0);
  } else if (const auto* cylinder = std::get_if<Cylinder>(&solid.geometry)) {
    const bool by_end = 0.5 * cylinder->length - std::fabs(own.z()) < cylinder->radius - own.head<2>().norm();
    out = by_end ? Vector3(0.0, 0.0, own.z() < 0.0 ? -1.0 : 1.0) : Vector3(own.x(), own.y(), 0.0);
  }
  const double length = out.norm();
  return solid.pose.rotation * (length > 0.0 ? Vector3(out / length) : Vector3::UnitX());
}

}  // namespace

/// A point of a body inside a still solid, and the nearest way out of it; without a depth.
Answer::Touch Query::State::overlap(const TouchingItems& items) const {
  const Part &part = *items.pair.task().a, &still = items.pair.part_b(items.part_b);
  const bool triangle = items.item_a < part.triangle_count();
  const Vector3 own = triangle ? part.vertices()[part.triangles()[items.item_a][0]] : part.centre(items.item_a);
  const Vector3 point = pairs.movers()[at(items.pair.task().mover_a)].pose(items.time) * own;
  const Vector3 out = way_out(still.primitive(items.item_b), point);
  const Contact contact{point, out, ContactKind::overlap, {part.triangle_in_mesh(items.item_a), -1}};
  const int a = items.pair.body_a(), b = items.pair.body_b(items.part_b);
  return a < b ? Answer::Touch{contact, a, b} : Answer::Touch{reversed(contact), b, a};
}

/// A contact witnessed by items of meshes, where no points inside solids tell: where most is open first, as schwarzer-2002 (section 3.4) has it,
/// in the middle of its windows, which it divides. What is at the tip comes first among equals.
FirstContact Query::State::refute_at_instants() {
  std::array<OpenWindows, 2 * most_probes> open;
  std::size_t count = 0;
  for (int rank = static_cast<int>(model.movable().size()) - 1; rank >= 0 && count < most_probes; --rank) {
    const MovingPair pair = pairs.against_still(rank);
    if (!pair || pair.open().doubtful == 0 || pair.settled()) continue;
    open[count++] = {rank, pair.open().doubtful, static_cast<double>(pair.open().way_m) / state_count};
  }
  std::array<int, state_count> slots;
  slots.fill(-1);
  double least = 0.0;
  for (std::size_t probes = 0; probes < most_probes && count > 0; ++probes) {
    const auto most = std::max_element(open.begin(), open.begin() + static_cast<std::ptrdiff_t>(count),
                                       [](const auto& x, const auto& y) { return x.weight() < y.weight(); });
    const OpenWindows own = *most;
    *most = open[--count];
    const MovingPair pair = pairs.against_still(own.rank);
    if (probes == 0) {
      instants.begin(pairs.movers(), pairs.volumes(), pairs.reaches());
      least = probed_least_part * own.weight();
    } else if (own.weight() < std::max(least, probed_size_part * pair.task().a->lss().length())) {
      continue;
    }
    const int middle = middle_of(own.windows);
    int& slot = slots[at(middle)];
    if (slot < 0) slot = instants.add(StateLanes::time(middle));
    if (probe.look(pair, instants, slot, answer.statistics) == TouchProbe::Result::touching) {
      FirstContact found = FirstContact::during({0.0, StateLanes::time(middle)});
      found.items = probe.found();
      return found;
    }
    const unsigned earlier = (1u << middle) - 1u;
    for (const unsigned part : {own.windows & earlier, own.windows & ~earlier & ~(1u << middle)}) {
      if (part != 0) open[count++] = {own.rank, part, own.way};
    }
  }
  return FirstContact::open(0.0, Undecided::resolution);
}

/// Do items of these pairs touch in the middle of what is open, or in the windows at its ends?
bool Query::State::touches_at_instants(std::span<const std::pair<int, int>> likely) {
  bool begun = false;
  for (const auto& [a, b] : likely) {
    MovingPair pair = pairs.find(a, b).pair;
    if (!pair) pair = pairs.find(b, a).pair;
    if (!pair || pair.settled()) continue;
    if (!begun) instants.begin(pairs.movers(), pairs.volumes(), pairs.reaches());
    begun = true;
    const unsigned open = pair.open().surfaces;
    const int first = std::countr_zero(open), last = std::bit_width(open) - 1;
    int before = -1;
    for (const int window : {(first + last) / 2, last, first}) {
      if (window == before) continue;
      before = window;
      const int slot = instants.add(StateLanes::time(window));
      if (probe.look(pair, instants, slot, answer.statistics) == TouchProbe::Result::touching) return true;
    }
  }
  return false;
}

/// What eight instants show, then a proof of the pairs and stretches of time that they leave open.
const Answer& Query::State::any_by_states() {
  const RestProof::Told told(rest, step);
  const OnPath on(*this);
  if (pairs.set_unless_seen(step, settings.tolerance_m)) {
    take(FirstContact::during({0.0, pairs.seen().time}), answer);
    answer.touches.push_back(overlap(pairs.seen()));
    return answer;
  }
  FirstContact found = refute_at_instants();
  if (found.outcome != Outcome::contact) found = strategy->any_contact(pairs, answer.statistics);
  take(found, answer);
  if (answer.outcome == Outcome::free && anything_inside(0.0)) {
    take(FirstContact::during({0.0, 0.0}), answer);
    list_inside(0.0);
    return answer;
  }
  if (answer.outcome == Outcome::free && !model.penetration_pairs().empty()) {
    FirstContact apart = penetration.first_contact(step, 1.0, answer.statistics);
    apart.proven = apart.proven && (found.proven || apart.outcome == Outcome::contact);
    take(apart, answer);
    if (answer.outcome == Outcome::contact)
      penetration.append_touches(step, answer.time.hi, answer.touches, answer.statistics);
  }
  if (answer.outcome != Outcome::contact) {
    look_at_start(answer);
    if (answer.outcome != Outcome::contact && !deformables.empty()) look_at_deformables(answer);
  } else if (found.items.pair) {
    touch_list.list(found.items, answer.touches);
  } else if (answer.touches.empty()) {
    touch_list.list(pairs, answer.time.hi, answer.touches, answer.statistics);
  }
  return answer;
}

/// The strategy `bisect` does both at once: what is most open is tested and halved until nothing is.
const Answer& Query::State::any_by_distances() {
  if (!any) any = std::make_unique<AnySearch>(model, settings);
  const RestProof::Told told(rest, step);
  const OnPath on(*this);
  any_memory.begun = false;
  fill();
  any->begin(pairs, any_memory);
  any->go_on(any_memory, -std::numeric_limits<double>::infinity(), answer.statistics);
  const FirstContact& found = any->found();
  take(found, answer);
  if (answer.outcome != Outcome::contact) {
    look_at_start(answer);
    if (answer.outcome == Outcome::contact) return answer;
    if (!deformables.empty()) look_at_deformables(answer);
    return answer;
  }
  if (found.items.pair) {
    touch_list.list(found.items, answer.touches);
    return answer;
  }
  touch_list.list(pairs, answer.time.hi, answer.touches, answer.statistics);
  if (answer.touches.empty() && anything_inside(answer.time.hi)) list_inside(answer.time.hi);
  penetration.append_touches(step, answer.time.hi, answer.touches, answer.statistics);
  return answer;
}

Query::Glimpse Query::glimpse(std::span<const std::pair<int, int>> likely) {
  const FloatEnvironment environment;
  State& state = *state_;
  state.answer.statistics = {};
  const RestProof::Told told(state.rest, state.step);
  if (state.pairs.set_unless_seen(state.step, state.settings.tolerance_m) || state.touches_at_instants(likely)) {
    return {Outcome::contact};
  }
  const bool all = state.model.penetration_pairs().empty() && state.deformables.empty();
  Glimpse result{state.pairs.empty() && all ? Outcome::free : Outcome::undecided};
  for (const MovingPair pair : state.pairs) {
    result.open += std::popcount(pair.open().surfaces);
    result.blind = result.blind || pair.open().doubtful != 0;
  }
  return result;
}

const Answer& Query::any_contact() {
  const FloatEnvironment environment;
  if (state_->recorded) return first_contact();  // the same
  const StopWhenTold stop(state_->settings.stop);
  const Answer& answer =
      state_->settings.strategy == Strategy::bisect ? state_->any_by_distances() : state_->any_by_states();
  if (answer.outcome == Outcome::contact) state_->deny_distances_inside(answer.time.hi);
  return answer;
}

}  // namespace tocca
