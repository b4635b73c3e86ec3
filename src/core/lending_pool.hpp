#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace tocca {

/// Things that are expensive to make and serve one thread at a time: each is lent out, and kept for the next user.
///
/// Guarantee   Thread-safe; no more are made than are in use at once. A loop inside a loan gets others. A thing is made
///             in place and never moves.
template <class Thing>
class LendingPool {
 public:
  /// `make`: called when all are lent out, on any thread.
  explicit LendingPool(std::function<Thing()> make) : make_(std::move(make)) {}

  /// Calls use(thing) with a thing that no other caller has.
  template <class Use>
  auto lend(const Use& use) {
    const Loan loan(*this);
    return use(*loan.thing);
  }

 private:
  struct Loan {
    explicit Loan(LendingPool& the_pool) : pool(the_pool), thing(pool.take()) {
      if (!thing) thing.reset(new Thing(pool.make_()));  // made in place: it may point into itself, and need not move
    }
    ~Loan() { pool.give(std::move(thing)); }
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;
    LendingPool& pool;
    std::unique_ptr<Thing> thing;
  };

  std::unique_ptr<Thing> take() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return nullptr;
    std::unique_ptr<Thing> thing = std::move(idle_.back());
    idle_.pop_back();
    return thing;
  }
  void give(std::unique_ptr<Thing> thing) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(thing));
  }

  std::function<Thing()> make_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Thing>> idle_;
};

}  // namespace tocca
