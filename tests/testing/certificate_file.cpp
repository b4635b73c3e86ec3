#include "certificate_file.hpp"

#include <cmath>
#include <cstring>
#include <optional>
#include <sstream>

#include "audit/reader.hpp"
#include "certificate/encoder.hpp"

namespace tocca::testing {
namespace {

void put(std::string& to, const std::vector<std::uint8_t>& bytes) { to.append(bytes.begin(), bytes.end()); }

void put_block(std::string& to, audit::BlockKind kind, const std::vector<std::uint8_t>& bytes) {
  put(to, block_head(static_cast<std::uint32_t>(kind), bytes));
  put(to, bytes);
}

std::size_t size_behind(audit::Node kind) {
  switch (kind) {
    case audit::Node::leaf:
      return 3 * sizeof(float);
    case audit::Node::short_leaf:
      return 3 * sizeof(std::int16_t);
    case audit::Node::cut:
      return sizeof(double);
    case audit::Node::halve:
    case audit::Node::split_a:
    case audit::Node::split_b:
      break;
  }
  return 0;
}

}  // namespace

CertificateFile CertificateFile::read(const std::string& bytes, bool ignore_checksums) {
  std::istringstream stream(bytes);
  audit::BlockReader blocks(stream, ignore_checksums);
  CertificateFile file;
  while (const std::optional<audit::Block> block = blocks.next()) {
    switch (block->kind) {
      case audit::BlockKind::statement:
        file.statement = audit::read_statement(block->bytes);
        break;
      case audit::BlockKind::segment:
        file.segments.push_back(audit::read_segment(file.statement, block->bytes));
        break;
      case audit::BlockKind::claim:
        file.claim = audit::read_claim(file.statement, block->bytes);
        break;
    }
  }
  return file;
}

std::string CertificateFile::bytes() const {
  std::string result;
  put(result, certificate_head());
  put_block(result, audit::BlockKind::statement, encoded(statement));
  for (const audit::Segment& segment : segments) put_block(result, audit::BlockKind::segment, encoded(segment));
  put_block(result, audit::BlockKind::claim, encoded(claim));
  return result;
}

audit::AuditResult audit_bytes(const std::string& bytes, const audit::AuditOptions& options) {
  std::istringstream stream(bytes);
  return audit::audit(stream, options);
}

bool ProofNode::is_leaf() const { return kind == audit::Node::leaf || kind == audit::Node::short_leaf; }

audit::Point ProofNode::axis() const {
  if (kind == audit::Node::short_leaf) {
    std::array<std::int16_t, 3> whole{};
    std::memcpy(whole.data(), bytes.data(), sizeof(whole));
    return {static_cast<double>(whole[0]), static_cast<double>(whole[1]), static_cast<double>(whole[2])};
  }
  std::array<float, 3> numbers{};
  std::memcpy(numbers.data(), bytes.data(), sizeof(numbers));
  return {numbers[0], numbers[1], numbers[2]};
}

void ProofNode::set_axis(const audit::Point& axis) {
  const std::array<float, 3> numbers{static_cast<float>(axis[0]), static_cast<float>(axis[1]),
                                     static_cast<float>(axis[2])};
  kind = audit::Node::leaf;
  bytes.resize(sizeof(numbers));
  std::memcpy(bytes.data(), numbers.data(), sizeof(numbers));
}

std::vector<ProofNode> nodes_of(const std::vector<std::uint8_t>& proof) {
  std::vector<ProofNode> nodes;
  for (std::size_t i = 0; i < proof.size();) {
    ProofNode& node = nodes.emplace_back();
    node.kind = static_cast<audit::Node>(proof[i++]);
    const std::size_t size = size_behind(node.kind);
    const auto from = proof.begin() + static_cast<std::ptrdiff_t>(i);
    node.bytes.assign(from, from + static_cast<std::ptrdiff_t>(size));
    i += size;
  }
  return nodes;
}

std::vector<std::uint8_t> proof_of(const std::vector<ProofNode>& nodes) {
  std::vector<std::uint8_t> proof;
  for (const ProofNode& node : nodes) {
    proof.push_back(static_cast<std::uint8_t>(node.kind));
    proof.insert(proof.end(), node.bytes.begin(), node.bytes.end());
  }
  return proof;
}

std::size_t end_of_subtree(const std::vector<ProofNode>& nodes, std::size_t root) {
  std::size_t open = 1, i = root;
  for (; open > 0 && i < nodes.size(); ++i) open = nodes[i].is_leaf() ? open - 1 : open + 1;
  return i;
}

}  // namespace tocca::testing
