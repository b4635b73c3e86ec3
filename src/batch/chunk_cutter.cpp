#include "batch/chunk_cutter.hpp"

#include <algorithm>

#include "batch/row_digest.hpp"
#include "tocca/check/path_checker.hpp"
#include "tocca/core/require.hpp"

namespace tocca {

ChunkCutter::ChunkCutter(OpenPath open, std::size_t paths, std::string question, std::int64_t chunk_size)
    : open_(std::move(open)), paths_(paths), question_(std::move(question)), chunk_size_(chunk_size) {
  TOCCA_REQUIRE(chunk_size >= 1, "a chunk has at least one segment");
}

std::optional<Chunk> ChunkCutter::next() {
  for (; path_ < paths_; ++path_, first_ = 0, source_.reset()) {
    if (!source_) source_ = open_(path_);
    Chunk chunk{path_, first_, 0, source_->here(), {}};
    RowDigest rows;
    while (chunk.segments < chunk_size_) {
      const std::size_t batch = PathChecker::batch_size(first_ + chunk.segments);
      const auto left = static_cast<std::size_t>(chunk_size_ - chunk.segments);
      const std::size_t fetched = source_->fetch(source_->independent() ? std::min(batch, left) : batch);
      if (fetched == 0) break;
      chunk.segments += static_cast<std::int64_t>(fetched);
      rows.add(*source_);
    }
    if (chunk.segments == 0) continue;
    first_ += chunk.segments;
    chunk.name = rows.name(question_, chunk);
    return chunk;
  }
  return std::nullopt;
}

}  // namespace tocca
