#include "tocca/model/scene.hpp"

namespace tocca {

int Scene::find(std::string_view name) const noexcept {
  for (std::size_t i = 0; i < objects.size(); ++i) {
    if (objects[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace tocca
