// What deformable bodies cost, one thread, in CPU time: trees refitted and built, the slowest step of a sheet that is rolled up (the tree
// changes over to new orders meanwhile), a rigid tool over a deforming sheet (first contact, tree update included), whole frames of the
// public cloth (all pairs of features, by own culling) and their first self-contact. Least of several runs.
// TOCCA_MODELS names the folder of the public sequences.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <limits>

#include "deformable/end_boxes.hpp"
#include "results/results.hpp"
#include "testing/sheets.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/deformable/deformable_contacts.hpp"
#include "tocca/io/mesh.hpp"
#include "tocca/world/world.hpp"

namespace tocca {
namespace {

double milliseconds_now() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

template <class Work>
double milliseconds(int runs, const Work& work) {
  double best = std::numeric_limits<double>::infinity();
  for (int k = 0; k < runs; ++k) {
    const double start = milliseconds_now();
    work();
    best = std::min(best, milliseconds_now() - start);
  }
  return best;
}

/// The slowest of many steps of a sheet that is rolled up, each the least of three runs of all, and how often the tree changed over.
struct RolledUp {
  double mean_ms = 0.0, slowest_ms = 0.0;
  int changes = 0;
};
RolledUp roll_up(const testing::Sheet& sheet) {
  constexpr int steps = 200;
  std::array<double, steps> least;
  least.fill(std::numeric_limits<double>::infinity());
  RolledUp result;
  for (int run = 0; run < 3; ++run) {
    DeformingTree tree;
    tree.set_triangles(sheet.triangles);
    tree.update(sheet.vertices, sheet.vertices);
    std::vector<Vector3> from = sheet.vertices;
    result.changes = 0;
    for (int step = 0; step < steps; ++step) {
      const double curl = 0.1 * (step + 1);  // towards a spiral of three turns
      const std::vector<Vector3> to = testing::moved(sheet.vertices, [curl](const Vector3& v) {
        const double angle = curl * (v.x() + 0.5), radius = 1.0 / (1.0 + curl) * (1.0 - 0.3 * (v.x() + 0.5));
        return Vector3(radius * std::cos(angle), v.y(), radius * std::sin(angle));
      });
      const double start = milliseconds_now();
      result.changes += tree.update(from, to);
      double& best = least[static_cast<std::size_t>(step)];
      best = std::min(best, milliseconds_now() - start);
      from = to;
    }
  }
  for (const double ms : least) {
    result.mean_ms += ms / steps;
    result.slowest_ms = std::max(result.slowest_ms, ms);
  }
  return result;
}

/// A sheet with waves that travel.
std::vector<Vector3> waves(const testing::Sheet& sheet, double phase) {
  return testing::moved(sheet.vertices, [phase](const Vector3& v) {
    return Vector3(v.x(), v.y(), 0.02 * std::sin(20.0 * v.x() + phase) * std::cos(15.0 * v.y() + 0.7 * phase));
  });
}

void trees(bench::Results& results) {
  bench::ResultTable& table = results.table("a sheet", "a tool over it, and rolled up");
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
    const Collider tool{Pose(), Cylinder{0.01, 0.5}};
    World world;
    const int soft = world.add(DeformableMesh(from, sheet.triangles));
    world.activate(soft, soft, false);
    const Pose start{Matrix3::Identity(), {0.1, 0.1, 0.3}};
    const int rigid = world.add(std::make_shared<const BodyShape>(std::span(&tool, 1)), start);
    const RigidMotion motion = InBetweenMotion(start, {0.12, 0.1, 0.29}, Vector3(1, 1, 0), 0.05);
    const std::vector<World::Moving> moving{{rigid, motion, {}}, {soft, StaticMotion(Pose()), {}, to}};
    const double query = milliseconds(50, [&] { static_cast<void>(world.first_contacts(moving)); });
    const RolledUp rolled = roll_up(sheet);
    const auto add = [&](const char* what, double ms) {
      results.add(table, {fmt::format("{} triangles, {}", sheet.triangles.size(), what), ms, "ms", {}, {}, {}});
    };
    add("refit", refit);
    add("whole build", build);
    add("step: positions copied, refit", step);
    add("tool against it, update included", query);
    add("rolled up: mean update", rolled.mean_ms);
    add("rolled up: slowest update", rolled.slowest_ms);
  }
}

void frames(bench::Results& results, const std::string& name, const std::filesystem::path& first,
            const std::filesystem::path& second) {
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
  EndBoxes boxes;
  std::size_t pairs = 0;
  const double culling = milliseconds(3, [&] {
    pairs = 0;
    boxes.fit(mesh.tree(), mesh.from(), mesh.to(), EndFrame::around(mesh.tree().root()));
    for_each_pair_within(boxes, [&](Index, Index) { ++pairs; });
  });
  World world;
  const int cloth = world.add(DeformableMesh(from->vertices(), from->triangles()));
  const std::vector<World::Moving> moving{{cloth, StaticMotion(Pose()), {}, to->vertices()}};
  const double self = milliseconds(3, [&] { static_cast<void>(world.first_contacts(moving)); });
  bench::ResultTable& table = results.table("whole frames of cloth", "all pairs of features, by own culling");
  const auto add = [&](const char* what, double value, const char* unit) {
    results.add(table, {fmt::format("{}: {}", name, what), value, unit, {}, {}, {}});
  };
  add("whole frame", all, "ms");
  add("first self-contact", self, "ms");
  add("step: positions copied, refit", step, "ms");
  add("culling of triangles", culling, "ms");
  add("pairs of triangles", static_cast<double>(pairs), "pairs");
  add("pairs of features", static_cast<double>(work.feature_pairs), "pairs");
  add("contacts", static_cast<double>(work.contacts), "contacts");
}

}  // namespace
}  // namespace tocca

int main(int count, char** words) {
  tocca::bench::Results results(count, words);
  const tocca::ThreadLimit one(1);
  tocca::trees(results);
  const char* const models = std::getenv("TOCCA_MODELS");
  if (!models) return 0;
  const std::filesystem::path folder = std::filesystem::path(models) / "deformable";
  tocca::frames(results, "thick-cloth", folder / "thick-cloth/t0.ply", folder / "thick-cloth/t1.ply");
  if (results.quick()) return 0;
  tocca::frames(results, "cloth-ball", folder / "cloth-ball/frames/cloth_ball92.ply",
                folder / "cloth-ball/frames/cloth_ball93.ply");
  tocca::frames(results, "cloth-funnel", folder / "cloth-funnel/frames/227.ply",
                folder / "cloth-funnel/frames/228.ply");
}
