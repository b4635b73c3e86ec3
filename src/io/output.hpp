#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "tocca/core/error.hpp"

namespace tocca {

/// Appends the shortest decimal text that reads back as exactly `value`, whatever the locale. Requires a finite value.
void append_number(std::string& text, double value);

/// Like append_number, but valid JSON for every value: null if it is not finite, and a negative zero keeps its sign in
/// readers that take "-0" for the integer zero.
void append_json_number(std::string& text, double value);

/// Appends `value` in quotes, escaped. Bytes that are not UTF-8 become U+FFFD: the output is valid JSON, always.
void append_json_string(std::string& text, std::string_view value);

/// A text file being written in large blocks.
///
/// Fails   InputError if the file cannot be created or, at flush() and close(), not everything can be written.
///         Destroyed without close(), it does not check whether it was written.
class OutputFile {
 public:
  explicit OutputFile(const std::filesystem::path& file);

  std::string& text() noexcept { return text_; }  ///< append here
  void flush_if_large();                          ///< call about once per row: keeps memory bounded
  void close();

 private:
  void flush();
  [[noreturn]] void fail() const;

  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::filesystem::path path_;
  std::string text_;
  std::unique_ptr<std::FILE, Close> handle_;
};

}  // namespace tocca
