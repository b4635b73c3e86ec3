// What a batch costs: the program `tocca` of the same build checks a list of edges at once, on all cores, and as a batch of processes, in turns; wall time, best of some
// runs, results compared byte by byte. Then the pieces: cutting, a result, looking at what is there. TOCCA_MODELS names the folder of the models.
//
//   bench_batch
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>

#include "batch/chunk_file.hpp"
#include "core/seeded_random.hpp"
#include "core/stopwatch.hpp"
#include "results/results.hpp"
#include "tocca/io/path.hpp"
#include "tocca/io/robot.hpp"
#include "tocca/scenes/scenes.hpp"

namespace tocca::bench {
namespace {

namespace fs = std::filesystem;

/// A folder of its own, which goes with it.
struct Scratch {
  fs::path place = fs::temp_directory_path() / ("tocca-batch-" + std::to_string(::getpid()));
  Scratch() { fs::create_directories(place); }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(place, ignored);
  }
};

/// Short motions around the middle of the limits; `reach` of the way to them.
void write_edges(const fs::path& file, const KinematicTree& tree, Eigen::Index count, double reach) {
  SeededRandom random(12);
  WaypointMatrix from(count, tree.coordinate_count()), to(count, tree.coordinate_count());
  from.setZero();
  to.setZero();
  for (Eigen::Index k = 0; k < count; ++k) {
    for (const Joint& joint : tree.joints()) {
      if (joint.first_coordinate < 0 || !joint.limits) continue;
      const double middle = 0.5 * (joint.limits->lower + joint.limits->upper);
      const double at = middle + reach * random.between(joint.limits->lower - middle, joint.limits->upper - middle);
      from(k, joint.first_coordinate) = at;
      to(k, joint.first_coordinate) = at + random.between(-0.1, 0.1);
    }
  }
  write_edges_csv(file, tree, from, to);
}

/// Seconds of a command; it must succeed, or find contacts.
double run(const std::string& command) {
  const Stopwatch watch;
  const int status = std::system((command + " > /dev/null 2> /dev/null").c_str());
  if (!WIFEXITED(status) || WEXITSTATUS(status) > 1) {
    std::fprintf(stderr, "failed: %s\n", command.c_str());
    std::exit(1);
  }
  return watch.seconds();
}

bool same_bytes(const fs::path& a, const fs::path& b) {
  return std::system(("cmp -s " + a.string() + " " + b.string()).c_str()) == 0;
}

void compare(Results& results, const std::string& name, const std::string& question, Eigen::Index edges,
             const fs::path& scratch) {
  ResultTable& table = results.table(name, "a list of edges at once and as a batch, on all cores");
  const std::string tocca = (fs::read_symlink("/proc/self/exe").parent_path() / "tocca").string();
  const fs::path whole = scratch / "whole.json", folder = scratch / "results", merged = scratch / "merged.json";
  double at_once = std::numeric_limits<double>::infinity(), batch = at_once;
  for (int turn = 0; turn < (results.quick() ? 1 : 5); ++turn) {
    at_once = std::min(at_once, run(tocca + " check " + question + " --edges --no-times --json " + whole.string()));
    fs::remove_all(folder);
    batch = std::min(batch, run(tocca + " batch " + question + " --results " + folder.string()));
  }
  const double again = run(tocca + " batch " + question + " --results " + folder.string());
  const double join = run(tocca + " batch --results " + folder.string() + " --merge " + merged.string());
  const std::string note =
      std::to_string(edges) + " edges" + (same_bytes(whole, merged) ? ", same bytes" : ", OTHER BYTES");
  results.add(table, {"check --edges", at_once, "s", {}, {}, note});
  results.add(table, {"batch", batch, "s", {}, {}, note});
  results.add(table, {"batch, added", 100.0 * (batch / at_once - 1.0), "%", {}, {}, note});
  results.add(table, {"batch, all of it there", again, "s", {}, {}, note});
  results.add(table, {"merge", join, "s", {}, {}, note});
}

/// What the file system must bear for a chunk, and whoever looks at it.
void pieces(Results& results, const fs::path& scratch) {
  constexpr int chunks = 100;
  constexpr std::int64_t segments = 16'384;
  ResultTable& table = results.table("pieces", "per chunk of 16,384 free edges");
  SegmentVerdict verdict;
  verdict.outcome = Outcome::free;
  verdict.free_until = 1.0;
  const auto name = [](int k) {
    std::string text(64, '0');
    std::snprintf(text.data(), 17, "%016x", static_cast<unsigned>(k));
    text[16] = '0';
    return text;
  };
  double writing_s = 0.0, ending_s = 0.0;
  for (int k = 0; k < chunks; ++k) {
    const Chunk chunk{0, 0, segments, {}, name(k)};
    const Stopwatch watch;
    ChunkWriter writer(scratch, chunk, 1);
    for (verdict.index = 0; verdict.index < segments; ++verdict.index) writer.add(verdict);
    const double written = watch.seconds();
    writer.finish();
    writing_s += written;
    ending_s += watch.seconds() - written;
  }
  const Stopwatch watch;
  for (int k = 0; k < chunks; ++k) {
    ChunkTotals totals;
    read_chunk(scratch, {0, 0, segments, {}, name(k)}, totals, [](std::string_view) {});
  }
  const double reading_s = watch.seconds();
  const auto bytes = static_cast<double>(fs::file_size(chunk_path(scratch, name(0))));
  results.add(table, {"writing", 1e3 * writing_s / chunks, "ms", {}, {}, ""});
  results.add(table, {"synchronising and renaming", 1e3 * ending_s / chunks, "ms", {}, {}, ""});
  results.add(table, {"looking at it", 1e3 * reading_s / chunks, "ms", {}, {}, ""});
  results.add(table, {"its size", 1e-6 * bytes, "MB", {}, {}, ""});
}

}  // namespace
}  // namespace tocca::bench

int main(int count, char** words) {
  using namespace tocca;
  using namespace tocca::bench;
  namespace fs = std::filesystem;
  Results results(count, words);
  const Scratch scratch;
  const Eigen::Index edges = results.quick() ? 5'000 : 200'000;
  Warnings warnings;
  {
    write_benchmark_scene("puma-pipes", scratch.place / "pipes");
    const Robot robot = load_robot(scratch.place / "pipes" / "puma560.urdf", {}, warnings);
    write_edges(scratch.place / "pipes.csv", robot.tree, edges / 4, 0.3);
    compare(results, "puma-pipes",
            (scratch.place / "pipes" / "puma560.urdf").string() + " " +
                (scratch.place / "pipes" / "scene.json").string() + " " + (scratch.place / "pipes.csv").string(),
            edges / 4, scratch.place);
  }
  const char* given = std::getenv("TOCCA_MODELS");
  const fs::path models = given ? given : fs::path(TOCCA_SOURCE_DIR).parent_path() / "shared" / "models";
  const fs::path panda = models / "robots" / "panda";
  if (fs::exists(panda)) {
    const Robot robot = load_robot(panda / "robot.urdf", {}, warnings);
    write_edges(scratch.place / "panda.csv", robot.tree, edges, 0.25);
    compare(results, "panda",
            (panda / "robot.urdf").string() + " " +
                (fs::path(TOCCA_SOURCE_DIR) / "corpus/two_link_arm/scene.json").string() + " " +
                (scratch.place / "panda.csv").string() + " --srdf " + (panda / "robot.srdf").string(),
            edges, scratch.place);
  }
  fs::create_directories(scratch.place / "pieces");
  pieces(results, scratch.place / "pieces");
}
