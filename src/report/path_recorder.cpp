#include "tocca/report/path_recorder.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "check/model/deforming_bodies.hpp"
#include "check/model/model_body.hpp"
#include "core/index.hpp"
#include "report/distance_curves.hpp"
#include "report/drawing_scale.hpp"
#include "report/drawn_links.hpp"
#include "report/drawn_volumes.hpp"
#include "report/kept_moments.hpp"
#include "report/sweep_mesh.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/clearance_search.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/model/problem.hpp"

namespace tocca {
namespace {

constexpr std::size_t most_path_segments = 1000;
constexpr std::size_t most_poses = 1'000'000;        // 28 bytes each
constexpr std::size_t most_path_curves = 300;        // segments whose distance is measured
constexpr std::uint64_t most_work = 20'000'000;      // tests for the curve, and as many for the least distance: 20 s
constexpr std::uint64_t segment_budget = 2'000'000;  // a report is not worth minutes a segment
constexpr int most_step_moments = 64;                // a step
constexpr std::size_t most_ghosts = 6;
constexpr std::int64_t not_drawn = -1;
constexpr double longest_sweep = 200;                      // the way of one step whose swept volume is drawn, likewise
constexpr std::size_t most_deforming_numbers = 6'000'000;  // coordinates of a deforming body, of 4 bytes each

ClearanceSettings curve_settings() {
  ClearanceSettings settings;
  settings.tolerance_m = 1e-4;  // a line's width
  settings.band = 0.1;
  settings.most_points = 48;
  settings.budget = segment_budget;
  return settings;
}

ClearanceSettings least_settings() {
  ClearanceSettings settings;  // to the precision of `tocca clearance`, which says the same
  settings.curve = false;
  settings.budget = segment_budget;
  return settings;
}

std::size_t frames_at_most(std::size_t vertices) {
  return std::max<std::size_t>(4, most_deforming_numbers / (3 * vertices + 1));
}

std::uint64_t tests_of(const Statistics& work) { return work.volumes + work.triangle_pairs + work.static_tests; }

}  // namespace

class PathRecorder::State {
 public:
  State(const Problem& problem, const Checker& checker, Report& report, Distances distances);
  void begin_chapter(const std::string& name, double begin, const std::string& tone);
  void add(const StepSequence& sequence, int segment, const Report::Segment& drawn);
  void add_track(const std::string& name, const StepSequence& sequence, const std::string& tone);
  void follow(const std::string& link) { links_->follow(link); }
  void finish();

 private:
  void record_bodies(const Problem& problem);
  void record_robots(const Problem& problem);
  void record_deforming_bodies();
  void record_frames(double begin, double end);
  void record_poses(const StepSequence& sequence, int segment, const Report::Segment& drawn);
  void record_curve(const StepSequence& sequence, int segment, const Report::Segment& drawn);
  void record_nearest(const StepSequence& sequence, int segment, std::int64_t place);
  void record_sweeps();
  int moments_of(int steps);
  void push_moment(double clock, double t);
  void add_layer(const std::string& name, Report::Layer::Kind kind, SweptMesh& mesh);

  const Checker& checker_;
  Report& report_;
  MotionStep step_;
  std::optional<DistanceCurves> curve_search_;   ///< none if a body deforms: distances to it are not measured
  std::optional<ClearanceSearch> least_search_;  ///< along all segments, where the least distance is asked for
  std::vector<int> moving_;                      ///< bodies of the model that have poses
  double size_m_ = 0.0;                          ///< of the largest moving body
  SweptMesh swept_, tubes_;
  std::optional<DrawnLinks> links_;  ///< after the bodies
  Distances distances_;
  std::vector<KeptMoments> frames_;  ///< of each deforming body
  std::vector<Vector3> from_, to_;
  bool sweeps_full_ = false, curves_full_ = false, contact_drawn_ = false;
  std::size_t curves_ = 0;        ///< segments whose distance was measured
  std::uint64_t least_work_ = 0;  ///< tests that the search took
  std::int64_t left_out_ = 0;
};

PathRecorder::State::State(const Problem& problem, const Checker& checker, Report& report, Distances distances)
    : checker_(checker), report_(report), step_(checker.start()), distances_(distances) {
  if (checker.model().deforming().empty()) {
    curve_search_.emplace(checker, curve_settings());
    least_search_.emplace(checker, least_settings()).begin();
  } else {
    distances_ = Distances::left_to_the_caller;
    report_.notes.emplace_back("Distances are not measured: a body deforms.");
  }
  record_bodies(problem);
  record_robots(problem);
  record_deforming_bodies();
  links_.emplace(problem, checker.model(), report);
  report_.layers = bounding_volumes(checker.model());
}

void PathRecorder::State::record_bodies(const Problem& problem) {
  const CollisionModel& model = checker_.model();
  for (std::size_t k = 0; k < model.bodies().size(); ++k) {
    const CollisionModel::Body& from = model.bodies()[k];
    Report::Body& body = report_.bodies.emplace_back();
    body.name = from.name;
    if (from.robot >= 0) {
      const RobotTask& task = problem.robots[at(from.robot)];
      body.role = Report::Role::link;
      body.group = task.robot.name;
      body.shapes = task.robot.tree.links()[at(from.link)].colliders;
    } else {
      const SceneObject& object = problem.scene.objects[at(from.object)];
      body.shapes = object.colliders;
      body.pose = object.pose;
    }
    if (from.still) continue;
    moving_.push_back(static_cast<int>(k));
    size_m_ = std::max(size_m_, from.part.lss().length());
  }
}

/// What the reader may pose by hand: robots whose joints all have one coordinate, or none.
void PathRecorder::State::record_robots(const Problem& problem) {
  const CollisionModel::BodyList bodies = checker_.model().bodies();
  for (std::size_t k = 0; k < problem.robots.size(); ++k) {
    const RobotTask& task = problem.robots[k];
    Report::Robot& robot = report_.robots.emplace_back();
    robot.name = task.robot.name;
    robot.tree = task.robot.tree;
    robot.base = task.base;
    robot.bodies.assign(task.robot.tree.links().size(), -1);
    for (std::size_t body = 0; body < bodies.size(); ++body) {
      if (bodies[body].robot == static_cast<int>(k)) robot.bodies[at(bodies[body].link)] = static_cast<int>(body);
    }
  }
}

void PathRecorder::State::record_deforming_bodies() {
  for (const DeformingMotion& motion : checker_.model().deforming().all()) {
    Report::Body& body = report_.bodies.emplace_back();
    body.name = motion.name();
    body.shapes = {{Pose(), std::make_shared<const TriangleMesh>(motion.mesh().topology())}};
    frames_.emplace_back(frames_at_most(motion.mesh().vertex_count()));
  }
}

/// Where bodies that deform are at both ends of the step, on the clock of the page: they move on straight lines in between.
void PathRecorder::State::record_frames(double begin, double end) {
  const std::vector<DeformingMotion>& all = checker_.model().deforming().all();
  for (std::size_t k = 0; k < all.size(); ++k) {
    Report::Body& body = report_.bodies[checker_.model().bodies().size() + k];
    all[k].place(step_.clock(), from_, to_);
    const auto push = [&](double time, const std::vector<Vector3>& places) {
      if (!body.frames.empty() && body.frame_times.back() == time && body.frames.back() == places) return;
      const auto gone = frames_[k].add(false);
      erase_places(body.frames, gone);
      erase_places(body.frame_times, gone);
      body.frames.push_back(places);
      body.frame_times.push_back(time);
    };
    push(begin, from_);
    push(end, to_);
  }
}

void PathRecorder::State::begin_chapter(const std::string& name, double begin, const std::string& tone) {
  report_.chapters.push_back({name, begin, tone});
  links_->begin_path();
}

void PathRecorder::State::add_track(const std::string& name, const StepSequence& sequence, const std::string& tone) {
  links_->begin_other(name, tone);
  for (int segment = 0; segment < sequence.segment_count(); ++segment) {
    for (int k = 0; k < sequence.step_count(segment); ++k) {
      sequence.set(segment, k, step_);
      const int pieces = moments_of(1);
      for (int i = 0; i <= pieces; ++i) links_->add_to_other(step_, static_cast<double>(i) / pieces);
    }
  }
}

void PathRecorder::State::add(const StepSequence& sequence, int segment, const Report::Segment& drawn) {
  const bool full = report_.segments.size() >= most_path_segments ||
                    report_.times.size() * (moving_.size() + links_->extra_poses()) >= most_poses;
  // The first contact is what people open a report for: it is drawn, however many segments came before.
  const bool first_contact = drawn.checked && drawn.verdict.outcome == Outcome::contact && !contact_drawn_;
  if (full && !first_contact) {
    ++left_out_;
    if (drawn.checked) record_nearest(sequence, segment, not_drawn);
    return;
  }
  contact_drawn_ |= first_contact;
  report_.segments.push_back(drawn);
  record_poses(sequence, segment, drawn);
  links_->tell();
  if (!drawn.checked || !curve_search_) return;
  record_nearest(sequence, segment, static_cast<std::int64_t>(report_.segments.size()) - 1);
  curves_full_ = curves_full_ || curves_ == most_path_curves || curve_search_->work() > most_work;
  if (curves_full_) return;
  ++curves_;
  record_curve(sequence, segment, drawn);
}

/// How many pieces a step is cut into: tubes shrink with the square of a piece's length.
int PathRecorder::State::moments_of(int steps) {
  double widest = 0.0;
  for (const int body : moving_) {
    if (!step_.moves(body)) continue;
    const Lss& volume = checker_.model().bodies()[at(body)].part.lss();
    widest = std::max(widest, step_.mover(body).tube(Interval(0.0, 1.0), volume));
  }
  const double wanted = std::sqrt(widest / (stray_share * size_m_));
  const int most = std::max(4, most_step_moments / steps);
  return !(wanted < most) ? most : std::max(1, static_cast<int>(std::ceil(wanted)));
}

void PathRecorder::State::push_moment(double clock, double t) {
  report_.times.push_back(clock);
  for (const int body : moving_) report_.bodies[at(body)].poses.push_back(step_.mover(body).pose(t));
  for (std::size_t k = 0; k < report_.robots.size(); ++k) {
    step_.tree(static_cast<int>(k)).configuration(t, report_.robots[k].values.emplace_back());
  }
  links_->add(step_, t, clock, stray_share * size_m_);
}

void PathRecorder::State::record_poses(const StepSequence& sequence, int segment, const Report::Segment& drawn) {
  const int steps = sequence.step_count(segment);
  const double length = drawn.end - drawn.begin, contact = drawn.verdict.time.hi;
  const bool has_contact = drawn.checked && drawn.verdict.outcome == Outcome::contact;
  for (int k = 0; k < steps; ++k) {
    sequence.set(segment, k, step_);
    if (sequence.at_rest()) {
      record_frames(drawn.begin, drawn.begin);
      return push_moment(drawn.begin, 0.0);
    }
    const double from = midpoint(sequence.in_segment(segment, k, 0.0)),
                 to = midpoint(sequence.in_segment(segment, k, 1.0));
    record_frames(drawn.begin + from * length, drawn.begin + to * length);
    std::vector<double> moments;
    const int pieces = moments_of(steps);
    for (int i = 0; i <= pieces; ++i) moments.push_back(static_cast<double>(i) / pieces);
    if (has_contact && from <= contact && contact <= to && to > from) {
      moments.push_back((contact - from) / (to - from));
      std::sort(moments.begin(), moments.end());
      moments.erase(std::unique(moments.begin(), moments.end()), moments.end());
    }
    for (const double t : moments) push_moment(drawn.begin + (from + t * (to - from)) * length, t);
    record_sweeps();
  }
}

void PathRecorder::State::record_curve(const StepSequence& sequence, int segment, const Report::Segment& drawn) {
  const bool together = distances_ != Distances::left_to_the_caller;
  curve_search_->add(sequence, segment, drawn, report_.curves, together ? &report_.curve : nullptr);
}

/// One more segment takes part in the search for the least distance: of the whole path, whatever of it is drawn
/// (`place`: where it is among the segments drawn). What was found before makes it cheap: most segments are proven to
/// hold nothing nearer.
void PathRecorder::State::record_nearest(const StepSequence& sequence, int segment, std::int64_t place) {
  if (distances_ != Distances::measured) return;
  if (least_work_ > most_work) {  // nothing is known of this segment
    if (report_.nearest) report_.nearest->lower = 0.0;
    return;
  }
  least_search_->add(SegmentSlice(sequence, segment, 1), place - sequence.index(segment), nullptr);
  const ClearanceProfile least = least_search_->finish(nullptr);
  least_work_ = tests_of(least.statistics);
  if (least.a.empty()) return;  // no pair is checked
  if (least.at.segment == not_drawn) {
    report_.nearest->lower = least.lower;
    return;
  }
  const Report::Segment& where = report_.segments[static_cast<std::size_t>(least.at.segment)];
  const double time = where.begin + least.at.t * (where.end - where.begin);
  report_.nearest = {time,    least.lower, least.upper,
                     least.a, least.b,     std::array{least.nearest.point_a, least.nearest.point_b}};
}

void PathRecorder::State::record_sweeps() {
  for (const int body : moving_) {
    const Part& part = checker_.model().bodies()[at(body)].part;
    const Mover mover = step_.mover(body);
    const double way_m = step_.moves(body) ? mover.speed(Interval(0.0, 1.0), part.lss()) : 0.0;
    if (way_m < 1e-9) continue;
    sweeps_full_ |= !(way_m < longest_sweep * size_m_) || swept_.triangles.size() > most_swept_triangles ||
                    tubes_.triangles.size() > most_swept_triangles;
    if (sweeps_full_) return;
    append_sweep(mover, part, SweptShape::lss, sweep_share * size_m_, swept_);
    append_sweep(mover, part, SweptShape::tube, sweep_share * size_m_, tubes_);
  }
}

void PathRecorder::State::add_layer(const std::string& name, Report::Layer::Kind kind, SweptMesh& mesh) {
  if (mesh.triangles.empty()) return;
  auto drawn =
      std::make_shared<TriangleMesh>(TriangleMesh::unwelded(std::move(mesh.vertices), std::move(mesh.triangles)));
  report_.layers.push_back({name, kind, {{-1, {{}, MeshPointer(std::move(drawn))}}}});
}

void PathRecorder::State::finish() {
  links_->finish();
  add_layer("Swept volume", Report::Layer::Kind::swept, swept_);
  add_layer("Tubes", Report::Layer::Kind::tube, tubes_);
  if (sweeps_full_) report_.notes.emplace_back("The swept volume and the tubes are drawn for the first segments only.");
  if (curves_full_) {
    report_.notes.push_back("The curve shows the distance along the first " + std::to_string(curves_) +
                            " segments only.");
  }
  if (!std::all_of(frames_.begin(), frames_.end(), [](const KeptMoments& frames) { return frames.all(); })) {
    report_.notes.emplace_back("A body that deforms is drawn with some of its frames only.");
  }
  if (left_out_ > 0) {
    report_.notes.push_back(std::to_string(left_out_) +
                            " segments are left out of this page: there are too many to draw.");
  }
  const std::size_t count = std::min(most_ghosts, report_.times.size());
  if (count < 2) return;
  for (std::size_t k = 0; k < count; ++k)
    report_.ghosts.push_back(report_.times[k * (report_.times.size() - 1) / (count - 1)]);
}

PathRecorder::~PathRecorder() = default;
PathRecorder::PathRecorder(PathRecorder&&) noexcept = default;

PathRecorder::PathRecorder(const Problem& problem, const Checker& checker, Report& report, Distances distances)
    : state_(std::make_unique<State>(problem, checker, report, distances)) {}

void PathRecorder::begin_chapter(const std::string& name, double begin, const std::string& tone) {
  state_->begin_chapter(name, begin, tone);
}

void PathRecorder::add(const StepSequence& sequence, int segment, const Report::Segment& drawn) {
  state_->add(sequence, segment, drawn);
}

void PathRecorder::add_track(const std::string& name, const StepSequence& sequence, const std::string& tone) {
  state_->add_track(name, sequence, tone);
}

void PathRecorder::follow(const std::string& link) { state_->follow(link); }

void PathRecorder::finish() { state_->finish(); }

}  // namespace tocca
