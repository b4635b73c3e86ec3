// OctoMaps, `.bt` and `.ot`: a few lines of text, then the nodes of an octree, depth first. Read here and not by liboctomap, which follows
// a broken file as deep as it goes; the tests compare with what liboctomap reads.
//   .bt  a node is two bytes: two bits for each of its eight children, the lowest first: 0 unknown, 1 free, 2 occupied, 3 a node
//   .ot  a node is its log odds (a float; ColorOcTree: three more bytes), and a byte with a bit for each child that there is
// Child k of a cell lies at its upper side along x if k has bit 0, along y for bit 1, along z for bit 2. The root spans 2^16 cells, from
// -2^15 on each axis.
#include <array>
#include <cmath>
#include <cstring>
#include <new>

#include "io/text.hpp"
#include "tocca/io/cloud.hpp"

namespace tocca {
namespace {

constexpr std::uint64_t max_map_bytes = std::uint64_t{8} << 30;
constexpr int map_depth = 16;
/// More boxes than this are no map any more: 2 GB.
constexpr std::size_t most_boxes = 50'000'000;

/// A cube of cells: its lowest cell, and how many cells it is long: 2^(16 - depth).
struct MapCell {
  std::array<int, 3> first;
  int depth;

  int length() const { return 1 << (map_depth - depth); }
  MapCell child(unsigned k) const {
    MapCell result{first, depth + 1};
    for (unsigned c = 0; c < 3; ++c) result.first[c] += ((k >> c) & 1u) != 0 ? result.length() : 0;
    return result;
  }
};

constexpr MapCell map_root{{-32768, -32768, -32768}, 0};

/// Cells from `least` up to, not including, `most`.
struct MapBounds {
  std::array<int, 3> least{32768, 32768, 32768}, most{-32768, -32768, -32768};

  void include(const MapCell& cell) {
    for (std::size_t c = 0; c < 3; ++c) {
      least[c] = std::min(least[c], cell.first[c]);
      most[c] = std::max(most[c], cell.first[c] + cell.length());
    }
  }
  bool meet(const MapCell& cell) const {
    bool result = true;
    for (std::size_t c = 0; c < 3; ++c) {
      result = result && cell.first[c] < most[c] && least[c] < cell.first[c] + cell.length();
    }
    return result;
  }
  bool contain(const MapCell& cell) const {
    bool result = true;
    for (std::size_t c = 0; c < 3; ++c) {
      result = result && least[c] <= cell.first[c] && cell.first[c] + cell.length() <= most[c];
    }
    return result;
  }
};

class OctomapReader {
 public:
  OctomapReader(std::string_view bytes, const std::filesystem::path& file, UnknownSpace unknown)
      : cursor_(bytes), file_(file), unknown_(unknown) {}

  CloudPointer read() {
    read_header();
    bytes_ = cursor_.rest();
    if (nodes_declared_ > 0) {
      nodes_read_ = 1;
      binary_ ? read_likely(map_root) : read_node(map_root);
    }
    if (!bytes_.empty()) fail("has more data than its nodes take");
    if (nodes_read_ != nodes_declared_) fail("has another number of nodes than its header declares");
    if (unknown_ == UnknownSpace::occupied) {
      for (const MapCell& cell : unknown_cells_) add_unknown(cell);
    }
    if (centres_.empty()) {
      throw InputError(file_.string(), "", "no cell of the map is occupied",
                       "leave it out, or take unknown space as occupied");
    }
    std::vector<Vector3> sizes;
    for (int depth = 0; depth <= map_depth; ++depth)
      sizes.push_back(Vector3::Constant(resolution_ * (1 << (map_depth - depth))));
    return std::make_shared<const Cloud>(std::move(centres_), std::move(sizes), std::move(depths_));
  }

 private:
  [[noreturn]] void fail(std::string_view problem) const {
    throw InputError(file_.string(), "", problem, "write the map again, or copy it again");
  }

  void read_header() {
    const auto first = cursor_.next_line();
    if (first && trimmed(*first) == "# Octomap OcTree binary file") {
      binary_ = true;
    } else if (!first || trimmed(*first) != "# Octomap OcTree file") {
      fail("does not begin like an OctoMap");
    }
    std::string id;
    while (true) {
      const auto line = cursor_.next_line();
      if (!line) fail("is truncated: the header has no end");
      std::string_view rest = trimmed(*line);
      const std::string_view key = take_word(rest), value = take_word(rest);
      if (key.empty() || key.front() == '#') continue;
      if (key == "data") break;
      if (key == "id") {
        id = value;
      } else if (key == "size") {
        const auto size = parse_integer(value);
        if (!size || *size < 0) fail("its size is not a whole number");
        nodes_declared_ = static_cast<std::uint64_t>(*size);
      } else if (key == "res") {
        resolution_ = parse_number(value).value_or(0.0);
      } else {
        fail("the header contains the unknown word " + in_quotes(key));
      }
    }
    if (!(resolution_ >= smallest_size && resolution_ * 32768.0 <= largest_coordinate))
      fail("its resolution is not a positive length");
    if (id != "OcTree" && (binary_ || id != "ColorOcTree")) {
      throw InputError(file_.string(), "", "is a map of the kind " + in_quotes(id) + ", which is not known",
                       "write it as an OcTree");
    }
    color_bytes_ = id == "ColorOcTree" ? 3 : 0;
  }

  std::string_view take(std::size_t count) {
    if (bytes_.size() < count) fail("is truncated: nodes of the map are missing");
    const std::string_view taken = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return taken;
  }

  void read_likely(const MapCell& cell) {
    if (cell.depth == map_depth) fail("a node is deeper than 16 levels");
    const std::string_view two = take(2);
    const unsigned codes =
        static_cast<unsigned char>(two[0]) | static_cast<unsigned>(static_cast<unsigned char>(two[1])) << 8;
    for (unsigned k = 0; k < 8; ++k) {
      const MapCell child = cell.child(k);
      const unsigned code = codes >> (2 * k) & 3u;
      nodes_read_ += code != 0 ? 1 : 0;
      switch (code) {
        case 0:
          add_absent(child);
          break;
        case 1:
          known_.include(child);
          break;
        case 2:
          add_occupied(child);
          break;
        default:
          break;  // below, after all codes of this node
      }
    }
    for (unsigned k = 0; k < 8; ++k) {
      if ((codes >> (2 * k) & 3u) == 3) read_likely(cell.child(k));
    }
  }

  void read_node(const MapCell& cell) {
    float log_odds = 0.0f;
    std::memcpy(&log_odds, take(sizeof log_odds).data(), sizeof log_odds);
    take(color_bytes_);
    const unsigned children = static_cast<unsigned char>(take(1)[0]);
    if (children == 0) {
      if (std::isnan(log_odds)) fail("the occupancy of a cell is not a number");
      if (log_odds >= 0.0f) {
        add_occupied(cell);
      } else {
        known_.include(cell);
      }
      return;
    }
    if (cell.depth == map_depth) fail("a node is deeper than 16 levels");
    for (unsigned k = 0; k < 8; ++k) {
      if ((children >> k & 1u) != 0) {
        ++nodes_read_;
        read_node(cell.child(k));
      } else {
        add_absent(cell.child(k));
      }
    }
  }

  void add_occupied(const MapCell& cell) {
    known_.include(cell);
    add_box(cell);
  }
  void add_absent(const MapCell& cell) {
    if (unknown_ == UnknownSpace::occupied) unknown_cells_.push_back(cell);
  }
  /// What lies within the bounds; cells that they cut are divided.
  void add_unknown(const MapCell& cell) {
    if (!known_.meet(cell)) return;
    if (known_.contain(cell)) return add_box(cell);
    for (unsigned k = 0; k < 8; ++k) add_unknown(cell.child(k));
  }

  /// Twice the centre is a whole number of cells: the product alone is rounded.
  void add_box(const MapCell& cell) {
    if (centres_.size() == most_boxes) fail("has more than 50 million boxes");
    Vector3 centre;
    for (std::size_t c = 0; c < 3; ++c) {
      centre[static_cast<int>(c)] = (cell.first[c] + 0.5 * cell.length()) * resolution_;
    }
    centres_.push_back(centre);
    depths_.push_back(static_cast<std::uint8_t>(cell.depth));
  }

  TextCursor cursor_;
  const std::filesystem::path& file_;
  UnknownSpace unknown_;
  bool binary_ = false;
  std::uint64_t nodes_declared_ = 0, nodes_read_ = 0;
  double resolution_ = 0.0;
  std::size_t color_bytes_ = 0;
  std::string_view bytes_;
  MapBounds known_;
  std::vector<MapCell> unknown_cells_;
  std::vector<Vector3> centres_;
  std::vector<std::uint8_t> depths_;
};

}  // namespace

bool is_octomap_file(const std::filesystem::path& file) {
  const std::string extension = lower_case(file.extension().string());
  return extension == ".bt" || extension == ".ot";
}

CloudPointer load_octomap(const std::filesystem::path& file, UnknownSpace unknown) {
  if (!is_octomap_file(file)) {
    throw InputError(file.string(), "", "is not an OctoMap (" + in_quotes(file.extension().string()) + ")",
                     "use .bt or .ot");
  }
  try {
    const std::string bytes = read_file(file, max_map_bytes);
    return OctomapReader(bytes, file, unknown).read();
  } catch (const std::bad_alloc&) {
    throw InputError(file.string(), "", "does not fit into memory", "use a coarser map");
  }
}

}  // namespace tocca
