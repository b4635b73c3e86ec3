#include "certificate_judge.hpp"

#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "fcl_objects.hpp"
#include "plain_distance.hpp"

namespace tocca::testing {
namespace {

using Eigen::Isometry3d;

Vector3 vector(const audit::Point& p) { return {p[0], p[1], p[2]}; }

Isometry3d isometry(const audit::Placement& placement) {
  Isometry3d result = Isometry3d::Identity();
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k)
      result.linear()(i, k) = placement.rotation[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)];
  }
  result.translation() = vector(placement.translation);
  return result;
}

/// The polynomial in its Bernstein form, term by term.
double value(const audit::Law& law, double t) {
  double sum = 0.0, binomial = 1.0;
  for (int i = 0; i <= law.degree; ++i) {
    sum += binomial * std::pow(t, i) * std::pow(1.0 - t, law.degree - i) * law.control[static_cast<std::size_t>(i)];
    binomial = binomial * (law.degree - i) / (i + 1);
  }
  return sum;
}

Isometry3d motion_of(const audit::Frame& frame, const audit::Segment& segment, double t) {
  Isometry3d local = Isometry3d::Identity();
  if (frame.kind != audit::FrameKind::fixed) {
    const double q = frame.multiplier * value(segment.laws[frame.coordinate], t) + frame.offset;
    if (frame.kind == audit::FrameKind::turn) {
      local.linear() = Eigen::AngleAxisd(q, vector(frame.axis).normalized()).toRotationMatrix();
    } else {
      local.translation() = q * vector(frame.axis);
    }
  }
  return isometry(frame.placement) * local;
}

bool is_closed(const audit::Collider& mesh) {
  std::map<audit::Point, std::size_t> number;
  std::map<std::pair<std::size_t, std::size_t>, int> uses;
  for (const auto& triangle : mesh.triangles) {
    std::array<std::size_t, 3> corner{};
    for (std::size_t i = 0; i < 3; ++i)
      corner[i] = number.try_emplace(mesh.vertices[triangle[i]], number.size()).first->second;
    for (std::size_t i = 0; i < 3; ++i) ++uses[std::minmax(corner[i], corner[(i + 1) % 3])];
  }
  return std::all_of(uses.begin(), uses.end(), [](const auto& use) { return use.second == 2; });
}

/// One collider of a group.
struct Piece {
  std::vector<PlainConvex> items(const Isometry3d& X) const { return plain_items(geometry, X * placement); }

  Geometry geometry;
  Isometry3d placement;
  std::shared_ptr<fcl::CollisionObjectd> object;  ///< null: judged by plain_distance alone
  bool closed = false;
};

Piece piece_of(const audit::Body& body, const audit::Collider& collider) {
  const audit::Point& s = collider.size;
  Geometry geometry = Sphere{s[0]};
  bool closed = false;
  switch (collider.shape) {
    case audit::Shape::sphere:
      break;
    case audit::Shape::capsule:
      geometry = Capsule{s[0], s[1]};
      break;
    case audit::Shape::box:
      geometry = Box{vector(s)};
      break;
    case audit::Shape::cylinder:
      geometry = Cylinder{s[0], s[1]};
      break;
    case audit::Shape::cone:
      geometry = Cone{s[0], s[1]};
      break;
    case audit::Shape::hull:
    case audit::Shape::mesh: {
      std::vector<Vector3> vertices;
      for (const audit::Point& p : collider.vertices) vertices.push_back(vector(p));
      std::vector<Triangle> triangles;
      for (const auto& t : collider.triangles) triangles.push_back({t[0], t[1], t[2]});
      // All triangles of points are in their hull: what a surface of them touches, the hull touches.
      for (Index i = 0; collider.shape == audit::Shape::hull && i < vertices.size(); ++i) {
        for (Index j = 0; j < i; ++j) {
          for (Index k = 0; k < j; ++k) triangles.push_back({i, j, k});
        }
      }
      closed = collider.shape == audit::Shape::mesh && is_closed(collider);
      geometry = std::make_shared<const TriangleMesh>(std::move(vertices), std::move(triangles));
    }
  }
  Piece piece{geometry, isometry(body.placement) * isometry(collider.placement), nullptr, closed};
  piece.object = std::make_shared<fcl::CollisionObjectd>(fcl_geometry(piece.geometry));
  return piece;
}

/// All groups at one moment.
class World {
 public:
  explicit World(const audit::Statement& statement) : statement_(statement) {
    for (const audit::Group& group : statement.groups) {
      std::vector<Piece>& pieces = groups_.emplace_back();
      for (const audit::Body& body : group.bodies) {
        for (const audit::Collider& collider : body.colliders) pieces.push_back(piece_of(body, collider));
      }
    }
    poses_.resize(groups_.size());
  }

  void place(const audit::Segment& segment, double t) {
    std::vector<Isometry3d> frames;
    std::size_t free = 0;
    for (const audit::Frame& stated : statement_.frames) {
      const audit::Frame& frame = stated.kind == audit::FrameKind::free ? segment.free_frames[free++] : stated;
      const Isometry3d local = motion_of(frame, segment, t);
      frames.push_back(frame.parent < 0 ? local : frames[static_cast<std::size_t>(frame.parent)] * local);
    }
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      const int frame = statement_.groups[g].frame;
      poses_[g] = frame < 0 ? Isometry3d::Identity() : frames[static_cast<std::size_t>(frame)];
      for (Piece& piece : groups_[g]) {
        piece.object->setTransform(poses_[g] * piece.placement);
        piece.object->computeAABB();
      }
    }
  }

  DistanceBounds plain(const Piece& a, std::size_t group_a, const Piece& b, std::size_t group_b) const {
    return plain_distance(a.items(poses_[group_a]), b.items(poses_[group_b]));
  }

  /// Are two groups certainly nearer than the clearance? FCL looks, plain_distance confirms.
  bool nearer(std::size_t group_a, std::size_t group_b, double clearance) const {
    for (const Piece& a : groups_[group_a]) {
      for (const Piece& b : groups_[group_b]) {
        if (a.object->getAABB().distance(b.object->getAABB()) > clearance) continue;
        fcl::CollisionResultd touch;
        bool near = fcl::collide(a.object.get(), b.object.get(), fcl::CollisionRequestd(), touch) > 0;
        if (!near && clearance > 0.0) {
          fcl::DistanceResultd result;
          near = fcl::distance(a.object.get(), b.object.get(), fcl::DistanceRequestd(), result) < clearance;
        }
        if (near && plain(a, group_a, b, group_b).upper < (clearance > 0.0 ? clearance - 1e-9 : 1e-12)) return true;
      }
    }
    return false;
  }
  double distance(std::size_t group_a, std::size_t group_b) const {
    double least = std::numeric_limits<double>::infinity();
    for (const Piece& a : groups_[group_a]) {
      for (const Piece& b : groups_[group_b]) least = std::min(least, plain(a, group_a, b, group_b).upper);
    }
    return least;
  }
  /// Does a point of a group lie in a closed mesh of another?
  bool inside(std::size_t inner, std::size_t outer) const {
    for (const Piece& around : groups_[outer]) {
      if (!around.closed) continue;
      const std::vector<PlainConvex> surface = around.items(poses_[outer]);
      for (const Piece& piece : groups_[inner]) {
        const PlainConvex first = piece.items(poses_[inner]).front();
        const LongVector point = first.points.empty() ? first.centre : first.points.front();
        if (plain_inside(point.cast<double>(), surface)) return true;
      }
    }
    return false;
  }

 private:
  const audit::Statement& statement_;
  std::vector<std::vector<Piece>> groups_;
  std::vector<Isometry3d> poses_;
};

std::string story(const CertificateFile& file, const audit::Pair& pair, std::size_t block, double t, const char* what) {
  std::ostringstream text;
  text.precision(17);
  text << "block " << block << ", t = " << t << ": " << file.statement.groups[pair.a].bodies.front().name << " (group "
       << pair.a << ") and " << file.statement.groups[pair.b].bodies.front().name << " (group " << pair.b << ") "
       << what << ' ' << pair.clearance_m;
  return text.str();
}

std::string refuted_contact(const CertificateFile& file, World& world) {
  const audit::Contact& contact = file.claim.contact;
  world.place(file.segments.back(), contact.time);
  for (const audit::Pair& pair : file.statement.pairs) {
    if (std::minmax(contact.a.group, contact.b.group) != std::minmax(pair.a, pair.b)) continue;
    if (contact.inside) {
      return world.inside(contact.a.group, contact.b.group)
                 ? ""
                 : story(file, pair, file.segments.size() - 1, contact.time, "are not inside each other");
    }
    if (world.distance(pair.a, pair.b) <= pair.clearance_m + file.statement.tolerance_m + 1e-9) return {};
    return story(file, pair, file.segments.size() - 1, contact.time, "do not touch within tolerance and");
  }
  return "a contact of no pair";
}

}  // namespace

std::string refuted(const CertificateFile& file, const CertificateJudgeSettings& settings) {
  if (file.segments.empty()) return "there is no segment";
  World world(file.statement);
  for (std::size_t block = 0; block < file.segments.size(); ++block) {
    const audit::Segment& segment = file.segments[block];
    std::vector<bool> checked;
    for (const audit::Pair& pair : file.statement.pairs) checked.push_back(pair.reason == 0 && pair.clearance_m >= 0.0);
    for (const audit::Exemption& exempt : segment.exempt) checked[exempt.pair] = false;
    for (int k = 0; k <= settings.samples && segment.until > 0.0; ++k) {
      const double t = segment.until * k / settings.samples;
      world.place(segment, t);
      for (std::size_t i = 0; i < checked.size(); ++i) {
        const audit::Pair& pair = file.statement.pairs[i];
        if (!checked[i]) continue;
        if (world.nearer(pair.a, pair.b, pair.clearance_m))
          return story(file, pair, block, t, "are nearer than the clearance of");
        if (k == 0 && (world.inside(pair.a, pair.b) || world.inside(pair.b, pair.a)))
          return story(file, pair, block, t, "are inside each other, with clearance");
      }
    }
  }
  if (file.claim.free) return {};
  return refuted_contact(file, world);
}

std::string claimed(CertificateFile file) {
  for (audit::Group& group : file.statement.groups) {
    for (std::uint32_t i = 0; i < group.order.size(); ++i) group.order[i] = i;
    audit::Range all;
    all.count = static_cast<std::uint32_t>(group.order.size());
    group.ranges.assign(2, all);
  }
  for (audit::Segment& segment : file.segments) segment.proof.clear();
  return file.bytes();
}

}  // namespace tocca::testing
