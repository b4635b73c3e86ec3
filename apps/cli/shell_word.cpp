#include "shell_word.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>

namespace tocca::cli {

std::string shell_word(const std::string& text) {
  const auto plain = [](unsigned char c) { return std::isalnum(c) || std::strchr("/-_.,:+=@", c) || c >= 0x80; };
  if (!text.empty() && std::all_of(text.begin(), text.end(), plain)) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace tocca::cli
