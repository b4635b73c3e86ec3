#include "shape/cell_labels.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include "core/index.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca {
namespace {

constexpr double cells_per_triangle = 2.0;
constexpr double fewest_cells = 512.0, most_cells = 0x1p18;
constexpr int most_along_an_axis = 256;
/// By how much of a cell triangles count as thicker.
constexpr double thicker = 0x1p-20;
/// Marking stops, and the grid is made coarser, once so many cells were looked at for each cell and each triangle: large triangles
/// that lie across each other would take forever.
constexpr std::size_t most_looks = 16;
/// Triangles that one thread takes at once.
constexpr std::size_t block_size = 2048;
/// Regions beyond these stay `surface`: each costs an exact ray.
constexpr std::size_t most_regions = 256;
/// While a grid is made: empty, of a region that has no label yet.
constexpr auto unlabelled = static_cast<CellLabels::Label>(3);

}  // namespace

CellLabels::CellLabels(std::span<const Vector3> vertices, std::span<const Triangle> bounding,
                       const Contains& contains) {
  if (bounding.empty() || !lay_out(vertices, bounding)) return;
  while (!mark(vertices, bounding)) {
    if (count_.maxCoeff() <= 4) {
      labels_.clear();
      return;
    }
    coarsen();
  }
  label_regions(contains);
}

/// Cells of about the same length along all axes, and one layer around them that no triangle meets: triangles lie between 1.5 and
/// count - 1.5. False where a cell would be too small for the arithmetic of its place.
bool CellLabels::lay_out(std::span<const Vector3> vertices, std::span<const Triangle> bounding) {
  Vector3 lower = vertices[bounding[0][0]], upper = lower;
  for (const Triangle& triangle : bounding) {
    for (const Index vertex : triangle) {
      lower = lower.cwiseMin(vertices[vertex]);
      upper = upper.cwiseMax(vertices[vertex]);
    }
  }
  const Vector3 span = upper - lower;
  const double longest = span.maxCoeff();
  if (!(longest > 0x1p-100)) return false;
  const Vector3 extent = span.cwiseMax(longest * 0x1p-7);
  const double wanted = std::clamp(cells_per_triangle * static_cast<double>(bounding.size()), fewest_cells, most_cells);
  const double length = longest * std::cbrt((extent / longest).prod() / wanted);
  for (int k = 0; k < 3; ++k) {
    const int inner = static_cast<int>(std::clamp(std::ceil(extent[k] / length), 1.0, double{most_along_an_axis}));
    size_[k] = extent[k] / inner;
    count_[k] = inner + 3;
  }
  per_metre_ = size_.cwiseInverse();
  origin_ = lower - 1.5 * size_;
  return size_.minCoeff() > 0x1p-30 * std::max(lower.cwiseAbs().maxCoeff(), upper.cwiseAbs().maxCoeff());
}

/// Triangles between 1 + d and count - 1.5 come to lie between 1 + d / 2 and new count - 1.5.
void CellLabels::coarsen() {
  for (int k = 0; k < 3; ++k) {
    origin_[k] -= size_[k];
    size_[k] *= 2.0;
    count_[k] = count_[k] / 2 + 2;
  }
  per_metre_ = size_.cwiseInverse();
}

CellLabels::Shadow CellLabels::shadow(std::span<const Vector3> vertices, const Triangle& triangle) const {
  Shadow on{
      {in_cells(vertices[triangle[0]]), in_cells(vertices[triangle[1]]), in_cells(vertices[triangle[2]])}, {}, {}};
  for (int k = 0; k < 3; ++k) {
    const auto [least, most] = std::minmax({on.corners[0][k], on.corners[1][k], on.corners[2][k]});
    on.first[k] = std::clamp(static_cast<int>(std::floor(least - thicker)), 0, count_[k] - 1);
    on.last[k] = std::clamp(static_cast<int>(std::floor(most + thicker)), 0, count_[k] - 1);
  }
  return on;
}

/// False where it takes too long. Marks do not depend on who sets them first.
bool CellLabels::mark(std::span<const Vector3> vertices, std::span<const Triangle> bounding) {
  labels_.assign(
      static_cast<std::size_t>(count_[0]) * static_cast<std::size_t>(count_[1]) * static_cast<std::size_t>(count_[2]),
      unlabelled);
  std::vector<std::size_t> looks((bounding.size() + block_size - 1) / block_size, 0);
  const auto for_each_block = [&](const auto& look) {
    parallel_for(looks.size(), [&](std::size_t block) {
      const std::size_t first = block * block_size;
      for (const Triangle& t : bounding.subspan(first, std::min(block_size, bounding.size() - first))) {
        look(block, shadow(vertices, t));
      }
    });
  };
  for_each_block([&](std::size_t block, const Shadow& triangle) { looks[block] += triangle.cells(); });
  if (std::accumulate(looks.begin(), looks.end(), std::size_t{0}) > most_looks * (labels_.size() + bounding.size())) {
    return false;
  }
  for_each_block([&](std::size_t, const Shadow& triangle) { mark(triangle); });
  return true;
}

/// Marks the cells in the box around a triangle that its plane comes near to.
///
/// In units of cells: coordinates are below 2^9 and off by some 2^-40. The normal's coordinates are off by 2^-48 of the product of
/// both edges' lengths, and that times 2^9 in the distance from the plane: 2^-30 of the product is far more.
void CellLabels::mark(const Shadow& triangle) {
  const auto& [corners, first, last] = triangle;
  const Vector3 u = corners[1] - corners[0], v = corners[2] - corners[0], normal = u.cross(v);
  const double reach = (0.5 + thicker) * normal.cwiseAbs().sum() + 0x1p-30 * u.norm() * v.norm();
  for (int z = first[2]; z <= last[2]; ++z) {
    for (int y = first[1]; y <= last[1]; ++y) {
      for (int x = first[0]; x <= last[0]; ++x) {
        const Vector3 from = Vector3(x + 0.5, y + 0.5, z + 0.5) - corners[0];
        if (std::fabs(normal.dot(from)) > reach) continue;
        std::atomic_ref(labels_[index(Cell(x, y, z))]).store(Label::surface, std::memory_order_relaxed);
      }
    }
  }
}

/// Regions of empty cells: cells that share a side, and no surface in either, are inside or outside together. Runs of cells along x are joined
/// within each layer, by all threads, then layer by layer. A region is known by its first run, so that nothing depends on who joins what.
class CellLabels::Regions {
 public:
  /// Empty cells of a row.
  struct Run {
    std::size_t first, end;
    std::size_t joined;  ///< to this run, an earlier one; its own number: the first of its region
  };

  explicit Regions(const CellLabels& grid) : row_(grid.row()), layer_(grid.layer()), layers_(at(grid.count_[2]) + 1) {
    std::vector<std::vector<Run>> found(layers_.size() - 1);
    parallel_for(found.size(), [&](std::size_t z) { list(grid, z, found[z]); });
    for (std::size_t z = 0; z < found.size(); ++z) layers_[z + 1] = layers_[z] + found[z].size();
    runs_.resize(layers_.back());
    parallel_for(found.size(), [&](std::size_t z) {
      for (std::size_t i = 0; i < found[z].size(); ++i) {
        runs_[layers_[z] + i] = found[z][i];
        runs_[layers_[z] + i].joined = layers_[z] + i;
      }
      join(layers_[z], layers_[z + 1], layers_[z], layers_[z + 1], row_);
    });
    for (std::size_t z = 1; z < found.size(); ++z) join(layers_[z - 1], layers_[z], layers_[z], layers_[z + 1], layer_);
    for (std::size_t k = 0; k < runs_.size(); ++k) runs_[k].joined = first_of(k);  // earlier ones are done
  }

  std::span<const Run> runs() const { return runs_; }

 private:
  void list(const CellLabels& grid, std::size_t z, std::vector<Run>& found) const {
    for (std::size_t begin = z * layer_; begin < (z + 1) * layer_; begin += row_) {
      for (std::size_t cell = begin; cell < begin + row_;) {
        const std::size_t first = cell;
        while (cell < begin + row_ && grid.labels_[cell] == unlabelled) ++cell;
        if (cell > first) found.push_back({first, cell, 0});
        ++cell;
      }
    }
  }
  /// Runs of the second stretch with those of the first that lie beside them, `offset` cells before.
  void join(std::size_t a, std::size_t end_a, std::size_t b, std::size_t end_b, std::size_t offset) {
    while (a < end_a && b < end_b) {
      const Run &one = runs_[a], &two = runs_[b];
      if (one.first + offset < two.end && two.first < one.end + offset) unite(a, b);
      if (one.end + offset < two.end) {
        ++a;
      } else {
        ++b;
      }
    }
  }
  std::size_t first_of(std::size_t run) {
    while (runs_[run].joined != run) {
      std::size_t& joined = runs_[run].joined;
      run = joined = runs_[joined].joined;  // halves the way for those who come later
    }
    return run;
  }
  void unite(std::size_t x, std::size_t y) {
    x = first_of(x);
    y = first_of(y);
    runs_[std::max(x, y)].joined = std::min(x, y);
  }

  std::size_t row_, layer_;
  std::vector<std::size_t> layers_;  // where each begins among the runs
  std::vector<Run> runs_;
};

/// One exact ray for each region, but for the layer around everything.
void CellLabels::label_regions(const Contains& contains) {
  const Regions regions(*this);
  const std::span<const Regions::Run> runs = regions.runs();
  std::vector<std::size_t> firsts;  // of the regions that are asked about
  for (std::size_t k = 1; k < runs.size() && firsts.size() < most_regions; ++k) {
    if (runs[k].joined == k) firsts.push_back(k);
  }
  std::vector<Label> of_run(runs.size(), Label::surface);
  of_run[0] = Label::outside;
  parallel_for(firsts.size(), [&](std::size_t i) {
    const std::size_t cell = runs[firsts[i]].first;
    const Cell place(static_cast<int>(cell % row()), static_cast<int>(cell % layer() / row()),
                     static_cast<int>(cell / layer()));
    of_run[firsts[i]] = contains(middle(place)) ? Label::inside : Label::outside;
  });
  parallel_for(
      runs.size(),
      [&](std::size_t k) {
        const Label label = of_run[runs[k].joined];
        std::fill(labels_.begin() + static_cast<std::ptrdiff_t>(runs[k].first),
                  labels_.begin() + static_cast<std::ptrdiff_t>(runs[k].end), label);
      },
      block_size);
}

std::optional<CellLabels::Cell> CellLabels::cell_of(const Vector3& point) const {
  const Vector3 place = in_cells(point);
  Cell cell;
  for (int k = 0; k < 3; ++k) {
    if (!(place[k] >= 0.0 && place[k] < count_[k])) return std::nullopt;
    cell[k] = static_cast<int>(place[k]);
  }
  return cell;
}

Vector3 CellLabels::middle(const Cell& cell) const {
  return origin_ + (cell.cast<double>() + Vector3::Constant(0.5)).cwiseProduct(size_);
}

CellLabels::Label CellLabels::label(const Vector3& point) const {
  if (labels_.empty() || !point.allFinite()) return Label::surface;
  const std::optional<Cell> cell = cell_of(point);
  return cell ? labels_[index(*cell)] : Label::outside;
}

std::optional<CellLabels::WayOut> CellLabels::way_out(const Vector3& point) const {
  const std::optional<Cell> start = labels_.empty() ? std::nullopt : cell_of(point);
  if (!start) return std::nullopt;
  for (int cells = 1;; ++cells) {
    bool within = false;
    for (int k = 0; k < 3; ++k) {
      for (const int sense : {1, -1}) {
        Cell cell = *start;
        cell[k] += sense * cells;
        if (cell[k] < 0 || cell[k] >= count_[k]) continue;
        within = true;
        if (labels_[index(cell)] == Label::outside) return WayOut{k, static_cast<double>(sense), middle(cell)[k]};
      }
    }
    if (!within) return std::nullopt;
  }
}

}  // namespace tocca
