#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "tocca/shape/mesh.hpp"

namespace tocca {

enum class ScrewPairOf : std::uint8_t { branches, leaves, vertex_face, face_vertex, edge_edge };

/// Something to examine, not before `from`.
struct ScrewWaiting {
  double from, to;
  Index a, b;
  ScrewPairOf kind;
};

/// What waits, by time: in steps, each of which is a list. What is pushed is never earlier than what was popped, as
/// windows only shrink, so that pushing and popping cost a few instructions each where a heap's pop takes dozens of
/// nanoseconds.
class ScrewQueue {
 public:
  static constexpr int step_count = 64;

  /// Times are in [0, latest], to rounding.
  void start(double latest) {
    first_.fill(nothing);
    links_.clear();
    step_ = 0;
    per_time_ = latest > 0.0 ? step_count / latest : 0.0;
  }
  void push(const ScrewWaiting& entry) {
    const int step = std::clamp(static_cast<int>(entry.from * per_time_), step_, step_count - 1);
    links_.push_back({entry, first_[static_cast<std::size_t>(step)]});
    first_[static_cast<std::size_t>(step)] = static_cast<Index>(links_.size() - 1);
  }
  bool pop(ScrewWaiting& entry) {
    for (; step_ < step_count; ++step_) {
      Index& head = first_[static_cast<std::size_t>(step_)];
      if (head == nothing) continue;
      entry = links_[head].entry;
      head = links_[head].next;
      return true;
    }
    return false;
  }

 private:
  static constexpr Index nothing = 0xffffffffu;
  struct Link {
    ScrewWaiting entry;
    Index next;
  };

  std::vector<Link> links_;
  std::array<Index, step_count> first_{};
  int step_ = 0;
  double per_time_ = 0.0;
};

}  // namespace tocca
