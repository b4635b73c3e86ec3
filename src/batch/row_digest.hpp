// The rows of a chunk as a name: what enters the result besides the question that all chunks share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "audit/sha256.hpp"
#include "batch/chunk.hpp"
#include "tocca/check/segment_source.hpp"

namespace tocca {

/// Sees the segments of a chunk pass by, whoever fetches them, and names the chunk after them.
class RowDigest {
 public:
  /// Adds the segments of the source's batch by their keys. A segment without a key is determined by the question's files alone.
  void add(const SegmentSource& source);
  /// The chunk's name; ends the digest.
  std::string name(std::string_view question, const Chunk& chunk);

 private:
  audit::Sha256 rows_;
  std::vector<double> key_;
};

}  // namespace tocca
