#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "tocca/core/require.hpp"

namespace tocca {

/// A list whose copies share what is the same in both. Copying costs a pointer for every 32 elements, changing one element 32 elements.
/// Thread-safe like a value: copies may be used by different threads.
template <class T>
class SharedList {
 public:
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T& operator[](std::size_t i) const {
    TOCCA_REQUIRE(i < size_, "a list has no such element");
    return (*blocks_[i / block_size])[i % block_size];
  }

  void set(std::size_t i, T value) {
    TOCCA_REQUIRE(i < size_, "a list has no such element");
    own(i / block_size)[i % block_size] = std::move(value);
  }
  void push_back(T value) {
    if (size_ % block_size == 0) blocks_.push_back(std::make_shared<std::vector<T>>());
    own(size_ / block_size).push_back(std::move(value));
    ++size_;
  }
  void clear() {
    blocks_.clear();
    size_ = 0;
  }
  std::vector<T> flat() const {
    std::vector<T> all;
    all.reserve(size_);
    for (std::size_t i = 0; i < size_; ++i) all.push_back((*this)[i]);
    return all;
  }

 private:
  static constexpr std::size_t block_size = 32;

  /// A block that no copy of the list sees: a new one, which the old one's readers do not notice.
  std::vector<T>& own(std::size_t block) {
    blocks_[block] = std::make_shared<std::vector<T>>(*blocks_[block]);
    return *blocks_[block];
  }

  std::vector<std::shared_ptr<std::vector<T>>> blocks_;
  std::size_t size_ = 0;
};

}  // namespace tocca
