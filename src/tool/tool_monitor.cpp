#include "tocca/tool/tool_monitor.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

#include "core/float_environment.hpp"
#include "core/require_input.hpp"
#include "core/tolerance.hpp"
#include "tocca/core/error.hpp"
#include "tool/pose_prediction.hpp"
#include "tool/solid_pieces.hpp"
#include "tool/surface_solids.hpp"
#include "tool/tool_forecast.hpp"

namespace tocca {
namespace {

double steady_s() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// How far from a rotation a sample's matrix may be: quaternions of a few digits are normalised before they come here.
constexpr double most_skew = 0x1p-21;

/// Of the time between two samples: until when contacts, and warnings, are looked for. The rest is for what is under way then.
constexpr double contact_part = 0.95, warning_part = 0.8;

/// About how long it takes to put a triangle into a box.
constexpr double boxing_s = 2e-8;

Part part_of(std::span<const Collider> tool) {
  require_input(!tool.empty(), "tool", "has no geometry", "give at least one body");
  for (const Collider& body : tool) {
    require_valid(body.geometry);
    require_input(!std::holds_alternative<CloudPointer>(body.geometry), "tool", "is a cloud of points or boxes",
                  "give its shape: a mesh, hulls or primitives");
  }
  return Part(with_solid_pieces(tool));
}

const ToolSettings& checked(const ToolSettings& settings) {
  const auto positive = [](double x) { return x > 0.0 && std::isfinite(x); };
  require_tolerance(settings.tolerance_m);
  require_input(settings.clearance_m >= 0.0 && std::isfinite(settings.clearance_m), "clearance",
                "must be a finite number of at least 0", "give a clearance in metres");
  require_input(
      positive(settings.reflex_s) && positive(settings.considered_s) && settings.reflex_s < settings.considered_s,
      "horizons", "both must be positive, and the reflex horizon must be shorter than the considered one",
      "give for example 0.1 and 1 seconds");
  require_input(settings.reflex_steps >= 1 && settings.reflex_steps <= 10'000 && settings.considered_steps >= 1 &&
                    settings.considered_steps <= 10'000,
                "steps", "the number of steps of a horizon is out of range", "give 1 to 10000");
  require_input(settings.least_rate_hz >= 0.0 && std::isfinite(settings.least_rate_hz), "rate",
                "must be a finite number of at least 0", "give samples per second, or 0 for no limit");
  return settings;
}

Aabb as_aabb(const FloatBox& box) {
  return {Vector3(box.lower(0), box.lower(1), box.lower(2)), Vector3(box.upper(0), box.upper(1), box.upper(2))};
}

}  // namespace

struct ToolMonitor::State {
  State(std::span<const Collider> tool, const ToolSettings& wanted)
      : settings(checked(wanted)),
        part(part_of(tool)),
        search(part, settings.clearance_m, settings.tolerance_m),
        forecast(settings, part),
        clock_s(settings.clock_s ? settings.clock_s : steady_s),
        deadline(clock_s) {}

  struct Step {
    RigidMotion motion;
    std::optional<InBetweenTube> tube;
    double tube_m;  ///< of all of it
    Pose start, end;
    double start_s, end_s;
  };
  Step between(const Pose& start, const Pose& end, double start_s, double end_s) const;
  void require_sample(double time_s, const Pose& X, const SurfaceStep& surface) const;
  void select(const Step& step, const SurfaceStep& surface, const DeformingTree* tree);
  void know_solids(const SurfaceStep& surface, bool first);
  void find_contact(const Step& step, const SurfaceStep& surface);
  void find_inside(const Step& step, const SurfaceStep& surface);
  void find_warning(const SurfaceStep& surface, const DeformingTree* tree);
  void carry_warning();
  void count_directions();
  ToolState state() const;
  double share_s(double share) const {
    return settings.least_rate_hz > 0.0 ? began_s + share / settings.least_rate_hz
                                        : std::numeric_limits<double>::infinity();
  }

  ToolSettings settings;
  Part part;
  ToolSearch search;
  ToolForecast forecast;
  std::function<double()> clock_s;
  Deadline deadline;
  TriangleSelection selection;
  Selector selector;
  bool selector_proves = true;

  bool has_sample = false, is_surface_new = true;
  bool is_prepared = false;    ///< the new surface's solids are known
  bool is_seen = true;         ///< the pass over the surface was not cut
  bool is_solid_known = true;  ///< what the surface bounds
  SurfaceSolids solids;
  bool is_side_known = false;  ///< nothing touched since `inside` was found out
  std::optional<SurfaceSolids::Inside> inside;
  double time_s = 0.0, began_s = 0.0;
  Pose last;
  ToolReport report;
  std::optional<ToolWarning> standing;  ///< the last one that was found, until it is refuted or over
  double standing_s = 0.0;              ///< when the contact is then
  // Scratch memory: triangles by the sample's way and the reflex horizon, and by the considered one.
  std::vector<Index> near, far, places;
  BoxedTriangles near_boxed, far_boxed;
  std::vector<ToolTouch> touches;
  SearchMemory memory;  ///< of the way between the last samples
};

ToolMonitor::ToolMonitor(std::span<const Collider> tool, const ToolSettings& settings)
    : state_([&] {
        const FloatEnvironment as_the_proofs_assume;
        return std::make_unique<State>(tool, settings);
      }()) {}

ToolMonitor::~ToolMonitor() = default;
ToolMonitor::ToolMonitor(ToolMonitor&&) noexcept = default;

const ToolSettings& ToolMonitor::settings() const noexcept { return state_->settings; }

void ToolMonitor::set_selector(Selector selector, bool proves) {
  state_->selector = std::move(selector);
  state_->selector_proves = proves || !state_->selector;
}

void ToolMonitor::reset() {
  state_->has_sample = false;
  state_->is_surface_new = true;
  state_->standing.reset();
  state_->forecast.prediction().reset();
}

void ToolMonitor::surface_is_new() { state_->is_surface_new = true; }

void ToolMonitor::prepare(const SurfaceStep& surface) {
  const FloatEnvironment as_the_proofs_assume;
  state_->selection.require_valid({surface.to, surface.to, surface.triangles});
  state_->solids.set(surface);
  state_->is_surface_new = state_->is_prepared = true;
}

void ToolMonitor::State::require_sample(double time, const Pose& X, const SurfaceStep& surface) const {
  require_input(std::isfinite(time), "time", "is not a finite number", "give seconds");
  require_input(X.translation.allFinite() && X.translation.cwiseAbs().maxCoeff() <= largest_coordinate, "position",
                "is not finite or too large", "give coordinates in metres");
  require_input((X.rotation.transpose() * X.rotation - Matrix3::Identity()).cwiseAbs().maxCoeff() <= most_skew &&
                    X.rotation.determinant() > 0.0,
                "orientation", "is not a rotation", "give a unit quaternion");
  require_input(!has_sample || surface.from.size() == surface.to.size(), "surface",
                "has different numbers of vertices before and after", "give the start and the end of each vertex");
}

ToolMonitor::State::Step ToolMonitor::State::between(const Pose& start, const Pose& end, double start_s,
                                                     double end_s) const {
  if (settings.motion == SampleMotion::screw) {
    const RigidMotion motion = ScrewMotion::between(start, end);
    const Mover mover(motion);
    const double tube_m = mover.tube({0.0, 1.0}, part.lss());
    return {motion, std::nullopt, tube_m, mover.pose(0.0), mover.pose(1.0), start_s, end_s};
  }
  const InBetweenMotion motion(start, end);
  const InBetweenTube tube(motion.angle_rad(), forecast.reach_m(), start.translation, end.translation);
  return {motion, tube, tube.over(1.0), start, end, start_s, end_s};
}

const ToolReport& ToolMonitor::sample(double time_s, const Pose& X_WT, const SurfaceStep& surface) {
  return sample(time_s, X_WT, surface, nullptr);
}

const ToolReport& ToolMonitor::sample(double time_s, const Pose& X_WT, const DeformableMesh& surface) {
  return sample(time_s, X_WT, {surface.from(), surface.to(), surface.triangles()}, &surface.tree());
}

const ToolReport& ToolMonitor::sample(double time_s, const Pose& given, const SurfaceStep& surface,
                                      const DeformingTree* tree) {
  const FloatEnvironment as_the_proofs_assume;
  State& s = *state_;
  s.began_s = s.clock_s();
  s.require_sample(time_s, given, surface);
  // A rotation to within rounding: the motion to it then ends there.
  const Pose X_WT{Eigen::Quaterniond(given.rotation).normalized().toRotationMatrix(), given.translation};
  const bool first = !s.has_sample;
  const SurfaceStep around{first ? surface.to : surface.from, surface.to, surface.triangles};
  const Pose before = first ? X_WT : s.last;
  const State::Step step =
      s.between(before, X_WT, first ? time_s : s.time_s, first ? time_s : std::max(time_s, s.time_s));

  s.report.contact.reset();
  s.report.warning.reset();
  s.report.undecided_from_s.reset();
  s.report.time_s = step.end_s;
  s.report.touching = false;
  s.report.covered = {};
  s.report.statistics = {};
  const PosePrediction known = s.forecast.prediction();
  s.report.timing = s.forecast.prediction().add(time_s, X_WT);
  try {
    s.forecast.plan(X_WT);
    s.deadline.set(s.share_s(contact_part));
    s.select(step, around, tree);
    s.know_solids(surface, first);
  } catch (...) {
    s.forecast.prediction() = known;
    throw;
  }
  s.last = X_WT;
  s.time_s = step.end_s;
  s.has_sample = true;

  s.find_contact(step, around);
  s.find_inside(step, around);
  s.report.proven = (s.selector_proves || tree) && !s.report.undecided_from_s;
  if (!s.forecast.empty() && !s.report.touching) s.find_warning(around, tree);
  s.carry_warning();
  s.report.state = s.state();
  s.count_directions();
  s.report.statistics.micros = 1e6 * (s.clock_s() - s.began_s);
  return s.report;
}

/// What the sample's way or the predicted one may meet. The surface is gone through once.
void ToolMonitor::State::select(const Step& step, const SurfaceStep& surface, const DeformingTree* tree) {
  FloatBox inner =
      FloatBox::around(ToolVolume::bare_box(search.outline(), step.start, step.end, step.tube_m, search.dilation_m()));
  if (!forecast.empty()) inner = inner.joined(forecast.reflex_box());
  is_seen = true;
  const auto is_over = [&] { return deadline.is_within(0.0); };
  if (tree) {
    near.clear();
    for_each_overlap(*tree, inner, [&](Index place) { near.push_back(tree->triangle(place)); });
    std::sort(near.begin(), near.end());
  } else if (selector) {
    is_seen = selection.require_valid(surface, is_over);
    near.clear();
    if (is_seen) selector(surface, forecast.volume(step.start, step.end, step.tube_m), near);
    far = near;
  } else {
    const FloatBox outer = forecast.has_considered() ? inner.joined(forecast.considered_box()) : inner;
    is_seen = selection.select(surface, as_aabb(inner), as_aabb(outer), near, far, is_over);
  }
  is_seen = is_seen && (near.empty() || !deadline.is_within(boxing_s * static_cast<double>(near.size())));
  if (!is_seen) near.clear();
  near_boxed.assign(surface, near);
  report.statistics.near = near.size();
}

/// What a surface bounds is found out when it is first seen, however long that takes; later, and within a budget, once there is time.
void ToolMonitor::State::know_solids(const SurfaceStep& surface, bool first) {
  if (!solids.is_of(surface)) is_surface_new = true;
  if (is_surface_new) standing.reset();
  is_solid_known = !is_surface_new || is_prepared || first || !deadline.is_within(SurfaceSolids::set_s(surface));
  if (is_surface_new && is_solid_known && !(is_prepared && solids.is_of(surface))) solids.set(surface);
  is_prepared = false;
}

void ToolMonitor::State::find_contact(const Step& step, const SurfaceStep& surface) {
  places.resize(near_boxed.size());
  std::iota(places.begin(), places.end(), Index{0});
  const Surroundings around{surface, near_boxed, places};
  const ToolMotion motion{step.motion, step.tube, step.start, step.end};
  const auto time_at = [&](double t) { return std::min(step.start_s + t * (step.end_s - step.start_s), step.end_s); };
  ToolTouch touch;
  // What touched when the last step ended, as far as it is still a triangle, most likely does so now.
  std::erase_if(touches, [&](const ToolTouch& t) { return t.triangle >= surface.triangles.size(); });
  const bool found = search.first(motion, around, std::span(touches).first(std::min<std::size_t>(touches.size(), 4)),
                                  deadline, memory, touch);
  report.statistics.selected = search.selected();
  if (search.undecided_from() <= 1.0) report.undecided_from_s = time_at(search.undecided_from());
  if (!is_seen) report.undecided_from_s = step.start_s;
  if (!found && !report.undecided_from_s) touches.clear();
  if (!found) return;
  ToolContact& contact = report.contact.emplace();
  contact.step = touch.time;
  contact.time_s = {time_at(touch.time.lo), time_at(touch.time.hi)};
  contact.initial = touch.time.hi == 0.0 || (touch.time.lo == 0.0 && !report.undecided_from_s);
  contact.point = 0.5 * (touch.place.point_a + touch.place.point_b);
  contact.normal = touch.place.normal;
  contact.complete = search.list(motion, touch, around, deadline, touches, contact.surface_triangles);
  report.touching = search.any_at(motion, 1.0, around, deadline, touches);
  if (!report.touching && deadline.passed() && !report.undecided_from_s) report.undecided_from_s = contact.time_s.hi;
}

/// Where a surface is new, and after contacts: what touches nothing stays on its side.
void ToolMonitor::State::find_inside(const Step& step, const SurfaceStep& surface) {
  const auto before = is_surface_new ? std::nullopt : inside;
  is_side_known = is_side_known && !is_surface_new && !report.contact && !report.undecided_from_s;
  is_surface_new = !is_solid_known;
  if (report.touching || report.undecided_from_s) {
    inside.reset();
  } else if (!is_side_known) {
    is_side_known = is_solid_known && solids.one_in_the_other(part, last, surface, deadline, inside);
    if (!is_side_known) report.undecided_from_s = step.end_s;  // apart, but perhaps one inside the other
  }
  report.touching = report.touching || inside;
  if (!before && (!inside || report.contact)) return;
  ToolContact& contact = report.contact.emplace();
  contact.time_s = {step.start_s, step.start_s};
  contact.step = {0.0, 0.0};
  contact.initial = contact.inside = true;
  contact.point = (inside ? inside : before)->at(part, last, surface);
}

void ToolMonitor::State::find_warning(const SurfaceStep& surface, const DeformingTree* tree) {
  const SurfaceStep still{surface.to, surface.to, surface.triangles};
  const auto far_triangles = [&](const FloatBox* later) -> const BoxedTriangles* {
    if (later && !tree && !selector) {
      const Aabb box = as_aabb(*later);
      if (!selection.select(still, box, box, places, far, [&] { return deadline.is_within(0.0); })) return nullptr;
    }
    if (!tree && !far.empty() && deadline.is_within(boxing_s * static_cast<double>(far.size()))) return nullptr;
    if (tree) {
      far_boxed.clear();
      for_each_overlap(*tree, later ? *later : forecast.considered_box(),
                       [&](Index place) { far_boxed.add(tree->triangle(place), tree->triangle_box(place)); });
    } else {
      far_boxed.assign(still, far);
    }
    return &far_boxed;
  };
  deadline.set(share_s(warning_part));
  if (!is_seen) {
    report.covered.is_out_of_time = true;
    return;
  }
  forecast.find(still, near_boxed, far_triangles, deadline, report);
  if (settings.least_rate_hz > 0.0) forecast.adapt((clock_s() - began_s) * settings.least_rate_hz < 0.5);
}

/// A budget must not silence a warning: it stands until its time is over, or a look that goes as far finds nothing.
void ToolMonitor::State::carry_warning() {
  if (report.warning) {
    standing = report.warning;
    standing_s = report.time_s + report.warning->time_to_contact_s;
  }
  if (report.warning || !standing) return;
  const double left_s = standing_s - report.time_s;
  if (!report.covered.is_out_of_time || left_s <= report.covered.considered_s) return standing.reset();
  report.warning = standing;
  report.warning->time_to_contact_s = left_s;
  report.warning->horizon = forecast.horizon_of(left_s);
  report.warning->carried = true;
}

void ToolMonitor::State::count_directions() {
  const SeparationCount way = search.take_count(), ahead = forecast.take_count();
  report.statistics.remembered = way.remembered + ahead.remembered;
  report.statistics.searched = way.searched + ahead.searched;
}

ToolState ToolMonitor::State::state() const {
  if (report.touching) return ToolState::contact;
  if (report.warning) return ToolState::warning;
  const bool covered = report.covered.considered_s >= settings.considered_s || !settings.predict;
  return covered && !report.undecided_from_s ? ToolState::clear : ToolState::undecided;
}

}  // namespace tocca
