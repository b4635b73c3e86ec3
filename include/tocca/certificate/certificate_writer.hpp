#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tocca/verdict/verdict.hpp"

namespace tocca {

class Checker;       // tocca/check/checker.hpp
class StepSequence;  // tocca/check/step_sequence.hpp
struct Problem;      // tocca/model/problem.hpp

/// A file that a claim rests on, by its SHA-256.
struct CertifiedInput {
  std::string role, name;  ///< "robot", "arm.urdf"
  std::array<std::uint8_t, 32> digest{};
};

/// Writes a proof that others can check without trusting tocca (docs/certificate-format.md; tocca-audit, tocca::audit). Segments go
/// to the stream one by one, as they are added.
///
/// Guarantee   What finish() ends is accepted by the auditor: every leaf of every proof has passed the auditor's own rule.
/// Fails       Where no proof is found, add() says why; the stream then holds no certificate, and should be thrown away.
///             InputError: what is asked has deformable bodies or loops, which certificates do not know; or a link, joint or
///             object has a name that is not plain UTF-8 text.
class CertificateWriter {
 public:
  /// Keeps references to the checker and the stream. `continuous`: the segments are one path, each beginning where the one before ends.
  CertificateWriter(const Problem& problem, const Checker& checker, std::ostream& stream,
                    std::vector<CertifiedInput> inputs = {}, bool continuous = true);
  ~CertificateWriter();
  CertificateWriter(CertificateWriter&&) noexcept;

  /// The next segment of the path with its verdict, free or contact; a contact must be the last one added. None: it is proven; else
  /// why there is no certificate.
  [[nodiscard]] std::optional<std::string> add(const StepSequence& sequence, int segment,
                                               const SegmentVerdict& verdict);

  /// What was written.
  struct Written {
    std::uint64_t bytes = 0, statement_bytes = 0, segments = 0;
    std::uint64_t checked_pairs = 0,
                  left_out_pairs = 0;  ///< of bodies: proven apart in every segment, or not, as the auditor counts them
    std::array<std::uint8_t, 32> digest{};  ///< SHA-256 of the whole certificate
  };
  /// Writes the claim. Requires at least one segment.
  Written finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tocca
