#include "audit/motion.hpp"

#include "audit/reader.hpp"

namespace tocca::audit {
namespace {

// Maps, and tubes: memory stays bounded however long a proof is, and however many frames there are.
constexpr std::size_t most_remembered = 1 << 17;

/// The stretch of a turn about an axis of length near 1, and of its derivatives: 1 + 3 | |a|^2 - 1 |.
double turn_gain(const Point& axis, const std::string& where) {
  const Vector a = enclose(axis);
  const double off = (dot(a, a) - Interval(1.0)).most();
  if (!(off <= 1e-6)) throw Rejected(where + ": an axis to turn about is not of unit length");
  return up(1.0 + up(3.0 * off));
}

double frame_gain(const Frame& frame, std::size_t number) {
  if (frame.kind == FrameKind::free) return 1.0;
  const std::string where = "frame " + std::to_string(number);
  const double stretch = gain(frame.placement, where);
  return frame.kind == FrameKind::turn ? up(stretch * turn_gain(frame.axis, where)) : stretch;
}

/// At least |a x p|, a nearly of unit length.
double distance(const Point& a, const Place& p) {
  const Point& x = p.at;
  const Point out{a[1] * x[2] - a[2] * x[1], a[2] * x[0] - a[0] * x[2], a[0] * x[1] - a[1] * x[0]};
  return grown(length_of(out) + 1.0001 * (p.off + 0x1p-50 * about(x)));
}

}  // namespace

bool may_jump(const Statement& statement, int frame) {
  for (; frame >= 0; frame = statement.frames[static_cast<std::size_t>(frame)].parent) {
    if (statement.frames[static_cast<std::size_t>(frame)].kind == FrameKind::free) return true;
  }
  return false;
}

FrameGains::FrameGains(const Statement& statement) {
  for (std::size_t i = 0; i < statement.frames.size(); ++i) gains_.push_back(frame_gain(statement.frames[i], i));
}

Motion::Motion(const Statement& statement, const FrameGains& gains, const Segment& segment) : segment_(segment) {
  std::size_t next = 0;
  for (std::size_t i = 0; i < statement.frames.size(); ++i) {
    const bool free = statement.frames[i].kind == FrameKind::free;
    frames_.push_back(free ? segment.free_frames[next++] : statement.frames[i]);
    gains_.push_back(free ? frame_gain(frames_.back(), i) : gains.of(i));
    resting_.push_back(constant(frames_.back()) ? local(frames_.back(), gains_.back(), 0.0) : Pose{});
  }
}

/// Differences of control values, then de Casteljau: an enclosure that shrinks with the interval of time.
Interval derivative(const Law& law, int order, const Interval& t) {
  std::array<Interval, 6> control;
  int degree = law.degree;
  for (std::size_t i = 0; i <= law.degree; ++i) {
    control[i] =
        law.radius == 0.0 ? Interval(law.control[i]) : Interval(law.control[i]) + Interval(-law.radius, law.radius);
  }
  for (int k = 0; k < order; ++k, --degree) {
    if (degree == 0) return 0.0;
    for (int i = 0; i < degree; ++i) {
      const auto n = static_cast<std::size_t>(i);
      control[n] = Interval(static_cast<double>(degree)) * (control[n + 1] - control[n]);
    }
  }
  for (; degree > 0; --degree) {
    for (int i = 0; i < degree; ++i) {
      const auto n = static_cast<std::size_t>(i);
      control[n] = control[n] + t * (control[n + 1] - control[n]);
    }
  }
  return control[0];
}

int Motion::common(int a, int b) const {
  while (a != b) {
    if (a > b) {
      a = frames_[static_cast<std::size_t>(a)].parent;  // a parent's number is less than its child's
    } else {
      b = frames_[static_cast<std::size_t>(b)].parent;
    }
  }
  return a;
}

bool Motion::constant(const Frame& frame) const {
  if (frame.kind == FrameKind::fixed) return true;
  const Law& law = segment_.laws[frame.coordinate];
  if (law.radius > 0.0) return false;
  for (std::size_t i = 1; i <= law.degree; ++i) {
    if (law.control[i] != law.control[0]) return false;
  }
  return true;
}

bool Motion::moves(int ancestor, int frame) const {
  for (; frame != ancestor; frame = frames_[static_cast<std::size_t>(frame)].parent) {
    if (!constant(frames_[static_cast<std::size_t>(frame)])) return true;
  }
  return false;
}

Interval Motion::value(const Frame& frame, const Interval& t) const {
  const Interval q = derivative(segment_.laws[frame.coordinate], 0, t);
  if (frame.multiplier == 1.0 && frame.offset == 0.0) return q;
  return Interval(frame.multiplier) * q + Interval(frame.offset);
}

std::pair<double, double> Motion::rates(const Frame& frame, const Interval& window) const {
  const Law& law = segment_.laws[frame.coordinate];
  const double scale = std::fabs(frame.multiplier);
  return {up(scale * derivative(law, 1, window).most()), up(scale * derivative(law, 2, window).most())};
}

/// `gain` is at least the stretch of the placement and of the turn.
Pose Motion::local(const Frame& frame, double gain, double t) const {
  Pose pose{frame.placement.rotation, frame.placement.translation, gain, 0.0, 0.0};
  if (frame.kind == FrameKind::fixed) return pose;
  const Interval q = value(frame, t);
  const Point& a = frame.axis;
  if (frame.kind == FrameKind::slide) {
    const double way = middle(q);
    const Place end =
        mapped(pose, {{way * a[0], way * a[1], way * a[2]}, grown(about(a) * (radius(q) + 0x1p-52 * std::fabs(way)))});
    pose.translation = end.at;
    pose.shifted = end.off;
    return pose;
  }
  const SineCosine turned = sine_cosine(q);
  const double sine = middle(turned.sine), rest = 1.0 - middle(turned.cosine);
  Pose rotation;
  for (std::size_t i = 0; i < 3; ++i) {  // I + sin K + (1 - cos) K^2, where K^2 = a a^T - |a|^2 I
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    rotation.rotation[i][i] = 1.0 - rest * (a[j] * a[j] + a[k] * a[k]);
    const double both = rest * (a[i] * a[j]), along = sine * a[k];
    rotation.rotation[i][j] = both - along;
    rotation.rotation[j][i] = both + along;
  }
  rotation.turned = grown(1.0001 * (radius(turned.sine) + radius(turned.cosine)) + 0x1p-48);
  rotation.stretch = up(gain + rotation.turned);
  return pose * rotation;
}

Motion::Instant& Motion::instant(double t) const {
  const auto [place, is_new] = instants_.try_emplace(t);
  Instant& now = place->second;
  if (!is_new) return now;
  now.local = resting_;
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    if (!constant(frames_[i])) now.local[i] = local(frames_[i], gains_[i], t);
    const int parent = frames_[i].parent;
    now.world.push_back(parent < 0 ? now.local[i] : now.world[static_cast<std::size_t>(parent)] * now.local[i]);
  }
  return now;
}

Pose Motion::pose(int ancestor, int frame, double t) const {
  if (frame == ancestor) return {};
  if (instants_.size() * frames_.size() > most_remembered) instants_.clear();
  Instant& now = instant(t);
  if (ancestor < 0) return now.world[static_cast<std::size_t>(frame)];
  const auto [place, is_new] = now.chains.try_emplace({ancestor, frame});
  for (int f = frame; is_new && f != ancestor; f = frames_[static_cast<std::size_t>(f)].parent) {
    const Pose& next = now.local[static_cast<std::size_t>(f)];
    place->second = f == frame ? next : next * place->second;
  }
  return place->second;
}

double Motion::stretch(int ancestor, int frame) const {
  double product = 1.0;
  for (; frame != ancestor; frame = frames_[static_cast<std::size_t>(frame)].parent) {
    product = up(product * gains_[static_cast<std::size_t>(frame)]);
  }
  return product;
}

/// A product of matrices with singular values between 1 / g and g has them between the products of these: a placement's are within
/// sqrt(1 - e) and sqrt(1 + e), a turn's within 1 - 3 e and 1 + 3 e, and g is taken once more for the lower end.
double Motion::defect(int ancestor, int frame) const {
  const double g = up(stretch(ancestor, frame) * stretch(ancestor, frame));
  return up(up(g * g) - 1.0);
}

/// h^2 / 8 times a bound of |p''|. From the body to the ancestor, for each joint: s, the speed of a point per unit of its rate, which is
/// its distance from the axis at the nearer end plus what the joints before it can add within half the window; then
/// |p''| <= sum of v_k s_k (v_k + 2 sum of v_j over the turns j beyond k) + w_k s_k, where a slide has no v_k of its own.
double Motion::tube(int ancestor, int frame, const Geometry& geometry, double a, double b) const {
  if (!moves(ancestor, frame)) return 0.0;
  if (tubes_.size() > most_remembered) tubes_.clear();
  const auto [place, is_new] = tubes_.try_emplace({&geometry, ancestor, a, b});
  if (!is_new) return place->second;
  const double gain = stretch(ancestor, frame);
  const double h = up(b - a), radius = up(gain * geometry.radius());
  const Interval window(a, b);
  if (instants_.size() * frames_.size() > most_remembered) instants_.clear();
  const std::vector<Pose>&first = instant(a).local, &last = instant(b).local;
  Place at_a{geometry.centre()}, at_b = at_a;
  double travelled = 0.0;  // at least how far a point moves in this frame within half the window
  double speeds = 0.0;     // sum of v s of the joints so far
  double sum = 0.0;
  for (int f = frame; f != ancestor;) {
    const Frame& joint = frames_[static_cast<std::size_t>(f)];
    if (!constant(joint)) {
      const auto [v, w] = rates(joint, window);
      double s = up(length_of(joint.axis) * gain);
      if (joint.kind == FrameKind::turn) {
        const double away = greatest(distance(joint.axis, at_a), distance(joint.axis, at_b));
        s = up(gain * up(up(away + radius) + travelled));
        sum = up(sum + up(v * up(up(v * s) + up(2.0 * speeds))));
      }
      sum = up(sum + up(w * s));
      speeds = up(speeds + up(v * s));
      travelled = up(travelled + up(up(0.5 * h) * up(v * s)));
    }
    at_a = mapped(first[static_cast<std::size_t>(f)], at_a);
    at_b = mapped(last[static_cast<std::size_t>(f)], at_b);
    f = joint.parent;
  }
  return place->second = up(up(up(h * h) * 0.125) * up(up(gain * gain) * sum));
}

}  // namespace tocca::audit
