// tocca bench: runs the benchmark programs and compares what they measure with papers, peers and goals.
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "bench/bench_machine.hpp"
#include "bench/bench_page.hpp"
#include "bench/bench_programs.hpp"
#include "bench/bench_reference.hpp"
#include "bench/bench_tables.hpp"
#include "bench/benchmark_names.hpp"
#include "core/stopwatch.hpp"
#include "interrupt.hpp"
#include "io/nearest_name.hpp"
#include "output.hpp"
#include "pages/report_file.hpp"
#include "result_places.hpp"
#include "result_stream.hpp"
#include "table.hpp"
#include "verbs.hpp"

namespace tocca::cli {
namespace {

struct BenchArguments {
  std::vector<std::string> names;
  std::string json, report, programs;
  bool list = false, quick = false;

  /// Standard output belongs to a file that was asked for there.
  bool silent() const { return json == "-" || report == "-"; }
};

/// One line on a terminal's stderr: which program of how many, for how long, and what it is at.
class BenchProgress {
 public:
  BenchProgress(std::string name, std::size_t number, std::size_t total)
      : head_(fmt::format("[{} of {}] {}", number, total, name)), terminal_(isatty(STDERR_FILENO) == 1) {}
  ~BenchProgress() {
    if (terminal_) fmt::print(stderr, "\r\033[K");
  }
  BenchProgress(const BenchProgress&) = delete;
  BenchProgress& operator=(const BenchProgress&) = delete;

  void show(const std::string& at) const {
    if (!terminal_) return;
    winsize size{};
    const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20;
    const std::size_t width = known ? size.ws_col - std::size_t{5} : 75;
    fmt::print(stderr, "\r\033[K{}", printable(fmt::format("{}, {:.0f} s: {}", head_, watch_.seconds(), at), width));
    std::fflush(stderr);
  }

 private:
  std::string head_;
  bool terminal_;
  Stopwatch watch_;
};

void list_programs(const BenchReference& reference) {
  Table table({{"name"}, {"what"}});
  for (const auto& [name, what] : reference.programs()) table.add({name, what});
  Table of_papers({{"table of a paper"}, {"what"}});
  for (const BenchReference::PaperTable& paper : reference.paper_tables()) of_papers.add({paper.name, paper.what});
  print(table.text() + "\n" + of_papers.text());
}

BenchJson all_as_json(const BenchReference& reference, const Machine& machine, bool quick, const std::string& date,
                      const std::vector<BenchRun>& runs) {
  BenchJson json{{"format", "tocca-bench"}, {"version", 1},
                 {"tocca", TOCCA_VERSION},  {"date", date},
                 {"quick", quick},          {"machine", as_json(machine)}};
  json["papers"] = reference.papers();
  json["programs"] = BenchJson::array();
  for (const BenchRun& run : runs) json["programs"].push_back(as_json(run));
  return json;
}

/// The tables as soon as they are there, and what went wrong.
void tell(const BenchRun& run, const BenchJson& known_build, bool silent) {
  if (!silent) {
    if (!run.build.is_null() && run.build != known_build)
      print(fmt::format("{}\n", printable(line_about_build(run.build), 300)));
    print("\n" + tables_text(run));
    if (!run.differs.empty()) print(fmt::format("{}: not as in the paper: {}\n", run.asked, run.differs));
    if (run.end == BenchEnd::left_out)
      print(fmt::format("{}: left out: {}\n", run.program, printable(run.message, 300)));
    flush_output();
  }
  if (run.end == BenchEnd::failed) show_error(fmt::format("{}: {}", run.program, run.message));
}

std::string summary(const std::vector<BenchRun>& runs, double seconds) {
  std::size_t met = 0, missed = 0;
  for (const BenchRun& run : runs) {
    for (const BenchTable& table : run.tables) {
      for (const BenchRow& row : table.rows) {
        for (const BenchGoal& goal : row.goals) {
          met += goal.met.value_or(false);
          missed += !goal.met.value_or(true);
        }
      }
    }
  }
  const std::string goals = met + missed > 0 ? fmt::format("; {} of {} goals met", met, met + missed) : "";
  return fmt::format("\n{} in {:.0f} s{}\n", counted(runs.size(), "benchmark"), seconds, goals);
}

/// The named benchmarks, or all. One that is named but absent is reported like one that fails.
std::vector<std::string> chosen_names(const BenchArguments& arguments, const std::vector<std::string>& present) {
  if (arguments.names.empty()) return present;
  std::vector<std::string> chosen;
  for (const std::string& name : arguments.names) {
    if (std::find(chosen.begin(), chosen.end(), name) == chosen.end()) chosen.push_back(name);
  }
  return chosen;
}

/// One benchmark by its name, or the program behind a table of a paper and only those of its tables.
BenchRun run_named(const BenchReference& reference, const std::filesystem::path& folder, const std::string& name,
                   bool quick, const BenchTick& tick) {
  const BenchReference::PaperTable* paper = reference.find_table(name);
  if (!paper) return run_bench(folder, name, {}, quick, tick);
  BenchRun run = run_bench(folder, paper->program, paper->arguments, quick, tick);
  run.asked = name;
  run.what = paper->what;
  run.differs = paper->differs;
  const auto wanted = [&](const BenchTable& table) {
    return paper->tables.empty() ||
           std::any_of(paper->tables.begin(), paper->tables.end(),
                       [&](const std::string& title) { return table.title.starts_with(title); });
  };
  std::erase_if(run.tables, [&](const BenchTable& table) { return !wanted(table); });
  return run;
}

/// A name that is known but whose program is not there, or a name that is not known.
BenchRun absent(const std::string& name, const std::string& program) {
  BenchRun run;
  run.program = name;
  run.end = BenchEnd::failed;
  const std::vector<std::string> known = benchmark_names();
  const std::vector<std::string_view> names(known.begin(), known.end());
  const std::string_view nearest = nearest_name(name, names);
  if (std::find(known.begin(), known.end(), name) != known.end()) {
    run.message =
        fmt::format("its program, bench_{}, was not built; run ./dev bench {} in tocca's source folder", program, name);
  } else if (nearest.empty()) {
    run.message = "no benchmark program has this name; tocca bench --list lists them";
  } else {
    run.message = fmt::format("no benchmark program has this name; did you mean '{}'?", nearest);
  }
  return run;
}

int bench_exit_code(const std::vector<BenchRun>& runs) {
  const auto any = [&](BenchEnd end) {
    return std::any_of(runs.begin(), runs.end(), [&](const BenchRun& run) { return run.end == end; });
  };
  return any(BenchEnd::failed) ? exit_bad_input : any(BenchEnd::interrupted) ? exit_undecided : exit_done;
}

void require_compatible(const BenchArguments& arguments) {
  require_apart({{"--json", "JSON", arguments.json}, {"--report", "the page", arguments.report}});
  const bool measures =
      arguments.quick || !arguments.names.empty() || !arguments.json.empty() || !arguments.report.empty();
  if (arguments.list && measures) {
    throw InputError("--list", "", "runs nothing and cannot be combined with other arguments", "leave the others out");
  }
}

int run_bench_verb(const BenchArguments& arguments) {
  require_compatible(arguments);
  const BenchReference reference;
  if (arguments.list) {
    list_programs(reference);
    return exit_done;
  }
  const std::filesystem::path folder = bench_folder(arguments.programs);
  const std::vector<std::string> present = bench_names(folder, benchmark_names()),
                                 names = chosen_names(arguments, present);
  std::optional<ResultStream> json, report;
  if (!arguments.json.empty()) json.emplace(arguments.json, "--json");
  if (!arguments.report.empty()) report.emplace(arguments.report, "--report");

  const Machine machine = this_machine();
  const std::string date = utc_now();
  if (!arguments.silent()) {
    print(line_about(machine) + "\n");
    if (machine.busy()) print("The machine is busy: times are upper bounds; compare the ratios.\n");
    if (arguments.quick) print("--quick: a smoke test with few repetitions; its figures are rough.\n");
  }
  const Stopwatch watch;
  std::vector<BenchRun> runs;
  BenchJson build;
  {
    const Interrupt interrupt;
    for (std::size_t k = 0; k < names.size() && !Interrupt::asked(); ++k) {
      const BenchReference::PaperTable* paper = reference.find_table(names[k]);
      const std::string& program = paper ? paper->program : names[k];
      if (std::find(present.begin(), present.end(), program) == present.end()) {
        runs.push_back(absent(names[k], program));
      } else {
        const BenchProgress progress(names[k], k + 1, names.size());
        runs.push_back(
            run_named(reference, folder, names[k], arguments.quick, [&](const std::string& at) { progress.show(at); }));
      }
      reference.compare(runs.back());
      tell(runs.back(), build, arguments.silent());
      if (!runs.back().build.is_null()) build = runs.back().build;
    }
  }
  if (!arguments.silent()) print(summary(runs, watch.seconds()));
  const BenchJson all = all_as_json(reference, machine, arguments.quick, date, runs);
  if (json) json->out() << all.dump(1, ' ', false, BenchJson::error_handler_t::replace) << "\n", json->close();
  if (report) {
    report->out() << bench_page(all);
    report->close();
    if (arguments.report != "-") tell_page(arguments.report);
  }
  return bench_exit_code(runs);
}

}  // namespace

void add_bench(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<BenchArguments>();
  CLI::App* verb = app.add_subcommand(
      "bench", "Run the benchmarks and compare their results with papers, other libraries and goals.");
  verb->add_option(
          "NAME", arguments->names,
          "Which benchmarks, or tables of papers (redon-table-1); without it, run all benchmarks that were built")
      ->type_name("BENCHMARK");
  verb->add_flag("--list", arguments->list, "List the names, each with a description");
  verb->add_flag("--quick", arguments->quick,
                 "Run a smoke test of a minute or two in all: few repetitions, rough figures");
  verb->add_option("--json", arguments->json, "Write all measurements as JSON (- for standard output)")
      ->type_name("FILE");
  verb->add_option("--report", arguments->report, "Write an HTML page with plots (- for standard output)")
      ->type_name("FILE.html");
  verb->add_option("--programs", arguments->programs, "Folder of the benchmark programs (default: next to tocca)")
      ->type_name("DIR");
  verb->footer(
      "tocca bench --list\ntocca bench redon-table-1\ntocca bench --quick --report bench.html\ntocca bench "
      "first_contact polytopes --json "
      "bench.json");
  verb->callback([arguments, &action] { action = [arguments] { return run_bench_verb(*arguments); }; });
}

}  // namespace tocca::cli
