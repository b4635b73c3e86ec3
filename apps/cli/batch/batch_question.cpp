#include "batch/batch_question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <fstream>

#include "audit/sha256.hpp"
#include "closed_loops.hpp"
#include "core/stopwatch.hpp"
#include "io/files_read.hpp"
#include "segment_source.hpp"

namespace tocca::cli {
namespace {

namespace fs = std::filesystem;

constexpr double seconds_per_chunk = 1.0;
constexpr std::int64_t least_chunk = 64, largest_chunk = 1 << 16;
constexpr double chunks_per_worker = 8.0;  // the last one to finish keeps the others waiting for a part of its share

/// All files read so far but paths, whose rows count with their chunks; a path that an option names as well counts as a file, too.
std::vector<BatchInput> digested_inputs(const BatchArguments& arguments) {
  std::vector<BatchInput> inputs;
  for (const fs::path& file : FilesRead::names()) {
    const std::string name = file.string();
    const bool is_path = std::find(arguments.paths.begin(), arguments.paths.end(), name) != arguments.paths.end();
    const bool is_named = std::any_of(
        arguments.determining.begin(), arguments.determining.end(),
        [&](const std::string& option) { return option.find(file.filename().string()) != std::string::npos; });
    if (is_path && !is_named) continue;
    std::ifstream stream(file, std::ios::binary);
    if (!stream) throw InputError(name, "", "cannot be read again", "leave the inputs alone while a batch begins");
    inputs.push_back({name, audit::text_of(audit::digest_of(stream))});
  }
  return inputs;
}

class NoListener final : public PathListener {
  void segment(const SegmentVerdict&) override {}
};

}  // namespace

BatchQuestion::BatchQuestion(const BatchArguments& arguments) : arguments_(arguments) {
  const QuestionArguments& question = arguments.check.question;
  const CheckSettings settings = arguments.check.settings();
  problem_ = question.load_without_path(warnings_);
  if (question.is_problem()) refuse_loops(problem_, question.robot.robot);
  checker_.emplace(question.checker(problem_, settings, warnings_));
  manifest_.version = TOCCA_VERSION;
  manifest_.options = arguments.determining;
  manifest_.inputs = digested_inputs(arguments);
  manifest_.paths = question.is_problem() ? std::vector{question.robot.robot} : arguments.paths;
  manifest_.question = question_name(manifest_.version, manifest_.options, manifest_.inputs);
}

OpenPath BatchQuestion::open() const {
  return [this](std::size_t path) {
    const QuestionArguments& question = arguments_.check.question;
    return segments_of(question, question.is_problem() ? std::string() : manifest_.paths[path], problem_, *checker_,
                       warnings_);
  };
}

ChunkRunner BatchQuestion::runner() const {
  return {*checker_, open(), path_count(), name(), arguments_.search(), arguments_.results};
}

BatchManifest BatchQuestion::manifest(std::int64_t chunk_size) const {
  BatchManifest result = manifest_;
  result.chunk_size = chunk_size;
  return result;
}

std::int64_t BatchQuestion::chunk_size(const std::optional<BatchManifest>& before, int workers) const {
  if (arguments_.chunk_size) return *arguments_.chunk_size;
  if (before && before->chunk_size > 0) return before->chunk_size;
  return measured_chunk_size(workers);
}

std::int64_t BatchQuestion::measured_chunk_size(int workers) const {
  const ThreadLimit one(1);
  const auto source = open()(0);
  PathChecker checker(*checker_);
  NoListener nobody;
  class FewSegments final : public SegmentSource {
   public:
    explicit FewSegments(SegmentSource& whole) : whole_(whole) {}
    const StepSequence& batch() const override { return whole_.batch(); }
    bool at_rest() const override { return whole_.at_rest(); }
    bool independent() const override { return whole_.independent(); }

   protected:
    std::size_t next(std::size_t most) override {
      return taken_ ? 0 : (taken_ = true, whole_.fetch(std::min<std::size_t>(most, 64)));
    }

   private:
    SegmentSource& whole_;
    bool taken_ = false;
  };
  std::size_t segments = 0;
  double seconds = 0.0;
  for (int round = 0; round < 4 && seconds < 0.02; ++round) {  // the first fills what later ones find
    FewSegments few(*source);
    const Stopwatch watch;
    checker.run(few, arguments_.search(), nobody);
    const std::size_t done = source->size();
    if (done == 0) break;
    if (round == 1) segments = 0, seconds = 0.0;
    segments += done;
    seconds += watch.seconds();
  }
  if (segments == 0) return least_chunk;
  double wanted = seconds_per_chunk * static_cast<double>(segments) / std::max(seconds, 1e-9);
  const PathPlace place = source->here();
  std::error_code error;
  const auto bytes = fs::file_size(manifest_.paths[0], error);
  if (!error && place.byte > 0 && place.row > 0) {
    const double rows = static_cast<double>(bytes) / static_cast<double>(place.byte) * static_cast<double>(place.row);
    wanted = std::min(wanted, rows * static_cast<double>(path_count()) / (chunks_per_worker * workers));
  }
  const auto size = static_cast<std::uint64_t>(
      std::clamp(wanted, static_cast<double>(least_chunk), static_cast<double>(largest_chunk)));
  return static_cast<std::int64_t>(std::bit_floor(size));
}

BatchManifest matching_manifest(const BatchArguments& arguments, const BatchQuestion& question) {
  const std::optional<BatchManifest> found = load_manifest(arguments.results);
  if (!found) throw InputError(arguments.results, "", "has no batch.json: nothing was cut here", "run the batch first");
  BatchManifest now = question.manifest(found->chunk_size);
  ChunkCutter cutter = question.cutter(found->chunk_size);
  while (auto chunk = cutter.next()) now.chunks.push_back(std::move(*chunk));
  now.complete = found->complete;
  const bool same = std::equal(now.chunks.begin(), now.chunks.end(), found->chunks.begin(), found->chunks.end(),
                               [](const Chunk& a, const Chunk& b) { return a.name == b.name; });
  if (found->complete && !same) {
    throw InputError(arguments.results, "batch.json", "is of other inputs, options or another version of tocca",
                     "run the batch with these first");
  }
  return now;
}

}  // namespace tocca::cli
