#include "check/steps/segment_memory.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

namespace tocca {

double SegmentMemory::open() const {
  double most = 0.0;
  if (steps.empty()) most = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (free[i]) continue;
    most = std::max(most, steps[i].begun ? steps[i].open() : std::numeric_limits<double>::infinity());
  }
  return most;
}

std::size_t SegmentCache::Hash::operator()(const Key& key) const noexcept {
  std::uint64_t hash = key.size();
  for (const double number : key) {  // the finaliser of splitmix64, number by number
    hash += std::bit_cast<std::uint64_t>(number) + 0x9e3779b97f4a7c15u;
    hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9u;
    hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebu;
    hash ^= hash >> 31;
  }
  return static_cast<std::size_t>(hash);
}

bool SegmentCache::Same::operator()(const Key& x, const Key& y) const noexcept {
  return std::equal(x.begin(), x.end(), y.begin(), y.end(), [](double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
  });
}

SegmentMemory SegmentCache::take(const Key& key) {
  const auto found = by_key_.find(key);
  if (found == by_key_.end()) return {};
  SegmentMemory memory = std::move(found->second->second);
  by_use_.erase(found->second);
  by_key_.erase(found);
  return memory;
}

void SegmentCache::keep(const Key& key, SegmentMemory&& memory) {
  if (capacity_ == 0) return;
  take(key);  // the same segment twice in one path: the later one counts
  by_use_.emplace_front(key, std::move(memory));
  by_key_[key] = by_use_.begin();
  if (by_use_.size() <= capacity_) return;
  by_key_.erase(by_use_.back().first);
  by_use_.pop_back();
}

}  // namespace tocca
