#include "tocca/shape/cloud.hpp"

#include <algorithm>
#include <string>

#include "shape/rounding.hpp"
#include "tocca/core/error.hpp"

namespace tocca {

Cloud::Cloud(std::vector<Vector3> points, double radius) : centres_(std::move(points)), radius_(radius) {
  measure();
  require_valid(Sphere{radius});
  reach_ = radius;
}

Cloud::Cloud(std::vector<Vector3> centres, std::vector<Vector3> sizes, std::vector<std::uint8_t> size_of)
    : centres_(std::move(centres)), sizes_(std::move(sizes)), size_of_(std::move(size_of)) {
  measure();
  const bool named = std::all_of(size_of_.begin(), size_of_.end(), [&](auto at) { return at < sizes_.size(); });
  if (size_of_.size() != centres_.size() || !named) {
    throw InputError("", "boxes", "do not all have a size", "give each box the number of one of the sizes");
  }
  for (const Vector3& size : sizes_) {
    require_valid(Box{size});
    reach_ = std::max(reach_, norm_above(0.5 * size));
  }
}

void Cloud::measure() {
  if (centres_.empty()) throw InputError("", "points", "there are none", "give at least one point");
  if (centres_.size() > std::size_t{1} << 31) {
    throw InputError("", "points", "there are more than 2^31", "thin the cloud out");
  }
  lower_ = upper_ = centres_.front();
  bool finite = true;  // NaN passes by least and greatest ones
  for (const Vector3& p : centres_) {
    finite = finite && p.allFinite();
    lower_ = lower_.cwiseMin(p);
    upper_ = upper_.cwiseMax(p);
  }
  if (!finite || !(std::max(-lower_.minCoeff(), upper_.maxCoeff()) <= largest_coordinate)) {
    const auto bad = std::find_if(centres_.begin(), centres_.end(), [](const Vector3& p) {
      return !(p.cwiseAbs().maxCoeff() <= largest_coordinate) || !p.allFinite();
    });
    throw InputError("", "point " + std::to_string(bad - centres_.begin()),
                     "a coordinate is not finite, or larger than 1e30", "leave the point out");
  }
}

Geometry Cloud::shape_of(std::size_t grain) const {
  if (is_points()) return Sphere{radius_};
  return Box{sizes_[size_of_[grain]]};
}

}  // namespace tocca
