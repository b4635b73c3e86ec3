#include "batch/chunk_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "batch/host.hpp"
#include "io/text.hpp"
#include "tocca/core/require.hpp"
#include "tocca/io/result_writers.hpp"

namespace tocca {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::size_t chunk_block = 1u << 18;
constexpr std::string_view unfinished_ending = ".unfinished", checksum_word = "sha256 ";

std::string header_of(const Chunk& chunk) {
  return fmt::format("{{\"tocca_chunk\":1,\"name\":\"{}\",\"first\":{},\"segments\":{}}}\n", chunk.name, chunk.first,
                     chunk.segments);
}

}  // namespace

ChunkTotals& ChunkTotals::operator+=(const ChunkTotals& other) {
  free += other.free;
  contact += other.contact;
  undecided += other.undecided;
  proven = proven && other.proven;
  pairs = other.pairs;  // the same in all chunks of a question
  work += other.work;
  return *this;
}

Outcome ChunkTotals::outcome() const {
  if (contact > 0) return Outcome::contact;
  return undecided > 0 ? Outcome::undecided : Outcome::free;
}

std::string to_json(const ChunkTotals& totals) {
  const Statistics& work = totals.work;
  return fmt::format(
      "{{\"free\":{},\"contact\":{},\"undecided\":{},\"proven\":{},\"pairs\":{},\"volumes\":{},\"triangle_pairs\":{},"
      "\"solver_calls\":{},\"windows\":{},\"static_tests\":{}}}",
      totals.free, totals.contact, totals.undecided, totals.proven, totals.pairs, work.volumes, work.triangle_pairs,
      work.solver_calls, work.windows, work.static_tests);
}

std::optional<ChunkTotals> parse_totals(std::string_view line) {
  const Json json = Json::parse(line, nullptr, false);
  ChunkTotals totals;
  try {
    totals.free = json.at("free");
    totals.contact = json.at("contact");
    totals.undecided = json.at("undecided");
    totals.proven = json.at("proven");
    totals.pairs = json.at("pairs");
    totals.work.volumes = json.at("volumes");
    totals.work.triangle_pairs = json.at("triangle_pairs");
    totals.work.solver_calls = json.at("solver_calls");
    totals.work.windows = json.at("windows");
    totals.work.static_tests = json.at("static_tests");
  } catch (const Json::exception&) {
    return std::nullopt;
  }
  return totals;
}

fs::path chunk_path(const fs::path& folder, const std::string& name) { return folder / (name + ".chunk"); }

ChunkWriter::ChunkWriter(fs::path folder, const Chunk& chunk, std::uint64_t pairs)
    : folder_(std::move(folder)),
      unfinished_(folder_ / fmt::format("{}.{}.{}{}", chunk.name, host_name(), ::getpid(), unfinished_ending)),
      file_(chunk_path(folder_, chunk.name)),
      left_(chunk.segments),
      text_(header_of(chunk)) {
  totals_.pairs = pairs;
  handle_ = ::open(unfinished_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (handle_ < 0) fail();
}

ChunkWriter::~ChunkWriter() {
  if (handle_ < 0) return;
  ::close(handle_);
  ::unlink(unfinished_.c_str());
}

void ChunkWriter::fail() const {
  throw InputError(file_.string(), "", fmt::format("cannot be written ({})", std::strerror(errno)),
                   "make room, or give another folder with --results; what is done stays done");
}

void ChunkWriter::add(const SegmentVerdict& verdict) {
  TOCCA_REQUIRE(left_ > 0, "a chunk has as many verdicts as segments");
  --left_;
  ++(verdict.outcome == Outcome::free      ? totals_.free
     : verdict.outcome == Outcome::contact ? totals_.contact
                                           : totals_.undecided);
  totals_.proven = totals_.proven && verdict.proven;
  totals_.work += verdict.statistics;
  totals_.work.stage_ns = {};
  text_ += segment_json(verdict, false);
  text_ += '\n';
  if (text_.size() >= chunk_block) write_out();
}

void ChunkWriter::write_out() {
  sum_.add(text_.data(), text_.size());
  for (std::size_t done = 0; done < text_.size();) {
    const ssize_t count = ::write(handle_, text_.data() + done, text_.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail();
    done += static_cast<std::size_t>(count);
  }
  text_.clear();
}

ChunkTotals ChunkWriter::finish() {
  TOCCA_REQUIRE(left_ == 0, "a chunk has as many verdicts as segments");
  text_ += to_json(totals_) + "\n";
  write_out();
  text_ = fmt::format("{}{}\n", checksum_word, audit::text_of(sum_.digest()));
  sum_ = audit::Sha256();
  write_out();
  if (::fsync(handle_) != 0) fail();
  if (::rename(unfinished_.c_str(), file_.c_str()) != 0) fail();
  ::close(std::exchange(handle_, -1));
  // The folder's entry, too; file systems that cannot do that have done it already.
  if (const int folder = ::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); folder >= 0) {
    ::fsync(folder);
    ::close(folder);
  }
  return totals_;
}

ChunkState read_chunk(const fs::path& folder, const Chunk& chunk, ChunkTotals& totals,
                      const std::function<void(std::string_view)>& segment) {
  std::ifstream stream(chunk_path(folder, chunk.name), std::ios::binary);
  if (!stream) return ChunkState::missing;
  audit::Sha256 sum;
  std::string line;
  const auto next = [&] {  // only whole lines
    if (!std::getline(stream, line) || stream.eof()) return false;
    line += '\n';
    return true;
  };
  const auto add = [&] { sum.add(line.data(), line.size()); };
  if (!next() || line != header_of(chunk)) return ChunkState::damaged;
  add();
  for (std::int64_t k = 0; k < chunk.segments; ++k) {
    if (!next()) return ChunkState::damaged;
    add();
    segment(std::string_view(line).substr(0, line.size() - 1));
  }
  if (!next()) return ChunkState::damaged;
  add();
  const std::optional<ChunkTotals> found = parse_totals(line);
  if (!found || found->segments() != static_cast<std::uint64_t>(chunk.segments)) return ChunkState::damaged;
  if (!next() || line != fmt::format("{}{}\n", checksum_word, audit::text_of(sum.digest()))) return ChunkState::damaged;
  if (stream.peek() != std::char_traits<char>::eof()) return ChunkState::damaged;
  totals = *found;
  return ChunkState::done;
}

void remove_leftovers(const fs::path& folder) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with(unfinished_ending)) continue;
    // NAME.HOST.PID.unfinished; host names may have points.
    const std::string stem = name.substr(0, name.size() - unfinished_ending.size());
    const std::size_t host = stem.find('.'), process = stem.rfind('.');
    if (host == std::string::npos || process <= host) continue;
    if (stem.substr(host + 1, process - host - 1) != host_name()) continue;
    const std::optional<double> id = parse_number(std::string_view(stem).substr(process + 1));
    if (id && !is_running(static_cast<pid_t>(*id))) fs::remove(entry.path(), error);
  }
}

}  // namespace tocca
