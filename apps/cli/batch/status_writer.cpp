#include "batch/status_writer.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "io/text.hpp"
#include "table.hpp"

namespace tocca::cli {
namespace {

namespace fs = std::filesystem;

std::string verdicts_text(const ChunkTotals& totals) {
  return fmt::format("{} ({} free, {} contact, {} undecided)", counted(totals.segments(), "segment"),
                     grouped(totals.free), grouped(totals.contact), grouped(totals.undecided));
}

/// Results never go over what they are the results of.
void require_no_batch_input(const std::string& target, const BatchManifest& manifest) {
  const auto require_other = [&](const std::string& file) {
    std::error_code ignored;
    if (!fs::equivalent(target, file, ignored)) return;
    throw InputError(target, "--merge", "is a file that the batch was cut from", "give another name");
  };
  for (const std::string& path : manifest.paths) require_other(path);
  for (const BatchInput& input : manifest.inputs) require_other(input.file);
}

std::string chunks_text(std::size_t count) { return counted(count, "chunk"); }

}  // namespace

std::string cut_text(const BatchManifest& manifest) {
  if (manifest.chunks.empty()) return "0 chunks: there is no segment\n";
  return fmt::format("{} (0 to {}) of up to {} each, {} together\n", chunks_text(manifest.chunks.size()),
                     manifest.chunks.size() - 1, counted(static_cast<std::size_t>(manifest.chunk_size), "segment"),
                     grouped(static_cast<std::size_t>(manifest.segments())));
}

std::string status_text(const BatchManifest& manifest, const BatchStatus& status) {
  constexpr std::size_t most_notes = 20;
  std::string text = fmt::format("{}: {} done, {} running, {} failed, {} damaged, {} missing\n",
                                 chunks_text(manifest.chunks.size()), grouped(status.done), grouped(status.running),
                                 grouped(status.failed), grouped(status.damaged), grouped(status.missing));
  if (!manifest.complete) text += "not all of the paths has been cut yet: there may be more\n";
  for (std::size_t k = 0; k < std::min(status.notes.size(), most_notes); ++k) text += "  " + status.notes[k] + "\n";
  if (status.notes.size() > most_notes)
    text += fmt::format("  and {} more\n", grouped(status.notes.size() - most_notes));
  return text + "checked: " + verdicts_text(status.totals) + "\n";
}

std::string run_text(const std::string& folder, const HandedOut& result) {
  std::string text = fmt::format("{}: {} done now, {} were there\n", chunks_text(result.manifest.chunks.size()),
                                 grouped(result.done), grouped(result.kept));
  if (result.deaths > 0) text += fmt::format("{} died; others did their chunks\n", counted(result.deaths, "worker"));
  text += "checked: " + verdicts_text(result.totals) + "\n";
  return text + fmt::format("join the results with: tocca batch --results {} --merge OUT.json\n", folder);
}

std::string merged_text(const std::string& target, const BatchStatus& status) {
  return fmt::format("written: {}, {}\n", target, verdicts_text(status.totals));
}

std::string status_json(const BatchManifest& manifest, const BatchStatus& status) {
  const nlohmann::ordered_json json{{"chunks", manifest.chunks.size()}, {"chunk_size", manifest.chunk_size},
                                    {"complete", manifest.complete},    {"done", status.done},
                                    {"running", status.running},        {"failed", status.failed},
                                    {"damaged", status.damaged},        {"missing", status.missing},
                                    {"segments", manifest.segments()},  {"free", status.totals.free},
                                    {"contact", status.totals.contact}, {"undecided", status.totals.undecided},
                                    {"question", manifest.question}};
  return json.dump() + "\n";
}

void merge_to(const std::string& target, const std::string& folder, const BatchManifest& manifest,
              const BatchStatus& status) {
  const std::string ending = lower_case(fs::path(target).extension().string());
  if (ending != ".json" && ending != ".csv")
    throw InputError(target, "--merge", "is neither JSON nor CSV by its ending", "name it OUT.json or OUT.csv");
  require_no_batch_input(target, manifest);
  const std::string unfinished = fmt::format("{}.{}.unfinished", target, ::getpid());
  try {
    std::ofstream stream(unfinished, std::ios::binary | std::ios::trunc);
    if (stream && ending == ".json") merge_json(folder, manifest, status, stream);
    if (stream && ending == ".csv") merge_csv(folder, manifest, stream);
    stream.close();
    std::error_code error;
    if (stream) fs::rename(unfinished, target, error);
    if (!stream || error)
      throw InputError(target, "--merge", "cannot be written", "give a file in a folder with room that may be written");
  } catch (const InputError&) {
    std::error_code ignored;
    fs::remove(unfinished, ignored);
    throw;
  }
}

}  // namespace tocca::cli
