// `--certificate`: the proof of a path, in a file that appears only if it is whole.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "certificate/whole_certificate.hpp"
#include "tocca/check/segment_source.hpp"
#include "tocca/model/problem.hpp"

namespace tocca::cli {

/// The option `--certificate` of verbs that write a path.
void add_certificate_option(CLI::App& verb, std::string& target);

class CertificateOutput {
 public:
  /// Checks at once whether `target` can be written. Everything that was read so far counts as an input. Throws InputError.
  /// `result`: a file that was written, which the claim rests on too; empty if there is none.
  CertificateOutput(const std::string& target, const Problem& problem, const Checker& checker,
                    const SegmentSource& source, const std::string& result = {});

  /// The next verdict, of the source's current batch. After one that cannot be proven, nothing more is done.
  void add(const SegmentSource& source, const SegmentVerdict& verdict);
  /// Puts the file in its place, and says how large it is; throws InputError if there is no proof, and says why.
  /// Returns a line about it, for a page.
  std::string finish();

 private:
  std::string target_;
  WholeCertificate certificate_;
};

/// The certificate of a path that is proven already: of `steps`, as they are written to `path_file`. Nothing if `target` is empty. Throws
/// InputError if there is no proof that the auditor accepts. Returns a line about it, for a page.
std::string certify(const std::string& target, const Problem& problem, const Checker& checker,
                    const StepSequence& steps, const std::string& path_file);

}  // namespace tocca::cli
