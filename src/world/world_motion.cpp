#include "world/world_motion.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "contact/touching.hpp"
#include "core/float_environment.hpp"
#include "core/rounding.hpp"
#include "core/tolerance.hpp"
#include "core/vectors.hpp"
#include "motion/swept_box.hpp"
#include "sweep/aabb_tree.hpp"
#include "tocca/core/error.hpp"
#include "tocca/core/parallel.hpp"
#include "world/body_piece.hpp"
#include "world/world_state.hpp"

namespace tocca {
namespace {

/// Boxes of what moves by more than its own size are swept over so many parts of a step, and joined: one enclosure would be much larger
/// than it must be where something turns far.
constexpr int box_windows = 4;

/// Motions are built from poses, and round them by some ulps: so far from the body's own may their start be.
void require_start(int body, const Pose& start, const Pose& X) {
  const double off = (start.translation - X.translation).norm() / (1.0 + X.translation.norm());
  if ((start.rotation - X.rotation).norm() <= 0x1p-40 && off <= 0x1p-40) return;
  throw InputError("", "body " + std::to_string(body), "its motion does not start where it is",
                   "start its motion at its pose");
}

}  // namespace

WorldMotion::WorldMotion(const WorldBodies& bodies, std::span<const World::Moving> moving)
    : bodies_(bodies),
      rigid_(at(bodies.number_end()), StaticMotion(Pose{})),
      tree_(at(bodies.number_end()), nullptr),
      first_part_(at(bodies.number_end()) + 1, 0),
      travel_(at(bodies.number_end()), 0.0),
      rounding_(at(bodies.number_end()), 0.0) {
  for (int body = 0; body < bodies.number_end(); ++body) {
    if (!bodies.has(body)) continue;
    present_.push_back(body);
    if (bodies.deformable(body)) continue;
    if (const Articulation* const articulation = bodies.articulation(body)) {
      tree_[at(body)] = &articulation->motion;
    } else {
      rigid_[at(body)] = StaticMotion(bodies.pose(body));
    }
  }
  std::vector<char> named(at(bodies.number_end()), 0);
  for (const World::Moving& one : moving) {
    bodies.require(one.body);
    if (named[at(one.body)]) {
      throw InputError("", "body " + std::to_string(one.body), "is named twice", "give one motion for each body");
    }
    named[at(one.body)] = 1;
    set_motion(one);
  }
  for (int body = 0; body < bodies.number_end(); ++body) {
    if (bodies.has(body)) add_parts(body);
    first_part_[at(body) + 1] = parts_.size();
  }
}

void WorldMotion::set_motion(const World::Moving& moving) {
  if (bodies_.deformable(moving.body)) return;  // DeformingStep has put it into its step
  const Articulation* const articulation = bodies_.articulation(moving.body);
  if (!articulation) {
    require_start(moving.body, Mover(moving.motion).pose(0.0), bodies_.pose(moving.body));
    rigid_[at(moving.body)] = moving.motion;
    return;
  }
  require_configuration(articulation->tree, moving.to);
  moving_trees_.emplace_back(articulation->tree, articulation->X_WR);
  moving_trees_.back().move(articulation->q, moving.to);
  tree_[at(moving.body)] = &moving_trees_.back();
}

void WorldMotion::add_parts(int body) {
  for (const PlacedShape& placed : bodies_.shapes(body)) {
    for (int i = 0; i < placed.shape->piece_count(); ++i) {
      const Part& part = placed.shape->piece(i).part;
      const Mover mover = tree_[at(body)] ? Mover(*tree_[at(body)], -1, placed.link) : Mover(rigid_[at(body)]);
      parts_.push_back({&part, mover});
      travel_[at(body)] = std::max(travel_[at(body)], mover.speed({0.0, 1.0}, part.lss()));
    }
    rounding_[at(body)] = std::max(rounding_[at(body)], 2.0 * placed.shape->rounding_m());
  }
}

std::vector<Aabb> WorldMotion::swept_boxes(double tolerance_m) const {
  std::vector<Aabb> boxes(present_.size());
  parallel_for(
      present_.size(),
      [&](std::size_t i) {
        const int body = present_[i];
        Aabb all{Vector3::Constant(infinity), Vector3::Constant(-infinity)};
        for (const MovingPart& moving : parts(body)) {
          const int windows = travel(body) > moving.part->lss().length() ? box_windows : 1;
          for (int k = 0; k < windows; ++k) {
            const Interval time(static_cast<double>(k) / windows, static_cast<double>(k + 1) / windows);
            const Aabb box = swept_box(moving.mover->linear_enclosure(time), moving.part->lss());
            all = {all.lower.cwiseMin(box.lower), all.upper.cwiseMax(box.upper)};
          }
        }
        if (const DeformableMesh* const mesh = deformable(body)) all = mesh->tree().bounds();
        boxes[i] = all.dilated(rounded_up(0.5 * tolerance_m + rounding(body), 2));
      },
      32);
  return boxes;
}

void WorldMotion::place(int body, double t, std::vector<PlacedShape>& placed) const {
  const std::span<const PlacedShape> shapes = bodies_.shapes(body);
  placed.assign(shapes.begin(), shapes.end());
  std::size_t part = first_part_[at(body)];
  for (PlacedShape& shape : placed) {
    const Pose X = parts_[part].mover->pose(t);
    double error = 0.0;  // of the pose: the tube of an instant
    for (int i = 0; i < shape.shape->piece_count(); ++i, ++part) {
      error = std::max(error, parts_[part].mover->tube({t, t}, parts_[part].part->lss()));
    }
    shape.put(X, rounded_up(error + 2.0 * shape.shape->rounding_m(), 2));
  }
}

bool PairMotion::first_contact(int a, int b, TimedContact& contact) {
  if (motion_.deformable(a) || motion_.deformable(b)) return deformable_.first_contact(motion_, a, b, contact);
  contact = {};
  contact.body_a = a;
  contact.body_b = b;
  motion_.place(a, 0.0, placed_a_);
  motion_.place(b, 0.0, placed_b_);
  memory_.forget();
  NarrowWork work;
  BodySearch start(placed_a_, placed_b_, memory_, work);
  const double level = level_of(tolerance_m_);
  // Farther apart than both can travel together: no need to look at times. Rounded up as a sum of two.
  const double way = rounded_up(motion_.travel(a) + motion_.travel(b) + level, 3);
  if (start.apart(way, way)) return false;
  if (!start.apart(level, tolerance_m_)) {
    contact.time = {0.0, 0.0};
    contact.initial = true;
  } else if (!surfaces_meet(a, b, contact)) {
    return false;
  }
  witness(a, b, contact);
  return true;
}

/// Neither is inside the other at the start, so that a contact begins with one of surfaces.
bool PairMotion::surfaces_meet(int a, int b, TimedContact& contact) {
  const std::span<const MovingPart> parts_a = motion_.parts(a), parts_b = motion_.parts(b);
  cast_.assign(parts_a.begin(), parts_a.end());
  cast_.insert(cast_.end(), parts_b.begin(), parts_b.end());
  candidates_.clear();
  const int count = static_cast<int>(parts_a.size());
  for (int i = 0; i < count; ++i) {
    for (int j = count; j < static_cast<int>(cast_.size()); ++j) {
      candidates_.push_back({i, j, motion_.rounding(a) + motion_.rounding(b)});
    }
  }
  Statistics statistics;
  const IntervalSearch::Result found =
      search_.first_contact(cast_, candidates_, std::numeric_limits<std::uint64_t>::max(), statistics);
  contact.time = found.time;
  contact.initial = found.initial;
  return found.kind != IntervalSearch::Result::Kind::free;
}

/// Where the two touch at time.hi.
void PairMotion::witness(int a, int b, TimedContact& contact) {
  motion_.place(a, contact.time.hi, placed_a_);
  motion_.place(b, contact.time.hi, placed_b_);
  NarrowWork work;
  const BodyDistance near = BodySearch(placed_a_, placed_b_, memory_, work).nearest();
  contact.point = near.point_b + 0.5 * (near.point_a - near.point_b);
  contact.normal = near.normal;
  if (near.lower > 0.0) return;
  const auto piece = [](const std::vector<PlacedShape>& placed, const BodyPlace& place) {
    const auto found =
        std::find_if(placed.begin(), placed.end(), [&](const PlacedShape& x) { return x.link == place.link; });
    return std::pair(&found->shape->piece(place.piece).part, &found->X);
  };
  const auto [part_a, X_a] = piece(placed_a_, near.a);
  const auto [part_b, X_b] = piece(placed_b_, near.b);
  if (part_a->triangle_count() > 0 || part_b->triangle_count() > 0) return;
  const Penetration out = penetration(placed(*part_a, 0, *X_a), placed(*part_b, 0, *X_b));
  if (out.depth > 0.0) contact.normal = out.normal;
}

std::vector<TimedContact> World::first_contacts(std::span<const Moving> moving) {
  const FloatEnvironment as_the_proofs_assume;
  const DeformingStep deforming(state_->bodies, moving);
  const WorldMotion motion(state_->bodies, moving);
  std::vector<BodyPair> pairs;
  const AabbTree tree = AabbTree::by_place(motion.swept_boxes(state_->settings.tolerance_m));
  for_each_overlap_within(tree, [&](int i, int j) {
    const auto [a, b] =
        std::minmax(motion.bodies()[static_cast<std::size_t>(i)], motion.bodies()[static_cast<std::size_t>(j)]);
    if (state_->is_active(a, b)) pairs.push_back({a, b});
  });
  for (const int body : state_->bodies.deformables()) {
    if (state_->is_active(body, body)) pairs.push_back({body, body});
  }
  std::sort(pairs.begin(), pairs.end());
  std::vector<TimedContact> found(pairs.size());
  std::vector<char> touches(pairs.size());
  parallel::for_chunks(pairs.size(), 16, [&](std::size_t begin, std::size_t end) {
    PairMotion search(motion, state_->settings.tolerance_m);
    for (std::size_t i = begin; i < end; ++i)
      touches[i] = search.first_contact(pairs[i].a, pairs[i].b, found[i]) ? 1 : 0;
  });
  std::vector<TimedContact> contacts;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (touches[i]) contacts.push_back(found[i]);
  }
  std::stable_sort(contacts.begin(), contacts.end(),
                   [](const TimedContact& x, const TimedContact& y) { return x.time.hi < y.time.hi; });
  return contacts;
}

}  // namespace tocca
