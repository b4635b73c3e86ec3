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

double steady_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::array<double, 3> as_array(const Vector3& v) { return {v.x(), v.y(), v.z()}; }

/// How far from a rotation a sample's matrix may be: quaternions of a few digits are normalised before they come here.
constexpr double most_skew = 0x1p-21;

Part part_of(std::span<const Body> tool) {
  require(!tool.empty(), "tool", "has no geometry", "give at least one body");
  for (const Body& body : tool) require_valid(body.geometry);
  return Part(tool);
}

}  // namespace

struct ToolMonitor::State {
  State(std::span<const Body> tool, const ToolSettings& wanted)
      : settings(wanted), part(part_of(tool)), search(part, wanted.clearance_m, wanted.tolerance_m), prediction(wanted.prediction) {}

  RigidMotion between(const Pose& start, const Pose& end) const {
    if (settings.motion == SampleMotion::screw) return ScrewMotion::between(start, end);
    return InBetweenMotion(start, end);
  }
  double tube(const RigidMotion& motion) const { return Mover(motion).tube({0.0, 1.0}, part.lss()); }
  double now_s() const { return settings.clock_s ? settings.clock_s() : steady_s(); }

  void require_sample(double time_s, const Pose& X, const SurfaceStep& surface) const;
  void plan_prediction();
  void select(const SurfaceStep& surface);
  bool look(const RigidMotion& motion, double tube_m, const SurfaceStep& surface, const std::vector<Index>& among,
            ToolTouch& touch);
  void find_contact(const RigidMotion& motion, const SurfaceStep& surface, double start_s, double end_s);
  void find_inside(const Pose& X, const SurfaceStep& surface);
  void find_warning(const SurfaceStep& surface, double began_s);
  bool find_in_horizon(WarningHorizon horizon, const SurfaceStep& still, double began_s);
  void warn(WarningHorizon horizon, std::size_t step, const ToolTouch& touch, const SurfaceStep& still);

  ToolSettings settings;
  Part part;
  ToolSearch search;
  PosePrediction prediction;
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
  double most_tube = 0.0;
  std::vector<Index> near, horizon_near, step_near;
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
  s.most_tube = s.tube(motion);
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

/// The positions at the ends of all predicted steps.
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
    const InBetweenMotion motion = prediction.motion(X, times[at], times[at + 1]);
    X = motion.pose(1.0);
    motions.push_back(motion);
    tubes.push_back(tube(motions.back()));
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

/// The first contact of one motion of the whole tool with some triangles; step_near holds those in its volume.
bool ToolMonitor::State::look(const RigidMotion& motion, double tube_m, const SurfaceStep& surface,
                              const std::vector<Index>& among, ToolTouch& touch) {
  step_near.assign(among.begin(), among.end());
  const Mover mover(motion);
  const ToolVolume volume(search.outline(), mover.pose(0.0), mover.pose(1.0), tube_m, search.dilation_m());
  TriangleSelection::narrow(surface, volume, 0, among.size(), step_near);
  step_near.erase(step_near.begin(), step_near.begin() + static_cast<std::ptrdiff_t>(among.size()));
  return search.first(motion, surface, step_near, touch);
}

void ToolMonitor::State::find_contact(const RigidMotion& motion, const SurfaceStep& surface, double start_s,
                                      double end_s) {
  ToolTouch touch;
  const bool found = look(motion, tube(motion), surface, near, touch);
  report.statistics.selected = step_near.size();
  if (!found) return;
  ToolContact& contact = report.contact.emplace();
  contact.step = {touch.lo, touch.hi};
  for (std::size_t k = 0; k < 2; ++k) {
    contact.time_s[k] = std::min(start_s + contact.step[k] * (end_s - start_s), end_s);
  }
  contact.initial = touch.lo == 0.0;
  contact.point = as_array(0.5 * (touch.place.point_a + touch.place.point_b));
  contact.normal = as_array(touch.place.normal);
  touches.clear();
  search.at(motion, touch.hi, surface, step_near, touches);
  for (const ToolTouch& t : touches) contact.triangles.push_back(t.triangle);
  contact.triangles.push_back(touch.triangle);
  std::sort(contact.triangles.begin(), contact.triangles.end());
  contact.triangles.erase(std::unique(contact.triangles.begin(), contact.triangles.end()), contact.triangles.end());
  touches.clear();
  search.at(motion, 1.0, surface, step_near, touches);
  report.touching = !touches.empty();
}

/// Only at the first sample: whatever gets inside later has touched before.
void ToolMonitor::State::find_inside(const Pose& X, const SurfaceStep& surface) {
  const auto mesh = std::make_shared<const TriangleMesh>(std::vector<Vector3>(surface.to.begin(), surface.to.end()),
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
  if (!find_in_horizon(WarningHorizon::reflex, still, began_s)) {
    find_in_horizon(WarningHorizon::considered, still, began_s);
  }
  // Half as many steps once time runs out, one more where half of it was left: the first answers at once, the second does
  // not swing.
  if (settings.least_rate_hz <= 0.0) return;
  if (ran_out) {
    considered_now = std::max(1, considered_now / 2);
  } else if ((now_s() - began_s) * settings.least_rate_hz < 0.5) {
    considered_now = std::min(settings.considered_steps, considered_now + 1);
  }
}

/// Steps in their order until one touches or time runs out.
bool ToolMonitor::State::find_in_horizon(WarningHorizon horizon, const SurfaceStep& still, double began_s) {
  const bool reflex = horizon == WarningHorizon::reflex;
  const auto split = static_cast<std::size_t>(settings.reflex_steps);
  const std::size_t first = reflex ? 0 : split, last_step = reflex ? split : motions.size();
  // Positions 0 and 1 are the sample's own.
  const ToolVolume volume(search.outline(), std::span(poses).subspan(first + 1, last_step - first + 1), most_tube,
                          search.dilation_m());
  horizon_near.assign(near.begin(), near.end());
  TriangleSelection::narrow(still, volume, 0, near.size(), horizon_near);
  horizon_near.erase(horizon_near.begin(), horizon_near.begin() + static_cast<std::ptrdiff_t>(near.size()));
  ToolTouch touch;
  for (std::size_t k = first; k < last_step; ++k) {
    if (settings.least_rate_hz > 0.0 && (now_s() - began_s) * settings.least_rate_hz > 1.0) {
      ran_out = true;
      return false;
    }
    ++report.statistics.predicted_steps;
    if (!horizon_near.empty() && look(motions[k], tubes[k], still, horizon_near, touch)) {
      warn(horizon, k, touch, still);
      return true;
    }
    report.statistics.covered_s = times[k + 1];
  }
  return false;
}

void ToolMonitor::State::warn(WarningHorizon horizon, std::size_t step, const ToolTouch& touch,
                              const SurfaceStep& still) {
  ToolWarning& warning = report.warning.emplace();
  warning.time_to_contact_s = times[step] + touch.hi * (times[step + 1] - times[step]);
  report.statistics.covered_s = warning.time_to_contact_s;
  warning.horizon = horizon;
  warning.point = as_array(0.5 * (touch.place.point_a + touch.place.point_b));
  warning.normal = as_array(touch.place.normal);
  touches.clear();
  search.at(motions[step], touch.hi, still, step_near, touches);
  for (const ToolTouch& t : touches) warning.triangles.push_back(t.triangle);
  warning.triangles.push_back(touch.triangle);
  std::sort(warning.triangles.begin(), warning.triangles.end());
  warning.triangles.erase(std::unique(warning.triangles.begin(), warning.triangles.end()), warning.triangles.end());

  const PosePrediction::Coordinates spread = prediction.spread(warning.time_to_contact_s);
  const double reach = std::max(part.lss().a.norm(), part.lss().b.norm()) + part.lss().radius;
  double sum = 0.0;
  for (std::size_t c = 0; c < 3; ++c) sum += spread[c] * spread[c] + reach * reach * spread[c + 3] * spread[c + 3];
  warning.spread_m = std::sqrt(sum);
  const double half = search.outline().axes.colwise().norm().minCoeff();
  warning.confidence = warning.spread_m > 0.0 ? std::erf(half / (std::sqrt(2.0) * warning.spread_m)) : 1.0;
}

}  // namespace tocca
