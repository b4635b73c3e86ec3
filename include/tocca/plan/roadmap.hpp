#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tocca/check/checker.hpp"
#include "tocca/plan/plan_result.hpp"

namespace tocca {

/// Configurations of a cell and straight motions between them, with what is known about each motion: plain data, which
/// io reads and writes (docs/guide/roadmap.md). A RoadmapPlanner fills it and asks it.
///
/// Knowledge   A motion was proven in some scene: in the presence of the objects that were there, each with its shape,
///             its place and its clearances. Where all objects of today's scene are among these, the proof holds today.
///             Or it was refuted: by an object, as long as that object is the same; or by the robots themselves.
/// Trust       All of this is a claim: of this program if it made the roadmap, else of the file that it was read from.
struct Roadmap {
  /// What a thing is, as far as proofs depend on it: equal stamps, the same thing.
  using Stamp = std::array<std::uint64_t, 2>;
  /// An object of a scene, as proofs know it.
  struct Object {
    std::string name;
    Stamp stamp{};
    bool operator==(const Object&) const = default;
  };
  /// A motion between two milestones.
  struct Edge {
    static constexpr int never = -1;      ///< in place of a scene
    static constexpr int robots = -1;     ///< in place of an object: robots, or what they hold, touch each other
    static constexpr int undecided = -2;  ///< nothing touches, but nothing is proven: no proof within the budget
    int a = 0, b = 0;
    /// The scene in which it was last proven, from a to b and from b to a. The two are one proof, except for robots with
    /// floating joints, whose motion back is not quite the same.
    std::array<int, 2> proven_in{never, never};
    int refuted_in = never;  ///< the scene in which it was last refuted
    int blocker = robots;    ///< the object that it then touched
    bool operator==(const Edge&) const = default;
  };

  std::vector<std::string> coordinates;  ///< names, of all robots one after the other
  Stamp robots{};                        ///< geometry, joints, bases, what they hold, their own pairs, the tolerance
  std::vector<Object> objects;           ///< of all scenes
  std::vector<std::vector<int>> scenes;  ///< objects of each, ascending
  std::vector<double> milestones;        ///< one after the other, all coordinates of each
  std::vector<Edge> edges;
  int scene = Edge::never;            ///< the latest one
  std::uint64_t seed = 1, drawn = 0;  ///< of the samples, and how many have been drawn
  bool operator==(const Roadmap&) const = default;

  int milestone_count() const {
    return coordinates.empty() ? 0 : static_cast<int>(milestones.size() / coordinates.size());
  }
  Eigen::Map<const Configuration> milestone(int index) const {
    TOCCA_REQUIRE(index >= 0 && index < milestone_count(), "a roadmap has no such milestone");
    return {milestones.data() + static_cast<std::size_t>(index) * coordinates.size(),
            static_cast<Eigen::Index>(coordinates.size())};
  }
};

/// What is known of a roadmap's edges in today's scene.
struct RoadmapCount {
  std::int64_t milestones = 0, edges = 0;
  std::int64_t proven = 0;    ///< in one direction at least
  std::int64_t outdated = 0;  ///< proven in another scene: something is there that was not
  std::int64_t refuted = 0;
  std::int64_t unknown = 0;
};

/// How today's scene differs from the roadmap's latest one.
struct RoadmapChange {
  enum class What { moved, added, removed };  ///< moved: the same name, another place, shape or clearance
  std::string object;
  What what = What::moved;
  std::int64_t outdated = 0;  ///< proofs that know nothing of it
  std::int64_t reopened = 0;  ///< motions that only it, as it was, refuted
};

/// What today's scene makes of a roadmap.
struct RoadmapUpdate {
  bool forgotten = false;              ///< the robots are others: nothing that was proven holds
  std::vector<RoadmapChange> changes;  ///< by name
};

/// Receives progress from time to time; returning false ends the work, and what was done stays.
using RoadmapProgress = std::function<bool(const RoadmapCount&)>;

/// How large a roadmap becomes.
struct RoadmapSettings {
  std::uint64_t seed = 1;  ///< the same seed gives the same roadmap
  int milestones = 1'000;
  int edges = 10'000;
  bool prove = true;  ///< all edges at once; otherwise they are proven when a path needs them
  double time_limit_s = std::numeric_limits<double>::infinity();
  RoadmapProgress progress;
};

/// How a path is sought.
struct RoadmapQuerySettings {
  double time_limit_s = std::numeric_limits<double>::infinity();
  /// Where the roadmap has no way: seek one without it, with at most so many milestones; 0: do not.
  std::int64_t most_milestones = 1'000'000;
  std::uint64_t seed = 1;  ///< of that search
  /// Start, goal and a way found without the roadmap become part of it, so that the next query finds them.
  bool learn = true;
  PlanProgress progress;
};

/// A path and how the roadmap came by it. `statistics`: candidates are searches of the roadmap, segments the motions
/// that were checked for this path.
struct RoadmapPlan : Plan {
  std::int64_t believed = 0;      ///< motions of the path whose proofs the roadmap had
  std::int64_t proven_again = 0;  ///< outdated proofs that were renewed on the way
  bool beyond = false;            ///< the roadmap had no way: found without it
};

/// Roadmaps for one scene: made, searched, brought up to date (a probabilistic roadmap with lazy proofs: Kavraki and
/// others 1996, Bohlin and Kavraki 2000). For cells in which a path is planned many times and objects move now and then.
///
/// Guarantee   Every motion of a returned path is proven, in the direction driven, against every object of the scene: by
///             the checker now, or by what the roadmap says was proven before, about exactly these things. Nothing that
///             has not been looked at since it changed counts as proven. The path begins with the bits of `start` and
///             ends with those of `goal`. The same roadmap and seed give the same roadmap and path with any number of
///             threads, unless the time limit or the caller ends the work.
/// Not claimed That the path is short, or that there is none where none was found. A roadmap from a file is believed:
///             forget() makes it prove everything again.
class RoadmapPlanner {
 public:
  /// Keeps a reference to the problem. Throws InputError as Checker does, and if objects move by themselves, or are held
  /// or may touch for part of a path: a roadmap knows no time.
  explicit RoadmapPlanner(const Problem& problem, const CheckSettings& settings = {}, const PairSettings& pairs = {});
  ~RoadmapPlanner();
  RoadmapPlanner(RoadmapPlanner&&) noexcept;

  const Checker& checker() const noexcept;

  Roadmap build(const RoadmapSettings& settings = {}) const;
  /// What today's scene makes of the roadmap; the first call after a change tells what has changed since the last one.
  /// If the robots, the tolerance or a clearance among robots changed, all proofs are forgotten, and `forgotten` is set.
  /// Throws InputError if the roadmap has other coordinates. All functions below do this first.
  RoadmapUpdate update(Roadmap& roadmap) const;
  RoadmapCount count(const Roadmap& roadmap) const;  ///< after update()
  /// Believes nothing: all edges become unknown.
  static void forget(Roadmap& roadmap);
  /// Proves or refutes whatever is unknown or outdated; an outdated proof is renewed by looking only at the objects that
  /// it knows nothing of. Uses all cores.
  void prove(Roadmap& roadmap, double time_limit_s = std::numeric_limits<double>::infinity(),
             const RoadmapProgress& progress = {}) const;
  /// A path, proven edge by edge where its edges are not proven yet; what was found out stays in the roadmap. Throws
  /// InputError if a configuration does not fit.
  RoadmapPlan query(Roadmap& roadmap, const Configuration& start, const Configuration& goal,
                    const RoadmapQuerySettings& settings = {}) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tocca
