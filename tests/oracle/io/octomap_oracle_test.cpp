// What is proven here: OctoMaps are read as liboctomap reads them: the same occupied cells, bit for bit, merged or not; unknown space
// taken as occupied fills exactly what the map does not know within its bounds. Oracle: liboctomap.
#include <gtest/gtest.h>
#include <octomap/ColorOcTree.h>
#include <octomap/OcTree.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <tuple>

#include "testing/draw.hpp"
#include "tocca/io/cloud.hpp"

namespace tocca::octomap_oracle_tests {
namespace {

namespace fs = std::filesystem;
using testing::Draw;
using Boxes = std::vector<std::tuple<double, double, double, double>>;  ///< centre and size

class OctomapOracle : public ::testing::Test {
 protected:
  OctomapOracle() { fs::create_directories(folder_); }
  ~OctomapOracle() override { fs::remove_all(folder_); }
  fs::path folder_ = fs::temp_directory_path() / ("tocca_octomap_" + std::to_string(getpid()));
};

/// Some blocks, some single cells, rays of free space; merged where whole blocks are alike.
template <class Map>
void fill(Draw& draw, Map& map) {
  const double size = map.getResolution() * 40;
  for (int k = draw.integer(1, 6); k > 0; --k) {
    const Vector3 corner = draw.vector(size);
    const bool occupied = draw.coin();
    const int sides[] = {draw.integer(1, 12), draw.integer(1, 12), draw.integer(1, 12)};
    for (int x = 0; x < sides[0]; ++x) {
      for (int y = 0; y < sides[1]; ++y) {
        for (int z = 0; z < sides[2]; ++z) {
          const Vector3 p = corner + map.getResolution() * Vector3(x, y, z);
          map.updateNode(p.x(), p.y(), p.z(), occupied);
        }
      }
    }
  }
  const Vector3 last = draw.vector(size);
  map.updateNode(last.x(), last.y(), last.z(), true);
  map.updateInnerOccupancy();
  if (draw.coin()) map.prune();
}

template <class Map>
Boxes occupied_leaves(const Map& map) {
  Boxes boxes;
  for (auto leaf = map.begin_leafs(); leaf != map.end_leafs(); ++leaf) {
    if (map.isNodeOccupied(*leaf)) {
      const Vector3 centre(map.keyToCoord(leaf.getKey()[0], leaf.getDepth()),
                           map.keyToCoord(leaf.getKey()[1], leaf.getDepth()),
                           map.keyToCoord(leaf.getKey()[2], leaf.getDepth()));
      boxes.emplace_back(centre.x(), centre.y(), centre.z(), leaf.getSize());
    }
  }
  std::sort(boxes.begin(), boxes.end());
  return boxes;
}

Boxes boxes_of(const Cloud& cloud) {
  Boxes boxes;
  for (std::size_t k = 0; k < cloud.size(); ++k) {
    const Vector3& c = cloud.centres()[k];
    boxes.emplace_back(c.x(), c.y(), c.z(), cloud.sizes()[cloud.size_of()[k]].x());
  }
  std::sort(boxes.begin(), boxes.end());
  return boxes;
}

TEST_F(OctomapOracle, OccupiedCellsAreThoseOfTheLibrary) {
  Draw draw;
  int merged = 0;
  for (int k = 0; k < testing::cases(60, 2'000); ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    constexpr double resolutions[] = {0.001, 0.025, 0.05, 0.1, 0.3, 1.0};  // files have six digits of it
    octomap::OcTree map(resolutions[draw.integer(0, 5)]);
    fill(draw, map);
    ASSERT_TRUE(map.write((folder_ / "map.ot").string()));
    const Boxes likely = boxes_of(*load_octomap(folder_ / "map.ot"));
    EXPECT_EQ(likely, occupied_leaves(map));
    for (const auto& [x, y, z, size] : likely) merged += size > 1.5 * map.getResolution();
    ASSERT_TRUE(map.writeBinary((folder_ / "map.bt").string()));  // which rounds to the most likely, and merges
    octomap::OcTree binary((folder_ / "map.bt").string());
    EXPECT_EQ(boxes_of(*load_octomap(folder_ / "map.bt")), occupied_leaves(binary));
    octomap::ColorOcTree colored(map.getResolution());
    fill(draw, colored);
    ASSERT_TRUE(colored.write((folder_ / "colored.ot").string()));
    EXPECT_EQ(boxes_of(*load_octomap(folder_ / "colored.ot")), occupied_leaves(colored));
  }
  EXPECT_GT(merged, 10);
}

TEST_F(OctomapOracle, UnknownSpaceIsWhatTheLibraryDoesNotKnow) {
  Draw draw;
  int unknown = 0, known = 0;
  for (int k = 0; k < testing::cases(20, 500); ++k) {
    octomap::OcTree map(0.1);
    fill(draw, map);
    ASSERT_TRUE(map.write((folder_ / "map.ot").string()));
    const CloudPointer cloud = load_octomap(folder_ / "map.ot", UnknownSpace::occupied);
    const auto covered = [&](const Vector3& p) {
      for (std::size_t i = 0; i < cloud->size(); ++i) {
        const Vector3 off = (p - cloud->centres()[i]).cwiseAbs();
        if ((off.array() < 0.5 * cloud->sizes()[cloud->size_of()[i]].array()).all()) return true;
      }
      return false;
    };
    double x0, y0, z0, x1, y1, z1;
    map.getMetricMin(x0, y0, z0);
    map.getMetricMax(x1, y1, z1);
    for (int q = 0; q < 50; ++q) {
      const Vector3 p(draw.uniform(x0, x1), draw.uniform(y0, y1), draw.uniform(z0, z1));
      const Vector3 cell = p / map.getResolution();
      if (((cell - cell.array().round().matrix()).cwiseAbs().array() < 1e-6).any()) continue;  // between two cells
      const octomap::OcTreeNode* const node = map.search(p.x(), p.y(), p.z());
      EXPECT_EQ(covered(p), !node || map.isNodeOccupied(node)) << testing::story(draw.seed(), k, p.transpose());
      (node ? known : unknown) += 1;
    }
    for (int q = 0; q < 10; ++q) {
      EXPECT_FALSE(covered(Vector3(x1 + draw.uniform(1e-6, 1.0), draw.uniform(y0, y1), draw.uniform(z0, z1))));
    }
  }
  EXPECT_GT(unknown, 50);
  EXPECT_GT(known, 10);
}

}  // namespace
}  // namespace tocca::octomap_oracle_tests
