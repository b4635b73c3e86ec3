// What is shown here: a roadmap survives its file bit by bit, and no damaged file is believed.
#include "files.hpp"
#include "io/roadmap_format.hpp"
#include "tocca/io/problem.hpp"

namespace tocca::roadmap_file_tests {
namespace {

using Edge = Roadmap::Edge;

Roadmap sample() {
  Roadmap roadmap;
  roadmap.coordinates = {"shoulder", "el\"bow\n"};
  roadmap.robots = {0x0123456789abcdefu, 0xfedcba9876543210u};
  roadmap.objects = {{"post", {1, 2}}, {"wall", {3, ~std::uint64_t{0}}}};
  roadmap.scenes = {{0}, {}, {0, 1}};
  roadmap.scene = 2;
  roadmap.milestones = {0.0, -0.0, 1.5, -1e-300, 0.1, 3.0};
  roadmap.edges = {{0, 1, {2, 2}, Edge::never, Edge::robots},
                   {1, 2, {Edge::never, 0}, 2, 1},
                   {2, 0, {Edge::never, Edge::never}, 1, Edge::undecided}};
  roadmap.seed = 7;
  roadmap.drawn = 12345;
  return roadmap;
}

std::string bytes_of(const Roadmap& roadmap) {
  const std::string bytes = roadmap_bytes(roadmap);
  return bytes + roadmap_checksum(bytes);
}

TEST(RoadmapFile, ReadsBackWhatWasWritten) {
  const testing::ScratchFolder folder;
  const std::filesystem::path file = folder.path() / "cell.roadmap";
  Roadmap empty;
  empty.coordinates = {"q"};
  for (const Roadmap& roadmap : {sample(), empty}) {
    write_roadmap(file, roadmap);
    const Roadmap read = load_roadmap(file);
    EXPECT_EQ(read, roadmap);
    EXPECT_EQ(roadmap_bytes(read), roadmap_bytes(roadmap));  // -0 too
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);  // nothing else is left
  EXPECT_THROW(write_roadmap(folder.path() / "none" / "cell.roadmap", sample()), InputError);
}

TEST(RoadmapFile, EveryChangedOrMissingByteIsNoticed) {
  const testing::ScratchFolder folder;
  const std::string whole = bytes_of(sample());
  for (std::size_t k = 0; k < whole.size(); ++k) {
    for (const int flip : {1, 0x80}) {
      std::string damaged = whole;
      damaged[k] = static_cast<char>(damaged[k] ^ flip);
      EXPECT_THROW(load_roadmap(folder.write("cell.roadmap", damaged)), InputError) << k;
    }
    EXPECT_THROW(load_roadmap(folder.write("cell.roadmap", whole.substr(0, k))), InputError) << k;
  }
  EXPECT_THROW(load_roadmap(folder.write("cell.roadmap", whole + " ")), InputError);
  EXPECT_THROW(load_roadmap(folder.path() / "none.roadmap"), InputError);
}

/// A file whose checksum is right, but which says what no roadmap can.
void expect_refused(const testing::ScratchFolder& folder, const std::string& bytes, std::string_view why) {
  const std::string text =
      testing::input_error([&] { load_roadmap(folder.write("cell.roadmap", bytes + roadmap_checksum(bytes))); });
  EXPECT_NE(text.find(why), std::string::npos) << text;
}

TEST(RoadmapFile, RefusesWhatNoRoadmapCanSay) {
  const testing::ScratchFolder folder;
  const auto refused = [&](const auto& change, std::string_view why) {
    Roadmap roadmap = sample();
    change(roadmap);
    expect_refused(folder, roadmap_bytes(roadmap), why);
  };
  refused([](Roadmap& r) { r.edges[0].a = 3; }, "edge 0");
  refused([](Roadmap& r) { r.edges[1].b = -1; }, "edge 1");
  refused([](Roadmap& r) { r.edges[1].b = 1; }, "to itself");
  refused([](Roadmap& r) { r.edges[2].proven_in[1] = 3; }, "edge 2");
  refused([](Roadmap& r) { r.edges[2].refuted_in = -2; }, "edge 2");
  refused([](Roadmap& r) { r.edges[2].blocker = 2; }, "edge 2");
  refused([](Roadmap& r) { r.edges[2].blocker = -3; }, "edge 2");
  refused([](Roadmap& r) { r.milestones[3] = std::numeric_limits<double>::infinity(); }, "milestone 1");
  refused([](Roadmap& r) { r.scenes[0][0] = 2; }, "scenes[0][0]");
  refused([](Roadmap& r) { r.scenes[2] = {1, 0}; }, "scenes[2][1]");
  refused([](Roadmap& r) { r.scene = 3; }, "scene");
  const auto replaced = [&](std::string_view from, std::string_view to, std::string_view why) {
    std::string bytes = roadmap_bytes(sample());
    bytes.replace(bytes.find(from), from.size(), to);
    expect_refused(folder, bytes, why);
  };
  replaced("\"version\":1", "\"version\":2", "another program");
  replaced("\"milestones\":3", "\"milestones\":2000000000", "length");
  replaced("\"edges\":3", "\"edges\":2000000000", "length");
  replaced("\"edges\":3", "\"edges\":2", "length");
  replaced("0123456789abcdef", "0123456789abcdeg", "hexadecimal");
  replaced("0123456789abcdef", "0123", "digits");
  replaced("\"seed\":\"0000000000000007\"", "\"seed\":7", "seed");
  replaced("{\"format\"", "{\"formal\"", "not a roadmap");
}

}  // namespace
}  // namespace tocca::roadmap_file_tests
