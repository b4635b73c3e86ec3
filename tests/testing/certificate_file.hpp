// A certificate as a whole in memory, to be changed and written again with right checksums.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "audit/cover.hpp"
#include "audit/statement.hpp"
#include "tocca/audit/audit.hpp"

namespace tocca::testing {

struct CertificateFile {
  audit::Statement statement;
  std::vector<audit::Segment> segments;
  audit::Claim claim;

  /// Throws std::runtime_error if it is not a certificate.
  static CertificateFile read(const std::string& bytes, bool ignore_checksums = false);
  std::string bytes() const;
};

audit::AuditResult audit_bytes(const std::string& bytes, const audit::AuditOptions& options = {});

/// A node of a proof with what follows it.
struct ProofNode {
  audit::Node kind;
  std::vector<std::uint8_t> bytes;

  bool is_leaf() const;
  /// Of a leaf, whichever way it is written; not of unit length.
  audit::Point axis() const;
  void set_axis(const audit::Point& axis);
};
std::vector<ProofNode> nodes_of(const std::vector<std::uint8_t>& proof);
std::vector<std::uint8_t> proof_of(const std::vector<ProofNode>& nodes);
/// The node behind a node's subtree.
std::size_t end_of_subtree(const std::vector<ProofNode>& nodes, std::size_t root);

}  // namespace tocca::testing
