// Proofs that travel: written beside an answer, and audited.
#pragma once

#include "path_result.hpp"

namespace tocca::python {

/// The certificate of an answer about a path, up to its first contact. Throws InputError if the file cannot be written, or no proof is found
/// that the auditor accepts; then there is no file.
void write_certificate(const PathAnswer& answer, const std::string& file);

}  // namespace tocca::python
