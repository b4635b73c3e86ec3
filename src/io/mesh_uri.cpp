#include "io/mesh_uri.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "io/text.hpp"
#include "io/xml.hpp"
#include "tocca/io/mesh.hpp"

namespace tocca {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view package_scheme = "package://", file_scheme = "file:";

bool is_there(const fs::path& file) {
  std::error_code error;
  return fs::exists(file, error);
}

/// The name that a package.xml gives; nothing if it is none.
std::optional<std::string> package_name(const fs::path& package_xml) {
  if (!is_there(package_xml)) return std::nullopt;
  try {
    const XmlFile xml(package_xml, 1 << 20);
    const tinyxml2::XMLElement* name = xml.root("package").FirstChildElement("name");
    if (name && name->GetText()) return std::string(trimmed(name->GetText()));
  } catch (const InputError&) {  // not our file: if it cannot be read, it is not the package
  }
  return std::nullopt;
}

std::vector<fs::path> folders_of_variable(const char* variable) {
  std::vector<fs::path> folders;
  const char* value = std::getenv(variable);
  std::string_view list = value ? value : "";
  while (!list.empty()) {
    const std::string_view folder = list.substr(0, list.find(':'));
    if (!folder.empty()) folders.emplace_back(folder);
    list.remove_prefix(std::min(list.size(), folder.size() + 1));
  }
  return folders;
}

/// A variable and what it holds, for one who wonders where a package was looked for.
std::string named_folders(const char* variable) {
  const char* value = std::getenv(variable);
  return std::string(variable) + (value && *value ? " (" + printable(value, 120) + ")" : " (not set)");
}

fs::path find_in_package(std::string_view name, const fs::path& path, const fs::path& owner) {
  std::error_code error;
  fs::path folder = fs::absolute(owner, error).lexically_normal().parent_path();
  for (;; folder = folder.parent_path()) {
    if (const fs::path file = folder / name / path; is_there(file)) return file;
    if (const fs::path file = folder / path; is_there(file)) {
      if (folder.filename() == name || package_name(folder / "package.xml") == name) return file;
    }
    if (folder == folder.parent_path()) break;
  }
  for (const fs::path& root : folders_of_variable("ROS_PACKAGE_PATH")) {
    if (const fs::path file = root / name / path; is_there(file)) return file;
    if (const fs::path file = root / path; root.filename() == name && is_there(file)) return file;
  }
  for (const fs::path& root : folders_of_variable("AMENT_PREFIX_PATH")) {
    if (const fs::path file = root / "share" / name / path; is_there(file)) return file;
  }
  throw InputError("", "",
                   "there is no file " + in_quotes(path.string(), 120) + " in a package " + in_quotes(name) +
                       ", neither in the folders above " + in_quotes(owner.filename().string(), 80) + " nor in " +
                       named_folders("ROS_PACKAGE_PATH") + " nor in " + named_folders("AMENT_PREFIX_PATH"),
                   "put the package in a folder above the robot's file, or add its folder to ROS_PACKAGE_PATH");
}

/// The path that the URI gives, its scheme removed and its codes such as %20 decoded.
fs::path path_of(std::string_view uri, std::string_view scheme) {
  const auto decoded = decode_percent(uri.substr(scheme.size()));
  if (!decoded) throw InputError("", "", "the address " + in_quotes(uri) + " is malformed", "correct its % codes");
  return *decoded;
}

/// "file:///folder/file"; "file:/folder/file" and "file://localhost/folder/file" mean the same.
fs::path path_of_file_uri(std::string_view uri) {
  std::string_view rest = uri.substr(file_scheme.size());
  if (rest.starts_with("//localhost/")) {
    rest.remove_prefix(11);
  } else if (rest.starts_with("//")) {
    rest.remove_prefix(2);
  }
  fs::path file = path_of(rest, "");
  if (!file.is_absolute()) {
    throw InputError("", "", in_quotes(uri) + " is not an absolute path", "write file:///folder/file");
  }
  return file;
}

/// A path as it stands; where there is no such file, one whose blanks are written as %20 or whose folders stand between
/// backslashes.
fs::path path_beside(std::string_view uri, const fs::path& owner) {
  const fs::path folder = owner.parent_path();  // an absolute path takes its place
  fs::path literal = folder / uri;
  if (is_there(literal)) return literal;
  std::string other = decode_percent(uri).value_or(std::string(uri));
  std::replace(other.begin(), other.end(), '\\', '/');
  fs::path meant = folder / other;
  return is_there(meant) ? meant : literal;
}

}  // namespace

fs::path find_mesh(std::string_view uri, const fs::path& owner) {
  if (!is_mesh_file(uri)) {
    throw InputError("", "", in_quotes(uri) + " is not the name of a mesh file", "use " + mesh_extensions());
  }
  if (uri.starts_with(package_scheme)) {
    const fs::path path = path_of(uri, package_scheme);
    const std::string name = path.begin()->string();
    return find_in_package(name, path.lexically_relative(name), owner);
  }
  const bool is_file_uri = uri.starts_with(file_scheme);
  if (!is_file_uri && uri.find("://") != std::string_view::npos) {
    throw InputError("", "", in_quotes(uri) + " is not a local file, and nothing is downloaded",
                     "download it and give its path");
  }
  const fs::path file = is_file_uri ? path_of_file_uri(uri) : path_beside(uri, owner);
  if (!is_there(file)) {
    throw InputError("", "", "there is no file " + in_quotes(file.string(), 250), "check the path of the mesh");
  }
  return file;
}

}  // namespace tocca
