// Queries that wait for the next question, so that each thread finds its scratch memory warm.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "tocca/query/checker.hpp"

namespace tocca {

/// Thread-safe. A query is lent to one thread at a time and keeps what its last question left in its step.
class QueryPool {
 public:
  /// `start`: what a new query's step is set to. All must outlive the pool.
  QueryPool(const CollisionModel& model, const CheckSettings& settings, const Step& start)
      : model_(model), settings_(settings), start_(start) {}

  Query fresh() const {
    Query query(model_, settings_);
    query.step().set(start_);
    return query;
  }

  /// Calls use(query) with a query of nobody else's.
  template <class Use>
  auto lend(const Use& use) {
    Loan loan(*this);
    return use(*loan.query);
  }

 private:
  struct Loan {
    explicit Loan(QueryPool& the_pool) : pool(the_pool), query(pool.take()) {
      if (!query) query = std::make_unique<Query>(pool.fresh());
    }
    ~Loan() { pool.give(std::move(query)); }
    QueryPool& pool;
    std::unique_ptr<Query> query;
  };

  std::unique_ptr<Query> take() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return nullptr;
    std::unique_ptr<Query> query = std::move(idle_.back());
    idle_.pop_back();
    return query;
  }
  void give(std::unique_ptr<Query> query) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(query));
  }

  const CollisionModel& model_;
  const CheckSettings& settings_;
  const Step& start_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Query>> idle_;
};

}  // namespace tocca
