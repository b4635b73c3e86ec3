#include "tool/tool_volume.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/rounding.hpp"
#include "sweep/separation.hpp"

namespace tocca {
namespace {

/// Which of the four planes of Fig. 5 an edge of the outline's shadow in (Y, Z) may become.
enum Plane { side_low, side_high, rear, front, plane_count };

struct CornerShadow {
  Eigen::Vector2d place;
  bool at_front;  ///< of the tool, along its longest axis
};

/// The directions of a covariance, by growing spread.
Matrix3 widest_last(const Matrix3& covariance) {
  Eigen::SelfAdjointEigenSolver<Matrix3> solver;
  solver.computeDirect(covariance);
  return solver.eigenvectors();
}

int long_axis_of(const ToolOutline& outline) {
  int axis = 0;
  outline.axes.colwise().squaredNorm().maxCoeff(&axis);
  return axis;
}

double cross(const Eigen::Vector2d& a, const Eigen::Vector2d& b) { return a.x() * b.y() - a.y() * b.x(); }

/// The corners of the hull, counter-clockwise, the first one again at the end (Andrew's chain). Rounding may leave one
/// out or in: the planes are proven elsewhere.
std::vector<CornerShadow> hull_of(std::vector<CornerShadow>& points) {
  std::sort(points.begin(), points.end(), [](const CornerShadow& a, const CornerShadow& b) {
    return a.place.x() < b.place.x() || (a.place.x() == b.place.x() && a.place.y() < b.place.y());
  });
  std::vector<CornerShadow> hull;
  std::size_t least = 1;
  const auto add = [&](const CornerShadow& p) {
    while (hull.size() > least &&
           !(cross(hull.back().place - hull[hull.size() - 2].place, p.place - hull[hull.size() - 2].place) > 0.0)) {
      hull.pop_back();
    }
    hull.push_back(p);
  };
  for (const CornerShadow& p : points) add(p);
  least = hull.size();
  for (std::size_t i = points.size() - 1; i-- > 0;) add(points[i]);
  return hull;
}

}  // namespace

ToolOutline::ToolOutline(const Cylinder& cylinder, const Pose& X_TC) : centre(X_TC.translation), round(true) {
  axes.col(0) = X_TC.rotation.col(0) * cylinder.radius;
  axes.col(1) = X_TC.rotation.col(1) * cylinder.radius;
  axes.col(2) = X_TC.rotation.col(2) * (0.5 * cylinder.length);
}

ToolVolume::Placed ToolVolume::placed(const ToolOutline& outline, const Pose& X) {
  const double reach = outline.centre.lpNorm<1>() + outline.axes.lpNorm<1>();
  return {X * outline.centre, X.rotation * outline.axes, X.rotation.lpNorm<1>() * reach + X.translation.lpNorm<1>()};
}

/// max of normal . x over the outline as placed, rounding included. With S = `size`: placing costs 4 u S (three products and
/// three sums a coordinate, norms of vectors), each of the four dot products 3 u of its terms, the sums and the root 4 u:
/// below 16 u S |normal|_1 in all. 32 pays for this bound's own rounding and for that of the norms in S.
double ToolVolume::extent(const Placed& placed, const Vector3& normal) const {
  const Vector3 along = (normal.transpose() * placed.axes).cwiseAbs().transpose();
  const double reach = round_ ? along.z() + std::sqrt(along.x() * along.x() + along.y() * along.y()) : along.sum();
  return normal.dot(placed.centre) + reach + 32.0 * unit_roundoff * placed.size * normal.lpNorm<1>() + 0x1p-500;
}

/// Between the ends each point is on its chord, whose projection is between the ends' projections: the greater extent,
/// plus what the tube and the dilation reach along the normal.
void ToolVolume::add_face(const Vector3& normal, std::span<const Placed> ends) {
  double most = extent(ends[0], normal);
  for (const Placed& end : ends.subspan(1)) most = std::max(most, extent(end, normal));
  faces_[static_cast<std::size_t>(face_count_++)] = {normal, face_at(normal, most)};
}

double ToolVolume::face_at(const Vector3& normal, double extent) const {
  const double reach = reach_m_ * normal.norm();
  return extent + reach + 16.0 * unit_roundoff * (std::fabs(extent) + reach) + 0x1p-500;
}

/// extent() along the axes of the world, of both signs at once: its rounding is the same.
void ToolVolume::set_box(std::span<const Placed> ends) {
  for (int i = 0; i < 3; ++i) {
    double least = std::numeric_limits<double>::infinity(), most = -least;
    for (const Placed& end : ends) {
      const auto along = end.axes.row(i).cwiseAbs();
      const double reach = (round_ ? along[2] + std::sqrt(along[0] * along[0] + along[1] * along[1]) : along.sum()) +
                           32.0 * unit_roundoff * end.size + 0x1p-500;
      least = std::min(least, end.centre[i] - reach);
      most = std::max(most, end.centre[i] + reach);
    }
    box_.lower[i] = -(-least + reach_m_ + 16.0 * unit_roundoff * (std::fabs(least) + reach_m_) + 0x1p-500);
    box_.upper[i] = most + reach_m_ + 16.0 * unit_roundoff * (std::fabs(most) + reach_m_) + 0x1p-500;
  }
}

ToolVolume::ToolVolume(const ToolOutline& outline, std::span<const Pose> poses, double tube_m, double dilation_m)
    : reach_m_(rounded_up(tube_m + dilation_m, 1)), round_(outline.round) {
  const auto count = static_cast<double>(poses.size());
  const Vector3 origin = poses[0] * outline.centre;
  Matrix3 spread = Matrix3::Zero();
  Vector3 middle = Vector3::Zero();
  std::vector<Placed> ends;
  for (const Pose& X : poses) {
    const Placed here = ends.emplace_back(placed(outline, X));
    const Vector3 away = here.centre - origin;
    middle += away / count;
    spread += (here.axes * here.axes.transpose() + away * away.transpose()) / count;
  }
  const Matrix3 frame = widest_last(spread - middle * middle.transpose());
  // Both boxes' twelve faces in one pass: the world's axes, then the frame's.
  std::array<Vector3, 12> normals;
  std::array<double, 12> most;
  for (int i = 0; i < 3; ++i) {
    const auto at = static_cast<std::size_t>(2 * i);
    normals[at] = Vector3::Unit(i), normals[at + 1] = -Vector3::Unit(i);
    normals[at + 6] = frame.col(i), normals[at + 7] = -frame.col(i);
  }
  most.fill(-std::numeric_limits<double>::infinity());
  for (const Placed& here : ends) {
    for (std::size_t k = 0; k < normals.size(); ++k) {
      const double reach = extent(here, normals[k]);
      most[k] = std::max(most[k], reach);
    }
  }
  for (std::size_t k = 0; k < normals.size(); ++k) {
    const double offset = face_at(normals[k], most[k]);
    if (k >= 6) {
      faces_[static_cast<std::size_t>(face_count_++)] = {normals[k], offset};
    } else if (k % 2 == 0) {
      box_.upper[static_cast<int>(k / 2)] = offset;
    } else {
      box_.lower[static_cast<int>(k / 2)] = -offset;
    }
  }
  add_planes(ends, frame, long_axis_of(outline));
}

ToolVolume::ToolVolume(const ToolOutline& outline, const Pose& start, const Pose& end, double tube_m, double dilation_m,
                       Tightness tightness)
    : reach_m_(rounded_up(tube_m + dilation_m, 1)), round_(outline.round) {
  const std::array<Placed, 2> ends{placed(outline, start), placed(outline, end)};
  set_box(ends);
  if (tightness == Tightness::bare) return;
  // The paper's covariance of all corners at both positions, in closed form.
  const Vector3 way = ends[1].centre - ends[0].centre;
  const Matrix3 spread = 0.5 * (ends[0].axes * ends[0].axes.transpose() + ends[1].axes * ends[1].axes.transpose()) +
                         0.25 * way * way.transpose();
  const Matrix3 frame = widest_last(spread);  // X its height, Y its width, Z its length
  for (int i = 0; i < 3; ++i) {
    add_face(frame.col(i), ends);
    add_face(-frame.col(i), ends);
  }
  if (tightness != Tightness::planes) return;
  for (const Placed& position : ends) {
    for (unsigned k = 0; k < 8; ++k) corners_[static_cast<std::size_t>(corner_count_++)] = position.corner(k);
  }
  add_planes(ends, frame, long_axis_of(outline));
  core_radius_m_ = rounded_up(reach_m_ + 32.0 * unit_roundoff * std::max(ends[0].size, ends[1].size), 2);
}

void ToolVolume::add_planes(std::span<const Placed> ends, const Matrix3& frame, int long_axis) {
  std::vector<CornerShadow> shadows;
  for (const Placed& end : ends) {
    for (unsigned k = 0; k < 8; ++k) {
      const Vector3 corner = end.corner(k);
      shadows.push_back({{frame.col(1).dot(corner), frame.col(2).dot(corner)}, (k >> long_axis & 1) != 0});
    }
  }
  Eigen::Vector2d least = shadows[0].place, most = least;
  for (const CornerShadow& s : shadows) least = least.cwiseMin(s.place), most = most.cwiseMax(s.place);
  const Eigen::Vector2d middle = 0.5 * (least + most), half = 0.5 * (most - least);
  const std::vector<CornerShadow> hull = hull_of(shadows);
  // Of each kind the edge that cuts most off the rectangle: through a rear and a front corner it is a side plane, through
  // two of one face a frontal one.
  std::array<Eigen::Vector2d, plane_count> normal;
  std::array<double, plane_count> cut{};
  for (std::size_t i = 0; i + 1 < hull.size(); ++i) {
    const CornerShadow &p = hull[i], &q = hull[i + 1];
    const Eigen::Vector2d way = q.place - p.place;
    const double length = way.norm();
    if (!(length > 0.0)) continue;
    const Eigen::Vector2d outward(way.y() / length, -way.x() / length);
    const Plane kind = p.at_front != q.at_front ? (outward.x() < 0.0 ? side_low : side_high)
                       : p.at_front             ? front
                                                : rear;
    const double off = half.dot(outward.cwiseAbs()) - outward.dot(p.place - middle);
    if (off > cut[kind]) cut[kind] = off, normal[kind] = outward;
  }
  for (int kind = 0; kind < plane_count; ++kind) {
    const auto at = static_cast<std::size_t>(kind);
    if (cut[at] > 0.0) add_face(normal[at].x() * frame.col(1) + normal[at].y() * frame.col(2), ends);
  }
}

bool ToolVolume::excludes(std::span<const Vector3> points) const {
  for (const Face& face : faces()) {
    bool outside = true;
    for (const Vector3& p : points) {
      // A dot product of three terms errs by at most 3.01 u of their sizes; the last sum is rounded once more.
      const double error = 6.0 * unit_roundoff * face.normal.cwiseAbs().dot(p.cwiseAbs()) + 0x1p-500;
      if (!(face.normal.dot(p) - error > face.offset)) {
        outside = false;
        break;
      }
    }
    if (outside) return true;
  }
  if (corner_count_ == 0) return false;
  Vector3 direction = Vector3::Zero();
  return separation::apart(separation::Points{points}, separation::Points{corners()}, core_radius_m_, direction);
}

}  // namespace tocca
