#pragma once

#include <tinyxml2.h>

#include <array>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tocca/core/error.hpp"
#include "tocca/shape/pose.hpp"

namespace tocca {

/// A parsed XML file.
///
/// Guarantee   Nothing outside the text is opened, no entity is expanded except XML's five and character codes, and
///             elements nested more than 100 deep are refused (tinyxml2's own limit), so that no recursion over the
///             document can exhaust the stack.
class XmlFile {
 public:
  XmlFile(std::string_view text, std::filesystem::path file);           ///< `text` came from `file`
  XmlFile(const std::filesystem::path& file, std::uint64_t max_bytes);  ///< reads the file

  const std::filesystem::path& path() const noexcept { return path_; }
  /// The root element; InputError unless it is named `name`.
  const tinyxml2::XMLElement& root(std::string_view name) const;

  /// An error at `element`: "line 12, <joint name='elbow'>".
  InputError error(const tinyxml2::XMLElement& element, std::string_view problem, std::string_view remedy) const;

  /// The attribute's value; InputError if it is missing or empty.
  std::string_view attribute(const tinyxml2::XMLElement& element, const char* name) const;
  /// Nothing if the attribute is missing; InputError if it is not one finite number.
  std::optional<double> optional_number(const tinyxml2::XMLElement& element, const char* name) const;
  double number(const tinyxml2::XMLElement& element, const char* name) const;
  /// Three numbers, or `fallback` if the attribute is missing.
  Vector3 vector(const tinyxml2::XMLElement& element, const char* name, const Vector3& fallback) const;

 private:
  std::filesystem::path path_;
  tinyxml2::XMLDocument document_;
};

/// The children of `parent` named `name` (any name: nullptr), for range-based for loops.
class XmlChildren {
 public:
  XmlChildren(const tinyxml2::XMLElement& parent, const char* name) : parent_(parent), name_(name) {}

  class Iterator {
   public:
    Iterator(const tinyxml2::XMLElement* element, const char* name) : element_(element), name_(name) {}
    const tinyxml2::XMLElement& operator*() const { return *element_; }
    Iterator& operator++() {
      element_ = element_->NextSiblingElement(name_);
      return *this;
    }
    bool operator!=(const Iterator& other) const { return element_ != other.element_; }

   private:
    const tinyxml2::XMLElement* element_;
    const char* name_;
  };
  Iterator begin() const { return {parent_.FirstChildElement(name_), name_}; }
  Iterator end() const { return {nullptr, name_}; }

 private:
  const tinyxml2::XMLElement& parent_;
  const char* name_;
};
inline XmlChildren children(const tinyxml2::XMLElement& parent, const char* name = nullptr) { return {parent, name}; }

/// The text with which `element` begins; empty if there is none.
inline std::string_view text_of(const tinyxml2::XMLElement& element) {
  const char* text = element.GetText();
  return text ? text : "";
}

}  // namespace tocca
