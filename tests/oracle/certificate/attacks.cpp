// Forged certificates: each is rejected, or what it claims is true, as FCL and plain_distance see it.
#include <gtest/gtest.h>

#include <cstdio>
#include <map>

#include "mutations.hpp"
#include "testing/certificate_judge.hpp"
#include "testing/certified_problems.hpp"

namespace tocca::testing {
namespace {

using audit::AuditResult;

struct Certified {
  std::string name;
  CertificateFile file;
  std::string claim;
  AuditResult audited;
};

const std::vector<Certified>& certified() {
  static const std::vector<Certified> all = [] {
    std::vector<Certified> result;
    for (const CertifiedProblem& entry : certified_problems()) {
      const WrittenCertificate written = certify(entry.problem);
      EXPECT_EQ(written.outcome, entry.expected) << entry.name;
      EXPECT_FALSE(written.why) << entry.name << ": " << written.why.value_or("");
      if (written.bytes.empty()) continue;
      Certified& base = result.emplace_back();
      base.name = entry.name;
      base.file = CertificateFile::read(written.bytes);
      base.claim = claimed(base.file);
      base.audited = audit_bytes(written.bytes);
      EXPECT_EQ(base.file.bytes(), written.bytes) << entry.name;
      EXPECT_EQ(base.audited.outcome, AuditResult::Outcome::valid) << entry.name << ": " << base.audited.reason;
    }
    return result;
  }();
  return all;
}

/// What became of the forgeries of one kind.
struct Tally {
  int rejected = 0, unreadable = 0;
  int unchanged = 0;            ///< accepted, and claims what the original claims
  int true_claims = 0;          ///< accepted, claims something else, which the judge could not refute
  int false_claims = 0;         ///< accepted and refuted: must not happen
  int refuted = 0, judged = 0;  ///< of those that were not accepted, a part is judged: does the judge see anything?

  int all() const { return rejected + unreadable + unchanged + true_claims + false_claims; }
  Tally& operator+=(const Tally& other) {
    rejected += other.rejected, unreadable += other.unreadable, unchanged += other.unchanged;
    true_claims += other.true_claims, false_claims += other.false_claims;
    refuted += other.refuted, judged += other.judged;
    return *this;
  }
  void print(const char* name) const {
    std::printf("%8d  %8d  %8d  %8d  %8d  %8d  %6d/%-6d  %s\n", all(), rejected, unreadable, unchanged, true_claims,
                false_claims, refuted, judged, name);
  }
};

/// Audits a forgery and, where it matters, judges it. True: accepted.
bool attack(const Certified& base, const std::string& bytes, const char* kind, std::uint64_t seed, Tally& tally) {
  const AuditResult result = audit_bytes(bytes, {1, true});
  const auto story = [&] { return base.name + ": " + kind + ", seed " + std::to_string(seed); };
  if (result.outcome != AuditResult::Outcome::valid) {
    ++(result.outcome == AuditResult::Outcome::rejected ? tally.rejected : tally.unreadable);
    EXPECT_FALSE(result.reason.empty()) << story();
    EXPECT_EQ(result.reason.find('\n'), std::string::npos) << story();
    if (result.outcome == AuditResult::Outcome::rejected && seed % 8 == 0) {
      try {
        tally.refuted += refuted(CertificateFile::read(bytes, true)).empty() ? 0 : 1;
        ++tally.judged;
      } catch (const std::runtime_error&) {  // rejected before its end was found to be unreadable
      }
    }
    return false;
  }
  const CertificateFile read = CertificateFile::read(bytes, true);
  if (claimed(read) == base.claim) {
    ++tally.unchanged;
    return true;
  }
  EXPECT_EQ(result.free, read.claim.free) << story();
  const std::string wrong = refuted(read);
  ++(wrong.empty() ? tally.true_claims : tally.false_claims);
  EXPECT_EQ(wrong, "") << "ACCEPTED AND FALSE: " << story();
  // A pair that is no longer checked is counted as left out, unless its bodies are gone.
  int missing = 0;
  for (std::size_t i = 0; i < base.file.statement.pairs.size() && i < read.statement.pairs.size(); ++i)
    missing += base.file.statement.pairs[i].reason == 0 && read.statement.pairs[i].reason != 0 ? 1 : 0;
  if (read.statement.groups.size() == base.file.statement.groups.size() && missing > 0) {
    EXPECT_GT(result.left_out_pairs, 0u) << story();
    EXPECT_LE(result.checked_pairs, base.audited.checked_pairs) << story();
  }
  return true;
}

/// A forgery is rejected often enough, and the judge finds enough of what was rejected to be false: neither is asleep.
void campaign_of(std::span<const Mutation> mutations, int count, double least_refuted) {
  ASSERT_FALSE(certified().empty());
  Draw draw;
  std::map<std::string, Tally> tallies;
  for (int i = 0; i < count;) {
    const Mutation& mutation =
        mutations[static_cast<std::size_t>(draw.integer(0, static_cast<int>(mutations.size()) - 1))];
    const auto& bases = certified();
    const Certified& base = bases[static_cast<std::size_t>(draw.integer(0, static_cast<int>(bases.size()) - 1))];
    const std::uint64_t seed = draw.bits();
    double size = draw.coin() ? draw.log_uniform(1e-9, 1.0) : draw.uniform(0.0, 1.0);
    // What is rejected is tried again with a smaller change, until it is accepted: just there a rule may be too generous.
    for (int k = 0; k < (mutation.graded ? 12 : 1); ++k, size *= draw.uniform(0.3, 0.9)) {
      CertificateFile forged = base.file;
      Draw own(seed);
      if (!mutation.apply(forged, own, size)) break;
      ++i;
      if (attack(base, forged.bytes(), mutation.name, seed, tallies[mutation.name])) break;
    }
  }
  Tally all;
  std::printf("  forged  rejected   unread.    equal      true     FALSE  judge refutes  kind\n");
  for (const Mutation& mutation : mutations) {
    tallies[mutation.name].print(mutation.name);
    all += tallies[mutation.name];
  }
  all.print("all");
  EXPECT_EQ(all.false_claims, 0);
  EXPECT_GT(all.rejected, all.all() / 4);
  EXPECT_GT(all.true_claims + all.unchanged, all.all() / 20);
  EXPECT_GE(all.refuted, least_refuted * all.judged);
}

TEST(Attacks, OriginalsAreTrue) {
  for (const Certified& base : certified()) {
    EXPECT_EQ(refuted(base.file, {512}), "") << base.name;
    int changed = 0;
    for (const audit::Segment& segment : base.file.segments)
      changed += static_cast<int>(nodes_of(segment.proof).size());
    std::printf("%-16s %8zu bytes, %2zu segments, %5d nodes, %d pairs\n", base.name.c_str(), base.file.bytes().size(),
                base.file.segments.size(), changed, static_cast<int>(base.audited.checked_pairs));
  }
}

TEST(Attacks, OnProofs) { campaign_of(mutations_of_proofs(), cases(2'000, 25'000), 0.0); }
TEST(Attacks, OnBodies) { campaign_of(mutations_of_bodies(), cases(2'000, 30'000), 0.03); }
TEST(Attacks, OnMotions) { campaign_of(mutations_of_motions(), cases(2'000, 30'000), 0.03); }
TEST(Attacks, OnClaims) { campaign_of(mutations_of_claims(), cases(1'500, 20'000), 0.0); }

/// Whatever a byte means: lengths, kinds, exponents. Checksums are ignored, as if they were right again.
TEST(Attacks, OnBytes) {
  Draw draw;
  Tally tally;
  std::vector<std::string> originals;
  for (const Certified& base : certified()) originals.push_back(base.file.bytes());
  for (int i = 0; i < cases(1'500, 20'000); ++i) {
    const auto number = static_cast<std::size_t>(draw.integer(0, static_cast<int>(originals.size()) - 1));
    std::string bytes = originals[number];
    const std::uint64_t seed = draw.bits();
    for (int k = draw.integer(1, 3); k > 0; --k) {
      char& byte = bytes[static_cast<std::size_t>(draw.integer(0, static_cast<int>(bytes.size()) - 1))];
      byte =
          draw.coin() ? static_cast<char>(byte ^ (1 << draw.integer(0, 7))) : static_cast<char>(draw.integer(0, 255));
    }
    attack(certified()[number], bytes, "bytes changed", seed, tally);
  }
  tally.print("bytes changed");
  EXPECT_EQ(tally.false_claims, 0);
  EXPECT_GT(tally.rejected + tally.unreadable, tally.all() / 2);
}

}  // namespace
}  // namespace tocca::testing
