#include "tocca/query/tool_monitor.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <chrono>
#include <cmath>

#include "tocca/contact/containment.hpp"
#include "tocca/core/error.hpp"
#include "tool_search.hpp"

namespace tocca {
namespace {

void require(bool good, const char* name, const char* problem, const char* remedy) {
  if (!good) throw InputError("", name, problem, remedy);
}

double steady_s() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

std::array<double, 3> as_array(const Vector3& v) { return {v.x(), v.y(), v.z()}; }

/// How far from a rotation a sample's matrix may be: quaternions of a few digits are normalised before they come here.
constexpr double most_skew = 0x1p-21;

/// Prediction ends where the standard deviation exceeds so many half sizes of the tool: a confidence of 0.04.
constexpr double most_spread = 20.0;

Part part_of(std::span<const Body> tool) {
  require(!tool.empty(), "tool", "has no geometry", "give at least one body");
  for (const Body& body : tool) require_valid(body.geometry);
  return Part(tool);
}

}  // namespace

struct ToolMonitor::State {
  State(std::span<const Body> tool, const ToolSettings& wanted)
      : settings(wanted),
        part(part_of(tool)),
        search(part, wanted.clearance_m, wanted.tolerance_m),
        prediction(wanted.prediction),
        half_size_m(search.outline().axes.colwise().norm().minCoeff()),
        reach_m(std::max(part.lss().a.norm(), part.lss().b.norm()) + part.lss().radius) {}

  RigidMotion between(const Pose& start, const Pose& end) const {
    if (settings.motion == SampleMotion::screw) return ScrewMotion::between(start, end);
    return InBetweenMotion(start, end);
  }
  double tube(const RigidMotion& motion) const { return Mover(motion).tube({0.0, 1.0}, part.lss()); }
  double tube(const InBetweenMotion& motion) const;
  double now_s() const { return settings.clock_s ? settings.clock_s() : steady_s(); }

  void require_sample(double time_s, const Pose& X, const SurfaceStep& surface) const;
  void plan_prediction();
  void select(const SurfaceStep& surface);
  void find_contact(const RigidMotion& motion, const SurfaceStep& surface, double start_s, double end_s);
  void find_inside(const Pose& X, const SurfaceStep& surface);
  void find_warning(const SurfaceStep& surface, double began_s);
  bool find_between(std::size_t first, std::size_t last_step, std::size_t begin, const SurfaceStep& still,
                    double began_s);
  void warn(std::size_t step, const ToolTouch& touch, const SurfaceStep& still, std::span<const Index> among);
  void list_touching(const RigidMotion& motion, const ToolTouch& touch, const SurfaceStep& surface,
                     std::span<const Index> among, std::vector<std::uint32_t>& triangles);
  double spread_m(double ahead_s) const;

  ToolSettings settings;
  Part part;
  ToolSearch search;
  PosePrediction prediction;
  double half_size_m, reach_m;  ///< half of the tool's smallest size; its farthest point from its origin
  TriangleSelection selection;
  Selector selector;
  bool selector_proves = true;

  bool has_sample = false;
  double time_s = 0.0;
  Pose last;
  int considered_now = 0;  ///< into how many steps the considered horizon is divided: fewer while time is short
  bool ran_out = false;

  ToolReport report;
  // Scratch memory: positions of the sample's way and, after it, of the predicted one, with the motions between the latter.
  std::vector<Pose> poses;
  std::vector<RigidMotion> motions;
  std::vector<double> times, tubes;  ///< of predicted positions, from now; of predicted motions
  double step_tube = 0.0, most_tube = 0.0;
  std::vector<Index> near, lists;
  std::vector<ToolTouch> touches;
};

ToolMonitor::ToolMonitor(std::span<const Body> tool, const ToolSettings& settings) {
  const auto positive = [](double x) { return x > 0.0 && std::isfinite(x); };
  require(positive(settings.tolerance_m), "tolerance", "not a positive number of metres", "give 1e-6");
  require(settings.clearance_m >= 0.0 && std::isfinite(settings.clearance_m), "clearance", "negative or not a number",
          "give zero or more metres");
  require(positive(settings.reflex_s) && positive(settings.considered_s) && settings.reflex_s < settings.considered_s,
          "horizons", "the reflex horizon is not shorter than the considered one", "give 0.1 and 1 seconds");
  require(settings.reflex_steps >= 1 && settings.reflex_steps <= 10'000 && settings.considered_steps >= 1 &&
              settings.considered_steps <= 10'000,
          "steps", "a horizon has no steps or too many", "give 1 to 10000");
  require(settings.least_rate_hz >= 0.0 && std::isfinite(settings.least_rate_hz), "rate", "negative or not a number",
          "give the lowest frequency, or 0 for no budget");
  state_ = std::make_unique<State>(tool, settings);
  state_->considered_now = settings.considered_steps;
}

ToolMonitor::~ToolMonitor() = default;
ToolMonitor::ToolMonitor(ToolMonitor&&) noexcept = default;

const ToolSettings& ToolMonitor::settings() const noexcept { return state_->settings; }

void ToolMonitor::set_selector(Selector selector, bool proves) {
  state_->selector = std::move(selector);
  state_->selector_proves = proves || !state_->selector;
}

void ToolMonitor::reset() {
  state_->has_sample = false;
  state_->prediction.reset();
}

void ToolMonitor::State::require_sample(double time, const Pose& X, const SurfaceStep& surface) const {
  require(std::isfinite(time), "time", "not a number", "give seconds");
  require(X.translation.allFinite() && X.translation.cwiseAbs().maxCoeff() <= largest_coordinate, "position",
          "not finite or too large", "give metres");
  require((X.rotation.transpose() * X.rotation - Matrix3::Identity()).cwiseAbs().maxCoeff() <= most_skew &&
              X.rotation.determinant() > 0.0,
          "orientation", "not a rotation", "give a unit quaternion");
  require(!has_sample || surface.from.size() == surface.to.size(), "surface",
          "has not as many vertices before as after", "give both ends of each vertex's way");
}

const ToolReport& ToolMonitor::sample(double time_s, const Pose& X_WT, const SurfaceStep& surface) {
  State& s = *state_;
  const double began_s = s.now_s();
  s.require_sample(time_s, X_WT, surface);
  const bool first = !s.has_sample;
  const SurfaceStep step{first ? surface.to : surface.from, surface.to, surface.triangles};
  const RigidMotion motion = first ? RigidMotion(StaticMotion(X_WT)) : s.between(s.last, X_WT);
  const double start_s = first ? time_s : s.time_s, end_s = first ? time_s : std::max(time_s, s.time_s);

  s.report.contact.reset();
  s.report.warning.reset();
  s.report.time_s = end_s;
  s.report.touching = false;
  s.report.statistics = {};
  s.report.proven = s.selector_proves;
  s.report.timing = s.prediction.add(time_s, X_WT);
  s.poses.assign({first ? X_WT : s.last, X_WT});
  s.step_tube = s.most_tube = s.tube(motion);
  s.last = X_WT;
  s.time_s = end_s;
  s.has_sample = true;

  s.motions.clear();
  if (s.settings.predict && s.prediction.sample_count() > 1) s.plan_prediction();
  s.select(step);
  s.find_contact(motion, step, start_s, end_s);
  if (first && !s.report.contact) s.find_inside(X_WT, step);
  if (!s.motions.empty() && !s.report.touching) s.find_warning(step, began_s);
  s.report.statistics.micros = 1e6 * (s.now_s() - began_s);
  return s.report;
}

/// In closed form, since there are many of them: a point turns at a constant rate, at most reach_m from the axis, which moves
/// straight; so |p''| <= angle^2 reach_m, and the chord is missed by an eighth of it (DESIGN section 3). Rotations may stretch
/// by 2^-20 (most_skew). pose() rounds by far less than 2^-44 of its numbers: some 20 operations, sines to an ulp of angles
/// that are off by 3 u of themselves.
double ToolMonitor::State::tube(const InBetweenMotion& motion) const {
  const double angle = std::abs(motion.angle_rad());
  const Pose start = motion.pose(0.0), end = motion.pose(1.0);
  const double size = start.translation.norm() + end.translation.norm() + reach_m * (1.0 + angle);
  return 0.125 * angle * angle * reach_m * (1.0 + 0x1p-16) + 0x1p-44 * size;
}

/// The positions at the ends of all predicted steps, as far as the samples allow to say something.
void ToolMonitor::State::plan_prediction() {
  const int reflex = settings.reflex_steps, all = reflex + considered_now;
  times.assign(1, 0.0);
  for (int k = 1; k <= reflex; ++k) times.push_back(settings.reflex_s * k / reflex);
  for (int k = 1; k <= considered_now; ++k) {
    times.push_back(settings.reflex_s + (settings.considered_s - settings.reflex_s) * k / considered_now);
  }
  tubes.clear();
  Pose X = last;
  for (int k = 0; k < all; ++k) {
    const auto at = static_cast<std::size_t>(k);
    if (!(spread_m(times[at + 1]) <= most_spread * half_size_m)) break;
    const InBetweenMotion motion = prediction.motion(X, times[at], times[at + 1]);
    X = motion.pose(1.0);
    motions.push_back(motion);
    tubes.push_back(tube(motion));
    most_tube = std::max(most_tube, tubes.back());
    poses.push_back(X);
  }
}

/// All triangles that the sample's way or the predicted one may meet: the surface is gone through once.
void ToolMonitor::State::select(const SurfaceStep& surface) {
  near.clear();
  const ToolVolume volume(search.outline(), poses, most_tube, search.dilation_m());
  if (selector) {
    selector(surface, volume, near);
  } else {
    selection.select(surface, volume, near);
  }
}

/// All triangles that touch when `touch` does, ascending.
void ToolMonitor::State::list_touching(const RigidMotion& motion, const ToolTouch& touch, const SurfaceStep& surface,
                                       std::span<const Index> among, std::vector<std::uint32_t>& triangles) {
  touches.clear();
  search.at(motion, touch.hi, surface, among, touches);
  for (const ToolTouch& t : touches) triangles.push_back(t.triangle);
  triangles.push_back(touch.triangle);
  std::sort(triangles.begin(), triangles.end());
  triangles.erase(std::unique(triangles.begin(), triangles.end()), triangles.end());
}

void ToolMonitor::State::find_contact(const RigidMotion& motion, const SurfaceStep& surface, double start_s,
                                      double end_s) {
  ToolTouch touch;
  const bool found = search.first(motion, step_tube, surface, near, touch);
  report.statistics.selected = search.selected();
  if (!found) return;
  ToolContact& contact = report.contact.emplace();
  contact.step = {touch.lo, touch.hi};
  for (std::size_t k = 0; k < 2; ++k) {
    contact.time_s[k] = std::min(start_s + contact.step[k] * (end_s - start_s), end_s);
  }
  contact.initial = touch.lo == 0.0;
  contact.point = as_array(0.5 * (touch.place.point_a + touch.place.point_b));
  contact.normal = as_array(touch.place.normal);
  list_touching(motion, touch, surface, near, contact.triangles);
  report.touching = search.any_at(motion, 1.0, surface, near, touches);
}

/// Only at the first sample: whatever gets inside later has touched before.
void ToolMonitor::State::find_inside(const Pose& X, const SurfaceStep& surface) {
  const auto mesh =
      std::make_shared<const TriangleMesh>(std::vector<Vector3>(surface.to.begin(), surface.to.end()),
                                           std::vector<Triangle>(surface.triangles.begin(), surface.triangles.end()));
  const Body body{Pose(), mesh};
  const Part whole(std::span(&body, 1));
  const auto found = [&](const Vector3& point) {
    ToolContact& contact = report.contact.emplace();
    contact.time_s = {time_s, time_s};
    contact.initial = contact.inside = true;
    contact.point = as_array(point);
    report.touching = true;
    return true;
  };
  for_each_inside(part, X, whole, Pose(), found);
  if (!report.contact) for_each_inside(whole, Pose(), part, X, found);
}

void ToolMonitor::State::find_warning(const SurfaceStep& surface, double began_s) {
  const SurfaceStep still{surface.to, surface.to, surface.triangles};
  ran_out = false;
  report.statistics.considered_steps = considered_now;
  lists.assign(near.begin(), near.end());
  find_between(0, motions.size(), 0, still, began_s);
  // Half as many steps once time runs out, one more where half of it was left: the first answers at once, the second does
  // not swing.
  if (settings.least_rate_hz <= 0.0) return;
  if (ran_out) {
    considered_now = std::max(1, considered_now / 2);
  } else if ((now_s() - began_s) * settings.least_rate_hz < 0.5) {
    considered_now = std::min(settings.considered_steps, considered_now + 1);
  }
}

/// Steps from first to last against the triangles from `begin` on in `lists`, halving the time as long as some are near;
/// until one step touches or time runs out.
bool ToolMonitor::State::find_between(std::size_t first, std::size_t last_step, std::size_t begin,
                                      const SurfaceStep& still, double began_s) {
  if (ran_out || (settings.least_rate_hz > 0.0 && (now_s() - began_s) * settings.least_rate_hz > 1.0)) {
    ran_out = true;
    return false;
  }
  const std::size_t end = lists.size();
  if (last_step - first == 1) {
    ++report.statistics.predicted_steps;
    const std::span<const Index> among(lists.data() + begin, end - begin);
    ToolTouch touch;
    if (search.first(motions[first], tubes[first], still, among, touch)) {
      warn(first, touch, still, among);
      return true;
    }
    report.statistics.covered_s = times[first + 1];
    return false;
  }
  // Positions 0 and 1 are the sample's own.
  const ToolVolume volume(search.outline(), std::span(poses).subspan(first + 1, last_step - first + 1),
                          *std::max_element(tubes.begin() + static_cast<std::ptrdiff_t>(first),
                                            tubes.begin() + static_cast<std::ptrdiff_t>(last_step)),
                          search.dilation_m());
  TriangleSelection::narrow(still, volume, begin, end - begin, lists);
  bool found = false;
  if (lists.size() == end) {
    report.statistics.covered_s = times[last_step];
  } else {
    // The reflex horizon is looked at first, whatever the number of steps.
    const auto reflex = static_cast<std::size_t>(settings.reflex_steps);
    const std::size_t middle = first < reflex && reflex < last_step ? reflex : (first + last_step) / 2;
    found = find_between(first, middle, end, still, began_s) || find_between(middle, last_step, end, still, began_s);
  }
  lists.resize(end);
  return found;
}

void ToolMonitor::State::warn(std::size_t step, const ToolTouch& touch, const SurfaceStep& still,
                              std::span<const Index> among) {
  ToolWarning& warning = report.warning.emplace();
  warning.time_to_contact_s = times[step] + touch.hi * (times[step + 1] - times[step]);
  report.statistics.covered_s = warning.time_to_contact_s;
  warning.horizon =
      step < static_cast<std::size_t>(settings.reflex_steps) ? WarningHorizon::reflex : WarningHorizon::considered;
  warning.point = as_array(0.5 * (touch.place.point_a + touch.place.point_b));
  warning.normal = as_array(touch.place.normal);
  list_touching(motions[step], touch, still, among, warning.triangles);
  warning.spread_m = spread_m(warning.time_to_contact_s);
  warning.confidence = warning.spread_m > 0.0 ? std::erf(half_size_m / (std::sqrt(2.0) * warning.spread_m)) : 1.0;
}

/// Of the tool's points: turns count by how far its farthest point is from its origin.
double ToolMonitor::State::spread_m(double ahead_s) const {
  const PosePrediction::Coordinates spread = prediction.spread(ahead_s);
  double sum = 0.0;
  for (std::size_t c = 0; c < 3; ++c) sum += spread[c] * spread[c] + reach_m * reach_m * spread[c + 3] * spread[c + 3];
  return std::sqrt(sum);
}

}  // namespace tocca
