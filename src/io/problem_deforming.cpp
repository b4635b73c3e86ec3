#include "io/problem_deforming.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <map>
#include <set>

#include "io/mesh_readers.hpp"
#include "io/mesh_remarks.hpp"
#include "io/text.hpp"
#include "tocca/io/mesh.hpp"

namespace tocca {
namespace {

namespace fs = std::filesystem;

/// A frame that is not read yet, and where the problem says so.
struct NamedFrame {
  double time;
  fs::path file;
  JsonCursor place;
};

std::vector<NamedFrame> listed_frames(const JsonCursor& frames) {
  std::vector<NamedFrame> result;
  for (std::size_t k = 0; k < frames.size(); ++k) {
    const JsonCursor frame = frames.item(k);
    frame.expect_object({"time", "mesh"});
    const double time = frame.at("time").number();
    if (k > 0 && !(time > result.back().time)) {
      frame.at("time").fail(fmt::format("{} does not come after {}", time, result.back().time), "order frames by time");
    }
    result.push_back({time, frames.file().parent_path() / frame.at("mesh").text(), frame.at("mesh")});
  }
  return result;
}

/// The files of a folder whose names are `head`, digits and `tail`, by their numbers.
std::map<std::uint64_t, fs::path> numbered_files(const JsonCursor& place, const fs::path& pattern) {
  const std::string name = pattern.filename().string();
  const std::size_t star = name.find('*');
  if (star == std::string::npos || name.find('*', star + 1) != std::string::npos) {
    place.fail("should have one * in the file's name, where its number stands",
               "write \"hose_*.ply\", or list the frames");
  }
  const std::string head = name.substr(0, star), tail = name.substr(star + 1);
  std::map<std::uint64_t, fs::path> files;
  std::error_code error;
  const fs::path folder = pattern.has_parent_path() ? pattern.parent_path() : fs::path(".");
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string own = entry.path().filename().string();
    if (own.size() <= head.size() + tail.size() || !own.starts_with(head) || !own.ends_with(tail)) continue;
    const char *begin = own.data() + head.size(), *end = own.data() + own.size() - tail.size();
    std::uint64_t number = 0;
    const auto [rest, bad] = std::from_chars(begin, end, number);
    if (rest != end || bad != std::errc{}) continue;
    const auto [earlier, is_new] = files.emplace(number, folder / own);
    if (!is_new) {
      place.fail(
          fmt::format("{} and {} have the same number", in_quotes(earlier->second.filename().string()), in_quotes(own)),
          "remove one of them");
    }
  }
  return files;
}

std::vector<NamedFrame> numbered_frames(const JsonCursor& frames) {
  frames.expect_object({"files", "interval", "start"});
  const JsonCursor pattern = frames.at("files");
  const double interval = frames.at("interval").positive();
  const double start = frames.find("start") ? frames.at("start").number() : 0.0;
  const std::map<std::uint64_t, fs::path> files = numbered_files(pattern, frames.file().parent_path() / pattern.text());
  std::vector<NamedFrame> result;
  for (const auto& [number, file] : files) {
    const std::uint64_t expected = files.begin()->first + result.size();
    if (number != expected) {
      pattern.fail(fmt::format("there is number {} but no number {}", number, expected),
                   "give every frame, or list them with their times");
    }
    const double time = start + interval * static_cast<double>(result.size());
    if (!std::isfinite(time) || (!result.empty() && !(time > result.back().time))) {
      frames.at("interval").fail("is too small for times to differ", "give seconds such as 0.04");
    }
    result.push_back({time, file, pattern});
  }
  if (result.size() < 2)
    pattern.fail(fmt::format("matches {} numbered files", result.size()), "give at least two frames");
  return result;
}

class DeformingReader {
 public:
  DeformingReader(const JsonCursor& entry, PoseReader& poses, MeshRemarks& remarks) : entry_(entry), remarks_(remarks) {
    entry.expect_object({"name", "frames", "pose", "scale"});
    if (const auto pose = entry.find("pose")) {
      pose->expect_object({"xyz", "rpy", "quat"});
      pose_ = poses.read(*pose);
      placed_ = true;
    }
    if (const auto scale = entry.find("scale")) scale_ = scale->scale();
  }

  DeformingBody read() const {
    const JsonCursor frames = entry_.at("frames");
    const std::vector<NamedFrame> named = frames.is_object() ? numbered_frames(frames) : listed_frames(frames);
    if (named.size() < 2) {
      frames.fail("a mesh that deforms has at least two frames",
                  "give its start and its end, or put it into the scene");
    }
    auto mesh = std::make_shared<DeformingMesh>();
    for (const NamedFrame& frame : named) add(frame, named.front().file, *mesh);
    return {entry_.at("name").text(), std::move(mesh)};
  }

 private:
  void add(const NamedFrame& frame, const fs::path& first, DeformingMesh& mesh) const {
    if (!is_mesh_file(frame.file)) {
      frame.place.fail(in_quotes(frame.place.text()) + " does not have the extension of a mesh file",
                       "use " + mesh_extensions());
    }
    MeshArrays arrays = load_arrays(frame.file, scale_, remarks_);
    const auto name = [](const fs::path& file) { return in_quotes(file.filename().string()); };
    if (mesh.frames.empty()) {
      mesh.triangles = std::move(arrays.triangles);
    } else if (arrays.vertices.size() != mesh.frames[0].vertices.size()) {
      frame.place.fail(fmt::format("{} has {} vertices, {} has {}", name(frame.file), arrays.vertices.size(),
                                   name(first), mesh.frames[0].vertices.size()),
                       "export every frame from the same mesh");
    } else if (arrays.triangles != mesh.triangles) {
      frame.place.fail(fmt::format("{} does not have the triangles of {}", name(frame.file), name(first)),
                       "export every frame from the same mesh, as triangles");
    }
    for (std::size_t k = 0; k < arrays.vertices.size(); ++k) {
      Vector3& p = arrays.vertices[k];
      if (placed_) p = pose_ * p;
      if ((p.cwiseAbs().array() <= largest_coordinate).all()) continue;
      throw InputError(frame.file.string(), fmt::format("vertex {}", k),
                       "a coordinate is not a finite number of at most 1e30", "give three finite coordinates");
    }
    mesh.frames.push_back({frame.time, std::move(arrays.vertices)});
  }

  const JsonCursor& entry_;
  MeshRemarks& remarks_;
  Pose pose_;
  bool placed_ = false;
  Vector3 scale_ = Vector3::Ones();
};

/// As Problem has them: "link", or "robot/link" where there are several robots, and "object".
std::set<std::string> rigid_names(const Problem& problem) {
  std::set<std::string> names;
  for (const RobotTask& task : problem.robots) {
    for (const Link& link : task.robot.tree.links()) {
      names.insert(problem.robots.size() > 1 ? task.robot.name + "/" + link.name : link.name);
    }
  }
  for (const SceneObject& object : problem.scene.objects) names.insert(object.name);
  return names;
}

}  // namespace

std::vector<DeformingBody> read_deforming(const JsonCursor& deforming, const Problem& problem, PoseReader& poses,
                                          Warnings& warnings) {
  std::set<std::string> taken = rigid_names(problem);
  std::vector<DeformingBody> result;
  MeshRemarks remarks;
  for (std::size_t k = 0; k < deforming.size(); ++k) {
    const JsonCursor entry = deforming.item(k);
    result.push_back(DeformingReader(entry, poses, remarks).read());
    const std::string& name = result.back().name;
    if (!taken.insert(name).second) {
      entry.at("name").fail("a link, an object or another such body is named " + in_quotes(name),
                            "give it a name of its own");
    }
  }
  remarks.tell(warnings);
  return result;
}

}  // namespace tocca
