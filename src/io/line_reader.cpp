#include "io/line_reader.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "io/missing_file.hpp"
#include "io/note_read.hpp"
#include "io/text.hpp"

namespace tocca {
namespace {

constexpr std::size_t block_bytes = 1u << 20;
constexpr std::size_t max_line_bytes = 1u << 20;  // a thousand joints with velocities and accelerations need 75 kB
constexpr std::size_t buffer_bytes = max_line_bytes + block_bytes;

}  // namespace

LineReader::LineReader(const std::filesystem::path& file)
    : name_(file == "-" ? "standard input" : file.string()),
      buffer_(std::make_unique_for_overwrite<char[]>(buffer_bytes)) {
  std::error_code error;
  if (file == "-") {
    handle_.reset(stdin);
    return;
  }
  if (std::filesystem::is_directory(file, error)) {
    throw InputError(name_, "", "is a folder, not a file", "give the name of a file");
  }
  handle_.reset(std::fopen(file.c_str(), "rb"));
  if (!handle_ && errno == ENOENT) throw missing_file(file);
  if (!handle_) {
    throw InputError(name_, "", std::string("cannot be opened (") + std::strerror(errno) + ")",
                     "check the path and the permissions");
  }
  note_read(handle_.get(), file);
  std::setvbuf(handle_.get(), nullptr, _IONBF, 0);  // blocks are large already
}

std::optional<std::string_view> LineReader::next() {
  std::size_t searched = begin_;
  const char* newline = nullptr;
  while (true) {
    if (searched < end_) {
      newline = static_cast<const char*>(std::memchr(buffer_.get() + searched, '\n', end_ - searched));
    }
    const std::size_t pending = newline ? static_cast<std::size_t>(newline - buffer_.get()) - begin_ : end_ - begin_;
    if (pending > max_line_bytes) {
      throw InputError(name_, line_place(line_ + 1), "the line is longer than a megabyte",
                       "check that it is the right file");
    }
    if (newline || at_end_) break;
    at_end_ = !fill();
    searched = begin_ + pending;
  }
  if (begin_ == end_) return std::nullopt;

  const std::size_t stop = newline ? static_cast<std::size_t>(newline - buffer_.get()) : end_;
  std::string_view line(buffer_.get() + begin_, stop - begin_);
  begin_ = newline ? stop + 1 : end_;
  if (line_++ == 0 && line.starts_with("\xef\xbb\xbf")) line.remove_prefix(3);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

void LineReader::go_to(const LinePlace& place) {
  if (::lseek(fileno(handle_.get()), static_cast<off_t>(place.byte), SEEK_SET) < 0) {
    throw InputError(name_, "", std::string("cannot be read from its middle (") + std::strerror(errno) + ")",
                     "give a file, not a pipe");
  }
  begin_ = end_ = 0;
  read_ = place.byte;
  line_ = place.line;
  at_end_ = false;
}

bool LineReader::look_further() {
  if (at_end_ || end_ - begin_ >= max_line_bytes) return false;
  at_end_ = !fill();
  return !at_end_;
}

std::string LineReader::rest(std::uint64_t max_bytes) {
  std::string text(ahead());
  begin_ = end_;
  while (!at_end_) {
    at_end_ = !fill();
    text += ahead();
    begin_ = end_;
    if (text.size() > max_bytes) {
      throw InputError(name_, "",
                       "has more than the " + std::to_string(max_bytes) + " bytes that this kind of file may have",
                       "check that it is the right file");
    }
  }
  return text;
}

/// Moves what is pending to the front and reads a block behind it; false at the end of the file.
bool LineReader::fill() {
  std::memmove(buffer_.get(), buffer_.get() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  const std::size_t wanted = buffer_bytes - end_;
  // What a pipe has so far is enough: a writer of live samples waits for the answer.
  ssize_t count = -1;
  do {
    count = ::read(fileno(handle_.get()), buffer_.get() + end_, wanted);
  } while (count < 0 && errno == EINTR);
  if (count < 0) {
    throw InputError(name_, "", std::string("cannot be read (") + std::strerror(errno) + ")", "check the disk");
  }
  end_ += static_cast<std::size_t>(count);
  read_ += static_cast<std::uint64_t>(count);
  return count > 0;
}

}  // namespace tocca
