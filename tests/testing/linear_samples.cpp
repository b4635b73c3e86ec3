#include "linear_samples.hpp"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "io/linear_queries.hpp"
#include "tocca/io/mesh.hpp"

namespace tocca::testing {
namespace {

void read(const std::filesystem::path& file, LinearSamples& samples) {
  LinearReader reader(file);
  for (LinearRow row; reader.next(row);) {
    if (row.rounding_m != 0.0) throw InputError(file.string(), "", "holds coordinates that are no doubles", "");
    samples.batch.add(row.vertices);
    if (row.truth) samples.truth.push_back(*row.truth);
  }
}

nlohmann::json read_json(const std::filesystem::path& file) {
  std::ifstream in(file);
  return nlohmann::json::parse(in);
}

/// Two frames of a mesh, and which pairs of its features to ask. These are numbered: vertices, edges by their larger
/// and then their smaller vertex, faces.
class Cloth {
 public:
  Cloth(const std::filesystem::path& from, const std::filesystem::path& to) {
    Warnings warnings;
    before_ = load_mesh(from, Vector3::Ones(), warnings);
    after_ = load_mesh(to, Vector3::Ones(), warnings);
    for (const Triangle& t : before_->triangles()) {
      for (std::size_t i = 0; i < 3; ++i)
        edges_.push_back({std::max(t[i], t[(i + 1) % 3]), std::min(t[i], t[(i + 1) % 3])});
    }
    std::sort(edges_.begin(), edges_.end());
    edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
  }

  FourVertices face(std::size_t vertex, std::size_t face) const {
    const Triangle& t = before_->triangles()[face - before_->vertices().size() - edges_.size()];
    return query({static_cast<Index>(vertex), t[0], t[1], t[2]});
  }
  FourVertices edges(std::size_t first, std::size_t second) const {
    const auto &a = edges_[first - before_->vertices().size()], &b = edges_[second - before_->vertices().size()];
    return query({a[0], a[1], b[0], b[1]});
  }

 private:
  FourVertices query(const std::array<Index, 4>& corners) const {
    FourVertices q;
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t c = 0; c < 3; ++c) {
        q.from[i][c] = before_->vertices()[corners[i]][static_cast<Eigen::Index>(c)];
        q.to[i][c] = after_->vertices()[corners[i]][static_cast<Eigen::Index>(c)];
      }
    }
    return q;
  }

  MeshPointer before_, after_;
  std::vector<std::array<Index, 2>> edges_;
};

}  // namespace

std::vector<LinearSamples> public_queries(const std::filesystem::path& models) {
  std::vector<LinearSamples> all;
  for (const auto& scene : std::filesystem::directory_iterator(models / "queries")) {
    for (const auto& [folder, kind] :
         {std::pair("vertex-face", LinearKind::vertex_face), std::pair("edge-edge", LinearKind::edge_edge)}) {
      if (!is_directory(scene.path() / folder)) continue;
      LinearSamples samples{scene.path().filename().string() + " " + folder, LinearBatch(kind), {}};
      for (const auto& file : std::filesystem::directory_iterator(scene.path() / folder)) read(file.path(), samples);
      all.push_back(std::move(samples));
    }
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return all;
}

std::vector<LinearSamples> cloth_queries(const std::filesystem::path& models) {
  const std::filesystem::path funnel = models / "deformable" / "cloth-funnel",
                              ball = models / "deformable" / "cloth-ball";
  const Cloth cloth(ball / "frames" / "cloth_ball92.ply", ball / "frames" / "cloth_ball93.ply");
  std::vector<LinearSamples> all;
  for (const auto& [suffix, kind] :
       {std::pair("vf", LinearKind::vertex_face), std::pair("ee", LinearKind::edge_edge)}) {
    const std::string number = std::string("227") + suffix, ball_number = std::string("92") + suffix;
    const auto truth = [](const std::filesystem::path& folder, const std::string& name) {
      return read_json(folder / "mma_bool" / (name + "_mma_bool.json")).get<std::vector<bool>>();
    };
    all.push_back({std::string("cloth-funnel ") + suffix, LinearBatch(kind), truth(funnel, number)});
    read(funnel / "queries" / (number + ".csv"), all.back());
    all.push_back({std::string("cloth-ball ") + suffix, LinearBatch(kind), truth(ball, ball_number)});
    for (const auto& pair : read_json(ball / "boxes" / (ball_number + ".json"))) {
      const auto a = pair[0].get<std::size_t>(), b = pair[1].get<std::size_t>();
      all.back().batch.add(kind == LinearKind::vertex_face ? cloth.face(a, b) : cloth.edges(a, b));
    }
  }
  return all;
}

}  // namespace tocca::testing
