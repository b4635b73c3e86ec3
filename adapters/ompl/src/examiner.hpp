// What both validators share: states and motions of a space as questions to a checker, from any number of threads.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "own_state.hpp"
#include "tocca/ompl/state_map.hpp"
#include "tocca/ompl/validity.hpp"

namespace tocca::ompl {

class Examiner {
 public:
  Examiner(const ::ompl::base::StateSpacePtr& space, const Checker& checker)
      : map_(checker.model(), space), checker_(checker) {}

  const ::ompl::base::StateSpace& space() const { return *map_.space(); }

  Outcome state(const ::ompl::base::State* at);
  double distance(const ::ompl::base::State* at);
  Outcome motion(const ::ompl::base::State* from, const ::ompl::base::State* to);
  /// The first contact: up to which fraction the motion is proven free.
  struct Stop {
    Outcome outcome;
    double free_until;
  };
  Stop first(const ::ompl::base::State* from, const ::ompl::base::State* to);

  /// Counts, and calls also(valid) while no other thread counts. True: valid.
  template <class Also>
  bool count(Outcome outcome, const Also& also) {
    const std::lock_guard lock(mutex_);
    const bool valid = outcome == Outcome::free;
    ++counts_.checked;
    counts_.invalid += valid ? 0 : 1;
    counts_.undecided += outcome == Outcome::undecided ? 1 : 0;
    also(valid);
    return valid;
  }
  Counts counts() {
    const std::lock_guard lock(mutex_);
    return counts_;
  }

 private:
  /// What one thread needs for one question.
  struct Desk {
    Desk(const Checker& checker, const ::ompl::base::StateSpace& space)
        : version(checker.version()), query(checker.query()), middle(space) {}
    std::uint64_t
        version;  ///< read before the query is made: at worst it is older than the query, and the desk is made again
    Query query;
    OwnState middle;
    Legs legs;
    Configuration q;
  };

  /// A desk for exclusive use, until it is returned.
  class Loan {
   public:
    explicit Loan(Examiner& examiner);
    ~Loan();
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;
    Desk* operator->() const { return desk_.get(); }
    Desk& operator*() const { return *desk_; }

   private:
    Examiner& examiner_;
    std::unique_ptr<Desk> desk_;
  };

  /// Sets the step of a desk; false if a number is not finite: no such place, hence not free.
  bool set(Desk& desk, const Configuration& from, const Configuration& to) const;
  bool stand(Desk& desk, const ::ompl::base::State* at) const;

  StateMap map_;
  const Checker& checker_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Desk>> idle_;
  Counts counts_;
};

}  // namespace tocca::ompl
