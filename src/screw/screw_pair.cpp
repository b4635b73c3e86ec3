#include "tocca/screw/screw_pair.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <vector>

#include "contact/containment.hpp"
#include "core/float_environment.hpp"
#include "core/tolerance.hpp"
#include "screw/screw_places.hpp"
#include "screw/screw_stretch.hpp"
#include "tocca/core/require.hpp"

namespace tocca {
namespace {

std::vector<Collider> body_of(MeshPointer mesh) { return {Collider{Pose{}, std::move(mesh)}}; }

const ScrewSettings& valid(const ScrewSettings& settings) {
  require_tolerance(settings.tolerance_m);
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
    const double until = std::min(pair.to, touch_.hi);
    if (pair.from > until) return touch_.hi;
    if (budget_.exhausted()) {  // goes on without equations, to say up to when all others are apart
      undecided_ = true;
      touch_.lo = std::min(touch_.lo, pair.from);
      return touch_.lo;
    }
    Bracket touch;
    if (first_touch(stretch_.frame, stretch_.features(pair), stretch_.level_m(), stretch_.tolerance(), pair.from, until,
                    touch, budget_.used)) {
      found_ = true;
      touch_.lo = std::min(touch_.lo, touch.lo);
      touch_.hi = std::min(touch_.hi, touch.hi);
    }
    return touch_.hi;
  }

  bool found() const { return found_; }
  bool undecided() const { return undecided_; }
  const Bracket& touch() const { return touch_; }

 private:
  const ScrewStretch& stretch_;
  RootBudget budget_;
  bool found_ = false, undecided_ = false;
  Bracket touch_{1.0, 1.0};
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
    double touching_until = -1.0;  // a window that begins where one with a contact ended, in contact: still the same
    for (double from = pair.from; from <= until && first_root(f, stretch_.level_m(), from, until, window);) {
      if (budget_.exhausted()) {
        undecided_ = true;
        return stop_looking;
      }
      Bracket touch;
      const bool slides_on = touching_until == from && window.from == from;
      const bool touches = first_touch(stretch_.frame, features, stretch_.level_m(), stretch_.tolerance(), window.from,
                                       window.to, touch, budget_.used);
      if (touches && !(slides_on && touch.lo == window.from)) {
        contacts_.push_back(stretch_.contact(pair, features, touch.hi));
        contacts_.back().time.lo = stretch_.step_time_before(touch.lo);
      }
      from = std::nextafter(window.to, 2.0);
      if (touches) touching_until = from;
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

  /// Seen from B: a screw that is given, or what two movers do.
  struct Question {
    const ScrewParameters* screw = nullptr;
    const Mover *a = nullptr, *b = nullptr;
  };

  void begin(const Question& asked, double up_to);
  void split(double deviation_m, double from, double to, std::vector<ScrewSegment>& segments) const;
  void enter(const ScrewSegment& segment);
  bool starts_in_contact();
  bool anything_inside();
  void undecided(double free_until);
  template <class Decide>
  bool follow(std::size_t depth, double from, double to, const Decide& decide);
  bool nothing_near();
  const ScrewAnswer& first(const Question& asked);
  bool first_of_segment();
  const ScrewAnswer& all(const Question& asked, double up_to);
  bool all_of_segment();
  void sort_contacts();
  RootBudget budget() { return {settings.budget, answer.statistics.roots}; }
  double finest_deviation_m() const { return 0.25 * settings.tolerance_m; }

  static constexpr std::size_t most_depth = 16;

  ScrewSettings settings;
  Part a, b;
  Obb box_a;
  ScrewCulling culling;
  ScrewPlaces places;

  // of the present question
  Question question;
  double latest = 1.0;                                          ///< what is later does not matter
  double proven = 0.0;                                          ///< apart until then
  std::array<std::vector<ScrewSegment>, most_depth + 1> chain;  ///< coarser first
  ScrewStretch stretch;
  ScrewAnswer answer;
};

void ScrewPair::State::begin(const Question& asked, double up_to) {
  question = asked;
  latest = up_to < 1.0 ? std::max(up_to, 0.0) : 1.0;
  proven = 0.0;
  answer.outcome = Outcome::free;
  answer.why = Undecided::no;
  answer.initial = false;
  answer.time = {0.0, 1.0};
  answer.free_until = 1.0;
  answer.deviation_m = 0.0;
  answer.contacts.clear();
  answer.statistics = {};
}

void ScrewPair::State::split(double deviation_m, double from, double to, std::vector<ScrewSegment>& segments) const {
  if (question.screw) {
    segments.assign(1, {0.0, 1.0, *question.screw, 0.0});
  } else {
    ScrewChain::split(*question.a, *question.b, box_a, deviation_m, segments, from, to);
  }
}

void ScrewPair::State::enter(const ScrewSegment& segment) {
  if (!question.screw) stretch.set(a, b, segment, settings.tolerance_m);  // else it is the one of the start
  culling.set(stretch.frame, stretch.level_m(), settings.rejections);
  ++answer.statistics.segments;
}

void ScrewPair::State::undecided(double free_until) {
  answer.outcome = Outcome::undecided;
  answer.why = Undecided::budget;
  answer.free_until = free_until;
  answer.contacts.clear();
}

/// Where surfaces are apart at the start, and neither body is inside the other, a contact begins with one of two features: the distance,
/// which is continuous, becomes small before it is zero, and while it is positive a nearest pair of points is one of a vertex and a face or
/// of two edges (docs/maths/screw_pairs.md).
bool ScrewPair::State::starts_in_contact() {
  // Of a chain so short a piece that its deviation is rounding.
  split(finest_deviation_m(), 0.0, 0x1p-30, chain[0]);
  stretch.set(a, b, chain[0].front(), settings.tolerance_m);
  const Pose& X_BA = stretch.segment->screw.start;
  const bool apart = places.apart(X_BA, stretch.error_m, answer.statistics);
  if (!apart) {
    places.list(X_BA, {0.0, 0.0}, stretch.error_m, answer.statistics, answer.contacts);
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
    answer.contacts.push_back({Contact{point, Vector3::UnitZ(), ContactKind::inside}, {0.0, 0.0}});
    return false;
  };
  for_each_inside(a, X_BA, b, Pose{}, keep);
  for_each_inside(b, Pose{}, a, X_BA, keep);
  return !answer.contacts.empty();
}

/// On a screw that is too far from the true motion to decide contacts: are the features nevertheless all far apart?
bool ScrewPair::State::nothing_near() {
  FirstTouch search(stretch, budget());
  culling.run(stretch.screw_time_after(latest), search, answer.statistics);
  if (search.found() || search.undecided()) {
    proven = std::max(proven, stretch.step_time_before(search.touch().lo));
    return false;
  }
  return true;
}

/// Screw after screw, coarse ones first: most of a motion is far from any contact, and a few screws that are centimetres off prove it. The rest is
/// split until screws are within the finest deviation, which `decide` is asked about. True: nothing more is to be asked.
template <class Decide>
bool ScrewPair::State::follow(std::size_t depth, double from, double to, const Decide& decide) {
  constexpr double coarse = 1.0 / 32.0, finer = 1.0 / 16.0;
  const double size = static_cast<double>(box_a.half.norm());
  const double wanted = depth == most_depth ? 0.0 : coarse * size * std::pow(finer, static_cast<double>(depth));
  const double allowed = std::max(wanted, finest_deviation_m());
  split(allowed, from, to, chain[depth]);
  for (const ScrewSegment& segment : chain[depth]) {
    if (segment.to <= proven) continue;
    if (segment.from > latest) return true;
    enter(segment);
    if (segment.deviation_m <= finest_deviation_m() || allowed == finest_deviation_m()) {
      answer.deviation_m = std::max(answer.deviation_m, segment.deviation_m);
      if (decide()) return true;
    } else if (!nothing_near() && follow(depth + 1, segment.from, segment.to, decide)) {
      return true;
    }
    proven = segment.to;
  }
  return false;
}

bool ScrewPair::State::first_of_segment() {
  FirstTouch search(stretch, budget());
  culling.run(1.0, search, answer.statistics);
  const Bracket& touch = search.touch();
  if (search.undecided()) {
    undecided(std::max(proven, stretch.step_time_before(touch.lo)));
    return true;
  }
  if (!search.found()) return false;
  answer.time = {stretch.step_time_before(touch.lo), stretch.step_time(touch.hi)};
  answer.free_until = answer.time.lo;
  answer.outcome = Outcome::contact;
  places.list(stretch.X_BA(touch.hi), answer.time, stretch.error_m, answer.statistics, answer.contacts);
  return true;
}

const ScrewAnswer& ScrewPair::State::first(const Question& asked) {
  const FloatEnvironment as_the_proofs_assume;
  begin(asked, 1.0);
  if (!starts_in_contact()) follow(0, 0.0, 1.0, [this] { return first_of_segment(); });
  return answer;
}

bool ScrewPair::State::all_of_segment() {
  const double until = stretch.screw_time_after(latest);
  AllTouches search(stretch, until, budget(), answer.contacts);
  culling.run(until, search, answer.statistics);
  if (!search.undecided()) return false;
  double free_until = answer.initial ? 0.0 : stretch.segment->from;
  for (const ScrewContact& contact : answer.contacts) free_until = std::min(free_until, contact.time.lo);
  undecided(free_until);
  return true;
}

const ScrewAnswer& ScrewPair::State::all(const Question& asked, double up_to) {
  const FloatEnvironment as_the_proofs_assume;
  begin(asked, up_to);
  starts_in_contact();
  follow(0, 0.0, 1.0, [this] { return all_of_segment(); });
  sort_contacts();
  if (answer.outcome == Outcome::free && !answer.contacts.empty()) {
    answer.outcome = Outcome::contact;
    answer.time = answer.contacts.front().time;
    answer.free_until = answer.time.lo;
  }
  return answer;
}

/// By time. A feature pair may have been visited for several stretches of time that overlap; what it has found twice differs by rounding.
void ScrewPair::State::sort_contacts() {
  auto& contacts = answer.contacts;
  std::sort(contacts.begin(), contacts.end(), [](const ScrewContact& x, const ScrewContact& y) {
    return std::tuple(features_of(x), x.time) < std::tuple(features_of(y), y.time);
  });
  contacts.erase(std::unique(contacts.begin(), contacts.end(),
                             [](const ScrewContact& x, const ScrewContact& y) {
                               return features_of(x) == features_of(y) && y.time.lo <= x.time.hi + 0x1p-36;
                             }),
                 contacts.end());
  std::sort(contacts.begin(), contacts.end(), [](const ScrewContact& x, const ScrewContact& y) {
    return std::tuple(x.time, features_of(x)) < std::tuple(y.time, features_of(y));
  });
}

namespace {

[[maybe_unused]] bool is_proper(const ScrewParameters& screw) {
  return screw.start.rotation.allFinite() && screw.start.translation.allFinite() && screw.point.allFinite() &&
         std::isfinite(screw.angle_rad) && std::isfinite(screw.translation_m) &&
         std::fabs(screw.direction.squaredNorm() - 1.0) < 0x1p-20;
}

}  // namespace

ScrewPair::ScrewPair(MeshPointer a, MeshPointer b, const ScrewSettings& settings)
    : state_(std::make_unique<State>(std::move(a), std::move(b), settings)) {}
ScrewPair::~ScrewPair() = default;
ScrewPair::ScrewPair(ScrewPair&&) noexcept = default;

const ScrewAnswer& ScrewPair::first_contact(const ScrewParameters& screw_of_A_in_B) {
  TOCCA_REQUIRE(is_proper(screw_of_A_in_B), "a screw is finite, with a direction of unit length");
  return state_->first({&screw_of_A_in_B, nullptr, nullptr});
}

const ScrewAnswer& ScrewPair::first_contact(const RigidMotion& a, const RigidMotion& b) {
  return first_contact(Mover(a), Mover(b));
}
const ScrewAnswer& ScrewPair::first_contact(const Mover& a, const Mover& b) { return state_->first({nullptr, &a, &b}); }

const ScrewAnswer& ScrewPair::all_contacts(const ScrewParameters& screw_of_A_in_B, double up_to) {
  TOCCA_REQUIRE(is_proper(screw_of_A_in_B), "a screw is finite, with a direction of unit length");
  return state_->all({&screw_of_A_in_B, nullptr, nullptr}, up_to);
}

const ScrewAnswer& ScrewPair::all_contacts(const RigidMotion& a, const RigidMotion& b, double up_to) {
  return all_contacts(Mover(a), Mover(b), up_to);
}
const ScrewAnswer& ScrewPair::all_contacts(const Mover& a, const Mover& b, double up_to) {
  return state_->all({nullptr, &a, &b}, up_to);
}

}  // namespace tocca
