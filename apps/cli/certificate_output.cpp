#include "certificate_output.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "audit/sha256.hpp"
#include "io/files_read.hpp"
#include "output.hpp"
#include "report/words.hpp"
#include "tocca/check/checker.hpp"

namespace tocca::cli {
namespace {

std::vector<std::filesystem::path> inputs(const std::string& result) {
  std::vector<std::filesystem::path> files = FilesRead::names();
  if (std::filesystem::is_regular_file(result)) files.emplace_back(result);
  return files;
}

CertificateTarget place_of(const std::string& target) {
  if (target == "-")
    throw InputError("", "--certificate", "is a binary file, which does not go to the standard output",
                     "give the name of a file");
  return {target, "--certificate", "the verdict above stands, without a certificate"};
}

}  // namespace

void add_certificate_option(CLI::App& verb, std::string& target) {
  verb.add_option("--certificate", target,
                  "Write the path's proof to a file that tocca-audit checks without trusting tocca")
      ->type_name("FILE");
}

CertificateOutput::CertificateOutput(const std::string& target, const Problem& problem, const Checker& checker,
                                     const SegmentSource& source, const std::string& result)
    : target_(target), certificate_(place_of(target), problem, checker, inputs(result), !source.independent()) {}

void CertificateOutput::add(const SegmentSource& source, const SegmentVerdict& verdict) {
  certificate_.add(source.batch(), static_cast<int>(verdict.index - source.batch().index(0)), verdict);
}

std::string CertificateOutput::finish() {
  const CertificateWriter::Written written = certificate_.finish();
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
