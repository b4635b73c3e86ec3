// Joins the results of chunks.
#pragma once

#include <filesystem>
#include <iosfwd>

#include "batch/chunk_file.hpp"
#include "batch/manifest.hpp"

namespace tocca {

/// What is known of a batch.
struct BatchStatus {
  std::size_t done = 0, running = 0, failed = 0, damaged = 0, missing = 0;  ///< chunks; each counts once
  ChunkTotals totals;                                                       ///< of those that are done
  std::vector<ChunkTotals> of_paths;
  std::vector<std::string> notes;  ///< "chunk 12: ..." of those that are running, failed or damaged
};

/// Reads every result.
BatchStatus status_of(const std::filesystem::path& folder, const BatchManifest& manifest);

/// Throws InputError unless every chunk is done.
void require_done(const std::filesystem::path& folder, const BatchManifest& manifest, const BatchStatus& status);

/// The form of `tocca check --edges --no-times --json`, byte by byte; of several paths a list of those. Bounded memory. Throws InputError if a result
/// has been damaged since it was looked at: what has been written is worthless then.
void merge_json(const std::filesystem::path& folder, const BatchManifest& manifest, const BatchStatus& status,
                std::ostream& out);
/// A row per segment: path (of several), index, verdict, when contact begins (a bracket), until when it is proven free, the first two that touch.
void merge_csv(const std::filesystem::path& folder, const BatchManifest& manifest, std::ostream& out);

}  // namespace tocca
