#include "tocca/shape/primitives.hpp"

#include <array>
#include <charconv>
#include <string>

#include "tocca/core/error.hpp"

namespace tocca {
namespace {

void require_positive(double value, const char* name) {
  if (value >= smallest_size && value <= largest_coordinate) return;
  std::array<char, 32> text;
  char* const end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  throw InputError("", name, "a size must be positive, from 1e-30 to 1e30, not " + std::string(text.data(), end),
                   std::string("give a positive ") + name + " in metres");
}

struct Check {
  void operator()(const Sphere& sphere) const { require_positive(sphere.radius, "radius"); }
  void operator()(const Capsule& capsule) const {
    require_positive(capsule.radius, "radius");
    if (capsule.length != 0.0) require_positive(capsule.length, "length");
  }
  void operator()(const Box& box) const {
    for (int i = 0; i < 3; ++i) require_positive(box.size[i], "size");
  }
  void operator()(const Cylinder& cylinder) const {
    require_positive(cylinder.radius, "radius");
    require_positive(cylinder.length, "length");
  }
  void operator()(const Cone& cone) const {
    require_positive(cone.radius, "radius");
    require_positive(cone.length, "length");
  }
  template <class Shared>  // hulls, meshes and clouds were validated when they were built
  void operator()(const std::shared_ptr<Shared>& shared) const {
    if (!shared) throw InputError("", "geometry", "has no shape", "give a hull, a mesh or a cloud");
  }
};

}  // namespace

void require_valid(const Geometry& geometry) { std::visit(Check{}, geometry); }

const char* kind_name(const Geometry& geometry) {
  static constexpr const char* names[] = {"sphere", "capsule", "box", "cylinder", "cone", "hull", "mesh", "cloud"};
  static_assert(std::size(names) == std::variant_size_v<Geometry>);
  return names[geometry.index()];
}

}  // namespace tocca
