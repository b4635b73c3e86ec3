#include <ompl/base/spaces/SO2StateSpace.h>

#include <tocca/core/error.hpp>
#include <tocca/model/problem.hpp>
#include <tocca/ompl/state_map.hpp>

int main() {
  try {
    tocca::ompl::StateMap(tocca::CollisionModel(tocca::Problem{}), std::make_shared<ompl::base::SO2StateSpace>());
  } catch (const tocca::InputError&) {
    return 0;  // one angle, no robot
  }
  return 1;
}
