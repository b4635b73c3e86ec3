// --threads, as every verb that loops on several threads has it.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>

#include "tocca/core/parallel.hpp"

namespace tocca::cli {

class ThreadsOption {
 public:
  void add_to(CLI::App& verb);
  /// Throws InputError unless the number is at least 1.
  void check() const;
  /// Holds as long as it lives. Null if the option is not given: then all threads are used.
  std::unique_ptr<ThreadLimit> limit() const;

 private:
  std::optional<int> most_;
};

}  // namespace tocca::cli
