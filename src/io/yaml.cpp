#include "io/yaml.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "io/text.hpp"

namespace tocca {
namespace {

using nlohmann::json;

constexpr std::size_t max_yaml_depth = 100;         // of maps and lists; no real file is deeper
constexpr std::size_t max_yaml_values = 5'000'000;  // as in JSON files

constexpr const char* look_at_the_file = "check that it is the right file";

std::string place_of_mark(const YAML::Mark& mark) {
  if (mark.is_null()) return "";
  return "line " + std::to_string(mark.line + 1) + ", column " + std::to_string(mark.column + 1);
}

/// Refuses what the library must not see. Brackets in quotes and comments count too: no real file has a hundred open.
void look_through(std::string_view text, const std::filesystem::path& file) {
  std::size_t depth = 0, line = 1;
  for (const char c : text) {
    if (c == '\n') ++line;
    if ((c == '[' || c == '{') && ++depth > max_yaml_depth) {
      throw InputError(file.string(), line_place(line),
                       "is nested more than " + std::to_string(max_yaml_depth) + " levels deep", look_at_the_file);
    }
    if ((c == ']' || c == '}') && depth > 0) --depth;
    if (static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\r' && c != '\t') {
      throw InputError(file.string(), line_place(line), "there is a control character, so this is no text",
                       look_at_the_file);
    }
  }
}

/// The number that a scalar spells. Not 010: eight to some readers, ten to others.
std::optional<double> number_of(std::string_view text) {
  const std::string_view digits = text.substr(text.starts_with('-') || text.starts_with('+') ? 1 : 0);
  const bool is_octal_to_some = digits.size() > 1 && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9';
  return is_octal_to_some ? std::nullopt : parse_number(text);
}

/// Builds documents from the parser's events; every breach of the guarantee stops the parser with an InputError.
class YamlBuilder final : public YAML::EventHandler {
 public:
  explicit YamlBuilder(const std::filesystem::path& file) : file_(file) {}

  std::vector<json> take() { return std::move(documents_); }

  void OnDocumentStart(const YAML::Mark& mark) override {
    // Behind a document the library finds empty ones at a stray comma or bracket, for ever.
    if (mark.pos == last_begin_) {
      fail(mark, "is not well-formed YAML or JSON (something follows the end of a document)",
           "remove it, or write ---");
    }
    last_begin_ = mark.pos;
    open_.clear();
    documents_.emplace_back();
  }
  void OnDocumentEnd() override {
    if (documents_.back().is_null()) documents_.pop_back();
  }
  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override { add(mark, nullptr); }
  void OnAnchor(const YAML::Mark& mark, const std::string&) override { refuse_anchor(mark); }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { refuse_anchor(mark); }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t, const std::string& value) override {
    if (!open_.empty() && open_.back().wants_key) return take_key(mark, value);
    const std::optional<double> number = tag == "?" ? number_of(value) : std::nullopt;  // "?": no quotes, no tag
    number ? add(mark, *number) : add(mark, value);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    open(mark, json::array());
  }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    open(mark, json::object());
  }
  void OnSequenceEnd() override { open_.pop_back(); }
  void OnMapEnd() override { open_.pop_back(); }

 private:
  struct Open {
    json* node;
    bool wants_key;   // a map whose next value is a key
    std::string key;  // of the value that comes next
  };

  [[noreturn]] void fail(const YAML::Mark& mark, std::string_view problem, std::string_view remedy) const {
    throw InputError(file_.string(), place_of_mark(mark), problem, remedy);
  }
  [[noreturn]] void refuse_anchor(const YAML::Mark& mark) const {
    fail(mark, "anchors and aliases (& and *) are not read", "write the values out");
  }

  void take_key(const YAML::Mark& mark, const std::string& name) {
    Open& map = open_.back();
    if (map.node->contains(name)) fail(mark, "the key " + in_quotes(name) + " is given twice", "remove one");
    map.key = name;
    map.wants_key = false;
  }

  json* add(const YAML::Mark& mark, json&& value) {
    if (++values_ > max_yaml_values) {
      fail(mark, "contains more than " + std::to_string(max_yaml_values) + " values",
           "write a CSV file, which has no limit");
    }
    if (open_.empty()) return &(documents_.back() = std::move(value));
    Open& parent = open_.back();
    if (parent.node->is_array()) return &parent.node->emplace_back(std::move(value));
    if (parent.wants_key) fail(mark, "a key is not a word", "write key: value");
    parent.wants_key = true;
    return &((*parent.node)[parent.key] = std::move(value));
  }

  void open(const YAML::Mark& mark, json&& container) {
    if (open_.size() >= max_yaml_depth) {
      fail(mark, "is nested more than " + std::to_string(max_yaml_depth) + " levels deep", look_at_the_file);
    }
    const bool is_map = container.is_object();
    json* node = add(mark, std::move(container));
    open_.push_back({node, is_map, {}});
  }

  const std::filesystem::path& file_;
  std::vector<json> documents_;
  std::vector<Open> open_;
  std::size_t values_ = 0;
  int last_begin_ = -1;  // of the last document
};

}  // namespace

std::vector<json> parse_yaml(std::string text, const std::filesystem::path& file) {
  look_through(text, file);
  YamlBuilder builder(file);
  std::istringstream stream(std::move(text));
  try {
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) continue;
  } catch (const YAML::Exception& error) {
    throw InputError(file.string(), place_of_mark(error.mark), "is not well-formed YAML or JSON (" + error.msg + ")",
                     "correct the syntax there (a missing colon, quote or bracket? a tab before a key?)");
  }
  return builder.take();
}

}  // namespace tocca
