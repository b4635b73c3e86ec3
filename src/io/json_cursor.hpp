#pragma once

#include <filesystem>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tocca/core/error.hpp"
#include "tocca/shape/pose.hpp"

namespace tocca {

/// Reads one value of a document and returns what is expected there, or fails with "objects[3].geometry.box[1]",
/// the problem and the remedy. The document and the file's path must outlive it; cursors may be kept and copied.
class JsonCursor {
 public:
  JsonCursor(const nlohmann::json& root, const std::filesystem::path& file) : JsonCursor(root, &file, "") {}
  /// `place`: of the root, where a file holds several ("document 2").
  JsonCursor(const nlohmann::json& root, const std::filesystem::path& file, std::string place)
      : JsonCursor(root, &file, std::move(place)) {}

  const std::string& place() const noexcept { return place_; }
  const std::filesystem::path& file() const noexcept { return *file_; }
  [[noreturn]] void fail(std::string_view problem, std::string_view remedy) const;

  /// Fails unless this is an object and each of its keys is among `known`.
  void expect_object(std::initializer_list<std::string_view> known) const;
  JsonCursor at(std::string_view key) const;                   ///< fails if the key is missing
  std::optional<JsonCursor> find(std::string_view key) const;  ///< nothing if the key is missing

  /// The keys of an object whose keys are the user's own.
  std::vector<std::string> keys() const;

  std::size_t size() const;  ///< of an array; fails on anything else
  JsonCursor item(std::size_t index) const;

  bool is_array() const noexcept { return value_->is_array(); }
  bool is_object() const noexcept { return value_->is_object(); }
  bool is_null() const noexcept { return value_->is_null(); }
  bool is_number() const noexcept { return value_->is_number(); }
  bool is_text() const noexcept { return value_->is_string(); }

  double number() const;
  double positive() const;
  double not_negative() const;
  int index() const;                             ///< a whole number, 0 or more
  void numbers(std::span<double> wanted) const;  ///< an array of exactly as many numbers
  Vector3 vector() const;
  Vector3 scale() const;            ///< a positive number, or three
  const std::string& text() const;  ///< a string that is not empty
  bool truth() const;               ///< true or false

 private:
  JsonCursor(const nlohmann::json& value, const std::filesystem::path* file, std::string place)
      : value_(&value), file_(file), place_(std::move(place)) {}

  const nlohmann::json* value_;
  const std::filesystem::path* file_;
  std::string place_;
};

/// Reads poses {"xyz": [..], "rpy": [..] or "quat": [x,y,z,w]}, each key optional; quaternions are normalised.
/// Keys are not checked here: a pose may be among others.
class PoseReader {
 public:
  Pose read(const JsonCursor& pose);
  /// One warning per file about quaternions that were more than 1e-6 away from unit length.
  void report(const std::filesystem::path& file, Warnings& warnings) const;

 private:
  std::size_t off_unit_ = 0;
  std::string first_place_;
  double first_length_ = 1.0;
};

}  // namespace tocca
