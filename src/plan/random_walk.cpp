#include "tocca/plan/random_walk.hpp"

#include <algorithm>
#include <array>

#include "check/model/model_body.hpp"
#include "core/index.hpp"
#include "core/stopwatch.hpp"
#include "plan/plan_space.hpp"
#include "tocca/check/motion_step.hpp"

namespace tocca {
namespace {

/// One robot on its way.
struct Walker {
  int robot;
  Eigen::Index first, count;        ///< its coordinates among all
  std::vector<int> degrees;         ///< of the space
  std::vector<const Lss*> volumes;  ///< of links that move, and where they are in `poses`
  std::vector<std::size_t> links;
  std::vector<Pose> poses;
  bool arrived = false;
};

class WalkMaker {
 public:
  WalkMaker(const Checker& checker, const WalkSettings& settings, const Configuration& start, const HalfSpace& goal)
      : checker_(checker),
        settings_(settings),
        space_(checker.model(), std::array{start}),
        goal_(goal),
        query_(checker.query()),
        random_(settings.seed),
        now_(start) {
    Eigen::Index first = 0;
    for (int robot = 0; robot < static_cast<int>(checker.model().robots().size()); ++robot) add_walker(robot, first);
    for (int d = 0; d < static_cast<int>(space_.degrees().size()); ++d) {
      const int coordinate = space_.degrees()[at(d)].coordinate;
      for (Walker& walker : walkers_) {
        if (coordinate >= walker.first && coordinate < walker.first + walker.count) walker.degrees.push_back(d);
      }
    }
  }

  Plan run() {
    Plan plan;
    plan.contact = checker_.check(now_);
    if (plan.contact.outcome != Outcome::free || !plan.contact.proven) {
      plan.end = PlanEnd::start_in_contact;
    } else {
      plan.contact = {};
      plan.end = go();
      if (plan.end == PlanEnd::found) plan.waypoints = rows();
    }
    statistics_.seconds = watch_.seconds();
    plan.statistics = statistics_;
    return plan;
  }

 private:
  void add_walker(int robot, Eigen::Index& first) {
    const CollisionModel& model = checker_.model();
    const KinematicTree& tree = model.robots()[at(robot)].tree;
    Walker walker{robot, first, tree.coordinate_count(), {}, {}, {}, std::vector<Pose>(tree.links().size())};
    for (int link = 0; link < static_cast<int>(tree.links().size()); ++link) {
      const int body = model.body_of_link(robot, link);
      if (body < 0 || model.rigid_group(robot, link) == 0) continue;
      walker.volumes.push_back(&model.bodies()[at(body)].part.lss());
      walker.links.push_back(at(link));
    }
    first += walker.count;
    walkers_.push_back(std::move(walker));
  }

  PlanEnd go() {
    path_.assign(1, now_);
    for (Walker& walker : walkers_) {
      rest(walker);
      walker.arrived = is_inside(walker, 0.0);
    }
    for (;;) {
      statistics_.milestones = static_cast<std::int64_t>(path_.size());
      const auto away = std::count_if(walkers_.begin(), walkers_.end(), [](const Walker& w) { return !w.arrived; });
      if (away == 0) return PlanEnd::found;
      if (watch_.seconds() >= settings_.time_limit_s) return PlanEnd::time_limit;
      if (statistics_.samples >= settings_.most_steps) return PlanEnd::milestone_limit;
      if (settings_.progress && !settings_.progress(statistics_)) return PlanEnd::stopped;
      step(random_.below(static_cast<int>(away)));
    }
  }

  /// One step of the walker that is number `away` among those that have not arrived.
  void step(int away) {
    ++statistics_.samples;
    Walker* chosen = nullptr;
    for (Walker& walker : walkers_) {
      if (!walker.arrived && away-- == 0) chosen = &walker;
    }
    Walker& walker = *chosen;
    if (walker.degrees.empty()) return;
    next_ = now_;
    const int degree = walker.degrees[at(random_.below(static_cast<int>(walker.degrees.size())))];
    space_.change(degree, settings_.stride, random_, next_);
    query_.step().tree(walker.robot).move(part(now_, walker), part(next_, walker));
    if (is_free()) {
      now_ = next_;
      path_.push_back(now_);
      walker.arrived = is_inside(walker, 1.0);
    }
    rest(walker);
  }

  bool is_free() {
    ++statistics_.segments;
    // The step before has proven what this one does not move; orientations are met up to rounding only.
    if (!space_.has_orientations()) query_.step().start_is_free();
    const Answer& answer = query_.any_contact();
    const bool free = answer.outcome == Outcome::free && answer.proven;
    if (!free) ++statistics_.segments_refuted;
    return free;
  }

  static Configuration part(const Configuration& q, const Walker& walker) {
    return q.segment(walker.first, walker.count);
  }

  void rest(const Walker& walker) {
    const Configuration q = part(now_, walker);
    query_.step().tree(walker.robot).move(q, q);
  }

  /// Is the walker in the goal at a time of the step?
  bool is_inside(Walker& walker, double t) {
    query_.step().tree(walker.robot).poses(t, walker.poses);
    for (std::size_t k = 0; k < walker.links.size(); ++k) {
      const Pose& X_WL = walker.poses[walker.links[k]];
      const Lss& volume = *walker.volumes[k];
      const double top = std::max(goal_.normal.dot(X_WL * volume.a), goal_.normal.dot(X_WL * volume.b));
      if (!(top + volume.radius <= goal_.offset_m)) return false;
    }
    return true;
  }

  WaypointMatrix rows() const {
    WaypointMatrix rows(static_cast<Eigen::Index>(path_.size()), space_.size());
    for (std::size_t k = 0; k < path_.size(); ++k) rows.row(static_cast<Eigen::Index>(k)) = path_[k];
    return rows;
  }

  const Stopwatch watch_;
  const Checker& checker_;
  const WalkSettings& settings_;
  const PlanSpace space_;
  const HalfSpace goal_;
  Query query_;
  SeededRandom random_;
  std::vector<Walker> walkers_;
  Configuration now_, next_;
  std::vector<Configuration> path_;
  PlanStatistics statistics_;
};

}  // namespace

Plan RandomWalk::walk(const Configuration& start, const HalfSpace& goal) const {
  return WalkMaker(checker_, settings_, start, goal).run();
}

}  // namespace tocca
