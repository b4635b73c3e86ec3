// What is proven here: deformable bodies are answered as the exact truth of the public sequences says, as all pairs of features say, and
// as distances in long double at samples of the steps allow.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "motion/mover.hpp"
#include "testing/draw.hpp"
#include "testing/judged_bodies.hpp"
#include "testing/sheets.hpp"
#include "tocca/deformable/deformable_contacts.hpp"
#include "tocca/deformable/linear_query.hpp"
#include "tocca/io/mesh.hpp"
#include "tocca/world/world.hpp"

namespace tocca::testing::deformable_tests {
namespace {

using Found = std::set<std::array<Index, 2>>;

/// Two frames of a recorded sequence.
DeformableMesh frames(const std::filesystem::path& first, const std::filesystem::path& second) {
  Warnings warnings;
  const MeshPointer from = load_mesh(first, Vector3::Ones(), warnings),
                    to = load_mesh(second, Vector3::Ones(), warnings);
  DeformableMesh mesh(from->vertices(), from->triangles());
  mesh.move(from->vertices(), to->vertices());
  return mesh;
}

/// The sequences number edges by their higher vertex first.
std::vector<Index> numbers_of_edges(const DeformableMesh& mesh) {
  std::vector<Index> order(mesh.edges().size()), number(order.size());
  for (Index i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](Index x, Index y) {
    const auto &a = mesh.edges()[x].vertices, &b = mesh.edges()[y].vertices;
    return a[1] != b[1] ? a[1] < b[1] : a[0] < b[0];
  });
  for (Index i = 0; i < order.size(); ++i) number[order[i]] = i;
  return number;
}

struct Truth {
  Found boxes, contacts;
};

/// Pairs of boxes, and which of them touch.
Truth truth_of(const std::filesystem::path& folder, const std::string& name, Index first_a, Index first_b) {
  Truth truth;
  const auto boxes = nlohmann::json::parse(std::ifstream(folder / "boxes" / (name + ".json")));
  const auto answers = nlohmann::json::parse(std::ifstream(folder / "mma_bool" / (name + "_mma_bool.json")));
  EXPECT_EQ(boxes.size(), answers.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    std::array<Index, 2> pair{boxes[i][0].get<Index>() - first_a, boxes[i][1].get<Index>() - first_b};
    if (first_a == first_b && pair[1] < pair[0]) std::swap(pair[0], pair[1]);
    truth.boxes.insert(pair);
    if (answers[i].get<bool>()) truth.contacts.insert(pair);
  }
  return truth;
}

/// Own culling finds every pair of features that the exact truth has, and no other.
void expect_truth(const std::string& name, const std::string& first, const std::string& second,
                  const std::string& step) {
  const std::filesystem::path folder = models() / "deformable" / name;
  const DeformableMesh mesh = frames(folder / "frames" / first, folder / "frames" / second);
  std::vector<FeatureContact> contacts;
  append_contacts_within(mesh, contacts);
  const std::vector<Index> edge = numbers_of_edges(mesh);
  Found faces, edges;
  for (const FeatureContact& contact : contacts) {
    EXPECT_LE(contact.time.hi - contact.time.lo, 1e-6);
    if (contact.kind == ContactKind::vertex_face) {
      faces.insert({contact.a, contact.b});
    } else {
      const auto [a, b] = std::minmax({edge[contact.a], edge[contact.b]});
      edges.insert({a, b});
    }
  }
  EXPECT_EQ(contacts.size(), faces.size() + edges.size());  // each once
  const auto vertices = static_cast<Index>(mesh.vertex_count()), edge_count = static_cast<Index>(mesh.edges().size());
  const Truth vf = truth_of(folder, step + "vf", 0, vertices + edge_count),
              ee = truth_of(folder, step + "ee", vertices, vertices);
  EXPECT_GT(vf.contacts.size() + ee.contacts.size(), 100u);
  EXPECT_TRUE(std::includes(faces.begin(), faces.end(), vf.contacts.begin(), vf.contacts.end()));
  EXPECT_TRUE(std::includes(edges.begin(), edges.end(), ee.contacts.begin(), ee.contacts.end()));
  EXPECT_EQ(faces.size(), vf.contacts.size());  // no false positive
  EXPECT_EQ(edges.size(), ee.contacts.size());
}

TEST(ClothFrames, FunnelHasEveryTruePairAndNoOther) {
  TOCCA_NEED_MODELS();
  expect_truth("cloth-funnel", "227.ply", "228.ply", "227");
}

TEST(ClothFrames, BallHasEveryTruePairAndNoOther) {
  TOCCA_NEED_MODELS();
  expect_truth("cloth-ball", "cloth_ball92.ply", "cloth_ball93.ply", "92");
}

FourVertices four(const DeformableMesh& mesh, const std::array<Index, 4>& vertices) {
  FourVertices result;
  for (std::size_t i = 0; i < 4; ++i) {
    const Vector3 &p = mesh.from()[vertices[i]], &q = mesh.to()[vertices[i]];
    result.from[i] = {p.x(), p.y(), p.z()};
    result.to[i] = {q.x(), q.y(), q.z()};
  }
  return result;
}

using Told = std::set<std::tuple<ContactKind, Index, Index>>;

Told brute_force_within(const DeformableMesh& mesh) {
  Told told;
  const auto free = [&](LinearKind kind, const std::array<Index, 4>& vertices) {
    return linear_contact(kind, four(mesh, vertices)).outcome == Outcome::free;
  };
  for (Index f = 0; f < mesh.triangles().size(); ++f) {
    const auto& [a, b, c] = mesh.triangles()[f];
    for (Index v = 0; v < mesh.vertex_count(); ++v) {
      if (v == a || v == b || v == c || free(LinearKind::vertex_face, {v, a, b, c})) continue;
      told.insert({ContactKind::vertex_face, v, f});
    }
  }
  for (Index i = 0; i < mesh.edges().size(); ++i) {
    for (Index k = i + 1; k < mesh.edges().size(); ++k) {
      const auto [a, b] = mesh.edges()[i].vertices;
      const auto [c, d] = mesh.edges()[k].vertices;
      if (a == c || a == d || b == c || b == d || free(LinearKind::edge_edge, {a, b, c, d})) continue;
      told.insert({ContactKind::edge_edge, i, k});
    }
  }
  return told;
}

/// Wrinkled: every vertex goes its own way.
std::vector<Vector3> shaken(Draw& draw, std::vector<Vector3> vertices, double by) {
  for (Vector3& v : vertices) v += draw.vector(by);
  return vertices;
}

TEST(ClothFrames, OwnCullingTellsWhatAllPairsTell) {
  TOCCA_NEED_MODELS();
  Draw draw;
  std::size_t contacts = 0;
  const auto expect_same = [&](const DeformableMesh& mesh, const std::string& tale) {
    std::vector<FeatureContact> found;
    append_contacts_within(mesh, found);
    Told told;
    for (const FeatureContact& contact : found)
      EXPECT_TRUE(told.insert({contact.kind, contact.a, contact.b}).second) << tale;
    EXPECT_EQ(told, brute_force_within(mesh)) << tale;
    contacts += told.size();
  };
  const std::filesystem::path thick = models() / "deformable" / "thick-cloth";
  expect_same(frames(thick / "t0.ply", thick / "t1.ply"), "thick-cloth");
  EXPECT_GT(contacts, 10u);
  for (int k = 0; k < cases(60, 1'000); ++k) {
    const Sheet sheet = draw.coin() ? flat_sheet(3, 1.0) : closed_box(1.0);
    DeformableMesh mesh(sheet.vertices, sheet.triangles);
    const double by = draw.log_uniform(0.1, 1.0);
    for (int step = 0; step < 3; ++step) {
      mesh.move_on(draw.coin(0.2) ? sheet.vertices : shaken(draw, sheet.vertices, by));
      expect_same(mesh, story(draw.seed(), k, step, by));
    }
  }
  EXPECT_GT(contacts, 500u);
}

std::vector<PlainConvex> plain_at(const DeformableMesh& mesh, double t) {
  std::vector<PlainConvex> triangles;
  for (const Triangle& triangle : mesh.triangles()) {
    PlainConvex plain;
    for (const Index v : triangle) {
      plain.points.push_back((1.0L - t) * mesh.from()[v].cast<long double>() +
                             static_cast<long double>(t) * mesh.to()[v].cast<long double>());
    }
    triangles.push_back(plain);
  }
  return triangles;
}

Eigen::Isometry3d isometry(const Pose& X) {
  Eigen::Isometry3d result = Eigen::Isometry3d::Identity();
  result.linear() = X.rotation;
  result.translation() = X.translation;
  return result;
}

/// What a contact said at `said` allows of distances: none at 0 before it, near at its end.
struct SampleLog {
  int contacts = 0, frees = 0, initial = 0, inside = 0;
};

template <class Distance>
void judge_samples(const std::vector<TimedContact>& contacts, const Distance& distance, bool inside,
                   const std::string& tale, SampleLog& log) {
  const bool touches = !contacts.empty();
  const double until = touches ? contacts[0].time.lo : 1.0;
  if (inside) {
    ASSERT_TRUE(touches && contacts[0].initial) << tale;
    ++log.inside;
    return;
  }
  for (int i = 0; i <= 40; ++i) {
    const double t = until * i / 40 * (touches ? 1.0 - 1e-12 : 1.0);
    if (touches && until == 0.0) break;
    ASSERT_GT(distance(t).upper, 1e-15) << tale << " touching at " << t;
  }
  if (!touches) {
    ++log.frees;
    return;
  }
  ++(contacts[0].initial ? log.initial : log.contacts);
  EXPECT_LE(contacts[0].time.hi - contacts[0].time.lo, 1e-6) << tale;
  EXPECT_LE(distance(contacts[0].time.hi).lower, 1e-6 + 1e-12) << tale;
}

TEST(DeformableWorld, RigidAgainstDeformingByDistancesAtSamples) {
  Draw draw;
  SampleLog log;
  const int count = cases(60, 2'000);
  for (int k = 0; k < count; ++k) {
    const Sheet sheet = draw.coin(0.7) ? flat_sheet(draw.integer(1, 3), 1.5) : closed_box(draw.uniform(0.2, 1.2));
    const std::vector<Collider> bodies = draw_bodies(draw, draw.log_uniform(0.1, 1.0), true);
    World world;
    DeformableMesh mesh(sheet.vertices, sheet.triangles);
    const std::vector<Vector3> from = shaken(draw, sheet.vertices, 0.1),
                               to = shaken(draw, shaken(draw, sheet.vertices, 0.1), 0.3);
    const Pose X = draw.pose(draw.coin(0.3) ? 0.1 : 1.5);
    const int rigid = world.add(shape_of(bodies), X);
    mesh.put(from);
    const int soft = world.add(mesh);
    world.activate(soft, soft, false);
    const RigidMotion motion = draw.coin(0.4)
                                   ? RigidMotion(LinearMotion(X.rotation, X.translation, draw.vector(1.5)))
                                   : InBetweenMotion(X, draw.vector(1.5), draw.direction(), draw.uniform(-4, 4));
    const auto contacts =
        world.first_contacts(std::vector<World::Moving>{{rigid, motion, {}}, {soft, StaticMotion(Pose()), {}, to}});
    mesh.move(from, to);
    const auto items_at = [&](double t) {
      std::vector<PlainConvex> items;
      for (const Collider& body : bodies) {
        const Eigen::Isometry3d placed = isometry(Mover(motion).pose(t)) * isometry(body.placement);
        for (PlainConvex& item : plain_items(body.geometry, placed)) items.push_back(std::move(item));
      }
      return items;
    };
    // Solids of primitives have no inside to look for: their distance is 0.
    bool inside = false;
    if (mesh.topology().closed()) {
      for (const PlainConvex& item : items_at(0.0)) {
        const LongVector point = item.points.empty() ? item.centre : item.points[0];
        inside |= plain_inside(point.cast<double>(), plain_at(mesh, 0.0));
      }
    }
    for (const Collider& body : bodies) {
      const auto* const solid = std::get_if<MeshPointer>(&body.geometry);
      if (solid && (*solid)->closed())
        inside |= plain_inside(mesh.from()[0], plain_items(body.geometry, isometry(X) * isometry(body.placement)));
    }
    judge_samples(
        contacts, [&](double t) { return plain_distance(items_at(t), plain_at(mesh, t)); }, inside,
        story(draw.seed(), k, sheet.triangles.size(), bodies.size()), log);
    if (::testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GT(log.contacts, count / 10);
  EXPECT_GT(log.frees, count / 20);
  EXPECT_GT(log.initial + log.inside, count / 20);
}

TEST(DeformableWorld, TwoThatDeformByDistancesAtSamples) {
  Draw draw;
  SampleLog log;
  const int count = cases(80, 2'000);
  for (int k = 0; k < count; ++k) {
    const Sheet a = flat_sheet(draw.integer(1, 3), 1.0),
                b = draw.coin() ? flat_sheet(2, 1.0, 0.4) : closed_box(0.5, {0, 0, draw.uniform(0.0, 1.2)});
    DeformableMesh first(shaken(draw, a.vertices, 0.1), a.triangles),
        second(shaken(draw, b.vertices, 0.1), b.triangles);
    World world;
    const int soft = world.add(first), other = world.add(second);
    for (const int body : {soft, other}) world.activate(body, body, false);
    const double by = draw.uniform(0.2, 0.7);
    const auto to_a = shaken(draw, a.vertices, by), to_b = shaken(draw, b.vertices, by);
    const RigidMotion none = StaticMotion(Pose());
    const auto contacts =
        world.first_contacts(std::vector<World::Moving>{{soft, none, {}, to_a}, {other, none, {}, to_b}});
    first.move_on(to_a);
    second.move_on(to_b);
    const bool inside = second.topology().closed() && plain_inside(first.from()[0], plain_at(second, 0.0));
    judge_samples(
        contacts, [&](double t) { return plain_distance(plain_at(first, t), plain_at(second, t)); }, inside,
        story(draw.seed(), k, a.triangles.size(), by), log);
    if (::testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GT(log.contacts, count / 10);
  EXPECT_GT(log.frees, count / 20);
  EXPECT_GT(log.initial + log.inside, count / 20);
}

}  // namespace
}  // namespace tocca::testing::deformable_tests
