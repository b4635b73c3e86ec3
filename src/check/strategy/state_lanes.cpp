#include "check/strategy/state_lanes.hpp"

#include <algorithm>
#include <bit>

#include "core/index.hpp"
#include "motion/mover.hpp"

namespace tocca {
namespace {

constexpr double u = 0x1p-24;
constexpr EightFloats no_spread{};
/// Boxes of a still part, nodes above them included, that are tested against all balls of a cover: an object of some primitives has fewer.
constexpr int few_boxes = 32;
/// No part but a cloud has as many.
constexpr int many_boxes = 256;

/// Rounded up: the conversion loses less than 2^-23.
float float_above(double value) { return static_cast<float>(value * (1.0 + 0x1p-22)); }

}  // namespace

double StateLanes::Open::from() const { return surfaces == 0 ? 1.0 : std::countr_zero(surfaces) / double{state_count}; }
double StateLanes::Open::to() const { return std::bit_width(surfaces) / double{state_count}; }

StateLanes::StateLanes(const CollisionModel& model)
    : model_(model),
      still_(model.still_bodies().lanes()),
      placed_(model.robots().size()),
      bodies_(model.movable().size()) {
  for (const CollisionModel::RobotFrame& robot : model.robots())
    links_.emplace_back(robot.tree, robot.base, model.still_bodies().origin());
  for (const int body : model.movable()) balls_.push_back(&model.shape(body).balls);
}

void StateLanes::set(const MotionStep& step) { begin(step, {0x1p-4, 0x1p-3, 0x1p-4}); }
void StateLanes::set_instants(const MotionStep& step, double first, double spacing) {
  begin(step, {first, spacing, 0.0});
}

void StateLanes::begin(const MotionStep& step, const Times& times) {
  step_ = &step;
  suspects_.clear();
  look_at(times);
}

void StateLanes::look_at(const Times& times) {
  times_ = times;
  all_placed_ = false;
  for (BodyLanes& lanes : bodies_) lanes.prepared = false;
}

/// When the first body is asked for: there may be none.
void StateLanes::place_all() {
  for (std::size_t robot = 0; robot < links_.size(); ++robot) {
    placed_[robot] = links_[robot].set(step_->tree(static_cast<int>(robot)), times_.first, times_.spacing, times_.half);
  }
  all_placed_ = true;
}

/// Where the body is. False: not known.
bool StateLanes::place(int body, BodyLanes& lanes) const {
  const Mover mover = step_->mover(body);
  lanes.robot = -1;
  if (mover.still()) {
    Pose X = mover.pose(0.0);
    if (!(greatest_stretch(X.rotation) < 1.0 + 0x1p-30)) return false;
    X.translation -= model_.still_bodies().origin();
    lanes.own_pose.set(X);
    lanes.pose = &lanes.own_pose;
    lanes.errors = LaneErrors::of_still(X.translation);
    return true;
  }
  if (!mover.tree()) return false;
  std::size_t robot = 0;
  while (mover.tree() != &step_->tree(static_cast<int>(robot))) ++robot;
  if (!placed_[robot]) return false;
  const LinkLanes& links = links_[robot];
  lanes.robot = static_cast<int>(robot);
  lanes.link = mover.link();
  lanes.pose = &links.pose(lanes.link);
  lanes.errors = links.errors(lanes.link);
  if (const Placement* grip = mover.grip()) {
    if (!(grip->gain < 1.0 + 0x1p-30)) return false;
    const JointLanes joint = fixed_lanes(grip->pose);
    PoseLanes both[2] = {*lanes.pose, {}};
    EightPoints axis;
    place_links({&joint, 1}, &no_spread, &no_spread, &no_spread, both, &axis);
    lanes.own_pose = both[1];
    lanes.pose = &lanes.own_pose;
    lanes.errors = lanes.errors.carried(grip->length);
  }
  return lanes.errors.distance < 0x1p20;
}

StateLanes::BodyLanes& StateLanes::prepared(int rank) {
  BodyLanes& lanes = bodies_[at(rank)];
  if (lanes.prepared) return lanes;
  if (!all_placed_) place_all();
  lanes.prepared = true;
  lanes.covered = lanes.pointed = false;
  const int body = model_.movable()[at(rank)];
  const BodyBalls& own = balls(rank);
  lanes.known = place(body, lanes) && own.reach < 0x1p20;
  if (!lanes.known) return lanes;
  lanes.margin_m = lanes.errors.at(own.reach) + 16.0 * u * (own.reach + lanes.errors.distance) +
                   model_.bodies()[at(body)].part.rounding_m();
  place_points(*lanes.pose, own.enclosure.centre, 1, &lanes.centre);
  spread(rank, lanes);
  return lanes;
}

/// docs/maths/state_lanes.md, section 3: the distance from an axis is off by no more than `slack`.
void StateLanes::spread(int rank, BodyLanes& lanes) {
  lanes.spreads.clear();
  if (lanes.robot < 0) return;
  const LinkLanes& links = links_[at(lanes.robot)];
  chain_.clear();
  for (const int link : links.chain(lanes.link)) {
    chain_.push_back({&links.axis(link), &links.pose(link).translation, links.half_move(link), links.slides(link)});
  }
  lanes.spreads.resize(chain_.size());
  const double far = lanes.errors.distance + balls(rank).reach;
  const double slack = (lanes.errors.rotation + 16.0 * u) * 2.0 * far + 2.0 * lanes.margin_m;
  spread_of_ball(chain_, lanes.centre, float_above(static_cast<double>(balls(rank).enclosure.radius) + slack),
                 lanes.spreads.data());
}

/// How far the body moves around each state as seen from an ancestor of its link, or from the world (-1).
const EightFloats& StateLanes::spread_in(const BodyLanes& lanes, int ancestor) const {
  std::size_t count = lanes.spreads.size();
  if (ancestor >= 0) count -= links_[at(lanes.robot)].chain(ancestor).size();
  return count == 0 ? no_spread : lanes.spreads[count - 1];
}

/// Of the enclosure during the whole step.
void StateLanes::bounds(int rank, const BodyLanes& lanes, double dilation_m, Vector3& lower, Vector3& upper) const {
  const EightFloats& spread = spread_in(lanes, -1);
  const double radius = static_cast<double>(balls(rank).enclosure.radius) + dilation_m;
  for (int c = 0; c < 3; ++c) {
    float low = lanes.centre[at(c)].at[0] - spread.at[0], high = lanes.centre[at(c)].at[0] + spread.at[0];
    for (int k = 1; k < state_count; ++k) {
      low = std::min(low, lanes.centre[at(c)].at[k] - spread.at[k]);
      high = std::max(high, lanes.centre[at(c)].at[k] + spread.at[k]);
    }
    lower[c] = static_cast<double>(low) - radius;
    upper[c] = static_cast<double>(high) + radius;
  }
}

PlacedBalls StateLanes::enclosure(int rank, const BodyLanes& lanes) const {
  const Ball& own = balls(rank).enclosure;
  return {{&own, 1}, &lanes.centre, &own, &lanes.centre};
}

PlacedBalls StateLanes::cover(int rank, BodyLanes& lanes) const {
  const std::vector<Ball>& own = balls(rank).cover;
  if (!lanes.covered) {
    lanes.cover.resize(own.size());
    place_points(*lanes.pose, own[0].centre, static_cast<int>(own.size()), lanes.cover.data());
    lanes.covered = true;
  }
  return {own, lanes.cover.data(), &balls(rank).enclosure, &lanes.centre};
}

StateLanes::Open StateLanes::against_still(int body, const double* clearances, double clearance_m, double level_m) {
  const int rank = model_.rank(body);
  BodyLanes& lanes = prepared(rank);
  if (!lanes.known) return {};
  const BodyBalls& own = balls(rank);
  const double margin =
      level_m + lanes.margin_m + model_.still_bodies().rounding_m() + 32.0 * u * (lanes.errors.distance + own.reach);
  Vector3 lower, upper;
  bounds(rank, lanes, margin + clearance_m, lower, upper);
  near_parts_.clear();
  still_.append_near(lower, upper, near_parts_);
  Open open{0, 0};
  for (const float half : spread_in(lanes, -1).at) open.way_m += 2.0f * half;
  for (const int part : near_parts_) {
    const double clearance = clearances ? clearances[part] : clearance_m;
    if (clearance < 0.0) continue;
    // Points tell of primitives only: of meshes, windows that are open anyway say nothing more.
    const bool tells = !still_.solids(part).empty();
    const unsigned wanted = tells ? all : all & ~(open.surfaces & open.solids & open.doubtful);
    if (wanted == 0) continue;
    const int root = still_.root(part);
    const std::span<const StillBox> boxes = still_.boxes();
    const int box_count = boxes[at(root)].next - root;
    const bool is_cloud = box_count > many_boxes;
    const BallDilation dilation{&spread_in(lanes, -1), float_above(margin + clearance), tells};
    const LaneBits whole = balls_against_boxes(enclosure(rank, lanes), dilation, still_.wholes(), part, wanted);
    if (whole.open == 0) continue;
    // Many boxes of a mesh against many balls would cost more than they spare: there the whole body is tested, as a ball.
    // The boxes of a cloud are small: there the balls are worth it, once the whole body is not apart.
    LaneBits surface;
    if (box_count <= few_boxes) {
      surface = balls_against_boxes(cover(rank, lanes), dilation, boxes, root, whole.open);
    } else {
      surface.open = balls_against_boxes(enclosure(rank, lanes), dilation, boxes, root, whole.open).open;
      if (is_cloud && surface.open != 0) {
        surface = balls_against_boxes(cover(rank, lanes), dilation, boxes, root, surface.open);
      }
    }
    open.surfaces |= surface.open;
    if (!tells) open.doubtful |= surface.open;
    open.solids |= own.hollow || still_.hollow(part) ? whole.open : surface.open;
    if (tells && surface.open != 0) suspects_.push_back({rank, part, surface.near, surface.open});
  }
  return open;
}

StateLanes::Open StateLanes::of_pair(int index, double clearance_m, double level_m) {
  const CollisionModel::Pair& pair = model_.pairs()[at(index)];
  const int rank_a = model_.rank(pair.a), rank_b = model_.rank(pair.b);
  BodyLanes &a = prepared(rank_a), &b = prepared(rank_b);
  if (!a.known || !b.known) return {};
  const int frame = a.robot >= 0 && a.robot == b.robot ? step_->tree(a.robot).common_ancestor(a.link, b.link) : -1;
  const EightFloats &from_a = spread_in(a, frame), &from_b = spread_in(b, frame);
  EightFloats sum;
  for (int k = 0; k < state_count; ++k) sum.at[k] = from_a.at[k] + from_b.at[k];
  const double far = a.errors.distance + b.errors.distance + balls(rank_a).reach + balls(rank_b).reach;
  const BallDilation dilation{&sum, float_above(clearance_m + level_m + a.margin_m + b.margin_m + 4.0 * u * far)};
  const LaneBits whole = balls_against_balls(enclosure(rank_a, a), enclosure(rank_b, b), dilation, all);
  if (whole.open == 0) return {0, 0};
  const LaneBits surface = balls_against_balls(cover(rank_a, a), cover(rank_b, b), dilation, whole.open);
  const Open open{surface.open, balls(rank_a).hollow || balls(rank_b).hollow ? whole.open : surface.open};
  return open;
}

std::span<const EightPoints> StateLanes::points(int rank, BodyLanes& lanes) const {
  const std::vector<ItemPoint>& own = balls(rank).points;
  if (!lanes.pointed) {
    lanes.points.resize(own.size());
    if (!own.empty()) place_points(*lanes.pose, own[0].place, static_cast<int>(own.size()), lanes.points.data());
    lanes.pointed = true;
  }
  return lanes.points;
}

/// Calls found(suspect, point, solid, times) for points inside solids at some of the times that wanted() has then.
template <class Wanted, class Found>
void StateLanes::for_each_inside(std::size_t first, const Wanted& wanted, const Found& found) {
  for (std::size_t k = first; k < suspects_.size(); ++k) {
    const Suspect& suspect = suspects_[k];
    if ((suspect.near & wanted()) == 0) continue;
    BodyLanes& lanes = bodies_[at(suspect.rank)];
    const std::span<const StillSolid> solids = still_.solids(suspect.part_b);
    if (solids.empty()) continue;
    const std::span<const EightPoints> placed = points(suspect.rank, lanes);
    const float margin = float_above(lanes.margin_m + balls(suspect.rank).point_error);
    for (const StillSolid& solid : solids) {
      for (std::size_t i = 0; i < placed.size() && wanted() != 0; ++i) {
        const unsigned inside = point_inside(solid, placed[i], margin, wanted());
        if (inside != 0) found(suspect, balls(suspect.rank).points[i], solid, inside);
      }
    }
  }
}

StateLanes::Witness StateLanes::find_witness(std::size_t first) {
  Witness best;
  unsigned earlier = all;  // than the best one
  for_each_inside(
      first, [&] { return earlier; },
      [&](const Suspect& suspect, const ItemPoint& point, const StillSolid& solid, unsigned inside) {
        best = {std::countr_zero(inside), suspect.rank, suspect.part_b, point.item, solid.item};
        earlier = (1u << best.state) - 1u;
      });
  return best;
}

/// All times are multiples of a power of two: exact.
double StateLanes::refine(Witness& witness, int rounds) {
  double until = time(witness.state);
  double width = std::min(until, 1.0 / state_count);  // nothing was found at the state before, or it is the first
  for (Suspect& suspect : suspects_) suspect.near = suspect.near != 0 ? all : 0;
  for (int round = 0; round < rounds; ++round) {
    const double spacing = width / state_count, first = until - width + spacing;
    look_at({first, spacing, 0.0});
    for (const Suspect& suspect : suspects_) prepared(suspect.rank);
    const Witness earlier = find_witness();
    if (earlier.state < 0) break;  // by rounding: at the last of these times there is one
    witness = earlier;
    until = first + earlier.state * spacing;
    width = spacing;
  }
  return until;
}

double StateLanes::look_between(Witness& witness) {
  if (suspects_.empty()) return 0.0;
  constexpr double spacing = 1.0 / state_count;
  // Each of these times is the end of one window and the beginning of the next; the last is the end of the step.
  for (Suspect& suspect : suspects_) suspect.near = suspect.open | suspect.open >> 1;
  look_at({spacing, spacing, 0.0});
  for (const Suspect& suspect : suspects_) prepared(suspect.rank);
  witness = find_witness();
  return (witness.state + 1) * spacing;
}

unsigned StateLanes::touching() {
  unsigned known = 0;
  for_each_inside(
      0, [&] { return all & ~known; },
      [&](const Suspect&, const ItemPoint&, const StillSolid&, unsigned inside) { known |= inside; });
  return known;
}

}  // namespace tocca
