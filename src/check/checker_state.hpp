#pragma once

#include "check/live/live_checker.hpp"
#include "tocca/check/checker.hpp"

namespace tocca {

struct Checker::State {
  explicit State(VersionPointer version) : live(std::move(version)) {}

  LiveChecker live;
};

}  // namespace tocca
