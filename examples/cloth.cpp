// A cloth falls while a ball passes below it: when do they touch, which features, and what touches within the
// cloth? Usage: example_cloth
#include <cmath>
#include <cstdio>
#include <tocca/deformable/deformable_contacts.hpp>
#include <tocca/world/world.hpp>
#include <vector>

int main() {
  // 20 x 20 vertices, 1 m wide, 1 m above the ground.
  constexpr int n = 20;
  std::vector<tocca::Vector3> vertices;
  std::vector<tocca::Triangle> triangles;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k) vertices.push_back({i / (n - 1.0) - 0.5, k / (n - 1.0) - 0.5, 1.0});
  }
  for (tocca::Index i = 0; i + 1 < n; ++i) {
    for (tocca::Index k = 0; k + 1 < n; ++k) {
      const tocca::Index a = i * n + k, b = a + n;
      triangles.push_back({a, b, b + 1});
      triangles.push_back({a, b + 1, a + 1});
    }
  }
  const auto at = [](double x, double z) { return tocca::Pose::from_rpy({x, 0, z}, {0, 0, 0}); };
  tocca::World world;
  const int cloth = world.add(tocca::DeformableMesh(vertices, triangles));
  const tocca::Collider ball{{}, tocca::Sphere{0.2}};
  const int rolling = world.add(std::make_shared<const tocca::BodyShape>(std::vector{ball}), at(-1.0, 0.2));

  // Each step the cloth falls by 0.2 m, its border lagging behind, while the ball rolls on by 0.3 m.
  for (int step = 0; step < 5; ++step) {
    std::vector<tocca::Vector3> next = vertices;
    for (tocca::Vector3& v : next) v.z() -= 0.2 * (1.0 - 0.5 * std::hypot(v.x(), v.y()));
    const tocca::RigidMotion rolls = tocca::LinearMotion(at(-1.0 + 0.3 * step, 0.2), at(-0.7 + 0.3 * step, 0.2));
    const tocca::RigidMotion none = tocca::StaticMotion(tocca::Pose());
    const std::vector<tocca::World::Moving> moving{{rolling, rolls, {}}, {cloth, none, {}, next}};
    const auto contacts = world.first_contacts(moving);
    if (!contacts.empty()) {
      const tocca::TimedContact& first = contacts.front();
      std::printf("step %d: bodies %d and %d touch at %.6f of it, at (%.3f, %.3f, %.3f), triangle %lld of the cloth\n",
                  step, first.body_a, first.body_b, first.time.hi, first.point[0], first.point[1], first.point[2],
                  static_cast<long long>(first.triangles[0]));
      break;
    }
    std::printf("step %d: nothing touches, proven\n", step);
    world.move(cloth, vertices = next);
    world.move(rolling, at(-0.7 + 0.3 * step, 0.2));
  }

  // What a simulator needs: every pair of features that meet when the cloth is folded in one step.
  tocca::DeformableMesh mesh(vertices, triangles);
  for (tocca::Vector3& v : vertices) {
    if (v.x() > 0.1) v = {0.2 - v.x(), v.y(), v.z() - 0.3 * (v.x() - 0.1)};
  }
  mesh.move_on(vertices);
  std::vector<tocca::FeatureContact> contacts;
  tocca::append_contacts_within(mesh, contacts);
  std::printf("folded: %zu pairs of features touch\n", contacts.size());
}
