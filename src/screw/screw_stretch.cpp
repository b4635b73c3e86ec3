#include "screw/screw_stretch.hpp"

#include <Eigen/Geometry>
#include <algorithm>

#include "contact/closest.hpp"
#include "core/rounding.hpp"

namespace tocca {
namespace {

double farthest(const Lss& lss) { return std::max(lss.a.norm(), lss.b.norm()) + lss.radius; }

Vector3 vertex(const Part& part, Index item, int corner, const Pose& X) {
  return X * part.vertices()[part.triangles()[item][static_cast<std::size_t>(corner)]];
}

/// -1: the whole triangle; else its vertex or its edge.
void place(const Part& part, Index item, int corner, int count, const Pose& X, Vector3 (&points)[3]) {
  for (int i = 0; i < count; ++i) points[i] = vertex(part, item, (std::max(corner, 0) + i) % 3, X);
}

/// How many points A's feature has in a contact of this kind; B's has four less that.
int points_of_a(ContactKind kind) {
  return kind == ContactKind::vertex_face ? 1 : kind == ContactKind::face_vertex ? 3 : 2;
}

ConvexPiece core(const Vector3 (&points)[3], int count) {
  ConvexPiece piece;
  piece.count = count;
  std::copy_n(points, count, piece.point);
  return piece;
}

Vector3 normal_of(const Vector3 (&face)[3]) { return (face[1] - face[0]).cross(face[2] - face[0]); }

}  // namespace

void ScrewStretch::set(const Part& part_a, const Part& part_b, const ScrewSegment& screw, double wanted_tolerance_m) {
  a = &part_a, b = &part_b, segment = &screw;
  frame = ScrewFrame(screw.screw, part_a.lss(), part_b.lss());
  // The parts' own rounding, the frame's, and of placing features in it; and how far the screw is from the true motion.
  error_m = frame.rounding_m + part_a.rounding_m() + part_b.rounding_m() + placing_error(frame.X_SA, part_a.lss()) +
            placing_error(frame.X_SB, part_b.lss()) + screw.deviation_m;
  if (!whole_step()) {
    // step_time() and screw_time_after() round four times, each by at most u of a number <= 1: the body goes on by so much.
    const double reach = frame.arm_m + frame.X_SA.translation.norm() + 2.0 * farthest(part_a.lss());
    error_m += 4.0 * unit_roundoff / (screw.to - screw.from) * frame.speed(reach);
  }
  error_m = rounded_up(error_m, 16);
  // Computed <= level + tolerance: true <= 3 errors + tolerance. The halving leaves room for how distances are computed.
  tolerance_m = 0.5 * (wanted_tolerance_m - 3.0 * error_m);
}

ScrewFeatures ScrewStretch::features(const ScrewFeaturePair& pair) const {
  ScrewFeatures result;
  result.kind = pair.kind;
  const int count_a = points_of_a(pair.kind);
  place(*a, pair.item_a, pair.corner_a, count_a, frame.X_SA, result.a);
  place(*b, pair.item_b, pair.corner_b, 4 - count_a, frame.X_SB, result.b);
  return result;
}

ScrewContact ScrewStretch::contact(const ScrewFeaturePair& pair, const ScrewFeatures& features, double t) const {
  const int count_a = points_of_a(pair.kind);
  Vector3 moved[3];
  for (int i = 0; i < count_a; ++i) moved[i] = frame.moved(features.a[i], t);
  const Distance near = closest(core(moved, count_a), core(features.b, 4 - count_a));
  const Vector3 point = near.point_b + 0.5 * (near.point_a - near.point_b);
  Vector3 normal = count_a == 1   ? normal_of(features.b)
                   : count_a == 3 ? Vector3(-normal_of(moved))
                                  : Vector3((moved[1] - moved[0]).cross(features.b[1] - features.b[0]));
  // The velocity of A's point there; where it slides along the features, faces point outwards.
  const double turning = frame.angle_rad;
  const Vector3 velocity(-turning * point.y(), turning * (frame.arm_m + point.x()), frame.translation_m);
  if (normal.dot(velocity) > 1e-9 * normal.norm() * velocity.norm()) normal = -normal;
  const double length = normal.norm();
  normal = length > 0.0 ? Vector3(normal / length) : near.normal;

  const Matrix3 R_BS = frame.X_SB.rotation.transpose();
  ScrewContact result;
  result.time = {step_time_before(t), step_time(t)};
  result.kind = pair.kind;
  result.triangles = {a->triangle_in_mesh(pair.item_a), b->triangle_in_mesh(pair.item_b)};
  result.corners = {pair.corner_a, pair.corner_b};
  result.point = R_BS * (point - frame.X_SB.translation);
  result.normal = R_BS * normal;
  return result;
}

double ScrewStretch::step_time(double t) const {
  return whole_step() ? t : std::min(segment->from + t * (segment->to - segment->from), segment->to);
}

double ScrewStretch::step_time_before(double t) const {
  return whole_step() ? t : std::max(step_time(t) * (1.0 - 0x1p-50), segment->from);
}

double ScrewStretch::screw_time_after(double step_time) const {
  if (whole_step() || step_time >= segment->to) return std::min(step_time, 1.0);
  return std::min((step_time - segment->from) / (segment->to - segment->from) * (1.0 + 0x1p-50), 1.0);
}

}  // namespace tocca
