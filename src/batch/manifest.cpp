#include "batch/manifest.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>

#include "audit/sha256.hpp"
#include "batch/host.hpp"
#include "io/json.hpp"

namespace tocca {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* manifest_name = "batch.json";

std::string checksum_of(const Json& manifest) {
  const std::string text = manifest.dump();
  audit::Sha256 sum;
  sum.add(text.data(), text.size());
  return audit::text_of(sum.digest());
}

Json json_of(const BatchManifest& manifest) {
  Json json{{"tocca_batch", 1},
            {"version", manifest.version},
            {"question", manifest.question},
            {"options", manifest.options},
            {"inputs", Json::array()},
            {"paths", manifest.paths},
            {"chunk_size", manifest.chunk_size},
            {"complete", manifest.complete},
            {"chunks", Json::array()}};
  for (const BatchInput& input : manifest.inputs)
    json["inputs"].push_back({{"file", input.file}, {"sha256", input.sha256}});
  for (const Chunk& chunk : manifest.chunks) {
    json["chunks"].push_back({{"path", chunk.path},
                              {"first", chunk.first},
                              {"segments", chunk.segments},
                              {"row", chunk.place.row},
                              {"byte", chunk.place.byte},
                              {"line", chunk.place.line},
                              {"name", chunk.name}});
  }
  return json;
}

BatchManifest manifest_of(const Json& json) {
  BatchManifest manifest;
  json.at("version").get_to(manifest.version);
  json.at("question").get_to(manifest.question);
  json.at("options").get_to(manifest.options);
  for (const Json& input : json.at("inputs")) manifest.inputs.push_back({input.at("file"), input.at("sha256")});
  json.at("paths").get_to(manifest.paths);
  json.at("chunk_size").get_to(manifest.chunk_size);
  json.at("complete").get_to(manifest.complete);
  for (const Json& chunk : json.at("chunks")) {
    manifest.chunks.push_back({chunk.at("path"),
                               chunk.at("first"),
                               chunk.at("segments"),
                               {chunk.at("row"), chunk.at("byte"), chunk.at("line")},
                               chunk.at("name")});
    if (manifest.chunks.back().path >= manifest.paths.size()) throw std::out_of_range("path");
  }
  return manifest;
}

}  // namespace

std::int64_t BatchManifest::segments() const {
  return std::accumulate(chunks.begin(), chunks.end(), std::int64_t{0},
                         [](std::int64_t sum, const Chunk& chunk) { return sum + chunk.segments; });
}

std::optional<BatchManifest> load_manifest(const fs::path& folder) {
  const fs::path file = folder / manifest_name;
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return std::nullopt;
  Json json = Json::parse(stream, nullptr, false);
  try {
    const std::string sum = json.at("sha256");
    json.erase("sha256");
    if (sum == checksum_of(json)) return manifest_of(json);
  } catch (const std::exception&) {  // whatever is not as json_of() writes it
  }
  throw InputError(file.string(), "", "is damaged",
                   "remove it and run the batch again: results that are there are kept");
}

void write_manifest(const fs::path& folder, const BatchManifest& manifest) {
  const fs::path file = folder / manifest_name;
  const fs::path unfinished = folder / fmt::format("batch.{}.{}.unfinished", host_name(), ::getpid());
  Json json = json_of(manifest);
  json["sha256"] = checksum_of(json);
  std::ofstream stream(unfinished, std::ios::binary | std::ios::trunc);
  stream << json.dump(1) << '\n';
  stream.close();
  std::error_code error;
  if (stream) fs::rename(unfinished, file, error);
  if (stream && !error) return;
  std::error_code ignored;
  fs::remove(unfinished, ignored);
  throw InputError(file.string(), "", "cannot be written", "is the disk full, or the folder read-only?");
}

}  // namespace tocca
