#include "io/collada_colours.hpp"

#include <algorithm>

#include "io/text.hpp"
#include "io/xml.hpp"

namespace tocca {
namespace {

using tinyxml2::XMLElement;

/// The child at the end of a chain of names; nothing where the chain breaks.
const XMLElement* descend(const XMLElement* element, std::initializer_list<const char*> names) {
  for (const char* name : names) element = element ? element->FirstChildElement(name) : nullptr;
  return element;
}

std::optional<Colour> colour_of_effect(const XMLElement& effect) {
  const XMLElement* technique = descend(&effect, {"profile_COMMON", "technique"});
  if (!technique) return std::nullopt;
  for (const char* shading : {"phong", "lambert", "blinn", "constant"}) {
    const bool emits = std::string_view(shading) == "constant";  // it has no diffuse colour
    const XMLElement* element = descend(technique, {shading, emits ? "emission" : "diffuse", "color"});
    std::array<double, 4> rgba;
    if (!element || !parse_numbers(text_of(*element), rgba)) continue;
    return Colour{std::clamp(rgba[0], 0.0, 1.0), std::clamp(rgba[1], 0.0, 1.0), std::clamp(rgba[2], 0.0, 1.0)};
  }
  return std::nullopt;
}

}  // namespace

void ColladaColours::bind(const XMLElement& instance) {
  targets_.clear();
  const XMLElement* common = descend(&instance, {"bind_material", "technique_common"});
  if (!common) return;
  for (const XMLElement& material : children(*common, "instance_material")) {
    const char *symbol = material.Attribute("symbol"), *target = material.Attribute("target");
    if (symbol && target) targets_[symbol] = target;
  }
}

const XMLElement* ColladaColours::target(const char* url, std::string_view kind) const {
  if (!url || *url != '#') return nullptr;
  const auto found = by_id_.find({kind, url + 1});
  return found == by_id_.end() ? nullptr : found->second;
}

std::optional<Colour> ColladaColours::of(std::string_view symbol) const {
  const auto bound = targets_.find(symbol);
  const XMLElement* material = bound == targets_.end() ? nullptr : target(bound->second, "material");
  const XMLElement* instance = material ? material->FirstChildElement("instance_effect") : nullptr;
  const XMLElement* effect = instance ? target(instance->Attribute("url"), "effect") : nullptr;
  return effect ? colour_of_effect(*effect) : std::nullopt;
}

}  // namespace tocca
