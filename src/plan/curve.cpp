#include <algorithm>
#include <array>
#include <cmath>

#include "core/index.hpp"
#include "plan/blend_part.hpp"
#include "plan/curve_shape.hpp"
#include "plan/curve_steps.hpp"
#include "plan/plan_space.hpp"
#include "plan/proofs.hpp"
#include "tocca/motion/coordinate.hpp"
#include "tocca/plan/smoother.hpp"

namespace tocca {
namespace {

constexpr int most_narrowings = 6;  // of a corner's width before it becomes a stop
/// Straight parts shorter than this part of their leg are left out: two corners then meet in one point.
constexpr double least_straight = 1e-6;
/// Legs that lead back the way they came, by the cosine between them (168 degrees).
constexpr double folds_back_below = -0.98;
/// With limits, corners take at most this part of the shorter leg: what they leave is where speeds change. Narrower ones are
/// tried as well: where a path bends all the way, as sampled curves do, they leave more room to speed up in.
constexpr double timed_width = 0.8;
constexpr std::array narrower_widths{0.5, 0.3, 0.15};
/// With limits, no corner is made narrower than this for turning little: it would take less than knots may be apart. Of legs
/// that are as short as that it takes its part, two of seven polynomials.
constexpr double least_corner_s = 2.5e-3, least_width = 2.0 / 7.0;

/// Knots as paths of the single robots.
std::vector<Path> paths_of(const CollisionModel& model, const std::vector<Knot>& knots) {
  std::vector<Path> paths;
  const auto rows = static_cast<Eigen::Index>(knots.size());
  Eigen::Index first = 0;
  for (const CollisionModel::RobotFrame& robot : model.robots()) {
    const Eigen::Index count = robot.tree.coordinate_count();
    Path& path = paths.emplace_back();
    path.waypoints.resize(rows, count);
    path.velocities.resize(rows, count);
    path.accelerations.resize(rows, count);
    path.interpolation.assign(static_cast<std::size_t>(count), Interpolation::quintic);
    for (std::size_t k = 0; k < knots.size(); ++k) {
      path.time_s.push_back(knots[k].time_s);
      path.waypoints.row(static_cast<Eigen::Index>(k)) = knots[k].at.segment(first, count);
      path.velocities.row(static_cast<Eigen::Index>(k)) = knots[k].velocity.segment(first, count);
      path.accelerations.row(static_cast<Eigen::Index>(k)) = knots[k].acceleration.segment(first, count);
    }
    first += count;
  }
  return paths;
}

class Curving {
 public:
  Curving(const Checker& checker, const WaypointMatrix& proven, const CurveSettings& settings)
      : model_(checker.model()),
        query_(checker.query()),
        limits_(settings.limits),
        lower_(proven.colwise().minCoeff()),
        upper_(proven.colwise().maxCoeff()) {
    const PlanSpace space(model_, std::array{Configuration(proven.row(0).transpose()),
                                             Configuration(proven.row(proven.rows() - 1).transpose())});
    for (Eigen::Index k = 0; k < proven.rows(); ++k) {
      const Configuration point = proven.row(k);
      if (!points_.empty() && point == points_.back()) continue;
      if (!points_.empty()) {
        add_leg(point, limits_ ? at_full_speed_s(points_.back(), point)
                               : space.length(points_.back(), point) / settings.speed);
      }
      points_.push_back(point);
    }
    corners_.resize(points_.size());
    for (int k = 0; k < size(); ++k) corners_[at(k)] = widest(k, settings.blend_m);
    if (limits_ && size() > 2) choose_width();
  }

  Curve run() {
    Curve curve;
    for (int k = 1; k + 1 < size(); ++k) round(k);
    for (;;) {
      const CurveKnots parts = limits_ && size() > 1 ? timed_knots(shape(), *limits_) : nominal_knots();
      const std::vector<Path> paths = paths_of(model_, parts.knots);
      const int refuted = first_refuted(paths);
      if (refuted < 0) {
        curve.proven = within_limits(paths);
        if (curve.proven) curve.paths = paths;
        break;
      }
      if (!give_way(parts.corner_of[at(refuted)])) break;
    }
    curve.timed = limits_.has_value();
    curve.corners = std::max(0, size() - 2);
    for (int k = 1; k + 1 < size(); ++k) curve.stops += corners_[at(k)].stop;
    curve.questions = questions_;
    return curve;
  }

 private:
  struct Leg {
    double time_s;
    Configuration velocity;
  };
  struct Corner {
    double time_s;  ///< that its curve takes; a stop takes it twice, once on either side
    bool stop;      ///< ends of the path are stops as well
  };

  int size() const { return static_cast<int>(points_.size()); }
  /// Corners are as wide on both sides by the time that the legs take: at full speed, they are then equally fast there.
  double at_full_speed_s(const Configuration& from, const Configuration& to) const {
    return ((to - from).array().abs() / limits_->velocity.array()).maxCoeff();
  }
  void add_leg(const Configuration& to, double time_s) { legs_.push_back({time_s, (to - points_.back()) / time_s}); }
  /// Before the first and after the last point there is all the time in the world.
  const Leg& leg(int k) const { return k < 0 || k >= size() - 1 ? rest_ : legs_[at(k)]; }

  /// Where the corner's curve begins and ends.
  Configuration before(int k) const { return points_[at(k)] - 0.5 * corners_[at(k)].time_s * leg(k - 1).velocity; }
  Configuration behind(int k) const { return points_[at(k)] + 0.5 * corners_[at(k)].time_s * leg(k).velocity; }

  /// Of the legs beside a corner.
  double shorter_s(int k) const { return std::min(leg(k - 1).time_s, leg(k).time_s); }

  /// Wider corners are no faster once robots pass at full speed; those that turn little leave room to speed up in.
  double needed_s(int k) const {
    const Eigen::ArrayXd change = (leg(k).velocity - leg(k - 1).velocity).array().abs();
    const double for_acceleration = 1.5 * (change / limits_->acceleration.array()).maxCoeff(),
                 for_jerk = std::sqrt(6.0 * (change / limits_->jerk.array()).maxCoeff());
    const double least_s = std::min(least_corner_s, least_width * shorter_s(k));
    return std::max({for_acceleration, for_jerk, least_s});
  }

  /// Who goes somewhere and comes back the same way means to be there: cut short, the motion would turn round long before.
  bool folds_back(int k) const {
    const Configuration &in = leg(k - 1).velocity, &out = leg(k).velocity;
    return in.dot(out) < folds_back_below * in.norm() * out.norm();
  }

  /// As the legs beside it and the blend allow; half of its time is for each of them.
  Corner widest(int k, double blend_m) const {
    const double most_s = shorter_s(k);
    if (k == 0 || k == size() - 1 || folds_back(k)) return {most_s, true};
    double time_s = limits_ ? std::min(timed_width * most_s, needed_s(k)) : most_s;
    for (const int side : {-1, 1}) {
      if (!std::isfinite(blend_m)) break;
      const double leg_s = leg(side < 0 ? k - 1 : k).time_s;
      const double part = blend_part(model_, points_[at(k)], points_[at(k + side)], 0.5 * time_s / leg_s, blend_m);
      time_s = std::min(time_s, 2.0 * part * leg_s);
    }
    return time_s > least_straight * most_s ? Corner{time_s, false} : Corner{most_s, true};
  }

  /// Of all corners at once: the widths with which the whole motion takes least.
  void choose_width() {
    const auto duration_s = [&] { return timed_knots(shape(), *limits_).knots.back().time_s; };
    const std::vector<Corner> widest = corners_;
    std::vector<Corner> best = widest;
    double least_s = duration_s();
    for (const double width : narrower_widths) {
      for (int k = 1; k + 1 < size(); ++k)
        corners_[at(k)].time_s = std::min(widest[at(k)].time_s, width * shorter_s(k));
      const double this_s = duration_s();
      if (!(this_s < least_s)) continue;
      least_s = this_s;
      best = corners_;
    }
    corners_ = std::move(best);
  }

  /// As wide as is free; else a stop.
  void round(int k) {
    Corner& corner = corners_[at(k)];
    if (corner.stop) return;
    const double widest_s = corner.time_s;
    const Configuration still = Configuration::Zero(points_[0].size());
    for (int halvings = 0; halvings <= most_narrowings; ++halvings, corner.time_s *= 0.5) {
      const std::vector<Path> paths = paths_of(
          model_, {{0.0, before(k), leg(k - 1).velocity, still}, {corner.time_s, behind(k), leg(k).velocity, still}});
      if (is_free(paths, 0)) return;
    }
    corner = {widest_s, true};
  }

  CurveShape shape() const {
    CurveShape result{points_, {}};
    for (int k = 0; k < size(); ++k) {
      const auto& [time_s, stop] = corners_[at(k)];
      const double half_s = stop ? 0.0 : 0.5 * time_s;
      result.corners.push_back({half_s / leg(k - 1).time_s, half_s / leg(k).time_s});
    }
    return result;
  }

  /// Constant speed on straight parts; each corner, and each stop on either side, takes the time of its width.
  CurveKnots nominal_knots() const {
    const Configuration zero = Configuration::Zero(points_[0].size());
    CurveKnots parts;
    double time_s = 0.0;
    const auto add = [&](double after_s, const Configuration& q, const Configuration& velocity, int corner) {
      time_s += after_s;
      if (!parts.knots.empty()) parts.corner_of.push_back(corner);
      parts.knots.push_back({time_s, q, velocity, zero});
    };
    for (int k = 0; k < size(); ++k) {
      const Corner& corner = corners_[at(k)];
      if (k > 0) {
        const double straight_s = leg(k - 1).time_s - 0.5 * (corners_[at(k - 1)].time_s + corner.time_s);
        if (straight_s > least_straight * leg(k - 1).time_s) add(straight_s, before(k), leg(k - 1).velocity, k);
      }
      if (corner.stop) add(k > 0 ? corner.time_s : 0.0, points_[at(k)], zero, k);
      if (k + 1 < size()) add(corner.time_s, behind(k), leg(k).velocity, k);
    }
    return parts;
  }

  bool within_limits(const std::vector<Path>& paths) const {
    Eigen::Index first = 0;
    for (const Path& path : paths) {
      if (limits_ && !keeps_limits(path, *limits_, first)) return false;
      first += path.waypoints.cols();
    }
    return true;
  }

  int first_refuted(const std::vector<Path>& paths) {
    const CurveSteps steps(paths);
    for (int k = 0; k < steps.segment_count(); ++k) {
      if (!is_free(paths, k)) return k;
    }
    return -1;
  }

  /// What is refuted once the curve is put together is the corner before the segment or the one behind it: they stop.
  bool give_way(int corner) {
    bool changed = false;
    for (const int k : {corner - 1, corner}) {
      if (k < 0 || corners_[at(k)].stop) continue;
      corners_[at(k)].stop = changed = true;
    }
    return changed;
  }

  /// Proven free, and within the range of the polyline: polynomials lie within their control values.
  bool is_free(const std::vector<Path>& paths, int segment) {
    Eigen::Index first = 0;
    for (const Path& path : paths) {
      for (int column = 0; column < static_cast<int>(path.waypoints.cols()); ++column) {
        const Coordinate coordinate = coordinate_of(path, segment, column);
        const double* control = coordinate.control().data();
        const auto [least, greatest] = std::minmax_element(control, control + coordinate.degree() + 1);
        if (*least < lower_[first + column] || *greatest > upper_[first + column]) return false;
      }
      first += path.waypoints.cols();
      if (path.waypoints.rows() > 1 && !(path.time_s[at(segment)] < path.time_s[at(segment) + 1])) return false;
    }
    ++questions_;
    CurveSteps(paths).set(segment, 0, query_.step());
    return is_proof(query_.any_contact());
  }

  const CollisionModel& model_;
  Query query_;
  const std::optional<MotionLimits> limits_;
  const Eigen::RowVectorXd lower_, upper_;
  std::vector<Configuration> points_;
  std::vector<Leg> legs_;
  const Leg rest_{std::numeric_limits<double>::infinity(), Configuration()};
  std::vector<Corner> corners_;
  std::int64_t questions_ = 0;
};

void require_velocities(const CollisionModel& model) {
  for (const CollisionModel::RobotFrame& robot : model.robots()) {
    for (const Joint& joint : robot.tree.joints()) {
      if (joint.mimic || !has_quaternion(joint.type)) continue;
      throw InputError("", "joint '" + joint.name + "'", "it is floating, and orientations have no velocities in files",
                       "keep the straight path");
    }
  }
}

void require_limits(const MotionLimits& limits, Eigen::Index count) {
  for (const Configuration* rates : {&limits.velocity, &limits.acceleration, &limits.jerk}) {
    if (rates->size() == count && (rates->array() > 0.0).all() && rates->allFinite()) continue;
    throw InputError("", "limits", "there must be one positive number per coordinate", "use motion_limits()");
  }
}

}  // namespace

Curve curve_of(const Checker& checker, const WaypointMatrix& proven, const CurveSettings& settings) {
  require_proofs(checker);
  require_velocities(checker.model());
  const ConfigurationSteps valid(checker.model(), proven);  // throws where the path is none
  if (!(settings.speed > 0.0 && std::isfinite(settings.speed))) {
    throw InputError("", "speed", "it must be positive", "give metres per second, such as 1");
  }
  if (!(settings.blend_m >= 0.0)) throw InputError("", "blend", "it must not be negative", "give metres, such as 0.05");
  if (settings.limits) require_limits(*settings.limits, proven.cols());
  return Curving(checker, proven, settings).run();
}

}  // namespace tocca
