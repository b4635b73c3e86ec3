#include "check/survey/box_proof.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "contact/closest.hpp"
#include "contact/containment.hpp"
#include "core/vectors.hpp"

namespace tocca {
namespace {

/// Of every length that enters: covers the rounding of poses (some 84 u per joint and unit of its value: below 2^-34 of the lengths for 64
/// joints and values up to 64), of placed volumes and items (some 2^-48), of levers, and matrices and axes that are rotations and unit
/// vectors to 2^-40 only (docs/maths/never.md).
constexpr double length_slack = 0x1p-30;
/// Of every sum of a few dozen products of numbers that are not negative.
constexpr double sum_slack = 0x1p-40;

/// Not below the length of the chord of an angle, at most the diameter, in units of the radius.
double chord_above(double angle) {
  if (!(angle < std::numbers::pi)) return 2.0;
  return std::min(2.0, 2.0 * std::sin(0.5 * angle) * (1.0 + sum_slack));
}

}  // namespace

BoxProof::BoxProof(PairChain& chain, const LinkShape& a, const LinkShape& b)
    : chain_(chain), a_(a), b_(b), joint_count_(chain.joints().size()) {
  TOCCA_REQUIRE(chain.bounded(), "a chain of joints must be bounded");
  error_m_ =
      a.part().rounding_m() + b.part().rounding_m() + length_slack * (chain.reach_m() + a.reach_m() + b.reach_m());
}

/// How far a joint goes from where it is at the middle: half the width of its variable times its multiplier. Middles of boxes are rounded
/// once in each split: after a thousand splits they are off by less than 2^-40 of the largest value.
void BoxProof::set_ways(const ChainNumbers& half) {
  for (std::size_t k = 0; k < joint_count_; ++k) {
    const PairChain::ChainJoint& joint = chain_.joints()[k];
    double way = std::fabs(joint.multiplier) * half[at(joint.variable)];
    if (way > 0.0) way = way * (1.0 + sum_slack) + sum_slack * joint.largest;
    ways_[k] = joint.turns ? chord_above(way) : way;
  }
}

double BoxProof::lever(const Vector3& centre, double radius, std::size_t joint) const {
  if (!chain_.joints()[joint].turns) return 1.0;
  const PairChain::PlacedAxis& axis = chain_.axis(joint);
  return axis.direction.cross(centre - axis.origin).norm() + radius + error_m_;
}

void BoxProof::begin(Node& node, Index index, const LinkShape& shape, const Pose& X) {
  node.index = index;
  node.known = true;
  node.has_volume = false;
  node.centre = X * shape.ball(index).centre;
}

const PlacedRss& BoxProof::volume(Node& node, const LinkShape& shape, const Pose& X) {
  if (!node.has_volume) node.volume = PlacedRss(shape.tree().nodes()[node.index].volume, X);
  node.has_volume = true;
  return node.volume;
}

const BoxProof::Node& BoxProof::place_a(Index index) {
  if (node_a_.known && node_a_.index == index) return node_a_;
  const LinkShape::Ball& ball = a_.ball(index);
  begin(node_a_, index, a_, chain_.X_a());
  double way = 0.0;
  for (std::size_t k = 0; k < joint_count_; ++k) {
    node_a_.ways[k] = way;
    if (ways_[k] > 0.0) way += ways_[k] * lever(node_a_.centre, ball.radius, k);
  }
  node_a_.ways[joint_count_] = way;
  return node_a_;
}

const BoxProof::Node& BoxProof::place_b(Index index) {
  if (node_b_.known && node_b_.index == index) return node_b_;
  const LinkShape::Ball& ball = b_.ball(index);
  begin(node_b_, index, b_, chain_.X_b());
  double way = 0.0;
  node_b_.ways[joint_count_] = way;
  for (std::size_t k = joint_count_; k-- > 0;) {
    if (ways_[k] > 0.0) way += ways_[k] * lever(node_b_.centre, ball.radius, k);
    node_b_.ways[k] = way;
  }
  return node_b_;
}

/// Seen from between two joints: those on the side of a move the points of a, the others those of b. Any place between two joints will do:
/// the best one.
double BoxProof::way_between(const Node& a, const Node& b) const {
  double least = infinity;
  for (std::size_t cut = 0; cut <= joint_count_; ++cut) least = std::min(least, a.ways[cut] + b.ways[cut]);
  return least * (1.0 + sum_slack) + error_m_;
}

/// Is a pair of nodes proven apart? Else it waits on the stack.
bool BoxProof::look(Index a, Index b) {
  const Node &node_a = place_a(a), &node_b = place_b(b);
  const double way = way_between(node_a, node_b);
  // Balls first: they are cheap. Their distance is rounded as any length.
  const double apart = (node_a.centre - node_b.centre).norm() - a_.ball(a).radius - b_.ball(b).radius;
  if (apart > way) return true;
  const RssGap gap = rss_gap(volume(node_a_, a_, chain_.X_a()), volume(node_b_, b_, chain_.X_b()), way);
  if (gap.lower > way) return true;
  margin_ = gap.lower - way;
  stack_[depth_++] = {a, b};
  return false;
}

BoxProof::Answer BoxProof::look_at_item(const NearItems& items) {
  const double way = way_between(place_a(items.node_a), place_b(items.node_b));
  const Distance distance =
      closest(placed(a_.part(), items.item_a, chain_.X_a()), placed(b_.part(), items.item_b, chain_.X_b()), way);
  if (distance.lower > way) return Answer::apart;
  near_ = items;
  near_.known = true;
  way_m_ = way;
  return distance.upper <= touch_m ? Answer::touch : Answer::open;
}

BoxProof::Answer BoxProof::look_at_items(Index a, Index b) {
  for (const Index item_a : a_.tree().items(a_.tree().nodes()[a])) {
    for (const Index item_b : b_.tree().items(b_.tree().nodes()[b])) {
      const Answer answer = look_at_item({a, b, item_a, item_b, true});
      if (answer != Answer::apart) return answer;
    }
  }
  return Answer::apart;
}

BoxProof::Answer BoxProof::prove(const ChainNumbers& middle, const ChainNumbers& half, const NearItems& guess) {
  chain_.place(middle);
  set_ways(half);
  node_a_.known = node_b_.known = false;
  if (guess.known) {
    const Answer answer = look_at_item(guess);
    if (answer != Answer::apart) return answer;
  }
  depth_ = 0;
  look(0, 0);
  while (depth_ > 0) {
    const Entry entry = stack_[--depth_];
    const RssTree::Node &a = a_.tree().nodes()[entry.a], &b = b_.tree().nodes()[entry.b];
    if (a.is_leaf && b.is_leaf) {
      const Answer answer = look_at_items(entry.a, entry.b);
      if (answer != Answer::apart) return answer;
      continue;
    }
    // The larger one is opened; what leaves less room is looked at first, since it ends the search if it is not apart.
    const bool open_a = b.is_leaf || (!a.is_leaf && a.size >= b.size);
    const std::size_t before = depth_;
    double first = 0.0;
    if (!look(open_a ? entry.a + 1 : entry.a, open_a ? entry.b : entry.b + 1)) first = margin_;
    const bool pushed = depth_ > before;
    if (!look(open_a ? entry.a + a.link : entry.a, open_a ? entry.b : entry.b + b.link) && pushed && first < margin_) {
      std::swap(stack_[depth_ - 2], stack_[depth_ - 1]);
    }
  }
  return Answer::apart;
}

int BoxProof::widest() const {
  TOCCA_REQUIRE(near_.known, "two items are too near");
  std::size_t best_cut = 0;
  double least = infinity;
  for (std::size_t cut = 0; cut <= joint_count_; ++cut) {
    const double way = node_a_.ways[cut] + node_b_.ways[cut];
    if (way < least) least = way, best_cut = cut;
  }
  ChainNumbers share{};
  for (std::size_t k = 0; k < joint_count_; ++k) {
    share[at(chain_.joints()[k].variable)] +=
        k < best_cut ? node_a_.ways[k + 1] - node_a_.ways[k] : node_b_.ways[k] - node_b_.ways[k + 1];
  }
  return static_cast<int>(
      std::max_element(share.begin(), share.begin() + static_cast<std::ptrdiff_t>(chain_.variables().size())) -
      share.begin());
}

bool BoxProof::is_inside() const {
  bool inside = false;
  const auto found = [&](const Vector3&) { return inside = true; };
  for_each_inside(a_.part(), chain_.X_a(), b_.part(), chain_.X_b(), found);
  if (!inside) for_each_inside(b_.part(), chain_.X_b(), a_.part(), chain_.X_a(), found);
  return inside;
}

}  // namespace tocca
