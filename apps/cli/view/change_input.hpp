// Changes of a scene that other programs write: lines of a FIFO, a file or standard input.
#pragma once

#include <string>
#include <vector>

namespace tocca::cli {

class ChangeInput {
 public:
  /// `file`: "-" is standard input. Throws InputError if it cannot be read.
  explicit ChangeInput(const std::string& file);
  ~ChangeInput();
  ChangeInput(const ChangeInput&) = delete;
  ChangeInput& operator=(const ChangeInput&) = delete;

  /// The whole lines that have come since the last look. Never waits.
  std::vector<std::string> look();

 private:
  int input_;
  std::string rest_;
};

}  // namespace tocca::cli
