//
// A scene on the drawing board: what the generators return and write.cpp turns into files.
#pragma once

#include <string>
#include <vector>

#include "scenes/solids.hpp"
#include "tocca/model/kinematic_tree.hpp"

namespace tocca::scenes {

struct LinkDraft {
  std::string name;
  Solid mesh;  ///< in the link's frame; empty: a frame without geometry
};

/// A revolute joint, or a floating one, which has neither axis nor limits; angles in degrees, as data sheets give them.
struct JointDraft {
  std::string name, parent, child;
  Vector3 xyz = Vector3::Zero();
  Vector3 rpy_degrees = Vector3::Zero();
  Vector3 axis = Vector3::UnitZ();
  double lower_degrees = -180.0, upper_degrees = 180.0;
  JointType type = JointType::revolute;
};

struct RobotDraft {
  std::string name;
  std::vector<LinkDraft> links;
  std::vector<JointDraft> joints;
  struct Touching {
    std::string a, b, reason;
  };
  std::vector<Touching> touching;  ///< self pairs that touch by construction: they go to the SRDF

  int triangles() const;
  void add(std::string link, Solid mesh) { links.push_back({std::move(link), std::move(mesh)}); }
};

struct ObjectDraft {
  std::string name;
  Solid mesh;
  Vector3 xyz = Vector3::Zero();
  double yaw_degrees = 0.0;
};

int triangles(const std::vector<ObjectDraft>& objects);
/// All of them as one object with one mesh, named "scene".
ObjectDraft one_object(const std::vector<ObjectDraft>& objects);
/// Refines every object by the same factor until all together have `count` triangles (even).
void refine_to(std::vector<ObjectDraft>& objects, int count);

/// Joint positions in degrees, in the order of RobotDraft::joints.
using Posture = std::vector<double>;

struct Placement {
  std::string name;
  Vector3 xyz = Vector3::Zero();
  double yaw_degrees = 0.0;
  std::vector<Posture> path;  ///< the first is the start, which is free of contact; revolute joints only
};

/// Edges of random walks: from each posture a step of up to `step_degrees` per joint, either way.
///
/// A walk goes on from the end of a free step and stays where a step meets something; after walk_length steps it starts
/// anew at the start, so that all of them stay close to the obstacles. Which steps were free is written in `free_steps`,
/// four per hexadecimal digit, most significant first: found once by dense sampling with a peer, so that the generator
/// needs no collision checker. The tests ask the peer again: every day about one edge in ten, in a campaign all of
/// them; the last bit of a walk leaves no trace in the files and is not tested.
///
/// Steps of a degree from the start hardly ever meet anything. A walk with `halts` starts its k-th ten steps at halt k
/// instead: at a posture on an edge of another walk, shortly before that edge meets something.
struct WalkDraft {
  std::string file;
  double step_degrees;
  std::uint64_t seed;
  std::string_view free_steps;
  struct Halt {
    int edge, part;  ///< from + part / 4096 * (to - from) of that edge
  };
  const WalkDraft* along = nullptr;  ///< the other walk
  std::vector<Halt> halts = {};
};

inline constexpr int walk_length = 10;

struct EdgeDraft {
  Posture from, to;
};
/// All edges of a walk, inside the joint limits.
std::vector<EdgeDraft> edges_of(const WalkDraft& walk, const RobotDraft& robot, const Posture& start);
/// The next step of a walk, drawn from `random`.
Posture next_step(const Posture& from, double step_degrees, const RobotDraft& robot, class Random& random);

/// One kind of robot, once or several times, in one scene.
struct CellDraft {
  RobotDraft robot;
  std::vector<Placement> robots;
  std::vector<ObjectDraft> objects;
  std::vector<WalkDraft> walks;  ///< of the first robot
};

}  // namespace tocca::scenes
