// The list of a batch: what was asked and into which chunks it was cut.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "batch/chunk.hpp"

namespace tocca {

struct BatchManifest {
  std::string version;               ///< of the program
  std::string question;              ///< its name
  std::vector<std::string> options;  ///< that determine the answers, as given
  std::vector<BatchInput> inputs;
  std::vector<std::string> paths;  ///< their files, in order
  std::int64_t chunk_size = 0;
  bool complete = false;  ///< false: the cutting was interrupted; `chunks` is a part or empty
  std::vector<Chunk> chunks;

  std::int64_t segments() const;
};

/// The list in a folder of results; none if there is no such file. Throws InputError if it is damaged.
std::optional<BatchManifest> load_manifest(const std::filesystem::path& folder);
/// Replaces it at once: readers see the old one or the new one. Throws InputError if it cannot be written.
void write_manifest(const std::filesystem::path& folder, const BatchManifest& manifest);

}  // namespace tocca
