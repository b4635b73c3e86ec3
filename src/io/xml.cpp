#include "io/xml.hpp"

#include "io/text.hpp"

namespace tocca {
namespace {

/// What a person can search for: the element's name with what identifies it.
std::string describe(const tinyxml2::XMLElement& element) {
  std::string text(1, '<');
  text += printable(element.Name(), 60);
  for (const char* key : {"name", "id", "link"}) {
    if (const char* value = element.Attribute(key)) {
      text += std::string(" ") + key + "=" + in_quotes(value);
      break;
    }
  }
  return text + ">";
}

const char* problem_of(tinyxml2::XMLError error) {
  switch (error) {
    case tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED:
      return "elements are nested too deeply (more than 100 levels)";
    case tinyxml2::XML_ERROR_MISMATCHED_ELEMENT:
      return "is not well-formed XML: an element is not closed, or closed twice";
    case tinyxml2::XML_ERROR_PARSING_ATTRIBUTE:
      return "is not well-formed XML: malformed attribute";
    case tinyxml2::XML_ERROR_EMPTY_DOCUMENT:
      return "contains no XML";
    default:
      return "is not well-formed XML";
  }
}

constexpr int max_attributes = 200;  // of an element: the parser compares each with all others

/// Whether an element has more attributes than that. Comments and quoted values may hold any signs.
bool has_crowded_element(std::string_view text) {
  for (std::size_t at = text.find('<'); at < text.size(); at = text.find('<', at)) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("<!--") || rest.starts_with("<![CDATA[")) {
      at = text.find(rest.starts_with("<!--") ? "-->" : "]]>", at);
      continue;
    }
    char quote = '\0';
    int attributes = 0;
    for (++at; at < text.size() && (quote != '\0' || text[at] != '>'); ++at) {
      const char c = text[at];
      if (quote != '\0') {
        if (c == quote) quote = '\0';
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '=' && ++attributes > max_attributes) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

XmlFile::XmlFile(const std::filesystem::path& file, std::uint64_t max_bytes)
    : XmlFile(read_file(file, max_bytes), file) {}

XmlFile::XmlFile(std::string_view text, std::filesystem::path file) : path_(std::move(file)) {
  if (has_crowded_element(text)) {
    throw InputError(path_.string(), "", "an element has more than 200 attributes", "check that it is the right file");
  }
  const tinyxml2::XMLError error = document_.Parse(text.data(), text.size());
  if (error != tinyxml2::XML_SUCCESS) {
    const int line = document_.ErrorLineNum();
    throw InputError(path_.string(), line > 0 ? line_place(static_cast<std::size_t>(line)) : "", problem_of(error),
                     "correct the file there, or check that it is complete");
  }
}

const tinyxml2::XMLElement& XmlFile::root(std::string_view name) const {
  const tinyxml2::XMLElement* element = document_.RootElement();
  if (!element) throw InputError(path_.string(), "", "contains no XML element", "check that it is the right file");
  if (element->Name() != name) {
    throw error(*element, "the outermost element must be <" + std::string(name) + ">",
                "check that it is the right file");
  }
  if (const tinyxml2::XMLElement* second = element->NextSiblingElement()) {
    throw error(*second, "follows the end of the outermost element", "keep one of them in this file");
  }
  return *element;
}

InputError XmlFile::error(const tinyxml2::XMLElement& element, std::string_view problem,
                          std::string_view remedy) const {
  const std::string place = line_place(static_cast<std::size_t>(element.GetLineNum())) + ", " + describe(element);
  return {path_.string(), place, problem, remedy};
}

std::string_view XmlFile::attribute(const tinyxml2::XMLElement& element, const char* name) const {
  const char* value = element.Attribute(name);
  if (!value || trimmed(value).empty()) {
    throw error(element, std::string("has no attribute '") + name + "'", std::string("add ") + name + "=\"...\"");
  }
  return value;
}

std::optional<double> XmlFile::optional_number(const tinyxml2::XMLElement& element, const char* name) const {
  const char* text = element.Attribute(name);
  if (!text) return std::nullopt;
  const std::optional<double> value = parse_number(trimmed(text));
  if (!value) {
    throw error(element, std::string("the attribute ") + name + "=" + in_quotes(text) + " is not a finite number",
                "give one number");
  }
  return value;
}

double XmlFile::number(const tinyxml2::XMLElement& element, const char* name) const {
  attribute(element, name);
  return *optional_number(element, name);
}

Vector3 XmlFile::vector(const tinyxml2::XMLElement& element, const char* name, const Vector3& fallback) const {
  const char* text = element.Attribute(name);
  if (!text) return fallback;
  Vector3 value;
  if (!parse_numbers(text, std::span<double>(value.data(), 3))) {
    throw error(element, std::string("the attribute ") + name + "=" + in_quotes(text) + " is not three finite numbers",
                "give three numbers separated by blanks");
  }
  return value;
}

}  // namespace tocca
