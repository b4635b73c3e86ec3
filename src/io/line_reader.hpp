#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "tocca/core/error.hpp"

namespace tocca {

/// The beginning of a line.
struct LinePlace {
  std::uint64_t byte = 0;
  std::size_t line = 0;  ///< how many lines stand before it
};

/// Reads a text file, a pipe or, if the path is "-", the standard input in large blocks and returns its lines, each as
/// soon as it arrives.
///
/// Guarantee   About two megabytes of memory, whatever the input: a line of more than a megabyte is an InputError.
/// Fails       InputError: missing, unreadable, a folder, a line too long.
class LineReader {
 public:
  explicit LineReader(const std::filesystem::path& file);

  /// The next line without its end (\n or \r\n) and, at the start of the file, without a byte-order mark. Valid until
  /// the next call; nothing after the last line.
  std::optional<std::string_view> next();

  /// What has been read and not handed out: for a look at what kind of file it is.
  std::string_view ahead() const noexcept { return {buffer_.get() + begin_, end_ - begin_}; }
  /// Reads on behind what is ahead; false at the end of the file, or if a megabyte is ahead.
  bool look_further();
  /// All that has not been handed out. Fails: InputError if it is more than `max_bytes`.
  std::string rest(std::uint64_t max_bytes);

  /// Where the line begins that next() returns next, in bytes and lines from the beginning of the file.
  LinePlace here() const noexcept { return {read_ - (end_ - begin_), line_}; }
  /// Goes on there. Requires a place that here() told of the same file. Fails: InputError for a pipe.
  void go_to(const LinePlace& place);

  std::size_t line() const noexcept { return line_; }         ///< of what next() returned last; counts from 1
  const std::string& name() const noexcept { return name_; }  ///< of the file, for messages

 private:
  bool fill();

  struct Close {
    void operator()(std::FILE* file) const {
      if (file != stdin) std::fclose(file);
    }
  };
  std::string name_;
  std::unique_ptr<std::FILE, Close> handle_;
  std::unique_ptr<char[]> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // of what has been read and not handed out
  std::uint64_t read_ = 0;           // bytes of the file up to end_
  std::size_t line_ = 0;
  bool at_end_ = false;
};

}  // namespace tocca
