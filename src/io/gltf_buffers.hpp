#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/json.hpp"

namespace tocca {

/// The JSON document of a .gltf or .glb file, read with errors that name file and place.
class GltfDocument {
 public:
  /// `bytes` must outlive the document: the binary chunk of a .glb is not copied.
  GltfDocument(const std::filesystem::path& file, std::string_view bytes);

  const std::filesystem::path& file() const noexcept { return file_; }
  const nlohmann::json& root() const noexcept { return root_; }
  std::optional<std::string_view> binary_chunk() const noexcept { return binary_chunk_; }

  // `owner` is the object that may have the member `key`, `place` its name in errors. Missing: nothing, no error.
  const nlohmann::json* member(const nlohmann::json& owner, const char* key) const;
  const nlohmann::json* array(const nlohmann::json& owner, const char* key, const std::string& place) const;
  std::optional<std::size_t> index(const nlohmann::json& owner, const char* key, const std::string& place) const;
  /// A list of numbers below `count`; empty if missing.
  std::vector<std::size_t> indices(const nlohmann::json& owner, const char* key, const std::string& place,
                                   std::size_t count) const;
  /// Exactly values.size() numbers; false if missing.
  bool numbers(const nlohmann::json& owner, const char* key, const std::string& place, std::span<double> values) const;

  [[noreturn]] void fail(std::string_view place, std::string_view problem, std::string_view remedy) const;

 private:
  void read_container(std::string_view bytes);

  std::filesystem::path file_;
  nlohmann::json root_;
  std::optional<std::string_view> binary_chunk_;
};

/// A list of values somewhere in a buffer; all of it lies inside the buffer.
struct Accessor {
  const char* first = nullptr;
  std::size_t count = 0, stride = 0;
  std::uint64_t component_type = 0;
  std::string type;
  bool normalised = false;

  const char* at(std::size_t k) const { return first + k * stride; }
  std::size_t unsigned_at(std::size_t k) const;  ///< requires an unsigned component type, which accessor() checked
};

class GltfBuffers {
 public:
  explicit GltfBuffers(const GltfDocument& document) : document_(document) {}

  Accessor accessor(std::size_t number);
  std::size_t bytes() const;  ///< of all buffers opened so far

 private:
  std::string_view whole_buffer(std::size_t number);
  std::string_view buffer(std::size_t number);
  std::string_view view(std::size_t number, std::size_t& stride);

  const GltfDocument& document_;
  std::map<std::size_t, std::string> loaded_;  // buffers that are not the binary chunk
};

}  // namespace tocca
