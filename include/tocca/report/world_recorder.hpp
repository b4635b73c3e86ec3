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
/// Goes out    Bodies and their poses at each step; a segment for each step at which something touches, with places and
///             normals (none where bodies overlap); as a curve, the number of pairs that touch, or that met on their
///             way; the boxes of bodies, and, of steps that were asked for them (World::step(true)), lines between the closest
///             features. Step k lasts from k to k + 1.
/// Bounded     Any number of bodies and steps. If there are too many bodies, those in the middle are drawn; if there
///             are too many steps, every second one and so on, keeping those with contacts longest; of a step, the shortest
///             lines. notes() says so.
class WorldRecorder {
 public:
  /// `report` must outlive it. Draws at most `poses` poses and `triangles` triangles.
  explicit WorldRecorder(Report& report, std::size_t poses = 500'000, std::size_t triangles = 300'000);
  ~WorldRecorder();
  WorldRecorder(WorldRecorder&&) noexcept;

  /// A rigid body of the world, by its number, before the first step; its shapes in its own frame, as given to the
  /// world.
  void add(int body, Report::Body drawn, bool moves = true);

  /// `before`: what the bodies touched on their way here, if that was asked for (World::first_contacts).
  void step(const World& world, const WorldStep& found, std::span<const TimedContact> before = {});

  /// What was left out, as sentences; empty if everything is drawn.
  std::vector<std::string> notes() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace tocca
