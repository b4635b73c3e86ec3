#include <unistd.h>

#include <bit>
#include <cmath>

#include "core/fingerprint.hpp"
#include "core/index.hpp"
#include "io/json.hpp"
#include "io/json_cursor.hpp"
#include "io/output.hpp"
#include "io/roadmap_format.hpp"
#include "io/text.hpp"
#include "tocca/io/problem.hpp"

namespace tocca {
namespace {

constexpr std::uint64_t largest_roadmap = 1u << 30;
constexpr std::string_view roadmap_opening = "{\"format\":\"tocca-roadmap\",";
constexpr int roadmap_version = 1;
constexpr std::size_t roadmap_checksum_bytes = 16, edge_numbers = 6;
using Edge = Roadmap::Edge;

[[noreturn]] void refuse_roadmap(const std::filesystem::path& file, std::string_view place, std::string_view problem) {
  throw InputError(file.string(), place, problem, "build the roadmap again: tocca roadmap build");
}

/// Lowest byte first, on every platform.
template <class Number>
void append_lowest_first(std::string& text, Number number) {
  for (std::size_t k = 0; k < sizeof number; ++k) text += static_cast<char>(number >> (8 * k) & 0xff);
}

template <class Number>
Number take_lowest_first(std::string_view& bytes) {
  Number number = 0;
  for (std::size_t k = sizeof number; k-- > 0;) {
    number = static_cast<Number>(number << 8 | static_cast<unsigned char>(bytes[k]));
  }
  bytes.remove_prefix(sizeof number);
  return number;
}

std::string hexadecimal(std::uint64_t number) {
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[number >> shift & 15];
  return text;
}

std::uint64_t hexadecimal(std::string_view digits, const JsonCursor& place) {
  std::uint64_t number = 0;
  for (const char digit : digits) {
    const std::size_t value = std::string_view("0123456789abcdef").find(digit);
    if (value == std::string_view::npos) place.fail("is not a number in hexadecimal", "build the roadmap again");
    number = number << 4 | value;
  }
  return number;
}

std::uint64_t word_of(const JsonCursor& cursor) {
  if (cursor.text().size() != 16) cursor.fail("has not 16 digits", "build the roadmap again");
  return hexadecimal(cursor.text(), cursor);
}

std::string text_of(const Roadmap::Stamp& stamp) { return hexadecimal(stamp[0]) + hexadecimal(stamp[1]); }

Roadmap::Stamp stamp_of(const JsonCursor& cursor) {
  const std::string_view text = cursor.text();
  if (text.size() != 32) cursor.fail("has not 32 digits", "build the roadmap again");
  return {hexadecimal(text.substr(0, 16), cursor), hexadecimal(text.substr(16), cursor)};
}

std::string roadmap_header(const Roadmap& roadmap) {
  std::string text(roadmap_opening);
  text += "\"version\":" + std::to_string(roadmap_version) + ",\"coordinates\":[";
  for (const std::string& name : roadmap.coordinates) {
    if (&name != &roadmap.coordinates.front()) text += ',';
    append_json_string(text, name);
  }
  text += "],\"robots\":\"" + text_of(roadmap.robots) + "\",\"objects\":[";
  for (const Roadmap::Object& object : roadmap.objects) {
    if (&object != &roadmap.objects.front()) text += ',';
    text += "{\"name\":";
    append_json_string(text, object.name);
    text += ",\"stamp\":\"" + text_of(object.stamp) + "\"}";
  }
  text += "],\"scenes\":[";
  for (const std::vector<int>& scene : roadmap.scenes) {
    text += &scene == &roadmap.scenes.front() ? "[" : ",[";
    for (const int& object : scene) {
      if (&object != &scene.front()) text += ',';
      text += std::to_string(object);
    }
    text += ']';
  }
  text += "],\"scene\":" + std::to_string(roadmap.scene + 1);  // 0: none yet
  text += ",\"seed\":\"" + hexadecimal(roadmap.seed) + "\",\"drawn\":\"" + hexadecimal(roadmap.drawn) + '"';
  text += ",\"milestones\":" + std::to_string(roadmap.milestone_count());
  text += ",\"edges\":" + std::to_string(roadmap.edges.size()) + "}\n";
  return text;
}

/// A number below `limit`.
int index_below(const JsonCursor& cursor, std::size_t limit) {
  const int index = cursor.index();
  if (at(index) >= limit) cursor.fail("is beyond the end of its list", "build the roadmap again");
  return index;
}

void read_lists(const JsonCursor& head, Roadmap& roadmap) {
  const JsonCursor names = head.at("coordinates"), objects = head.at("objects"), scenes = head.at("scenes");
  for (std::size_t k = 0; k < names.size(); ++k) roadmap.coordinates.push_back(names.item(k).text());
  if (roadmap.coordinates.empty()) names.fail("is empty", "build the roadmap again");
  roadmap.robots = stamp_of(head.at("robots"));
  for (std::size_t k = 0; k < objects.size(); ++k) {
    const JsonCursor object = objects.item(k);
    object.expect_object({"name", "stamp"});
    roadmap.objects.push_back({object.at("name").text(), stamp_of(object.at("stamp"))});
  }
  for (std::size_t k = 0; k < scenes.size(); ++k) {
    const JsonCursor scene = scenes.item(k);
    std::vector<int>& own = roadmap.scenes.emplace_back();
    for (std::size_t i = 0; i < scene.size(); ++i) {
      own.push_back(index_below(scene.item(i), roadmap.objects.size()));
      if (i > 0 && own[i] <= own[i - 1]) scene.item(i).fail("is not above the one before", "build the roadmap again");
    }
  }
  roadmap.scene = index_below(head.at("scene"), roadmap.scenes.size() + 1) - 1;
  roadmap.seed = word_of(head.at("seed"));
  roadmap.drawn = word_of(head.at("drawn"));
}

Edge take_edge(std::string_view& bytes, const Roadmap& roadmap, std::size_t k, const std::filesystem::path& file) {
  const auto in = [&](int least, std::size_t beyond) {
    const int value = std::bit_cast<int>(take_lowest_first<std::uint32_t>(bytes));
    if (value < least || (value >= 0 && at(value) >= beyond)) {
      refuse_roadmap(file, "edge " + std::to_string(k), "names what the roadmap does not have");
    }
    return value;
  };
  const std::size_t scenes = roadmap.scenes.size(), milestones = at(roadmap.milestone_count());
  Edge edge;
  edge.a = in(0, milestones);
  edge.b = in(0, milestones);
  edge.proven_in = {in(Edge::never, scenes), 0};
  edge.proven_in[1] = in(Edge::never, scenes);
  edge.refuted_in = in(Edge::never, scenes);
  edge.blocker = in(Edge::undecided, roadmap.objects.size());
  if (edge.a == edge.b) refuse_roadmap(file, "edge " + std::to_string(k), "leads from a milestone to itself");
  return edge;
}

}  // namespace

std::string roadmap_checksum(std::string_view bytes) {
  Fingerprinter all;
  all.add(bytes);
  std::string text;
  for (const std::uint64_t word : all.value()) append_lowest_first(text, word);
  return text;
}

std::string roadmap_bytes(const Roadmap& roadmap) {
  std::string text = roadmap_header(roadmap);
  text.reserve(text.size() + 8 * roadmap.milestones.size() + 4 * edge_numbers * roadmap.edges.size() +
               roadmap_checksum_bytes);
  for (const double value : roadmap.milestones) append_lowest_first(text, std::bit_cast<std::uint64_t>(value));
  for (const Edge& edge : roadmap.edges) {
    for (const int number : {edge.a, edge.b, edge.proven_in[0], edge.proven_in[1], edge.refuted_in, edge.blocker}) {
      append_lowest_first(text, std::bit_cast<std::uint32_t>(number));
    }
  }
  return text;
}

Roadmap parse_roadmap(std::string_view bytes, const std::filesystem::path& file) {
  const std::size_t end = bytes.find('\n');
  if (!bytes.starts_with(roadmap_opening) || end == std::string_view::npos)
    refuse_roadmap(file, "", "is not a roadmap");
  const nlohmann::json document = parse_json(bytes.substr(0, end), file);
  const JsonCursor head(document, file);
  head.expect_object({"format", "version", "coordinates", "robots", "objects", "scenes", "scene", "seed", "drawn",
                      "milestones", "edges"});
  if (head.at("version").index() != roadmap_version) refuse_roadmap(file, "version", "is that of another program");
  Roadmap roadmap;
  read_lists(head, roadmap);
  const std::size_t milestones = at(head.at("milestones").index()), edges = at(head.at("edges").index());
  bytes.remove_prefix(end + 1);
  // Compared before anything is allocated: a small file cannot ask for much memory. No product overflows: each factor
  // is below 2^31.
  const std::size_t numbers = milestones * roadmap.coordinates.size();
  if (bytes.size() != 8 * numbers + 4 * edge_numbers * edges) {
    refuse_roadmap(file, "", "has not the length that its milestones and edges need");
  }
  roadmap.milestones.reserve(numbers);
  for (std::size_t k = 0; k < numbers; ++k) {
    roadmap.milestones.push_back(std::bit_cast<double>(take_lowest_first<std::uint64_t>(bytes)));
    if (std::isfinite(roadmap.milestones.back())) continue;
    refuse_roadmap(file, "milestone " + std::to_string(k / roadmap.coordinates.size()), "a coordinate is not finite");
  }
  roadmap.edges.reserve(edges);
  for (std::size_t k = 0; k < edges; ++k) roadmap.edges.push_back(take_edge(bytes, roadmap, k, file));
  return roadmap;
}

Roadmap load_roadmap(const std::filesystem::path& file) {
  const std::string text = read_file(file, largest_roadmap);
  std::string_view bytes = text;
  if (!bytes.starts_with(roadmap_opening)) refuse_roadmap(file, "", "is not a roadmap");
  const std::string_view checksum = bytes.substr(bytes.size() - std::min(bytes.size(), roadmap_checksum_bytes));
  bytes.remove_suffix(checksum.size());
  if (checksum != roadmap_checksum(bytes)) refuse_roadmap(file, "", "is damaged or cut off: its checksum is another");
  return parse_roadmap(bytes, file);
}

void write_roadmap(const std::filesystem::path& file, const Roadmap& roadmap) {
  const std::filesystem::path part = file.string() + "." + std::to_string(getpid()) + ".part";
  std::error_code error;
  try {
    OutputFile out(part);
    out.text() = roadmap_bytes(roadmap);
    out.text() += roadmap_checksum(out.text());
    out.close();
  } catch (const InputError& failure) {
    std::filesystem::remove(part, error);
    throw failure.in_file(file.string());
  }
  std::filesystem::rename(part, file, error);
  if (!error) return;
  const std::string why = error.message();
  std::filesystem::remove(part, error);
  throw InputError(file.string(), "", "cannot be written: " + why, "choose a writable place");
}

}  // namespace tocca
