#include "batch/row_digest.hpp"

#include <fmt/format.h>

namespace tocca {
namespace {

std::string sha256_of(std::string_view text) {
  audit::Sha256 sum;
  sum.add(text.data(), text.size());
  return audit::text_of(sum.digest());
}

}  // namespace

std::string question_name(std::string_view version, const std::vector<std::string>& options,
                          const std::vector<BatchInput>& inputs) {
  // Each part with its length: no two lists give one text.
  std::string text = fmt::format("tocca batch 1\n{}:{}\n", version.size(), version);
  for (const std::string& option : options) text += fmt::format("option {}:{}\n", option.size(), option);
  for (const BatchInput& input : inputs) text += fmt::format("input {}\n", input.sha256);
  return sha256_of(text);
}

void RowDigest::add(const SegmentSource& source) {
  const StepSequence& batch = source.batch();
  for (int segment = 0; segment < batch.segment_count(); ++segment) {
    key_.clear();
    if (!batch.key(segment, key_)) continue;
    const std::uint64_t count = key_.size();
    rows_.add(&count, sizeof count);
    rows_.add(key_.data(), key_.size() * sizeof(double));
  }
}

std::string RowDigest::name(std::string_view question, const Chunk& chunk) {
  return sha256_of(fmt::format("tocca chunk 1\nquestion {}\nsegments {} {}\nrows {}\n", question, chunk.first,
                               chunk.segments, audit::text_of(rows_.digest())));
}

}  // namespace tocca
