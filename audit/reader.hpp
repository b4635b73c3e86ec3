// Bytes to statements and segments. Every number is finite and of sensible size, every index in range, every block complete; what is left
// over at the end of a block or of the file is an error.
#pragma once

#include <cstdint>
#include <istream>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "audit/statement.hpp"

namespace tocca::audit {

/// The file is not a certificate, or is damaged: where, and what is wrong.
class Unreadable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A rule does not hold: where, and by how much.
class Rejected : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class BlockKind : std::uint32_t { statement = 1, segment = 2, claim = 3 };
struct Block {
  BlockKind kind;
  std::vector<std::uint8_t> bytes;
};

/// Reads block after block. At most one is in memory.
class BlockReader {
 public:
  BlockReader(std::istream& stream, bool ignore_checksums);
  /// The next one; none at the end of the file.
  std::optional<Block> next();

 private:
  std::istream& stream_;
  bool ignore_checksums_;
  std::uint64_t place_ = 0;
};

Statement read_statement(const std::vector<std::uint8_t>& bytes);
Segment read_segment(const Statement& statement, const std::vector<std::uint8_t>& bytes);
Claim read_claim(const Statement& statement, const std::vector<std::uint8_t>& bytes);

/// How many bytes the first character of a text has, in well-formed UTF-8 (Unicode 15, table 3-7); 0 if there is none, or a control
/// character: who prints a text must see what others see.
std::size_t character_size(std::string_view text);

/// How many items a collider has.
std::uint32_t item_count(const Collider& collider);

/// The body that an item belongs to. Requires that the group has such an item.
const Body& body_of(const Group& group, std::uint32_t item);

std::uint32_t crc32(const std::uint8_t* bytes, std::size_t count);

inline constexpr char magic[8] = {'T', 'O', 'C', 'C', 'A', 'C', 'R', 'T'};
inline constexpr std::uint32_t format_version = 1;
inline constexpr double largest_number = 1e30;

}  // namespace tocca::audit
