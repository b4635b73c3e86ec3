#include "tocca/core/error.hpp"

#include <algorithm>

namespace tocca {
namespace {

std::string one_line(std::string_view file, std::string_view place, std::string_view problem, std::string_view remedy) {
  std::string line;
  for (std::string_view part : {file, place}) {
    if (!part.empty()) line += printable(part, 300) + ": ";
  }
  line += printable(problem, 400);
  if (!remedy.empty()) line += "; " + printable(remedy, 300);
  return line;
}

/// The number of bytes of the printable UTF-8 character that `text` begins with; 0 if it begins with none: a control
/// character (the terminal's eight-bit ones are U+0080 to U+009F), a stray byte, an overlong form, a surrogate.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const auto follows = [&](std::size_t i, unsigned least = 0x80, unsigned greatest = 0xbf) {
    return byte(i) >= least && byte(i) <= greatest;
  };
  const unsigned first = byte(0);
  if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
  if (first >= 0xc2 && first <= 0xdf) return follows(1, first == 0xc2 ? 0xa0 : 0x80) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    return follows(1, first == 0xe0 ? 0xa0 : 0x80, first == 0xed ? 0x9f : 0xbf) && follows(2) ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    return follows(1, first == 0xf0 ? 0x90 : 0x80, first == 0xf4 ? 0x8f : 0xbf) && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

}  // namespace

InputError::InputError(std::string_view file, std::string_view place, std::string_view problem, std::string_view remedy)
    : std::runtime_error(one_line(file, place, problem, remedy)),
      file_(file),
      place_(place),
      problem_(problem),
      remedy_(remedy) {}

std::string printable(std::string_view text, std::size_t max_length) {
  std::string line;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const std::string_view character = length == 0 ? "?" : text.substr(0, length);
    if (line.size() + character.size() > max_length) return line + "...";
    line += character;
    text.remove_prefix(std::max<std::size_t>(1, length));
  }
  return line;
}

}  // namespace tocca
