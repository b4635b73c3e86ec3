// Small problems of every kind that certificates know, each with its certificate.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tocca/model/problem.hpp"
#include "tocca/verdict/verdict.hpp"

namespace tocca::testing {

struct CertifiedProblem {
  std::string name;
  Problem problem;
  Outcome expected = Outcome::free;
};
/// Arms among boxes, two arms, moving and carried objects, meshes, round primitives, cubic and quintic laws, clearances, slides and
/// mimics, contacts of surfaces and of a body inside another one.
std::vector<CertifiedProblem> certified_problems();

struct WrittenCertificate {
  std::string bytes;                ///< empty: there is none
  std::optional<std::string> why;   ///< why not
  Outcome outcome = Outcome::free;  ///< of the check
};
/// Checks the whole path up to its first contact, and certifies it.
WrittenCertificate certify(const Problem& problem);

}  // namespace tocca::testing
