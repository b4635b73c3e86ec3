// What deformable bodies cost, one thread: trees refitted and built, a rigid tool over a deforming sheet (first contact, tree update
// included), whole frames of the public cloth (all pairs of features, by own culling) and their first self-contact. Least of several runs.
// TOCCA_MODELS names the folder of the public sequences.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "testing/sheets.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/io/mesh.hpp"
#include "tocca/query/deformable_contacts.hpp"
#include "tocca/query/world.hpp"

namespace tocca {
namespace {

using Clock = std::chrono::steady_clock;

template <class Work>
double milliseconds(int runs, const Work& work) {
  double best = std::numeric_limits<double>::infinity();
  for (int k = 0; k < runs; ++k) {
    const auto start = Clock::now();
    work();
    best = std::min(best, std::chrono::duration<double, std::milli>(Clock::now() - start).count());
  }
  return best;
}

/// A sheet with waves that travel.
std::vector<Vector3> waves(const testing::Sheet& sheet, double phase) {
  return testing::moved(sheet.vertices, [phase](const Vector3& v) {
    return Vector3(v.x(), v.y(), 0.02 * std::sin(20.0 * v.x() + phase) * std::cos(15.0 * v.y() + 0.7 * phase));
  });
}

void trees() {
  fmt::print(
      "| triangles | refit ms | build ms | step (copy, refit) ms | tool against it, update included, ms "
      "|\n|---|---|---|---|---|\n");
  for (const int n : {14, 28, 71, 224}) {
    const testing::Sheet sheet = testing::flat_sheet(n, 1.0);
    const std::vector<Vector3> from = waves(sheet, 0.0), to = waves(sheet, 0.05);
    DeformingTree tree;
    tree.set_triangles(sheet.triangles);
    const double build = milliseconds(5, [&] { tree.build(from, to); });
    const double refit = milliseconds(50, [&] { tree.refit(from, to); });
    DeformableMesh mesh(from, sheet.triangles);
    const double step = milliseconds(50, [&] { mesh.move(from, to); });
    // A cylinder of 1 cm, half a metre long, dips to just above the sheet while it turns.
    const Body tool{Pose(), Cylinder{0.01, 0.5}};
    World world;
    const int soft = world.add(DeformableMesh(from, sheet.triangles));
    world.activate(soft, soft, false);
    const Pose start{Matrix3::Identity(), {0.1, 0.1, 0.3}};
    const int rigid = world.add(std::make_shared<const BodyShape>(std::span(&tool, 1)), start);
    const RigidMotion motion = InBetweenMotion(start, {0.12, 0.1, 0.29}, Vector3(1, 1, 0), 0.05);
    const std::vector<World::Moving> moving{{rigid, motion, {}}, {soft, StaticMotion(Pose()), {}, to}};
    const double query = milliseconds(50, [&] { static_cast<void>(world.first_contacts(moving)); });
    fmt::print("| {} | {:.4f} | {:.3f} | {:.4f} | {:.4f} |\n", sheet.triangles.size(), refit, build, step, query);
  }
}

void frames(const std::string& name, const std::filesystem::path& first, const std::filesystem::path& second) {
  Warnings warnings;
  const MeshPointer from = load_mesh(first, Vector3::Ones(), warnings),
                    to = load_mesh(second, Vector3::Ones(), warnings);
  DeformableMesh mesh(from->vertices(), from->triangles());
  const double step = milliseconds(10, [&] { mesh.move(from->vertices(), to->vertices()); });
  std::vector<FeatureContact> contacts;
  DeformableStatistics work;
  const double all = milliseconds(3, [&] {
    contacts.clear();
    append_contacts_within(mesh, contacts, &work);
  });
  std::size_t pairs = 0;
  const double culling = milliseconds(3, [&] {
    pairs = 0;
    for_each_pair_within(mesh.tree(), [&](Index, Index) { ++pairs; });
  });
  World world;
  const int cloth = world.add(DeformableMesh(from->vertices(), from->triangles()));
  const std::vector<World::Moving> moving{{cloth, StaticMotion(Pose()), {}, to->vertices()}};
  const double self = milliseconds(3, [&] { static_cast<void>(world.first_contacts(moving)); });
  fmt::print("| {} | {} | {:.3f} | {} | {:.1f} | {} | {} | {:.1f} | {:.1f} |\n", name, mesh.triangles().size(), step,
             pairs, culling, work.feature_pairs, work.contacts, all, self);
}

}  // namespace
}  // namespace tocca

int main() {
  const tocca::ThreadLimit one(1);
  tocca::trees();
  const char* const models = std::getenv("TOCCA_MODELS");
  if (!models) return 0;
  const std::filesystem::path folder = std::filesystem::path(models) / "deformable";
  fmt::print(
      "\n| cloth | triangles | step ms | triangle pairs | culling ms | feature pairs | contacts | whole frame ms | "
      "first self-contact ms |\n"
      "|---|---|---|---|---|---|---|---|---|\n");
  tocca::frames("cloth-ball", folder / "cloth-ball/frames/cloth_ball92.ply",
                folder / "cloth-ball/frames/cloth_ball93.ply");
  tocca::frames("cloth-funnel", folder / "cloth-funnel/frames/227.ply", folder / "cloth-funnel/frames/228.ply");
  tocca::frames("thick-cloth", folder / "thick-cloth/t0.ply", folder / "thick-cloth/t1.ply");
}
