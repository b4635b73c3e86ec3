// A statement on a page that a person can read. Proves nothing.
#include <algorithm>
#include <cstdio>
#include <iomanip>
#include <map>
#include <optional>
#include <sstream>

#include "audit/reader.hpp"
#include "audit/sha256.hpp"
#include "tocca/audit/audit.hpp"

namespace tocca::audit {
namespace {

const char* name_of(Shape shape) {
  static constexpr const char* names[] = {"sphere", "capsule", "box", "cylinder", "cone", "hull", "mesh"};
  return names[static_cast<std::size_t>(shape)];
}

const char* name_of(FrameKind kind) {
  static constexpr const char* names[] = {"fixed", "turns", "slides", "free"};
  return names[static_cast<std::size_t>(kind)];
}

std::string number(double x) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.17g", x);
  for (int digits = 1; digits < 17; ++digits) {  // the shortest that reads back
    char shorter[32];
    std::snprintf(shorter, sizeof(shorter), "%.*g", digits, x);
    if (std::strtod(shorter, nullptr) == x) return shorter;
  }
  return text;
}

std::string numbers(const Point& p) { return number(p[0]) + ' ' + number(p[1]) + ' ' + number(p[2]); }

/// Nothing for the identity; the matrix by rows.
std::string placed_text(const Placement& placement) {
  const Placement none;
  std::string text;
  if (placement.translation != none.translation) text.append(" at ").append(numbers(placement.translation));
  if (placement.rotation == none.rotation) return text;
  const char* between = " turned [";
  for (const Point& row : placement.rotation) {
    text.append(between).append(numbers(row));
    between = "; ";
  }
  return text + ']';
}

std::string extent_text(const std::vector<Point>& vertices) {
  std::string text = ", from";
  Point low = vertices.front(), high = low;
  for (const Point& v : vertices) {
    for (std::size_t i = 0; i < 3; ++i) low[i] = std::min(low[i], v[i]), high[i] = std::max(high[i], v[i]);
  }
  return text.append(" ").append(numbers(low)).append(" to ").append(numbers(high));
}

std::string shape_text(const Collider& collider) {
  std::string text = name_of(collider.shape);
  const auto sizes = [&](std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) text.append(i == 0 ? " " : " x ").append(number(collider.size[i]));
  };
  switch (collider.shape) {
    case Shape::mesh:
      return text + " of " + std::to_string(collider.triangles.size()) + " triangles" + extent_text(collider.vertices);
    case Shape::hull:
      return text + " of " + std::to_string(collider.vertices.size()) + " points" + extent_text(collider.vertices);
    case Shape::sphere:
      sizes(1);
      break;
    case Shape::box:
      sizes(3);
      break;
    case Shape::capsule:
    case Shape::cylinder:
    case Shape::cone:
      sizes(2);
      break;
  }
  return text;
}

void write_bodies(const Statement& statement, std::ostream& to) {
  to << "Bodies (lengths in metres)\n";
  for (std::size_t g = 0; g < statement.groups.size(); ++g) {
    const Group& group = statement.groups[g];
    to << "  in " << (group.frame < 0 ? "the world" : "frame " + std::to_string(group.frame)) << '\n';
    for (const Body& body : group.bodies) {
      to << "    " << body.name << placed_text(body.placement) << ':';
      for (const Collider& collider : body.colliders)
        to << (body.colliders.size() == 1 ? " " : "\n      ") << shape_text(collider)
           << placed_text(collider.placement);
      to << '\n';
    }
  }
}

std::string frame_text(const Statement& statement, std::size_t number_of_it, const Frame& frame) {
  std::string text = std::to_string(number_of_it) + " in " +
                     (frame.parent < 0 ? "the world" : std::to_string(frame.parent)) + ": " + name_of(frame.kind);
  if (frame.kind != FrameKind::fixed) {
    text.append(" by ").append(statement.coordinate_names[frame.coordinate]);
    if (frame.multiplier != 1.0) text.append(" times ").append(number(frame.multiplier));
    if (frame.offset != 0.0) text.append(" plus ").append(number(frame.offset));
    text.append(", axis ").append(numbers(frame.axis)).append(",");
  }
  const std::string placed = placed_text(frame.placement);
  return text + (placed.empty() ? " at 0 0 0" : placed) + '\n';
}

void write_frames(const Statement& statement, std::ostream& to) {
  to << "Frames\n";
  for (std::size_t i = 0; i < statement.frames.size(); ++i) {
    if (statement.frames[i].kind == FrameKind::free) {
      to << "  " << i << ": free (given in each segment)\n";
    } else {
      to << "  " << frame_text(statement, i, statement.frames[i]);
    }
  }
}

void write_pairs(const Statement& statement, std::ostream& to) {
  const auto name = [&](std::uint32_t group) {
    const auto& bodies = statement.groups[group].bodies;
    return bodies.front().name + (bodies.size() > 1 ? " (and " + std::to_string(bodies.size() - 1) + " more)" : "");
  };
  std::map<std::string, std::vector<std::string>> by_level;
  for (const Pair& pair : statement.pairs) {
    const std::string level = pair.reason == 0 ? "checked, clearance " + number(pair.clearance_m) + " m"
                                               : "left out: " + statement.reasons[pair.reason - 1];
    by_level[level].push_back(name(pair.a) + " - " + name(pair.b));
  }
  to << "Pairs (of groups that rest in one frame)\n";
  for (const auto& [level, pairs] : by_level) {
    to << "  " << level << " (" << pairs.size() << ")\n";
    for (const std::string& pair : pairs) to << "    " << pair << '\n';
  }
}

/// All control values, or one if they are the same; then what they may be off by.
std::string law_text(const Law& law) {
  std::string text = number(law.control[0]);
  bool rests = true;
  for (std::size_t i = 1; i <= law.degree; ++i) rests = rests && law.control[i] == law.control[0];
  for (std::size_t i = 1; i <= law.degree && !rests; ++i) text.append("..").append(number(law.control[i]));
  return law.radius > 0.0 ? text.append(" +- ").append(number(law.radius)) : text;
}

void write_segment(const Statement& statement, const Segment& segment, std::ostream& to) {
  to << "  segment " << segment.index;
  if (segment.from > 0.0 || segment.to < 1.0) to << " from " << number(segment.from) << " to " << number(segment.to);
  if (segment.until < 1.0) to << ", free until " << number(segment.until);
  to << ':';
  for (std::size_t i = 0; i < segment.laws.size(); ++i)
    to << ' ' << statement.coordinate_names[i] << '=' << law_text(segment.laws[i]);
  for (const Exemption& exempt : segment.exempt) {
    const Pair& pair = statement.pairs[exempt.pair];
    to << "; not checked: " << statement.groups[pair.a].bodies.front().name << " - "
       << statement.groups[pair.b].bodies.front().name << " (" << statement.reasons[exempt.reason - 1] << ')';
  }
  to << '\n';
  std::size_t given = 0;
  for (std::size_t i = 0; i < statement.frames.size(); ++i) {
    if (statement.frames[i].kind == FrameKind::free)
      to << "    frame " << frame_text(statement, i, segment.free_frames[given++]);
  }
}

}  // namespace

std::string statement_text(std::istream& certificate) {
  BlockReader blocks(certificate, false);
  std::optional<Block> block = blocks.next();
  if (!block || block->kind != BlockKind::statement) throw Unreadable("the statement is missing");
  const Statement statement = read_statement(block->bytes);
  std::ostringstream to;
  to << "Written by " << statement.producer << "; tolerance " << number(statement.tolerance_m) << " m; "
     << (statement.continuous ? "one path" : "separate edges") << "\nInputs\n";
  for (const InputFile& file : statement.inputs)
    to << "  " << file.role << ' ' << file.name << "\n    SHA-256 " << text_of(file.digest) << '\n';
  write_bodies(statement, to);
  write_frames(statement, to);
  write_pairs(statement, to);
  to << "Path (angles in radians, lengths in metres; each coordinate by the control values of its polynomial)\n"
        "  numbers of segments, from and to are labels of the producer: no rule checks them\n";
  while ((block = blocks.next()) && block->kind == BlockKind::segment)
    write_segment(statement, read_segment(statement, block->bytes), to);
  if (!block) throw Unreadable("the claim is missing: the file ends too early");
  const Claim claim = read_claim(statement, block->bytes);
  if (claim.free) {
    to << "Claim: every pair that is checked stays farther apart than its clearance, all the way.\n";
  } else {
    to << "Claim: free until the last segment's end, then contact at t = " << number(claim.contact.time) << ": "
       << body_of(statement.groups[claim.contact.a.group], claim.contact.a.item).name << " and "
       << body_of(statement.groups[claim.contact.b.group], claim.contact.b.item).name << ".\n";
  }
  return to.str();
}

}  // namespace tocca::audit
