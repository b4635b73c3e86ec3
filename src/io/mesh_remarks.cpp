#include "io/mesh_remarks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "shape/mesh_defects.hpp"

namespace tocca {
namespace {

constexpr std::size_t most_meshes_listed = 6;

/// "a", "a and b", "a, b and 7 more".
std::string some_of(const std::vector<std::string>& texts) {
  const std::size_t shown = texts.size() <= most_meshes_listed ? texts.size() : most_meshes_listed - 1;
  std::string text = texts.front();
  for (std::size_t k = 1; k < shown; ++k) text += (k + 1 == texts.size() ? " and " : ", ") + texts[k];
  if (shown < texts.size()) text += fmt::format(" and {} more", texts.size() - shown);
  return text;
}

}  // namespace

void MeshRemarks::look_at(const std::filesystem::path& file, const TriangleMesh& mesh) {
  const std::size_t all = mesh.triangles().size();
  if (const std::size_t count = mesh.zero_area_triangles(); count > 0) without_area_.push_back({file, count, all, ""});
  if (const std::size_t count = mesh.repeated_triangles(); count > 0) {
    const auto& components = mesh.components();
    const bool any_solid = std::any_of(components.begin(), components.end(), [](const auto& c) { return c.closed; });
    repeated_.push_back({file, count, all, mesh.closed() ? "a solid" : any_solid ? "partly solid" : "an open surface"});
  }
  look_for_defects(file, mesh);
}

void MeshRemarks::look_for_defects(const std::filesystem::path& file, const TriangleMesh& mesh) {
  const MeshDefects defects = find_defects(mesh);
  if (defects.components == 0) return;
  const std::size_t pieces = mesh.components().size();
  if (pieces == 1) {
    open_.push_back({file, defects.open_edges, defects.edges, ""});
    why_open_ = ": it counts as a surface, so nothing is inside it; close the mesh to make it a solid";
    return;
  }
  const std::string where = fmt::format(" in {} of its {} pieces", defects.components, pieces);
  open_.push_back({file, defects.open_edges, defects.edges, where});
  why_open_ =
      where + ": " +
      (defects.components == 1 ? "this one counts as a surface, so nothing is inside it; close it to make it a solid"
                               : "these count as surfaces, so nothing is inside them; close them to make them solids");
}

void MeshRemarks::add(const std::filesystem::path& file, const Warnings& of_reader) {
  const std::string begin = file.string() + ": ";
  for (const std::string& warning : of_reader) {
    std::string text = warning.starts_with(begin) ? warning.substr(begin.size()) : warning, place = file.string();
    // A line's number belongs to the file, not to the remark: else no two files would share one.
    if (const std::size_t colon = text.find(": "); text.starts_with("line ") && colon != std::string::npos) {
      place += ": " + text.substr(0, colon);
      text.erase(0, colon + 2);
    }
    auto same = std::find_if(others_.begin(), others_.end(), [&](const auto& other) { return other.first == text; });
    if (same == others_.end()) same = others_.insert(others_.end(), {text, {}});
    same->second.push_back(std::move(place));
  }
}

/// "base.stl (2 of 500 triangles), elbow.stl (1 of 90 triangles) and 3 more": names are enough to know them by.
std::string MeshRemarks::listed(const Remarks& remarks, const char* unit) {
  std::vector<std::string> texts;
  for (const Remark& remark : remarks) {
    texts.push_back(
        fmt::format("{} ({} of {} {}{})", remark.file.filename().string(), remark.count, remark.of, unit, remark.more));
  }
  return some_of(texts);
}

void MeshRemarks::tell(Warnings& warnings) const {
  for (const auto& [text, files] : others_) warnings.push_back(some_of(files) + ": " + text);
  if (without_area_.size() == 1) {
    const Remark& only = without_area_.front();
    warnings.push_back(fmt::format(
        "{}: {} of {} triangles {}", only.file.string(), only.count, only.of,
        only.count == 1 ? "has no area and is kept as a segment" : "have no area and are kept as segments"));
  } else if (!without_area_.empty()) {
    warnings.push_back(fmt::format("{} meshes have triangles that have no area and are kept as segments: {}",
                                   without_area_.size(), listed(without_area_, "triangles")));
  }
  if (repeated_.size() == 1) {
    const Remark& only = repeated_.front();
    warnings.push_back(
        fmt::format("{}: {} of {} triangles {} another one, as double-sided exports do; the mesh counts as {}",
                    only.file.string(), only.count, only.of, only.count == 1 ? "repeats" : "repeat", only.more));
  } else if (!repeated_.empty()) {
    Remarks counted = repeated_;
    for (Remark& remark : counted) remark.more = ", counts as " + remark.more;
    warnings.push_back(fmt::format("{} meshes have triangles that repeat another one, as double-sided exports do: {}",
                                   counted.size(), listed(counted, "triangles")));
  }
  if (open_.size() == 1) {
    const Remark& only = open_.front();
    warnings.push_back(fmt::format("{}: {} of {} edges {} not closed{}", only.file.string(), only.count, only.of,
                                   only.count == 1 ? "is" : "are", why_open_));
  } else if (!open_.empty()) {
    warnings.push_back(fmt::format(
        "{} meshes are not closed and count as surfaces, so nothing is inside them; close them to make them "
        "solids: {}",
        open_.size(), listed(open_, "edges")));
  }
}

}  // namespace tocca
