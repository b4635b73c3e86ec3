#include "check/strategy/cell_proof.hpp"

#include <algorithm>
#include <cmath>

#include "check/model/model_body.hpp"
#include "contact/closest.hpp"
#include "contact/containment.hpp"
#include "core/rounding.hpp"
#include "core/vectors.hpp"

namespace tocca {
namespace {

/// By how much of a cell its neighbours overlap it, and by how much of a cell places are off at most: some roundings of numbers below 2^14.
constexpr double cell_overlap = 0x1p-20, place_error = 0x1p-30;
/// Longer motions are not followed through their cells.
constexpr double longest_in_cells = 256.0;

}  // namespace

CellProof::CellProof(const CollisionModel& model)
    : model_(model), cells_(model.joint_cells()), step_(model), travel_(model) {}

/// Joints move on a straight line: it is cut into pieces of at most a cell's length along both, and each piece lies in the cells around its ends.
bool CellProof::apart(const MotionStep& step, int pair) {
  const JointCells::Pair* joints = cells_.of(pair);
  if (!joints || !step.tree(joints->robot).rigid()) return false;
  std::array<double, 2> from{}, way{};
  double longest = 0.0;
  for (std::size_t k = 0; k < 2 && joints->links[k] >= 0; ++k) {
    const Coordinate* q = step.tree(joints->robot).joint_coordinate(joints->links[k]);
    if (!q || q->degree() != 1 || !(q->evaluation_error() < 0x1p-40)) return false;
    from[k] = (q->control()[0] - joints->lower[k]) / JointCells::pitch;
    way[k] = (q->control()[1] - q->control()[0]) / JointCells::pitch;
    longest = std::max(longest, std::fabs(way[k]));
  }
  if (!(longest < longest_in_cells)) return false;
  const int pieces = 1 + static_cast<int>(longest);
  for (int piece = 0; piece < pieces; ++piece) {
    std::array<int, 2> first{}, last{};
    for (std::size_t k = 0; k < 2 && joints->links[k] >= 0; ++k) {
      const auto [low, high] =
          std::minmax({from[k] + way[k] * piece / pieces, from[k] + way[k] * (piece + 1) / pieces});
      if (!(low >= 0.0 && high <= joints->count[k])) return false;
      first[k] = static_cast<int>(std::max(0.0, low - place_error));
      last[k] = std::min(static_cast<int>(high + place_error), joints->count[k] - 1);
    }
    for (int i = first[0]; i <= last[0]; ++i) {
      for (int j = first[1]; j <= last[1]; ++j) {
        if (!apart(*joints, pair, {i, j})) return false;
      }
    }
  }
  return true;
}

bool CellProof::apart(const JointCells::Pair& joints, int pair, const std::array<int, 2>& cell) {
  JointCells::State state = cells_.state(joints, cell);
  if (state == JointCells::State::unknown) {
    state = prove(joints, pair, cell);
    cells_.note(joints, cell, state);
  }
  return state == JointCells::State::apart;
}

/// Four cells at once where bodies are far enough apart, as most are; else the cell alone. Either way it is a matter of the cell.
JointCells::State CellProof::prove(const JointCells::Pair& joints, int pair, const std::array<int, 2>& cell) {
  const std::array<int, 2> even{cell[0] & ~1, cell[1] & ~1};
  if (!stays_apart(joints, pair, even, 2))
    return stays_apart(joints, pair, cell, 1) ? JointCells::State::apart : JointCells::State::open;
  for (int i = even[0]; i < std::min(even[0] + 2, joints.count[0]); ++i) {
    for (int j = even[1]; j < std::min(even[1] + 2, joints.count[1]); ++j)
      cells_.note(joints, {i, j}, JointCells::State::apart);
  }
  return JointCells::State::apart;
}

/// How far the two move against each other, at most, on the way from the middle of a square of cells to anywhere in it.
double CellProof::way_in_cells(const JointCells::Pair& joints, int pair, const std::array<int, 2>& first, int cells) {
  middle_ = model_.robots()[at(joints.robot)].tree.zero_configuration();
  corner_ = middle_;
  const double half = 0.5 * cells;
  for (std::size_t k = 0; k < 2 && joints.links[k] >= 0; ++k) {
    const double middle = joints.lower[k] + (first[k] + half) * JointCells::pitch;
    middle_[joints.coordinates[k]] = middle;
    corner_[joints.coordinates[k]] = middle + half * JointCells::pitch * (1.0 + cell_overlap);
  }
  TreeMotion& tree = step_.tree(joints.robot);
  travel_.begin();
  tree.move(middle_, middle_);
  travel_.set(step_);
  tree.move(middle_, corner_);
  travel_.set(step_);
  travel_.measure_levers(step_);
  travel_.bound_ways();
  return travel_.between(pair);
}

bool CellProof::stays_apart(const JointCells::Pair& joints, int pair, const std::array<int, 2>& first, int cells) {
  constexpr int start = 0;
  const double way = way_in_cells(joints, pair, first, cells);
  if (!(way < infinity)) return false;
  const CollisionModel::Pair& own = model_.pairs()[at(pair)];
  const int frame = step_.frame(own);
  task_ = MovingPairs::task_of(model_, own.a, own.b);
  task_.mover_a = 0;
  task_.mover_b = 1;
  task_.clearance_m = own.clearance_m;
  movers_.clear();
  volumes_.clear();
  reaches_.clear();
  for (const int body : {own.a, own.b}) {
    const Lss& volume = model_.bodies()[at(body)].part.lss();
    movers_.push_back(step_.mover(body, frame));
    volumes_.push_back(volume);
    reaches_.push_back(rounded_up(std::max(volume.a.norm(), volume.b.norm()) + volume.radius, 8.0));
  }
  instants_.begin(movers_, volumes_, reaches_);
  const InstantTable::Placed &a = instants_.placed(start, 0), &b = instants_.placed(start, 1);
  X_a_ = a.X();
  X_b_ = b.X();
  error_m_ = (task_.rounding_m + a.error_m + b.error_m) * (1.0 + 0x1p-40);
  reach_m_ = (JointCells::level_m + way) * (1.0 + 0x1p-40);
  apart_ = true;
  Statistics unused;  // else the first to ask would pay for all
  items_.run(task_, a.chord, &b.chord, *this, unused);
  const auto refute = [&](const Vector3&) { return apart_ = false; };
  const Part &part_a = *task_.a, &part_b = *task_.parts_b[0];
  if (apart_) for_each_inside(part_a, X_a_, part_b, X_b_, refute);
  if (apart_) for_each_inside(part_b, X_b_, part_a, X_a_, refute);
  return apart_;
}

/// Once something is near, nothing else is of interest.
double CellProof::reach() const { return apart_ ? reach_m_ : -1e30; }

void CellProof::visit(int part_b, Index item_a, Index item_b, double clearance_m) {
  if (!apart_) return;
  const double enough = (clearance_m + reach_m_ + error_m_) * (1.0 + 0x1p-50);
  const Part& part = *task_.parts_b[at(part_b)];
  const Distance near = closest(placed(*task_.a, item_a, X_a_), placed(part, item_b, X_b_), enough);
  apart_ = near.lower > enough;
}

}  // namespace tocca
