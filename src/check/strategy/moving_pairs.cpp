#include "check/strategy/moving_pairs.hpp"

#include <algorithm>

#include "check/model/joint_cells.hpp"
#include "check/model/model_body.hpp"
#include "check/model/still_bodies.hpp"
#include "check/strategy/cell_proof.hpp"
#include "core/index.hpp"
#include "core/rounding.hpp"
#include "core/vectors.hpp"

namespace tocca {

namespace {

/// A contact that bounds a search is looked for eight times finer, and so many times again: each costs as much as placing the links.
constexpr int rounds_of_refinement = 2;

}  // namespace

MovingPairs::MovingPairs(const CollisionModel& model, Measure measure)
    : model_(model),
      measure_(measure),
      far_pairs_(model),
      lanes_(model),
      entry_of_(model.movable().size() + model.pairs().size(), -1),
      asked_(model.pairs().size(), 0),
      asked_still_(model.movable().size()),
      clearances_(model.movable().size()),
      measured_(measure == Measure::distance ? model.movable().size() : 0),
      greatest_(model.movable().size(), -1.0),
      filtered_(model.movable().size()),
      pairs_of_robot_(model.robots().size()) {
  for (int i = 0; i < static_cast<int>(model.pairs().size()); ++i) {
    const int a = model.bodies()[at(model.pairs()[at(i)].a)].robot,
              b = model.bodies()[at(model.pairs()[at(i)].b)].robot;
    if (a >= 0) pairs_of_robot_[at(a)].push_back(i);
    if (b >= 0 && b != a) pairs_of_robot_[at(b)].push_back(i);
  }
  for (const int body : model.movable()) list_clearances(body);
}

MovingPairs::~MovingPairs() = default;

void MovingPairs::list_clearances(int body) {
  const std::size_t rank = at(model_.rank(body));
  greatest_[rank] = model_.greatest_clearance(body);
  if (greatest_[rank] < 0.0) return;
  if (measure_ == Measure::clearance) {
    clearances_[rank] = model_.clearances(body);
    return;
  }
  std::vector<double> own;
  for (const int other : model_.still()) {
    const auto of_pair = model_.clearance(body, other);
    own.push_back(of_pair ? clearance(body, other, *of_pair) : -1.0);
  }
  greatest_[rank] = *std::max_element(own.begin(), own.end());
  if (std::any_of(own.begin(), own.end(), [&](double one) { return one != own[0]; })) measured_[rank] = std::move(own);
  clearances_[rank] = measured_[rank];
}

int MovingPairs::mover_of(int body, int ancestor) {
  auto& [seen, latest] = (ancestor < 0 ? in_world_ : in_robot_)[at(model_.rank(body))];
  if (latest >= 0 && seen == ancestor) return latest;
  movers_.push_back(step_->mover(body, ancestor));
  const Lss& volume = model_.bodies()[at(body)].part.lss();
  volumes_.push_back(volume);
  reaches_.push_back(rounded_up(std::max(volume.a.norm(), volume.b.norm()) + volume.radius, 8.0));
  seen = ancestor;
  return latest = static_cast<int>(movers_.size()) - 1;
}

void MovingPairs::add(int key, int body_a, int body_b, int frame, const StateLanes::Open& open, SweepTask& task) {
  task.from = open.from();
  task.to = open.to();
  entry_of_[at(key)] = static_cast<int>(tasks_.size());
  tasks_.push_back(task);
  entries_.push_back({key, body_a, body_b, frame, open});
}

MovingPairs::Asked MovingPairs::ask_still(int rank, const PairFilter* filter) {
  const int body = model_.movable()[at(rank)];
  if (left_out(at(rank))) return {};
  if (filter && filter->is_only() && !filter->concerns(body)) return {};
  if (greatest_[at(rank)] < 0.0 || !step_->active(body)) return {};
  double greatest = greatest_[at(rank)];
  std::span<const double> clearances = clearances_[at(rank)];
  if ((filter && filter->concerns(body)) || step_->allows_some(body)) {
    filtered_[at(rank)].clear();
    greatest = -1.0;
    for (const int still : model_.still()) {
      const auto of_pair = model_.clearance(body, still);
      const bool asked = (!filter || filter->admits(body, still)) && !step_->allows(body, still);
      const double own = of_pair && asked ? clearance(body, still, *of_pair) : -1.0;
      filtered_[at(rank)].push_back(own);
      greatest = std::max(greatest, own);
    }
    clearances = filtered_[at(rank)];
    if (greatest < 0.0) return {};
  }
  return {true, clearances.empty() ? nullptr : clearances.data(), greatest};
}

/// From the tip to the root: what is at the tip moves most and touches first. Returns whether it stopped, at a contact.
bool MovingPairs::ask_all_still(double level_m, const PairFilter* filter, bool stop_if_seen) {
  for (int rank = static_cast<int>(model_.movable().size()) - 1; rank >= 0; --rank) {
    Asked& asked = asked_still_[at(rank)] = ask_still(rank, filter);
    if (!asked.any || !choose_) continue;
    const std::size_t known = lanes_.suspects().size();
    asked.open = lanes_.against_still(model_.movable()[at(rank)], asked.clearances, asked.greatest, level_m);
    asked.any = asked.open.solids != 0;
    if (!stop_if_seen || lanes_.suspects().size() == known) continue;
    if (const StateLanes::Witness witness = lanes_.find_witness(known); witness.state >= 0) {
      add_still(rank);
      see(witness, StateLanes::time(witness.state));
      return true;
    }
  }
  return false;
}

void MovingPairs::add_still(int rank) {
  const int body = model_.movable()[at(rank)];
  const Asked& asked = asked_still_[at(rank)];
  const StillBodies& still = model_.still_bodies();
  SweepTask task;
  task.a = &model_.shape(body).part;
  task.mover_a = mover_of(body, -1);
  task.skew_a = model_.shape(body).skew;
  task.b = &still.boxes();
  task.parts_b = still.parts();
  task.clearances = asked.clearances;
  task.clearance_m = asked.greatest;
  task.rounding_m = task.a->rounding_m() + still.rounding_m();
  add(rank, body, -1, -1, asked.open, task);
}

/// The task that was added last: nothing of it is to be asked where reach alone proves it free.
void MovingPairs::settle_by_reach(double level_m) {
  SweepTask& task = tasks_.back();
  const auto side = [&](int mover, std::span<const Part* const> parts) {
    return OutOfReach::Side{mover < 0 ? nullptr : &movers_[at(mover)], parts};
  };
  switch (out_of_reach_.judge(side(task.mover_a, {&task.a, 1}), side(task.mover_b, task.parts_b), task.clearances,
                              task.clearance_m + level_m + task.rounding_m)) {
    case OutOfReach::Result::apart:
      task.from = 1.0;
      task.to = 0.0;
      break;
    case OutOfReach::Result::beyond_resolution:
      beyond_resolution_ = true;
      break;
    case OutOfReach::Result::open:
      break;
  }
}

SweepTask MovingPairs::task_of(const CollisionModel& model, int body_a, int body_b) {
  const MovableShape &a = model.shape(body_a), &b = model.shape(body_b);
  SweepTask task;
  task.a = &a.part;
  task.skew_a = a.skew;
  task.b = &b.boxes;
  task.parts_b = b.parts();
  task.rounding_m = a.part.rounding_m() + b.part.rounding_m();
  return task;
}

/// Links with a joint or two between them, which balls cannot part.
bool MovingPairs::apart_by_cells(int index, double level_m) {
  if (measure_ == Measure::distance || level_m > JointCells::level_m || !model_.joint_cells().of(index)) return false;
  if (!cell_proof_) cell_proof_ = std::make_unique<CellProof>(model_);
  return cell_proof_->apart(*step_, index);
}

/// b is the side whose boxes are taken eight at a time; where one of the two carries the frame, it is b and stands
/// still.
bool MovingPairs::add_pair(int index, double level_m) {
  const CollisionModel::Pair& pair = model_.pairs()[at(index)];
  const double clearance_m = clearance(pair.a, pair.b, pair.clearance_m);
  StateLanes::Open open;
  if (choose_) {
    open = lanes_.of_pair(index, clearance_m, level_m);
    if (open.solids == 0) return false;
    const bool known = lanes_.knows(pair.a) && lanes_.knows(pair.b);
    if (!known && far_pairs_.apart(*step_, pair.a, pair.b, clearance_m + level_m)) return false;
    if (apart_by_cells(index, level_m)) return false;
  }
  const int frame = step_->frame(pair);
  int a = pair.a, b = pair.b;
  const auto carries_frame = [&](int body) { return frame >= 0 && model_.bodies()[at(body)].link == frame; };
  if (carries_frame(a)) std::swap(a, b);
  SweepTask task = task_of(model_, a, b);
  task.mover_a = mover_of(a, frame);
  task.mover_b = carries_frame(b) ? -1 : mover_of(b, frame);
  task.clearance_m = clearance_m;
  add(static_cast<int>(model_.movable().size()) + index, a, b, frame, open, task);
  return true;
}

int MovingPair::body_b(int part_b) const {
  const int body = list().entries_[at(number_)].body_b;
  return body >= 0 ? body : list().model_.still()[at(part_b)];
}

MovingPair MovingPairs::entry(int key) const {
  const int number = entry_of_[at(key)];
  return number < 0 ? MovingPair() : MovingPair(*this, number);
}

MovingPairs::Found MovingPairs::find(int body_a, int body_b) const {
  const std::vector<int>& still = model_.still();
  const auto among_still = std::lower_bound(still.begin(), still.end(), body_b);
  const bool to_still = among_still != still.end() && *among_still == body_b;
  const int part = to_still ? static_cast<int>(among_still - still.begin()) : 0;
  for (const MovingPair pair : *this) {
    const Entry& bodies = entries_[at(pair.number())];
    if (bodies.body_a != body_a || bodies.body_b != (to_still ? -1 : body_b)) continue;
    if (pair.clearance_m(part) >= 0.0) return {pair, part};
    break;
  }
  return {};
}

void MovingPairs::see(const StateLanes::Witness& witness, double time) {
  seen_ = {time, against_still(witness.rank), witness.part_b, witness.item_a, witness.item_b};
}

void MovingPairs::begin(const MotionStep& step) {
  step_ = &step;
  ++filling_;
  beyond_resolution_ = false;
  seen_ = {};
  tasks_.clear();
  entries_.clear();
  std::fill(entry_of_.begin(), entry_of_.end(), -1);
  movers_.clear();
  volumes_.clear();
  reaches_.clear();
  in_world_.assign(model_.movable().size(), {-1, -1});
  in_robot_.assign(model_.movable().size(), {-1, -1});
  far_pairs_.begin();
}

bool MovingPairs::asks_about(int index, const PairFilter* filter) {
  const CollisionModel::Pair& pair = model_.pairs()[at(index)];
  if (pair.clearance_m < 0.0 || left_out(model_.movable().size() + at(index))) return false;
  return (!filter || filter->admits(pair.a, pair.b)) && step_->active(pair);
}

/// What is asked about still bodies is known.
void MovingPairs::fill(double level_m, const PairFilter* filter, bool settle) {
  for (int rank = 0; rank < static_cast<int>(model_.movable().size()); ++rank) {
    if (!asked_still_[at(rank)].any) continue;
    add_still(rank);
    if (settle) settle_by_reach(level_m);
  }
  const auto ask = [&](int i) {
    asked_[at(i)] = asks_about(i, filter);
    if (asked_[at(i)] && add_pair(i, level_m) && settle) settle_by_reach(level_m);
  };
  if (const int robot = only_robot_that_moves(); robot >= 0) {
    std::fill(asked_.begin(), asked_.end(), 0);
    for (const int i : pairs_of_robot_[at(robot)]) ask(i);
  } else {
    for (int i = 0; i < static_cast<int>(model_.pairs().size()); ++i) ask(i);
  }
}

/// Where the start is known to be free, pairs of which neither side moves are not active: if one robot of many moves, only its
/// own pairs can be. -1: there is no such robot.
int MovingPairs::only_robot_that_moves() const {
  if (!step_->starts_free()) return -1;
  int robot = -1;
  for (const int body : model_.movable()) {
    if (!step_->active(body)) continue;
    const int own = model_.bodies()[at(body)].robot;
    if (own < 0 || (robot >= 0 && own != robot)) return -1;
    robot = own;
  }
  return robot;
}

void MovingPairs::set(const MotionStep& step, double level_m, const PairFilter* filter) {
  begin(step);
  choose_ = level_m >= 0.0 && !(filter && filter->is_only());  // one pair is looked at anyway
  if (choose_) lanes_.set(step);
  ask_all_still(level_m, filter, false);
  fill(level_m, filter, level_m >= 0.0);
  if (!choose_) return;
  StateLanes::Witness witness = lanes_.find_witness();
  if (witness.state >= 0) see(witness, lanes_.refine(witness, rounds_of_refinement));
}

bool MovingPairs::set_unless_seen(const MotionStep& step, double level_m) {
  TOCCA_REQUIRE(level_m >= 0.0, "what is seen is seen on the way to what is far");
  begin(step);
  choose_ = true;
  lanes_.set(step);
  if (ask_all_still(level_m, nullptr, true)) return true;
  fill(level_m, nullptr, true);
  StateLanes::Witness witness;
  const double time = lanes_.look_between(witness);
  if (witness.state < 0) return false;
  see(witness, time);
  return true;
}

unsigned MovingPairs::set_instants(const MotionStep& step, double level_m, double first, double spacing) {
  begin(step);
  choose_ = true;
  lanes_.set_instants(step, first, spacing);
  // If all instants are one, a single contact says enough.
  if (ask_all_still(level_m, nullptr, spacing == 0.0)) {
    seen_ = {};  // its time is that of a window's middle, and these are instants
    return StateLanes::all;
  }
  const unsigned touching = lanes_.touching();
  if (touching != StateLanes::all) fill(level_m, nullptr, false);
  return touching;
}

}  // namespace tocca
