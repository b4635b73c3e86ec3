#include "court.hpp"

#include "tocca/check/motion_step.hpp"

namespace tocca::testing {
namespace {

CheckSettings by(Strategy strategy) {
  CheckSettings settings;
  settings.strategy = strategy;
  return settings;
}

std::string name_of(Strategy strategy) {
  switch (strategy) {
    case Strategy::tube:
      return "tube";
    case Strategy::bisect:
      return "bisect";
    case Strategy::interval:
      return "interval";
  }
  return "?";
}

SegmentVerdict any_of_path(PathChecker& path, const JudgedMotion& motion) {
  WaypointMatrix rows(2, 0);
  for (std::size_t r = 0; r < motion.from.size(); ++r) {
    const Eigen::Index first = rows.cols();
    rows.conservativeResize(2, first + motion.from[r].size());
    rows.row(0).tail(motion.from[r].size()) = motion.from[r].transpose();
    rows.row(1).tail(motion.to[r].size()) = motion.to[r].transpose();
  }
  const Verdict verdict = path.any(ConfigurationSteps(path.model(), rows));
  if (verdict.outcome == Outcome::contact) return verdict.segments.back();
  SegmentVerdict result;
  result.outcome = verdict.outcome;
  return result;
}

}  // namespace

Court::Member::Member(const Problem& problem, const Asked& who)
    : name(name_of(who.strategy)),
      asked(who),
      checker(problem, by(who.strategy)),
      query(checker.query()),
      paths(checker) {}

Court::Court(Problem problem, const std::vector<Asked>& asked, double step_m)
    : problem_(std::move(problem)), world_(problem_) {
  settings_.clearance_m = problem_.clearance.default_m;
  settings_.step_m = step_m;
  for (const Asked& who : asked) members_.emplace_back(problem_, who);
}

int Court::asked(Strategy strategy) const {
  int times = 0;
  for (const Member& member : members_) times += member.asked.strategy == strategy ? member.times : 0;
  return times;
}

bool Court::is_free(const std::vector<Configuration>& at) {
  for (std::size_t r = 0; r < at.size(); ++r) world_.place(r, at[r]);
  return !world_.too_near(settings_.clearance_m);
}

std::string Court::ask(const JudgedMotion& motion) {
  std::vector<Claim> claims;
  for (Member& member : members_) {
    if (motions_ % member.asked.every != 0) continue;
    ++member.times;
    Query& query = member.query;
    for (std::size_t r = 0; r < motion.from.size(); ++r) {
      query.step().tree(static_cast<int>(r)).move(motion.from[r], motion.to[r]);
    }
    claims.push_back({member.name, member.checker.named(query.first_contact(), query.step()), true});
    claims.push_back({member.name + ", any", member.checker.named(query.any_contact(), query.step()), false});
    // As a path, twice: the second time it knows what it left open.
    for (const char* time : {", any path", ", any path again"}) {
      claims.push_back({member.name + time, any_of_path(member.paths, motion), false});
    }
  }
  ++motions_;
  return judge(world_, motion, claims, settings_, log_);
}

}  // namespace tocca::testing
