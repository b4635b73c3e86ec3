// A judge of what certificates claim, whatever they are said to prove: the statement's bodies in FCL, kinematics of its own, samples.
#pragma once

#include <string>
#include <vector>

#include "certificate_file.hpp"

namespace tocca::testing {

struct CertificateJudgeSettings {
  int samples = 128;  ///< of each segment
};

/// Empty unless the claim, read as its statement says, is refuted: two bodies nearer than their clearance before the moment up to
/// which they are said to be free, one inside a closed mesh of the other, or nothing at the place of a contact. What FCL sees is
/// confirmed by plain_distance. A negative clearance is not judged.
std::string refuted(const CertificateFile& file, const CertificateJudgeSettings& settings = {});

/// The numbers of a claim, without its proof, order and boxes: equal texts claim the same.
std::string claimed(CertificateFile file);

}  // namespace tocca::testing
