#include "tocca/check/checker.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "check/checker_state.hpp"
#include "check/live/live_input.hpp"
#include "check/steps/timeline.hpp"
#include "core/index.hpp"
#include "core/stopwatch.hpp"
#include "core/tolerance.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/core/error.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/core/require.hpp"
#include "tocca/model/problem.hpp"
#include "tocca/model/robot.hpp"
#include "tocca/model/scene.hpp"

namespace tocca {
namespace {

const CheckSettings& valid(const CheckSettings& settings) {
  require_tolerance(settings.tolerance_m);
  return settings;
}

Problem problem_of(const Robot& robot, const Scene& scene) {
  Problem problem;
  problem.robots.emplace_back().robot = robot;
  problem.scene = scene;
  return problem;
}

/// The nearest pair of both lists of pairs.
Nearest nearer(const Nearest& x, const Nearest& y) {
  Nearest result = y.upper < x.upper ? y : x;
  result.lower = std::min(x.lower, y.lower);
  return result;
}

/// Resets a step after a question that set everything: the next one may set one robot only.
class BackToStart {
 public:
  BackToStart(Query& query, const MotionStep& start) : query_(query), start_(start) {}
  ~BackToStart() {
    query_.step().set(start_);
    query_.set_deformables({});
    query_.begin_path(1);
  }
  BackToStart(const BackToStart&) = delete;
  BackToStart& operator=(const BackToStart&) = delete;

 private:
  Query& query_;
  const MotionStep& start_;
};

/// The answer of a step, with names.
SegmentVerdict named(const CheckerVersion& version, const Answer& answer, const MotionStep& step,
                     std::span<const DeformableObstacle> obstacles = {}) {
  SegmentVerdict verdict;
  verdict.outcome = answer.outcome;
  verdict.why = answer.why;
  verdict.initial = answer.initial;
  verdict.proven = answer.proven;
  verdict.free_until = answer.free_until;
  verdict.statistics = answer.statistics;
  if (answer.outcome == Outcome::undecided) verdict.time = {answer.free_until, 1.0};
  if (answer.outcome != Outcome::contact) return verdict;
  verdict.time = answer.time;
  const CollisionModel& model = step.model();  // the one that was asked, whatever has changed since
  const auto name = [&](int body) -> const std::string& {
    const int own = model.body_count();  // the caller's come after them
    return body < own ? model.name(body) : obstacles[at(body - own)].name;
  };
  std::pair<int, int> latest{-1, -1};
  for (const Answer::Touch& touch : answer.touches) {
    const std::string &a = name(touch.body_a), &b = name(touch.body_b);
    if (latest != std::pair(touch.body_a, touch.body_b)) verdict.pairs.emplace_back(a, b);  // touches come pair by pair
    latest = {touch.body_a, touch.body_b};
    verdict.contacts.push_back({touch, a, b});
  }
  Configuration q;
  const std::vector<std::vector<std::string>>& names = version.names();
  for (std::size_t robot = 0; robot < names.size(); ++robot) {
    step.tree(static_cast<int>(robot)).configuration(answer.time.hi, q);
    for (std::size_t i = 0; i < names[robot].size(); ++i) {
      verdict.configuration.emplace_back(names[robot][i], q[static_cast<Eigen::Index>(i)]);
    }
  }
  return verdict;
}

NamedNearest named(const CollisionModel& model, const Nearest& nearest) {
  NamedNearest result{nearest, {}, {}};
  if (nearest.body_a >= 0) result.a = model.name(nearest.body_a);
  if (nearest.body_b >= 0) result.b = model.name(nearest.body_b);
  return result;
}

/// The answer, named, with the time that asking took.
template <class Ask>
SegmentVerdict timed(const CheckerVersion& version, Query& query, const Ask& ask,
                     std::span<const DeformableObstacle> obstacles = {}) {
  const Stopwatch watch;
  const Answer& answer = ask();
  const double micros = watch.micros();
  SegmentVerdict verdict = named(version, answer, query.step(), obstacles);
  verdict.micros = micros;
  return verdict;
}

/// Lends a query of the version, for as long as use(query) takes; afterwards everything is where it starts again.
template <class Use>
auto ask(const CheckerVersion& version, const Use& use) {
  return version.pool().lend([&](Query& query) {
    const BackToStart back(query, version.start());
    return use(query);
  });
}

}  // namespace

namespace {

VersionPointer first_version(const Problem& problem, const CheckSettings& settings, const PairSettings& pairs) {
  auto names = std::make_shared<CheckerVersion::Names>();
  for (const RobotTask& task : problem.robots) {
    names->push_back(task.robot.tree.coordinate_names());
    if (problem.robots.size() < 2) continue;
    for (std::string& name : names->back()) name.insert(0, task.robot.name + "/");
  }
  std::shared_ptr<CheckerVersion> version;
  try {
    require_no_clock(problem);
  } catch (const InputError& why) {
    auto model = std::make_shared<const CollisionModel>(problem, pairs);
    version = std::make_shared<CheckerVersion>(valid(settings), std::move(model), std::move(names), why);
  }
  if (!version)
    version = std::make_shared<CheckerVersion>(valid(settings), LiveScene(problem, pairs), std::move(names));
  Timeline(problem, version->model()).set_start(version->start());
  return version;
}

}  // namespace

Checker::Checker(const Problem& problem, const CheckSettings& settings, const PairSettings& pairs)
    : state_(std::make_unique<State>(first_version(problem, settings, pairs))) {}
Checker::Checker(const Robot& robot, const Scene& scene, const CheckSettings& settings, const PairSettings& pairs)
    : Checker(problem_of(robot, scene), settings, pairs) {}
Checker::Checker(const Checker& other) : state_(std::make_unique<State>(other.newest())) {}
Checker::~Checker() = default;
Checker::Checker(Checker&&) noexcept = default;

VersionPointer Checker::newest() const { return state_->live.newest(); }
const CollisionModel& Checker::model() const { return newest()->model(); }
const CheckSettings& Checker::settings() const { return newest()->settings(); }
const MotionStep& Checker::start() const { return newest()->start(); }

Query Checker::query() const {
  const VersionPointer version = newest();
  Query query = version->pool().fresh();
  query.keep(version);
  return query;
}

std::uint64_t Checker::version() const {
  const VersionPointer version = newest();
  return version->changes();
}

SegmentVerdict Checker::named(const Answer& answer, const MotionStep& step,
                              std::span<const DeformableObstacle> obstacles) const {
  return tocca::named(*newest(), answer, step, obstacles);
}

SegmentVerdict Checker::check(const Configuration& from, const Configuration& to) const { return check(from, to, {}); }

SegmentVerdict Checker::check(const Configuration& from, const Configuration& to,
                              std::span<const DeformableObstacle> obstacles) const {
  const VersionPointer version = newest();
  return ask(*version, [&](Query& query) {
    move_robots(version->model(), from, to, query.step());
    query.set_deformables(obstacles);
    return timed(
        *version, query, [&]() -> const Answer& { return query.first_contact(); }, obstacles);
  });
}

SegmentVerdict Checker::check(const Configuration& configuration) const {
  const VersionPointer version = newest();
  return ask(*version, [&](Query& query) {
    move_robots(version->model(), configuration, configuration, query.step());
    return timed(*version, query, [&]() -> const Answer& { return query.static_contact(); });
  });
}

NamedNearest Checker::distance(const Configuration& configuration) const {
  const VersionPointer version = newest();
  return ask(*version, [&](Query& query) {
    move_robots(version->model(), configuration, configuration, query.step());
    return tocca::named(version->model(), query.distance());
  });
}

namespace {

/// The steps of a segment in order.
SegmentVerdict check_steps(const CheckerVersion& version, const StepSequence& sequence, int segment, Find find,
                           Query& query) {
  SegmentVerdict verdict;
  Statistics work;
  double micros = 0.0;
  bool proven = true;
  const int steps = sequence.step_count(segment);
  for (int step = 0; step < steps; ++step) {
    sequence.set(segment, step, query.step());
    const Stopwatch watch;
    const Answer& answer = sequence.at_rest()  ? query.static_contact()
                           : find == Find::any ? query.any_contact()
                                               : query.first_contact();
    micros += watch.micros();
    work += answer.statistics;
    proven = proven && answer.proven;
    if (answer.outcome == Outcome::free && step + 1 < steps) continue;
    verdict = named(version, answer, query.step());
    verdict.initial = answer.initial && step == 0;
    if (answer.outcome == Outcome::free) break;
    for (double* lower : {&verdict.time.lo, &verdict.free_until}) {
      *lower = sequence.in_segment(segment, step, *lower).lo;
    }
    verdict.time.hi = sequence.in_segment(segment, step, verdict.time.hi).hi;
    break;
  }
  verdict.statistics = work;
  verdict.proven = proven;
  verdict.micros = micros;
  verdict.index = sequence.index(segment);
  return verdict;
}

std::size_t check_segments(const CheckerVersion& version, const StepSequence& sequence, int first, Find find,
                           bool until_contact, std::span<SegmentVerdict> verdicts) {
  return ask(version, [&](Query& query) {
    query.begin_path(static_cast<int>(verdicts.size()));
    std::size_t count = 0;
    while (count < verdicts.size()) {
      verdicts[count] = check_steps(version, sequence, first + static_cast<int>(count), find, query);
      if (verdicts[count++].outcome == Outcome::contact && until_contact) break;
    }
    return count;
  });
}

}  // namespace

std::vector<SegmentVerdict> Checker::check_edges(const WaypointMatrix& from, const WaypointMatrix& to,
                                                 Find find) const {
  const VersionPointer version = newest();
  const EdgeSteps edges(version->model(), from, to);
  std::vector<SegmentVerdict> verdicts(static_cast<std::size_t>(from.rows()));
  parallel_for(verdicts.size(), [&](std::size_t i) {
    check_segments(*version, edges, static_cast<int>(i), find, true, {&verdicts[i], 1});
  });
  return verdicts;
}

SegmentVerdict Checker::check(const StepSequence& sequence, int segment, Find find) const {
  SegmentVerdict verdict;
  check(sequence, segment, find, true, {&verdict, 1});
  return verdict;
}

std::size_t Checker::check(const StepSequence& sequence, int first, Find find, bool until_contact,
                           std::span<SegmentVerdict> verdicts) const {
  TOCCA_REQUIRE(first >= 0 && verdicts.size() <= at(sequence.segment_count()) - at(first),
                "a path has no such segment");
  return check_segments(*newest(), sequence, first, find, until_contact, verdicts);
}

NamedNearest Checker::distance(const StepSequence& sequence, int segment, bool at_end) const {
  TOCCA_REQUIRE(segment >= 0 && segment < sequence.segment_count(), "a path has no such segment");
  const VersionPointer version = newest();
  return ask(*version, [&](Query& query) {
    const auto at_border = [&](int of, bool end) {
      sequence.set(of, end ? sequence.step_count(of) - 1 : 0, query.step());
      return query.distance(end ? 1.0 : 0.0);
    };
    Nearest nearest = at_border(segment, at_end);
    const int other = at_end ? segment + 1 : segment - 1;
    if (!sequence.continuous() && other >= 0 && other < sequence.segment_count()) {
      nearest = nearer(nearest, at_border(other, !at_end));
    }
    return tocca::named(version->model(), nearest);
  });
}

}  // namespace tocca
