// The option --threads of every verb that uses several threads.
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
  /// The limit applies as long as the object lives. Null if the option is not given: then all threads are used.
  std::unique_ptr<ThreadLimit> limit() const;

 private:
  std::optional<int> most_;
};

}  // namespace tocca::cli
