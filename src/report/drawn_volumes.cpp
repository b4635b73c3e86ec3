#include "report/drawn_volumes.hpp"

#include <Eigen/Geometry>

#include "check/model/model_body.hpp"

namespace tocca {
namespace {

constexpr int fine_levels = 4;             // at most 16 boxes a body
constexpr std::size_t most_still = 2'000;  // boxes around what stands still

Collider drawn(const Obb& box) {
  Matrix3 axes = box.frame();
  if (axes.determinant() < 0.0) axes.col(2) *= -1.0;  // a box is its own mirror image; a pose turns only
  return {{axes, box.center}, Box{2.0 * box.half.cast<double>()}};
}

Collider drawn(const Lss& volume) {
  const Vector3 along = volume.b - volume.a;
  const Matrix3 turn = along.norm() > 0.0
                           ? Eigen::Quaterniond::FromTwoVectors(Vector3::UnitZ(), along).toRotationMatrix()
                           : Matrix3(Matrix3::Identity());
  return {{turn, 0.5 * (volume.a + volume.b)}, Capsule{volume.radius, along.norm()}};
}

void add_boxes(const Part& part, Index node, int levels, int body, Report::Layer& layer) {
  const Part::Node& here = part.nodes()[node];
  if (levels > 0 && !here.is_leaf()) {
    add_boxes(part, node + 1, levels - 1, body, layer);
    return add_boxes(part, node + here.link, levels - 1, body, layer);
  }
  layer.pieces.push_back({body, drawn(here.volume)});
}

}  // namespace

std::vector<Report::Layer> bounding_volumes(const CollisionModel& model) {
  using Kind = Report::Layer::Kind;
  Report::Layer boxes{"Boxes", Kind::volume, {}}, fine{"Finer boxes", Kind::volume, {}},
      spheres{"Line-swept spheres", Kind::volume, {}};
  std::size_t still = 0;
  for (std::size_t k = 0; k < model.bodies().size(); ++k) {
    const CollisionModel::Body& body = model.bodies()[k];
    const int index = body.still ? -1 : static_cast<int>(k);  // parts of still bodies are in the world's frame
    if (body.still && ++still > most_still) continue;
    add_boxes(body.part, 0, 0, index, boxes);
    if (body.still) continue;
    add_boxes(body.part, 0, fine_levels, index, fine);
    spheres.pieces.push_back({index, drawn(body.part.lss())});
  }
  return {std::move(boxes), std::move(fine), std::move(spheres)};
}

}  // namespace tocca
