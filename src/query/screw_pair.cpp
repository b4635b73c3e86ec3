#include "tocca/query/screw_pair.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

#include "screw_places.hpp"
#include "screw_stretch.hpp"
#include "tocca/contact/containment.hpp"
#include "tocca/core/error.hpp"
#include "tocca/core/float_environment.hpp"

namespace tocca {
namespace {

std::vector<Body> body_of(MeshPointer mesh) { return {Body{Pose{}, std::move(mesh)}}; }

const ScrewSettings& valid(const ScrewSettings& settings) {
  if (!(settings.tolerance_m > 0.0) || !(settings.tolerance_m <= largest_coordinate)) {
    throw InputError("", "tolerance", "must be a positive number of metres", "give 1e-6");
  }
  return settings;
}

/// Counts the equations of a question.
struct RootBudget {
  std::uint64_t most;
  std::uint64_t& used;
  bool exhausted() const { return used >= most; }
};
constexpr double stop_looking = -1.0;

/// The earliest touch of any two features. What one pair found ends the search of all others there, so that `from` is before every
/// contact and `to` is the first that is shown.
class FirstTouch final : public ScrewCulling::Visitor {
 public:
  FirstTouch(const ScrewStretch& stretch, const RootBudget& budget) : stretch_(stretch), budget_(budget) {}

  double visit(const ScrewFeaturePair& pair) override {
    const double until = std::min(pair.to, touch_.to);
    if (pair.from > until) return touch_.to;
    if (budget_.exhausted()) {
      undecided_ = true;
      touch_.from = std::min(touch_.from, pair.from);  // pairs come by their earliest times
      return stop_looking;
    }
    ScrewTouch touch;
    if (first_touch(stretch_.frame, stretch_.features(pair), stretch_.level_m(), tolerance(), pair.from, until, touch,
                    budget_.used)) {
      found_ = true;
      touch_.from = std::min(touch_.from, touch.from);
      touch_.to = std::min(touch_.to, touch.to);
    }
    return touch_.to;
  }

  bool found() const { return found_; }
  bool undecided() const { return undecided_; }
  const ScrewTouch& touch() const { return touch_; }

 private:
  /// Where rounding leaves none, any: the caller looks at what was found before it believes it.
  double tolerance() const { return std::max(stretch_.tolerance_m, stretch_.error_m); }

  const ScrewStretch& stretch_;
  RootBudget budget_;
  bool found_ = false, undecided_ = false;
  ScrewTouch touch_{1.0, 1.0};
};

/// Every touch of any two features: one for each stretch of time in which their equation is zero.
class AllTouches final : public ScrewCulling::Visitor {
 public:
  AllTouches(const ScrewStretch& stretch, double latest, const RootBudget& budget, std::vector<ScrewContact>& contacts)
      : stretch_(stretch), latest_(latest), budget_(budget), contacts_(contacts) {}

  double visit(const ScrewFeaturePair& pair) override {
    const ScrewFeatures features = stretch_.features(pair);
    const ScrewEquation f = contact_equation(stretch_.frame, features);
    const double until = std::min(pair.to, latest_);
    RootWindow window;
    for (double from = pair.from; from <= until && first_root(f, stretch_.level_m(), from, until, window);) {
      if (budget_.exhausted()) {
        undecided_ = true;
        return stop_looking;
      }
      ScrewTouch touch;
      if (first_touch(stretch_.frame, features, stretch_.level_m(), stretch_.tolerance_m, window.from, window.to, touch,
                      budget_.used)) {
        contacts_.push_back(stretch_.contact(pair, features, touch.to));
        contacts_.back().time[0] = stretch_.step_time_before(touch.from);
      }
      from = std::nextafter(window.to, 2.0);
    }
    return latest_;
  }
  bool undecided() const { return undecided_; }

 private:
  const ScrewStretch& stretch_;
  double latest_;
  RootBudget budget_;
  std::vector<ScrewContact>& contacts_;
  bool undecided_ = false;
};

auto features_of(const ScrewContact& contact) { return std::tie(contact.kind, contact.triangles, contact.corners); }

}  // namespace

struct ScrewPair::State {
  State(MeshPointer mesh_a, MeshPointer mesh_b, const ScrewSettings& the_settings)
      : settings(valid(the_settings)),
        a(body_of(std::move(mesh_a))),
        b(body_of(std::move(mesh_b))),
        box_a(a.nodes()[0].volume.dilated(a.rounding_m())),
        culling(a, b),
        places(a, b, settings.tolerance_m) {}

  void single(const ScrewParameters& screw) { segments.assign(1, {0.0, 1.0, screw, 0.0}); }
  void chain(const Mover& mover_a, const Mover& mover_b) {
    ScrewChain::split(mover_a, mover_b, box_a, 0.25 * settings.tolerance_m, segments);
  }

  void begin();
  void enter(const ScrewSegment& segment);
  bool starts_in_contact();
  bool anything_inside();
  void undecided(double free_until);
  const ScrewAnswer& first();
  bool first_of_segment();
  const ScrewAnswer& all(double up_to);
  RootBudget budget() { return {settings.budget, answer.statistics.roots}; }

  ScrewSettings settings;
  Part a, b;
  Obb box_a;
  ScrewCulling culling;
  ScrewPlaces places;
  std::vector<ScrewSegment> segments;
  ScrewStretch stretch;
  ScrewAnswer answer;
};

void ScrewPair::State::begin() {
  answer.outcome = Outcome::free;
  answer.initial = false;
  answer.time = {0.0, 1.0};
  answer.free_until = 1.0;
  answer.deviation_m = 0.0;
  answer.contacts.clear();
  answer.statistics = {};
}

void ScrewPair::State::enter(const ScrewSegment& segment) {
  stretch.set(a, b, segment, settings.tolerance_m);
  culling.set(stretch.frame, stretch.level_m(), settings.rejections);
  answer.deviation_m = std::max(answer.deviation_m, segment.deviation_m);
  ++answer.statistics.segments;
}

void ScrewPair::State::undecided(double free_until) {
  answer.outcome = Outcome::undecided;
  answer.free_until = free_until;
  answer.contacts.clear();
}

/// Where surfaces are apart at the start, and neither body is inside the other, a contact begins with one of two features: the distance,
/// which is continuous, becomes small before it is zero, and while it is positive a nearest pair of points is one of a vertex and a face or
/// of two edges (docs/maths/screw_pairs.md).
bool ScrewPair::State::starts_in_contact() {
  const Pose& X_BA = stretch.segment->screw.start;
  const ScrewPlaces::Surfaces surfaces = places.look(X_BA, stretch.error_m, answer.statistics);
  if (surfaces == ScrewPlaces::Surfaces::unclear) {
    undecided(0.0);
    return true;
  }
  if (surfaces == ScrewPlaces::Surfaces::touching) {
    places.list(X_BA, {0.0, 0.0}, answer.statistics, answer.contacts);
  } else if (!anything_inside()) {
    return false;
  }
  answer.outcome = Outcome::contact;
  answer.initial = true;
  answer.time = {0.0, 0.0};
  answer.free_until = 0.0;
  return true;
}

/// Surfaces are apart, so the test at one point of each piece of surface decides.
bool ScrewPair::State::anything_inside() {
  const Pose& X_BA = stretch.segment->screw.start;
  const auto keep = [&](const Vector3& point) {
    ScrewContact contact;
    contact.kind = ContactKind::inside;
    contact.point = {point.x(), point.y(), point.z()};
    contact.normal = {0.0, 0.0, 1.0};
    answer.contacts.push_back(contact);
    return false;
  };
  for_each_inside(a, X_BA, b, Pose{}, keep);
  for_each_inside(b, Pose{}, a, X_BA, keep);
  return !answer.contacts.empty();
}

/// True: nothing more is to be asked.
bool ScrewPair::State::first_of_segment() {
  FirstTouch search(stretch, budget());
  culling.run(1.0, search, answer.statistics);
  const ScrewTouch& touch = search.touch();
  if (search.undecided()) {
    undecided(stretch.step_time_before(touch.from));
    return true;
  }
  if (!search.found()) return false;
  answer.time = {stretch.step_time_before(touch.from), stretch.step_time(touch.to)};
  answer.free_until = answer.time[0];
  answer.outcome = Outcome::contact;
  places.list(stretch.X_BA(touch.to), answer.time, answer.statistics, answer.contacts);
  if (!stretch.witnesses() || answer.contacts.empty()) undecided(answer.time[0]);
  return true;
}

const ScrewAnswer& ScrewPair::State::first() {
  const FloatEnvironment as_the_proofs_assume;
  begin();
  for (const ScrewSegment& segment : segments) {
    enter(segment);
    if (&segment == segments.data() && starts_in_contact()) break;
    if (first_of_segment()) break;
  }
  return answer;
}

const ScrewAnswer& ScrewPair::State::all(double up_to) {
  const FloatEnvironment as_the_proofs_assume;
  begin();
  for (const ScrewSegment& segment : segments) {
    if (segment.from > up_to) break;
    enter(segment);
    if (&segment == segments.data() && starts_in_contact() && answer.outcome == Outcome::undecided) return answer;
    const double latest = stretch.screw_time_after(up_to);
    AllTouches search(stretch, latest, budget(), answer.contacts);
    culling.run(latest, search, answer.statistics);
    if (!search.undecided() && stretch.witnesses()) continue;
    undecided(segment.from);
    break;
  }
  // A feature pair may be visited for several stretches of time that overlap.
  auto& contacts = answer.contacts;
  std::sort(contacts.begin(), contacts.end(), [](const ScrewContact& x, const ScrewContact& y) {
    return std::tuple(features_of(x), x.time) < std::tuple(features_of(y), y.time);
  });
  contacts.erase(std::unique(contacts.begin(), contacts.end(),
                             [](const ScrewContact& x, const ScrewContact& y) {
                               return features_of(x) == features_of(y) && y.time[0] <= x.time[1];
                             }),
                 contacts.end());
  std::sort(contacts.begin(), contacts.end(), [](const ScrewContact& x, const ScrewContact& y) {
    return std::tuple(x.time, features_of(x)) < std::tuple(y.time, features_of(y));
  });
  if (answer.outcome == Outcome::free && !contacts.empty()) {
    answer.outcome = Outcome::contact;
    answer.time = contacts.front().time;
    answer.free_until = answer.time[0];
  }
  return answer;
}

ScrewPair::ScrewPair(MeshPointer a, MeshPointer b, const ScrewSettings& settings)
    : state_(std::make_unique<State>(std::move(a), std::move(b), settings)) {}
ScrewPair::~ScrewPair() = default;
ScrewPair::ScrewPair(ScrewPair&&) noexcept = default;

const ScrewAnswer& ScrewPair::first_contact(const ScrewParameters& screw_of_A_in_B) {
  state_->single(screw_of_A_in_B);
  return state_->first();
}

const ScrewAnswer& ScrewPair::first_contact(const Mover& a, const Mover& b) {
  state_->chain(a, b);
  return state_->first();
}

const ScrewAnswer& ScrewPair::all_contacts(const ScrewParameters& screw_of_A_in_B, double up_to) {
  state_->single(screw_of_A_in_B);
  return state_->all(up_to);
}

const ScrewAnswer& ScrewPair::all_contacts(const Mover& a, const Mover& b, double up_to) {
  state_->chain(a, b);
  return state_->all(up_to);
}

}  // namespace tocca
