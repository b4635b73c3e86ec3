#include <fmt/format.h>

#include <iostream>
#include <sstream>

#include "batch/chunk_workers.hpp"
#include "output.hpp"

namespace tocca::cli {
namespace {

class StandardPort final : public ChunkPort {
 public:
  StandardPort() { take_standard_output(); }
  std::optional<std::string> next() override {
    std::string line;
    if (!std::getline(std::cin, line)) return std::nullopt;
    return line;
  }
  void answer(const std::string& line) override {
    print(line + "\n");
    flush_output();
  }
};

}  // namespace

std::string line_of(std::size_t number, const Chunk& chunk) {
  return fmt::format("{} {} {} {} {} {} {} {}", number, chunk.path, chunk.first, chunk.segments, chunk.place.row,
                     chunk.place.byte, chunk.place.line, chunk.name);
}

std::optional<NumberedChunk> chunk_of(const std::string& line) {
  std::istringstream text(line);
  NumberedChunk found{};
  Chunk& chunk = found.chunk;
  text >> found.number >> chunk.path >> chunk.first >> chunk.segments >> chunk.place.row >> chunk.place.byte >>
      chunk.place.line >> chunk.name;
  const bool is_name = chunk.name.size() == 64 && chunk.name.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (!text || !is_name || chunk.first < 0 || chunk.segments < 1) return std::nullopt;
  return found;
}

std::optional<WorkerAnswer> answer_of(const std::string& line) {
  std::istringstream text(line);
  WorkerAnswer answer{};
  if (!(text >> answer.number >> answer.word)) return std::nullopt;
  std::getline(text >> std::ws, answer.why);
  return answer;
}

std::unique_ptr<ChunkPort> standard_port() { return std::make_unique<StandardPort>(); }

}  // namespace tocca::cli
