// tocca batch: long questions in chunks, of which none is lost.
#include <fmt/format.h>

#include <filesystem>
#include <thread>

#include "batch/hand_out.hpp"
#include "batch/mpi.hpp"
#include "batch/status_writer.hpp"
#include "output.hpp"
#include "verbs.hpp"

namespace tocca::cli {
namespace {

namespace fs = std::filesystem;

void make_folder(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (fs::is_directory(folder)) return;
  throw InputError(folder, "--results", error ? error.message() : "is not a folder", "give a folder that can be made");
}

int job_count(const BatchArguments& arguments) {
  return arguments.jobs.value_or(std::max(1, static_cast<int>(std::thread::hardware_concurrency())));
}

/// Cuts all of it and does nothing else.
int cut(const BatchArguments& arguments) {
  make_folder(arguments.results);
  const BatchQuestion question(arguments);
  BatchManifest manifest =
      question.manifest(question.chunk_size(load_manifest(arguments.results), job_count(arguments)));
  ChunkCutter cutter = question.cutter(manifest.chunk_size);
  while (auto chunk = cutter.next()) manifest.chunks.push_back(std::move(*chunk));
  manifest.complete = true;
  write_manifest(arguments.results, manifest);
  show(question.warnings());
  print(cut_text(manifest));
  if (!arguments.check.question.json.empty())
    write_result(arguments.check.question.json, "--json",
                 status_json(manifest, status_of(arguments.results, manifest)));
  return exit_done;
}

/// One chunk of those that were cut before, by its number.
int run_one(const BatchArguments& arguments) {
  const std::unique_ptr<ThreadLimit> limit = arguments.check.question.threads.limit();
  const BatchQuestion question(arguments);
  const std::optional<BatchManifest> manifest = load_manifest(arguments.results);
  if (!manifest || !manifest->complete)
    throw InputError(arguments.results, "", "nothing has been cut here", "run the same command with --cut first");
  if (manifest->question != question.name())
    throw InputError(arguments.results, "batch.json", "is of other inputs, options or another version of tocca",
                     "run the same command with --cut first");
  const auto number = static_cast<std::size_t>(*arguments.chunk);
  if (number >= manifest->chunks.size())
    throw InputError("--chunk", "", fmt::format("there are chunks 0 to {}", manifest->chunks.size() - 1), "");
  const Chunk& chunk = manifest->chunks[number];
  ChunkTotals totals;
  if (read_chunk(arguments.results, chunk, totals, [](std::string_view) {}) == ChunkState::done) {
    print(fmt::format("chunk {}: was done before\n", number));
    return exit_done;
  }
  switch (question.runner().run(chunk)) {
    case ChunkRunner::Outcome::done:
      print(fmt::format("chunk {}: {} done\n", number, counted(static_cast<std::size_t>(chunk.segments), "segment")));
      break;
    case ChunkRunner::Outcome::busy:
      print(fmt::format("chunk {}: somebody else is at it\n", number));
      break;
    case ChunkRunner::Outcome::differs:
      throw InputError(arguments.paths.empty() ? arguments.results : arguments.paths[chunk.path], "",
                       "has other rows than when the batch was cut", "run the same command with --cut again");
  }
  return exit_done;
}

int status(const BatchArguments& arguments) {
  std::optional<BatchManifest> manifest;
  if (arguments.names_inputs()) {
    manifest = matching_manifest(arguments, BatchQuestion(arguments));
  } else if (!(manifest = load_manifest(arguments.results))) {
    throw InputError(arguments.results, "--results", "has no batch.json: no batch has run here", "run one first");
  }
  const BatchStatus found = status_of(arguments.results, *manifest);
  const std::string& json = arguments.check.question.json;
  if (!arguments.merge.empty()) {
    require_done(arguments.results, *manifest, found);
    merge_to(arguments.merge, arguments.results, *manifest, found);
    print(merged_text(arguments.merge, found));
  } else if (json != "-") {
    print(status_text(*manifest, found));
  }
  if (!json.empty()) write_result(json, "--json", status_json(*manifest, found));
  return exit_done;
}

/// What rank 0, or the only process, does: it hands out the work, and says at the end what came of it.
int run_all(const BatchArguments& arguments, const BatchQuestion& question, ChunkWorkers& workers,
            std::int64_t chunk_size) {
  const HandedOut result = hand_out(question, arguments.results, chunk_size, workers);
  show(question.warnings());
  if (result.interrupted)
    throw InputError(arguments.results, "",
                     fmt::format("interrupted with {} done", counted(result.kept + result.done, "chunk")),
                     "run the same command again to go on");
  if (!result.failures.empty())
    throw InputError(arguments.results, result.failures.front(),
                     fmt::format("{} could not be done", counted(result.failures.size(), "chunk")),
                     "run the same command again to try once more");
  const std::string& json = arguments.check.question.json;
  if (json != "-") print(run_text(arguments.results, result));
  if (json.empty()) return exit_done;
  BatchStatus found;
  found.done = result.kept + result.done;
  found.totals = result.totals;
  write_result(json, "--json", status_json(result.manifest, found));
  return exit_done;
}

int run_ranks(const BatchArguments& arguments) {
  const MpiRanks ranks;
  try {
    const BatchQuestion question(arguments);
    if (ranks.rank() > 0) {
      const ThreadLimit one(1);
      serve(question, *ranks.port());
      return exit_done;
    }
    make_folder(arguments.results);
    remove_leftovers(arguments.results);
    const auto size = question.chunk_size(load_manifest(arguments.results), ranks.size() - 1);
    return run_all(arguments, question, *ranks.workers(), size);
  } catch (const std::exception& error) {
    show_error(error.what());  // before the job is ended, and this process with it
    throw;
  }
}

int run_processes(const BatchArguments& arguments) {
  make_folder(arguments.results);
  remove_leftovers(arguments.results);
  const int jobs = job_count(arguments);
  const std::optional<BatchManifest> before = load_manifest(arguments.results);
  const auto workers = process_workers(jobs);  // they read the inputs while this process does
  const BatchQuestion question(arguments);
  return run_all(arguments, question, *workers, question.chunk_size(before, jobs));
}

int run_server(const BatchArguments& arguments) {
  const std::unique_ptr<ThreadLimit> given = arguments.check.question.threads.limit();
  const std::unique_ptr<ThreadLimit> limit = given ? nullptr : std::make_unique<ThreadLimit>(1);
  const BatchQuestion question(arguments);
  serve(question, *standard_port());
  return exit_done;
}

int run_batch(const BatchArguments& arguments) {
  if (arguments.serve) return run_server(arguments);
  if (arguments.status || !arguments.merge.empty()) return status(arguments);
  if (arguments.cut) return cut(arguments);
  if (arguments.chunk) return run_one(arguments);
  return MpiRanks::are_here() ? run_ranks(arguments) : run_processes(arguments);
}

}  // namespace

void add_batch(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<BatchArguments>();
  CLI::App* verb = app.add_subcommand(
      "batch",
      "Check very many edges in chunks, by processes, MPI ranks or jobs of a cluster; what is done is never done "
      "again: exit code 0 when all of it is done.");
  arguments->add_to(*verb);
  verb->footer(
      "tocca batch arm.urdf room.json edges.csv --results night\n"
      "tocca batch --results night --status\n"
      "tocca batch --results night --merge verdicts.json\n"
      "mpirun -n 64 tocca batch arm.urdf room.json edges.csv --results night\n"
      "tocca batch arm.urdf room.json edges.csv --results night --cut\n"
      "tocca batch arm.urdf room.json edges.csv --results night --chunk 12");
  verb->callback([arguments, verb, &action] {
    action = [arguments, verb] {
      arguments->settle(*verb);
      return run_batch(*arguments);
    };
  });
}

}  // namespace tocca::cli
