#include "io/moveit_scene.hpp"

#include <algorithm>
#include <memory>
#include <unordered_set>

#include "io/mesh_remarks.hpp"
#include "io/text.hpp"

namespace tocca {
namespace {

constexpr std::uint64_t max_scene_bytes = std::uint64_t{4} << 30;

/// The scene's name; objects: "* id", pose (newer files), number of shapes, each with pose and colour, and subframes
/// (newer files); a full stop.
class MoveitReader {
 public:
  MoveitReader(std::string_view text, const std::filesystem::path& file, Warnings& warnings)
      : file_(file), warnings_(warnings), cursor_(text) {}

  Scene read() {
    if (!cursor_.next_line()) fail("is empty", "check that it is the right file");
    has_object_poses_ = first_object_has_a_pose(cursor_);
    for (;;) {
      const std::string_view marker = word("'*' before an object or '.' at the end");
      if (marker == ".") {
        require_end();
        remarks_.tell(warnings_);
        return std::move(scene_);
      }
      if (marker != "*")
        fail("expected '*' or '.', found " + in_quotes(marker), "write '* name' before an object, '.' at the end");
      read_object();
    }
  }

 private:
  /// As MoveIt decides it: the line after the first object's name holds a position, or the number of shapes alone.
  static bool first_object_has_a_pose(TextCursor ahead) {
    while (const auto line = ahead.next_line()) {
      if (!line->starts_with('*')) continue;
      const auto next = ahead.next_line();
      return next && trimmed(*next).find(' ') != std::string_view::npos;
    }
    return false;
  }

  /// MoveIt writes nothing after the full stop and reads nothing there. What stands there, objects perhaps, is not dropped in
  /// silence: a proof would be about less than the file shows.
  void require_end() {
    const std::size_t end_line = cursor_.line();
    if (const auto more = cursor_.next_word()) {
      fail(in_quotes(*more) + " comes after the '.' of " + line_place(end_line) + ", which ends the scene",
           "remove that '.', or what follows it");
    }
  }

  void read_object() {
    SceneObject object;
    object.name = trimmed(cursor_.next_line().value_or(""));
    if (object.name.empty()) fail("an object has no name", "write '* name'");
    if (!names_.insert(object.name).second) {
      fail("the object " + in_quotes(object.name) + " occurs twice", "give each object its own name");
    }
    if (has_object_poses_) object.pose = read_pose();
    for (std::size_t left = count("the number of shapes"); left > 0; --left) object.colliders.push_back(read_body());
    if (has_object_poses_) {
      for (std::size_t left = count("the number of subframes"); left > 0; --left) {
        word("the name of a subframe");
        read_pose();
      }
    }
    scene_.objects.push_back(std::move(object));
  }

  Collider read_body() {
    const std::size_t first_line = cursor_.line() + 1;
    Collider body{Pose{}, Sphere{1.0}};
    try {
      body.geometry = read_geometry();
      require_valid(body.geometry);
    } catch (const InputError& error) {
      if (!error.file().empty()) throw;
      throw InputError(file_.string(), line_place(first_line) + (error.place().empty() ? "" : ", " + error.place()),
                       error.problem(), error.remedy());
    }
    body.placement = read_pose();
    for (int colour = 0; colour < 4; ++colour) number();
    return body;
  }

  Geometry read_geometry() {
    const std::string_view kind = word("the kind of a shape");
    if (kind == "sphere") return Sphere{number()};
    if (kind == "box") return Box{vector()};
    if (kind == "mesh") return read_mesh();
    if (kind == "cylinder" || kind == "cone") {
      const double radius = number(), length = number();
      if (kind == "cone") return Cone{radius, length};
      return Cylinder{radius, length};
    }
    if (kind == "plane") fail("an infinite plane cannot be checked", "replace it with a large thin box");
    fail("unknown shape " + in_quotes(kind), "use box, sphere, cylinder, cone or mesh");
  }

  MeshPointer read_mesh() {
    constexpr std::size_t row_bytes = 6;  // "0 0 0" and the end of the line
    const std::size_t vertex_count = count("the number of vertices", row_bytes);
    const std::size_t triangle_count = count("the number of triangles", row_bytes);
    std::vector<Vector3> vertices(vertex_count);
    std::vector<Triangle> triangles(triangle_count);
    for (Vector3& vertex : vertices) vertex = vector();
    for (Triangle& triangle : triangles) {
      for (Index& corner : triangle) {
        const std::string_view text = word("a vertex number");
        const auto index = parse_integer(text);
        if (!index || *index < 0 || static_cast<std::uint64_t>(*index) >= vertex_count) {
          fail("a triangle refers to vertex " + in_quotes(text) + " of " + std::to_string(vertex_count),
               "count vertices from 0");
        }
        corner = static_cast<Index>(*index);
      }
    }
    auto mesh = std::make_shared<const TriangleMesh>(std::move(vertices), std::move(triangles));
    remarks_.look_at(file_, *mesh);
    return mesh;
  }

  Pose read_pose() {
    const Vector3 xyz = vector();
    const double x = number(), y = number(), z = number(), w = number();
    if (x == 0.0 && y == 0.0 && z == 0.0 && w == 0.0) fail("a quaternion is zero", "write 0 0 0 1 for no rotation");
    return Pose::from_quaternion(xyz, x, y, z, w);
  }

  Vector3 vector() {
    const double x = number(), y = number(), z = number();
    return {x, y, z};
  }

  double number() {
    const std::string_view text = word("a number");
    const auto value = parse_number(text);
    if (!value) fail("expected a finite number, found " + in_quotes(text), "write a number such as -1.5 or 2e-3");
    return *value;
  }

  /// An honest count does not exceed what the rest of the file can hold; `bytes` is the least that each one fills.
  std::size_t count(std::string_view what, std::size_t bytes = 1) {
    const std::string_view text = word(what);
    const auto value = parse_integer(text);
    if (!value || *value < 0)
      fail("expected " + std::string(what) + ", found " + in_quotes(text), "write a whole number of at least 0");
    if (static_cast<std::uint64_t>(*value) > cursor_.rest().size() / bytes) {
      fail("is truncated", "export or copy it again");
    }
    return static_cast<std::size_t>(*value);
  }

  std::string_view word(std::string_view expected) {
    const auto next = cursor_.next_word();
    if (!next) fail("is truncated: " + std::string(expected) + " is missing", "export or copy it again");
    return *next;
  }

  [[noreturn]] void fail(std::string_view problem, std::string_view remedy) const {
    throw InputError(file_.string(), line_place(cursor_.line()), problem, remedy);
  }

  const std::filesystem::path& file_;
  Warnings& warnings_;
  TextCursor cursor_;
  bool has_object_poses_ = false;
  std::unordered_set<std::string> names_;
  Scene scene_;
  MeshRemarks remarks_;
};

}  // namespace

Scene load_moveit_scene(const std::filesystem::path& file, Warnings& warnings) {
  const std::string text = read_file(file, max_scene_bytes);
  return MoveitReader(text, file, warnings).read();
}

}  // namespace tocca
