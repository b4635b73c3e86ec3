#include "certificate_output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "audit/sha256.hpp"
#include "io/files_read.hpp"
#include "output.hpp"
#include "report/words.hpp"
#include "tocca/check/checker.hpp"

namespace tocca::cli {
namespace {

std::vector<CertifiedInput> inputs(const std::string& result) {
  std::vector<std::filesystem::path> files = FilesRead::names();
  if (std::filesystem::is_regular_file(result)) files.emplace_back(result);
  std::vector<CertifiedInput> listed;
  for (const std::filesystem::path& file : files) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) continue;
    std::string role = file.extension().string();
    if (!role.empty()) role.erase(0, 1);
    listed.push_back({role.empty() ? "file" : role, file.filename().string(), audit::digest_of(stream)});
  }
  return listed;
}

}  // namespace

void add_certificate_option(CLI::App& verb, std::string& target) {
  verb.add_option("--certificate", target,
                  "Write the path's proof to a file that tocca-audit checks without trusting tocca")
      ->type_name("FILE");
}

CertificateOutput::CertificateOutput(std::string target, const Problem& problem, const Checker& checker,
                                     const SegmentSource& source, const std::string& result)
    : target_(std::move(target)), unfinished_(fmt::format("{}.{}.unfinished", target_, ::getpid())) {
  if (target_ == "-")
    throw InputError("", "--certificate", "is a binary file, which does not go to the standard output",
                     "give the name of a file");
  stream_.open(unfinished_, std::ios::binary | std::ios::trunc);
  if (!stream_)
    throw InputError(target_, "--certificate", "cannot be written",
                     "give a file in a folder that exists and may be written");
  writer_.emplace(problem, checker, stream_, inputs(result), !source.independent());
}

CertificateOutput::~CertificateOutput() {
  stream_.close();
  std::error_code ignored;
  std::filesystem::remove(unfinished_, ignored);
}

void CertificateOutput::add(const SegmentSource& source, const SegmentVerdict& verdict) {
  if (!failure_.empty()) return;
  if (source.independent() && verdict.outcome == Outcome::contact) {
    failure_ = fmt::format("edge {} has a contact; give the free edges alone", verdict.index);
    return;
  }
  const auto segment = static_cast<int>(verdict.index - source.batch().index(0));
  if (const auto why = writer_->add(source.batch(), segment, verdict))
    failure_ = fmt::format("segment {}: {}", verdict.index, *why);
  ++segments_;
}

std::string CertificateOutput::finish() {
  if (segments_ == 0) failure_ = "there is no segment";
  if (!failure_.empty())
    throw InputError(target_, "--certificate", "is not written: " + failure_,
                     "the verdict above stands, without a certificate");
  const CertificateWriter::Written written = writer_->finish();
  stream_.close();
  std::error_code error;
  if (stream_) std::filesystem::rename(unfinished_, target_, error);
  if (!stream_ || error)
    throw InputError(target_, "--certificate", "cannot be written to its end", "is the disk full?");
  const std::string digest = audit::text_of(written.digest);
  tell_last(fmt::format(
      "Certificate: {} ({:.1f} kB: statement {:.1f} kB, {:.1f} kB per segment), SHA-256 {}; check it with tocca-audit "
      "{}",
      target_, 1e-3 * static_cast<double>(written.bytes), 1e-3 * static_cast<double>(written.statement_bytes),
      1e-3 * static_cast<double>(written.bytes - written.statement_bytes) / static_cast<double>(written.segments),
      digest.substr(0, 16), target_));
  return fmt::format("Certificate {}: {} proven apart, {} left out; check it with tocca-audit {}", digest.substr(0, 8),
                     counted(written.checked_pairs, "pair of bodies", "pairs of bodies"), written.left_out_pairs,
                     target_);
}

std::string certify(const std::string& target, const Problem& problem, const Checker& checker,
                    const StepSequence& steps, const std::string& path_file) {
  if (target.empty()) return {};
  SequenceSource source(steps);
  CertificateOutput output(target, problem, checker, source, path_file);
  while (source.fetch(64) > 0) {
    for (int k = 0; k < source.batch().segment_count(); ++k) output.add(source, checker.check(source.batch(), k));
  }
  return output.finish();
}

}  // namespace tocca::cli
