// Cuts a question into chunks.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "batch/chunk.hpp"
#include "batch/seekable_source.hpp"

namespace tocca {

/// Reads the paths once, in order, and names their chunks.
///
/// Guarantee   The same question in chunks of the same size has the same chunks. Edges are cut after `chunk_size` of them, paths where
///             PathChecker would begin a batch, so that each chunk has the very answers of the whole.
/// Fails       InputError where a path cannot be read.
class ChunkCutter {
 public:
  /// `question`: its name. Requires a chunk_size of at least 1.
  ChunkCutter(OpenPath open, std::size_t paths, std::string question, std::int64_t chunk_size);

  /// The next chunk; none at the end of the last path.
  std::optional<Chunk> next();

 private:
  OpenPath open_;
  std::size_t paths_, path_ = 0;
  std::string question_;
  std::int64_t chunk_size_, first_ = 0;
  std::unique_ptr<SeekableSource> source_;
};

}  // namespace tocca
