#pragma once

#include <array>

#include "scenes/drafts.hpp"
#include "scenes/random.hpp"

namespace tocca::scenes {

/// Lays pipes through a box of cubic cells so that no two share a cell: dense pipework without interpenetration.
class Pipework {
 public:
  using Cell = std::array<int, 3>;

  Pipework(const Vector3& corner, double cell_size, const Cell& counts);

  /// Keeps pipes out of every cell whose middle satisfies `inside`.
  void keep_free(const std::function<bool(const Vector3&)>& inside);

  struct Style {
    int sides = 16, bend_pieces = 5;
    Eigen::Vector3d turn_weights{1, 1, 1};  ///< how willingly a pipe turns into the directions x, y, z
    double straightness = 0.85;             ///< chance to go straight on at each cell
    int longest = 60, shortest = 6;         ///< cells of one run
    double valve_chance = 0.5, branch_chance = 0.5;
  };

  /// One run with its flanges, valves and branches, named `name`, `name`_valve, ...; nothing if there was no room.
  std::vector<ObjectDraft> lay_run(const std::string& name, int first_axis, const Style& style, Random& random);

 private:
  bool is_free(const Cell& cell) const;
  std::size_t number(const Cell& cell) const;
  Vector3 middle(const Cell& cell) const;
  std::vector<Cell> walk(int first_axis, const Style& style, Random& random);

  Vector3 corner_;
  double cell_size_;
  Cell counts_;
  std::vector<bool> taken_;
};

/// A flange pair: two discs with a ring of bolts, its axis along `axis` (0, 1, 2) through the origin.
Solid flange_pair(double pipe_radius, int axis, int sides);
/// A gate valve with its bonnet, stem and handwheel; the pipe runs along `axis`, the stem stands across it.
Solid gate_valve(double pipe_radius, int axis, int stem_axis, int sides);

}  // namespace tocca::scenes
