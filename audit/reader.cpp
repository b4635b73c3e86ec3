#include "audit/reader.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace tocca::audit {
namespace {

static_assert(std::endian::native == std::endian::little, "certificates are little-endian and read as they are");

/// Takes numbers out of a block. Counts are held against the bytes that are left, so that no absurd length allocates.
class Cursor {
 public:
  Cursor(const std::vector<std::uint8_t>& bytes, const char* block) : bytes_(bytes), block_(block) {}

  [[noreturn]] void fail(const std::string& problem) const {
    throw Unreadable(std::string(block_) + ", byte " + std::to_string(place_) + ": " + problem);
  }
  template <class T>
  T raw() {
    if (bytes_.size() - place_ < sizeof(T)) fail("ends too early");
    T value;
    std::memcpy(&value, bytes_.data() + place_, sizeof(T));
    place_ += sizeof(T);
    return value;
  }
  double checked(double value) const {
    if (!(std::fabs(value) <= largest_number)) fail("a number must be finite and at most 1e30");
    return value;
  }
  double number() { return checked(raw<double>()); }
  double at_least(double least) {
    const double value = number();
    if (!(value >= least)) fail("a number is too small (" + std::to_string(value) + ")");
    return value;
  }
  Point point() {
    Point result;
    for (double& x : result) x = number();
    return result;
  }
  ShortPoint short_point() {
    ShortPoint result;
    for (float& x : result) checked(x = raw<float>());
    return result;
  }
  /// A count of things of at least `size` bytes each.
  std::uint32_t count(std::size_t size) {
    const auto value = raw<std::uint32_t>();
    if (value > (bytes_.size() - place_) / size) fail("a count of " + std::to_string(value) + " exceeds the block");
    return value;
  }
  std::uint32_t below(std::uint64_t limit) {
    const auto value = raw<std::uint32_t>();
    if (value >= limit) fail("an index of " + std::to_string(value) + " is not below " + std::to_string(limit));
    return value;
  }
  std::uint8_t byte_below(std::uint8_t limit) {
    const auto value = raw<std::uint8_t>();
    if (value >= limit) fail("unknown kind " + std::to_string(value));
    return value;
  }
  std::string text() {
    const std::uint32_t length = count(1);
    std::string result(reinterpret_cast<const char*>(bytes_.data()) + place_, length);
    for (std::size_t done = 0, size = 0; done < length; done += size) {
      size = character_size(std::string_view(result).substr(done));
      if (size == 0) fail("a text has a control character, or is not UTF-8");
    }
    place_ += length;
    return result;
  }
  std::vector<std::uint8_t> rest() {
    std::vector<std::uint8_t> result(bytes_.begin() + static_cast<std::ptrdiff_t>(place_), bytes_.end());
    place_ = bytes_.size();
    return result;
  }
  void end() const {
    if (place_ != bytes_.size()) fail(std::to_string(bytes_.size() - place_) + " bytes are left over");
  }

 private:
  const std::vector<std::uint8_t>& bytes_;
  const char* block_;
  std::size_t place_ = 0;
};

Placement read_placement(Cursor& cursor) {
  Placement result;
  for (Point& row : result.rotation) row = cursor.point();
  result.translation = cursor.point();
  return result;
}

Frame read_frame(Cursor& cursor, std::size_t number, std::uint32_t coordinates, bool may_be_free) {
  Frame frame;
  frame.kind = static_cast<FrameKind>(cursor.byte_below(may_be_free ? 4 : 3));
  frame.parent = static_cast<std::int32_t>(cursor.below(number + 1)) - 1;
  if (frame.kind == FrameKind::free) return frame;
  frame.placement = read_placement(cursor);
  if (frame.kind == FrameKind::fixed) return frame;
  frame.axis = cursor.point();
  frame.coordinate = cursor.below(coordinates);
  frame.multiplier = cursor.number();
  frame.offset = cursor.number();
  return frame;
}

void read_sizes(Cursor& cursor, Collider& collider) {
  const bool two =
      collider.shape == Shape::capsule || collider.shape == Shape::cylinder || collider.shape == Shape::cone;
  const std::size_t sizes = collider.shape == Shape::box ? 3 : two ? 2 : 1;
  for (std::size_t i = 0; i < sizes; ++i) collider.size[i] = cursor.at_least(0.0);
}

Collider read_collider(Cursor& cursor) {
  Collider collider;
  collider.placement = read_placement(cursor);
  collider.shape = static_cast<Shape>(cursor.byte_below(7));
  if (collider.shape != Shape::hull && collider.shape != Shape::mesh) {
    read_sizes(cursor, collider);
    return collider;
  }
  collider.vertices.resize(cursor.count(24));
  for (Point& vertex : collider.vertices) vertex = cursor.point();
  if (collider.vertices.empty()) cursor.fail("a mesh or hull has no vertex");
  if (collider.shape == Shape::hull) return collider;
  collider.triangles.resize(cursor.count(12));
  for (auto& triangle : collider.triangles) {
    for (std::uint32_t& vertex : triangle) vertex = cursor.below(collider.vertices.size());
  }
  if (collider.triangles.empty()) cursor.fail("a mesh has no triangle");
  return collider;
}

/// A range that is still to be read.
struct OpenRange {
  std::uint32_t begin, count, parent;
  bool second;
};

/// Ranges in preorder: how many items the first child has, 0 for an item by itself. So children tile their parent.
void read_ranges(Cursor& cursor, std::uint32_t items, Group& group) {
  std::vector<OpenRange> open{{0, items, 0, false}};
  while (!open.empty()) {
    const OpenRange next = open.back();
    open.pop_back();
    const auto number = static_cast<std::uint32_t>(group.ranges.size());
    if (next.second) group.ranges[next.parent].right = number;
    Range& range = group.ranges.emplace_back();
    range.begin = next.begin;
    range.count = next.count;
    const std::uint32_t first = next.count == 1 ? 0 : cursor.below(next.count);
    if (next.count > 1 && first == 0) cursor.fail("a range of several items is not divided");
    range.boxed = cursor.byte_below(2) == 1;
    if (range.boxed) {
      for (ShortPoint& axis : range.axes) axis = cursor.short_point();
      range.low = cursor.short_point();
      range.high = cursor.short_point();
    }
    if (next.count == 1) continue;
    open.push_back({next.begin + first, next.count - first, number, true});
    open.push_back({next.begin, first, number, false});
  }
}

Group read_group(Cursor& cursor, std::size_t frames) {
  Group group;
  group.frame = static_cast<std::int32_t>(cursor.below(frames + 1)) - 1;
  group.bodies.resize(cursor.count(104));
  std::uint64_t items = 0;
  for (Body& body : group.bodies) {
    body.name = cursor.text();
    body.placement = read_placement(cursor);
    const std::uint32_t colliders = cursor.count(97);
    for (std::uint32_t i = 0; i < colliders; ++i) {
      body.colliders.push_back(read_collider(cursor));
      items += item_count(body.colliders.back());
    }
  }
  if (items == 0 || items > 0x7fffffff) cursor.fail("a group must have between 1 and 2^31 items");
  group.order.resize(static_cast<std::size_t>(items));
  std::vector<bool> seen(group.order.size());
  for (std::uint32_t& item : group.order) {
    item = cursor.below(items);
    if (seen[item]) cursor.fail("item " + std::to_string(item) + " stands twice in the order of its group");
    seen[item] = true;
  }
  read_ranges(cursor, static_cast<std::uint32_t>(items), group);
  return group;
}

Witness read_witness(Cursor& cursor, const Statement& statement) {
  Witness witness;
  witness.group = cursor.below(statement.groups.size());
  witness.item = cursor.below(statement.groups[witness.group].order.size());
  witness.weights.resize(cursor.count(8));
  for (double& weight : witness.weights) weight = cursor.at_least(0.0);
  witness.point = cursor.point();
  return witness;
}

}  // namespace

std::size_t character_size(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(i < text.size() ? text[i] : 0); };
  const unsigned char first = byte(0), second = byte(1);
  if (first < 0x80) return first < 0x20 || first == 0x7f ? 0 : 1;
  const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return 0;
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;  // also where the text ends
  }
  const bool control = first == 0xc2 && second < 0xa0;
  const bool overlong = first == 0xe0 ? second < 0xa0 : first == 0xf0 && second < 0x90;
  const bool surrogate = first == 0xed && second >= 0xa0, beyond = first == 0xf4 && second >= 0x90;
  return control || overlong || surrogate || beyond ? 0 : size;
}

std::uint32_t item_count(const Collider& collider) {
  return collider.shape == Shape::mesh ? static_cast<std::uint32_t>(collider.triangles.size()) : 1;
}

const Body& body_of(const Group& group, std::uint32_t item) {
  std::size_t k = 0;
  for (; k + 1 < group.bodies.size(); ++k) {
    std::uint32_t items = 0;
    for (const Collider& collider : group.bodies[k].colliders) items += item_count(collider);
    if (item < items) break;
    item -= items;
  }
  return group.bodies[k];
}

std::uint32_t crc32(const std::uint8_t* bytes, std::size_t count) {
  static const auto table = [] {
    std::array<std::uint32_t, 256> result{};
    for (std::uint32_t i = 0; i < 256; ++i) {
      std::uint32_t c = i;
      for (int k = 0; k < 8; ++k) c = (c & 1u) ? 0xedb88320u ^ (c >> 1) : c >> 1;
      result[i] = c;
    }
    return result;
  }();
  std::uint32_t crc = 0xffffffffu;
  for (std::size_t i = 0; i < count; ++i) crc = table[(crc ^ bytes[i]) & 0xffu] ^ (crc >> 8);
  return crc ^ 0xffffffffu;
}

BlockReader::BlockReader(std::istream& stream, bool ignore_checksums)
    : stream_(stream), ignore_checksums_(ignore_checksums) {
  char start[12];
  if (!stream_.read(start, sizeof(start)) || std::memcmp(start, magic, sizeof(magic)) != 0) {
    throw Unreadable("not a certificate: the file does not begin with TOCCACRT");
  }
  std::uint32_t version;
  std::memcpy(&version, start + 8, 4);
  if (version != format_version) throw Unreadable("version " + std::to_string(version) + " of the format is not known");
  place_ = sizeof(start);
}

std::optional<Block> BlockReader::next() {
  char head[16];  // kind, checksum, length
  stream_.read(head, sizeof(head));
  if (stream_.gcount() == 0 && stream_.eof()) return std::nullopt;
  const std::string where = "block at byte " + std::to_string(place_) + ": ";
  if (stream_.gcount() != sizeof(head)) throw Unreadable(where + "ends too early");
  std::uint32_t kind, checksum;
  std::uint64_t length;
  std::memcpy(&kind, head, 4);
  std::memcpy(&checksum, head + 4, 4);
  std::memcpy(&length, head + 8, 8);
  if (kind < 1 || kind > 3) throw Unreadable(where + "unknown kind " + std::to_string(kind));
  Block block{static_cast<BlockKind>(kind), {}};
  constexpr std::uint64_t piece = 1 << 20;  // memory grows with what is there, not with what is announced
  while (block.bytes.size() < length) {
    const std::size_t old = block.bytes.size();
    const auto more = static_cast<std::size_t>(std::min(piece, length - old));
    block.bytes.resize(old + more);
    if (!stream_.read(reinterpret_cast<char*>(block.bytes.data()) + old, static_cast<std::streamsize>(more))) {
      throw Unreadable(where + "ends too early");
    }
  }
  if (!ignore_checksums_ && crc32(block.bytes.data(), block.bytes.size()) != checksum) {
    throw Unreadable(where + "the checksum does not fit: the file is damaged");
  }
  place_ += sizeof(head) + length;
  return block;
}

Statement read_statement(const std::vector<std::uint8_t>& bytes) {
  Cursor cursor(bytes, "statement");
  Statement statement;
  statement.producer = cursor.text();
  statement.inputs.resize(cursor.count(40));
  for (InputFile& file : statement.inputs) {
    file.role = cursor.text();
    file.name = cursor.text();
    for (std::uint8_t& byte : file.digest) byte = cursor.raw<std::uint8_t>();
  }
  statement.tolerance_m = cursor.at_least(0.0);
  statement.continuous = cursor.byte_below(2) == 1;
  statement.reasons.resize(cursor.count(4));
  for (std::string& reason : statement.reasons) reason = cursor.text();
  statement.coordinates = cursor.count(4);
  for (std::uint32_t i = 0; i < statement.coordinates; ++i) statement.coordinate_names.push_back(cursor.text());
  const std::uint32_t frames = cursor.count(5);
  for (std::uint32_t i = 0; i < frames; ++i)
    statement.frames.push_back(read_frame(cursor, i, statement.coordinates, true));
  const std::uint32_t groups = cursor.count(20);
  for (std::uint32_t i = 0; i < groups; ++i) statement.groups.push_back(read_group(cursor, frames));
  for (std::uint32_t a = 0; a < groups; ++a) {
    for (std::uint32_t b = a + 1; b < groups; ++b) {
      const double clearance = cursor.number();
      statement.pairs.push_back({a, b, clearance, cursor.below(statement.reasons.size() + 1)});
    }
  }
  cursor.end();
  return statement;
}

Segment read_segment(const Statement& statement, const std::vector<std::uint8_t>& bytes) {
  Cursor cursor(bytes, "segment");
  Segment segment;
  segment.index = cursor.raw<std::int64_t>();
  segment.from = cursor.at_least(0.0);
  segment.to = cursor.at_least(segment.from);
  segment.until = cursor.at_least(0.0);
  if (!(segment.until <= 1.0 && segment.to <= 1.0)) cursor.fail("times lie between 0 and 1");
  for (std::uint32_t i = 0; i < statement.coordinates; ++i) {
    Law& law = segment.laws.emplace_back();
    law.degree = cursor.byte_below(6);
    law.radius = cursor.at_least(0.0);
    for (std::size_t k = 0; k <= law.degree; ++k) law.control[k] = cursor.number();
  }
  for (std::size_t i = 0; i < statement.frames.size(); ++i) {
    if (statement.frames[i].kind != FrameKind::free) continue;
    segment.free_frames.push_back(read_frame(cursor, i, statement.coordinates, false));
  }
  segment.exempt.resize(cursor.count(8));
  for (std::size_t i = 0; i < segment.exempt.size(); ++i) {
    segment.exempt[i].pair = cursor.below(statement.pairs.size());
    segment.exempt[i].reason = cursor.below(statement.reasons.size() + 1);
    if (segment.exempt[i].reason == 0) cursor.fail("a pair is left out without a reason");
    if (i > 0 && segment.exempt[i].pair <= segment.exempt[i - 1].pair) cursor.fail("pairs left out must ascend");
  }
  segment.proof = cursor.rest();
  return segment;
}

Claim read_claim(const Statement& statement, const std::vector<std::uint8_t>& bytes) {
  Cursor cursor(bytes, "claim");
  Claim claim;
  claim.free = cursor.byte_below(2) == 0;
  claim.segments = cursor.raw<std::uint64_t>();
  if (!claim.free) {
    claim.contact.time = cursor.at_least(0.0);
    if (!(claim.contact.time <= 1.0)) cursor.fail("times lie between 0 and 1");
    claim.contact.inside = cursor.byte_below(2) == 1;
    claim.contact.a = read_witness(cursor, statement);
    claim.contact.b = read_witness(cursor, statement);
  }
  cursor.end();
  return claim;
}

}  // namespace tocca::audit
