#include "tocca/core/error.hpp"

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

}  // namespace

InputError::InputError(std::string_view file, std::string_view place, std::string_view problem, std::string_view remedy)
    : std::runtime_error(one_line(file, place, problem, remedy)),
      file_(file),
      place_(place),
      problem_(problem),
      remedy_(remedy) {}

std::string printable(std::string_view text, std::size_t max_length) {
  std::string line;
  for (char c : text) {
    if (line.size() >= max_length) return line + "...";
    const auto byte = static_cast<unsigned char>(c);
    line += byte < 0x20 || byte == 0x7f ? '?' : c;
  }
  return line;
}

}  // namespace tocca
