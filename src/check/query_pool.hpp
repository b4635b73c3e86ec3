// Queries that wait for the next question, so that each thread finds its scratch memory warm.
#pragma once

#include "core/lending_pool.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/check/motion_step.hpp"

namespace tocca {

/// Thread-safe. A query is lent to one thread at a time and keeps what its last question left in its step.
class QueryPool {
 public:
  /// `start`: what a new query's step is set to. All must outlive the pool.
  QueryPool(const CollisionModel& model, const CheckSettings& settings, const MotionStep& start)
      : model_(model), settings_(settings), start_(start), queries_([this] { return fresh(); }) {}

  Query fresh() const {
    Query query(model_, settings_);
    query.step().set(start_);
    return query;
  }

  /// Calls use(query) with a query that no other thread uses.
  template <class Use>
  auto lend(const Use& use) {
    return queries_.lend(use);
  }

 private:
  const CollisionModel& model_;
  const CheckSettings& settings_;
  const MotionStep& start_;
  LendingPool<Query> queries_;
};

}  // namespace tocca
