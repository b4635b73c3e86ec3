#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tocca/io/report.hpp"
#include "tocca/world/world_results.hpp"

namespace tocca {

class World;  // tocca/world/world.hpp

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
  ~WorldRecorder();
  WorldRecorder(WorldRecorder&&) noexcept;

  /// A rigid body of the world, by its number, before the first step. Its shapes, in its own frame, as they were given to the world.
  void add(int body, Report::Body drawn, bool moves = true);

  /// `before`: what the bodies touched on their way here, where that was asked (World::first_contacts).
  void step(const World& world, const WorldStep& found, std::span<const TimedContact> before = {});

  /// What is left out, as sentences; empty where everything is drawn.
  std::vector<std::string> notes() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace tocca
