// A certificate in a file that appears only if it is whole.
#pragma once

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "tocca/certificate/certificate_writer.hpp"

namespace tocca {

/// Files with their digests; what cannot be read is left out. Their names are labels: bytes that are no text (docs/certificate-format.md)
/// become U+FFFD.
std::vector<CertifiedInput> certified_inputs(const std::vector<std::filesystem::path>& files);

/// Where a certificate goes, and how a door to the outside speaks of it.
struct CertificateTarget {
  std::string file;
  std::string option;  ///< "--certificate"
  std::string remedy;  ///< what is left to do if there is no proof
};

/// Until finish(), the file has another name; without finish(), or if it fails, there is none.
class WholeCertificate {
 public:
  /// Checks at once whether the file can be written. Throws InputError, also if a link, joint or object has a name that is no text.
  WholeCertificate(CertificateTarget target, const Problem& problem, const Checker& checker,
                   const std::vector<std::filesystem::path>& inputs, bool continuous);
  ~WholeCertificate();
  WholeCertificate(const WholeCertificate&) = delete;
  WholeCertificate& operator=(const WholeCertificate&) = delete;

  /// As CertificateWriter::add. After a segment that cannot be proven, nothing more is done. Of separate edges, none may touch.
  void add(const StepSequence& sequence, int segment, const SegmentVerdict& verdict);
  /// Throws InputError if there is no proof, and says why, or if the disk is full.
  CertificateWriter::Written finish();

 private:
  CertificateTarget target_;
  bool continuous_;
  std::string unfinished_;
  std::ofstream stream_;
  std::optional<CertificateWriter> writer_;
  std::string failure_;
  std::int64_t segments_ = 0;
};

}  // namespace tocca
