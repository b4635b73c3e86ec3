// An independent judge of verdicts: FCL at samples of the motion, its own kinematics, never the library's distances.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "plain_distance.hpp"
#include "tocca/model/problem.hpp"
#include "tocca/verdict/verdict.hpp"

namespace tocca::testing {

/// Robots and objects of a problem as FCL sees them. Names are those of verdicts: "link", "robot/link" where there are
/// several robots, an object's own name.
class JudgedWorld {
 public:
  using Names = std::pair<std::string, std::string>;

  /// Robots stand at the first waypoint of their paths, or at zero.
  explicit JudgedWorld(const Problem& problem, bool self_collision = true);
  ~JudgedWorld();

  const Problem& problem() const;
  void place(std::size_t robot, const Configuration& q);
  void place_object(int object, const Eigen::Isometry3d& X_WO);

  /// The first checked pair that overlaps, by FCL alone.
  std::optional<Names> overlap() const;
  /// The first checked pair that is no farther apart than it must be, by FCL alone: `clearance_m`; for two links of one
  /// robot, and for a clearance of zero: that overlaps.
  std::optional<Names> too_near(double clearance_m) const;
  /// Are these two links of one robot?
  bool of_one_robot(const Names& pair) const;
  /// Does anything lie wholly inside a closed mesh that it is checked against? For moments without overlap.
  std::optional<Names> inside() const;
  /// Does one of these two lie wholly inside a closed mesh of the other? For moments at which they do not overlap.
  bool inside(const Names& pair) const;
  bool checked(const Names& pair) const;

  /// By FCL, and by plain_distance on all items of the two.
  double fcl_distance(const Names& pair) const;
  DistanceBounds plain(const Names& pair, double enough = 0.0) const;
  /// Of a point from one of them (a solid if the body is a primitive, else its surface).
  DistanceBounds plain(const Vector3& point, const std::string& name) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// One straight segment for every robot.
struct JudgedMotion {
  std::vector<Configuration> from, to;
};

struct JudgeSettings {
  double step_m = 1e-3;       ///< no point moves more between two samples
  int most_samples = 20'000;  ///< a cap for scenes of 1 km
  double clearance_m = 0.0, tolerance_m = 1e-6;
};

/// What the judge has seen; asserted on, so that a test cannot become empty.
struct JudgeLog {
  int free = 0, contacts = 0, undecided = 0, initial = 0;
  int wrong = 0;  ///< free or contact, and refuted
  long long samples = 0;
  int fcl_wrong = 0;     ///< FCL saw an overlap or a gap that plain_distance refutes
  int too_close = 0;     ///< an overlap by FCL, less than 1e-12 of the scene's size apart: neither right nor wrong
  int touch_points = 0;  ///< contact points found on both surfaces
  int divided = 0;       ///< motions that one claim calls free and another not; both may be right within the tolerance

  int segments() const { return free + contacts + undecided; }
  JudgeLog& operator+=(const JudgeLog& other);
};

/// A claim about a motion.
struct Claim {
  std::string who;
  SegmentVerdict verdict;
  bool first = true;  ///< for a contact: is it claimed to be the first? Otherwise its bracket may have any width.
};

/// Empty if the verdict stands; otherwise what is wrong with it.
///
///   free       no sample is too near, nothing is inside anything at the start
///   contact    no sample before t_lo is too near; the bracket is at most 1e-6 wide; at t_hi each named pair is at most
///              clearance + tolerance apart (two links of one robot: the tolerance alone); each contact point is on both
///              bodies within that
///   undecided  always wrong: no budget is given
std::string judge(JudgedWorld& world, const JudgedMotion& motion, const SegmentVerdict& verdict,
                  const JudgeSettings& settings, JudgeLog& log);
/// Several claims about one motion, for one sampling; counts the outcome of the first.
std::string judge(JudgedWorld& world, const JudgedMotion& motion, const std::vector<Claim>& claims,
                  const JudgeSettings& settings, JudgeLog& log);

}  // namespace tocca::testing
