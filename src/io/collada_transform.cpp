#include "io/collada_transform.hpp"

#include <Eigen/Geometry>
#include <array>
#include <numbers>

#include "io/text.hpp"

namespace tocca {
namespace {

using tinyxml2::XMLElement;

template <std::size_t count>
std::array<double, count> numbers(const XmlFile& xml, const XMLElement& element) {
  std::array<double, count> values;
  if (!parse_numbers(text_of(element), values)) {
    throw xml.error(element, "must have " + std::to_string(count) + " finite numbers", "export the file again");
  }
  return values;
}

}  // namespace

std::optional<Affine> node_transform(const XmlFile& xml, const XMLElement& element) {
  const std::string_view name = element.Name();
  Affine step;
  if (name == "matrix") {
    const auto m = numbers<16>(xml, element);
    step.linear << m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10];
    step.translation << m[3], m[7], m[11];
  } else if (name == "translate") {
    const auto t = numbers<3>(xml, element);
    step.translation << t[0], t[1], t[2];
  } else if (name == "scale") {
    const auto s = numbers<3>(xml, element);
    step.linear = Vector3(s[0], s[1], s[2]).asDiagonal();
  } else if (name == "rotate") {
    const auto r = numbers<4>(xml, element);
    const Vector3 axis(r[0], r[1], r[2]);
    if (axis.norm() > 0.0) step.linear = rotation_about(axis.normalized(), r[3] * std::numbers::pi / 180.0);
  } else if (name == "lookat") {  // the inverse of a camera's view: the eye is the origin, z points backwards
    const auto l = numbers<9>(xml, element);
    const Vector3 eye(l[0], l[1], l[2]), aim(l[3], l[4], l[5]), up(l[6], l[7], l[8]);
    const Vector3 z = (eye - aim).normalized(), x = up.cross(z).normalized();
    step.linear << x, z.cross(x), z;
    step.translation = eye;
  } else if (name == "skew") {
    throw xml.error(element, "skewed nodes are not supported", "apply the transformation before exporting");
  } else {
    return std::nullopt;
  }
  return step;
}

}  // namespace tocca
