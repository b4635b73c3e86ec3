#include "world/box_table.hpp"

#include <algorithm>

#include "tocca/core/require.hpp"

namespace tocca {

void BoxTable::set(int thing, const Aabb& box) {
  Ends& ends = now_[at(thing)];
  Standing& standing = standing_[at(thing)];
  if (!standing.moved) {
    standing.moved = true;
    moved_.push_back(thing);
    before_[at(thing)] = ends;
  }
  for (int i = 0; i < 3; ++i) {
    TOCCA_REQUIRE(!(box.lower[i] > box.upper[i]), "a box must not be empty");
    ends[at(i)] = known_lower(box.lower[i]);
    ends[at(i) + 3] = known_upper(box.upper[i]);
  }
}

void BoxTable::add(int thing, const Aabb& box) {
  if (at(thing) >= standing_.size()) {
    standing_.resize(at(thing) + 1, Standing{});
    now_.resize(standing_.size());
    before_.resize(standing_.size());
  }
  TOCCA_REQUIRE(!standing_[at(thing)].present, "a number must stand for one thing at a time");
  standing_[at(thing)].present = true;
  fresh_.push_back(thing);
  set(thing, box);
}

void BoxTable::update(int thing, const Aabb& box) {
  TOCCA_REQUIRE(at(thing) < standing_.size() && standing_[at(thing)].present, "there is no such thing");
  set(thing, box);
}

void BoxTable::remove(int thing) {
  TOCCA_REQUIRE(at(thing) < standing_.size() && standing_[at(thing)].present, "there is no such thing");
  Standing& standing = standing_[at(thing)];
  standing.present = false;
  if (standing.known && !standing.gone) {
    standing.gone = true;
    gone_.push_back(thing);
  }
}

bool BoxTable::overlapped(int a, int b) const {
  const Standing &x = standing_[at(a)], &y = standing_[at(b)];
  if (!x.known || x.gone || !y.known || y.gone) return false;
  return meet(x.moved ? before_[at(a)] : now_[at(a)], y.moved ? before_[at(b)] : now_[at(b)]);
}

void BoxTable::end_pairs(std::vector<BodyPair>& ended) {
  std::erase_if(pairs_, [&](const BodyPair& pair) {
    const bool stays = !is_gone(pair.a) && !is_gone(pair.b) && overlap_now(pair.a, pair.b);
    if (!stays) ended.push_back(pair);
    return !stays;
  });
  // What came and went between two steps was never here; what came, went and came again did so once.
  std::sort(fresh_.begin(), fresh_.end());
  fresh_.erase(std::unique(fresh_.begin(), fresh_.end()), fresh_.end());
  std::erase_if(fresh_, [&](int thing) { return !is_present(thing); });
}

void BoxTable::begin_pairs(std::vector<BodyPair>& begun) {
  std::sort(begun.begin(), begun.end());
  begun.erase(std::unique(begun.begin(), begun.end()), begun.end());
  joined_.resize(pairs_.size() + begun.size());
  std::merge(pairs_.begin(), pairs_.end(), begun.begin(), begun.end(), joined_.begin());
  pairs_.swap(joined_);

  for (const int thing : gone_) standing_[at(thing)].known = standing_[at(thing)].gone = false;
  for (const int thing : fresh_) standing_[at(thing)].known = true;
  for (const int thing : moved_) standing_[at(thing)].moved = false;
  gone_.clear();
  fresh_.clear();
  moved_.clear();
}

std::size_t BoxTable::bytes() const noexcept {
  return (now_.capacity() + before_.capacity()) * sizeof(Ends) + standing_.capacity() * sizeof(Standing) +
         (moved_.capacity() + fresh_.capacity() + gone_.capacity()) * sizeof(int) +
         (pairs_.capacity() + joined_.capacity()) * sizeof(BodyPair);
}

}  // namespace tocca
