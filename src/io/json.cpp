#include "json.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "text.hpp"

namespace tocca {
namespace {

constexpr int max_depth = 100;  // of objects and arrays; nobody writes more by hand or by program

/// "line 3, column 14" of the byte with this index, counted from 1 as nlohmann-json does.
std::string place_of_byte(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(text.size(), byte > 0 ? byte - 1 : 0));
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::size_t last_end = before.rfind('\n');
  const std::size_t column = last_end == std::string_view::npos ? before.size() + 1 : before.size() - last_end;
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

/// Watches the parser: refuses absurd nesting and keys given twice, of which the library would keep the last.
class Guard {
 public:
  explicit Guard(const std::filesystem::path& file) : file_(file) {}

  bool operator()(int depth, nlohmann::json::parse_event_t event, const nlohmann::json& parsed) {
    using Event = nlohmann::json::parse_event_t;
    if (event == Event::object_start || event == Event::array_start) {
      if (depth >= max_depth) {
        throw InputError(file_.string(), "", "is nested more than " + std::to_string(max_depth) + " levels deep",
                         "check that it is the right file");
      }
      if (event == Event::object_start) keys_.emplace_back();
    } else if (event == Event::object_end) {
      keys_.pop_back();
    } else if (event == Event::key && !keys_.back().insert(parsed.get<std::string>()).second) {
      throw InputError(file_.string(), "", "the key " + in_quotes(parsed.get<std::string>()) + " is given twice",
                       "remove one of them");
    }
    return true;
  }

 private:
  const std::filesystem::path& file_;
  std::vector<std::set<std::string>> keys_;  // of the objects that are open
};

}  // namespace

nlohmann::json parse_json(std::string_view text, const std::filesystem::path& file) {
  Guard guard(file);
  try {
    return nlohmann::json::parse(text.begin(), text.end(), std::ref(guard));
  } catch (const nlohmann::json::parse_error& error) {
    throw InputError(file.string(), place_of_byte(text, error.byte), "is not well-formed JSON",
                     "mend the syntax there (a missing comma, quote or bracket?)");
  } catch (const nlohmann::json::exception&) {
    throw InputError(file.string(), "", "holds a number beyond the range of a double", "give finite numbers");
  }
}

nlohmann::json load_json(const std::filesystem::path& file, std::uint64_t max_bytes) {
  return parse_json(read_file(file, max_bytes), file);
}

}  // namespace tocca
