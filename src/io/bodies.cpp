#include <algorithm>
#include <set>

#include "io/json.hpp"
#include "io/json_cursor.hpp"
#include "io/json_meshes.hpp"
#include "io/mesh_remarks.hpp"
#include "io/missing_file.hpp"
#include "io/text.hpp"
#include "model/free_bodies.hpp"
#include "tocca/io/mesh.hpp"
#include "tocca/io/scene.hpp"

namespace tocca {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view bodies_format = "tocca-bodies";
constexpr std::size_t most_bodies = 100'000;
constexpr double half_a_turn = 3.14159265358979323846;

/// What the user says about bodies; the rest is drawn.
struct BodyDrafts {
  std::vector<FreeBodyDraft> bodies;
  std::optional<FreeBox> box;
};

/// "gear" alone, or "gear_1", "gear_2", ...
std::string name_of_copy(const std::string& name, std::size_t copy, bool alone) {
  return alone ? name : name + "_" + std::to_string(copy + 1);
}

class BodiesReader {
 public:
  BodiesReader(const fs::path& file, Warnings& warnings) : file_(file), warnings_(warnings) {}

  BodyDrafts read() {
    const nlohmann::json document = load_json(file_);
    const JsonCursor root(document, file_);
    if (document.is_object() && document.contains("objects")) {
      root.fail("is a scene, which stands still", "list what moves in \"bodies\": docs/guide/files.md");
    }
    root.expect_object({"format", "version", "box", "step_s", "bodies"});
    const JsonCursor format = root.at("format");
    if (format.text() != bodies_format) format.fail("is not 'tocca-bodies'", "give \"format\": \"tocca-bodies\"");
    if (const auto version = root.find("version"); version && version->index() != 1) {
      version->fail("is a version that this program does not know", "use version 1, or a newer program");
    }
    if (const auto step = root.find("step_s")) step_s_ = step->positive();
    if (const auto box = root.find("box")) drafts_.box = read_box(*box);
    const JsonCursor bodies = root.at("bodies");
    if (bodies.size() == 0) bodies.fail("there is no body", "list at least one, such as {\"mesh\": \"gear.obj\"}");
    for (std::size_t k = 0; k < bodies.size(); ++k) read_body(bodies.item(k));
    poses_.report(file_, warnings_);
    meshes_.tell(warnings_);
    return std::move(drafts_);
  }

 private:
  static FreeBox read_box(const JsonCursor& box) {
    box.expect_object({"min", "max"});
    const FreeBox read{box.at("min").vector(), box.at("max").vector()};
    if (!(read.least.array() < read.most.array()).all()) {
      box.fail("its min is not below its max on every axis", "give the lower corner as min, the upper one as max");
    }
    return read;
  }

  void read_body(const JsonCursor& body) {
    body.expect_object({"name", "mesh", "scale", "count", "pose", "velocity", "spin"});
    FreeBodyDraft draft;
    const JsonCursor mesh = body.at("mesh");
    draft.mesh = meshes_.read(mesh, body.find("scale"));
    draft.place = body.place();
    if (const auto velocity = body.find("velocity")) draft.velocity = step_s_ * velocity->vector();
    if (const auto spin = body.find("spin")) draft.spin = read_spin(*spin);
    const int count = read_count(body);
    if (const auto pose = body.find("pose")) {
      if (count > 1) pose->fail("one pose for several bodies", "list each of them with its own pose, or leave it out");
      pose->expect_object({"xyz", "rpy", "quat"});
      draft.pose = poses_.read(*pose);
    }
    const auto given = body.find("name");
    const std::string name = given ? given->text() : fs::path(mesh.text()).stem().string();
    for (std::size_t copy = 0; copy < static_cast<std::size_t>(count); ++copy) {
      draft.name = name_of_copy(name, copy, count == 1);
      if (!names_.insert(draft.name).second) {
        body.fail("another body is already named " + in_quotes(draft.name), "give it another \"name\"");
      }
      drafts_.bodies.push_back(draft);
    }
  }

  int read_count(const JsonCursor& body) const {
    const auto count = body.find("count");
    const int read = count ? count->index() : 1;
    if (count && read < 1) count->fail("must be at least 1", "leave the body out instead");
    if (drafts_.bodies.size() + static_cast<std::size_t>(read) > most_bodies) {
      body.fail("there are more than 100000 bodies", "list fewer");
    }
    return read;
  }

  Vector3 read_spin(const JsonCursor& spin) const {
    const Vector3 of_a_step = step_s_ * spin.vector();
    if (!(of_a_step.norm() < half_a_turn)) {  // half a turn and more would look like a turn the other way
      spin.fail("is half a turn or more in a step", "give less than pi radians a step, or make \"step_s\" smaller");
    }
    return of_a_step;
  }

  const fs::path& file_;
  Warnings& warnings_;
  BodyDrafts drafts_;
  double step_s_ = 1.0;
  PoseReader poses_;
  JsonMeshes meshes_;
  std::set<std::string> names_;
};

/// The mesh files of a folder, alphabetically.
std::vector<fs::path> meshes_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (is_mesh_file(entry->path()) && entry->is_regular_file(error)) files.push_back(entry->path());
  }
  if (error) throw InputError(folder.string(), "", "cannot be read: " + error.message(), "check its permissions");
  if (files.empty()) {
    throw InputError(folder.string(), "", "contains no mesh", "put files into it: " + mesh_extensions());
  }
  std::sort(files.begin(), files.end());
  return files;
}

BodyDrafts drafts_of_folder(const fs::path& folder, int count, Warnings& warnings) {
  const std::vector<fs::path> files = meshes_in(folder);
  const std::size_t bodies = count > 0 ? static_cast<std::size_t>(count) : files.size();
  MeshRemarks remarks;
  BodyDrafts drafts;
  std::set<std::string> names;
  std::vector<MeshPointer> meshes;
  std::vector<std::string> stems;
  for (const fs::path& file : files) {
    if (meshes.size() == bodies) break;
    meshes.push_back(load_mesh(file, Vector3::Ones(), remarks));
    const std::string stem = file.stem().string();  // "gear.obj" beside "gear.stl": then with what distinguishes them
    stems.push_back(names.insert(stem).second ? stem : file.filename().string());
  }
  remarks.tell(warnings);
  for (std::size_t k = 0; k < bodies; ++k) {
    const std::size_t mesh = k % meshes.size();
    FreeBodyDraft draft;
    draft.name = name_of_copy(stems[mesh], k / meshes.size(), bodies <= meshes.size());
    draft.place = draft.name;
    draft.mesh = meshes[mesh];
    drafts.bodies.push_back(std::move(draft));
  }
  return drafts;
}

}  // namespace

FreeBodies load_bodies(const fs::path& place, const FreeBodyDraws& draws, Warnings& warnings, int count) {
  std::error_code error;
  const bool is_folder = fs::is_directory(place, error);
  if (!is_folder && !fs::exists(place, error)) throw missing_file(place);
  if (!is_folder && lower_case(place.extension().string()) != ".json") {
    throw InputError(place.string(), "", "is neither a folder nor a description of bodies",
                     "give a folder of meshes, or a .json file (docs/guide/files.md)");
  }
  const fs::path description = is_folder ? place / bodies_description : place;
  if (is_folder && !fs::exists(description, error)) {
    try {
      return draw_free_bodies(drafts_of_folder(place, count, warnings).bodies, std::nullopt, draws);
    } catch (const InputError& problem) {
      throw problem.file().empty() ? problem.in_file(place.string()) : problem;
    }
  }
  if (count > 0) {
    throw InputError(description.string(), "", "says how many bodies there are, and so does the count",
                     "give one of the two");
  }
  const BodyDrafts drafts = BodiesReader(description, warnings).read();
  try {
    return draw_free_bodies(drafts.bodies, drafts.box, draws);
  } catch (const InputError& problem) {
    throw problem.in_file(description.string());
  }
}

}  // namespace tocca
