#include "batch/merge.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>

#include "batch/running_mark.hpp"
#include "io/output.hpp"
#include "tocca/io/result_writers.hpp"

namespace tocca {
namespace {

namespace fs = std::filesystem;

/// As long as `tocca check` holds segments back so that the verdict comes first.
constexpr std::uint64_t verdict_first_up_to = 4096;

void read_again(const fs::path& folder, const Chunk& chunk, const std::function<void(std::string_view)>& segment) {
  ChunkTotals ignored;
  if (read_chunk(folder, chunk, ignored, segment) == ChunkState::done) return;
  throw InputError(chunk_path(folder, chunk.name).string(), "", "was damaged or removed while it was merged",
                   "run the batch again, then merge");
}

void merge_path(const fs::path& folder, const BatchManifest& manifest, std::size_t path, const ChunkTotals& totals,
                std::ostream& out) {
  const ResultWriter::Headline headline{totals.outcome(), totals.proven && totals.pairs > 0};
  const bool verdict_first = totals.segments() <= verdict_first_up_to;
  ResultWriter writer(out, verdict_first ? std::optional(headline) : std::nullopt, false);
  for (const Chunk& chunk : manifest.chunks) {
    if (chunk.path != path) continue;
    read_again(folder, chunk, [&](std::string_view text) { writer.segment_text(text); });
  }
  writer.finish(headline, {totals.segments(), totals.pairs, totals.work, std::nullopt, {}});
}

std::string quoted(const std::string& field) {
  if (field.find_first_of(",\"\n\r") == std::string::npos) return field;
  std::string text = "\"";
  for (const char letter : field) text.append(letter == '"' ? 2 : 1, letter);
  return text + '"';
}

/// One segment as a row of CSV.
void append_row(std::string& text, std::string_view segment) {
  const auto json = nlohmann::json::parse(segment);
  text += fmt::format("{},{},", json.at("index").get<std::int64_t>(), json.at("verdict").get<std::string>());
  const auto& time = json.at("time");
  if (!time.is_null()) append_number(text, time.at(0));
  text += ',';
  if (!time.is_null()) append_number(text, time.at(1));
  text += ',';
  append_number(text, json.at("free_until"));
  const auto& pairs = json.at("pairs");
  text += pairs.empty() ? std::string(",,") : fmt::format(",{},{}", quoted(pairs[0][0]), quoted(pairs[0][1]));
  text += '\n';
}

}  // namespace

BatchStatus status_of(const fs::path& folder, const BatchManifest& manifest) {
  BatchStatus status;
  status.of_paths.resize(manifest.paths.size());
  for (std::size_t k = 0; k < manifest.chunks.size(); ++k) {
    const Chunk& chunk = manifest.chunks[k];
    const auto note = [&](std::size_t& count, const std::string& what) {
      ++count;
      status.notes.push_back(fmt::format("chunk {}: {}", k, what));
    };
    ChunkTotals totals;
    const ChunkState state = read_chunk(folder, chunk, totals, [](std::string_view) {});
    if (state == ChunkState::done) {
      ++status.done;
      status.totals += totals;
      status.of_paths[chunk.path] += totals;
    } else if (const auto who = RunningMark::other(folder, chunk.name)) {
      note(status.running, "running (" + *who + ")");
    } else if (state == ChunkState::damaged) {
      note(status.damaged, "damaged; the next run does it again");
    } else if (const auto why = failure_of(folder, chunk.name)) {
      note(status.failed, "failed: " + *why);
    } else {
      ++status.missing;
    }
  }
  return status;
}

void require_done(const fs::path& folder, const BatchManifest& manifest, const BatchStatus& status) {
  if (!manifest.complete) {
    throw InputError(folder.string(), "", "the batch was interrupted before all of it was cut into chunks",
                     "run it again, then merge");
  }
  if (status.done == manifest.chunks.size()) return;
  std::string why;
  const auto add = [&](std::size_t count, const char* what) {
    if (count > 0) why += fmt::format("{}{} {}", why.empty() ? "" : ", ", count, what);
  };
  add(status.missing, "missing");
  add(status.running, "running");
  add(status.failed, "failed");
  add(status.damaged, "damaged");
  throw InputError(folder.string(), "", fmt::format("of {} chunks {}", manifest.chunks.size(), why),
                   "run the batch again, then merge");
}

void merge_json(const fs::path& folder, const BatchManifest& manifest, const BatchStatus& status, std::ostream& out) {
  if (manifest.paths.size() == 1) return merge_path(folder, manifest, 0, status.of_paths[0], out);
  out << "{\"paths\":[";
  for (std::size_t path = 0; path < manifest.paths.size(); ++path) {
    std::string name;
    append_json_string(name, manifest.paths[path]);
    out << (path == 0 ? "\n" : ",\n") << "{\"path\":" << name << ",\"result\":";
    merge_path(folder, manifest, path, status.of_paths[path], out);
    out << '}';
  }
  out << "\n]}\n";
}

void merge_csv(const fs::path& folder, const BatchManifest& manifest, std::ostream& out) {
  const bool several = manifest.paths.size() > 1;
  out << (several ? "path," : "") << "index,verdict,contact_from,contact_until,free_until,a,b\n";
  std::string text;
  for (const Chunk& chunk : manifest.chunks) {
    const std::string path = several ? quoted(manifest.paths[chunk.path]) + "," : std::string();
    read_again(folder, chunk, [&](std::string_view segment) {
      text += path;
      append_row(text, segment);
      if (text.size() < (1u << 16)) return;
      out << text;
      text.clear();
    });
  }
  out << text;
}

}  // namespace tocca
