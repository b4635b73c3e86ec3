// What is proven here: between two samples of a tool, no triangle that it touches is left out of the selection, and no contact
// is missed or comes late.
// Oracle: FCL at many instants of the true motion (its own poses), confirmed in long double where FCL contradicts.
#include "tocca/tool/tool_monitor.hpp"

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <set>

#include "model/part.hpp"
#include "motion/mover.hpp"
#include "testing/draw.hpp"
#include "testing/fcl_objects.hpp"
#include "testing/plain_distance.hpp"
#include "tool/tool_volume.hpp"
#include "tool/triangle_selection.hpp"

namespace tocca::tool_monitor_tests {
namespace {

using testing::Draw;

/// A wavy sheet of 2 n^2 triangles, 0.4 m wide, that heaves during the step.
struct Sheet {
  std::vector<Vector3> from, to;
  std::vector<Triangle> triangles;

  Sheet(Draw& draw, int n, double heave) {
    const double phase = draw.uniform(0, 6), wave = draw.uniform(0, 0.03);
    for (int i = 0; i <= n; ++i) {
      for (int j = 0; j <= n; ++j) {
        const double x = 0.4 * (double(i) / n - 0.5), y = 0.4 * (double(j) / n - 0.5);
        const Vector3 p(x, y, wave * std::sin(20 * x + phase) * std::cos(15 * y));
        from.push_back(p + draw.vector(0.002));
        to.push_back(from.back() + draw.vector(heave));
      }
    }
    const auto at = [&](int i, int j) { return static_cast<Index>(i * (n + 1) + j); };
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
        triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
      }
    }
  }
  SurfaceStep step() const { return {from, to, triangles}; }
  std::array<Vector3, 3> corners(Index triangle, double t) const {
    std::array<Vector3, 3> p;
    for (std::size_t k = 0; k < 3; ++k) {
      const Index v = triangles[triangle][k];
      p[k] = (1.0 - t) * from[v] + t * to[v];
    }
    return p;
  }
};

MeshPointer prism_mesh(int sides) {  // the paper's tool: a polyhedral cylinder
  std::vector<Vector3> v;
  for (const double z : {0.0, 0.1}) {
    for (int k = 0; k < sides; ++k) {
      const double turn = 2 * 3.14159265358979323846 * k / sides;
      v.push_back({0.01 * std::cos(turn), 0.01 * std::sin(turn), z});
    }
  }
  std::vector<Triangle> t;
  const auto n = static_cast<Index>(sides);
  for (Index k = 0; k < n; ++k) {
    const Index next = (k + 1) % n;
    t.push_back({k, next, next + n});
    t.push_back({k, next + n, k + n});
    if (k == 0 || next == 0) continue;
    t.push_back({0, next, k});
    t.push_back({n, k + n, next + n});
  }
  return std::make_shared<const TriangleMesh>(v, t);
}

MeshPointer bracket_mesh() {  // an L of two long boxes, not convex, closed
  std::vector<Vector3> v;
  for (const double z : {-0.01, 0.01}) {
    for (const auto& [x, y] : {std::pair{0.0, 0.0}, {0.12, 0.0}, {0.12, 0.02}, {0.02, 0.02}, {0.02, 0.1}, {0.0, 0.1}}) {
      v.push_back({x, y, z});
    }
  }
  std::vector<Triangle> t = {{0, 2, 1}, {0, 3, 2}, {0, 5, 3}, {5, 4, 3}, {6, 7, 8}, {6, 8, 9}, {6, 9, 11}, {11, 9, 10}};
  for (Index i = 0; i < 6; ++i) {
    const Index j = (i + 1) % 6;
    t.push_back({i, j, j + 6});
    t.push_back({i, j + 6, i + 6});
  }
  return std::make_shared<const TriangleMesh>(v, t);
}

Geometry drawn_tool(Draw& draw) {
  switch (draw.integer(0, 5)) {
    case 0:
      return bracket_mesh();
    case 5:
      return prism_mesh(draw.integer(3, 32));
    case 1:
      return Box{Vector3(0.03, 0.02, 0.1)};
    case 2:
      return Capsule{0.01, 0.08};
    default:
      return Cylinder{draw.uniform(0.004, 0.02), draw.uniform(0.05, 0.15)};
  }
}

/// One step of a tool near a sheet.
struct Trial {
  Draw draw;
  Geometry geometry;
  Collider body;
  Sheet sheet;
  Pose start, end;
  SampleMotion kind;

  explicit Trial(std::uint64_t seed)
      : draw(seed),
        geometry(drawn_tool(draw)),
        body{draw.coin() ? Pose() : draw.pose(0.05), geometry},
        sheet(draw, draw.integer(2, 7), draw.coin(0.3) ? 0.0 : draw.log_uniform(1e-4, 0.03)),
        kind(draw.coin() ? SampleMotion::screw : SampleMotion::in_between) {
    start = draw.pose(0.2);
    start.translation.z() = draw.uniform(0.03, 0.2);
    const double turn = draw.coin(0.2) ? 0.0 : draw.log_uniform(1e-3, 2.5);
    end.rotation = start.rotation * Eigen::AngleAxisd(turn, draw.direction()).toRotationMatrix();
    end.translation = start.translation + draw.vector(draw.log_uniform(1e-3, 0.2));
    if (draw.coin(0.7)) end.translation.z() -= draw.uniform(0.0, 1.2) * start.translation.z();
  }

  RigidMotion motion() const {
    if (kind == SampleMotion::screw) return ScrewMotion::between(start, end);
    return InBetweenMotion(start, end);
  }
  /// In-between by Eigen's own interpolation; the screw's pose is compared with MPFR elsewhere.
  Pose pose(double t) const {
    if (kind == SampleMotion::screw) return Mover(motion()).pose(t);
    const Eigen::Quaterniond q = Eigen::Quaterniond(start.rotation).slerp(t, Eigen::Quaterniond(end.rotation));
    return {q.toRotationMatrix(), (1.0 - t) * start.translation + t * end.translation};
  }
  Eigen::Isometry3d placed(double t) const {
    const Pose X = pose(t) * body.placement;
    Eigen::Isometry3d isometry = Eigen::Isometry3d::Identity();
    isometry.linear() = X.rotation;
    isometry.translation() = X.translation;
    return isometry;
  }
  /// Triangles of the sheet that FCL finds touching at t.
  std::set<Index> touching(double t, const fcl::CollisionGeometryd& tool) const {
    fcl::BVHModel<fcl::OBBRSSd> surface;
    surface.beginModel(static_cast<int>(sheet.triangles.size()));
    for (Index i = 0; i < sheet.triangles.size(); ++i) {
      const auto p = sheet.corners(i, t);
      surface.addTriangle(p[0], p[1], p[2]);
    }
    surface.endModel();
    fcl::CollisionRequestd request(100'000);
    fcl::CollisionResultd result;
    fcl::collide(&surface, Eigen::Isometry3d::Identity(), &tool, placed(t), request, result);
    std::set<Index> found;
    for (std::size_t k = 0; k < result.numContacts(); ++k) found.insert(static_cast<Index>(result.getContact(k).b1));
    return found;
  }
  double distance(Index triangle, double t) const {
    const auto p = sheet.corners(triangle, t);
    testing::PlainConvex corners;
    for (const Vector3& v : p) corners.points.push_back(v.cast<long double>());
    return testing::plain_distance(testing::plain_items(geometry, placed(t)), {corners}, 1e-10).upper;
  }
  double distance(double t) const {
    double least = 1e9;
    for (Index i = 0; i < sheet.triangles.size(); ++i) least = std::min(least, distance(i, t));
    return least;
  }
};

constexpr int samples = 24;

TEST(ToolMonitorOracle, SelectionNeverLosesATouchingTriangle) {
  Draw seeds;
  TriangleSelection selection;
  int touched = 0, left_out = 0, cut_by_planes = 0;
  for (int k = 0; k < testing::cases(120, 3000); ++k) {
    const std::uint64_t seed = seeds.bits();
    const Trial trial(seed);
    SCOPED_TRACE(testing::story(seed, k));
    const Part part(std::span(&trial.body, 1));
    const RigidMotion motion = trial.motion();
    const Mover mover(motion);
    const double tube = mover.tube({0.0, 1.0}, part.lss());
    ToolOutline outline(part.nodes()[0].volume);
    if (const auto* cylinder = std::get_if<Cylinder>(&trial.geometry))
      outline = ToolOutline(*cylinder, part.primitive(0).pose);
    std::vector<Index> by_box, by_planes;
    const Pose start = mover.pose(0.0), end = mover.pose(1.0);
    const double margin = part.rounding_m() + 1e-15;
    selection.select(trial.sheet.step(), {outline, start, end, tube, margin, ToolVolume::Tightness::box}, by_box);
    selection.select(trial.sheet.step(), {outline, start, end, tube, margin}, by_planes);
    left_out += static_cast<int>(trial.sheet.triangles.size() - by_planes.size());
    cut_by_planes += static_cast<int>(by_box.size() - by_planes.size());
    EXPECT_TRUE(std::includes(by_box.begin(), by_box.end(), by_planes.begin(), by_planes.end()));
    const auto tool = testing::fcl_geometry(trial.geometry);
    for (int s = 0; s <= samples; ++s) {
      const double t = double(s) / samples;
      for (const Index triangle : trial.touching(t, *tool)) {
        ++touched;
        const bool kept = std::binary_search(by_planes.begin(), by_planes.end(), triangle);
        if (kept) continue;
        EXPECT_GT(trial.distance(triangle, t), 1e-9) << "triangle " << triangle << " at " << t;
      }
    }
  }
  EXPECT_GT(touched, testing::cases(120, 3000));
  EXPECT_GT(left_out, testing::cases(120, 3000));
  EXPECT_GT(cut_by_planes, testing::cases(120, 3000) / 4);
}

TEST(ToolMonitorOracle, ContactsAreNeitherMissedNorLate) {
  Draw seeds;
  int contacts = 0, free = 0, initial = 0, close = 0;
  ToolSettings settings;
  settings.predict = false;
  const int all = testing::cases(150, 3000);
  for (int k = 0; k < all; ++k) {
    const std::uint64_t seed = seeds.bits();
    const Trial trial(seed);
    SCOPED_TRACE(testing::story(seed, k));
    settings.motion = trial.kind;
    ToolMonitor monitor(std::span(&trial.body, 1), settings);
    monitor.sample(0.0, trial.start, {trial.sheet.from, trial.sheet.from, trial.sheet.triangles});
    const ToolReport& report = monitor.sample(2.0, trial.end, trial.sheet.step());
    EXPECT_TRUE(report.proven);
    const double lo = report.contact ? report.contact->step.lo : 2.0;
    const auto tool = testing::fcl_geometry(trial.geometry);
    for (int s = 0; s <= samples; ++s) {
      const double t = double(s) / samples;
      if (t >= lo) break;
      for (const Index triangle : trial.touching(t, *tool)) {
        EXPECT_GT(trial.distance(triangle, t), 1e-9) << "triangle " << triangle << " at " << t << ", contact at " << lo;
      }
    }
    if (!report.contact) {
      ++free;
      continue;
    }
    ++contacts;
    initial += report.contact->initial;
    const double hi = report.contact->step.hi;
    EXPECT_LE(hi - lo, 1e-6);
    EXPECT_DOUBLE_EQ(report.contact->time_s.hi, 2.0 * hi);
    ASSERT_FALSE(report.contact->surface_triangles.empty());
    double nearest = 1.0;
    for (const Index triangle : report.contact->surface_triangles) {
      const double apart = trial.distance(triangle, hi);
      EXPECT_LE(apart, 1e-6 + 1e-9);
      nearest = std::min(nearest, apart);
    }
    if (!report.contact->initial) {
      EXPECT_GT(trial.distance(std::max(0.0, lo - 1e-7)), 0.0);
      ++close;
    }
    // At the end: touching or not, as the distance says.
    const double last = trial.distance(1.0);
    EXPECT_TRUE(report.touching ? last <= 1.01e-6 : last > 0.9e-6) << last;
  }
  EXPECT_GT(contacts, all / 5);
  EXPECT_GT(free, all / 5);
  EXPECT_GT(close, all / 10);
  EXPECT_GT(initial, 0);
}

/// A row of samples over a sheet that heaves at every one: what a monitor remembers must not change what it finds. Held against monitors
/// without a past, and against distances in long double.
TEST(ToolMonitorOracle, WhatIsRememberedChangesNoAnswer) {
  Draw seeds;
  int contacts = 0, free = 0, band = 0, checked = 0;
  std::size_t remembered = 0, searched = 0;
  ToolSettings settings;
  settings.predict = false;
  const int rows = testing::cases(12, 400);
  for (int row = 0; row < rows; ++row) {
    const std::uint64_t seed = seeds.bits();
    Trial trial(seed);
    settings.motion = trial.kind;
    trial.geometry = trial.draw.coin(0.7) ? Geometry(prism_mesh(trial.draw.integer(3, 32))) : Geometry(bracket_mesh());
    trial.body.geometry = trial.geometry;
    ToolMonitor coherent(std::span(&trial.body, 1), settings);
    std::vector<Vector3> now = trial.sheet.from;
    Pose X = trial.start;
    X.translation.z() = 0.12;
    coherent.sample(0.0, X, {now, now, trial.sheet.triangles});
    const double heave = trial.draw.log_uniform(1e-5, 2e-3);
    for (int k = 1; k <= 60; ++k) {
      SCOPED_TRACE(testing::story(seed, row, k));
      trial.sheet.from = now;
      trial.start = X;
      for (Vector3& v : now) v += trial.draw.vector(heave);
      trial.sheet.to = now;
      X.translation += Vector3(0.002 * trial.draw.normal(), 0.002 * trial.draw.normal(), k % 20 < 12 ? -0.012 : 0.018);
      X.rotation =
          X.rotation * Eigen::AngleAxisd(0.05 * trial.draw.normal(), trial.draw.direction()).toRotationMatrix();
      X.rotation = Eigen::Quaterniond(X.rotation).normalized().toRotationMatrix();
      trial.end = X;
      const ToolReport& some = coherent.sample(k, X, trial.sheet.step());
      remembered += some.statistics.remembered, searched += some.statistics.searched;
      ToolMonitor fresh(std::span(&trial.body, 1), settings);
      fresh.sample(k - 1, trial.start, {trial.sheet.from, trial.sheet.from, trial.sheet.triangles});
      const ToolReport& other = fresh.sample(k, X, trial.sheet.step());
      ++(some.contact ? contacts : free);
      const double first = some.contact ? some.contact->step.lo : 2.0,
                   second = other.contact ? other.contact->step.lo : 2.0;
      if (std::abs(first - second) > 2e-6) {  // one of them may touch a little earlier: within the tolerance, but apart
        ++band;
        const double apart = trial.distance(std::min(first, second));
        EXPECT_GT(apart, 0.0);
        EXPECT_LE(apart, 1.01e-6);
      }
      if (k % 4 != 0) continue;
      for (int s = 0; s <= 6 && s / 6.0 < first; ++s, ++checked) EXPECT_GT(trial.distance(s / 6.0), 0.0) << s;
    }
  }
  EXPECT_GT(contacts, rows * 5);
  EXPECT_GT(free, rows * 5);
  EXPECT_LT(band, rows);
  EXPECT_GT(checked, rows * 10);
  EXPECT_GT(remembered, searched / 8);  // motions are large and at random here
}

}  // namespace
}  // namespace tocca::tool_monitor_tests
