#include "certificate/whole_certificate.hpp"

#include <unistd.h>

#include "audit/sha256.hpp"
#include "certificate/names.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/step_sequence.hpp"
#include "tocca/core/error.hpp"

namespace tocca {
std::vector<CertifiedInput> certified_inputs(const std::vector<std::filesystem::path>& files) {
  std::vector<CertifiedInput> listed;
  for (const std::filesystem::path& file : files) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream || std::filesystem::is_directory(file)) continue;
    const std::string kind = as_text(file.extension().string());
    listed.push_back(
        {kind.size() < 2 ? "file" : kind.substr(1), as_text(file.filename().string()), audit::digest_of(stream)});
  }
  return listed;
}

WholeCertificate::WholeCertificate(CertificateTarget target, const Problem& problem, const Checker& checker,
                                   const std::vector<std::filesystem::path>& inputs, bool continuous)
    : target_(std::move(target)),
      continuous_(continuous),
      unfinished_(target_.file + "." + std::to_string(::getpid()) + ".unfinished") {
  require_texts(checker, target_.file, target_.option);
  stream_.open(unfinished_, std::ios::binary | std::ios::trunc);
  if (!stream_)
    throw InputError(target_.file, target_.option, "cannot be written",
                     "give a file in a folder that exists and may be written");
  try {
    writer_.emplace(problem, checker, stream_, certified_inputs(inputs), continuous);
  } catch (...) {  // no destructor runs
    std::error_code ignored;
    std::filesystem::remove(unfinished_, ignored);
    throw;
  }
}

WholeCertificate::~WholeCertificate() {
  stream_.close();
  std::error_code ignored;
  std::filesystem::remove(unfinished_, ignored);
}

void WholeCertificate::add(const StepSequence& sequence, int segment, const SegmentVerdict& verdict) {
  if (!failure_.empty()) return;
  ++segments_;
  const std::string number = std::to_string(verdict.index);
  if (!continuous_ && verdict.outcome == Outcome::contact) {
    failure_ = "edge " + number + " has a contact; give the free edges alone";
  } else if (const auto why = writer_->add(sequence, segment, verdict)) {
    failure_ = "segment " + number + ": " + *why;
  }
}

CertificateWriter::Written WholeCertificate::finish() {
  if (segments_ == 0) failure_ = "there is no segment";
  if (!failure_.empty()) throw InputError(target_.file, target_.option, "is not written: " + failure_, target_.remedy);
  const CertificateWriter::Written written = writer_->finish();
  stream_.close();
  std::error_code error;
  if (stream_) std::filesystem::rename(unfinished_, target_.file, error);
  if (!stream_ || error)
    throw InputError(target_.file, target_.option, "cannot be written to its end", "is the disk full?");
  return written;
}

}  // namespace tocca
