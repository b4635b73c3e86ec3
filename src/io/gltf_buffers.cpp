#include "io/gltf_buffers.hpp"

#include <array>
#include <bit>
#include <cstring>

#include "io/text.hpp"

namespace tocca {
namespace {

using nlohmann::json;

static_assert(std::endian::native == std::endian::little, "glTF's bytes are used as they are");

constexpr std::uint64_t max_buffer_bytes = std::uint64_t{4} << 30;

std::uint32_t word_at(std::string_view bytes, std::size_t offset) {
  std::uint32_t value = 0;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

std::string item(const char* list, std::size_t number) {
  return std::string(list) + "[" + std::to_string(number) + "]";
}

int base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+' || c == '-') return 62;
  if (c == '/' || c == '_') return 63;
  return -1;
}

std::optional<std::string> decode_base64(std::string_view text) {
  while (text.ends_with('=')) text.remove_suffix(1);
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3 + 3);
  std::uint32_t bits = 0;
  int held = 0;
  for (const char c : text) {
    const int digit = base64_digit(c);
    if (digit < 0) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes += static_cast<char>(bits >> held & 0xff);
    }
  }
  return bytes;
}

bool stays_inside(const std::filesystem::path& path) {
  if (path.empty() || path.is_absolute() || path.string().find(':') != std::string::npos) return false;
  for (const std::filesystem::path& part : path) {
    if (part == "..") return false;
  }
  return true;
}

}  // namespace

GltfDocument::GltfDocument(const std::filesystem::path& file, std::string_view bytes) : file_(file) {
  if (bytes.starts_with("glTF")) {
    read_container(bytes);
  } else {
    root_ = parse_json(bytes, file);
  }
  if (!root_.is_object()) fail("", "is not a glTF document", "check that it is the right file");
}

/// .glb: header of magic, version, length; then chunks of length, kind, bytes: JSON first, then the binary one.
void GltfDocument::read_container(std::string_view bytes) {
  if (bytes.size() < 20 || word_at(bytes, 8) > bytes.size()) fail("", "is truncated", "export or copy it again");
  if (word_at(bytes, 4) != 2) fail("", "is not glTF 2.0", "export glTF 2.0");
  bytes = bytes.substr(0, word_at(bytes, 8));
  bool has_json = false;
  for (std::size_t at = 12; at + 8 <= bytes.size();) {
    const std::size_t length = word_at(bytes, at);
    const std::uint32_t kind = word_at(bytes, at + 4);
    at += 8;
    if (length > bytes.size() - at) fail("", "is truncated in the middle of a chunk", "export or copy it again");
    const std::string_view chunk = bytes.substr(at, length);
    if (kind == 0x4e4f534a && !has_json) {  // "JSON"
      root_ = parse_json(chunk, file_);
      has_json = true;
    } else if (kind == 0x004e4942 && !binary_chunk_) {  // "BIN"
      binary_chunk_ = chunk;
    }
    at += length;
  }
  if (!has_json) fail("", "contains no JSON chunk", "export the file again");
}

const json* GltfDocument::member(const json& owner, const char* key) const {
  if (!owner.is_object()) fail("", std::string("the owner of '") + key + "' is not an object", "export the file again");
  const auto found = owner.find(key);
  return found == owner.end() ? nullptr : &*found;
}

const json* GltfDocument::array(const json& owner, const char* key, const std::string& place) const {
  const json* value = member(owner, key);
  if (value && !value->is_array()) fail(place, std::string("'") + key + "' must be a list", "export the file again");
  return value;
}

std::optional<std::size_t> GltfDocument::index(const json& owner, const char* key, const std::string& place) const {
  const json* value = member(owner, key);
  if (!value) return std::nullopt;
  if (!value->is_number_unsigned()) {
    fail(place, std::string("'") + key + "' must be a whole number of at least 0", "export the file again");
  }
  return value->get<std::size_t>();
}

std::vector<std::size_t> GltfDocument::indices(const json& owner, const char* key, const std::string& place,
                                               std::size_t count) const {
  std::vector<std::size_t> result;
  const json* values = array(owner, key, place);
  if (!values) return result;
  result.reserve(values->size());
  for (const json& value : *values) {
    if (!value.is_number_unsigned() || value.get<std::size_t>() >= count) {
      fail(place, std::string("'") + key + "' refers to something that does not exist", "export the file again");
    }
    result.push_back(value.get<std::size_t>());
  }
  return result;
}

bool GltfDocument::numbers(const json& owner, const char* key, const std::string& place,
                           std::span<double> values) const {
  const json* list = array(owner, key, place);
  if (!list) return false;
  bool good = list->size() == values.size();
  for (std::size_t k = 0; good && k < values.size(); ++k) {
    good = (*list)[k].is_number();
    if (good) values[k] = (*list)[k].get<double>();
  }
  if (!good) {
    fail(place, std::string("'") + key + "' must be " + std::to_string(values.size()) + " numbers",
         "correct it or export the file again");
  }
  return true;
}

void GltfDocument::fail(std::string_view place, std::string_view problem, std::string_view remedy) const {
  throw InputError(file_.string(), place, problem, remedy);
}

std::size_t Accessor::unsigned_at(std::size_t k) const {
  const auto* bytes = reinterpret_cast<const unsigned char*>(at(k));
  std::size_t value = bytes[0];
  if (component_type >= 5123) value |= std::size_t{bytes[1]} << 8;
  if (component_type == 5125) value |= std::size_t{bytes[2]} << 16 | std::size_t{bytes[3]} << 24;
  return value;
}

Accessor GltfBuffers::accessor(std::size_t number) {
  const std::string here = item("accessors", number);
  const json* accessors = document_.array(document_.root(), "accessors", "");
  if (!accessors || number >= accessors->size()) document_.fail(here, "does not exist", "export the file again");
  const json& source = (*accessors)[number];
  if (document_.member(source, "sparse")) {
    document_.fail(here, "is sparse, which is not supported", "export the file without sparse accessors");
  }
  Accessor result;
  const auto view_number = document_.index(source, "bufferView", here);
  if (!view_number) document_.fail(here, "has no data", "export the file again, without compression");
  result.count = document_.index(source, "count", here).value_or(0);
  result.component_type = document_.index(source, "componentType", here).value_or(0);
  const json* type = document_.member(source, "type");
  if (type && type->is_string()) result.type = type->get<std::string>();
  const json* normalised = document_.member(source, "normalized");
  result.normalised = normalised && *normalised == true;

  const std::size_t component_bytes = result.component_type == 5121                                    ? 1
                                      : result.component_type == 5123                                  ? 2
                                      : result.component_type == 5125 || result.component_type == 5126 ? 4
                                                                                                       : 0;
  const std::size_t components = result.type == "SCALAR" ? 1 : result.type == "VEC3" ? 3 : 0;
  const std::size_t bytes = component_bytes * components;
  if (bytes == 0) {
    document_.fail(here, "has a type that is used neither for positions nor for indices",
                   "export without quantisation");
  }
  result.stride = bytes;
  const std::string_view data = view(*view_number, result.stride);
  const std::size_t offset = document_.index(source, "byteOffset", here).value_or(0);
  const bool fits =
      result.count == 0 || (result.stride >= bytes && offset <= data.size() && data.size() - offset >= bytes &&
                            result.count - 1 <= (data.size() - offset - bytes) / result.stride);
  if (!fits) document_.fail(here, "reaches beyond its buffer view", "export or copy the file again");
  result.first = data.data() + (result.count == 0 ? 0 : offset);
  return result;
}

std::size_t GltfBuffers::bytes() const {
  std::size_t total = document_.binary_chunk().value_or("").size();
  for (const auto& [number, buffer] : loaded_) total += buffer.size();
  return total;
}

/// The bytes of a buffer view; `stride` is changed where the view gives one.
std::string_view GltfBuffers::view(std::size_t number, std::size_t& stride) {
  const std::string here = item("bufferViews", number);
  const json* views = document_.array(document_.root(), "bufferViews", "");
  if (!views || number >= views->size()) document_.fail(here, "does not exist", "export the file again");
  const json& source = (*views)[number];
  if (const json* extensions = document_.member(source, "extensions");
      extensions && document_.member(*extensions, "EXT_meshopt_compression")) {
    document_.fail(here, "is compressed with meshopt, which is not supported", "export without compression");
  }
  const auto buffer_number = document_.index(source, "buffer", here);
  const auto length = document_.index(source, "byteLength", here);
  if (!buffer_number || !length) document_.fail(here, "has no buffer or no length", "export the file again");
  stride = document_.index(source, "byteStride", here).value_or(stride);
  const std::size_t offset = document_.index(source, "byteOffset", here).value_or(0);
  const std::string_view bytes = whole_buffer(*buffer_number);
  if (offset > bytes.size() || *length > bytes.size() - offset) {
    document_.fail(here, "reaches beyond its buffer", "export or copy the file again");
  }
  return bytes.substr(offset, *length);
}

/// buffer(), with at least the bytes that it promises: distinguishes a truncated buffer from a small one.
std::string_view GltfBuffers::whole_buffer(std::size_t number) {
  const std::string_view bytes = buffer(number);
  const std::string here = item("buffers", number);
  const json& source = (*document_.array(document_.root(), "buffers", ""))[number];
  if (document_.index(source, "byteLength", here).value_or(0) > bytes.size()) {
    document_.fail(here, "has fewer bytes than its byteLength", "export or copy the file again");
  }
  return bytes;
}

std::string_view GltfBuffers::buffer(std::size_t number) {
  const std::string here = item("buffers", number);
  const json* buffers = document_.array(document_.root(), "buffers", "");
  if (!buffers || number >= buffers->size()) document_.fail(here, "does not exist", "export the file again");
  const json* uri = document_.member((*buffers)[number], "uri");
  if (!uri) {
    if (number == 0 && document_.binary_chunk()) return *document_.binary_chunk();
    document_.fail(here, "has no data", "export the file again");
  }
  if (const auto known = loaded_.find(number); known != loaded_.end()) return known->second;
  if (!uri->is_string()) document_.fail(here, "its uri is not a string", "export the file again");

  const std::string& text = uri->get_ref<const std::string&>();
  std::optional<std::string> bytes;
  if (text.starts_with("data:")) {
    const std::size_t comma = text.find(";base64,");
    if (comma != std::string::npos) bytes = decode_base64(std::string_view(text).substr(comma + 8));
    if (!bytes) document_.fail(here, "its embedded data is not base64", "export or copy the file again");
  } else {
    const auto path = decode_percent(text);
    if (!path || !stays_inside(*path)) {
      document_.fail(here, "refers to " + in_quotes(text) + ", which is not a file in the folder of the glTF file",
                     "put the buffer next to the glTF file");
    }
    bytes = read_file(document_.file().parent_path() / *path, max_buffer_bytes);
  }
  return loaded_.emplace(number, *std::move(bytes)).first->second;
}

}  // namespace tocca
