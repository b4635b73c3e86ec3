#include "io/json.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "io/text.hpp"

namespace tocca {
namespace {

using nlohmann::json;

constexpr std::size_t max_depth = 100;         // of objects and arrays; no real file is deeper
constexpr std::size_t max_values = 5'000'000;  // about half a gigabyte of document

/// "line 3, column 14" of the byte with this index, counted from 1 as nlohmann-json does.
std::string place_of_byte(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(text.size(), byte > 0 ? byte - 1 : 0));
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::size_t last_end = before.rfind('\n');
  const std::size_t column = last_end == std::string_view::npos ? before.size() + 1 : before.size() - last_end;
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

/// What the library found, without its preamble and without the bytes it read last, which may be anything.
std::string complaint(std::string_view what) {
  const std::size_t begin = what.find(" - ");
  if (begin == std::string_view::npos) return "";
  what.remove_prefix(begin + 3);
  return " (" + std::string(what.substr(0, what.find(';'))) + ")";
}

/// Builds the document from the parser's events; every breach of the guarantee stops the parser with an InputError.
class Builder final : public nlohmann::json_sax<json> {
 public:
  Builder(std::string_view text, const std::filesystem::path& file) : text_(text), file_(file) {}

  json& document() noexcept { return document_; }

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return false; }  // never met in text

  bool start_object(std::size_t) override { return open(json::object()); }
  bool start_array(std::size_t) override { return open(json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    if (open_.back().node->contains(name)) fail(path(), "the key " + in_quotes(name) + " is given twice", "remove one");
    open_.back().key = std::move(name);
    return true;
  }

  bool parse_error(std::size_t byte, const std::string&, const json::exception& error) override {
    const std::string place = place_of_byte(text_, byte);
    if (dynamic_cast<const json::out_of_range*>(&error)) {
      fail(place, "a number is beyond the range of a double", "give finite numbers");
    }
    fail(place, "is not well-formed JSON" + complaint(error.what()),
         "correct the syntax there (a missing comma, quote or bracket?)");
  }

 private:
  struct Open {
    json* node;
    std::string key;  // of the value that comes next, if the node is an object
  };

  [[noreturn]] void fail(std::string_view place, std::string_view problem, std::string_view remedy) const {
    throw InputError(file_.string(), place, problem, remedy);
  }

  /// Where the parser is, as "objects[3].geometry".
  std::string path() const {
    std::string text;
    for (std::size_t k = 0; k + 1 < open_.size(); ++k) {
      if (open_[k].node->is_array()) {
        text.append(1, '[').append(std::to_string(open_[k].node->size() - 1)).append(1, ']');
      } else {
        text.append(text.empty() ? 0 : 1, '.').append(open_[k].key);
      }
    }
    return text;
  }

  json* place(json&& value) {
    if (++values_ > max_values) {
      fail("", "contains more than " + std::to_string(max_values) + " values", "split it into several files");
    }
    if (open_.empty()) return &(document_ = std::move(value));
    json& parent = *open_.back().node;
    if (parent.is_array()) return &parent.emplace_back(std::move(value));
    return &(parent[open_.back().key] = std::move(value));
  }

  bool add(json&& value) { return place(std::move(value)) != nullptr; }
  bool open(json&& container) {
    if (open_.size() >= max_depth) {
      fail("", "is nested more than " + std::to_string(max_depth) + " levels deep", "check that it is the right file");
    }
    open_.push_back({place(std::move(container)), {}});
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  std::string_view text_;
  const std::filesystem::path& file_;
  json document_;
  std::vector<Open> open_;
  std::size_t values_ = 0;
};

}  // namespace

nlohmann::json parse_json(std::string_view text, const std::filesystem::path& file) {
  Builder builder(text, file);
  json::sax_parse(text.begin(), text.end(), &builder);
  return std::move(builder.document());
}

nlohmann::json load_json(const std::filesystem::path& file, std::uint64_t max_bytes) {
  return parse_json(read_file(file, max_bytes), file);
}

}  // namespace tocca
