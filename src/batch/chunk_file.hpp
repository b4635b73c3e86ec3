// The result of a chunk as a file: complete or not there.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "audit/sha256.hpp"
#include "batch/chunk.hpp"
#include "tocca/verdict/verdict.hpp"

namespace tocca {

/// What the segments of chunks add up to.
struct ChunkTotals {
  std::uint64_t free = 0, contact = 0, undecided = 0;
  bool proven = true;
  std::uint64_t pairs = 0;  ///< of bodies that are checked
  Statistics work;          ///< without times

  ChunkTotals& operator+=(const ChunkTotals& other);
  std::uint64_t segments() const { return free + contact + undecided; }
  Outcome outcome() const;
};

/// As a line of JSON without its end, and back; nothing if it is not one.
std::string to_json(const ChunkTotals& totals);
std::optional<ChunkTotals> parse_totals(std::string_view line);

enum class ChunkState { missing, damaged, done };

/// Where the result of a chunk is, or will be.
std::filesystem::path chunk_path(const std::filesystem::path& folder, const std::string& name);

/// Writes the result of one chunk: a line that says what it is, a line of JSON per segment, the totals, a checksum of all that. The same chunk
/// gives the same bytes.
///
/// Guarantee   Under its name there is nothing or the whole result, on the disk, whenever the process or the machine stops: it is written
///             beside, synchronised and renamed. Of two writers either wins.
/// Fails       InputError if something cannot be written; nothing is left behind then.
class ChunkWriter {
 public:
  ChunkWriter(std::filesystem::path folder, const Chunk& chunk, std::uint64_t pairs);
  ~ChunkWriter();
  ChunkWriter(const ChunkWriter&) = delete;
  ChunkWriter& operator=(const ChunkWriter&) = delete;

  void add(const SegmentVerdict& verdict);
  /// Requires as many verdicts as the chunk has segments.
  ChunkTotals finish();

 private:
  void write_out();
  [[noreturn]] void fail() const;

  std::filesystem::path folder_, unfinished_, file_;
  std::int64_t left_;
  int handle_ = -1;
  std::string text_;
  audit::Sha256 sum_;
  ChunkTotals totals_;
};

/// Reads a result in bounded memory and checks that it is whole and of this chunk; `segment` gets the JSON of each. Segments are handed out before
/// the end is known to be sound: whoever uses them forgets them unless `done` comes back.
ChunkState read_chunk(const std::filesystem::path& folder, const Chunk& chunk, ChunkTotals& totals,
                      const std::function<void(std::string_view)>& segment);

/// Removes what writers of this machine left behind that are gone.
void remove_leftovers(const std::filesystem::path& folder);

}  // namespace tocca
