#include "tocca/world/world.hpp"

#include <algorithm>
#include <string>

#include "core/float_environment.hpp"
#include "core/index.hpp"
#include "core/stopwatch.hpp"
#include "core/tolerance.hpp"
#include "tocca/core/error.hpp"
#include "tocca/core/parallel.hpp"
#include "world/world_state.hpp"

namespace tocca {
namespace {

/// This many pairs form a task for one thread: testing a pair takes about a tenth of a microsecond, starting a task
/// some microseconds.
constexpr std::size_t parallel_grain = 256;

double checked_tolerance(double tolerance_m) {
  require_tolerance(tolerance_m);
  return tolerance_m;
}

}  // namespace

// Boxes reach half of the tolerance farther than the bodies: whatever is within the tolerance has overlapping boxes, so
// that lists do not depend on the kind of boxes.
World::State::State(const WorldSettings& given)
    : settings(given), bodies(given.boxes, 0.5 * checked_tolerance(given.tolerance_m)), ahead(bodies) {
  if (settings.broad == BroadChoice::sweep_and_prune) broad.emplace<SweepAndPrune>();
  if (settings.broad == BroadChoice::dynamic_tree) broad.emplace<MovingBoxTree>();
}

World::World(const WorldSettings& settings) : state_(std::make_unique<State>(settings)) {}
World::~World() = default;
World::World(World&&) noexcept = default;

int World::add(BodyShapePointer shape, const Pose& X_WB, int group) {
  return state_->bodies.add(std::move(shape), X_WB, group);
}

int World::add(const KinematicTree& tree, const Configuration& q, const Pose& X_WR, int group) {
  return state_->bodies.add(tree, q, X_WR, group);
}

int World::add(DeformableMesh mesh, int group) { return state_->bodies.add(std::move(mesh), group); }
void World::move(int body, std::span<const Vector3> vertices) { state_->bodies.move(body, vertices); }
void World::replace(int body, DeformableMesh mesh) { state_->bodies.replace(body, std::move(mesh)); }
const DeformableMesh& World::deformable(int body) const { return state_->bodies.require_deformable(body); }

void World::remove(int body) {
  state_->bodies.remove(body);
  state_->active.forget(body);
  if (at(body) < state_->listed.size() && state_->listed[at(body)]) {
    std::visit([&](auto& phase) { phase.remove(body); }, state_->broad);
    state_->listed[at(body)] = 0;
  }
}

void World::move(int body, const Pose& X_WB) { state_->bodies.move(body, X_WB); }
void World::move(int body, const Configuration& q) { state_->bodies.move(body, q); }
int World::body_count() const noexcept { return state_->bodies.count(); }
const Pose& World::pose(int body) const { return state_->bodies.pose(body); }

BodyBox World::box(int body) const {
  const Aabb& box = state_->bodies.box(body);
  return {box.lower, box.upper};
}

void World::activate(int a, int b, bool active) {
  state_->bodies.require_two(a, b);
  state_->active.activate(a, b, active);
  if (WorldPair* const pair = state_->pairs.find(std::min(a, b), std::max(a, b)))
    pair->active = state_->is_active(a, b);
}

void World::activate_groups(int group_a, int group_b, bool active) {
  state_->active.activate_groups(group_a, group_b, active);
  for (WorldPair& pair : state_->pairs.all()) {
    // one of the two may have been removed since the last step
    if (state_->bodies.has(pair.a) && state_->bodies.has(pair.b)) pair.active = state_->is_active(pair.a, pair.b);
  }
}

const WorldStep& World::step(bool nearest) {
  const FloatEnvironment as_the_proofs_assume;
  State& state = *state_;
  WorldStatistics& statistics = state.result.statistics;
  statistics = {};
  statistics.bodies = static_cast<std::uint64_t>(state.bodies.count());
  Stopwatch watch;
  state.update_boxes();
  statistics.boxes_us = watch.micros();

  watch = {};
  state.update_pairs();
  statistics.sweep_us = watch.micros();

  watch = {};
  std::vector<WorldPair>& pairs = state.pairs.all();
  if (nearest) {
    state.nearest.resize(std::max(state.nearest.size(), pairs.size()));
    parallel_for(
        pairs.size(), [&](std::size_t i) { state.look_nearest(pairs[i], state.nearest[i]); }, parallel_grain);
  } else {
    parallel_for(
        pairs.size(), [&](std::size_t i) { state.look(pairs[i]); }, parallel_grain);
  }
  state.result.colliding.clear();
  state.result.nearest.clear();
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const WorldPair& pair = pairs[i];
    if (!pair.active) continue;
    ++statistics.overlaps;
    statistics.walks += pair.work.walks;
    statistics.feature_steps += pair.work.feature_steps;
    statistics.tree_searches += pair.work.tree_searches;
    if (pair.colliding) state.result.colliding.push_back(pair.names());
    if (nearest && !state.deforms(pair)) state.result.nearest.push_back(state.nearest[i]);
  }
  state.add_self_contacts();
  statistics.colliding = state.result.colliding.size();
  statistics.narrow_us = watch.micros();
  return state.result;
}

void World::State::update_boxes() {
  listed.resize(at(bodies.number_end()));
  itself.resize(at(bodies.number_end()));
  std::visit(
      [&](auto& phase) {
        for (const int body : bodies.moved()) {
          if (!bodies.has(body)) continue;
          ++result.statistics.boxes_updated;
          itself[at(body)] = Itself::unknown;
          const Aabb& box = bodies.updated_box(body);
          if (listed[at(body)]) {
            phase.update(body, box);
          } else {
            phase.add(body, box);
            listed[at(body)] = 1;
          }
        }
      },
      broad);
  bodies.forget_moved();
}

void World::State::update_pairs() {
  std::visit([&](auto& phase) { phase.step(changes); }, broad);
  // The pairs of a removed body have ended, and begun anew where its number stands for another one by now: nothing that
  // was kept of them outlives it.
  pairs.apply(changes.begun, changes.ended, [&](WorldPair& pair) {
    pair.active = is_active(pair.a, pair.b);
    pairs.begin(pair, !bodies.is_polytope(pair.a) || !bodies.is_polytope(pair.b));
  });
  result.statistics.sweep_work = changes.work;
  result.statistics.swept_lists = changes.by_lists;
  result.statistics.begun = changes.begun.size();
  result.statistics.ended = changes.ended.size();
}

/// Do the two collide? Apart is proven at half of the tolerance: what is listed is then within it, rounding permitting.
void World::State::look(WorldPair& pair) {
  pair.work = {};
  pair.colliding = false;
  if (!pair.active) return;
  if (deforms(pair)) return look_at_deformable(pair);
  const double level = level_of(settings.tolerance_m);
  if (pair.memory >= 0) {
    BodySearch search(bodies.shapes(pair.a), bodies.shapes(pair.b), pairs.memory(pair), pair.work);
    pair.colliding = !search.apart(level, settings.tolerance_m);
    return;
  }
  const PlacedShape &a = bodies.rigid(pair.a), &b = bodies.rigid(pair.b);
  if (balls_apart(a, b, level)) return;
  const double enough = level + (a.error_m + b.error_m) * (1.0 + 0x1p-50);
  const FeatureDistance found = closest_features(a.placed(0), b.placed(0), pair.features, enough);
  pair.work = {1, static_cast<std::uint64_t>(found.steps), 0};
  pair.colliding = !(found.lower > enough);
}

void World::State::look_at_deformable(WorldPair& pair) {
  pair.colliding = DeformablePairs(settings.tolerance_m).touching(bodies, pair.a, pair.b);
  pair.work = {0, 0, 1};
}

/// Whether a deformable body touches itself changes only when it deforms.
void World::State::add_self_contacts() {
  const std::size_t others = result.colliding.size();
  for (const int body : bodies.deformables()) {
    if (!is_active(body, body)) continue;
    if (itself[at(body)] == Itself::unknown) {
      const bool touches = DeformablePairs(settings.tolerance_m).touching(bodies, body, body);
      itself[at(body)] = touches ? Itself::touching : Itself::apart;
    }
    if (itself[at(body)] == Itself::touching) result.colliding.push_back({body, body});
  }
  std::inplace_merge(result.colliding.begin(), result.colliding.begin() + static_cast<std::ptrdiff_t>(others),
                     result.colliding.end());
}

void World::State::look_nearest(WorldPair& pair, BodyDistance& found) {
  pair.work = {};
  pair.colliding = false;
  if (!pair.active) return;
  if (deforms(pair)) return look_at_deformable(pair);
  FeatureMemory own;
  const bool simple = pair.memory < 0;
  if (simple) own.keep({}, pair.features);
  BodySearch search(bodies.shapes(pair.a), bodies.shapes(pair.b), simple ? own : pairs.memory(pair), pair.work);
  found = search.nearest();
  found.body_a = pair.a;
  found.body_b = pair.b;
  if (simple) pair.features = own.recall({});
  pair.colliding = !(found.lower > level_of(settings.tolerance_m));
}

BodyDistance World::distance(int a, int b) const {
  const FloatEnvironment as_the_proofs_assume;
  state_->bodies.require_two(a, b);
  for (const int body : {a, b}) {
    if (!state_->bodies.deformable(body)) continue;
    throw InputError("", "body " + std::to_string(body), "is deformable: its distance is not computed",
                     "ask step() or first_contacts() about it");
  }
  if (a > b) std::swap(a, b);
  FeatureMemory memory;
  NarrowWork work;
  BodyDistance found = BodySearch(state_->bodies.shapes(a), state_->bodies.shapes(b), memory, work).nearest();
  found.body_a = a;
  found.body_b = b;
  return found;
}

}  // namespace tocca
