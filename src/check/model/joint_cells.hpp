// Pairs of links with one or two joints between them, and which cells of those joints are known to keep them apart.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace tocca {

class CollisionModel;

/// The relative place of such links depends on one or two numbers only: what was proven of a cell of these holds in every question. Cells are
/// filled by those who ask (CellProof), each always with the same answer. Thread-safe. Decision record 0056.
class JointCells {
 public:
  /// How long a cell is along each joint, in radians.
  static constexpr double pitch = 0.125;
  /// What is apart is so by more than its clearance and this.
  static constexpr double level_m = 1e-3;

  enum class State : std::uint8_t { unknown, apart, open };

  struct Pair {
    int robot = -1;
    std::array<int, 2> links{-1, -1};        ///< whose joints they are; the second may be none
    std::array<int, 2> coordinates{-1, -1};  ///< of a configuration
    std::array<double, 2> lower{};           ///< where cells begin: the joints' limits
    std::array<int, 2> count{1, 1};
    std::size_t first = 0;  ///< among all cells
  };

  /// Without any pair, unless they are wanted.
  JointCells(const CollisionModel& model, bool wanted);

  /// Null if there are more joints in between, or none, or joints without limits; for a pair that a version of the model added.
  const Pair* of(int pair) const {
    const auto place = static_cast<std::size_t>(pair);
    const int index = place < index_.size() ? index_[place] : -1;
    return index < 0 ? nullptr : &pairs_[static_cast<std::size_t>(index)];
  }
  /// Of a cell, by its place along both joints.
  State state(const Pair& pair, const std::array<int, 2>& cell) const {
    return states_[number(pair, cell)].load(std::memory_order_relaxed);
  }
  void note(const Pair& pair, const std::array<int, 2>& cell, State state) const {
    states_[number(pair, cell)].store(state, std::memory_order_relaxed);
  }

 private:
  static std::size_t number(const Pair& pair, const std::array<int, 2>& cell) {
    return pair.first + static_cast<std::size_t>(cell[0]) * static_cast<std::size_t>(pair.count[1]) +
           static_cast<std::size_t>(cell[1]);
  }

  std::vector<int> index_;  // of each pair of the model, or -1
  std::vector<Pair> pairs_;
  std::unique_ptr<std::atomic<State>[]> states_;
};

}  // namespace tocca
