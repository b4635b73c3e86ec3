// URDF: links, joints and geometry. Everything that is not geometry or kinematics is passed over.
#include "io/urdf.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "io/joint_limits.hpp"
#include "io/mesh_remarks.hpp"
#include "io/mesh_uri.hpp"
#include "io/nearest_name.hpp"
#include "io/srdf.hpp"
#include "io/text.hpp"
#include "io/xml.hpp"
#include "tocca/io/mesh.hpp"
#include "tocca/io/robot.hpp"

namespace tocca {
namespace {

using tinyxml2::XMLElement;
using JointSpec = KinematicTree::JointSpec;

bool is_visual_only(const XMLElement& link) {
  return !link.FirstChildElement("collision") && link.FirstChildElement("visual");
}

std::vector<std::string> visual_only_links(const XmlFile& xml) {
  std::vector<std::string> names;
  for (const XMLElement& link : children(xml.root("robot"), "link")) {
    if (is_visual_only(link)) names.emplace_back(xml.attribute(link, "name"));
  }
  return names;
}

class UrdfReader {
 public:
  UrdfReader(const std::filesystem::path& file, bool visual, Warnings& warnings)
      : xml_(file, max_urdf_bytes), visual_(visual), warnings_(warnings) {}

  Robot read() {
    const XMLElement& root = xml_.root("robot");
    for (const XMLElement& link : children(root, "link")) link_names_.push_back(xml_.attribute(link, "name"));
    std::sort(link_names_.begin(), link_names_.end());
    for (const XMLElement& element : children(root)) {
      const std::string_view name = element.Name();
      require_expanded(element, name == "link" || name == "joint");
      if (name == "link") links_.push_back(read_link(element));
      if (name == "joint") joints_.push_back(read_joint(element));
    }
    Robot robot;
    const char* name = root.Attribute("name");
    robot.name = name ? name : xml_.path().stem().string();
    robot.file = xml_.path().string();
    try {
      robot.tree = KinematicTree::build(std::move(links_), std::move(joints_));
    } catch (const InputError& error) {
      throw error.in_file(xml_.path().string());
    }
    remarks_.tell(warnings_);
    return robot;
  }
  const XmlFile& xml() const { return xml_; }

 private:
  /// Macros and expressions mean that xacro was never run: its input is no robot yet.
  void require_expanded(const XMLElement& element, bool look_inside) const {
    bool found = std::string_view(element.Name()).starts_with("xacro:");
    for (const auto* a = element.FirstAttribute(); look_inside && a && !found; a = a->Next()) {
      const std::string_view value = a->Value();
      found = value.find("${") != std::string_view::npos || value.find("$(") != std::string_view::npos;
    }
    if (found) throw xml_.error(element, "contains xacro code", "expand the file first: xacro FILE > robot.urdf");
    if (!look_inside) return;
    for (const XMLElement& child : children(element)) require_expanded(child, true);
  }

  // ---- links --------------------------------------------------------------------------------------------------------

  Link read_link(const XMLElement& element) {
    Link link{std::string(xml_.attribute(element, "name")), {}};
    for (const XMLElement& collision : children(element, "collision"))
      link.colliders.push_back(read_body(collision, link));
    if (visual_ && is_visual_only(element)) {
      for (const XMLElement& visual : children(element, "visual")) link.colliders.push_back(read_body(visual, link));
    }
    return link;
  }

  Collider read_body(const XMLElement& element, const Link& link) {
    const XMLElement* geometry = element.FirstChildElement("geometry");
    const XMLElement* shape = geometry ? geometry->FirstChildElement() : nullptr;
    if (!shape) {
      throw xml_.error(element, "link " + in_quotes(link.name) + " has no <geometry> with a shape here",
                       "add one, such as <geometry><sphere radius=\"0.1\"/></geometry>, or remove the element");
    }
    if (const XMLElement* second = shape->NextSiblingElement()) {
      throw xml_.error(*second, "a <geometry> may have only one shape", "give each shape its own element");
    }
    Collider body{urdf_origin(xml_, element), read_shape(*shape, link)};
    try {
      require_valid(body.geometry);
    } catch (const InputError& error) {
      throw xml_.error(*shape, "link " + in_quotes(link.name) + ": " + error.problem(), error.remedy());
    }
    return body;
  }

  Geometry read_shape(const XMLElement& shape, const Link& link) {
    if (std::string_view(shape.Name()) == "mesh") return read_mesh(shape, link);
    if (const std::optional<Geometry> primitive = urdf_primitive(xml_, shape)) return *primitive;
    throw xml_.error(shape, "link " + in_quotes(link.name) + " has an unknown shape",
                     "use box, sphere, cylinder, capsule or mesh");
  }

  /// Each file is loaded once for each scale, however many links show it.
  MeshPointer read_mesh(const XMLElement& shape, const Link& link) {
    const std::string_view uri = trimmed(xml_.attribute(shape, "filename"));
    const Vector3 scale = xml_.vector(shape, "scale", Vector3::Ones());
    if ((scale.array() == 0.0).any()) {
      throw xml_.error(shape, "link " + in_quotes(link.name) + ": the scale is zero", "give numbers other than zero");
    }
    std::filesystem::path file;
    try {
      file = find_mesh(uri, xml_.path());
    } catch (const InputError& error) {
      throw xml_.error(shape, "mesh of link " + in_quotes(link.name) + ": " + error.problem(), error.remedy());
    }
    MeshPointer& mesh = meshes_[{file.lexically_normal(), scale.x(), scale.y(), scale.z()}];
    if (!mesh) {
      try {
        mesh = load_mesh(file, scale, remarks_);
      } catch (const InputError& error) {
        throw InputError(error.file(), error.place(), error.problem() + " (mesh of link " + in_quotes(link.name) + ")",
                         error.remedy());
      }
    }
    return mesh;
  }

  // ---- joints -------------------------------------------------------------------------------------------------------

  JointSpec read_joint(const XMLElement& element) const {
    JointSpec joint;
    joint.name = xml_.attribute(element, "name");
    joint.type = read_type(element);
    joint.parent_link = xml_.attribute(required_child(element, "parent"), "link");
    joint.child_link = xml_.attribute(required_child(element, "child"), "link");
    for (const std::string& end : {joint.parent_link, joint.child_link}) require_link(element, end);
    joint.origin = urdf_origin(xml_, element);
    if (const XMLElement* axis = element.FirstChildElement("axis")) {
      if (has_axis(joint.type)) xml_.attribute(*axis, "xyz");
      joint.axis = xml_.vector(*axis, "xyz", Vector3::UnitX());
    }
    if (has_limits(joint.type)) joint.limits = read_limits(element);
    joint.rates = read_rates(element);
    if (const XMLElement* mimic = element.FirstChildElement("mimic")) {
      joint.mimic = {std::string(xml_.attribute(*mimic, "joint")),
                     xml_.optional_number(*mimic, "multiplier").value_or(1.0),
                     xml_.optional_number(*mimic, "offset").value_or(0.0)};
    }
    return joint;
  }

  JointType read_type(const XMLElement& element) const {
    const std::string_view name = xml_.attribute(element, "type");
    if (const auto type = joint_type_named(name)) return *type;
    throw xml_.error(element, in_quotes(name) + " is not a joint type",
                     "use " + joint_type_names([](JointType) { return true; }));
  }

  void require_link(const XMLElement& joint, std::string_view name) const {
    if (std::binary_search(link_names_.begin(), link_names_.end(), name)) return;
    throw xml_.error(joint, "there is no link " + in_quotes(name), did_you_mean(name, link_names_));
  }

  Limits read_limits(const XMLElement& joint) const {
    const XMLElement* limit = joint.FirstChildElement("limit");
    if (!limit) {
      throw xml_.error(joint, "a " + joint_type_names(has_limits) + " joint needs a <limit>",
                       "add <limit lower=\"..\" upper=\"..\"/>, or make the type continuous");
    }
    return {xml_.optional_number(*limit, "lower").value_or(0.0), xml_.optional_number(*limit, "upper").value_or(0.0)};
  }

  /// Zero, and less, stands for "not known" in the files that people have: nobody means a joint that cannot move.
  RateLimits read_rates(const XMLElement& joint) const {
    const XMLElement* limit = joint.FirstChildElement("limit");
    const auto rate = [&](const char* name) -> std::optional<double> {
      const std::optional<double> value = limit ? xml_.optional_number(*limit, name) : std::nullopt;
      return value && *value > 0.0 ? value : std::nullopt;
    };
    RateLimits rates{rate("velocity"), rate("acceleration"), rate("jerk")};
    if (const std::optional<double> deceleration = rate("deceleration")) {
      rates.acceleration = std::min(*deceleration, rates.acceleration.value_or(*deceleration));
    }
    return rates;
  }

  const XMLElement& required_child(const XMLElement& element, const char* name) const {
    const XMLElement* child = element.FirstChildElement(name);
    if (!child) {
      throw xml_.error(element, std::string("has no <") + name + ">", std::string("add <") + name + " link=\"..\"/>");
    }
    return *child;
  }

  XmlFile xml_;
  bool visual_;
  Warnings& warnings_;
  std::vector<std::string_view> link_names_;  // sorted; links may stand below the joints that name them
  std::vector<Link> links_;
  std::vector<JointSpec> joints_;
  std::map<std::tuple<std::filesystem::path, double, double, double>, MeshPointer> meshes_;  // file and scale
  MeshRemarks remarks_;
};

/// Files that stand in a robot's place by mistake: the parser could only say that they are no XML, or have no link.
void require_robot_file(const std::filesystem::path& file) {
  const std::string extension = lower_case(file.extension().string());
  const auto refuse = [&](const char* problem, const char* remedy) {
    throw InputError(file.string(), "", problem, remedy);
  };
  const char* order = "give the robot's URDF first: ROBOT SCENE PATH";
  if (extension == ".csv" || extension == ".tsv") refuse("is a table, not a robot (URDF)", order);
  if (extension == ".scene") refuse("is a scene, not a robot (URDF)", order);
  if (extension == ".srdf") refuse("is an SRDF, not a robot", "give the URDF, and this file with --srdf");
  if (is_mesh_file(file)) refuse("is a mesh, not a robot (URDF)", order);
}

}  // namespace

Pose urdf_origin(const XmlFile& xml, const XMLElement& owner) {
  const XMLElement* origin = owner.FirstChildElement("origin");
  if (!origin) return Pose{};
  const Vector3 xyz = xml.vector(*origin, "xyz", Vector3::Zero());
  const char* quaternion = origin->Attribute("quat_xyzw");
  if (!quaternion) return Pose::from_rpy(xyz, xml.vector(*origin, "rpy", Vector3::Zero()));
  std::array<double, 4> q;
  if (origin->Attribute("rpy") || !parse_numbers(quaternion, q) || q == std::array<double, 4>{}) {
    throw xml.error(*origin, "the rotation must be either rpy or a quaternion of four numbers",
                    "give rpy, or four numbers that are not all zero");
  }
  return Pose::from_quaternion(xyz, q[0], q[1], q[2], q[3]);
}

std::optional<Geometry> urdf_primitive(const XmlFile& xml, const XMLElement& shape) {
  const std::string_view kind = shape.Name();
  if (kind == "sphere") return Sphere{xml.number(shape, "radius")};
  if (kind == "cylinder") return Cylinder{xml.number(shape, "radius"), xml.number(shape, "length")};
  if (kind == "capsule") return Capsule{xml.number(shape, "radius"), xml.number(shape, "length")};
  if (kind != "box") return std::nullopt;
  xml.attribute(shape, "size");
  return Box{xml.vector(shape, "size", Vector3::Zero())};
}

Robot read_urdf(const std::filesystem::path& urdf, bool visual, std::string_view remedy, Warnings& warnings) {
  UrdfReader reader(urdf, visual, warnings);
  Robot robot = reader.read();
  if (visual) return robot;
  if (const std::vector<std::string> links = visual_only_links(reader.xml()); !links.empty()) {
    const bool one = links.size() == 1;
    warnings.push_back(urdf.string() + (one ? ": link " : ": links ") + some_in_quotes(links) +
                       (one ? " has" : " have") + " visual but no collision geometry and " + (one ? "is" : "are") +
                       " not checked; " + std::string(remedy));
  }
  return robot;
}

std::vector<std::string> visual_only_links(const std::filesystem::path& urdf) {
  return visual_only_links(XmlFile(urdf, max_urdf_bytes));
}

Robot load_robot(const std::filesystem::path& urdf, const RobotOptions& options, Warnings& warnings) {
  require_robot_file(urdf);
  Robot robot = read_urdf(urdf, options.visual, "--visual uses the visual geometry", warnings);
  if (!options.srdf.empty()) load_srdf(options.srdf, robot, warnings);
  if (!options.joint_limits.empty()) load_joint_limits(options.joint_limits, robot, warnings);
  return robot;
}

}  // namespace tocca
