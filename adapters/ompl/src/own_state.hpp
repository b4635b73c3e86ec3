// A state of a space that is freed with its owner.
#pragma once

#include <ompl/base/StateSpace.h>

namespace tocca::ompl {

class OwnState {
 public:
  explicit OwnState(const ::ompl::base::StateSpace& space) : space_(space), state_(space.allocState()) {}
  ~OwnState() { space_.freeState(state_); }
  OwnState(const OwnState&) = delete;
  OwnState& operator=(const OwnState&) = delete;

  ::ompl::base::State* get() const { return state_; }

 private:
  const ::ompl::base::StateSpace& space_;
  ::ompl::base::State* state_;
};

}  // namespace tocca::ompl
