// One small file of each mesh format: a closed tetrahedron with corners at the origin and 1, 2, 3 along the axes.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace tocca::testing {

/// Appends the bytes of `value` in the machine's order.
template <class T>
void append_bytes(std::string& bytes, const T& value) {
  std::array<char, sizeof(T)> raw;
  std::memcpy(raw.data(), &value, sizeof(T));
  bytes.append(raw.data(), raw.size());
}

template <class T>
void append_reversed(std::string& bytes, const T& value) {
  std::string raw;
  append_bytes(raw, value);
  bytes.append(raw.rbegin(), raw.rend());
}

inline constexpr float tetrahedron_corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}};
inline constexpr unsigned tetrahedron_faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};

inline std::string text_stl() {
  std::string text = "solid tetrahedron\n";
  for (const auto& face : tetrahedron_faces) {
    text += " facet normal 0 0 0\n  outer loop\n";
    for (const unsigned k : face) {
      text += "   vertex";
      for (const float x : tetrahedron_corners[k]) text += " " + std::to_string(static_cast<int>(x));
      text += "\n";
    }
    text += "  endloop\n endfacet\n";
  }
  return text + "endsolid tetrahedron\n";
}

inline std::string binary_stl(std::string header = "binary") {
  header.resize(80, ' ');
  append_bytes(header, std::uint32_t{4});
  for (const auto& face : tetrahedron_faces) {
    header.append(12, '\0');
    for (const unsigned k : face) {
      for (const float x : tetrahedron_corners[k]) append_bytes(header, x);
    }
    header.append(2, '\0');
  }
  return header;
}

inline std::string obj() {
  return "# tetrahedron\nmtllib none.mtl\no one\nv 0 0 0\nv 1.0 0 0\nv 0 2e0 0\nv 0 0 +3\nvn 0 0 1\nvt 0 0\n"
         "f 1//1 3//1 2//1\nf 1/1/1 2/1/1 4/1/1\ng two\nusemtl red\nf -3 -2 \\\n -1\nf 1/1 4/1 3/1\n";
}

inline std::string off() {
  return "OFF\n# counts\n4 4 6\n0 0 0\n1 0 0\n\n0 2 0 # on y\n0 0 3\n3 0 2 1\n3 0 1 3 255 0 0\n3 1 2 3\n3 0 3 2\n";
}

inline std::string ply_header(const char* format) {
  return std::string("ply\nformat ") + format +
         " 1.0\ncomment tetrahedron\nelement note 1\nproperty list uchar ushort letters\nelement vertex 4\n"
         "property double z\nproperty uchar red\nproperty float x\nproperty short y\nelement face 4\n"
         "property uchar flags\nproperty list uchar int vertex_indices\nend_header\n";
}

inline std::string text_ply() {
  return ply_header("ascii") +
         "2 7 8\n0 9 0 0\n0 9 1 0\n0 9 0 2\n3 9 0 0\n1 3 0 2 1\n1 3 0 1 3\n1 3 1 2 3\n1 3 0 3 2\n";
}

inline std::string binary_ply(bool little_endian) {
  std::string bytes = ply_header(little_endian ? "binary_little_endian" : "binary_big_endian");
  const auto add = [&](const auto& value) {
    if (little_endian) {
      append_bytes(bytes, value);
    } else {
      append_reversed(bytes, value);
    }
  };
  add(std::uint8_t{2});
  add(std::uint16_t{7});
  add(std::uint16_t{8});
  for (const auto& corner : tetrahedron_corners) {
    add(double{corner[2]});
    add(std::uint8_t{9});
    add(corner[0]);
    add(static_cast<std::int16_t>(corner[1]));
  }
  for (const auto& face : tetrahedron_faces) {
    add(std::uint8_t{1});
    add(std::uint8_t{3});
    for (const unsigned k : face) add(static_cast<std::int32_t>(k));
  }
  return bytes;
}

/// A COLLADA file around the given primitives and nodes; the positions are the tetrahedron's.
inline std::string collada(const std::string& primitives, const std::string& nodes, const char* metre = "1",
                           const std::string& floats = "0 0 0 1 0 0 0 2 0 0 0 3") {
  return std::string("<?xml version=\"1.0\"?>\n<COLLADA version=\"1.4.1\">\n<asset><unit name=\"u\" meter=\"") + metre +
         "\"/><up_axis>Z_UP</up_axis></asset>\n<library_geometries><geometry id=\"g\"><mesh>\n<source id=\"p\">"
         "<float_array id=\"a\" count=\"12\">" +
         floats +
         "</float_array><technique_common><accessor source=\"#a\" count=\"4\" stride=\"3\"><param name=\"X\" "
         "type=\"float\"/><param name=\"Y\" type=\"float\"/><param name=\"Z\" type=\"float\"/></accessor>"
         "</technique_common></source>\n<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices>\n" +
         primitives + "\n</mesh></geometry></library_geometries>\n<library_visual_scenes><visual_scene id=\"s\">\n" +
         nodes +
         "\n</visual_scene></library_visual_scenes>\n<scene><instance_visual_scene url=\"#s\"/></scene>\n</COLLADA>\n";
}

inline std::string collada_triangles() {
  return "<triangles count=\"4\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 2 1 0 1 3 1 2 3 0 3 2</p>"
         "</triangles>";
}

inline std::string collada() {
  return collada(collada_triangles(), "<node id=\"n\"><instance_geometry url=\"#g\"/></node>");
}

inline std::string gltf_bytes() {
  std::string bytes;
  for (const auto& corner : tetrahedron_corners) {
    for (const float x : corner) append_bytes(bytes, x);
  }
  for (const auto& face : tetrahedron_faces) {
    for (const unsigned k : face) append_bytes(bytes, static_cast<std::uint16_t>(k));
  }
  return bytes;  // 48 + 24
}

inline std::string base64(const std::string& bytes) {
  static constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t k = 0; k < bytes.size(); k += 3) {
    unsigned bits = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      bits = bits << 8 | (k + j < bytes.size() ? static_cast<unsigned char>(bytes[k + j]) : 0u);
    }
    for (std::size_t j = 0; j < 4; ++j) text += k + j > bytes.size() ? '=' : digits[bits >> (18 - 6 * j) & 63];
  }
  return text;
}

/// A glTF document; `buffer` is the inside of the buffer object, `nodes` the list of nodes (the first is the root).
inline std::string gltf_json(const std::string& buffer, const std::string& nodes = R"([{"mesh":0}])",
                             const std::string& primitive = R"({"attributes":{"POSITION":0},"indices":1})") {
  return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":)" + nodes +
         R"(,"meshes":[{"primitives":[)" + primitive + R"(]}],"accessors":[)" +
         R"({"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},)" +
         R"({"bufferView":1,"componentType":5123,"count":12,"type":"SCALAR"}],)" +
         R"("bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":24}],)" +
         R"("buffers":[{"byteLength":72)" + buffer + "}]}";
}

inline std::string embedded_buffer() {
  return R"(,"uri":"data:application/octet-stream;base64,)" + base64(gltf_bytes()) + "\"";
}

inline std::string gltf() { return gltf_json(embedded_buffer()); }

inline std::string glb() {
  std::string json = gltf_json("");
  while (json.size() % 4 != 0) json += ' ';
  const std::string binary = gltf_bytes();
  std::string bytes = "glTF";
  append_bytes(bytes, std::uint32_t{2});
  append_bytes(bytes, static_cast<std::uint32_t>(12 + 8 + json.size() + 8 + binary.size()));
  append_bytes(bytes, static_cast<std::uint32_t>(json.size()));
  bytes += "JSON" + json;
  append_bytes(bytes, static_cast<std::uint32_t>(binary.size()));
  bytes += std::string("BIN\0", 4) + binary;
  return bytes;
}

struct MeshSample {
  std::string name, bytes;
  bool ends_itself;  // every file that is cut off before its last visible byte is recognised as such
};

inline std::vector<MeshSample> mesh_samples() {
  return {{"text.stl", text_stl(), false},  // the name after endsolid may be cut
          {"binary.stl", binary_stl(), true},
          {"solid.stl", binary_stl("solid but binary"), true},
          {"a.obj", obj(), false},
          {"a.off", off(), true},
          {"text.ply", text_ply(), true},
          {"little.ply", binary_ply(true), true},
          {"big.ply", binary_ply(false), true},
          {"a.dae", collada(), true},
          {"a.gltf", gltf(), true},
          {"a.glb", glb(), true}};
}

}  // namespace tocca::testing
