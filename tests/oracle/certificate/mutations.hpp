// Ways to forge a certificate: each changes one thing in its meaning. Checksums are right again when it is written.
#pragma once

#include <span>
#include <vector>

#include "testing/certificate_file.hpp"
#include "testing/draw.hpp"

namespace tocca::testing {

struct Mutation {
  const char* name;
  /// A change by `size`, from tiny to 1, which may be made smaller until the auditor has to accept it; else size means nothing.
  bool graded;
  /// False: there is nothing of the kind in this certificate.
  bool (*apply)(CertificateFile& file, Draw& draw, double size);
};

std::span<const Mutation> mutations_of_proofs();   ///< axes, windows, nodes, subtrees
std::span<const Mutation> mutations_of_bodies();   ///< items, partitions, boxes
std::span<const Mutation> mutations_of_motions();  ///< frames, laws, segments
std::span<const Mutation> mutations_of_claims();   ///< pairs, clearances, exemptions, contacts

// What several of them need.
template <class T>
T* any_of(std::vector<T>& list, Draw& draw) {
  return list.empty() ? nullptr : &list[static_cast<std::size_t>(draw.integer(0, static_cast<int>(list.size()) - 1))];
}
inline void shift(audit::Point& p, Draw& draw, double size) {
  const Vector3 by = size * draw.direction();
  for (std::size_t i = 0; i < 3; ++i) p[i] += by[static_cast<int>(i)];
}
void turn(audit::Placement& placement, Draw& draw, double angle);
/// Is this pair proven in this segment?
bool is_checked(const CertificateFile& file, const audit::Segment& segment, std::size_t pair);
/// Takes the proof of one pair out of a segment's.
void remove_proof(const CertificateFile& file, audit::Segment& segment, std::size_t pair);

}  // namespace tocca::testing
