// tocca linear: the first contact of vertices and faces, or of edges, whose vertices move on straight lines.
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <optional>

#include "core/stopwatch.hpp"
#include "io/linear_queries.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "result_places.hpp"
#include "result_stream.hpp"
#include "table.hpp"
#include "threads_option.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/deformable/linear_query.hpp"
#include "tocca/io/result_writers.hpp"
#include "verbs.hpp"

namespace tocca::cli {
namespace {

struct LinearArguments {
  std::string file, kind, json;
  double separation_m = 0.0;
  ThreadsOption threads;

  LinearKind linear_kind() const {
    if (kind == "vf") return LinearKind::vertex_face;
    if (kind == "ee") return LinearKind::edge_edge;
    throw InputError("--kind", "", fmt::format("unknown kind '{}'", printable(kind, 40)),
                     "choose vf (vertex and face) or ee (two edges)");
  }
  void check() const {
    if (!(separation_m >= 0.0 && std::isfinite(separation_m))) {
      throw InputError("--separation", "", fmt::format("must be finite and at least 0 (got {})", separation_m),
                       "give metres");
    }
    threads.check();
  }
};

/// Takes answers in order: counts them, writes all, prints the first contacts.
class LinearWriter {
 public:
  explicit LinearWriter(const std::string& json) {
    if (json.empty()) return;
    stream_.emplace(json, "--json");
    result_.emplace(stream_->out());
  }

  void add(const LinearAnswer& answer, const std::optional<bool>& truth) {
    const bool contact = answer.outcome == Outcome::contact;
    if (result_) result_->row(answer);
    if (contact && contacts_ < shown_at_most) {
      table_.add(
          {std::to_string(count_), fmt::format("{:.9f}", answer.time.lo), fmt::format("{:.9f}", answer.time.hi)});
    }
    contacts_ += contact;
    judged_ += truth.has_value();
    truth_.false_negatives += truth == true && !contact;
    truth_.false_positives += truth == false && contact;
    ++count_;
  }

  void finish(double micros) {
    micros_per_query_ = count_ == 0 ? 0.0 : micros / static_cast<double>(count_);
    if (!stream_) return;
    result_->finish(micros_per_query_, judged_ == 0 ? std::nullopt : std::optional(truth_));
    stream_->close();
  }

  std::size_t count() const { return count_; }
  std::size_t contacts() const { return contacts_; }

  std::string text() const {
    std::string text = table_.empty() ? "" : table_.text();
    if (contacts_ > shown_at_most) {
      text += fmt::format("  and {} more; --json has them all\n", grouped(contacts_ - shown_at_most));
    }
    text += fmt::format("{}: {} free, {} in contact; {:.3g} us per query\n", counted(count_, "query", "queries"),
                        grouped(count_ - contacts_), grouped(contacts_), micros_per_query_);
    if (judged_ > 0) {
      text += fmt::format("compared with the truth in the file: {} missed, {}\n", grouped(truth_.false_negatives),
                          counted(truth_.false_positives, "false alarm"));
    }
    return text;
  }

 private:
  static constexpr std::size_t shown_at_most = 20;
  std::optional<ResultStream> stream_;
  std::optional<LinearResultWriter> result_;  ///< onto the stream
  Table table_{{{"query", true}, {"free until", true}, {"contact by", true}}};
  std::size_t count_ = 0, contacts_ = 0, judged_ = 0;
  LinearResultWriter::Truth truth_;
  double micros_per_query_ = 0.0;
};

int run_linear(const LinearArguments& arguments) {
  arguments.check();
  LinearBatch batch(arguments.linear_kind());
  LinearReader reader(arguments.file);
  require_apart({{"--json", "JSON", arguments.json}});
  const std::unique_ptr<ThreadLimit> limit = arguments.threads.limit();
  LinearWriter report(arguments.json);
  Progress progress("queries", std::nullopt);
  constexpr std::size_t most = 1 << 16;
  std::vector<LinearRow> rows(1);
  std::vector<LinearAnswer> answers;
  std::vector<double> roundings_m;
  double micros = 0.0, rounding_m = 0.0;
  std::size_t rounded = 0;
  for (bool more = true; more;) {
    batch.clear();
    rows.clear();
    roundings_m.clear();
    LinearRow row;
    while (rows.size() < most && (more = reader.next(row))) {
      rows.push_back(row);
      batch.add(row.vertices);
      roundings_m.push_back(row.rounding_m);
      rounding_m = std::max(rounding_m, row.rounding_m);
      rounded += row.rounding_m > 0.0;
    }
    answers.resize(rows.size());
    const Stopwatch watch;
    linear_contacts(batch, arguments.separation_m, roundings_m, answers);
    micros += watch.micros();
    for (std::size_t k = 0; k < rows.size(); ++k) report.add(answers[k], rows[k].truth);
    progress.show(static_cast<std::int64_t>(report.count()));
  }
  if (report.count() == 0) throw InputError(arguments.file, "", "contains no query", "give eight rows per query");
  report.finish(micros);
  if (rounded > 0) {
    show({fmt::format(
        "{}: {} with coordinates that are not exact as doubles: these were rounded by at most {:.3g} m, and the "
        "separation was widened by what that may change",
        printable(arguments.file), counted(rounded, "query", "queries"), rounding_m)});
  }
  if (arguments.json != "-") print(report.text());
  return report.contacts() > 0 ? exit_contact : exit_done;
}

}  // namespace

void add_linear(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<LinearArguments>();
  CLI::App* verb = app.add_subcommand(
      "linear",
      "Find the first contact of features whose vertices move on straight lines, exactly, for a file of queries.");
  verb->add_option("FILE", arguments->file,
                   "CSV, eight rows per query (four vertices at the start, then at the end): "
                   "x_num,x_den,y_num,y_den,z_num,z_den[,truth]; - reads standard input")
      ->required()
      ->type_name("FILE");
  verb->add_option("--kind", arguments->kind, "Vertex and face (v, f0, f1, f2) or two edges (a0, a1, b0, b1)")
      ->required()
      ->type_name("vf|ee");
  verb->add_option("--separation", arguments->separation_m,
                   "Report contact at this distance or less, in metres (default: 0, touching)")
      ->type_name("METRES");
  arguments->threads.add_to(*verb);
  verb->add_option("--json", arguments->json, "Write every answer as JSON to a file, or to standard output with -")
      ->type_name("FILE|-");
  verb->footer("tocca linear queries.csv --kind vf\ntocca linear queries.csv --kind ee --separation 1e-3 --json -");
  verb->callback([arguments, &action] { action = [arguments] { return run_linear(*arguments); }; });
}

}  // namespace tocca::cli
