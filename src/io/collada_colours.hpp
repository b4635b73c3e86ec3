#pragma once

#include <tinyxml2.h>

#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "io/mesh_readers.hpp"

namespace tocca {

/// The elements of a COLLADA file by kind and id.
using ColladaIds = std::map<std::pair<std::string_view, std::string_view>, const tinyxml2::XMLElement*>;

/// The diffuse colours that a COLLADA file gives to its triangles. Whatever is missing or malformed means "no colour": a mesh
/// that is checked is never refused for its look.
class ColladaColours {
 public:
  explicit ColladaColours(const ColladaIds& by_id) : by_id_(by_id) {}

  /// The <instance_geometry> whose triangles come next: it says which material a symbol means.
  void bind(const tinyxml2::XMLElement& instance);
  /// The colour of triangles whose attribute `material` is this symbol.
  std::optional<Colour> of(std::string_view symbol) const;

 private:
  const tinyxml2::XMLElement* target(const char* url, std::string_view kind) const;

  const ColladaIds& by_id_;
  std::map<std::string_view, const char*> targets_;  ///< of symbols
};

}  // namespace tocca
