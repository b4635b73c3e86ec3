#include "batch/hand_out.hpp"

#include <fmt/format.h>

#include <deque>

#include "batch/running_mark.hpp"
#include "interrupt.hpp"
#include "progress.hpp"

namespace tocca::cli {
namespace {

constexpr int most_deaths = 3;    // of workers with one chunk, or of one worker before it is ready
constexpr std::size_t ahead = 4;  // chunks that wait per worker before cutting pauses
constexpr int patience_ms = 200;
constexpr double seconds_until_asked_again = 1.0;

class HandOut {
 public:
  HandOut(const BatchQuestion& question, const std::filesystem::path& folder, std::int64_t chunk_size,
          ChunkWorkers& workers)
      : question_(question),
        folder_(folder),
        workers_(workers),
        cutter_(question.cutter(chunk_size)),
        seats_(static_cast<std::size_t>(workers.count())) {
    result_.manifest = question.manifest(chunk_size);
  }

  HandedOut run() {
    const Interrupt interrupt;
    write_manifest(folder_, result_.manifest);  // the size of chunks is settled, whatever happens now
    while (!is_finished() && !Interrupt::asked()) {
      if (!result_.manifest.complete && waiting_.size() < ahead * seats_.size()) cut();
      while (const auto message = workers_.receive(may_wait() ? patience_ms : 0)) take(*message);
      ask_again();
      hand_to_idle();
      show_progress();
    }
    result_.interrupted = Interrupt::asked();
    return std::move(result_);
  }

 private:
  struct Seat {
    bool ready = false;
    std::optional<std::size_t> chunk;  ///< that it works on
    int deaths = 0;                    ///< before it was ready
  };

  bool is_finished() const {
    if (!result_.manifest.complete || !waiting_.empty() || !busy_elsewhere_.empty()) return false;
    return std::none_of(seats_.begin(), seats_.end(), [](const Seat& seat) { return seat.chunk.has_value(); });
  }
  /// Is there nothing to do here but to listen?
  bool may_wait() const {
    const bool idle_seat =
        std::any_of(seats_.begin(), seats_.end(), [](const Seat& seat) { return seat.ready && !seat.chunk; });
    const bool can_cut = !result_.manifest.complete && waiting_.size() < ahead * seats_.size();
    return !is_finished() && !can_cut && (waiting_.empty() || !idle_seat);
  }

  void cut() {
    std::optional<Chunk> chunk = cutter_.next();
    if (!chunk) {
      result_.manifest.complete = true;
      write_manifest(folder_, result_.manifest);
      progress_.emplace("segments", result_.manifest.segments());
      return;
    }
    ChunkTotals totals;
    if (read_chunk(folder_, *chunk, totals, [](std::string_view) {}) == ChunkState::done) {
      count_kept(chunk->segments, totals);
    } else {
      waiting_.push_back(result_.manifest.chunks.size());
    }
    result_.manifest.chunks.push_back(std::move(*chunk));
    deaths_.push_back(0);
  }

  void hand_to_idle() {
    for (std::size_t k = 0; k < seats_.size() && !waiting_.empty(); ++k) {
      Seat& seat = seats_[k];
      if (!seat.ready || seat.chunk) continue;
      seat.chunk = waiting_.front();
      waiting_.pop_front();
      workers_.send(static_cast<int>(k), line_of(*seat.chunk, result_.manifest.chunks[*seat.chunk]));
    }
  }

  void take(const ChunkWorkers::Message& message) {
    Seat& seat = seats_[static_cast<std::size_t>(message.worker)];
    if (message.line.empty()) return take_death(seat);
    if (message.line.starts_with(ready_word)) {
      if (message.line.substr(ready_word.size()) != question_.name()) refuse_inputs();
      seat.ready = true;
      seat.deaths = 0;
      return;
    }
    const auto answer = answer_of(message.line);
    if (!answer || !seat.chunk || answer->number != *seat.chunk) refuse_words(message.line);
    seat.chunk.reset();
    const std::size_t number = answer->number;
    if (answer->word == "done") {
      const auto totals = parse_totals(answer->why);
      if (!totals) refuse_words(message.line);
      count_done(number, *totals);
    } else if (answer->word == "busy") {
      busy_elsewhere_.push_back(number);
    } else if (answer->word == "differs") {
      refuse_inputs();
    } else {
      throw InputError("", fmt::format("chunk {}", number), answer->why, "then run the same command again");
    }
  }

  void count_done(std::size_t number, const ChunkTotals& totals) {
    ++result_.done;
    result_.totals += totals;
    segments_done_ += result_.manifest.chunks[number].segments;
  }
  void count_kept(std::int64_t segments, const ChunkTotals& totals) {
    ++result_.kept;
    result_.totals += totals;
    segments_kept_ += segments;
  }

  [[noreturn]] static void refuse_words(const std::string& line) {
    throw InputError("", "a worker", "says what it was not asked: '" + printable(line) + "'",
                     "use the same version of tocca everywhere");
  }
  [[noreturn]] static void refuse_inputs() {
    throw InputError("", "a worker", "has other inputs than those that the work was cut from",
                     "give all machines the same files and the same version of tocca, and leave the files alone");
  }

  void take_death(Seat& seat) {
    ++result_.deaths;
    if (!seat.ready && ++seat.deaths >= most_deaths)
      throw InputError("", "a worker", "ends before it is ready, again and again",
                       "try the same command with --serve to see why");
    seat.ready = false;
    if (!seat.chunk) return;
    const std::size_t number = *seat.chunk;
    seat.chunk.reset();
    const Chunk& chunk = result_.manifest.chunks[number];
    ChunkTotals totals;
    if (read_chunk(folder_, chunk, totals, [](std::string_view) {}) == ChunkState::done) {  // its last words were lost
      count_done(number, totals);
    } else if (++deaths_[number] < most_deaths) {
      waiting_.push_front(number);
    } else {
      const std::string why = fmt::format("{} workers died with it", most_deaths);
      note_failure(folder_, chunk.name, why);
      result_.failures.push_back(fmt::format("chunk {}: {}", number, why));
    }
  }

  /// Chunks that others were at when they were asked for: done by now, or to be asked for again.
  void ask_again() {
    if (busy_elsewhere_.empty() || since_asked_.seconds() < seconds_until_asked_again) return;
    since_asked_ = {};
    for (const std::size_t number : std::exchange(busy_elsewhere_, {})) {
      const Chunk& chunk = result_.manifest.chunks[number];
      ChunkTotals totals;
      if (read_chunk(folder_, chunk, totals, [](std::string_view) {}) == ChunkState::done) {
        count_kept(chunk.segments, totals);
      } else if (RunningMark::other(folder_, chunk.name)) {
        busy_elsewhere_.push_back(number);
      } else {
        waiting_.push_back(number);
      }
    }
  }

  void show_progress() {
    if (progress_) progress_->show(segments_done_, segments_kept_);
  }

  const BatchQuestion& question_;
  std::filesystem::path folder_;
  ChunkWorkers& workers_;
  ChunkCutter cutter_;
  std::vector<Seat> seats_;
  HandedOut result_;
  std::vector<int> deaths_;                  // of workers, per chunk
  std::deque<std::size_t> waiting_;          // chunks by number
  std::vector<std::size_t> busy_elsewhere_;  // likewise
  std::int64_t segments_done_ = 0, segments_kept_ = 0;
  Stopwatch since_asked_;
  std::optional<Progress> progress_;
};

std::string answer_to(ChunkRunner& runner, const std::string& line, std::size_t paths) {
  const std::optional<NumberedChunk> asked = chunk_of(line);
  if (!asked || asked->chunk.path >= paths)
    throw InputError("standard input", "", "'" + printable(line) + "' is no chunk",
                     "write NUMBER PATH FIRST SEGMENTS ROW BYTE LINE NAME, as batch.json has them");
  try {
    switch (runner.run(asked->chunk)) {
      case ChunkRunner::Outcome::done:
        return fmt::format("{} done {}", asked->number, to_json(runner.totals()));
      case ChunkRunner::Outcome::busy:
        return fmt::format("{} busy", asked->number);
      case ChunkRunner::Outcome::differs:
        break;
    }
    return fmt::format("{} differs", asked->number);
  } catch (const InputError& error) {
    return fmt::format("{} failed {}", asked->number, error.what());
  }
}

}  // namespace

HandedOut hand_out(const BatchQuestion& question, const std::filesystem::path& folder, std::int64_t chunk_size,
                   ChunkWorkers& workers) {
  return HandOut(question, folder, chunk_size, workers).run();
}

void serve(const BatchQuestion& question, ChunkPort& port) {
  ChunkRunner runner = question.runner();
  port.answer(std::string(ready_word) + question.name());
  while (const auto line = port.next()) port.answer(answer_to(runner, *line, question.path_count()));
}

}  // namespace tocca::cli
