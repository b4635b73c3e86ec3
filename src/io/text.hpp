#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tocca/core/error.hpp"

namespace tocca {

/// A regular file, open for reading from front to back.
///
/// Fails   InputError (file, what, remedy) if the file is missing, unreadable, or anything but a regular file: a FIFO
///         would block forever and /dev/zero never ends.
class InputFile {
 public:
  explicit InputFile(const std::filesystem::path& file);

  const std::filesystem::path& path() const noexcept { return path_; }
  std::uint64_t size() const noexcept { return size_; }
  /// Fills `bytes` as far as the file reaches; returns how many were read. Throws InputError if the disk fails.
  std::size_t read(std::span<char> bytes);

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::filesystem::path path_;
  std::uint64_t size_ = 0;
  std::unique_ptr<std::FILE, Close> handle_;
};

/// The whole file. Throws InputError like InputFile, and if it is larger than `max_bytes`.
std::string read_file(const std::filesystem::path& file, std::uint64_t max_bytes);

/// The number that the whole of `text` spells, whatever the locale: "1", "+1.5", "-2e-3".
/// Nothing for anything else: empty, blanks, trailing characters, nan, inf, hexadecimal, beyond the range of a double.
std::optional<double> parse_number(std::string_view text) noexcept;
std::optional<std::int64_t> parse_integer(std::string_view text) noexcept;

/// Exactly `values.size()` numbers between blanks, and nothing else: false otherwise.
bool parse_numbers(std::string_view text, std::span<double> values) noexcept;

inline bool is_blank(char c) noexcept { return c == ' ' || (c >= '\t' && c <= '\r'); }
std::string_view trimmed(std::string_view text) noexcept;
std::string lower_case(std::string_view text);  ///< ASCII letters only
/// 'text', printable and short, for messages.
std::string in_quotes(std::string_view text, std::size_t max_length = 60);
/// "'a', 'b', 'c' and 4 more": as many as fit on a line.
std::string some_in_quotes(std::span<const std::string> names);

/// "line 12": the place of an InputError.
std::string line_place(std::size_t line);

/// Walks through text by lines and by words, and knows the line it is in. Lines end with \n or \r\n.
class TextCursor {
 public:
  explicit TextCursor(std::string_view text) noexcept : rest_(text) {}

  bool at_end() const noexcept { return rest_.empty(); }
  std::string_view rest() const noexcept { return rest_; }  ///< what has not been read
  std::size_t line() const noexcept { return line_; }       ///< of what was returned last; counts from 1
  /// The rest of the current line without its end; nothing after the last line.
  std::optional<std::string_view> next_line() noexcept;
  /// The next word between blanks, line ends included; nothing at the end.
  std::optional<std::string_view> next_word() noexcept;

 private:
  std::string_view rest_;
  std::size_t line_ = 1;
  std::size_t next_line_ = 1;
};

/// The next word of `line`, which is shortened to what follows it; empty if no word is left.
std::string_view take_word(std::string_view& line) noexcept;

/// A URI's text with "%20" and the like decoded; empty if a code is broken or means a zero byte.
std::optional<std::string> decode_percent(std::string_view uri);

}  // namespace tocca
