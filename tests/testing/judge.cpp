#include "judge.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "plain_kinematics.hpp"

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

/// What the pair must be farther apart than.
double clearance_of(const JudgedWorld& world, const JudgedWorld::Names& names, const JudgeSettings& settings) {
  return world.of_one_robot(names) ? 0.0 : settings.clearance_m;
}

/// Before this time the claim allows nothing to be too near.
double free_until(const Claim& claim) { return claim.verdict.outcome == Outcome::free ? 2.0 : claim.verdict.time.lo; }

/// What FCL finds too near at samples, each confirmed by plain_distance, against the claims.
std::string find_missed(JudgedWorld& world, const JudgedMotion& motion, const std::vector<Claim>& claims,
                        const JudgeSettings& settings, JudgeLog& log) {
  const Claim& boldest = *std::max_element(
      claims.begin(), claims.end(), [](const Claim& a, const Claim& b) { return free_until(a) < free_until(b); });
  const int samples = sample_count(world, motion, settings);
  for (int k = 0; k <= samples; ++k) {
    const double t = static_cast<double>(k) / samples;
    if (t >= free_until(boldest)) break;
    place_all(world, motion, t);
    ++log.samples;
    const auto hit = world.too_near(settings.clearance_m);
    if (!hit) continue;
    const double clearance = clearance_of(world, *hit, settings);
    const DistanceBounds gap = world.plain(*hit);
    if (gap.lower > clearance + 1e-9) {
      ++log.fcl_wrong;
      continue;
    }
    // The judge's poses are plain doubles: a gap of exactly the clearance is neither right nor wrong.
    if (gap.upper > (clearance > 0.0 ? clearance - 1e-9 : 1e-12)) {
      ++log.too_close;
      continue;
    }
    std::ostringstream story;
    story.precision(17);
    story << "MISSED by " << boldest.who << ": " << text(*hit) << " are " << gap.upper << " apart at t = " << t
          << " (sample " << k << " of " << samples << "), proven free until " << free_until(boldest);
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

/// Contact with this much between the two is still one.
double reach_of(const JudgedWorld& world, const JudgedWorld::Names& names, const JudgeSettings& settings) {
  // The judge's poses are plain doubles: 1e-9 covers their rounding and FCL's, at any size up to a kilometre.
  return clearance_of(world, names, settings) + settings.tolerance_m + 1e-9;
}

std::string judge_points(const JudgedWorld& world, const SegmentVerdict& verdict, const JudgeSettings& settings,
                         JudgeLog& log) {
  for (const NamedContact& contact : verdict.contacts) {
    const double reach = reach_of(world, {contact.a, contact.b}, settings);
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

std::string judge_contact(JudgedWorld& world, const JudgedMotion& motion, const Claim& claim,
                          const JudgeSettings& settings, JudgeLog& log) {
  const SegmentVerdict& verdict = claim.verdict;
  const auto [lo, hi] = verdict.time;
  if (!(lo >= 0 && hi <= 1 && lo <= hi && (hi - lo <= 1e-6 || !claim.first))) return "the bracket is no bracket";
  if (verdict.free_until > hi) return "free_until beyond the contact";
  if (verdict.pairs.empty() || verdict.contacts.empty()) return "a contact without pairs or places";
  place_all(world, motion, hi);
  bool inside = false;
  for (const NamedContact& contact : verdict.contacts) inside = inside || contact.kind == ContactKind::inside;
  for (const auto& names : verdict.pairs) {
    if (!world.checked(names)) return text(names) + " is not to be checked";
    if (inside) continue;
    const double wanted = reach_of(world, names, settings), gap = gap_of(world, names, wanted, log);
    if (gap > wanted) return text(names) + " are " + std::to_string(gap * 1e6) + " um apart at t_hi";
  }
  if (inside && !world.inside()) return "said to be inside, but is not";
  return judge_points(world, verdict, settings, log);
}

/// What is wrong with the claims, none of which is undecided.
std::string refute(JudgedWorld& world, const JudgedMotion& motion, const std::vector<Claim>& claims,
                   const JudgeSettings& settings, JudgeLog& log) {
  bool some_free = false, all_free = true;
  for (const Claim& claim : claims) {
    some_free = some_free || claim.verdict.outcome == Outcome::free;
    all_free = all_free && claim.verdict.outcome == Outcome::free;
    if (claim.verdict.outcome == Outcome::free) continue;
    const std::string wrong = judge_contact(world, motion, claim, settings, log);
    if (!wrong.empty()) return claim.who + ": " + wrong;
  }
  log.divided += some_free && !all_free ? 1 : 0;
  if (some_free) {
    place_all(world, motion, 0.0);
    if (const auto hidden = world.inside()) return "MISSED: " + text(*hidden) + ", one inside the other";
  }
  return find_missed(world, motion, claims, settings, log);
}

}  // namespace

JudgeLog& JudgeLog::operator+=(const JudgeLog& other) {
  free += other.free;
  contacts += other.contacts;
  undecided += other.undecided;
  initial += other.initial;
  wrong += other.wrong;
  samples += other.samples;
  fcl_wrong += other.fcl_wrong;
  too_close += other.too_close;
  touch_points += other.touch_points;
  divided += other.divided;
  return *this;
}

std::string judge(JudgedWorld& world, const JudgedMotion& motion, const std::vector<Claim>& claims,
                  const JudgeSettings& settings, JudgeLog& log) {
  for (const Claim& claim : claims) {
    if (claim.verdict.outcome != Outcome::undecided) continue;
    ++log.undecided;
    return claim.who + " is undecided without a budget";
  }
  const SegmentVerdict& leading = claims.front().verdict;
  ++(leading.outcome == Outcome::free ? log.free : log.contacts);
  log.initial += leading.initial ? 1 : 0;
  const std::string wrong = refute(world, motion, claims, settings, log);
  log.wrong += wrong.empty() ? 0 : 1;
  return wrong;
}

std::string judge(JudgedWorld& world, const JudgedMotion& motion, const SegmentVerdict& verdict,
                  const JudgeSettings& settings, JudgeLog& log) {
  return judge(world, motion, std::vector<Claim>{{"the verdict", verdict, true}}, settings, log);
}

}  // namespace tocca::testing
