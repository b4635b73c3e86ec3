#include "check/model/still_bodies.hpp"

#include <algorithm>

namespace tocca {
namespace {

std::vector<const Part*> addresses_of(std::span<const std::shared_ptr<const Part>> parts) {
  std::vector<const Part*> addresses;
  for (const std::shared_ptr<const Part>& part : parts) addresses.push_back(part.get());
  return addresses;
}

double greatest_rounding(std::span<const Part* const> parts) {
  double greatest = 0.0;
  for (const Part* part : parts) greatest = std::max(greatest, part->rounding_m());
  return greatest;
}

}  // namespace

StillBodies::StillBodies(std::vector<std::shared_ptr<const Part>> parts, const Vector3& origin)
    : parts_(std::move(parts)),
      addresses_(addresses_of(parts_)),
      rounding_m_(greatest_rounding(addresses_)),
      origin_(origin),
      boxes_(addresses_),
      lanes_(addresses_, origin),
      solids_(addresses_) {}

const RssTree& StillBodies::volumes() const {
  std::call_once(once_, [this] { volumes_ = RssTree(addresses_); });
  return volumes_;
}

}  // namespace tocca
