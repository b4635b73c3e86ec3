#include "certificate/whole_certificate.hpp"

#include <unistd.h>

#include <algorithm>
#include <string_view>

#include "audit/reader.hpp"
#include "audit/sha256.hpp"
#include "check/model/problem_pairs.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/check/step_sequence.hpp"
#include "tocca/core/error.hpp"

namespace tocca {
namespace {

/// Bytes that the auditor does not take for text become U+FFFD.
std::string as_text(std::string_view bytes) {
  std::string text;
  while (!bytes.empty()) {
    const std::size_t size = audit::character_size(bytes);
    text.append(size > 0 ? bytes.substr(0, size) : std::string_view("\xef\xbf\xbd"));
    bytes.remove_prefix(std::max<std::size_t>(1, size));
  }
  return text;
}

/// The auditor refuses a statement with a name that is no text; so nothing is written in the first place.
void require_texts(const CertificateTarget& target, const Checker& checker) {
  const auto require_text = [&](const std::string& name) {
    const std::string text = as_text(name);
    if (text == name) return;
    throw InputError(target.file, target.option, "is not written: the name '" + text + "' is not plain UTF-8 text",
                     "rename it in the URDF, SRDF or scene");
  };
  const ProblemPairs& pairs = checker.model().problem_pairs();
  for (const ProblemPairs::Body& body : pairs.bodies) require_text(body.name);
  for (const std::string& reason : pairs.reasons) require_text(reason);
  for (const CollisionModel::RobotFrame& robot : checker.model().robots()) {
    require_text(robot.name);
    for (const Joint& joint : robot.tree.joints()) require_text(joint.name);
  }
}

}  // namespace

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
  require_texts(target_, checker);
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
