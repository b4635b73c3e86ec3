#include "result_stream.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include "output.hpp"

namespace tocca::cli {

std::streamsize ResultStream::Buffer::xsputn(const char* text, std::streamsize count) {
  const auto size = static_cast<std::size_t>(count);
  if (std::fwrite(text, 1, size, file) != size) failed = true;
  return count;
}

int ResultStream::Buffer::overflow(int character) {
  if (std::fputc(character, file) == EOF) failed = true;
  return character;
}

int ResultStream::Buffer::sync() {
  if (std::fflush(file) != 0) failed = true;
  return failed ? -1 : 0;
}

ResultStream::ResultStream(std::string target, std::string option)
    : target_(std::move(target)), option_(std::move(option)), out_(&buffer_) {
  if (target_ == "-") {
    take_standard_output();
    buffer_.file = stdout;
    return;
  }
  own_.reset(std::fopen(target_.c_str(), "wb"));
  if (!own_) fail();
  buffer_.file = own_.get();
}

void ResultStream::fail() const {
  throw InputError(target_, option_, fmt::format("cannot write: {}", std::strerror(errno)), "choose a writable file");
}

void ResultStream::close() {
  if (!own_) return flush_output();
  const bool lost = buffer_.failed || std::fflush(own_.get()) != 0;
  if (lost) fail();
  if (std::fclose(own_.release()) != 0) fail();
}

}  // namespace tocca::cli
