// Damaged, cut, random and absurd files: unreadable or rejected, with one line that says why; never a crash, never much memory.
#include "audit/reader.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstring>
#include <fstream>

#include "certificate/encoder.hpp"
#include "testing/certificate_file.hpp"
#include "testing/certified_problems.hpp"
#include "testing/draw.hpp"

namespace tocca::audit {
namespace {

using tocca::testing::audit_bytes;
using tocca::testing::CertificateFile;
using tocca::testing::Draw;

const std::string& certificate(const std::string& name) {
  static std::map<std::string, std::string> all = [] {
    std::map<std::string, std::string> result;
    for (const auto& entry : tocca::testing::certified_problems())
      result[entry.name] = tocca::testing::certify(entry.problem).bytes;
    return result;
  }();
  return all.at(name);
}

/// Peak memory of this process, in MB.
long peak_mb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

void expect_refused(const AuditResult& result, const std::string& story) {
  EXPECT_NE(result.outcome, AuditResult::Outcome::valid) << story;
  EXPECT_FALSE(result.reason.empty()) << story;
  EXPECT_EQ(result.reason.find('\n'), std::string::npos) << story;
  EXPECT_LT(result.reason.size(), 400u) << story;
}

std::string text_or_refusal(const std::string& bytes) {
  std::istringstream stream(bytes);
  try {
    return statement_text(stream);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

TEST(AuditReader, ReadsWhatItWrote) {
  for (const char* name : {"slides", "touching", "within"}) {
    const AuditResult result = audit_bytes(certificate(name));
    EXPECT_EQ(result.outcome, AuditResult::Outcome::valid) << result.reason;
    EXPECT_EQ(CertificateFile::read(certificate(name)).bytes(), certificate(name));
  }
}

TEST(AuditReader, CutAtEveryByte) {
  for (const char* name : {"slides", "touching"}) {
    const std::string& whole = certificate(name);
    for (std::size_t length = 0; length < whole.size(); ++length) {
      const std::string cut = whole.substr(0, length);
      const AuditResult result = audit_bytes(cut);
      EXPECT_EQ(result.outcome, AuditResult::Outcome::unreadable) << length;
      expect_refused(result, "cut at " + std::to_string(length));
      if (length % 7 == 0) text_or_refusal(cut);
    }
    expect_refused(audit_bytes(whole + '\0'), "a byte more");
    expect_refused(audit_bytes(whole + whole.substr(12)), "twice");
  }
}

/// Blocks that end early but have right lengths and checksums.
TEST(AuditReader, BlocksCutAtEveryByte) {
  const CertificateFile file = CertificateFile::read(certificate("slides"));
  const std::vector<std::uint8_t> blocks[] = {encoded(file.statement), encoded(file.segments[0]), encoded(file.claim)};
  for (std::size_t which = 0; which < 3; ++which) {
    for (std::size_t length = 0; length < blocks[which].size(); ++length) {
      std::string bytes;
      const auto put = [&](const std::vector<std::uint8_t>& more) { bytes.append(more.begin(), more.end()); };
      put(certificate_head());
      for (std::size_t i = 0; i < 3; ++i) {
        std::vector<std::uint8_t> block = blocks[i];
        if (i == which) block.resize(length);
        put(block_head(static_cast<std::uint32_t>(i + 1), block));
        put(block);
      }
      expect_refused(audit_bytes(bytes), "block " + std::to_string(which) + " cut at " + std::to_string(length));
    }
  }
}

TEST(AuditReader, EveryDamagedByteIsSeen) {
  const std::string& whole = certificate("slides");
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << (i % 8)));
    expect_refused(audit_bytes(damaged), "byte " + std::to_string(i));
  }
}

TEST(AuditReader, RandomBytes) {
  Draw draw;
  for (int i = 0; i < tocca::testing::cases(2'000, 300'000); ++i) {
    std::string bytes(static_cast<std::size_t>(draw.integer(0, 600)), '\0');
    for (char& byte : bytes) byte = static_cast<char>(draw.coin(0.4) ? 0 : draw.integer(0, 255));
    if (draw.coin(0.9))
      bytes.replace(0, std::min<std::size_t>(12, bytes.size()), std::string(magic, 8) + std::string("\1\0\0\0", 4));
    if (bytes.size() > 28) {  // blocks of the right length are read further
      const std::uint32_t kind = static_cast<std::uint32_t>(draw.integer(0, 4));
      const std::uint64_t length = bytes.size() - 28;
      std::memcpy(bytes.data() + 12, &kind, 4);
      std::memcpy(bytes.data() + 20, &length, 8);
    }
    expect_refused(audit_bytes(bytes, {1, true}), tocca::testing::story(draw.seed(), i));
    text_or_refusal(bytes);
  }
}

/// Counts of four billion, in each place that could be one, and lengths of blocks beyond all disks.
TEST(AuditReader, AbsurdLengths) {
  for (const char* name : {"slides", "touching_meshes"}) {
    const std::string& whole = certificate(name);
    const long before = peak_mb();
    for (std::size_t i = 12; i + 4 <= whole.size(); i += 1 + i / 50) {
      for (const std::uint32_t absurd : {0xffffffffu, 0x7fffffffu, 0x00ffffffu}) {
        std::string bytes = whole;
        std::memcpy(bytes.data() + i, &absurd, 4);
        const AuditResult result = audit_bytes(bytes, {1, true});
        if (result.outcome != AuditResult::Outcome::valid) expect_refused(result, "count at " + std::to_string(i));
        text_or_refusal(bytes);
      }
    }
    EXPECT_LT(peak_mb() - before, 200);
  }
}

/// Trees that only go down, in time and in ranges.
TEST(AuditReader, DeepTrees) {
  for (const Node node : {Node::halve, Node::split_a, Node::split_b, Node::cut}) {
    CertificateFile file = CertificateFile::read(certificate("touching_meshes"));
    std::vector<std::uint8_t>& proof = file.segments[0].proof;
    proof.assign(1'000'000, static_cast<std::uint8_t>(node));
    const long before = peak_mb();
    expect_refused(audit_bytes(file.bytes()), "deep");
    EXPECT_LT(peak_mb() - before, 100);
  }
}

/// A proof that splits time without need is long, and no reason to remember every moment of it with all frames.
TEST(AuditReader, ManyMomentsTakeLittleMemory) {
  CertificateFile file = CertificateFile::read(certificate("slides"));
  for (int i = 0; i < 1'000; ++i) file.statement.frames.push_back(file.statement.frames.back());
  audit::Segment& segment = file.segments[0];
  auto nodes = tocca::testing::nodes_of(segment.proof);
  // The first pair's first leaf becomes a tree of 2,048 leaves that cuts time evenly.
  std::size_t leaf = 0;
  while (!nodes[leaf].is_leaf()) ++leaf;
  const tocca::testing::ProofNode kept = nodes[leaf];
  std::vector<tocca::testing::ProofNode> tree{kept};
  for (int level = 0; level < 11; ++level) {
    std::vector<tocca::testing::ProofNode> deeper{{Node::halve, {}}};
    deeper.insert(deeper.end(), tree.begin(), tree.end());
    deeper.insert(deeper.end(), tree.begin(), tree.end());
    tree = std::move(deeper);
  }
  nodes.erase(nodes.begin() + static_cast<std::ptrdiff_t>(leaf));
  nodes.insert(nodes.begin() + static_cast<std::ptrdiff_t>(leaf), tree.begin(), tree.end());
  segment.proof = tocca::testing::proof_of(nodes);
  const long before = peak_mb();
  const AuditResult result = audit_bytes(file.bytes());
  EXPECT_EQ(result.outcome, AuditResult::Outcome::valid) << result.reason;
  EXPECT_GT(result.leaves, 2'000u);
  EXPECT_LT(peak_mb() - before, 300);  // 2,048 moments of 1,000 frames would be 800 MB
}

TEST(AuditReader, ThreadsAgree) {
  for (const char* name : {"among_boxes", "moving_object", "touching"}) {
    for (const int threads : {1, 2, 8}) {
      const AuditResult result = audit_bytes(certificate(name), {threads, false});
      EXPECT_EQ(result.outcome, AuditResult::Outcome::valid) << result.reason;
      EXPECT_EQ(result.leaves, audit_bytes(certificate(name)).leaves);
    }
  }
}

}  // namespace
}  // namespace tocca::audit
