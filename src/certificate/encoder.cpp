#include "certificate/encoder.hpp"

#include <bit>
#include <cstring>

#include "audit/reader.hpp"

namespace tocca {
namespace {

static_assert(std::endian::native == std::endian::little, "certificates are little-endian and written as they are");

class Bytes {
 public:
  template <class T>
  void raw(T value) {
    const auto* from = reinterpret_cast<const std::uint8_t*>(&value);
    bytes_.insert(bytes_.end(), from, from + sizeof(T));
  }
  void byte(std::uint8_t value) { bytes_.push_back(value); }
  void count(std::size_t value) { raw(static_cast<std::uint32_t>(value)); }
  void number(double value) { raw(value); }
  void point(const audit::Point& p) {
    for (const double x : p) number(x);
  }
  void short_point(const audit::ShortPoint& p) {
    for (const float x : p) raw(x);
  }
  void text(const std::string& s) {
    count(s.size());
    bytes_.insert(bytes_.end(), s.begin(), s.end());
  }
  void append(const std::vector<std::uint8_t>& more) { bytes_.insert(bytes_.end(), more.begin(), more.end()); }
  std::vector<std::uint8_t> take() { return std::move(bytes_); }

 private:
  std::vector<std::uint8_t> bytes_;
};

void write(Bytes& to, const audit::Placement& placement) {
  for (const audit::Point& row : placement.rotation) to.point(row);
  to.point(placement.translation);
}

void write(Bytes& to, const audit::Frame& frame) {
  to.byte(static_cast<std::uint8_t>(frame.kind));
  to.count(static_cast<std::size_t>(frame.parent + 1));
  if (frame.kind == audit::FrameKind::free) return;
  write(to, frame.placement);
  if (frame.kind == audit::FrameKind::fixed) return;
  to.point(frame.axis);
  to.count(frame.coordinate);
  to.number(frame.multiplier);
  to.number(frame.offset);
}

void write(Bytes& to, const audit::Collider& collider) {
  using audit::Shape;
  write(to, collider.placement);
  to.byte(static_cast<std::uint8_t>(collider.shape));
  const Shape shape = collider.shape;
  if (shape != Shape::hull && shape != Shape::mesh) {
    const bool two = shape == Shape::capsule || shape == Shape::cylinder || shape == Shape::cone;
    for (std::size_t i = 0; i < (shape == Shape::box ? 3u : two ? 2u : 1u); ++i) to.number(collider.size[i]);
    return;
  }
  to.count(collider.vertices.size());
  for (const audit::Point& vertex : collider.vertices) to.point(vertex);
  if (shape == Shape::hull) return;
  to.count(collider.triangles.size());
  for (const auto& triangle : collider.triangles) {
    for (const std::uint32_t vertex : triangle) to.count(vertex);
  }
}

void write(Bytes& to, const audit::Group& group) {
  to.count(static_cast<std::size_t>(group.frame + 1));
  to.count(group.bodies.size());
  for (const audit::Body& body : group.bodies) {
    to.text(body.name);
    write(to, body.placement);
    to.count(body.colliders.size());
    for (const audit::Collider& collider : body.colliders) write(to, collider);
  }
  for (const std::uint32_t item : group.order) to.count(item);
  for (std::size_t i = 0; i < group.ranges.size(); ++i) {
    const audit::Range& range = group.ranges[i];
    if (range.count > 1) to.count(group.ranges[i + 1].count);
    to.byte(range.boxed ? 1 : 0);
    if (!range.boxed) continue;
    for (const audit::ShortPoint& axis : range.axes) to.short_point(axis);
    to.short_point(range.low);
    to.short_point(range.high);
  }
}

void write(Bytes& to, const audit::Witness& witness) {
  to.count(witness.group);
  to.count(witness.item);
  to.count(witness.weights.size());
  for (const double weight : witness.weights) to.number(weight);
  to.point(witness.point);
}

}  // namespace

std::vector<std::uint8_t> encoded(const audit::Statement& statement) {
  Bytes to;
  to.text(statement.producer);
  to.count(statement.inputs.size());
  for (const audit::InputFile& file : statement.inputs) {
    to.text(file.role);
    to.text(file.name);
    for (const std::uint8_t byte : file.digest) to.byte(byte);
  }
  to.number(statement.tolerance_m);
  to.byte(statement.continuous ? 1 : 0);
  to.count(statement.reasons.size());
  for (const std::string& reason : statement.reasons) to.text(reason);
  to.count(statement.coordinate_names.size());
  for (const std::string& name : statement.coordinate_names) to.text(name);
  to.count(statement.frames.size());
  for (const audit::Frame& frame : statement.frames) write(to, frame);
  to.count(statement.groups.size());
  for (const audit::Group& group : statement.groups) write(to, group);
  for (const audit::Pair& pair : statement.pairs) {
    to.number(pair.clearance_m);
    to.count(pair.reason);
  }
  return to.take();
}

std::vector<std::uint8_t> encoded(const audit::Segment& segment) {
  Bytes to;
  to.raw(segment.index);
  to.number(segment.from);
  to.number(segment.to);
  to.number(segment.until);
  for (const audit::Law& law : segment.laws) {
    to.byte(law.degree);
    to.number(law.radius);
    for (std::size_t i = 0; i <= law.degree; ++i) to.number(law.control[i]);
  }
  for (const audit::Frame& frame : segment.free_frames) write(to, frame);
  to.count(segment.exempt.size());
  for (const audit::Exemption& exempt : segment.exempt) {
    to.count(exempt.pair);
    to.count(exempt.reason);
  }
  to.append(segment.proof);
  return to.take();
}

std::vector<std::uint8_t> encoded(const audit::Claim& claim) {
  Bytes to;
  to.byte(claim.free ? 0 : 1);
  to.raw(claim.segments);
  if (!claim.free) {
    to.number(claim.contact.time);
    to.byte(claim.contact.inside ? 1 : 0);
    write(to, claim.contact.a);
    write(to, claim.contact.b);
  }
  return to.take();
}

std::vector<std::uint8_t> certificate_head() {
  Bytes to;
  for (const char c : audit::magic) to.byte(static_cast<std::uint8_t>(c));
  to.raw(audit::format_version);
  return to.take();
}

std::vector<std::uint8_t> block_head(std::uint32_t kind, const std::vector<std::uint8_t>& bytes) {
  Bytes to;
  to.raw(kind);
  to.raw(audit::crc32(bytes.data(), bytes.size()));
  to.raw(static_cast<std::uint64_t>(bytes.size()));
  return to.take();
}

}  // namespace tocca
