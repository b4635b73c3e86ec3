#include "tocca/report/screw_recorder.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "model/part.hpp"
#include "motion/mover.hpp"
#include "report/drawing_scale.hpp"
#include "report/sweep_mesh.hpp"
#include "tocca/world/world.hpp"

namespace tocca {
namespace {

constexpr std::size_t most_rows = 1000;
constexpr std::size_t most_screw_moments = 500'000;
constexpr int most_pieces = 1 << 16;  // of a row: a thousand turns
constexpr std::size_t most_screw_curves = 200;
constexpr int curve_points = 24;  // of a row
constexpr std::size_t most_screw_events = 1000;
constexpr int screw_ghosts = 5;
constexpr int body_a = 0, body_b = 1;

Part part_of(const MeshPointer& mesh) {
  const Collider body{Pose(), mesh};
  return Part(std::span(&body, 1));
}

std::unique_ptr<World> world_of(const MeshPointer& a, const MeshPointer& b) try {
  auto world = std::make_unique<World>();
  for (const MeshPointer& mesh : {a, b}) {
    const Collider body{Pose(), mesh};
    world->add(std::make_shared<const BodyShape>(std::span(&body, 1)), Pose());
  }
  return world;
} catch (const InputError&) {  // so large or so far away that no hull can be built
  return nullptr;
}

/// Into how many pieces a motion of constant rates is cut. Tubes are the same anywhere on it.
int pieces_of(const Mover& mover, const Lss& volume, double stray_m) {
  int pieces = 1;
  while (pieces < most_pieces && mover.tube(Interval(0.0, 1.0 / pieces), volume) > stray_m) pieces *= 2;
  return pieces;
}

std::vector<double> even_times(int pieces, double and_at) {
  std::vector<double> times{and_at};
  for (int k = 0; k <= pieces; ++k) times.push_back(static_cast<double>(k) / pieces);
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

RigidMotion motion_of(const ScrewParameters& screw) {
  return ScrewMotion(screw.start, screw.point, screw.direction, screw.angle_rad, screw.translation_m);
}

}  // namespace

class ScrewRecorder::State {
 public:
  State(const MeshPointer& a, const std::string& name_a, const MeshPointer& b, const std::string& name_b,
        Report& report);
  void add(const ScrewRow& row, std::int64_t index, const ScrewAnswer& answer, double micros);
  void finish();

 private:
  void record_segment(std::int64_t index, const ScrewAnswer& answer, double micros);
  void record_poses(const ScrewRow& row, const RigidMotion& of_A, const RigidMotion& of_B);
  void record_curve(const ScrewRow& row, const RigidMotion& of_A, const RigidMotion& of_B, bool in_any_case);
  void record_axis(const ScrewParameters& screw);
  void record_sweep(const RigidMotion& of_A, int body, bool in_any_case);
  double contact_time() const;  ///< of the row drawn last; 1 where there is none
  double clock(double t) const;

  Report& report_;
  Part part_a_, part_b_;
  std::unique_ptr<World> world_;  ///< none if distances cannot be measured
  double size_m_;
  bool contact_drawn_ = false, sweeps_full_ = false, curves_full_ = false;
  std::size_t curves_ = 0, swept_triangles_ = 0;
  std::int64_t left_out_ = 0;
};

ScrewRecorder::State::State(const MeshPointer& a, const std::string& name_a, const MeshPointer& b,
                            const std::string& name_b, Report& report)
    : report_(report), part_a_(part_of(a)), part_b_(part_of(b)), world_(world_of(a, b)) {
  size_m_ = std::max({part_a_.lss().length(), part_b_.lss().length(), 1e-9});
  const bool same = name_a == name_b;
  Report::Body body;
  body.role = Report::Role::link;  // each has a colour of its own
  body.name = body.group = same ? name_a + " (A)" : name_a;
  body.shapes = {{Pose(), a}};
  report_.bodies.push_back(body);
  body.name = body.group = same ? name_b + " (B)" : name_b;
  body.shapes = {{Pose(), b}};
  report_.bodies.push_back(std::move(body));
  report_.layers.push_back({"Swept volume", Report::Layer::Kind::swept, {}});
  report_.layers.push_back({"Screw axis", Report::Layer::Kind::volume, {}});
  report_.segment_word = "row";
  report_.clock_unit = "segment";
}

double ScrewRecorder::State::clock(double t) const { return report_.segments.back().begin + t; }

double ScrewRecorder::State::contact_time() const {
  const SegmentVerdict& verdict = report_.segments.back().verdict;
  return verdict.outcome == Outcome::contact ? verdict.time.hi : 1.0;
}

void ScrewRecorder::State::add(const ScrewRow& row, std::int64_t index, const ScrewAnswer& answer, double micros) {
  const bool full = report_.segments.size() >= most_rows || report_.times.size() >= most_screw_moments;
  const bool first_contact = answer.outcome == Outcome::contact && !contact_drawn_;
  if (full && !first_contact) {
    ++left_out_;
    return;
  }
  contact_drawn_ |= first_contact;
  record_segment(index, answer, micros);
  // How A moves: as seen from B if that is a screw, whose sweep and axis then stand still for B; else in the world.
  const bool relative = row.motion == RowMotion::relative;
  const RigidMotion of_A = relative ? motion_of(row.of_A_in_B()) : row.of_A(), of_B = row.of_B();
  record_poses(row, of_A, of_B);
  record_curve(row, of_A, of_B, first_contact);
  if (relative) record_axis(row.of_A_in_B());
  record_sweep(of_A, relative ? body_b : -1, first_contact);
}

void ScrewRecorder::State::record_segment(std::int64_t index, const ScrewAnswer& answer, double micros) {
  const auto begin = static_cast<double>(report_.segments.size());
  Report::Segment segment{begin, begin + 1.0, {}, true};
  SegmentVerdict& verdict = segment.verdict;
  verdict.index = index;
  verdict.outcome = answer.outcome;
  verdict.initial = answer.initial;
  verdict.time = answer.time;
  verdict.free_until = answer.free_until;
  verdict.micros = micros;
  const std::string &a = report_.bodies[body_a].name, &b = report_.bodies[body_b].name;
  if (answer.outcome == Outcome::contact) verdict.pairs.emplace_back(a, b);
  for (const ScrewContact& contact : answer.contacts) {
    // Where all contacts were asked for, those that come after the first are marks on the clock.
    if (contact.time.lo <= answer.time.hi) {
      verdict.contacts.push_back({contact, a, b});
    } else if (report_.events.size() < most_screw_events) {
      report_.events.push_back({begin + contact.time.hi, "contact", "another contact", {contact.point}});
    }
  }
  report_.segments.push_back(std::move(segment));
}

void ScrewRecorder::State::record_poses(const ScrewRow& row, const RigidMotion& of_A, const RigidMotion& of_B) {
  const double stray_m = 0.5 * stray_share * size_m_;
  const int pieces =
      std::max(pieces_of(Mover(of_A), part_a_.lss(), stray_m), pieces_of(Mover(of_B), part_b_.lss(), stray_m));
  for (const double t : even_times(pieces, contact_time())) {
    report_.times.push_back(clock(t));
    report_.bodies[body_a].poses.push_back(row.a_at(t));
    report_.bodies[body_b].poses.push_back(row.b_at(t));
  }
}

/// Distances at some moments; in between no distance changes faster than points of A move, as seen from B, or of both together
/// in the world.
void ScrewRecorder::State::record_curve(const ScrewRow& row, const RigidMotion& of_A, const RigidMotion& of_B,
                                        bool in_any_case) {
  if (!world_) return;
  if (curves_ >= most_screw_curves && !in_any_case) {
    curves_full_ = true;
    return;
  }
  ++curves_;
  double fastest = Mover(of_A).speed(Interval(0.0, 1.0), part_a_.lss());
  if (row.motion != RowMotion::relative) fastest += Mover(of_B).speed(Interval(0.0, 1.0), part_b_.lss());
  const std::size_t first = report_.curve.size();
  for (const double t : even_times(curve_points, contact_time())) {
    world_->move(body_a, row.a_at(t));
    world_->move(body_b, row.b_at(t));
    const BodyDistance distance = world_->distance(body_a, body_b);
    report_.curve.push_back({clock(t), distance.lower, distance.upper, distance.lower, distance.upper});
  }
  for (std::size_t k = first; k < report_.curve.size(); ++k) {
    Report::CurvePoint& point = report_.curve[k];
    if (k + 1 < report_.curve.size()) {
      const Report::CurvePoint& next = report_.curve[k + 1];
      const double way = fastest * (next.time - point.time);
      point.lower_until_next = std::max(0.0, 0.5 * (point.lower + next.lower - way));
      point.upper_until_next = 0.5 * (point.upper + next.upper + way);
    }
    // The nearest of these moments: an upper bound, and all that is known of what lies between them and of other rows.
    if (!report_.nearest || point.upper < report_.nearest->upper) {
      report_.nearest = {point.time, 0.0, point.upper, report_.bodies[body_a].name, report_.bodies[body_b].name};
    }
  }
}

/// The axis that A turns about stands still for B, and is shown while the row lasts.
void ScrewRecorder::State::record_axis(const ScrewParameters& screw) {
  if (!(std::abs(screw.angle_rad) > 0.0)) return;
  const double length = 1.5 * size_m_ + std::abs(screw.translation_m);
  const Matrix3 along = Eigen::Quaterniond::FromTwoVectors(Vector3::UnitZ(), screw.direction).toRotationMatrix();
  const Vector3 middle = screw.point + 0.5 * screw.translation_m * screw.direction;
  report_.layers[1].pieces.push_back(
      {body_b, {{along, middle}, Cylinder{0.004 * size_m_, length}}, std::array{clock(0.0), clock(1.0)}});
}

/// What A sweeps, in the frame in which it moves as given.
void ScrewRecorder::State::record_sweep(const RigidMotion& of_A, int body, bool in_any_case) {
  if (swept_triangles_ > most_swept_triangles && !in_any_case) {
    sweeps_full_ = true;
    return;
  }
  SweptMesh swept;
  append_sweep(Mover(of_A), part_a_, SweptShape::lss, sweep_share * size_m_, swept);
  swept_triangles_ += swept.triangles.size();
  auto drawn = std::make_shared<const TriangleMesh>(
      TriangleMesh::unwelded(std::move(swept.vertices), std::move(swept.triangles)));
  report_.layers[0].pieces.push_back({body, {{}, MeshPointer(std::move(drawn))}, std::array{clock(0.0), clock(1.0)}});
}

void ScrewRecorder::State::finish() {
  std::erase_if(report_.layers, [](const Report::Layer& layer) { return layer.pieces.empty(); });
  if (sweeps_full_)
    report_.notes.emplace_back("The swept volume is drawn only for the first rows and the first contact.");
  if (curves_full_) {
    report_.notes.push_back("The distance is measured only along the first " + std::to_string(most_screw_curves) +
                            " rows and the first contact.");
  }
  if (left_out_ > 0) {
    report_.notes.push_back(std::to_string(left_out_) + " rows are left out of this page: there are too many to draw.");
  }
  if (report_.segments.empty()) return;
  const auto contact = std::find_if(report_.segments.begin(), report_.segments.end(),
                                    [](const auto& segment) { return segment.verdict.outcome == Outcome::contact; });
  const Report::Segment& shown = contact == report_.segments.end() ? report_.segments.front() : *contact;
  // Of one row: rows have nothing to do with each other.
  for (int k = 0; k < screw_ghosts; ++k) report_.ghosts.push_back(shown.begin + (k + 0.5) / screw_ghosts);
}

ScrewRecorder::~ScrewRecorder() = default;
ScrewRecorder::ScrewRecorder(ScrewRecorder&&) noexcept = default;

ScrewRecorder::ScrewRecorder(const MeshPointer& a, const std::string& name_a, const MeshPointer& b,
                             const std::string& name_b, Report& report)
    : state_(std::make_unique<State>(a, name_a, b, name_b, report)) {}

void ScrewRecorder::add(const ScrewRow& row, std::int64_t index, const ScrewAnswer& answer, double micros) {
  state_->add(row, index, answer, micros);
}

void ScrewRecorder::finish() { state_->finish(); }

}  // namespace tocca
