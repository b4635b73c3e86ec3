#pragma once

#include <cstdint>
#include <iosfwd>
#include <map>
#include <string>
#include <vector>

namespace tocca::audit {

/// How to audit.
struct AuditOptions {
  int threads = 1;                ///< segments are audited in parallel
  bool ignore_checksums = false;  ///< for attacks on the rules themselves
};

/// What an audit found.
struct AuditResult {
  enum class Outcome {
    valid,      ///< every rule holds: the claim is proven
    rejected,   ///< `reason` says which segment, pair and node, and by how much
    unreadable  ///< not a certificate, or a damaged one
  };
  Outcome outcome = Outcome::unreadable;
  std::string reason;  ///< empty if valid

  bool free = false;                 ///< the claim: free, or free until a witnessed contact
  std::int64_t contact_segment = 0;  ///< as the producer numbers them
  double contact_time[2] = {0, 0};   ///< free before the first, touching at the second
  std::string contact_a, contact_b;
  double tolerance_m = 0.0;
  bool continuous = true;  ///< one path, not separate edges

  std::uint64_t segments = 0;
  std::uint64_t checked_pairs = 0;                    ///< of bodies
  std::uint64_t left_out_pairs = 0;                   ///< of bodies, at least in one segment
  std::map<std::string, std::uint64_t> why_left_out;  ///< pairs by reason
  std::uint64_t nodes = 0, leaves = 0;                ///< of all proofs

  /// A file that the claim rests on, as the producer named it.
  struct Input {
    std::string role, name, sha256;
  };
  std::vector<Input> inputs;
};

/// Checks a certificate (docs/certificate-format.md) by the rules of docs/maths/certificate.md. Trusts nothing in it and searches nothing.
/// Does not throw, except where memory runs out.
AuditResult audit(std::istream& certificate, const AuditOptions& options = {});

/// What a certificate claims, on a page that a person can read: bodies, pairs that are left out and why, clearances, path, digests. Reads
/// without checking any rule; throws std::runtime_error for what audit() calls unreadable.
std::string statement_text(std::istream& certificate);

}  // namespace tocca::audit
