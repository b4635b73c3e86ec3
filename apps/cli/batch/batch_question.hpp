// What a batch asks, ready to be answered: files read, their digests, the checker.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "batch/batch_arguments.hpp"
#include "batch/chunk_cutter.hpp"
#include "batch/chunk_runner.hpp"
#include "batch/manifest.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca::cli {

/// Reads the inputs once. Keeps a reference to the arguments.
class BatchQuestion {
 public:
  /// Throws InputError like `tocca check`; also for kinds of questions that have no separate segments.
  explicit BatchQuestion(const BatchArguments& arguments);

  const std::string& name() const { return manifest_.question; }
  std::size_t path_count() const { return manifest_.paths.size(); }
  const Warnings& warnings() const { return warnings_; }
  OpenPath open() const;
  ChunkCutter cutter(std::int64_t chunk_size) const { return {open(), path_count(), name(), chunk_size}; }
  ChunkRunner runner() const;
  /// As given, else as the folder's list has it, else what one core does in about a second, so that `workers` all have enough to do.
  std::int64_t chunk_size(const std::optional<BatchManifest>& before, int workers) const;
  /// Without chunks.
  BatchManifest manifest(std::int64_t chunk_size) const;

 private:
  std::int64_t measured_chunk_size(int workers) const;

  const BatchArguments& arguments_;
  mutable Warnings warnings_;
  Problem problem_;
  std::optional<Checker> checker_;
  BatchManifest manifest_;
};

/// The list of the folder with all chunks of this very question, cut anew. Throws InputError if there is none or it is of other inputs.
BatchManifest matching_manifest(const BatchArguments& arguments, const BatchQuestion& question);

}  // namespace tocca::cli
