#include "io/json_cursor.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "io/nearest_name.hpp"
#include "io/text.hpp"

namespace tocca {
namespace {

/// "a number", "an object", ...: what stands where something else should.
std::string kind_of(const nlohmann::json& value) {
  switch (value.type()) {
    case nlohmann::json::value_t::null:
      return "null";
    case nlohmann::json::value_t::object:
      return "an object";
    case nlohmann::json::value_t::array:
      return "an array";
    case nlohmann::json::value_t::string:
      return "the string " + in_quotes(value.get_ref<const std::string&>());
    case nlohmann::json::value_t::boolean:
      return value.get<bool>() ? "true" : "false";
    default:
      return "a number";
  }
}

}  // namespace

void JsonCursor::fail(std::string_view problem, std::string_view remedy) const {
  throw InputError(file_->string(), place_, problem, remedy);
}

void JsonCursor::expect_object(std::initializer_list<std::string_view> known) const {
  if (!value_->is_object()) fail("should be an object, not " + kind_of(*value_), "write {\"key\": value, ...}");
  for (const auto& [key, value] : value_->items()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    fail("unknown key " + in_quotes(key), did_you_mean(key, {known.begin(), known.size()}));
  }
}

JsonCursor JsonCursor::at(std::string_view key) const {
  if (const std::optional<JsonCursor> found = find(key)) return *found;
  fail(in_quotes(key) + " is missing", fmt::format("add \"{}\"", key));
}

std::optional<JsonCursor> JsonCursor::find(std::string_view key) const {
  const auto found = value_->find(key);
  if (found == value_->end()) return std::nullopt;
  return JsonCursor(*found, file_, (place_.empty() ? "" : place_ + ".") + std::string(key));
}

std::vector<std::string> JsonCursor::keys() const {
  if (!value_->is_object()) fail("should be an object, not " + kind_of(*value_), "write {\"name\": value, ...}");
  std::vector<std::string> keys;
  for (const auto& [key, value] : value_->items()) keys.push_back(key);
  return keys;
}

std::size_t JsonCursor::size() const {
  if (!value_->is_array()) fail("should be an array, not " + kind_of(*value_), "write [..., ...]");
  return value_->size();
}

JsonCursor JsonCursor::item(std::size_t index) const {
  return {(*value_)[index], file_, fmt::format("{}[{}]", place_, index)};
}

double JsonCursor::number() const {
  if (!value_->is_number())
    fail("should be a number, not " + kind_of(*value_), "write a number such as 1.5, without quotes");
  return value_->get<double>();
}

double JsonCursor::positive() const {
  const double value = number();
  if (!(value > 0.0)) fail(fmt::format("should be positive, not {}", value), "give a number above zero");
  return value;
}

double JsonCursor::not_negative() const {
  const double value = number();
  if (!(value >= 0.0)) fail(fmt::format("should not be negative, but is {}", value), "give zero or more");
  return value;
}

int JsonCursor::index() const {
  if (!value_->is_number()) fail("should be a whole number, not " + kind_of(*value_), "count from 0");
  const double value = value_->get<double>();
  if (!(value >= 0.0 && value <= std::numeric_limits<int>::max() && value == std::floor(value))) {
    fail(fmt::format("should be a whole number of at least 0, not {}", value), "count from 0");
  }
  return static_cast<int>(value);
}

void JsonCursor::numbers(std::span<double> wanted) const {
  if (size() != wanted.size()) {
    fail(fmt::format("should have {} numbers, not {}", wanted.size(), size()),
         fmt::format("give {} numbers", wanted.size()));
  }
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    const nlohmann::json& value = (*value_)[k];
    wanted[k] = value.is_number() ? value.get<double>() : item(k).number();  // a place is text: only where it is told
  }
}

Vector3 JsonCursor::vector() const {
  std::array<double, 3> values{};
  numbers(values);
  return {values[0], values[1], values[2]};
}

Vector3 JsonCursor::scale() const {
  if (!is_array()) return Vector3::Constant(positive());
  vector();
  return {item(0).positive(), item(1).positive(), item(2).positive()};
}

const std::string& JsonCursor::text() const {
  if (!value_->is_string()) fail("should be a string, not " + kind_of(*value_), "write it in quotes");
  const auto& text = value_->get_ref<const std::string&>();
  if (text.empty()) fail("is empty", "give a name");
  return text;
}

bool JsonCursor::truth() const {
  if (!value_->is_boolean()) fail("should be true or false, not " + kind_of(*value_), "write true or false");
  return value_->get<bool>();
}

Pose PoseReader::read(const JsonCursor& pose) {
  const std::optional<JsonCursor> xyz = pose.find("xyz"), rpy = pose.find("rpy"), quat = pose.find("quat");
  const Vector3 translation = xyz ? xyz->vector() : Vector3::Zero();
  if (rpy && quat) pose.fail("has both 'rpy' and 'quat'", "keep one of them");
  if (rpy) return Pose::from_rpy(translation, rpy->vector());
  if (!quat) return {Matrix3::Identity(), translation};

  std::array<double, 4> q{};
  quat->numbers(q);
  const double length = std::hypot(std::hypot(q[0], q[1]), std::hypot(q[2], q[3]));  // no overflow, no underflow
  if (length == 0.0)
    quat->fail("a zero quaternion is not a rotation", "write [0,0,0,1] for no rotation; the order is x,y,z,w");
  if (std::abs(length - 1.0) > 1e-6 && off_unit_++ == 0) {
    first_place_ = quat->place();
    first_length_ = length;
  }
  return Pose::from_quaternion(translation, q[0], q[1], q[2], q[3]);
}

void PoseReader::report(const std::filesystem::path& file, Warnings& warnings) const {
  if (off_unit_ == 0) return;
  warnings.push_back(fmt::format("{}: {}: a quaternion of length {} was normalised{}", file.string(), first_place_,
                                 first_length_, off_unit_ > 1 ? fmt::format(" ({} in total)", off_unit_) : ""));
}

}  // namespace tocca
