#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tocca/core/require.hpp"

namespace tocca {

/// Which moments of a run of unknown length are kept: some, evenly spread, and as many as fit of those at which
/// something happened.
///
/// Guarantee   Never more than `most`. The first moment, the newest, and the first at which something happened are always there.
///             While there is room, all are kept. Each thinning drops every second one of the larger kind.
/// Requires    most >= 4.
class KeptMoments {
 public:
  explicit KeptMoments(std::size_t most) : most_(most) {
    TOCCA_REQUIRE(most >= 4, "at least four moments must be kept");
  }

  /// Adds a moment, which takes the last place. Returns the places, ascending, of those to remove before that: valid
  /// until the next call.
  std::span<const std::size_t> add(bool something_happened);
  /// Drops about half of them, even if there is room; the newest stays. Returns places as above.
  std::span<const std::size_t> thin();

  std::size_t size() const noexcept { return kept_.size(); }
  std::int64_t seen() const noexcept { return seen_; }
  bool all() const noexcept { return stride_ == 1; }  ///< nothing has been dropped yet

 private:
  struct Moment {
    std::int64_t number;
    std::int64_t happening;  ///< its ordinal among those; -1: nothing happened
  };
  bool stays(const Moment& moment) const;
  void double_a_stride();
  void drop();

  std::size_t most_;
  std::int64_t seen_ = 0, happenings_ = 0;
  std::int64_t stride_ = 1, happening_stride_ = 1;
  std::vector<Moment> kept_;
  std::vector<std::size_t> gone_;
};

/// Removes the elements at these places, ascending, from a list.
template <class Item>
void erase_places(std::vector<Item>& items, std::span<const std::size_t> places) {
  if (places.empty()) return;
  std::size_t to = places.front(), next = 0;
  for (std::size_t from = to; from < items.size(); ++from) {
    if (next < places.size() && places[next] == from) {
      ++next;
    } else {
      items[to++] = std::move(items[from]);
    }
  }
  items.resize(to);
}

}  // namespace tocca
