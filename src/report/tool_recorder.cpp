#include "tocca/report/tool_recorder.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <utility>

#include "motion/mover.hpp"
#include "report/kept_moments.hpp"
#include "tocca/core/require.hpp"
#include "tool/pose_prediction.hpp"

namespace tocca {
namespace {

constexpr std::size_t most_tool_moments = 20'000;
constexpr std::size_t most_tool_events = 500, most_stretches = 500;
constexpr std::size_t most_frame_numbers = 2'000'000;  // of the surface's shapes, together
constexpr std::size_t most_predictions = 100;
constexpr int prediction_pieces = 4;
constexpr int tool_ghosts = 6;
constexpr double never = std::numeric_limits<double>::infinity();
constexpr double still_open = std::numeric_limits<double>::max();
constexpr std::size_t surface_body = 0, tool_body = 1;

std::string text_of(const char* format, double a, double b = 0.0) {
  char text[96];
  std::snprintf(text, sizeof text, format, a, b);
  return text;
}

std::size_t frames_at_most(const TriangleMesh& mesh) {
  return std::max<std::size_t>(4, most_frame_numbers / (3 * mesh.vertices().size() + 1));
}

}  // namespace

class ToolRecorder::State {
 public:
  State(const std::vector<Collider>& tool, const MeshPointer& surface, const ToolSettings& settings, Report& report);
  void frame(double time_s, std::span<const Vector3> vertices);
  void sample(const ToolReport& told, const Pose& X_WT);
  void update();
  std::vector<std::string> notes() const;
  std::size_t samples() const noexcept { return samples_; }
  std::optional<double> first_contact_s() const noexcept { return first_contact_s_; }
  std::optional<double> announced_s() const noexcept { return announced_s_; }

 private:
  enum class Mood { clear, considered, reflex, contact, undecided_way, undecided_horizon };
  /// From when nothing touches to the end of the contact, on the clock.
  struct Stretch {
    double begin, end;
    Outcome outcome = Outcome::free;
    double free_until = 0.0;
    std::optional<ToolContact> contact;
    bool proven = true;
  };
  static Mood mood_of(const ToolReport& told);
  void follow_stretch(const ToolReport& told);
  void begin_stretch();
  void tell_event(const ToolReport& told, const Pose& X_WT);
  void push_moment(double time_s, const Pose& X_WT, double time_to_contact_s, bool happened);
  void push_event(Report::Event event, bool contact);
  void draw_prediction(Pose pose, double time_to_contact_s);

  Report& report_;
  SampleMotion motion_;
  PosePrediction prediction_;
  KeptMoments moments_, events_, stretches_kept_, frames_;
  std::vector<double> times_to_contact_;  ///< of the moments
  std::vector<Stretch> stretches_;
  std::optional<Mood> mood_;  ///< none before the first sample
  std::optional<Pose> last_;
  double clock_s_ = 0.0;
  std::size_t samples_ = 0, predictions_ = 0, undecided_ = 0;
  std::optional<double> first_contact_s_, announced_s_, foreseen_since_s_;
};

ToolRecorder::State::State(const std::vector<Collider>& tool, const MeshPointer& surface, const ToolSettings& settings,
                           Report& report)
    : report_(report),
      motion_(settings.motion),
      prediction_(settings.prediction),
      moments_(most_tool_moments),
      events_(most_tool_events),
      stretches_kept_(most_stretches),
      frames_(frames_at_most(*surface)) {
  Report::Body body;
  body.name = "surface";
  body.role = Report::Role::surface;
  body.shapes = {{Pose(), surface}};
  report_.bodies.push_back(std::move(body));
  body = {};
  body.name = "tool";
  body.role = Report::Role::tool;
  body.shapes = tool;
  report_.bodies.push_back(std::move(body));
  report_.layers.push_back({"Predicted way", Report::Layer::Kind::swept, {}});
  report_.clock_unit = "s";
  report_.segment_word = "interval";
  report_.clearance_m = settings.clearance_m;
}

void ToolRecorder::State::frame(double time_s, std::span<const Vector3> vertices) {
  Report::Body& surface = report_.bodies[surface_body];
  TOCCA_REQUIRE(vertices.size() == std::get<MeshPointer>(surface.shapes[0].geometry)->vertices().size(),
                "a frame must have as many vertices as the surface");
  const auto push = [&](std::vector<Vector3> places) {
    const auto gone = frames_.add(false);
    erase_places(surface.frames, gone);
    erase_places(surface.frame_times, gone);
    surface.frames.push_back(std::move(places));
    surface.frame_times.push_back(time_s);
  };
  if (surface.frames.empty()) push(std::get<MeshPointer>(surface.shapes[0].geometry)->vertices());
  push({vertices.begin(), vertices.end()});
}

void ToolRecorder::State::sample(const ToolReport& told, const Pose& X_WT) {
  // A clock that goes backward or stands still is a jump, where things are.
  clock_s_ = samples_++ == 0 ? told.time_s : std::max(clock_s_, told.time_s);
  prediction_.add(told.time_s, X_WT);
  if (told.contact && !told.contact->initial && last_) {
    const RigidMotion way = motion_ == SampleMotion::screw ? RigidMotion(ScrewMotion::between(*last_, X_WT))
                                                           : RigidMotion(InBetweenMotion(*last_, X_WT));
    const double before = report_.times.back();
    push_moment(std::clamp(told.contact->time_s.hi, before, clock_s_), Mover(way).pose(told.contact->step.hi), 0.0,
                true);
  }
  const std::optional<Mood> before = mood_;
  follow_stretch(told);
  undecided_ += told.state == ToolState::undecided;
  tell_event(told, X_WT);
  const double ahead = told.touching ? 0.0 : told.warning ? told.warning->time_to_contact_s : never;
  push_moment(clock_s_, X_WT, ahead, mood_ != before);
  last_ = X_WT;
}

void ToolRecorder::State::push_moment(double time_s, const Pose& X_WT, double time_to_contact_s, bool happened) {
  std::vector<Pose>& poses = report_.bodies[tool_body].poses;
  const auto gone = moments_.add(happened);
  erase_places(report_.times, gone);
  erase_places(poses, gone);
  erase_places(times_to_contact_, gone);
  report_.times.push_back(time_s);
  poses.push_back(X_WT);
  times_to_contact_.push_back(time_to_contact_s);
}

void ToolRecorder::State::begin_stretch() {
  erase_places(stretches_, stretches_kept_.add(true));
  stretches_.push_back({clock_s_, clock_s_, Outcome::free, 0.0, {}, true});
}

void ToolRecorder::State::follow_stretch(const ToolReport& told) {
  if (stretches_.empty()) begin_stretch();
  stretches_.back().end = clock_s_;
  const bool begins = told.contact && !(mood_ == Mood::contact && told.contact->initial);
  if (begins && stretches_.back().contact) begin_stretch();
  Stretch& now = stretches_.back();
  now.proven &= told.proven || told.undecided_from_s.has_value();
  if (begins) {
    now.outcome = Outcome::contact;
    now.contact = told.contact;
    if (!first_contact_s_) {
      first_contact_s_ = told.contact->time_s.hi;
      if (foreseen_since_s_) announced_s_ = std::max(0.0, *first_contact_s_ - *foreseen_since_s_);
    }
  } else if (told.undecided_from_s && now.outcome == Outcome::free) {
    now.outcome = Outcome::undecided;
    now.free_until = *told.undecided_from_s;
  }
  const bool over = !told.touching && !told.undecided_from_s;
  if (over && now.outcome != Outcome::free) begin_stretch();
}

/// What begins, ends or changes its horizon, as `tocca tool` reports it.
void ToolRecorder::State::tell_event(const ToolReport& told, const Pose& X_WT) {
  if (told.contact && !(mood_ == Mood::contact && told.contact->initial)) {
    const ToolContact& contact = *told.contact;
    const std::string what = contact.inside    ? "contact: inside"
                             : contact.initial ? "contact from the start"
                                               : "contact";
    push_event({std::clamp(contact.time_s.hi, stretches_.front().begin, clock_s_),
                "contact",
                what + (told.proven ? "" : ", not proven"),
                {contact.point}},
               true);
  }
  if (told.contact) mood_ = Mood::contact;
  const std::optional<Mood> before = mood_;
  mood_ = mood_of(told);
  if (told.warning && !foreseen_since_s_) foreseen_since_s_ = told.time_s;
  if (told.state == ToolState::clear) foreseen_since_s_.reset();
  if (mood_ == before) return;
  switch (*mood_) {
    case Mood::contact:
      return;
    case Mood::reflex:
    case Mood::considered: {
      const std::string text =
          text_of("contact in %.3g s, confidence %.2f", told.warning->time_to_contact_s, told.warning->confidence) +
          (mood_ == Mood::reflex ? " (reflex)" : " (considered)") +
          (told.warning->carried ? ", carried over: not looked at again" : "");
      push_event({clock_s_, "warning", text, {told.warning->point}}, false);
      return draw_prediction(X_WT, told.warning->time_to_contact_s);
    }
    case Mood::undecided_way:
      return push_event({clock_s_, "warning", "undecided: time ran out between two samples", {}}, true);
    case Mood::undecided_horizon:
      return push_event({clock_s_,
                         "note",
                         text_of("undecided: looked %.3g s ahead", told.covered.considered_s) +
                             (told.covered.is_out_of_time ? ", then time ran out" : ", the samples say no more"),
                         {}},
                        false);
    case Mood::clear:
      return push_event({clock_s_, "note", "clear", {}}, false);
  }
}

ToolRecorder::State::Mood ToolRecorder::State::mood_of(const ToolReport& told) {
  switch (told.state) {
    case ToolState::contact:
      return Mood::contact;
    case ToolState::warning:
      return told.warning->horizon == WarningHorizon::reflex ? Mood::reflex : Mood::considered;
    case ToolState::clear:
      return Mood::clear;
    case ToolState::undecided:
      break;
  }
  return told.undecided_from_s ? Mood::undecided_way : Mood::undecided_horizon;
}

void ToolRecorder::State::push_event(Report::Event event, bool contact) {
  // A prediction is shown until something else is said.
  for (auto piece = report_.layers[0].pieces.rbegin(); piece != report_.layers[0].pieces.rend(); ++piece) {
    if ((*piece->during)[1] != still_open) break;
    (*piece->during)[1] = event.time;
  }
  erase_places(report_.events, events_.add(contact));
  report_.events.push_back(std::move(event));
}

void ToolRecorder::State::draw_prediction(Pose pose, double time_to_contact_s) {
  if (predictions_++ >= most_predictions) return;
  const double piece_s = time_to_contact_s / prediction_pieces;
  for (int k = 0; k < prediction_pieces; ++k) {
    pose = prediction_.motion(pose, k * piece_s, (k + 1) * piece_s).pose(1.0);
    for (const Collider& shape : report_.bodies[tool_body].shapes) {
      report_.layers[0].pieces.push_back({-1, {pose * shape.placement, shape.geometry}, {{clock_s_, still_open}}});
    }
  }
}

void ToolRecorder::State::update() {
  report_.segments.clear();
  for (const Stretch& stretch : stretches_) {
    if (!(stretch.end > stretch.begin) && stretch.outcome == Outcome::free && stretches_.size() > 1) continue;
    Report::Segment segment{stretch.begin, stretch.end, {}, true};
    SegmentVerdict& verdict = segment.verdict;
    const double length = std::max(stretch.end - stretch.begin, std::numeric_limits<double>::min());
    const auto local = [&](double time) { return std::clamp((time - stretch.begin) / length, 0.0, 1.0); };
    verdict.index = static_cast<std::int64_t>(report_.segments.size());
    verdict.outcome = stretch.outcome;
    verdict.proven = stretch.proven;
    verdict.free_until = stretch.outcome == Outcome::free ? 1.0 : local(stretch.free_until);
    if (stretch.contact) {
      const ToolContact& contact = *stretch.contact;
      verdict.time = {local(contact.time_s.lo), local(contact.time_s.hi)};
      verdict.free_until = verdict.time.lo;
      verdict.initial = contact.initial;
      verdict.pairs = {{"tool", "surface"}};
      NamedContact place{contact, "tool", "surface"};
      place.kind = contact.inside ? ContactKind::inside : ContactKind::overlap;
      if (!contact.surface_triangles.empty()) place.triangles[1] = contact.surface_triangles.front();
      verdict.contacts = {std::move(place)};
    }
    report_.segments.push_back(std::move(segment));
  }
  report_.curve.clear();
  const bool any =
      std::any_of(times_to_contact_.begin(), times_to_contact_.end(), [](double t) { return t > 0.0 && t < never; });
  for (std::size_t k = 0; any && k < report_.times.size(); ++k) {
    const double ahead = times_to_contact_[k];
    report_.curve.push_back({report_.times[k], ahead, ahead, ahead, ahead});
  }
  report_.curve_word = "time to contact";
  report_.curve_unit = "s";
  report_.ghosts.clear();
  for (int k = 0; k < tool_ghosts && report_.times.size() > 1; ++k) {
    report_.ghosts.push_back(std::lerp(report_.times.front(), report_.times.back(), k / (tool_ghosts - 1.0)));
  }
}

std::vector<std::string> ToolRecorder::State::notes() const {
  std::vector<std::string> notes;
  const auto left_out = [&](const KeptMoments& kept, const char* what) {
    if (kept.all()) return;
    notes.push_back("This page keeps " + std::to_string(kept.size()) + " of " + std::to_string(kept.seen()) + what);
  };
  left_out(moments_, " moments: the tool is drawn straight in between.");
  left_out(frames_, " shapes of the surface.");
  left_out(events_, " events.");
  left_out(stretches_kept_, " contacts and what came before them.");
  if (undecided_ > 0) {
    notes.push_back("For " + std::to_string(undecided_) + " of " + std::to_string(samples_) +
                    " samples the verdict is undecided: not everything that should have been looked at was.");
  }
  if (predictions_ > most_predictions) {
    notes.push_back("The predicted way is drawn for the first " + std::to_string(most_predictions) + " warnings only.");
  }
  return notes;
}

ToolRecorder::~ToolRecorder() = default;
ToolRecorder::ToolRecorder(ToolRecorder&&) noexcept = default;

ToolRecorder::ToolRecorder(const std::vector<Collider>& tool, const MeshPointer& surface, const ToolSettings& settings,
                           Report& report)
    : state_(std::make_unique<State>(tool, surface, settings, report)) {}

void ToolRecorder::frame(double time_s, std::span<const Vector3> vertices) { state_->frame(time_s, vertices); }

void ToolRecorder::sample(const ToolReport& told, const Pose& X_WT) { state_->sample(told, X_WT); }

void ToolRecorder::update() { state_->update(); }

std::vector<std::string> ToolRecorder::notes() const { return state_->notes(); }

std::size_t ToolRecorder::samples() const noexcept { return state_->samples(); }

std::optional<double> ToolRecorder::first_contact_s() const noexcept { return state_->first_contact_s(); }

std::optional<double> ToolRecorder::announced_s() const noexcept { return state_->announced_s(); }

}  // namespace tocca
