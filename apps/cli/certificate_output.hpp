// `--certificate`: the proof of a path, in a file that appears only if it is whole.
#pragma once

#include <fstream>
#include <optional>
#include <string>

#include "tocca/certificate/certificate_writer.hpp"
#include "tocca/check/segment_source.hpp"
#include "tocca/model/problem.hpp"

namespace tocca::cli {

class CertificateOutput {
 public:
  /// Checks at once whether `target` can be written. Everything that was read so far counts as an input. Throws InputError.
  CertificateOutput(std::string target, const Problem& problem, const Checker& checker, const SegmentSource& source);
  ~CertificateOutput();

  /// The next verdict, of the source's current batch. After one that cannot be proven, nothing more is done.
  void add(const SegmentSource& source, const SegmentVerdict& verdict);
  /// Puts the file in its place, and says how large it is; throws InputError if there is no proof, and says why.
  CertificateWriter::Written finish();

 private:
  std::string target_, unfinished_;
  std::ofstream stream_;
  std::optional<CertificateWriter> writer_;
  std::string failure_;
  std::int64_t segments_ = 0;
};

}  // namespace tocca::cli
