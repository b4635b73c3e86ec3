#include "io/text.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <system_error>

#include "io/missing_file.hpp"
#include "io/note_read.hpp"

namespace tocca {
namespace {

const char* kind_of(std::filesystem::file_type type) {
  switch (type) {
    case std::filesystem::file_type::directory:
      return "a folder";
    case std::filesystem::file_type::fifo:
      return "a pipe";
    case std::filesystem::file_type::socket:
      return "a socket";
    default:
      return "a device";
  }
}

}  // namespace

InputFile::InputFile(const std::filesystem::path& file) : path_(file) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(file, error);
  if (status.type() == std::filesystem::file_type::not_found) {
    throw missing_file(file);
  }
  if (error || status.type() == std::filesystem::file_type::unknown) {
    throw InputError(file.string(), "", "cannot be reached (" + error.message() + ")",
                     "check the path and the permissions");
  }
  if (status.type() != std::filesystem::file_type::regular) {
    throw InputError(file.string(), "", std::string("is ") + kind_of(status.type()) + ", not a file",
                     "give the name of a regular file");
  }
  handle_.reset(std::fopen(file.c_str(), "rb"));
  if (!handle_) {
    throw InputError(file.string(), "", std::string("cannot be opened (") + std::strerror(errno) + ")",
                     "check the permissions");
  }
  note_read(handle_.get(), file);
  size_ = std::filesystem::file_size(file, error);
  if (error)
    throw InputError(file.string(), "", "its size cannot be determined (" + error.message() + ")",
                     "copy the file elsewhere");
}

std::size_t InputFile::read(std::span<char> bytes) {
  const std::size_t count = std::fread(bytes.data(), 1, bytes.size(), handle_.get());
  if (count < bytes.size() && std::ferror(handle_.get())) {
    throw InputError(path_.string(), "", "cannot be read (input/output error)", "check the disk");
  }
  return count;
}

std::string read_file(const std::filesystem::path& file, std::uint64_t max_bytes) {
  InputFile input(file);
  if (input.size() > max_bytes) {
    throw InputError(file.string(), "",
                     "has " + std::to_string(input.size()) + " bytes, more than the " + std::to_string(max_bytes) +
                         " that this kind of file may have",
                     "check that it is the right file");
  }
  std::string text(static_cast<std::size_t>(input.size()), '\0');
  text.resize(input.read(text));
  return text;
}

std::optional<double> parse_number(std::string_view text) noexcept {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  double value = 0.0;
  const char* end = text.data() + text.size();
  auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc::result_out_of_range) {  // too large, or so small that the nearest double is zero
    long double wide = 0.0L;
    const auto again = std::from_chars(text.data(), end, wide);
    stop = again.ptr;
    error = again.ec;
    value = static_cast<double>(wide);
  }
  if (error != std::errc() || stop != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<std::int64_t> parse_integer(std::string_view text) noexcept {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

bool parse_numbers(std::string_view text, std::span<double> values) noexcept {
  for (double& value : values) {
    const std::optional<double> number = parse_number(take_word(text));
    if (!number) return false;
    value = *number;
  }
  return trimmed(text).empty();
}

std::string_view trimmed(std::string_view text) noexcept {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

std::string in_quotes(std::string_view text, std::size_t max_length) {
  std::string quoted(1, '\'');
  quoted += printable(text, max_length);
  quoted += '\'';
  return quoted;
}

std::string line_place(std::size_t line) { return "line " + std::to_string(line); }

std::optional<std::string_view> TextCursor::next_line() noexcept {
  if (rest_.empty()) return std::nullopt;
  line_ = next_line_++;
  const std::size_t end = rest_.find('\n');
  std::string_view line = rest_.substr(0, end);
  rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string some_in_quotes(std::span<const std::string> names) {
  constexpr std::size_t most = 8;
  std::string text;
  for (std::size_t k = 0; k < std::min(names.size(), most); ++k) {
    text += (k == 0 ? "" : k + 1 == names.size() ? " and " : ", ") + in_quotes(names[k]);
  }
  if (names.size() > most) text += " and " + std::to_string(names.size() - most) + " more";
  return text;
}

std::optional<std::string_view> TextCursor::next_word() noexcept {
  std::size_t begin = 0;
  for (; begin < rest_.size() && is_blank(rest_[begin]); ++begin) {
    if (rest_[begin] == '\n') ++next_line_;
  }
  line_ = next_line_;
  if (begin == rest_.size()) {
    rest_ = {};
    return std::nullopt;
  }
  std::size_t end = begin;
  while (end < rest_.size() && !is_blank(rest_[end])) ++end;
  const std::string_view word = rest_.substr(begin, end - begin);
  rest_.remove_prefix(end);
  return word;
}

std::string_view take_word(std::string_view& line) noexcept {
  std::size_t begin = 0;
  while (begin < line.size() && is_blank(line[begin])) ++begin;
  std::size_t end = begin;
  while (end < line.size() && !is_blank(line[end])) ++end;
  const std::string_view word = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return word;
}

std::optional<std::string> decode_percent(std::string_view uri) {
  std::string text;
  for (std::size_t k = 0; k < uri.size(); ++k) {
    if (uri[k] != '%') {
      text += uri[k];
      continue;
    }
    unsigned code = 0;
    if (k + 2 >= uri.size()) return std::nullopt;
    const auto [end, error] = std::from_chars(uri.data() + k + 1, uri.data() + k + 3, code, 16);
    if (error != std::errc() || end != uri.data() + k + 3 || code == 0) return std::nullopt;
    text += static_cast<char>(code);
    k += 2;
  }
  return text;
}

}  // namespace tocca
