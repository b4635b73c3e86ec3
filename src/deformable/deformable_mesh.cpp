#include "tocca/deformable/deformable_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "core/float_environment.hpp"
#include "core/rounding.hpp"
#include "deformable/deforming_tree.hpp"
#include "tocca/core/error.hpp"

namespace tocca {
namespace {

void require_positions(std::span<const Vector3> positions, std::size_t count) {
  if (positions.size() != count) {
    throw InputError("", "deformable mesh", std::to_string(positions.size()) + " positions were given",
                     "give one position for each of its " + std::to_string(count) + " vertices");
  }
  bool fine = true;  // false for NaN
  for (const Vector3& p : positions) fine &= (p.cwiseAbs().array() <= largest_coordinate).all();
  if (fine) return;
  const auto bad = std::find_if(positions.begin(), positions.end(),
                                [](const Vector3& p) { return !(p.cwiseAbs().array() <= largest_coordinate).all(); });
  throw InputError("", "deformable mesh, vertex " + std::to_string(bad - positions.begin()),
                   "a coordinate is not a finite number of at most 1e30",
                   "give three finite coordinates in metres for each vertex");
}

bool overlaps(std::span<const Vector3> positions, const std::vector<Vector3>& own) {
  const std::less<const Vector3*> before;
  return before(positions.data(), own.data() + own.size()) && before(own.data(), positions.data() + positions.size());
}

}  // namespace

DeformableMesh::DeformableMesh(std::vector<Vector3> vertices, std::vector<Triangle> triangles)
    : topology_(TriangleMesh::unwelded(std::move(vertices), std::move(triangles))),
      from_(topology_.vertices()),
      to_(from_),
      tree_(std::make_unique<DeformingTree>()) {
  tree_->set_triangles(topology_.triangles());
  step();
}

DeformableMesh::~DeformableMesh() = default;
DeformableMesh::DeformableMesh(DeformableMesh&&) noexcept = default;
DeformableMesh& DeformableMesh::operator=(DeformableMesh&&) noexcept = default;

DeformableMesh::DeformableMesh(const DeformableMesh& other)
    : topology_(other.topology_),
      from_(other.from_),
      to_(other.to_),
      tree_(std::make_unique<DeformingTree>(*other.tree_)),
      travel_m_(other.travel_m_) {}

DeformableMesh& DeformableMesh::operator=(const DeformableMesh& other) { return *this = DeformableMesh(other); }

void DeformableMesh::replace(std::vector<Vector3> vertices, std::vector<Triangle> triangles) {
  *this = DeformableMesh(std::move(vertices), std::move(triangles));
}

void DeformableMesh::move(std::span<const Vector3> from, std::span<const Vector3> to) {
  take(from, to);
  step();
}

void DeformableMesh::follow(std::span<const Vector3> from, std::span<const Vector3> to) {
  take(from, to);
  step(false);
}

void DeformableMesh::take(std::span<const Vector3> from, std::span<const Vector3> to) {
  require_positions(from, vertex_count());
  require_positions(to, vertex_count());
  if (overlaps(to, from_)) {  // a step played back: our own start is asked for as the end, and would be lost
    std::vector<Vector3> end(to.begin(), to.end());
    from_.assign(from.begin(), from.end());
    to_.swap(end);
  } else {
    from_.assign(from.begin(), from.end());
    to_.assign(to.begin(), to.end());
  }
}

void DeformableMesh::move_on(std::span<const Vector3> to) {
  require_positions(to, vertex_count());
  from_.swap(to_);
  to_.assign(to.begin(), to.end());
  step();
}

void DeformableMesh::rest() {
  from_ = to_;
  step();
}

/// The tree's boxes hold what the step would have swept, its start among it: they stay true, and the next step makes them tight.
void DeformableMesh::go_back() {
  to_ = from_;
  travel_m_ = 0.0;
}

void DeformableMesh::step(bool new_order) {
  const FloatEnvironment as_the_proofs_assume;
  if (new_order) {
    tree_->update(from_, to_);
  } else {
    tree_->refit(from_, to_);
  }
  double greatest = 0.0;
  for (std::size_t i = 0; i < from_.size(); ++i) greatest = std::max(greatest, (to_[i] - from_[i]).squaredNorm());
  travel_m_ = rounded_up(std::sqrt(greatest), 6);  // differences, three squares, two sums, half of them after the root
}

}  // namespace tocca
