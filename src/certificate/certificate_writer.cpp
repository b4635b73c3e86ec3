#include "tocca/certificate/certificate_writer.hpp"

#include <algorithm>
#include <ostream>

#include "audit/contact.hpp"
#include "audit/reader.hpp"
#include "audit/sha256.hpp"
#include "certificate/encoder.hpp"
#include "certificate/names.hpp"
#include "certificate/proof_search.hpp"
#include "certificate/statement_builder.hpp"
#include "certificate/witness_search.hpp"
#include "core/index.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/core/error.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca {

/// What is searched, and what was written so far.
struct CertificateWriter::State {
  State(const Problem& problem, const Checker& checker_of, std::ostream& to, std::vector<CertifiedInput> inputs,
        bool one_path)
      : checker(checker_of),
        stream(to),
        builder(problem, checker_of.model(), checker_of.settings().tolerance_m),
        step(checker_of.model()),
        query(checker_of.query()) {
    require_texts(checker_of, "", "certificate");
    audit::Statement& statement = builder.statement();
    statement.producer = "tocca";
    statement.continuous = one_path;
    for (CertifiedInput& input : inputs)
      statement.inputs.push_back({std::move(input.role), std::move(input.name), input.digest});
    groups.resize(statement.groups.size());
    parallel_for(groups.size(), [&](std::size_t i) {
      groups[i] = std::make_unique<SearchedGroup>(statement.groups[i], "group " + std::to_string(i));
    });
    gains = std::make_unique<audit::FrameGains>(statement);
    put(certificate_head());
    block(audit::BlockKind::statement, encoded(statement));
    written.statement_bytes = written.bytes;
  }

  void put(const std::vector<std::uint8_t>& bytes) {
    stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    sum.add(bytes.data(), bytes.size());
    written.bytes += bytes.size();
  }
  void block(audit::BlockKind kind, const std::vector<std::uint8_t>& bytes) {
    put(block_head(static_cast<std::uint32_t>(kind), bytes));
    put(bytes);
  }
  void count_pairs();
  std::optional<std::string> prove(audit::Segment& segment);
  std::optional<std::string> witness(const audit::Segment& segment, const Answer& answer);
  std::string name(std::uint32_t group) const {
    const auto& bodies = builder.statement().groups[group].bodies;
    return bodies.front().name + (bodies.size() > 1 ? " and others at rest" : "");
  }

  const Checker& checker;
  std::ostream& stream;
  StatementBuilder builder;
  std::vector<std::unique_ptr<SearchedGroup>> groups;
  std::unique_ptr<audit::FrameGains> gains;
  MotionStep step;
  Query query;
  std::vector<char> checked_before;  ///< which pairs the step before this one checked; empty: there is none
  std::vector<char> always_checked;  ///< which pairs every step checked
  audit::Claim claim;
  audit::Sha256 sum;
  Written written;
};

CertificateWriter::CertificateWriter(const Problem& problem, const Checker& checker, std::ostream& stream,
                                     std::vector<CertifiedInput> inputs, bool continuous)
    : state_(std::make_unique<State>(problem, checker, stream, std::move(inputs), continuous)) {}
CertificateWriter::~CertificateWriter() = default;
CertificateWriter::CertificateWriter(CertificateWriter&&) noexcept = default;

void CertificateWriter::State::count_pairs() {
  const audit::Statement& statement = builder.statement();
  for (const audit::Group& group : statement.groups) {
    written.left_out_pairs += group.bodies.size() * (group.bodies.size() - 1) / 2;
  }
  for (std::size_t i = 0; i < statement.pairs.size(); ++i) {
    const audit::Pair& pair = statement.pairs[i];
    (always_checked[i] ? written.checked_pairs : written.left_out_pairs) +=
        statement.groups[pair.a].bodies.size() * statement.groups[pair.b].bodies.size();
  }
}

/// The proofs of all pairs that are checked, one after the other.
std::optional<std::string> CertificateWriter::State::prove(audit::Segment& segment) {
  const audit::Statement& statement = builder.statement();
  std::vector<char> checked(statement.pairs.size());
  std::vector<std::size_t> pairs;
  for (std::size_t i = 0; i < statement.pairs.size(); ++i) {
    const bool exempt = std::any_of(segment.exempt.begin(), segment.exempt.end(),
                                    [&](const audit::Exemption& e) { return e.pair == i; });
    checked[i] = statement.pairs[i].reason == 0 && !exempt;
    if (checked[i]) pairs.push_back(i);
  }
  const bool follows = !checked_before.empty() && statement.continuous;
  std::vector<std::vector<std::uint8_t>> proofs(pairs.size());
  const audit::Motion motion(statement, *gains, segment);
  if (segment.until > 0.0) {
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const audit::Pair& pair = statement.pairs[pairs[k]];
      const SearchedGroup &a = *groups[pair.a], &b = *groups[pair.b];
      const std::string who = name(pair.a) + " and " + name(pair.b);
      if (const auto none = ProofSearch(motion, a, b, pair.clearance_m).run(segment.until, proofs[k])) {
        return who + ": " + none->why + " at t = " + std::to_string(none->time);
      }
      const bool jumps =
          audit::may_jump(statement, a.geometry.group().frame) || audit::may_jump(statement, b.geometry.group().frame);
      if (pair.clearance_m < 0.0 || (follows && checked_before[pairs[k]] && !jumps)) continue;
      const int ancestor = motion.common(a.geometry.group().frame, b.geometry.group().frame);
      try {
        const auto placed = [&](const SearchedGroup& group) {
          const int frame = group.geometry.group().frame;
          return audit::PlacedSolids{group.solids, motion.pose(ancestor, frame, 0.0), motion.defect(ancestor, frame)};
        };
        audit::require_outside(placed(a), placed(b), who);
      } catch (const audit::Rejected& error) {
        return error.what();
      }
    }
  }
  for (const auto& proof : proofs) segment.proof.insert(segment.proof.end(), proof.begin(), proof.end());
  always_checked.resize(checked.size(), 1);
  for (std::size_t i = 0; i < checked.size(); ++i) always_checked[i] = always_checked[i] && checked[i];
  checked_before = std::move(checked);
  return std::nullopt;
}

std::optional<std::string> CertificateWriter::State::witness(const audit::Segment& segment, const Answer& answer) {
  const audit::Statement& statement = builder.statement();
  const audit::Motion motion(statement, *gains, segment);
  for (const Answer::Touch& touch : answer.touches) {
    const auto a = static_cast<std::uint32_t>(builder.group_of(touch.body_a)),
               b = static_cast<std::uint32_t>(builder.group_of(touch.body_b));
    const auto pair = std::find_if(statement.pairs.begin(), statement.pairs.end(), [&](const audit::Pair& p) {
      return p.a == std::min(a, b) && p.b == std::max(a, b);
    });
    if (pair == statement.pairs.end() || pair->clearance_m < 0.0) continue;
    const double reach = pair->clearance_m + statement.tolerance_m;
    const auto found = find_witness(motion, *groups[a], a, *groups[b], b, answer.time.hi, reach);
    if (!found) continue;
    try {
      audit::require_contact(motion, found->a.group == a ? groups[a]->geometry : groups[b]->geometry,
                             found->a.group == a ? groups[b]->geometry : groups[a]->geometry,
                             found->a.group == a ? groups[b]->solids : groups[a]->solids, *found,
                             audit::Interval(pair->clearance_m) + audit::Interval(statement.tolerance_m));
    } catch (const audit::Rejected&) {
      continue;
    }
    claim.free = false;
    claim.contact = *found;
    return std::nullopt;
  }
  return "no two points show the contact to within the tolerance";
}

std::optional<std::string> CertificateWriter::add(const StepSequence& sequence, int segment,
                                                  const SegmentVerdict& verdict) {
  State& state = *state_;
  TOCCA_REQUIRE(state.claim.free, "nothing follows a contact");
  if (verdict.outcome == Outcome::undecided) return "the verdict is undecided";
  state.step.set(state.checker.start());
  for (int k = 0; k < sequence.step_count(segment) && state.claim.free; ++k) {
    sequence.set(segment, k, state.step);
    audit::Segment next = state.builder.segment(state.step);
    next.index = sequence.index(segment);
    next.from = k == 0 ? 0.0 : std::clamp(sequence.in_segment(segment, k, 0.0).lo, 0.0, 1.0);
    next.to = std::clamp(sequence.in_segment(segment, k, 1.0).hi, next.from, 1.0);
    const Answer* answer = nullptr;
    if (verdict.outcome == Outcome::contact) {
      state.query.step().set(state.step);
      answer = &state.query.first_contact();
      if (answer->outcome == Outcome::undecided) return "the verdict is undecided";
      if (answer->outcome == Outcome::contact) next.until = answer->time.lo;
    }
    if (auto why = state.prove(next)) return why;
    if (answer && answer->outcome == Outcome::contact) {
      if (auto why = state.witness(next, *answer)) return why;
    }
    state.block(audit::BlockKind::segment, encoded(next));
    ++state.claim.segments;
  }
  if (verdict.outcome == Outcome::contact && state.claim.free) return "the contact was not found again";
  return std::nullopt;
}

CertificateWriter::Written CertificateWriter::finish() {
  State& state = *state_;
  TOCCA_REQUIRE(state.claim.segments > 0, "a certificate has a segment");
  state.block(audit::BlockKind::claim, encoded(state.claim));
  state.written.segments = state.claim.segments;
  state.count_pairs();
  state.written.digest = state.sum.digest();
  return state.written;
}

}  // namespace tocca
