// PLY, little-endian: doubles stay doubles, and a large mesh takes a third of what its text would.
#include <bit>
#include <cstdint>

#include "tocca/io/mesh.hpp"

namespace tocca {
namespace {

/// The bytes of `bits`, lowest first, whatever the machine's order is.
template <class Bits>
void append_bytes(std::string& text, Bits bits) {
  for (std::size_t i = 0; i < sizeof(Bits); ++i) text += static_cast<char>((bits >> (8 * i)) & 0xff);
}

}  // namespace

std::string to_ply(std::span<const Vector3> vertices, std::span<const Triangle> triangles) {
  std::string text = "ply\nformat binary_little_endian 1.0\nelement vertex " + std::to_string(vertices.size()) +
                     "\nproperty double x\nproperty double y\nproperty double z\nelement face " +
                     std::to_string(triangles.size()) + "\nproperty list uchar uint vertex_indices\nend_header\n";
  text.reserve(text.size() + 24 * vertices.size() + 13 * triangles.size());
  for (const Vector3& v : vertices) {
    for (int i = 0; i < 3; ++i) append_bytes(text, std::bit_cast<std::uint64_t>(v[i]));
  }
  for (const Triangle& t : triangles) {
    text += '\3';
    for (const Index corner : t) append_bytes(text, corner);
  }
  return text;
}

}  // namespace tocca
