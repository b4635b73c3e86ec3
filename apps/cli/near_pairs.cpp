#include "near_pairs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <tuple>

namespace tocca::cli {
namespace {

bool comes_first(const Vector3& p, const Vector3& q) {
  return std::tuple(p.x(), p.y(), p.z()) < std::tuple(q.x(), q.y(), q.z());
}

}  // namespace

VertexPlaces::VertexPlaces(const TriangleMesh& mesh) {
  for (const Vector3& vertex : mesh.vertices()) places_.emplace_back(vertex, static_cast<Index>(places_.size()));
  std::stable_sort(places_.begin(), places_.end(),
                   [](const auto& a, const auto& b) { return comes_first(a.first, b.first); });
}

std::int64_t VertexPlaces::find(const Vector3& place) const {
  const auto found = std::lower_bound(places_.begin(), places_.end(), place,
                                      [](const auto& entry, const Vector3& p) { return comes_first(entry.first, p); });
  return found != places_.end() && found->first == place ? std::int64_t{found->second} : -1;
}

void NearPairs::add_body(std::string name, BodyShapePointer shape, std::shared_ptr<const VertexPlaces> drawn) {
  bodies_.push_back({std::move(name), std::move(shape), std::move(drawn)});
}

void NearPairs::record_to(const Recording& recording) {
  file_ = recording.open("features.csv",
                         "step,a,b,touching,lower,upper,ax,ay,az,bx,by,bz,a_feature,a_vertices,b_feature,b_vertices");
}

WorldSummary::NearPlace NearPairs::place_of(const Body& body, const BodyPlace& place, const Vector3& point) const {
  WorldSummary::NearPlace told{point, name_of_feature(place), {}};
  for (const Vector3& corner : body.shape->corners(place)) told.vertices.push_back(body.drawn->find(corner));
  return told;
}

void NearPairs::step(int number, const WorldStep& found) {
  for (const BodyDistance& near : found.nearest) {
    const Body &a = bodies_[static_cast<std::size_t>(near.body_a)], &b = bodies_[static_cast<std::size_t>(near.body_b)];
    const bool touching =
        std::binary_search(found.colliding.begin(), found.colliding.end(), BodyPair{near.body_a, near.body_b});
    all_.push_back({number, a.name, b.name, touching, near.lower, near.upper, place_of(a, near.a, near.point_a),
                    place_of(b, near.b, near.point_b)});
    if (file_) write(all_.back());
  }
}

void NearPairs::write(const WorldSummary::NearPair& pair) {
  const auto &p = pair.on_a.point, &q = pair.on_b.point;
  file_->out() << fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", pair.step, csv_field(pair.a),
                              csv_field(pair.b), pair.touching ? 1 : 0, pair.lower, pair.upper, p[0], p[1], p[2], q[0],
                              q[1], q[2], pair.on_a.feature, fmt::join(pair.on_a.vertices, " "), pair.on_b.feature,
                              fmt::join(pair.on_b.vertices, " "));
}

void NearPairs::close() {
  if (file_) file_->close();
}

}  // namespace tocca::cli
