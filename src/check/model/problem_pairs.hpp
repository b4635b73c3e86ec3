#pragma once

#include <string>
#include <vector>

#include "tocca/check/settings.hpp"
#include "tocca/core/require.hpp"
#include "tocca/model/problem.hpp"

namespace tocca {

/// "link", or "robot/link" where there are several robots.
std::string link_name(const Problem& problem, std::size_t robot, std::size_t link);

/// Names of every link, object and deforming body, in that order.
std::vector<std::string> all_names(const Problem& problem);

/// One of `names`: the same, or "robot/link" where "link" is the name of no other body; else `name` as it is.
std::string full_name(const std::string& name, const std::vector<std::string>& names);

/// Which pairs of bodies of a whole problem are checked, with which clearance, and why the others are not
/// (docs/guide/check.md). By indices: a robot of 3,000 links has four million pairs.
///
/// A pair with a body that moves at some time of the problem is checked at all times, even at rest. Excluded, in this
/// order of reasons. Two links of one robot: one rigid group, joined by a joint after fixed joints are merged, allowed,
/// self-collision is off. A link and an object: attached to it, allowed, no joint moves the link (and nothing the object).
/// Links of two robots: allowed, neither moves. Two objects: both held by one rigid group, allowed; two still objects
/// are not a pair. A body that deforms and anything else, still or not: allowed. Two that deform are never checked. A name in an allowed pair that a link and an object share means the link.
/// What holds for a part of the path only (attached, both held, allowed from waypoint to waypoint) makes a pair both
/// checked and listed as excluded, once per part.
struct ProblemPairs {
  /// A link with geometry or an object with geometry; robots first, in their order. Bodies that deform come last.
  struct Body {
    std::string name;
    int robot = -1, link = -1;  ///< of a link
    int object = -1;            ///< of an object
    int group = -1;             ///< the rigid group of a link
    bool still = false;         ///< an object that nothing ever moves
    double padding_m = 0.0;     ///< how much it is grown
    int deforming = -1;         ///< of a body that deforms
    bool gone = false;          ///< in a version of a scene that lives: another body took its place, or none did
  };
  /// A pair that is checked, and how far apart it must stay.
  struct Checked {
    int a, b;            ///< bodies
    double clearance_m;  ///< of the grown bodies; negative: how deep they may penetrate each other
    double level_m;      ///< of the bodies themselves: the clearance and both paddings, rounded up
  };
  /// A pair that is not.
  struct Excluded {
    int a, b;
    int why;  ///< among `reasons`
  };
  /// A part of the path in which a checked pair may touch (Problem::allowed_stretches).
  struct Stretch {
    int a, b;
    ClockStretch time;
  };
  std::vector<Body> bodies;
  std::vector<Checked> checked;
  std::vector<Excluded> excluded;
  std::vector<Stretch> stretches;
  std::vector<std::string> reasons;

  const std::string& name(int body) const {
    TOCCA_REQUIRE(body >= 0 && static_cast<std::size_t>(body) < bodies.size(), "a problem has no such body");
    return bodies[static_cast<std::size_t>(body)].name;
  }
  const std::string& reason(const Excluded& pair) const { return reasons[static_cast<std::size_t>(pair.why)]; }
};

/// How far apart two bodies must be that keep a clearance when they are grown: the sum of all three, rounded up by less than 2^-49 of it.
double level_of(double clearance_m, double padding_a_m, double padding_b_m);

/// How far apart two bodies are when their grown shapes touch: the sum of both paddings, rounded up by less than 2^-50 of it.
double padding_of(const ProblemPairs::Body& a, const ProblemPairs::Body& b);

/// Throws InputError (no file name) if a clearance is not finite, or one that is not a pair's own is negative; if a
/// padding is, or is that of a body that the problem does not have or that has one already.
ProblemPairs pairs_of(const Problem& problem, const PairSettings& settings = {});

}  // namespace tocca
