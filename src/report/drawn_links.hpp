#pragma once

#include <span>
#include <string>
#include <vector>

#include "report/kept_moments.hpp"
#include "tocca/io/report.hpp"

namespace tocca {

class CollisionModel;  // tocca/check/collision_model.hpp
class MotionStep;      // tocca/check/motion_step.hpp
struct LinkVisual;     // io/visuals.hpp
struct Problem;        // tocca/model/problem.hpp

/// What a report shows of links besides their collision geometry: how they look, and the ways that they go.
///
/// Looks       The visual geometry of the robots' URDFs, read here and nowhere else. It goes to the body of its link; a link
///             without collision geometry gets a body without shapes.
/// Ways        The page draws the line of one link per robot, which the reader may change: the link that was asked for; else a
///             tool frame (named tcp, then tool0, then the parent link of an end effector of the SRDF) if it moves; else the
///             link that goes farthest. Of a tool frame and of a link without geometry the origin goes along the line, of
///             all others the middle.
class DrawnLinks {
 public:
  /// After the other bodies of the report. All must outlive it.
  DrawnLinks(const Problem& problem, const CollisionModel& model, Report& report);

  /// The line of its robot follows this link: "link", or "robot/link" if there are several robots. Throws InputError if
  /// there is no such link.
  void follow(const std::string& name);
  /// How many poses each moment adds.
  std::size_t extra_poses() const { return extra_.size(); }

  /// The next moment is the first of another path, elsewhere perhaps.
  void begin_path() { started_ = false; }
  /// Where everything is at time `t` of the step. A way shorter than `stray_m` is none.
  void add(const MotionStep& step, double t, double clock, double stray_m);
  /// The lines of a path that is drawn to compare with.
  void begin_other(const std::string& name, const std::string& tone);
  void add_to_other(const MotionStep& step, double t);
  /// Brings the links of the report up to date: those that have moved so far.
  void tell();
  /// The same after the last moment, with the lines of other paths. Call it once.
  void finish();

 private:
  /// A link that some joint carries: its line can be drawn.
  struct Way {
    int robot, link;
    Vector3 point;       ///< in the link's frame
    Report::Link drawn;  ///< as the report has it
    int rank;            ///< 0, 1, 2: a tool frame, in the order in which they are preferred; 3: none
    bool asked = false;
    double length_m = 0.0;
    Vector3 last = Vector3::Zero();
  };
  /// A body without shapes that follows a link.
  struct Extra {
    int robot, link, body;
  };

  void add_looks(int robot, std::span<const LinkVisual> looks);
  void add_ways(int robot);
  int add_body(int robot, int link);
  void place(const MotionStep& step, double t);
  Vector3 at_now(const Way& way) const;
  bool is_drawn(const Way& way) const { return !broken_ && (way.asked || way.length_m > stray_m_); }
  const Way* followed(int robot) const;

  const Problem& problem_;
  const CollisionModel& model_;
  Report& report_;
  std::vector<std::vector<int>> body_of_;  ///< the body of each link of each robot, in the report; -1: none
  std::vector<std::vector<Pose>> X_WL_;    ///< of each robot, at the moment that was placed last
  std::vector<Way> ways_;
  std::vector<Extra> extra_;
  std::vector<Report::OtherPath> others_;  ///< with a line for each of ways_
  KeptMoments kept_{4};                    ///< of the last of others_
  bool started_ = false;
  bool broken_ = false;  ///< the path jumps: edges of a list, whose lines would show nothing
  double last_clock_ = 0.0, stray_m_ = 0.0;
};

}  // namespace tocca
