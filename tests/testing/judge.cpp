#include "testing/judge.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "testing/plain_kinematics.hpp"

namespace tocca::testing {

namespace {

void place_all(JudgedWorld& world, const JudgedMotion& motion, double t) {
  for (std::size_t r = 0; r < motion.from.size(); ++r) {
    world.place(r, between(world.problem().robots[r].robot.tree, motion.from[r], motion.to[r], t));
  }
}

int sample_count(const JudgedWorld& world, const JudgedMotion& motion, const JudgeSettings& settings) {
  int most = 1;
  for (std::size_t r = 0; r < motion.from.size(); ++r) {
    const RobotTask& task = world.problem().robots[r];
    // Two robots may both move towards each other, but each within the step: a gap between samples is what counts.
    most = std::max(most, steps_for_travel(task.robot.tree, task.base, motion.from[r], motion.to[r], settings.step_m));
  }
  return std::min(most, settings.most_samples);
}

std::string text(const JudgedWorld::Names& names) { return names.first + " / " + names.second; }

/// FCL's overlaps at samples before `until`, each confirmed by plain_distance.
std::string find_missed(JudgedWorld& world, const JudgedMotion& motion, double until, const JudgeSettings& settings,
                        JudgeLog& log) {
  const int samples = sample_count(world, motion, settings);
  for (int k = 0; k <= samples; ++k) {
    const double t = static_cast<double>(k) / samples;
    if (t >= until) break;
    place_all(world, motion, t);
    ++log.samples;
    const auto hit = world.overlap();
    if (!hit) continue;
    const DistanceBounds gap = world.plain(*hit);
    if (gap.lower > 1e-9) {
      ++log.fcl_wrong;
      continue;
    }
    if (gap.upper > 1e-12) {
      ++log.too_close;
      continue;
    }
    std::ostringstream story;
    story.precision(17);
    story << "MISSED: " << text(*hit) << " overlap at t = " << t << " (sample " << k << " of " << samples
          << "), proven free until " << until;
    return story.str();
  }
  return {};
}

/// How far apart the pair is at the placed moment, by FCL where it is content, else by plain_distance.
double gap_of(const JudgedWorld& world, const JudgedWorld::Names& names, double wanted, JudgeLog& log) {
  const double gap = world.fcl_distance(names);
  if (gap <= wanted) return std::max(gap, 0.0);
  const DistanceBounds plain = world.plain(names);
  if (plain.upper < gap - 1e-6) ++log.fcl_wrong;
  return plain.upper;
}

std::string judge_points(const JudgedWorld& world, const SegmentVerdict& verdict, double reach, JudgeLog& log) {
  for (const Contact& contact : verdict.contacts) {
    const Vector3 point(contact.point[0], contact.point[1], contact.point[2]);
    const Vector3 normal(contact.normal[0], contact.normal[1], contact.normal[2]);
    const double a = world.plain(point, contact.a).upper, b = world.plain(point, contact.b).upper;
    // One body inside another: the point shows the inner one only.
    const double off = contact.kind == ContactKind::inside ? std::min(a, b) : std::max(a, b);
    std::ostringstream story;
    story.precision(17);
    story << contact.a << " / " << contact.b << ", kind " << static_cast<int>(contact.kind) << ", point "
          << point.transpose();
    if (off > reach) {
      story << ": off the bodies by " << a << " and " << b;
      return story.str();
    }
    if (!(std::abs(normal.norm() - 1) < 1e-6)) return story.str() + ": normal not of unit length";
    ++log.touch_points;
  }
  return {};
}

std::string judge_contact(JudgedWorld& world, const JudgedMotion& motion, const SegmentVerdict& verdict,
                          const JudgeSettings& settings, JudgeLog& log) {
  const auto [lo, hi] = verdict.time;
  if (!(lo >= 0 && hi <= 1 && lo <= hi && hi - lo <= 1e-6)) return "the bracket is no bracket";
  if (verdict.free_until > hi) return "free_until beyond the contact";
  if (verdict.pairs.empty() || verdict.contacts.empty()) return "a contact without pairs or places";
  place_all(world, motion, hi);
  // The judge's poses are plain doubles: 1e-9 covers their rounding and FCL's, at any size up to a kilometre.
  const double wanted = settings.clearance_m + settings.tolerance_m + 1e-9;
  bool inside = false;
  for (const Contact& contact : verdict.contacts) inside = inside || contact.kind == ContactKind::inside;
  for (const auto& names : verdict.pairs) {
    if (!world.checked(names)) return text(names) + " is not to be checked";
    if (inside) continue;
    const double gap = gap_of(world, names, wanted, log);
    if (gap > wanted) return text(names) + " are " + std::to_string(gap * 1e6) + " um apart at t_hi";
  }
  if (inside && !world.inside()) return "said to be inside, but is not";
  return judge_points(world, verdict, wanted, log);
}

}  // namespace

std::string judge(JudgedWorld& world, const JudgedMotion& motion, const SegmentVerdict& verdict,
                  const JudgeSettings& settings, JudgeLog& log) {
  switch (verdict.outcome) {
    case Outcome::undecided:
      return "undecided without a budget";
    case Outcome::free: {
      ++log.free;
      place_all(world, motion, 0.0);
      if (const auto hidden = world.inside()) return "MISSED: " + text(*hidden) + ", one inside the other";
      return find_missed(world, motion, 2.0, settings, log);
    }
    case Outcome::contact:
      break;
  }
  ++log.contacts;
  log.initial += verdict.initial ? 1 : 0;
  const std::string wrong = judge_contact(world, motion, verdict, settings, log);
  return wrong.empty() ? find_missed(world, motion, verdict.time[0], settings, log) : wrong;
}

}  // namespace tocca::testing
