// What is proven here: the leaf decisions of a free verdict are a proof. Each is checked again with 512-bit arithmetic: on
// its stretch of time, the axis keeps the chords of the two volumes (or triangles) farther apart than clearance, tubes and
// rounding together. And they are all: every pair of triangles, at every time from 0 to 1, is in some decision.
// The tubes themselves are held against MPFR in tests/property/motion.
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <map>
#include <numbers>

#include "check/model/model_body.hpp"
#include "motion/directed_tube.hpp"
#include "motion/mover.hpp"
#include "testing/draw.hpp"
#include "testing/small_worlds.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/verdict/verdict.hpp"

namespace tocca::testing::evidence_tests {
namespace {

/// Sums of products of four doubles are exact in so many bits, unless their sizes differ by more than 2^250.
using Number = mpf_class;
constexpr mp_bitcnt_t bits = 512;
Number number(double value) { return Number(value, bits); }

struct Point {
  Number x = number(0), y = number(0), z = number(0);
};

Point apply(const Pose& X, const Point& p) {
  const auto row = [&](int i) {
    return Number(number(X.rotation(i, 0)) * p.x + number(X.rotation(i, 1)) * p.y + number(X.rotation(i, 2)) * p.z +
                  number(X.translation[i]));
  };
  return {row(0), row(1), row(2)};
}

Point point(const Vector3& p) { return {number(p.x()), number(p.y()), number(p.z())}; }

std::vector<Point> corners(const Obb& box) {
  std::vector<Point> result;
  for (unsigned k = 0; k < 8; ++k) {
    Point p = point(box.center.cast<double>());
    for (int i = 0; i < 3; ++i) {
      const Number along = ((k >> i) & 1u) != 0 ? number(static_cast<double>(box.half[i]))
                                                : Number(-number(static_cast<double>(box.half[i])));
      p.x += along * number(static_cast<double>(box.axes(0, i)));
      p.y += along * number(static_cast<double>(box.axes(1, i)));
      p.z += along * number(static_cast<double>(box.axes(2, i)));
    }
    result.push_back(p);
  }
  return result;
}

/// The axis in a decision's frame, and the time on which it is to hold.
struct Claim {
  std::array<double, 3> axis;
  double from, to;
};

/// One side of a decision: its corners at both ends of the chord.
struct Side {
  std::vector<Point> start, end;
  double rounding = 0.0;  ///< of the part
  double tube = 0.0;
  DirectedTube directed;  ///< what the search knows of the tube: it may be thinner along an axis

  double margin(const std::array<double, 3>& axis) const {
    return rounding + std::min(tube, directed.along(Vector3(axis[0], axis[1], axis[2]).normalized()));
  }
};

class Auditor final : public EvidenceVisitor {
 public:
  Auditor(const Checker& checker, Query& query) : model_(checker.model()), query_(query) {}

  void leaf(const LeafDecision& decision) override {
    ++decisions;
    if (!proven(decision)) {
      ++unproven;
      return;
    }
    for (const Index i : items(decision.body_a, decision.items, decision.a)) {
      for (const Index j : items(decision.body_b, decision.items, decision.b)) {
        covered_[{decision.body_a, decision.body_b}][{i, j}].push_back(
            {std::max(decision.chord.lo, decision.time.lo - slack),
             std::min(decision.chord.hi, decision.time.hi + slack)});
      }
    }
  }

  /// The least time that some pair of items of checked bodies is not covered until; 1 where all are.
  double covered_until() {
    double least = 1.0;
    const auto look_at = [&](int a, int b) {
      auto found = covered_.find({a, b});
      const bool turned = found == covered_.end();
      if (turned) found = covered_.find({b, a});
      for (Index i = 0; i < part(a).item_count(); ++i) {
        for (Index j = 0; j < part(b).item_count(); ++j) {
          if (found == covered_.end()) return void(least = 0.0);
          auto& times = found->second[turned ? std::pair{j, i} : std::pair{i, j}];
          std::sort(times.begin(), times.end());
          double until = 0.0;
          for (const auto& [from, to] : times) {
            if (from <= until) until = std::max(until, to);
          }
          least = std::min(least, until);
        }
      }
    };
    for (const CollisionModel::Pair& pair : model_.pairs()) {
      if (query_.step().active(pair)) look_at(pair.a, pair.b);
    }
    for (const int a : model_.movable()) {
      for (const int b : model_.still()) {
        if (model_.clearance(a, b)) look_at(a, b);
      }
    }
    return least;
  }

  int decisions = 0, unproven = 0, of_items = 0, of_boxes = 0;

 private:
  /// Decisions aim at half a tolerance above the clearance, so that each holds a little longer than it says: stretches
  /// are checked with this much time added at both ends, and then meet without gaps of rounding.
  static constexpr double slack = 1e-10;

  const Part& part(int body) const { return model_.bodies()[static_cast<std::size_t>(body)].part; }

  void add_items(const Part& from, Index node, std::vector<Index>& result) const {
    const Part::Node& here = from.nodes()[node];
    if (here.count > 0) {
      for (const Index item : from.items(here)) result.push_back(item);
      return;
    }
    add_items(from, node + 1, result);
    add_items(from, node + here.link, result);
  }

  std::vector<Index> items(int body, bool is_item, Index which) const {
    std::vector<Index> result;
    if (is_item) {
      result.push_back(which);
    } else {
      add_items(part(body), which, result);
    }
    return result;
  }

  Side side(const LeafDecision& decision, int body, Index which) const {
    const Part& p = part(body);
    std::vector<Point> local;
    if (decision.items) {
      for (const Index v : p.triangles()[which]) local.push_back(point(p.vertices()[v]));
    } else {
      local = corners(p.nodes()[which].volume);
    }
    Side result;
    result.rounding = p.rounding_m();
    if (model_.bodies()[static_cast<std::size_t>(body)].still) {
      result.start = result.end = local;
      result.directed.tube = 0.0;
      return result;
    }
    const Mover mover = query_.step().mover(body, decision.ancestor);
    const Pose first = mover.pose(decision.chord.lo), last = mover.pose(decision.chord.hi);
    for (const Point& corner : local) {
      result.start.push_back(apply(first, corner));
      result.end.push_back(apply(last, corner));
    }
    const Interval window(decision.chord.lo, decision.chord.hi);
    result.tube = mover.tube(window, p.lss());
    std::vector<Pose> middle(static_cast<std::size_t>(mover.tree()->link_count()));
    mover.tree()->poses(midpoint(window), middle);
    result.directed = mover.directed_tube(window, p.lss(), middle);
    return result;
  }

  double clearance(int a, int b) const {
    const auto& bodies = model_.bodies();
    if (bodies[static_cast<std::size_t>(a)].still) std::swap(a, b);
    if (bodies[static_cast<std::size_t>(b)].still) return model_.clearance(a, b).value_or(0.0);
    for (const CollisionModel::Pair& pair : model_.pairs()) {
      if ((pair.a == a && pair.b == b) || (pair.a == b && pair.b == a)) return pair.clearance_m;
    }
    return 0.0;
  }

  /// Along a fixed axis the gap of two hulls whose corners move on straight lines is concave in time: if it is large
  /// enough at both ends of a stretch, it is so in between.
  static bool separates(const std::array<double, 3>& axis, double t, const LeafDecision& decision, const Side& a,
                        const Side& b, double reach) {
    const Number n[3] = {number(axis[0]), number(axis[1]), number(axis[2])};
    const Number before = number(decision.chord.hi) - number(t), after = number(t) - number(decision.chord.lo);
    const bool instant = decision.chord.lo == decision.chord.hi;
    const auto along = [&](const Side& side, std::size_t k) {
      const auto dot = [&](const Point& p) { return Number(n[0] * p.x + n[1] * p.y + n[2] * p.z); };
      return instant ? dot(side.start[k]) : Number(before * dot(side.start[k]) + after * dot(side.end[k]));
    };
    Number low = along(a, 0), high = along(b, 0);
    for (std::size_t k = 1; k < a.start.size(); ++k) low = std::min<Number>(low, along(a, k));
    for (std::size_t k = 1; k < b.start.size(); ++k) high = std::max<Number>(high, along(b, k));
    const Number gap = low - high;
    const Number length = instant ? number(1) : Number(number(decision.chord.hi) - number(decision.chord.lo));
    const Number wanted = number(reach) * length;
    return gap > 0 && gap * gap > wanted * wanted * (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  }

  bool proven(const LeafDecision& decision) {
    (decision.items ? of_items : of_boxes) += 1;
    const Side a = side(decision, decision.body_a, decision.a), b = side(decision, decision.body_b, decision.b);
    const double apart = clearance(decision.body_a, decision.body_b);
    double until = decision.time.lo;
    bool moved = true;
    while (moved) {  // the axis that goes on farthest, until the end
      moved = false;
      const SeparatingAxis* best = nullptr;
      for (const SeparatingAxis& axis : decision.axes) {
        if (axis.from <= until + slack && (best == nullptr || axis.to > best->to)) best = &axis;
      }
      if (best == nullptr) return false;
      const double from = std::max(decision.chord.lo, best->from - slack);
      const double to = std::min(decision.chord.hi, best->to + slack);
      // Summed with a margin for the sum's own rounding.
      const double reach = (apart + a.margin(best->direction) + b.margin(best->direction)) * (1.0 + 1e-14);
      if (!separates(best->direction, from, decision, a, b, reach) ||
          !separates(best->direction, to, decision, a, b, reach)) {
        return false;
      }
      if (best->to >= decision.time.hi) return true;
      moved = best->to > until;
      until = best->to;
    }
    return false;
  }

  const CollisionModel& model_;
  Query& query_;
  std::map<std::pair<int, int>, std::map<std::pair<Index, Index>, std::vector<std::pair<double, double>>>> covered_;
};

/// Arms of boxes and rods among boxes, rods and plates: meshes only.
Problem draw_meshes(Draw& draw) {
  std::vector<Arm> arms;
  const int joints = draw.integer(1, 4);
  const double reach = 0.6 / joints;
  for (int k = 0; k < joints; ++k) {
    const double thick = reach * draw.log_uniform(1e-2, 0.2);
    const Collider body{at(0.55 * reach, 0, 0), box_mesh(Vector3(0.8 * reach, thick, thick))};
    const JointType type = draw.coin(0.2) ? JointType::prismatic : JointType::continuous;
    arms.push_back({type, k == 0 ? Pose{} : at(reach, 0, 0), draw.direction(), {body}});
  }
  std::vector<SceneObject> objects;
  for (int k = draw.integer(4, 12); k > 0; --k) {
    Geometry geometry = box_mesh(Vector3(draw.log_uniform(1e-3, 0.3), draw.log_uniform(1e-3, 0.3), 0.3));
    if (draw.coin(0.3)) geometry = rod_mesh(draw.log_uniform(1e-4, 1e-2), 0.5, 4);
    if (draw.coin(0.2)) geometry = plate_mesh(0.4, 0.2);
    objects.push_back(object("object_" + std::to_string(k), draw.pose(0.35), geometry));
  }
  Problem problem = problem_of(chain(arms), std::move(objects));
  if (draw.coin(0.3)) problem.clearance.default_m = draw.log_uniform(1e-4, 1e-2);
  return problem;
}

/// Arms most of whose joints have parallel axes: there tubes are thin along them, and decisions rest on it.
Problem draw_parallel_arm(Draw& draw) {
  std::vector<Arm> arms;
  const Vector3 axis = draw.direction();
  for (int k = draw.integer(1, 3); k > 0; --k) {
    const Collider body{at(0.1, 0, 0), box_mesh(Vector3(0.3, 0.3, 1e-3))};
    arms.push_back({JointType::continuous, at(0.05, 0, 0), draw.coin(0.8) ? axis : draw.direction(), {body}});
  }
  std::vector<SceneObject> objects;
  for (int k = draw.integer(1, 6); k > 0; --k) {
    const Vector3 place = axis * (draw.sign() * draw.log_uniform(1e-5, 0.3)) + 0.1 * draw.direction();
    objects.push_back(object("object_" + std::to_string(k), {draw.pose(0.0).rotation, place}, plate_mesh(0.2, 0.2)));
  }
  return problem_of(chain(arms), std::move(objects));
}

TEST(Evidence, IsAProofOfEveryFreeVerdict) {
  Draw draw;
  int frees = 0, of_items = 0, of_boxes = 0;
  for (int k = 0; k < cases(25, 300); ++k) {
    const Problem problem = draw.coin(0.4) ? draw_parallel_arm(draw) : draw_meshes(draw);
    const KinematicTree& tree = problem.robots[0].robot.tree;
    const Checker checker(problem);
    Query query = checker.query();
    const Configuration from = draw_step(draw, tree, tree.zero_configuration(), 180);
    Configuration to = draw_step(draw, tree, from, draw.uniform(1.0, 60.0));
    query.step().tree(0).move(from, to);
    const Answer& first = query.first_contact();
    if (first.outcome == Outcome::contact) {  // shortly before the contact, triangles have to decide
      to = from + 0.99999 * first.time.lo * (to - from);
      query.step().tree(0).move(from, to);
    }
    Auditor auditor(checker, query);
    query.set_visitor(&auditor);
    if (query.first_contact().outcome != Outcome::free) continue;
    ++frees;
    EXPECT_EQ(auditor.unproven, 0) << story(draw.seed(), k, "of", auditor.decisions);
    EXPECT_EQ(auditor.covered_until(), 1.0) << story(draw.seed(), k, "decisions", auditor.decisions);
    of_items += auditor.of_items;
    of_boxes += auditor.of_boxes;
  }
  EXPECT_GT(frees, cases(3, 50));
  EXPECT_GT(of_items, 0);
  EXPECT_GT(of_boxes, frees);
}

}  // namespace
}  // namespace tocca::testing::evidence_tests
