#include "scenes/polytopes.hpp"

#include <fmt/format.h>

#include "scenes/polytope_draft.hpp"
#include "scenes/write.hpp"
#include "tocca/io/scene.hpp"

namespace tocca {

std::vector<std::filesystem::path> write_polytopes(const PolytopeWorld& world, const std::filesystem::path& folder) {
  const scenes::PolytopeDraft draft = scenes::draw_polytopes(world);
  scenes::make_folder(folder);
  Scene scene;
  std::string rows = "body,x,y,z,qx,qy,qz,qw,vx,vy,vz,wx,wy,wz\n";
  for (std::size_t k = 0; k < draft.bodies.size(); ++k) {
    const auto& [mesh, at, q, v, w] = draft.bodies[k];
    const std::string name = scenes::PolytopeDraft::name(k);
    rows += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", name, at.x(), at.y(), at.z(), q[0], q[1], q[2],
                        q[3], v.x(), v.y(), v.z(), w.x(), w.y(), w.z());
    scene.objects.push_back({name,
                             Pose::from_quaternion(at, q[0], q[1], q[2], q[3]),
                             {{Pose(), draft.meshes[static_cast<std::size_t>(mesh)]}}});
  }
  std::vector<std::filesystem::path> files = write_scene_json(folder / "scene.json", scene);
  scenes::write_text(folder / "bodies.csv", rows);
  const double half = draft.half_size;
  scenes::write_text(
      folder / "world.json",
      fmt::format("{{\"count\":{},\"faces\":{},\"speed_percent\":{},\"spin_degrees\":{},"
                  "\"density_percent\":{},\"seed\":{},\"box\":{{\"min\":[{},{},{}],\"max\":[{},{},{}]}}}}\n",
                  world.count, world.faces, world.speed_percent, world.spin_degrees, world.density_percent, world.seed,
                  -half, -half, -half, half, half, half));
  files.insert(files.begin() + 1, {folder / "bodies.csv", folder / "world.json"});
  return files;
}

}  // namespace tocca
