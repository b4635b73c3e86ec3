// Scenes as Python holds them.
#pragma once

#include "tocca/model/scene.hpp"

namespace tocca::python {

/// A scene, and where it came from.
struct OwnScene : Scene {
  std::string file;           ///< empty: made in Python
  std::string configuration;  ///< of the joints that the file has: "drawer=0.3"
  bool changed = false;       ///< after it was read

  std::string source() const;  ///< for pages: "cell.json", "cell.json, changed in Python"
};

}  // namespace tocca::python
