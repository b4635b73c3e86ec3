#include "batch/chunk_runner.hpp"

#include <algorithm>

#include "batch/row_digest.hpp"
#include "batch/running_mark.hpp"
#include "check/model/problem_pairs.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/core/require.hpp"

namespace tocca {
namespace {

/// So many segments of another source, digested while they pass.
class DigestedSource final : public SegmentSource {
 public:
  DigestedSource(SegmentSource& whole, std::int64_t segments)
      : whole_(whole), left_(static_cast<std::size_t>(segments)) {}

  const StepSequence& batch() const override { return whole_.batch(); }
  bool at_rest() const override { return whole_.at_rest(); }
  bool independent() const override { return whole_.independent(); }
  /// False if the path ended before.
  bool is_complete() const { return left_ == 0; }
  RowDigest& digest() { return digest_; }

 protected:
  std::size_t next(std::size_t most) override {
    const std::size_t fetched = left_ == 0 ? 0 : whole_.fetch(std::min(most, left_));
    if (fetched > 0) digest_.add(whole_);
    left_ -= fetched;
    return fetched;
  }

 private:
  SegmentSource& whole_;
  std::size_t left_;
  RowDigest digest_;
};

class ChunkListener final : public PathListener {
 public:
  ChunkListener(ChunkWriter& writer, RunningMark& mark) : writer_(writer), mark_(mark) {}
  void segment(const SegmentVerdict& verdict) override { writer_.add(verdict); }
  void done(std::int64_t) override { mark_.refresh(); }

 private:
  ChunkWriter& writer_;
  RunningMark& mark_;
};

}  // namespace

ChunkRunner::ChunkRunner(const Checker& checker, OpenPath open, std::size_t paths, std::string question,
                         PathSearch search, std::filesystem::path folder)
    : checker_(checker),
      open_(std::move(open)),
      sources_(paths),
      question_(std::move(question)),
      search_(search),
      folder_(std::move(folder)) {}

ChunkRunner::Outcome ChunkRunner::run(const Chunk& chunk) {
  TOCCA_REQUIRE(chunk.path < sources_.size(), "a chunk belongs to a path of the question");
  if (RunningMark::other(folder_, chunk.name)) return Outcome::busy;
  RunningMark mark(folder_, chunk.name);
  std::unique_ptr<SeekableSource>& source = sources_[chunk.path];
  if (!source) source = open_(chunk.path);
  source->go_to(chunk.place, chunk.first);
  DigestedSource segments(*source, chunk.segments);
  ChunkWriter writer(folder_, chunk, checker_.model().checked_pair_count());
  ChunkListener listener(writer, mark);
  PathChecker(checker_).run(segments, search_, listener, chunk.first);
  if (!segments.is_complete() || segments.digest().name(question_, chunk) != chunk.name) return Outcome::differs;
  totals_ = writer.finish();
  note_failure(folder_, chunk.name, "");
  return Outcome::done;
}

}  // namespace tocca
