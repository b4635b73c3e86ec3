#include "check/model/deforming_bodies.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "check/model/problem_pairs.hpp"
#include "core/rounding.hpp"
#include "tocca/core/error.hpp"
#include "tocca/core/require.hpp"
#include "tocca/motion/coordinate.hpp"

namespace tocca {
namespace {

using Frame = DeformingMesh::Frame;

void require_frames(const DeformingBody& body) {
  const auto fail = [&](std::size_t frame, const std::string& problem, const std::string& remedy) {
    throw InputError("", "deforming '" + body.name + "', frame " + std::to_string(frame), problem, remedy);
  };
  if (!body.mesh || body.mesh->frames.size() < 2) {
    throw InputError("", "deforming '" + body.name + "'", "a mesh that deforms has at least two frames",
                     "give its start and its end, or put it into the scene");
  }
  const std::vector<Frame>& frames = body.mesh->frames;
  const std::size_t count = frames[0].vertices.size();
  for (std::size_t k = 0; k < frames.size(); ++k) {
    if (!std::isfinite(frames[k].time)) fail(k, "its time is not finite", "give seconds");
    if (k > 0 && !(frames[k].time > frames[k - 1].time)) {
      fail(k, "its time does not come after that of the frame before", "order frames by time");
    }
    if (frames[k].vertices.size() != count) {
      fail(k,
           "has " + std::to_string(frames[k].vertices.size()) + " vertices, the first frame " + std::to_string(count),
           "give every vertex in every frame");
    }
    for (const Vector3& p : frames[k].vertices) {
      if ((p.cwiseAbs().array() <= largest_coordinate).all()) continue;
      fail(k, "a coordinate is not a finite number of at most 1e30", "give three finite coordinates in metres");
    }
  }
  for (const Triangle& triangle : body.mesh->triangles) {
    if (*std::max_element(triangle.begin(), triangle.end()) < count) continue;
    fail(0, "a triangle names a vertex that it does not have", "count vertices from 0");
  }
}

bool less(const Vector3& p, const Vector3& q) {
  return std::lexicographical_compare(p.begin(), p.end(), q.begin(), q.end());
}

/// The triangles, and of which of the given vertices the ones they name are.
struct Welded {
  std::vector<Triangle> triangles;
  std::vector<Index> vertices;
};

/// Vertices that no frame tells apart become one, in the order in which triangles name them. What no triangle names is gone.
Welded weld(const DeformingMesh& mesh) {
  const std::vector<Frame>& frames = mesh.frames;
  std::vector<Index> order(frames[0].vertices.size());
  std::iota(order.begin(), order.end(), Index{0});
  const auto before = [&](Index i, Index k) {
    for (const Frame& frame : frames) {
      const Vector3 &p = frame.vertices[i], &q = frame.vertices[k];
      if (p != q) return less(p, q);
    }
    return false;
  };
  std::stable_sort(order.begin(), order.end(), before);
  std::vector<Index> same(order.size()), number(order.size(), no_index);
  for (std::size_t k = 0; k < order.size(); ++k) {
    same[order[k]] = k > 0 && !before(order[k - 1], order[k]) ? same[order[k - 1]] : order[k];
  }
  Welded result{mesh.triangles, {}};
  for (Triangle& triangle : result.triangles) {
    for (Index& corner : triangle) {
      Index& own = number[same[corner]];
      if (own == no_index) own = static_cast<Index>(result.vertices.size()), result.vertices.push_back(same[corner]);
      corner = own;
    }
  }
  return result;
}

std::vector<Vector3> chosen(const std::vector<Vector3>& all, const std::vector<Index>& which) {
  std::vector<Vector3> result;
  result.reserve(which.size());
  for (const Index k : which) result.push_back(all[k]);
  return result;
}

Aabb joined(const Aabb& a, const Aabb& b) { return {a.lower.cwiseMin(b.lower), a.upper.cwiseMax(b.upper)}; }

Aabb box_around(const std::vector<Vector3>& points) {
  Aabb box{points[0], points[0]};
  for (const Vector3& p : points) box = joined(box, {p, p});
  return box;
}

DeformableMesh mesh_of(const DeformingBody& body, std::vector<Vector3> vertices, std::vector<Triangle> triangles) {
  try {
    return {std::move(vertices), std::move(triangles)};
  } catch (const InputError& error) {  // it does not know the body
    throw InputError("", "deforming '" + body.name + "'", error.problem(), error.remedy());
  }
}

}  // namespace

DeformingMotion DeformingMotion::of(const DeformingBody& body) {
  require_frames(body);
  Welded welded = weld(*body.mesh);
  std::vector<double> times, largest;
  std::vector<Aabb> boxes;
  std::vector<std::vector<Vector3>> frames;
  for (const Frame& frame : body.mesh->frames) {
    times.push_back(frame.time);
    frames.push_back(chosen(frame.vertices, welded.vertices));
  }
  DeformableMesh mesh = mesh_of(body, frames[0], std::move(welded.triangles));  // throws if there is no triangle
  for (const std::vector<Vector3>& frame : frames) {
    boxes.push_back(box_around(frame));
    largest.push_back(std::max(boxes.back().lower.cwiseAbs().maxCoeff(), boxes.back().upper.cwiseAbs().maxCoeff()));
  }
  return {body.name, std::move(times), std::move(largest), std::move(boxes), std::move(frames), std::move(mesh)};
}

DeformingMotion::Between DeformingMotion::between(const Interval& clock) const {
  if (clock.hi <= times_.front()) return {0, 0};
  if (clock.lo >= times_.back()) return {times_.size() - 1, times_.size() - 1};
  const auto next = std::upper_bound(times_.begin(), times_.end(), clock.lo);
  TOCCA_REQUIRE(next != times_.begin() && clock.hi <= *next, "no frame lies inside a step");
  const auto second = static_cast<std::size_t>(next - times_.begin());
  return {second - 1, second};
}

Aabb DeformingMotion::bounds(const Interval& clock) const {
  const auto [first, second] = between(clock);
  return joined(boxes_[first], boxes_[second]);
}

double DeformingMotion::place(const Interval& clock, std::vector<Vector3>& from, std::vector<Vector3>& to) const {
  const auto [first, second] = between(clock);
  if (first == second) {
    from = to = frames_[first];
    return 0.0;
  }
  const Stretch part = Stretch::of(clock.lo, clock.hi, times_[first], times_[second]);
  const std::vector<Vector3>&p = frames_[first], &q = frames_[second];
  const auto put = [&](double share, std::vector<Vector3>& places) {
    places.resize(p.size());
    const double rest = 1.0 - share;
    for (std::size_t k = 0; k < p.size(); ++k) places[k] = rest * p[k] + share * q[k];
  };
  put(part.from, from);
  put(part.to, to);
  if (part.error == 0.0) return 0.0;  // frames themselves
  // Shares are off by 8 u, of a way of at most 2 sqrt(3) of the largest coordinate; the sums by less than 6 u of it
  // (DeformingTriangle::rounding_m): 34 u in all.
  return 64.0 * unit_roundoff * std::max(largest_[first], largest_[second]) + 0x1p-1000;
}

DeformingBodies::DeformingBodies(const Problem& problem) {
  if (problem.deforming.empty()) return;
  const std::vector<std::string> names = all_names(problem);
  for (const DeformingBody& body : problem.deforming) {
    if (std::count(names.begin(), names.end(), body.name) > 1) {
      throw InputError("", "deforming '" + body.name + "'", "a link, an object or another such body has this name",
                       "give it a name of its own");
    }
    all_.push_back(DeformingMotion::of(body));
  }
}

void refuse_deforming(const DeformingBodies& bodies, const std::string& what, const std::string& remedy) {
  if (bodies.empty()) return;
  throw InputError("", "deforming '" + bodies.all()[0].name() + "'", what, remedy);
}

}  // namespace tocca
