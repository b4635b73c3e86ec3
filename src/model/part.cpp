#include "model/part.hpp"

#include <algorithm>
#include <map>
#include <memory>

#include "core/rounding.hpp"
#include "model/cloud_tree.hpp"
#include "shape/outline.hpp"
#include "shape/rounding.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/core/require.hpp"
#include "tocca/model/volume_of_colliders.hpp"
#include "tocca/shape/cloud.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca {
namespace {

/// How far a point at most `farthest` from the body's origin is from its true place A (B p), when C = fl(A B) and then
/// fl(C p) are computed (A = X_PL, B the body's placement; a, b their translations).
///
/// An entry of fl(A B) is off by 3 w sum |A_ik| |B_kj|, a coordinate of fl(A b + a) and of fl(C p + c) by 4 w of its
/// terms' sizes. In lengths: 7 w |A|_F |B|_F |p| + 8 w (|A|_F |b| + |a|) to first order. 16 w covers the rest, its own
/// rounding included; 2^-500 what underflows. Nothing is rounded where all is the identity, nor where C = A or C = B and no
/// point is computed.
double placing_bound(const Pose& A, const Pose& B, double farthest) {
  const double size = A.rotation.norm() * (B.rotation.norm() * farthest + B.translation.norm()) + A.translation.norm();
  return 16.0 * unit_roundoff * size + 0x1p-500;
}

double farthest_of(std::span<const Vector3> points) {
  double farthest = 0.0;
  for (const Vector3& p : points) farthest = std::max(farthest, p.cwiseAbs().maxCoeff());
  return 2.0 * farthest;  // sqrt 3 < 2
}

Part::Node joined(const Part::Node& left, const Part::Node& right, Index link) {
  std::array<Vector3, 16> corners;
  double error = 0.0;
  auto* next = corners.begin();
  for (const Obb* box : {&left.volume, &right.volume}) {
    next = std::copy_n(box->corners().begin(), 8, next);
    // The corners' own bound (obb.hpp) is a coordinate's: sqrt 3 of it in length, and 8 for the rounding of this sum.
    error = std::max(error, 8.0 * 0x1p-50 * (box->center.cwiseAbs().maxCoeff() + box->half.cast<double>().sum()));
  }
  return {Obb::fit(corners).dilated(error), link, 0};
}

}  // namespace

/// Collects the colliders' trees, then joins them.
class PartBuilder {
 public:
  PartBuilder(Part& part, const Pose& X_PL) : part_(part), X_PL_(X_PL) {}

  void run(std::span<const Collider> bodies) {
    count_items(bodies);
    for (const Collider& body : bodies) {
      if (const MeshPointer* mesh = std::get_if<MeshPointer>(&body.geometry)) {
        add_mesh(*mesh, body.placement);
      } else if (!std::holds_alternative<CloudPointer>(body.geometry)) {
        add_primitive(body);
      }
    }
    part_.first_grain_ = part_.item_count();
    for (const Collider& body : bodies) {
      if (const CloudPointer* cloud = std::get_if<CloudPointer>(&body.geometry)) add_cloud(*cloud, body.placement);
    }
    part_.lss_ = volume_of<Lss>(outline_).dilated(2.0 * part_.rounding_m_);  // stored and true places are near X_PB p
    std::vector<std::size_t> order(trees_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    join(order);
    if (part_.has_closed_mesh_) label_cells();
  }

 private:
  using Node = Part::Node;

  void count_items(std::span<const Collider> bodies) {
    std::size_t vertices = 0, solids = 0;
    for (const Collider& body : bodies) {
      const CloudPointer* cloud = std::get_if<CloudPointer>(&body.geometry);
      solids += cloud ? (*cloud)->size() : 1;
      if (const MeshPointer* mesh = std::get_if<MeshPointer>(&body.geometry)) {
        triangle_count_ += static_cast<Index>((*mesh)->triangles().size());
        vertices += (*mesh)->vertices().size();
      }
    }
    part_.vertices_.reserve(vertices);
    part_.triangles_.reserve(triangle_count_);
    part_.item_order_.reserve(triangle_count_ + solids);
    part_.piece_of_item_.reserve(triangle_count_ + solids);
    part_.piece_of_item_.resize(triangle_count_);
    part_.centres_.reserve(solids);
    part_.form_of_.reserve(solids);
  }

  void add_mesh(const MeshPointer& mesh, const Pose& placement) {
    const Pose X = X_PL_ * placement;
    const bool here = X_PL_.is_identity() && placement.is_identity();
    const auto first_vertex = static_cast<Index>(part_.vertices_.size());
    const auto first_item = static_cast<Index>(part_.triangles_.size());
    const auto piece = static_cast<Index>(part_.pieces_.size());
    part_.pieces_.push_back({mesh, first_item, static_cast<Index>(mesh->triangles().size()), first_vertex,
                             static_cast<Index>(mesh->vertices().size())});
    for (const Vector3& p : mesh->vertices()) part_.vertices_.push_back(here ? p : X * p);
    for (Triangle t : mesh->triangles()) {
      for (Index& vertex : t) vertex += first_vertex;
      part_.triangles_.push_back(t);
    }
    std::fill_n(part_.piece_of_item_.begin() + first_item, mesh->triangles().size(), piece);
    for (const TriangleMesh::Component& component : mesh->components()) {
      part_.representatives_.push_back(part_.vertices_[part_.triangles_[first_item + component.triangle][0]]);
      part_.has_closed_mesh_ = part_.has_closed_mesh_ || component.closed;
    }
    const double error = here ? 0.0 : placing_bound(X_PL_, placement, farthest_of(mesh->vertices()));
    part_.rounding_m_ = std::max(part_.rounding_m_, error);
    outline_.add(mesh, X);
    add_tree(*mesh, X, here, error, first_item);
  }

  /// The mesh's own tree (made once where colliders share a mesh), its boxes carried to where the vertices are.
  void add_tree(const TriangleMesh& mesh, const Pose& X, bool here, double error, Index first_item) {
    std::unique_ptr<Tree<Obb>>& tree = of_mesh_[&mesh];
    if (!tree) tree = std::make_unique<Tree<Obb>>(mesh);
    trees_.push_back(tree->nodes());
    for (Node& node : trees_.back()) {
      if (!here) node.volume = node.volume.carried(X, error);
      if (!node.is_leaf()) continue;
      for (const Index triangle : tree->triangles(node)) part_.item_order_.push_back(first_item + triangle);
      node.link = static_cast<Index>(part_.item_order_.size()) - node.count;
    }
  }

  void add_primitive(const Collider& body) {
    const Pose X = X_PL_ * body.placement;
    const Index item = triangle_count_ + static_cast<Index>(part_.centres_.size());
    part_.form_of_.push_back(static_cast<Index>(part_.forms_.size()));
    part_.forms_.push_back({body.geometry, X.rotation});
    part_.centres_.push_back(X.translation);
    part_.piece_of_item_.push_back(static_cast<Index>(part_.pieces_.size()));
    part_.pieces_.push_back({nullptr, item, 1, 0, 0});
    const auto* hull = std::get_if<std::shared_ptr<const ConvexHull>>(&body.geometry);
    part_.representatives_.push_back(hull ? X * (*hull)->vertices().front() : X.translation);
    outline_.add(body.geometry, X);
    if (!X_PL_.is_identity() && !body.placement.is_identity()) {
      Outline own;
      own.add(body.geometry);
      part_.rounding_m_ =
          std::max(part_.rounding_m_, placing_bound(X_PL_, body.placement, farthest_of(own.points) + 2.0 * own.radius));
    }
    const Obb box = volume_of<Obb>(body.geometry);
    trees_.push_back({{X.is_identity() ? box : box.carried(X, 0.0), static_cast<Index>(part_.item_order_.size()), 1}});
    part_.item_order_.push_back(item);
  }

  void add_cloud(const CloudPointer& cloud, const Pose& placement) {
    const Pose X = X_PL_ * placement;
    const bool here = X_PL_.is_identity() && placement.is_identity();
    const auto first_item = triangle_count_ + static_cast<Index>(part_.centres_.size());
    const auto first_form = static_cast<Index>(part_.forms_.size());
    part_.piece_of_item_.insert(part_.piece_of_item_.end(), cloud->size(), static_cast<Index>(part_.pieces_.size()));
    part_.pieces_.push_back({nullptr, first_item, static_cast<Index>(cloud->size()), 0, 0});
    const std::size_t first = part_.centres_.size();
    part_.centres_.insert(part_.centres_.end(), cloud->centres().begin(), cloud->centres().end());
    const std::span<Vector3> own = std::span(part_.centres_).subspan(first);
    double error = 0.0;
    if (!here) {
      const double farthest = 2.0 * cloud->lower().cwiseAbs().cwiseMax(cloud->upper().cwiseAbs()).maxCoeff();
      error = placing_bound(X_PL_, placement, farthest + cloud->reach());
      for (Vector3& p : own) p = X * p;
    }
    part_.rounding_m_ = std::max(part_.rounding_m_, error);
    outline_.add(cloud, X);
    if (cloud->is_points()) {
      part_.forms_.push_back({Sphere{cloud->radius()}, X.rotation});
      part_.form_of_.insert(part_.form_of_.end(), cloud->size(), first_form);
      // Balls stay balls, up to what the rotation stretches them by: boxes in the part's own frame fit them.
      const Vector3 half = Vector3::Constant(above(greatest_stretch(X.rotation) * cloud->radius()));
      add_grains({own, {&half, 1}, {}}, Pose{}, 0.0, first_item);
      return;
    }
    std::vector<Vector3> half;
    for (const Vector3& size : cloud->sizes()) {
      part_.forms_.push_back({Box{size}, X.rotation});
      half.push_back(0.5 * size);
    }
    for (const std::uint8_t at : cloud->size_of()) part_.form_of_.push_back(first_form + at);
    add_grains({cloud->centres(), half, cloud->size_of()}, X, error, first_item);
  }

  /// Boxes of a tree in a cloud's own frame are carried to where the centres are.
  void add_grains(CloudTree tree, const Pose& X, double error, Index first_item) {
    const auto first = static_cast<Index>(part_.item_order_.size());
    for (const Index grain : tree.order) part_.item_order_.push_back(first_item + grain);
    constexpr std::size_t block = 1024;
    const bool here = X.is_identity();
    parallel_for((tree.nodes.size() + block - 1) / block, [&](std::size_t k) {
      for (std::size_t i = k * block; i < std::min(tree.nodes.size(), (k + 1) * block); ++i) {
        Node& node = tree.nodes[i];
        if (!here) node.volume = node.volume.carried(X, error);
        if (node.is_leaf()) node.link += first;
      }
    });
    trees_.push_back(std::move(tree.nodes));
  }

  void label_cells() {
    std::vector<Triangle> bounding;
    for (Index t = 0; t < part_.triangle_count(); ++t) {
      if (!part_.crossings(t).empty()) bounding.push_back(part_.triangles_[t]);
    }
    part_.cells_ = CellLabels(part_.vertices_, bounding, [this](const Vector3& p) { return part_.contains(p); });
  }

  /// Appends the tree over these colliders' trees: halves by the place of their roots, so at most 32 levels above them.
  void join(std::span<std::size_t> trees) {
    if (trees.size() == 1) {
      std::vector<Node> own = std::move(trees_[trees.front()]);
      if (part_.nodes_.empty()) {
        part_.nodes_ = std::move(own);
      } else {
        part_.nodes_.insert(part_.nodes_.end(), own.begin(), own.end());
      }
      return;
    }
    const auto centre = [&](std::size_t tree) -> const Vector3& { return roots_[tree]; };
    if (roots_.empty()) {
      for (const auto& tree : trees_) roots_.push_back(tree.front().volume.center);
    }
    Vector3 least = centre(trees[0]), most = least;
    for (const std::size_t tree : trees) least = least.cwiseMin(centre(tree)), most = most.cwiseMax(centre(tree));
    int axis = 0;
    (most - least).maxCoeff(&axis);
    const auto middle = trees.begin() + static_cast<std::ptrdiff_t>(trees.size() / 2);
    std::nth_element(trees.begin(), middle, trees.end(), [&](std::size_t i, std::size_t j) {
      return std::pair(centre(i)[axis], i) < std::pair(centre(j)[axis], j);
    });
    const std::size_t self = part_.nodes_.size();
    part_.nodes_.push_back(trees_[trees[0]].front());  // its place; what it is comes once both sides are there
    join({trees.begin(), middle});
    const auto link = static_cast<Index>(part_.nodes_.size() - self);
    join({middle, trees.end()});
    part_.nodes_[self] = joined(part_.nodes_[self + 1], part_.nodes_[self + link], link);
  }

  Part& part_;
  const Pose& X_PL_;
  Index triangle_count_ = 0;
  Outline outline_;
  std::vector<std::vector<Node>> trees_;
  std::vector<Vector3> roots_;  ///< centres of the trees' root boxes
  std::map<const TriangleMesh*, std::unique_ptr<Tree<Obb>>> of_mesh_;
};

Part::Part(std::span<const Collider> bodies, const Pose& X_PL) {
  TOCCA_REQUIRE(!bodies.empty(), "a part needs at least one collider");
  PartBuilder(*this, X_PL).run(bodies);
}

/// A left child has link / 2 leaves below it, since a tree of n leaves has 2 n - 1 nodes. The items of one collider's tree
/// are in the order of its leaves; where trees of several are joined they need not be.
std::span<const Index> Part::items_below(Index node, Index most_leaves) const {
  Index leaves = 1, last = node, first = node;
  for (; !nodes_[last].is_leaf(); last += nodes_[last].link) {
    leaves += nodes_[last].link / 2;
    if (leaves > most_leaves) return {};
  }
  while (!nodes_[first].is_leaf()) ++first;
  Index next = nodes_[first].link;
  for (Index k = first; k <= last; ++k) {
    if (!nodes_[k].is_leaf()) continue;
    if (nodes_[k].link != next) return {};
    next += nodes_[k].count;
  }
  return {item_order_.data() + nodes_[first].link, next - nodes_[first].link};
}

std::uint8_t Part::owned_features(Index item) const {
  const Piece& piece = pieces_[piece_of(item)];
  return piece.mesh ? piece.mesh->owned_features(item - piece.first_item) : std::uint8_t{0};
}

std::int64_t Part::triangle_in_mesh(Index item) const {
  TOCCA_REQUIRE(item < item_count(), "a part has no such item");
  return item < triangle_count() ? static_cast<std::int64_t>(item - pieces_[piece_of_item_[item]].first_item) : -1;
}

std::span<const TriangleMesh::Crossing> Part::crossings(Index triangle) const {
  TOCCA_REQUIRE(triangle < triangle_count(), "a part has no such triangle");
  const Piece& piece = pieces_[piece_of_item_[triangle]];
  return piece.mesh->crossings(triangle - piece.first_item);
}

}  // namespace tocca
