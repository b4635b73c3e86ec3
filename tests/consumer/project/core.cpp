#include <tocca/core/error.hpp>
#include <tocca/shape/pose.hpp>

int main() {
  const tocca::Pose pose = tocca::Pose::from_rpy({1, 2, 3}, {0, 0, 0});
  return (pose * tocca::Vector3(1, 0, 0)).isApprox(tocca::Vector3(2, 2, 3)) ? 0 : 1;
}
