// What is proven here: a report's data block is valid JSON that survives inside HTML, says its own length and checksum, and
// holds poses and meshes as they were given. The JSON is read back by another library, base64 and CRC-32 are held against
// published values.
#include "tocca/io/report.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <numbers>
#include <sstream>

#include "io/packed_numbers.hpp"
#include "testing/draw.hpp"

namespace tocca::report_tests {
namespace {

using nlohmann::json;

/// The slow truth: each digit looked up in the alphabet of RFC 4648.
std::string decoded(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned bits = 0, held = 0;
  for (const char c : text) {
    if (c == '=') break;
    bits = bits << 6 | static_cast<unsigned>(digits.find(c));
    held += 6;
    if (held >= 8) bytes += static_cast<char>(bits >> (held -= 8) & 255u);
  }
  return bytes;
}

template <class Number>
std::vector<Number> unpacked(const json& packed) {
  const std::string bytes = decoded(packed["data"]);
  std::vector<Number> numbers(bytes.size() / sizeof(Number));
  if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return numbers;
}

MeshPointer tetrahedron() {
  return std::make_shared<TriangleMesh>(std::vector<Vector3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                        std::vector<Triangle>{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}});
}

TEST(PackedNumbers, ChecksumIsTheOneOfZip) {
  EXPECT_EQ(crc32("123456789"), 0xcbf43926u);
  EXPECT_EQ(crc32(""), 0u);
}

TEST(PackedNumbers, ReadBackWhateverTheirCount) {
  testing::Draw draw;
  for (std::size_t count = 0; count < 40; ++count) {
    std::vector<float> floats;
    std::vector<std::uint32_t> small, large;
    for (std::size_t k = 0; k < count; ++k) {
      floats.push_back(static_cast<float>(draw.uniform(-1e3, 1e3)));
      small.push_back(static_cast<std::uint32_t>(draw.uniform(0, 65536)));
      large.push_back(static_cast<std::uint32_t>(k == 0 ? 65536.0 : draw.uniform(0, 4e9)));
    }
    std::string text = "[";
    append_packed(text, std::span<const float>(floats));
    text += ',';
    append_packed(text, std::span<const std::uint32_t>(small));
    text += ',';
    append_packed(text, std::span<const std::uint32_t>(large));
    const json read = json::parse(text + "]");
    EXPECT_EQ(unpacked<float>(read[0]), floats);
    EXPECT_EQ(read[1]["type"], "u16");
    const auto narrow = unpacked<std::uint16_t>(read[1]);
    EXPECT_TRUE(std::equal(narrow.begin(), narrow.end(), small.begin(), small.end()));
    if (count == 0) continue;
    EXPECT_EQ(read[2]["type"], "u32");
    EXPECT_EQ(unpacked<std::uint32_t>(read[2]), large);
  }
}

TEST(Report, BlockSaysItsLengthAndChecksumAndCannotEndEarly) {
  Report report;
  report.title = "</script><script>alert(1)</script> <!-- \xff \"ü\"";
  std::ostringstream out;
  write_report_block(out, report);
  const std::string block = out.str(), data = report_data(report);
  EXPECT_EQ(data.find('<'), std::string::npos);
  EXPECT_NE(block.find("data-bytes=\"" + std::to_string(data.size()) + "\""), std::string::npos);
  char checksum[9];
  std::snprintf(checksum, sizeof checksum, "%08x", static_cast<unsigned>(crc32(data)));
  EXPECT_NE(block.find(std::string("data-crc32=\"") + checksum + "\""), std::string::npos);
  EXPECT_EQ(block.find("</script>"), block.size() - std::string("</script>\n").size());
  const json read = json::parse(data);
  EXPECT_EQ(read["format"], "tocca-report");
  EXPECT_EQ(read["version"], report_format_version);
  EXPECT_EQ(read["title"].get<std::string>().substr(0, 9), "</script>");
}

TEST(Report, PosesReadBackForEveryRotationHalfTurnsAmongThem) {
  testing::Draw draw;
  Report report;
  Report::Body& body = report.bodies.emplace_back();
  for (int k = 0; k < 500; ++k) {
    const double angle = k % 3 == 0 ? std::numbers::pi : draw.uniform(-7, 7);
    Vector3 axis(draw.uniform(-1, 1), draw.uniform(-1, 1), draw.uniform(-1, 1));
    if (k % 5 == 0) axis = Vector3::Unit(k % 3);
    body.poses.push_back({rotation_about(axis.normalized(), angle), Vector3(draw.uniform(-2, 2), k, 0)});
    report.times.push_back(k);
  }
  const json read = json::parse(report_data(report));
  EXPECT_EQ(unpacked<double>(read["times"]), report.times);
  const auto numbers = unpacked<float>(read["bodies"][0]["poses"]);
  ASSERT_EQ(numbers.size(), 7 * body.poses.size());
  for (std::size_t k = 0; k < body.poses.size(); ++k) {
    const float* p = &numbers[7 * k];
    const Matrix3 turn = Eigen::Quaternionf(p[6], p[3], p[4], p[5]).toRotationMatrix().cast<double>();
    EXPECT_LT((turn - body.poses[k].rotation).norm(), 1e-5) << k;
    EXPECT_LT((Vector3(p[0], p[1], p[2]) - body.poses[k].translation).norm(), 1e-4) << k;
  }
}

TEST(Report, FarAwayIsWrittenNearItsOrigin) {
  Report report;
  report.bodies.resize(2);
  report.bodies[0].pose.translation = {4e6, -3e6, 100.25};
  report.bodies[1].pose.translation = {4e6 + 0.001, -3e6, 100.25};
  const json read = json::parse(report_data(report));
  const Vector3 origin(read["origin"][0], read["origin"][1], read["origin"][2]);
  for (std::size_t k = 0; k < 2; ++k) {
    const json& pose = read["bodies"][k]["pose"];
    EXPECT_LT(std::abs(pose[0].get<double>()), 2.0);
    EXPECT_EQ(Vector3(pose[0], pose[1], pose[2]) + origin, report.bodies[k].pose.translation);
  }
}

TEST(Report, ASharedMeshIsWrittenOnceAndShapesKeepTheirSizes) {
  const MeshPointer mesh = tetrahedron();
  Report report;
  report.bodies.resize(2);
  report.bodies[0].shapes = {{{}, mesh}, {{}, Sphere{0.5}}, {{}, Capsule{0.1, 2.0}}};
  report.bodies[1].shapes = {{{}, mesh}, {{}, Box{{1, 2, 3}}}, {{}, Cylinder{0.2, 0.7}}, {{}, Cone{0.3, 0.4}}};
  report.layers.push_back({"Swept volume", Report::Layer::Kind::swept, {{-1, {{}, mesh}}}});
  const json read = json::parse(report_data(report));
  ASSERT_EQ(read["meshes"].size(), 1u);
  EXPECT_EQ(unpacked<std::uint16_t>(read["meshes"][0]["indices"]).size(), 12u);
  EXPECT_EQ(unpacked<float>(read["meshes"][0]["positions"]).size(), 12u);
  EXPECT_EQ(read["bodies"][0]["shapes"][0]["mesh"], 0);
  EXPECT_EQ(read["bodies"][0]["shapes"][1]["sphere"], json::array({0.5}));
  EXPECT_EQ(read["bodies"][0]["shapes"][2]["capsule"], json::array({0.1, 2.0}));
  EXPECT_EQ(read["bodies"][1]["shapes"][1]["box"], json::array({1.0, 2.0, 3.0}));
  EXPECT_EQ(read["bodies"][1]["shapes"][2]["cylinder"], json::array({0.2, 0.7}));
  EXPECT_EQ(read["bodies"][1]["shapes"][3]["cone"], json::array({0.3, 0.4}));
  EXPECT_EQ(read["layers"][0]["pieces"][0]["shape"]["mesh"], 0);
  EXPECT_EQ(read["layers"][0]["kind"], "swept");
}

TEST(Report, DeformingBodiesHaveAFrameForEachTime) {
  Report report;
  Report::Body& body = report.bodies.emplace_back();
  body.role = Report::Role::surface;
  body.shapes = {{{}, tetrahedron()}};
  body.frame_times = {0.0, 0.5};
  body.frames = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}}};
  const json read = json::parse(report_data(report))["bodies"][0];
  EXPECT_EQ(read["role"], "surface");
  EXPECT_EQ(unpacked<double>(read["frame_times"]), body.frame_times);
  const auto numbers = unpacked<float>(read["frames"]);
  ASSERT_EQ(numbers.size(), 24u);
  EXPECT_EQ(numbers[15], 2.0f);
}

}  // namespace
}  // namespace tocca::report_tests
