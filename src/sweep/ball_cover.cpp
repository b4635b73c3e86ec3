#include "sweep/ball_cover.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <queue>

#include "sweep/box_tree.hpp"

namespace tocca {
namespace {

constexpr double u = 0x1p-24;
constexpr std::size_t most_balls = 16;
/// Boxes of a part's tree that are grouped into balls, and boxes of a still part that are listed.
constexpr std::size_t boxes_of_cover = 96, most_still_boxes = 96;
/// Of a part with a cloud, which may be a whole room: boxes of some centimetres. Lists are walked like trees.
constexpr std::size_t most_cloud_boxes = 4096;
/// Balls smaller than this part of the enclosure are not divided.
constexpr double small_part = 0.12;
constexpr std::size_t most_points = 24, most_drawn = 1500;

/// The boxes of a cut through a part's tree: the largest are opened until there are enough.
std::vector<Index> cut_through(const Part& part, std::size_t most) {
  const auto size = [&](Index node) { return part.nodes()[node].volume.half.maxCoeff(); };
  const auto smaller = [&](Index x, Index y) { return size(x) != size(y) ? size(x) < size(y) : x < y; };
  std::priority_queue<Index, std::vector<Index>, decltype(smaller)> open(smaller);
  std::vector<Index> result;
  open.push(0);
  while (!open.empty() && open.size() + result.size() < most) {
    const Index node = open.top();
    open.pop();
    if (part.nodes()[node].is_leaf()) {
      result.push_back(node);
      continue;
    }
    open.push(node + 1);
    open.push(node + part.nodes()[node].link);
  }
  for (; !open.empty(); open.pop()) result.push_back(open.top());
  return result;
}

/// A piece of a box, with its corners.
struct Block {
  Vector3 centre;
  std::array<Vector3, 8> corners;
};

/// A box, divided along its own axes into pieces no longer than `most`. Together they contain it, up to 2^-40 of its size, which the
/// radius of a ball has to spare.
void append_blocks(const Obb& box, double most, std::vector<Block>& blocks) {
  int count[3];
  for (int k = 0; k < 3; ++k) {
    const double length = 2.0 * static_cast<double>(box.half[k]);
    count[k] = std::clamp(static_cast<int>(std::ceil(length / most)), 1, 16);
  }
  const Matrix3 axes = box.frame();
  const Vector3 half = box.half.cast<double>();
  const auto at = [&](double x, double y, double z) -> Vector3 {
    return box.center + axes * half.cwiseProduct(Vector3(x, y, z));
  };
  const auto cut = [](int i, int n) { return -1.0 + 2.0 * i / n; };
  for (int i = 0; i < count[0]; ++i) {
    for (int j = 0; j < count[1]; ++j) {
      for (int k = 0; k < count[2]; ++k) {
        Block block;
        block.centre = Vector3::Zero();
        for (int corner = 0; corner < 8; ++corner) {
          Vector3& place = block.corners[static_cast<std::size_t>(corner)];
          place = at(cut(i + (corner & 1), count[0]), cut(j + ((corner >> 1) & 1), count[1]),
                     cut(k + ((corner >> 2) & 1), count[2]));
          block.centre += 0.125 * place;
        }
        blocks.push_back(block);
      }
    }
  }
}

/// The radius has 2^-20 of the coordinates to spare: for the conversion to floats and for the corners' rounding.
Ball ball_around(const Vector3& centre, double radius) {
  Ball ball;
  for (int i = 0; i < 3; ++i) ball.centre[i] = static_cast<float>(centre[i]);
  ball.radius = static_cast<float>(radius * (1.0 + 0x1p-20) + 0x1p-20 * centre.norm());
  return ball;
}

struct Cluster {
  std::size_t first, end;
  Vector3 centre;
  double radius;
  int widest;
};

Cluster cluster_of(std::span<const Block> blocks, std::size_t first, std::size_t end) {
  Vector3 lower = Vector3::Constant(std::numeric_limits<double>::infinity()), upper = -lower;
  for (std::size_t i = first; i < end; ++i) {
    for (const Vector3& corner : blocks[i].corners) {
      lower = lower.cwiseMin(corner);
      upper = upper.cwiseMax(corner);
    }
  }
  Cluster result{first, end, 0.5 * (lower + upper), 0.0, 0};
  for (std::size_t i = first; i < end; ++i) {
    for (const Vector3& corner : blocks[i].corners)
      result.radius = std::max(result.radius, (corner - result.centre).norm());
  }
  (upper - lower).maxCoeff(&result.widest);
  return result;
}

/// The greatest ball is divided across its longest side until they are small or many enough.
std::vector<Ball> cover_of(const Part& part, double enclosure) {
  std::vector<Block> blocks;
  for (const Index node : cut_through(part, boxes_of_cover))
    append_blocks(part.nodes()[node].volume, 0.25 * enclosure, blocks);
  std::vector<Cluster> clusters{cluster_of(blocks, 0, blocks.size())};
  while (clusters.size() < most_balls) {
    const auto greatest = std::max_element(clusters.begin(), clusters.end(),
                                           [](const Cluster& x, const Cluster& y) { return x.radius < y.radius; });
    if (greatest->radius < small_part * enclosure || greatest->end - greatest->first < 2) break;
    const auto [first, end, centre, radius, widest] = *greatest;
    const auto begin = blocks.begin();
    const auto middle =
        std::partition(begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(end),
                       [&, axis = widest, to = centre[widest]](const Block& block) { return block.centre[axis] < to; });
    const auto at = static_cast<std::size_t>(middle - begin);
    if (at == first || at == end) break;
    *greatest = cluster_of(blocks, first, at);
    clusters.push_back(cluster_of(blocks, at, end));
  }
  std::vector<Ball> result;
  for (const Cluster& cluster : clusters) result.push_back(ball_around(cluster.centre, cluster.radius));
  return result;
}

/// Vertices far from each other, each of a triangle, and the centres of primitives.
std::vector<ItemPoint> points_of(const Part& part) {
  std::vector<ItemPoint> drawn;
  const auto add = [&](const Vector3& place, Index item) {
    ItemPoint point{{}, item};
    for (int i = 0; i < 3; ++i) point.place[i] = static_cast<float>(place[i]);
    drawn.push_back(point);
  };
  for (Index item = part.triangle_count(); item < part.first_grain(); ++item) add(part.centre(item), item);
  const Index grains = part.item_count() - part.first_grain(),
              grain_stride = grains / static_cast<Index>(most_drawn) + 1;
  for (Index k = 0; k < grains; k += grain_stride) add(part.centre(part.first_grain() + k), part.first_grain() + k);
  const Index stride = part.triangle_count() / static_cast<Index>(most_drawn) + 1;
  for (Index item = 0; item < part.triangle_count(); item += stride)
    add(part.vertices()[part.triangles()[item][0]], item);
  if (drawn.empty()) return drawn;
  const auto squared = [](const ItemPoint& x, const ItemPoint& y) {
    float sum = 0.0f;
    for (int i = 0; i < 3; ++i) sum += (x.place[i] - y.place[i]) * (x.place[i] - y.place[i]);
    return sum;
  };
  std::vector<float> from_chosen(drawn.size(), std::numeric_limits<float>::infinity());
  std::vector<ItemPoint> chosen{drawn.front()};
  while (chosen.size() < std::min(most_points, drawn.size())) {
    for (std::size_t i = 0; i < drawn.size(); ++i)
      from_chosen[i] = std::min(from_chosen[i], squared(drawn[i], chosen.back()));
    const auto farthest = std::max_element(from_chosen.begin(), from_chosen.end());
    if (!(*farthest > 0.0f)) break;
    chosen.push_back(drawn[static_cast<std::size_t>(farthest - from_chosen.begin())]);
  }
  return chosen;
}

}  // namespace

BodyBalls::BodyBalls(const Part& part) {
  const Lss& volume = part.lss();
  const Vector3 centre = 0.5 * (volume.a + volume.b);
  const double radius = 0.5 * (volume.b - volume.a).norm() + volume.radius;
  enclosure = ball_around(centre, radius);
  // A ball covers itself best: only its box has sides as long as its diameter.
  const bool round = static_cast<double>(part.nodes()[0].volume.half.minCoeff()) > 0.9 * radius;
  cover = round ? std::vector<Ball>{enclosure} : cover_of(part, radius);
  points = points_of(part);
  hollow = part.has_closed_mesh();
  reach = 0.0;
  for (const Ball& ball : cover) {
    reach = std::max(reach,
                     Vector3(ball.centre[0], ball.centre[1], ball.centre[2]).norm() + static_cast<double>(ball.radius));
  }
  reach = std::max(reach, centre.norm() + radius) * (1.0 + 0x1p-18);
  point_error = 2.0 * u * reach;
}

StillVolumes::StillVolumes(std::span<const Part* const> parts, const Vector3& origin) {
  first_solid_.push_back(0);
  for (const Part* part : parts) {
    hollow_.push_back(part->has_closed_mesh());
    add_boxes(*part, origin);
    add_solids(*part, origin);
    first_solid_.push_back(static_cast<int>(solids_.size()));
  }
  sort_in_space();
}

void StillVolumes::Bounds::include(const Bounds& other) {
  for (int c = 0; c < 3; ++c) {
    lower[c] = other.lower[c] < lower[c] ? other.lower[c] : lower[c];
    upper[c] = other.upper[c] > upper[c] ? other.upper[c] : upper[c];
  }
}

bool StillVolumes::Bounds::apart(const Bounds& other) const {
  return lower[0] > other.upper[0] || upper[0] < other.lower[0] || lower[1] > other.upper[1] ||
         upper[1] < other.lower[1] || lower[2] > other.upper[2] || upper[2] < other.lower[2];
}

/// Halves of about the same number along the longest side, until each fits a block. Bounds that are not finite are never apart, wherever they are sorted.
void StillVolumes::sort_in_space() {
  order_.resize(bounds_.size());
  std::iota(order_.begin(), order_.end(), 0);
  const auto bounds = [&](int part) -> const Bounds& { return bounds_[static_cast<std::size_t>(part)]; };
  const auto sort = [&](const auto& self, std::size_t first, std::size_t end) -> void {
    Bounds all = bounds(order_[first]);
    bool finite = true;
    for (std::size_t i = first; i < end; ++i) {
      all.include(bounds(order_[i]));
      for (int c = 0; c < 3; ++c)
        finite = finite && std::isfinite(bounds(order_[i]).lower[c]) && std::isfinite(bounds(order_[i]).upper[c]);
    }
    if (end - first <= block_size) {
      constexpr float infinite = std::numeric_limits<float>::infinity();
      if (!finite) all = {{-infinite, -infinite, -infinite}, {infinite, infinite, infinite}};
      blocks_.push_back(all);
      return;
    }
    int axis = 0;
    for (int c = 1; c < 3; ++c) axis = all.upper[c] - all.lower[c] > all.upper[axis] - all.lower[axis] ? c : axis;
    // Whole blocks on the left, so that each block is full but the last.
    const std::size_t blocks = (end - first + block_size - 1) / block_size, middle = first + blocks / 2 * block_size;
    const auto place = [&](std::size_t i) { return order_.begin() + static_cast<std::ptrdiff_t>(i); };
    std::nth_element(place(first), place(middle), place(end), [&](int x, int y) {
      const float of_x = bounds(x).lower[axis], of_y = bounds(y).lower[axis];
      return of_x != of_y ? of_x < of_y : x < y;
    });
    self(self, first, middle);
    self(self, middle, end);
  };
  if (!order_.empty()) sort(sort, 0, order_.size());
}

namespace {

/// docs/maths/state_lanes.md, section 4. Infinite where a box is too skew: it is then open to everything.
StillBox still_box(const Obb& box, const Vector3& origin) {
  StillBox result;
  const Vector3 centre = box.center - origin;
  for (int k = 0; k < 3; ++k) {
    result.centre[k] = static_cast<float>(centre[k]);
    result.half[k] = box.half[k];
    for (int c = 0; c < 3; ++c) result.axis[k][c] = box.axes(c, k);
  }
  const double sizes = box.half.cast<double>().sum(), skew = skew_of(box);
  const double error = 16.0 * u * (centre.lpNorm<1>() + box.center.lpNorm<1>() * 0x1p-20 + sizes) + 3.0 * skew * sizes;
  result.error = skew < 0x1p-19 ? static_cast<float>(error * (1.0 + 0x1p-20)) : std::numeric_limits<float>::infinity();
  result.next = 0;
  result.deepest = true;
  return result;
}

}  // namespace

void StillVolumes::add_boxes(const Part& part, const Vector3& origin) {
  std::vector<Index> cut = cut_through(part, part.has_grains() ? most_cloud_boxes : most_still_boxes);
  std::sort(cut.begin(), cut.end());
  root_.push_back(static_cast<int>(boxes_.size()));
  const auto add = [&](const auto& self, Index node) -> void {
    const std::size_t index = boxes_.size();
    boxes_.push_back(still_box(part.nodes()[node].volume, origin));
    boxes_[index].deepest = std::binary_search(cut.begin(), cut.end(), node);
    if (!boxes_[index].deepest) {
      self(self, node + 1);
      self(self, node + part.nodes()[node].link);
    }
    boxes_[index].next = static_cast<int>(boxes_.size());
  };
  add(add, 0);
  StillBox box = boxes_[static_cast<std::size_t>(root_.back())];
  box.next = static_cast<int>(wholes_.size()) + 1;
  box.deepest = true;
  wholes_.push_back(box);
  Bounds bounds;
  for (int c = 0; c < 3; ++c) {
    float half = 0.0f;
    for (int k = 0; k < 3; ++k) half += std::fabs(box.axis[k][c]) * box.half[k];
    half = half * (1.0f + 0x1p-20f) + box.error;
    bounds.lower[c] = box.centre[c] - half;
    bounds.upper[c] = box.centre[c] + half;
  }
  bounds_.push_back(bounds);
}

/// Only primitives whose stored matrix is a rotation, so that lengths along its columns are lengths. Grains are too many to be
/// gone through one by one, and too small to have points of bodies inside.
void StillVolumes::add_solids(const Part& part, const Vector3& origin) {
  for (Index item = part.triangle_count(); item < part.first_grain(); ++item) {
    const Part::Primitive primitive = part.primitive(item);
    const Matrix3& R = primitive.pose.rotation;
    if (!((R.transpose() * R - Matrix3::Identity()).cwiseAbs().maxCoeff() < 0x1p-30)) continue;
    StillSolid solid{};
    Vector3 half;
    if (const auto* box = std::get_if<Box>(&primitive.geometry)) {
      solid.kind = StillSolid::Kind::box;
      half = 0.5 * box->size;
    } else if (const auto* cylinder = std::get_if<Cylinder>(&primitive.geometry)) {
      solid.kind = StillSolid::Kind::cylinder;
      half = {cylinder->radius, cylinder->radius, 0.5 * cylinder->length};
    } else if (const auto* ball = std::get_if<Sphere>(&primitive.geometry)) {
      solid.kind = StillSolid::Kind::ball;
      half = Vector3::Constant(ball->radius);
    } else {
      continue;
    }
    const Vector3 centre = primitive.pose.translation - origin;
    for (int i = 0; i < 3; ++i) {
      solid.centre[i] = static_cast<float>(centre[i]);
      solid.half[i] = static_cast<float>(half[i]);
      for (int c = 0; c < 3; ++c) solid.axis[i][c] = static_cast<float>(R(c, i));
    }
    const double error = 32.0 * u * (centre.lpNorm<1>() + half.sum()) + part.rounding_m();
    solid.error = static_cast<float>(error * (1.0 + 0x1p-20));
    solid.item = item;
    solids_.push_back(solid);
  }
}

void StillVolumes::append_near(const Vector3& lower, const Vector3& upper, std::vector<int>& parts) const {
  Bounds asked;
  for (int c = 0; c < 3; ++c) {  // rounded outward by far more than the conversion loses
    asked.lower[c] = static_cast<float>(lower[c] - 0x1p-22 * std::fabs(lower[c]));
    asked.upper[c] = static_cast<float>(upper[c] + 0x1p-22 * std::fabs(upper[c]));
  }
  for (std::size_t block = 0; block < blocks_.size(); ++block) {
    if (blocks_[block].apart(asked)) continue;
    const std::size_t end = std::min(order_.size(), (block + 1) * block_size);
    for (std::size_t i = block * block_size; i < end; ++i) {
      if (!bounds_[static_cast<std::size_t>(order_[i])].apart(asked)) parts.push_back(order_[i]);
    }
  }
}

}  // namespace tocca
