// The auditor's tube and leaf rule on chains that are drawn to be nasty: MPFR finds no point farther from its chord than the tube, and no
// two points nearer than an accepted leaf says. Both are as tight as they should be: a rule that forgets a term fails here
// (tests/property/audit/mutants.py proves it).
#include <gtest/gtest.h>

#include <algorithm>

#include "audit/cover.hpp"
#include "audit/reader.hpp"
#include "certificate/encoder.hpp"
#include "real.hpp"
#include "testing/certificate_file.hpp"
#include "testing/draw.hpp"

namespace tocca::audit_tests {
namespace {

using audit::Frame;
using audit::FrameKind;
using audit::Geometry;
using audit::Group;
using audit::Law;
using audit::Motion;
using audit::Point;
using audit::Segment;
using audit::Statement;
using audit::Window;
using testing::cases;
using testing::Draw;

Point point(const Vector3& p) { return {p[0], p[1], p[2]}; }

audit::Placement placement(Draw& draw, double size) {
  const Pose pose = draw.pose(size);
  audit::Placement result;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k)
      result.rotation[i][k] = pose.rotation(static_cast<int>(i), static_cast<int>(k)) + 1e-9 * draw.uniform(-1.0, 1.0);
  }
  result.translation = point(pose.translation);
  return result;
}

Law law(Draw& draw) {
  Law result;
  const std::uint8_t degrees[] = {1, 1, 3, 5, 2};
  result.degree = degrees[draw.integer(0, 4)];
  const double size = draw.log_uniform(1e-2, 3.0);
  for (std::size_t i = 0; i <= result.degree; ++i) result.control[i] = draw.uniform(-size, size);
  return result;
}

Group hull_of(const std::vector<Point>& points, int frame) {
  Group group;
  group.frame = frame;
  audit::Collider collider;
  collider.shape = audit::Shape::hull;
  collider.vertices = points;
  group.bodies.push_back({"body", {}, {collider}});
  group.order = {0};
  group.ranges.resize(1);
  group.ranges[0].count = 1;
  return group;
}

/// Two chains from one stem, a body at the end of each.
struct Chains {
  explicit Chains(Draw& draw) {
    const int stem = draw.integer(0, 2), first = draw.integer(1, 5), second = draw.integer(0, 4);
    const double far = draw.coin(0.2) ? 1e3 : 1.0;
    int parent = -1;
    for (int i = 0; i < stem; ++i) parent = add(draw, parent, i == 0 ? far : 1.0);
    int a = parent, b = parent;
    for (int i = 0; i < first; ++i) a = add(draw, a, 1.0);
    for (int i = 0; i < second; ++i) b = add(draw, b, 1.0);
    for (const int frame : {a, b}) {
      std::vector<Point> points;
      for (int i = draw.integer(1, 4); i > 0; --i) points.push_back(point(draw.vector(0.3)));
      statement.groups.push_back(hull_of(points, frame));
    }
    statement.pairs.push_back({0, 1, 0.0, 0});
  }
  int add(Draw& draw, int parent, double size) {
    Frame frame;
    frame.parent = parent;
    frame.kind = static_cast<FrameKind>(draw.integer(0, 9) == 0 ? 0 : draw.coin(0.75) ? 1 : 2);
    frame.placement = placement(draw, size);
    frame.axis = point(draw.direction());
    frame.coordinate = statement.coordinates++;
    statement.coordinate_names.push_back("q");
    if (draw.coin(0.2)) frame.multiplier = draw.uniform(-2.0, 2.0), frame.offset = draw.uniform(-1.0, 1.0);
    statement.frames.push_back(frame);
    segment.laws.push_back(law(draw));
    return static_cast<int>(statement.frames.size()) - 1;
  }

  Statement statement;
  Segment segment;
};

/// The farthest that a point of a body strays from its chord.
double strayed(const Statement& statement, const Segment& segment, int ancestor, const Group& group, double a, double b,
               int samples) {
  Real most = 0.0;
  for (const Point& vertex : group.bodies[0].colliders[0].vertices) {
    const auto at = [&](double t) { return in_ancestor(statement, segment, ancestor, group.frame, real(vertex), t); };
    const RealVector first = at(a), last = at(b);
    for (int k = 1; k < samples; ++k) {
      const double t = a + (b - a) * k / samples;
      const Real part = (Real(t) - Real(a)) / (Real(b) - Real(a));
      const Real off = norm(at(t) - (first + part * (last - first)));
      if (most < off) most = off;
    }
  }
  return most.rounded();
}

TEST(AuditTube, HoldsEveryPointAndNotMuchMore) {
  Draw draw;
  std::vector<double> ratios;
  for (int i = 0; i < cases(400, 20'000); ++i) {
    const Chains chains(draw);
    const Motion motion(chains.statement, audit::FrameGains(chains.statement), chains.segment);
    const Geometry geometry(chains.statement.groups[0], "group");
    const int ancestor = motion.common(chains.statement.groups[0].frame, chains.statement.groups[1].frame);
    const double a = draw.uniform(0.0, 0.9), b = std::min(1.0, a + draw.log_uniform(1e-5, 1.0));
    const double tube = motion.tube(ancestor, chains.statement.groups[0].frame, geometry, a, b);
    const double off = strayed(chains.statement, chains.segment, ancestor, chains.statement.groups[0], a, b, 12);
    ASSERT_LE(off, tube + 1e-40) << testing::story(draw.seed(), i, a, b, tube);
    if (tube > 1e-12) ratios.push_back(off / tube);
  }
  std::sort(ratios.begin(), ratios.end());
  ASSERT_GT(ratios.size(), 50u);
  EXPECT_GT(ratios[ratios.size() / 2], 0.02);
  EXPECT_GT(ratios[ratios.size() * 9 / 10], 0.3);
}

/// A point that turns about z at distance 1, in a frame that is stretched as far as it may be.
struct Turning {
  explicit Turning(double stretch, double axis_length, double rate) {
    Frame frame;
    frame.kind = FrameKind::turn;
    frame.axis = {0.0, 0.0, axis_length};
    for (std::size_t i = 0; i < 3; ++i) frame.placement.rotation[i][i] = stretch;
    statement.frames.push_back(frame);
    statement.coordinates = 1;
    statement.coordinate_names = {"q"};
    statement.groups = {hull_of({{1.0, 0.0, 0.0}}, 0)};
    segment.laws.resize(1);
    segment.laws[0].control = {-0.5 * rate, 0.5 * rate};
  }
  Statement statement;
  Segment segment;
};

TEST(AuditTube, CountsStretchedPlacementsAndAxes) {
  for (const auto& [stretch, length] : {std::pair{1.0 + 2.8e-7, 1.0}, {1.0, 1.0 + 4.5e-7}, {1.0, 1.0}}) {
    const Turning turning(stretch, length, 1e-3);
    const Motion motion(turning.statement, audit::FrameGains(turning.statement), turning.segment);
    const Geometry geometry(turning.statement.groups[0], "group");
    const double tube = motion.tube(-1, 0, geometry, 0.0, 1.0);
    const double off = strayed(turning.statement, turning.segment, -1, turning.statement.groups[0], 0.0, 1.0, 2);
    EXPECT_LE(off, tube);
    EXPECT_LE(tube, off * (1.0 + 1e-5));
  }
}

/// Poses in doubles, there and back: the true place of a point is within what they say they are off, for every law within its radius; which
/// is not much if that is 0.
TEST(AuditPose, HoldsTheTruePlace) {
  Draw draw;
  double most = 0.0;
  for (int i = 0; i < cases(400, 20'000); ++i) {
    const Chains chains(draw);
    Segment said = chains.segment, meant = said;
    const double radius = draw.coin() ? 0.0 : draw.log_uniform(1e-12, 1e-4);
    for (std::size_t k = 0; k < said.laws.size(); ++k) {
      said.laws[k].radius = radius;
      for (double& x : meant.laws[k].control) x += 0.99 * radius * draw.sign();
    }
    const Motion motion(chains.statement, audit::FrameGains(chains.statement), said);
    const int frame = chains.statement.groups[0].frame;
    const double t = draw.uniform(0.0, 1.0);
    const audit::Pose pose = motion.pose(-1, frame, t);
    const audit::Place own{point(draw.vector(draw.log_uniform(1e-3, 1e3))), 0.0}, place = audit::mapped(pose, own);
    const RealVector truth = in_ancestor(chains.statement, meant, -1, frame, real(own.at), t);
    const auto within = [](const RealVector& x, const audit::Place& p) {
      const RealVector off = x - real(p.at);
      return !(Real(p.off) < norm(off)) && dot(off, off) < Real(1e300);
    };
    EXPECT_TRUE(within(truth, place)) << testing::story(draw.seed(), i, t, place.off);
    const audit::Place back = audit::mapped(audit::inverse(pose, motion.defect(-1, frame)), place);
    EXPECT_TRUE(within(real(own.at), back)) << testing::story(draw.seed(), i, t, back.off);
    if (radius == 0.0) most = std::max(most, place.off / (1.0 + audit::length_of(place.at) + audit::length_of(own.at)));
  }
  EXPECT_LT(most, 1e-11);
}

/// Of `margin` the clearance is known at which a leaf is just accepted: the true gap must be more, and not by much.
TEST(AuditLeaf, JustAcceptedMeansFarther) {
  Draw draw;
  int tight = 0, moved = 0;
  for (int i = 0; i < cases(400, 20'000); ++i) {
    const Chains chains(draw);
    const Statement& statement = chains.statement;
    const Motion motion(statement, audit::FrameGains(statement), chains.segment);
    const Geometry a(statement.groups[0], "a"), b(statement.groups[1], "b");
    const int ancestor = motion.common(statement.groups[0].frame, statement.groups[1].frame);
    const double from = draw.uniform(0.0, 0.9), to = std::min(1.0, from + draw.log_uniform(1e-4, 0.3));
    const Window window(motion, ancestor, a, b, from, to);
    const Point axis = point(draw.log_uniform(0.1, 10.0) * draw.direction());
    const double length = norm(real(axis)).rounded();
    double clearance = audit::margin(window, a, 0, b, 0, axis, 0.0) / length;
    clearance -= 1e-13 * (1.0 + std::fabs(clearance));
    if (!(audit::margin(window, a, 0, b, 0, axis, clearance) > 0.0)) continue;
    Real least = 1e300;
    for (int k = 0; k <= 8; ++k) {
      const double t = from + (to - from) * k / 8;
      for (const Point& p : statement.groups[0].bodies[0].colliders[0].vertices) {
        for (const Point& q : statement.groups[1].bodies[0].colliders[0].vertices) {
          const Real gap = dot(
              real(axis), in_ancestor(statement, chains.segment, ancestor, statement.groups[0].frame, real(p), t) -
                              in_ancestor(statement, chains.segment, ancestor, statement.groups[1].frame, real(q), t));
          if (gap < least) least = gap;
        }
      }
    }
    const double gap = (least / Real(length)).rounded();
    ASSERT_GT(gap, clearance) << testing::story(draw.seed(), i, from, to, window.tubes);
    ++moved;
    tight += gap - clearance <= 1.01 * window.tubes + 1e-9 ? 1 : 0;
  }
  EXPECT_GT(moved, cases(400, 20'000) / 2);
  EXPECT_GE(tight, moved * 95 / 100);
}

/// Two points on arcs that bulge towards each other: chords stay 1 apart, the points come nearer by both bulges.
TEST(AuditLeaf, BothTubesCount) {
  for (const double rate : {1e-3, 0.1, 0.5}) {
    Turning turning(1.0, 1.0, rate);
    Frame other = turning.statement.frames[0];
    other.placement.rotation = {{{-1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, -1.0}}};
    other.placement.translation = {3.0, 0.0, 0.0};
    turning.statement.frames.push_back(other);
    turning.statement.groups.push_back(hull_of({{1.0, 0.0, 0.0}}, 1));
    const Motion motion(turning.statement, audit::FrameGains(turning.statement), turning.segment);
    const Geometry a(turning.statement.groups[1], "a"), b(turning.statement.groups[0], "b");
    const Window window(motion, -1, a, b, 0.0, 1.0);
    const double nearest = 1.0;  // in the middle
    EXPECT_LE(audit::margin(window, a, 0, b, 0, {1.0, 0.0, 0.0}, nearest), 0.0);
    EXPECT_GT(audit::margin(window, a, 0, b, 0, {1.0, 0.0, 0.0}, nearest - rate * rate * rate * rate), 0.0);
    EXPECT_GT(audit::margin(window, a, 0, b, 0, {5.0, 0.0, 0.0}, nearest - rate * rate * rate * rate), 0.0);
    EXPECT_LE(audit::margin(window, a, 0, b, 0, {0.2, 0.0, 0.0}, nearest), 0.0);
  }
}

/// Round items, by their support functions: a cone, a cylinder, a capsule and a sphere whose extents along the axis are known.
TEST(AuditLeaf, RoundItemsReachAsFarAsTheyDo) {
  const double s = std::sqrt(0.5);
  struct Case {
    audit::Shape shape;
    Point size, axis;
    double reach;
  };
  const Case all[] = {{audit::Shape::sphere, {0.5, 0, 0}, {s, 0, s}, 0.5},
                      {audit::Shape::capsule, {0.5, 2.0, 0}, {s, 0, s}, s + 0.5},
                      {audit::Shape::box, {2.0, 4.0, 6.0}, {0, 1, 0}, 2.0},
                      {audit::Shape::cylinder, {0.5, 2.0, 0}, {s, 0, s}, s + 0.5 * s},
                      {audit::Shape::cone, {0.5, 2.0, 0}, {s, 0, s}, s},
                      {audit::Shape::cone, {0.5, 2.0, 0}, {s, 0, -s}, s + 0.5 * s}};
  for (const Case& one : all) {
    Group group = hull_of({}, -1);
    group.bodies[0].colliders[0] = {};
    group.bodies[0].colliders[0].shape = one.shape;
    group.bodies[0].colliders[0].size = one.size;
    const Geometry geometry(group, "group");
    const double reach = geometry.reach(0u, one.axis, 1.0 + 1e-15);
    EXPECT_GE(reach, one.reach * (1.0 - 1e-15));
    EXPECT_LE(reach, one.reach + 1e-12);
    EXPECT_GE(geometry.radius(), one.reach * (1.0 - 1e-15));
  }
}

/// The proof that a ball touches none of a range of a cube's triangles from within.
void prove_within(std::uint32_t begin, std::uint32_t count, bool ball_first, std::vector<audit::Range>& ranges,
                  std::vector<std::uint8_t>& proof, const std::vector<Point>& axes) {
  const std::size_t number = ranges.size();
  ranges.emplace_back();
  ranges[number].begin = begin, ranges[number].count = count;
  if (count == 1) {
    testing::ProofNode leaf{};
    Point axis = axes[begin];
    for (double& x : axis) x *= ball_first ? -1.0 : 1.0;
    leaf.set_axis(axis);
    proof.push_back(0);
    proof.insert(proof.end(), leaf.bytes.begin(), leaf.bytes.end());
    return;
  }
  proof.push_back(static_cast<std::uint8_t>(ball_first ? audit::Node::split_b : audit::Node::split_a));
  prove_within(begin, count / 2, ball_first, ranges, proof, axes);
  ranges[number].right = static_cast<std::uint32_t>(ranges.size());
  prove_within(begin + count / 2, count - count / 2, ball_first, ranges, proof, axes);
}

/// A ball in a cage touches nothing, yet is inside: seen whichever comes first, closed or with a side missing.
TEST(AuditSolids, InsideIsSeenBothWays) {
  for (const bool ball_first : {true, false}) {
    for (const std::size_t missing : {0u, 1u}) {
      audit::Collider cage;
      cage.shape = audit::Shape::mesh;
      std::vector<Point> axes;
      for (unsigned i = 0; i < 8; ++i)
        cage.vertices.push_back({i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0});
      const std::uint32_t faces[6][4] = {{0, 1, 3, 2}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                         {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 3, 7, 5}};
      const Point normals[6] = {{0, 0, -1}, {0, 0, 1}, {0, -1, 0}, {0, 1, 0}, {-1, 0, 0}, {1, 0, 0}};
      for (std::size_t f = 0; f < 6; ++f) {
        cage.triangles.push_back({faces[f][0], faces[f][1], faces[f][2]});
        cage.triangles.push_back({faces[f][0], faces[f][2], faces[f][3]});
        axes.insert(axes.end(), 2, normals[f]);
      }
      cage.triangles.resize(12 - missing);
      testing::CertificateFile file;
      file.statement.groups.resize(2);
      Group& ball = file.statement.groups[ball_first ? 0 : 1];
      ball = hull_of({}, -1);
      ball.bodies[0].colliders[0] = {};
      ball.bodies[0].colliders[0].size = {0.25, 0.0, 0.0};
      ball.bodies[0].placement.translation = {0.1, 0.2, -0.3};
      Group& around = file.statement.groups[ball_first ? 1 : 0];
      around.bodies.push_back({"cage", {}, {cage}});
      for (std::uint32_t i = 0; i < cage.triangles.size(); ++i) around.order.push_back(i);
      file.segments.resize(1);
      prove_within(0, static_cast<std::uint32_t>(around.order.size()), ball_first, around.ranges,
                   file.segments[0].proof, axes);
      file.statement.pairs = {{0, 1, 0.0, 0}};
      file.claim.segments = 1;
      const audit::AuditResult result = testing::audit_bytes(file.bytes());
      EXPECT_EQ(result.outcome == audit::AuditResult::Outcome::valid, missing == 1) << result.reason;
      if (missing == 0) {
        EXPECT_NE(result.reason.find("inside"), std::string::npos) << result.reason;
      }
    }
  }
}

}  // namespace
}  // namespace tocca::audit_tests
