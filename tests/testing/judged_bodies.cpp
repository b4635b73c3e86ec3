#include "testing/judged_bodies.hpp"

#include <fcl/geometry/shape/convex.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <algorithm>
#include <sstream>

#include "model/part.hpp"
#include "testing/fcl_objects.hpp"
#include "testing/plain_kinematics.hpp"
#include "testing/small_worlds.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca::testing {
namespace {

using HullPointer = std::shared_ptr<const ConvexHull>;

/// As fcl_geometry, but hulls are solids.
std::shared_ptr<fcl::CollisionGeometryd> solid_geometry(const Geometry& geometry) {
  const HullPointer* hull = std::get_if<HullPointer>(&geometry);
  if (!hull) return fcl_geometry(geometry);
  auto vertices = std::make_shared<std::vector<Vector3>>((*hull)->vertices());
  auto faces = std::make_shared<std::vector<int>>();
  for (const Triangle& t : (*hull)->triangles()) {
    faces->push_back(3);
    for (const Index corner : t) faces->push_back(static_cast<int>(corner));
  }
  return std::make_shared<fcl::Convexd>(vertices, static_cast<int>((*hull)->triangles().size()), faces);
}

std::vector<PlainConvex> items_of(const Geometry& geometry, const fcl::CollisionObjectd& object) {
  return plain_items(geometry, object.getTransform());
}

}  // namespace

BodyShapePointer shape_of(const std::vector<Collider>& bodies) { return std::make_shared<const BodyShape>(bodies); }

std::shared_ptr<const ConvexHull> draw_hull(Draw& draw, double size) {
  std::vector<Vector3> points;
  const int kind = draw.integer(0, 3), count = draw.integer(4, 30);
  for (int i = 0; i < count; ++i) points.push_back(size * (kind == 0 ? draw.vector(0.6) : draw.direction()));
  if (kind == 2) {
    for (Vector3& p : points) p.x() *= 0.05;
  }
  if (kind == 3) {  // a coarse grid: parallel faces and edges, flat things that really touch
    points.clear();
    for (unsigned k = 0; k < 8; ++k) {
      points.push_back(0.5 * size * Vector3((k & 1u) != 0 ? 1 : -1, (k & 2u) != 0 ? 1 : -1, (k & 4u) != 0 ? 1 : -1));
    }
  }
  return std::make_shared<const ConvexHull>(points);
}

MeshPointer cup_mesh(double size) {
  std::vector<Vector3> vertices;
  std::vector<Triangle> triangles;
  const auto ring = [&](double half, double z) {
    const auto first = static_cast<Index>(vertices.size());
    for (const auto& [x, y] : {std::pair(-1, -1), std::pair(1, -1), std::pair(1, 1), std::pair(-1, 1)}) {
      vertices.emplace_back(size * half * x, size * half * y, size * z);
    }
    return first;
  };
  const Index outer_bottom = ring(0.5, -0.5), outer_top = ring(0.5, 0.5), inner_top = ring(0.4, 0.5),
              inner_bottom = ring(0.4, -0.4);
  const auto band = [&](Index from, Index to) {
    for (Index k = 0; k < 4; ++k) {
      const Index next = (k + 1) % 4;
      triangles.push_back({from + k, from + next, to + next});
      triangles.push_back({from + k, to + next, to + k});
    }
  };
  band(outer_bottom, outer_top);
  band(outer_top, inner_top);
  band(inner_top, inner_bottom);
  triangles.push_back({outer_bottom, outer_bottom + 2, outer_bottom + 1});
  triangles.push_back({outer_bottom, outer_bottom + 3, outer_bottom + 2});
  triangles.push_back({inner_bottom, inner_bottom + 1, inner_bottom + 2});
  triangles.push_back({inner_bottom, inner_bottom + 2, inner_bottom + 3});
  return std::make_shared<const TriangleMesh>(std::move(vertices), std::move(triangles));
}

std::vector<Collider> draw_bodies(Draw& draw, double size, bool mixed) {
  if (!mixed) return {{Pose{}, draw_hull(draw, size)}};
  switch (draw.integer(0, 6)) {
    case 0:
      return {{draw.pose(0.3 * size), Sphere{0.5 * size}}};
    case 1:
      return {{draw.pose(0.3 * size), Capsule{0.2 * size, size}},
              {draw.pose(0.3 * size), Box{size * Vector3(0.2, 0.5, 1.0)}}};
    case 2:
      return {{draw.coin() ? Pose{} : draw.pose(size), cup_mesh(size)}};
    case 3:
      return {{draw.pose(size), plate_mesh(size, 2.0 * size)}};
    case 4: {
      std::vector<Collider> several;
      for (int i = draw.integer(2, 6); i > 0; --i) several.push_back({draw.pose(size), draw_hull(draw, 0.4 * size)});
      return several;
    }
    case 5:
      return {{draw.pose(0.1 * size), Cylinder{0.3 * size, size}}, {draw.pose(size), cup_mesh(0.5 * size)}};
    default:
      return {{draw.coin() ? Pose{} : draw.pose(0.3 * size), rod_mesh(0.2 * size, 1.5 * size, draw.integer(3, 8))}};
  }
}

JudgedBodies::Thing& JudgedBodies::fresh(int body) {
  const auto index = static_cast<std::size_t>(body);
  if (things_.size() <= index) things_.resize(index + 1);
  things_[index] = {};
  return things_[index];
}

void JudgedBodies::add_parts(Thing& thing, const std::vector<Collider>& bodies, int link) {
  for (const Collider& body : bodies) {
    Part part{body.geometry, body.placement, link, false, nullptr, 0.0};
    if (const MeshPointer* mesh = std::get_if<MeshPointer>(&body.geometry)) part.closed = (*mesh)->closed();
    part.object = std::make_shared<fcl::CollisionObjectd>(solid_geometry(body.geometry));
    part.object->computeAABB();
    const auto& box = part.object->getAABB();
    part.radius = box.min_.cwiseAbs().cwiseMax(box.max_.cwiseAbs()).norm();
    thing.parts.push_back(std::move(part));
  }
}

void JudgedBodies::add(int body, const std::vector<Collider>& bodies, const Pose& X) {
  Thing& thing = fresh(body);
  add_parts(thing, bodies, -1);
  move(body, X);
}

void JudgedBodies::add(int body, const KinematicTree& tree, const Configuration& q, const Pose& base) {
  Thing& thing = fresh(body);
  thing.tree = std::make_shared<const KinematicTree>(tree);
  thing.base = base;
  for (std::size_t i = 0; i < tree.links().size(); ++i)
    add_parts(thing, tree.links()[i].colliders, static_cast<int>(i));
  move(body, q);
}

void JudgedBodies::move(int body, const Pose& X) {
  Thing& thing = things_[static_cast<std::size_t>(body)];
  thing.base = X;
  place(thing);
}

void JudgedBodies::move(int body, const Configuration& q) {
  Thing& thing = things_[static_cast<std::size_t>(body)];
  thing.q = q;
  place(thing);
}

void JudgedBodies::place(Thing& thing) {
  std::vector<Eigen::Isometry3d> links;
  if (thing.tree) place_links(*thing.tree, thing.base, thing.q, links);
  thing.centre.setZero();
  for (Part& part : thing.parts) {
    const Eigen::Isometry3d X = part.link < 0 ? isometry(thing.base) : links[static_cast<std::size_t>(part.link)];
    part.object->setTransform(X * isometry(part.placement));
    part.object->computeAABB();
    thing.centre += part.object->getTranslation() / static_cast<double>(thing.parts.size());
  }
  thing.radius = 0.0;
  for (const Part& part : thing.parts) {
    thing.radius = std::max(thing.radius, (part.object->getTranslation() - thing.centre).norm() + part.radius);
  }
}

void JudgedBodies::ignore(int a, int b, bool ignored) {
  const std::pair<int, int> names = std::minmax(a, b);
  if (ignored) {
    ignored_.insert(names);
  } else {
    ignored_.erase(names);
  }
}

bool JudgedBodies::balls_near(int a, int b, double reach) const {
  return (thing(a).centre - thing(b).centre).norm() <= 1.0001 * (thing(a).radius + thing(b).radius + reach);
}

bool JudgedBodies::fcl_touch(int a, int b) const {
  for (const Part& x : thing(a).parts) {
    for (const Part& y : thing(b).parts) {
      if (!x.object->getAABB().overlap(y.object->getAABB())) continue;
      fcl::CollisionResultd result;
      if (fcl::collide(x.object.get(), y.object.get(), fcl::CollisionRequestd(), result) > 0) return true;
    }
  }
  return false;
}

double JudgedBodies::fcl_distance(int a, int b) const {
  double least = std::numeric_limits<double>::infinity();
  for (const Part& x : thing(a).parts) {
    for (const Part& y : thing(b).parts) {
      fcl::DistanceRequestd request;
      request.distance_tolerance = 1e-10;
      fcl::DistanceResultd result;
      least = std::min(least, fcl::distance(x.object.get(), y.object.get(), request, result));
    }
  }
  return std::max(0.0, least);
}

bool JudgedBodies::contains(const Thing& outer, const Thing& inner) const {
  for (const Part& around : outer.parts) {
    if (!around.closed) continue;
    const std::vector<PlainConvex> triangles = items_of(around.geometry, *around.object);
    for (const Part& part : inner.parts) {
      if (!part.object->getAABB().overlap(around.object->getAABB())) continue;
      const PlainConvex item = items_of(part.geometry, *part.object).front();
      const LongVector point = item.points.empty() ? item.centre : item.points.front();
      if (plain_inside(point.cast<double>(), triangles)) return true;
    }
  }
  return false;
}

bool JudgedBodies::touch(int a, int b) const {
  if (!balls_near(a, b, 0.0)) return false;
  return fcl_touch(a, b) || contains(thing(a), thing(b)) || contains(thing(b), thing(a));
}

DistanceBounds JudgedBodies::plain(int a, int b) const {
  const auto items = [](const Thing& thing) {
    std::vector<PlainConvex> all;
    for (const Part& part : thing.parts) {
      for (PlainConvex& item : items_of(part.geometry, *part.object)) all.push_back(std::move(item));
    }
    return all;
  };
  if (contains(thing(a), thing(b)) || contains(thing(b), thing(a))) return {0.0, 0.0};
  return plain_distance(items(thing(a)), items(thing(b)));
}

std::string JudgedBodies::judge(const WorldStep& step, BodiesLog& log) {
  auto next = step.colliding.begin();
  for (int a = 0; a < static_cast<int>(things_.size()); ++a) {
    for (int b = a + 1; b < static_cast<int>(things_.size()); ++b) {
      const bool listed = next != step.colliding.end() && *next == BodyPair{a, b};
      if (listed) ++next;
      if (thing(a).parts.empty() || thing(b).parts.empty() || ignored_.contains({a, b})) {
        if (listed) return "a pair is listed that is not there";
        continue;
      }
      ++log.pair_steps;
      log.colliding += listed;
      if (!balls_near(a, b, tolerance_m_)) {
        if (listed) return "bodies far apart are listed";
        continue;
      }
      ++log.near;
      const bool touching = fcl_touch(a, b);
      const bool inside = !touching && (contains(thing(a), thing(b)) || contains(thing(b), thing(a)));
      log.inside += inside;
      if (listed == (touching || inside)) continue;
      ++log.plain;
      const DistanceBounds true_distance = plain(a, b);
      const double size = thing(a).radius + thing(b).radius;
      const bool wrong = listed ? true_distance.lower > tolerance_m_ : true_distance.upper <= 1e-15 * size;
      if (wrong) {
        std::ostringstream text;
        text.precision(17);
        text << "bodies " << a << ", " << b << (listed ? " invented" : " missed") << ": true distance "
             << true_distance.lower << " .. " << true_distance.upper;
        return text.str();
      }
      // FCL is wrong where it says to overlap what is plainly apart, or the other way round.
      log.fcl_wrong += touching ? true_distance.lower > tolerance_m_ : true_distance.upper <= 1e-15 * size;
    }
  }
  if (next != step.colliding.end()) return "the list does not ascend, or names bodies that are not there";
  for (const BodyDistance& said : step.nearest) {
    if (const std::string wrong = judge(said, log); !wrong.empty()) return wrong;
  }
  return "";
}

std::string JudgedBodies::judge(const BodyDistance& said, BodiesLog& log) {
  ++log.distances;
  const double size = thing(said.body_a).radius + thing(said.body_b).radius;
  const double far = (thing(said.body_a).centre - thing(said.body_b).centre).norm();
  const double rounding = 1e-12 * (size + far + thing(said.body_a).centre.norm());
  std::ostringstream text;
  text.precision(17);
  text << "bodies " << said.body_a << ", " << said.body_b << ": said " << said.lower << " .. " << said.upper;
  if (!(said.lower <= said.upper) || said.upper - said.lower > 1e-9 * (size + far))
    return text.str() + " is no enclosure";
  const Vector3 &p = said.point_a, &q = said.point_b;
  if (said.lower > 0.0 && std::abs((p - q).norm() - said.upper) > 1e-9 * (size + far))
    return text.str() + ": witness points differ";
  const double fcl = touch(said.body_a, said.body_b) ? 0.0 : fcl_distance(said.body_a, said.body_b);
  if (std::abs(fcl - said.upper) <= 1e-6 * std::max(said.upper, 1e-3 * size)) return "";
  ++log.plain;
  const DistanceBounds true_distance = plain(said.body_a, said.body_b);
  if (said.lower > true_distance.upper + rounding || said.upper < true_distance.lower - rounding) {
    text << ", true distance " << true_distance.lower << " .. " << true_distance.upper << ", FCL " << fcl;
    return text.str();
  }
  ++log.fcl_wrong;
  return "";
}

}  // namespace tocca::testing
