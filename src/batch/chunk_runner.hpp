// Does the work of chunks.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "batch/chunk_file.hpp"
#include "batch/seekable_source.hpp"
#include "tocca/check/path_checker.hpp"

namespace tocca {

/// Answers chunks of one question, one after the other: reads the robot once, and of the paths only the rows it needs.
class ChunkRunner {
 public:
  enum class Outcome {
    done,    ///< the result is there
    busy,    ///< somebody else is at it
    differs  ///< the rows are not those that the chunk is named after: nothing was written
  };

  /// `question`: its name here; a chunk that was cut from other inputs differs. Keeps a reference to the checker.
  ChunkRunner(const Checker& checker, OpenPath open, std::size_t paths, std::string question, PathSearch search,
              std::filesystem::path folder);

  /// Requires a path that exists. Fails: InputError if the path cannot be read or the result not be written; nothing is left behind
  /// then.
  Outcome run(const Chunk& chunk);
  /// Of the chunk that was done last.
  const ChunkTotals& totals() const { return totals_; }

 private:
  const Checker& checker_;
  OpenPath open_;
  std::vector<std::unique_ptr<SeekableSource>> sources_;  ///< as far as they have been opened
  std::string question_;
  PathSearch search_;
  std::filesystem::path folder_;
  ChunkTotals totals_;
};

}  // namespace tocca
