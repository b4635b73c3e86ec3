#include "io/gltf_colour.hpp"

#include <algorithm>
#include <cmath>

namespace tocca {
namespace {

using nlohmann::json;

const json* look_up(const json* owner, const char* key) {
  if (!owner || !owner->is_object()) return nullptr;
  const auto found = owner->find(key);
  return found == owner->end() ? nullptr : &*found;
}

/// glTF gives linear intensities; screens and all other formats here use sRGB.
double srgb(double linear) {
  const double x = std::clamp(linear, 0.0, 1.0);
  return x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1.0 / 2.4) - 0.055;
}

}  // namespace

std::optional<Colour> gltf_colour(const GltfDocument& document, const json& primitive) {
  const json *number = look_up(&primitive, "material"), *materials = look_up(&document.root(), "materials");
  if (!number || !number->is_number_unsigned() || !materials || !materials->is_array()) return std::nullopt;
  const auto k = number->get<std::size_t>();
  if (k >= materials->size()) return std::nullopt;
  const json* factor = look_up(look_up(&(*materials)[k], "pbrMetallicRoughness"), "baseColorFactor");
  if (!factor || !factor->is_array() || factor->size() < 3) return std::nullopt;
  Colour colour;
  for (std::size_t i = 0; i < 3; ++i) {
    if (!(*factor)[i].is_number()) return std::nullopt;
    colour[i] = srgb((*factor)[i].get<double>());
  }
  return colour;
}

}  // namespace tocca
