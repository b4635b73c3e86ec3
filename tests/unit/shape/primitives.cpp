// What is shown here: sizes that make no solid are refused, with a remedy; kinds have names.
#include "tocca/shape/primitives.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tocca/core/error.hpp"

namespace tocca::primitives_tests {
namespace {

TEST(Primitives, AcceptPositiveSizes) {
  for (const double size : {smallest_size, 1e-9, 1.0, 1e6, largest_coordinate}) {
    EXPECT_NO_THROW(require_valid(Sphere{size}));
    EXPECT_NO_THROW(require_valid(Capsule{size, 0.0}));
    EXPECT_NO_THROW(require_valid(Box{{size, size, size}}));
    EXPECT_NO_THROW(require_valid(Cylinder{size, size}));
    EXPECT_NO_THROW(require_valid(Cone{size, size}));
  }
}

TEST(Primitives, RefuseEverythingElse) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {0.0, -1.0, 1e-31, 1e31, infinity, std::nan("")}) {
    EXPECT_THROW(require_valid(Sphere{bad}), InputError) << bad;
    EXPECT_THROW(require_valid(Capsule{bad, 1.0}), InputError) << bad;
    EXPECT_THROW(require_valid(Box{{1.0, bad, 1.0}}), InputError) << bad;
    EXPECT_THROW(require_valid(Cylinder{1.0, bad}), InputError) << bad;
    EXPECT_THROW(require_valid(Cone{bad, 1.0}), InputError) << bad;
  }
  EXPECT_THROW(require_valid(Capsule{1.0, -1.0}), InputError);
  EXPECT_THROW(require_valid(MeshPointer{}), InputError);
}

TEST(Primitives, HaveNames) {
  EXPECT_STREQ(kind_name(Sphere{1}), "sphere");
  EXPECT_STREQ(kind_name(Cone{1, 1}), "cone");
  EXPECT_STREQ(kind_name(MeshPointer{}), "mesh");
}

}  // namespace
}  // namespace tocca::primitives_tests
