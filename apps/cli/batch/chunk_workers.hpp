// Those who do chunks, wherever they are, and what is said between them and whoever hands out the work: lines of text.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "batch/chunk.hpp"

namespace tocca::cli {

/// The side that hands out. Workers count from 0.
class ChunkWorkers {
 public:
  struct Message {
    int worker;
    std::string line;  ///< empty: the worker has died; another has taken its place
  };
  virtual ~ChunkWorkers() = default;

  virtual int count() const = 0;
  virtual void send(int worker, const std::string& line) = 0;
  /// The next message; none after so many milliseconds, or after a signal.
  virtual std::optional<Message> receive(int wait_ms) = 0;
};

/// The side that works.
class ChunkPort {
 public:
  virtual ~ChunkPort() = default;
  /// The next line; none: there is no more to do.
  virtual std::optional<std::string> next() = 0;
  virtual void answer(const std::string& line) = 0;
};

/// "NUMBER PATH FIRST SEGMENTS ROW BYTE LINE NAME"
std::string line_of(std::size_t number, const Chunk& chunk);
struct NumberedChunk {
  std::size_t number;
  Chunk chunk;
};
std::optional<NumberedChunk> chunk_of(const std::string& line);

/// What a worker says: "ready QUESTION" first, then for each chunk "NUMBER done", "NUMBER busy", "NUMBER differs" or "NUMBER failed WHY".
struct WorkerAnswer {
  std::size_t number;
  std::string word, why;
};
std::optional<WorkerAnswer> answer_of(const std::string& line);
inline constexpr std::string_view ready_word = "ready ";

/// Processes of this program with the same command line and --serve.
std::unique_ptr<ChunkWorkers> process_workers(int count);
/// Standard input and output.
std::unique_ptr<ChunkPort> standard_port();

}  // namespace tocca::cli
