#include "io/json_clouds.hpp"

#include "io/text.hpp"

namespace tocca {
namespace {

std::vector<Vector3> vectors(const JsonCursor& list) {
  std::vector<Vector3> result;
  result.reserve(list.size());
  for (std::size_t k = 0; k < list.size(); ++k) result.push_back(list.item(k).vector());
  return result;
}

/// What `make` returns; errors of the cloud itself are at the place of the geometry.
template <class Make>
CloudPointer made_at(const JsonCursor& geometry, const Make& make) {
  try {
    return make();
  } catch (const InputError& error) {
    if (!error.file().empty()) throw;
    geometry.fail(error.place() + ": " + error.problem(), error.remedy());
  }
}

}  // namespace

CloudPointer JsonClouds::read_points(const JsonCursor& geometry) {
  const JsonCursor points = geometry.at("points");
  const auto given = geometry.find("radius");
  if (!given) {
    geometry.fail("its points have no size, and a robot would pass between them",
                  "give a \"radius\" in metres, about half the distance of neighbours");
  }
  const double radius = given->positive();
  if (!points.is_text()) {
    return made_at(geometry, [&] { return std::make_shared<const Cloud>(vectors(points), radius); });
  }
  const std::filesystem::path path = points.file().parent_path() / points.text();
  if (!is_points_file(path)) {
    points.fail(in_quotes(points.text()) + " does not have the extension of a file of points",
                "use .pcd, .ply or .xyz");
  }
  CloudPointer& loaded = points_[{path.string(), radius}];
  if (!loaded) {
    loaded = made_at(geometry, [&] { return std::make_shared<const Cloud>(load_points(path, warnings_), radius); });
  }
  return loaded;
}

CloudPointer JsonClouds::read_boxes(const JsonCursor& geometry) {
  const JsonCursor numbers = geometry.at("size_of");
  std::vector<std::uint8_t> size_of;
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const int size = numbers.item(k).index();
    if (size > 255) numbers.item(k).fail("there are at most 256 sizes", "give the number of one of them");
    size_of.push_back(static_cast<std::uint8_t>(size));
  }
  return made_at(geometry, [&] {
    return std::make_shared<const Cloud>(vectors(geometry.at("boxes")), vectors(geometry.at("sizes")),
                                         std::move(size_of));
  });
}

CloudPointer JsonClouds::read_octomap(const JsonCursor& geometry) {
  const JsonCursor map = geometry.at("octomap");
  UnknownSpace unknown = UnknownSpace::free;
  if (const auto word = geometry.find("unknown")) {
    if (word->text() != "free" && word->text() != "occupied") {
      word->fail(in_quotes(word->text()) + " says nothing about unknown space", "give \"free\" or \"occupied\"");
    }
    if (word->text() == "occupied") unknown = UnknownSpace::occupied;
  }
  const std::filesystem::path path = map.file().parent_path() / map.text();
  if (!is_octomap_file(path)) {
    map.fail(in_quotes(map.text()) + " does not have the extension of an OctoMap", "use .bt or .ot");
  }
  CloudPointer& loaded = maps_[{path.string(), unknown == UnknownSpace::occupied}];
  if (!loaded) loaded = load_octomap(path, unknown);
  return loaded;
}

}  // namespace tocca
