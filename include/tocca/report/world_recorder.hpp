#pragma once

#include <span>
#include <string>
#include <vector>

#include "tocca/io/report.hpp"
#include "tocca/report/kept_moments.hpp"
#include "tocca/world/world.hpp"

namespace tocca {

/// Draws the rigid bodies of a world into a report, step by step, with what touches.
///
/// Comes in    The world after each of its steps, and what the step found.
/// Goes out    Bodies and their poses at each step; a segment for each step at which something touches, with places and normals (none
///             where bodies overlap); the number of pairs that touch, or met on their way, as a curve. Step k lasts from k to k + 1.
/// Bounded     Any number of bodies and steps. Where there are too many bodies, those in the middle are drawn; where there are too many
///             steps, every second one, and so on, those with contacts longest. notes() says so.
class WorldRecorder {
 public:
  /// `report` must outlive it. `poses` and `triangles` are drawn at most.
  explicit WorldRecorder(Report& report, std::size_t poses = 500'000, std::size_t triangles = 300'000);

  /// A rigid body of the world, by its number, before the first step. Its shapes, in its own frame, as they were given to the world.
  void add(int body, Report::Body drawn, bool moves = true);

  /// `before`: what the bodies touched on their way here, where that was asked (World::first_contacts).
  void step(const World& world, const WorldStep& found, std::span<const TimedContact> before = {});

  /// What is left out, as sentences; empty where everything is drawn.
  std::vector<std::string> notes() const;

 private:
  struct Candidate {
    int body;
    Report::Body drawn;
    bool moves;
  };
  void choose(const World& world);
  void record_moment(const World& world, bool touching);
  void record_contacts(const World& world, const WorldStep& found, std::span<const TimedContact> before);
  NamedContact place_of(const World& world, BodyPair pair) const;
  bool is_drawn(const BodyPair& pair) const;
  void drop_moments(std::span<const std::size_t> places);
  void drop_segments(std::span<const std::size_t> places);

  Report& report_;
  std::size_t most_poses_, most_triangles_;
  std::vector<Candidate> candidates_;
  std::size_t given_ = 0;           ///< bodies
  std::vector<int> place_;          ///< of a body of the world in the report; -1: not drawn
  std::vector<int> moving_;         ///< bodies of the world that have poses
  KeptMoments moments_, segments_;  ///< of times, of segments
  std::size_t places_ = 0;          ///< of contacts, of all segments
  bool contacts_cut_ = false;
};

}  // namespace tocca
