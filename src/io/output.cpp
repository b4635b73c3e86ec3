#include "io/output.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "tocca/core/require.hpp"

namespace tocca {
namespace {

constexpr std::size_t flush_bytes = 1u << 18;

bool needs_no_escape(char c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; }

}  // namespace

void append_number(std::string& text, double value) {
  TOCCA_REQUIRE(std::isfinite(value), "only a finite number can be written as digits");
  char digits[32];  // the longest shortest form of a double has 24 characters
  const auto result = std::to_chars(digits, digits + sizeof digits, value);
  text.append(digits, result.ptr);
}

void append_json_number(std::string& text, double value) {
  if (!std::isfinite(value)) {
    text += "null";
  } else if (value == 0.0 && std::signbit(value)) {
    text += "-0.0";
  } else {
    append_number(text, value);
  }
}

void append_json_string(std::string& text, std::string_view value) {
  if (std::all_of(value.begin(), value.end(), needs_no_escape)) {
    text += '"';
    text += value;
    text += '"';
  } else {
    text += nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
}

OutputFile::OutputFile(const std::filesystem::path& file) : path_(file), handle_(std::fopen(file.c_str(), "wb")) {
  if (!handle_) fail();
}

void OutputFile::flush_if_large() {
  if (text_.size() >= flush_bytes) flush();
}

void OutputFile::flush() {
  if (std::fwrite(text_.data(), 1, text_.size(), handle_.get()) != text_.size()) fail();
  text_.clear();
}

void OutputFile::close() {
  flush();
  if (std::fclose(handle_.release()) != 0) fail();
}

void OutputFile::fail() const {
  throw InputError(path_.string(), "", std::string("cannot be written (") + std::strerror(errno) + ")",
                   "choose a writable place");
}

}  // namespace tocca
