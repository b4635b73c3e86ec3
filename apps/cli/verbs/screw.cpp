// tocca screw: two polyhedra, one screw a row: the first contact of each, or the proof that there is none.
#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "check_arguments.hpp"
#include "check_writer.hpp"
#include "core/lending_pool.hpp"
#include "core/stopwatch.hpp"
#include "output.hpp"
#include "pages/screw_page.hpp"
#include "progress.hpp"
#include "result_places.hpp"
#include "screw_writer.hpp"
#include "threads_option.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/io/mesh.hpp"
#include "tocca/io/screw_rows.hpp"
#include "tocca/screw/screw_pair.hpp"
#include "verbs.hpp"

namespace tocca::cli {
namespace {

/// As `--motion` spells them.
const std::map<std::string, RowMotion> motion_names{{"relative", RowMotion::relative},
                                                    {"screw", RowMotion::screw},
                                                    {"in-between", RowMotion::in_between},
                                                    {"linear", RowMotion::linear}};

struct ScrewArguments {
  std::string a, b, motions, json, report;
  double tolerance_m = 1e-6;
  bool all = false;
  RowMotion motion = RowMotion::relative;
  ThreadsOption threads;
  Budget budget{equations_per_motion, "motion", "equations"};
  std::vector<std::string> without;

  ScrewSettings settings() const;
};

ScrewSettings ScrewArguments::settings() const {
  require_length(tolerance_m, "--tolerance", false);
  threads.check();
  ScrewSettings result;
  result.tolerance_m = tolerance_m;
  result.budget = budget.most();
  ScrewRejections& tests = result.rejections;
  for (const std::string& name : without) {
    bool* test = name == "objects"       ? &tests.objects
                 : name == "vertex-face" ? &tests.vertex_face
                 : name == "edge-edge"   ? &tests.edge_edge
                 : name == "trees"       ? &tests.trees
                                         : nullptr;
    if (!test) {
      throw InputError("--without", "", fmt::format("unknown test '{}'", printable(name)),
                       "choose objects, vertex-face, edge-edge or trees");
    }
    *test = false;
  }
  return result;
}

/// Answers rows on several threads: each is lent a pair, which holds scratch memory.
class ScrewWorkers {
 public:
  ScrewWorkers(MeshPointer a, MeshPointer b, const ScrewSettings& settings, bool all)
      : all_(all), pairs_([=] { return ScrewPair(a, b, settings); }) {
    pairs_.lend([](ScrewPair&) {});  // what cannot be asked about is known before the first row
  }

  ScrewVerdict answer(std::int64_t index, const ScrewRow& row) {
    return pairs_.lend([&](ScrewPair& pair) {
      ScrewVerdict verdict =
          row.motion == RowMotion::relative ? ask(pair, row.of_A_in_B()) : ask(pair, row.of_A(), row.of_B());
      verdict.index = index;
      for (ScrewContact& contact : verdict.answer.contacts) place_in_world(row, contact);
      return verdict;
    });
  }

 private:
  template <class... Motions>
  ScrewVerdict ask(ScrewPair& pair, const Motions&... motions) const {
    const Stopwatch watch;
    const ScrewAnswer& answer = all_ ? pair.all_contacts(motions...) : pair.first_contact(motions...);
    return {0, answer, watch.micros()};
  }

  /// Answers are in the frame of B, which moves.
  static void place_in_world(const ScrewRow& row, ScrewContact& contact) {
    const Pose X_WB = row.b_at(contact.time.hi);
    const Vector3 point = X_WB * Vector3(contact.point[0], contact.point[1], contact.point[2]);
    const Vector3 normal = X_WB.rotation * Vector3(contact.normal[0], contact.normal[1], contact.normal[2]);
    contact.point = {point.x(), point.y(), point.z()};
    contact.normal = {normal.x(), normal.y(), normal.z()};
  }

  bool all_;
  LendingPool<ScrewPair> pairs_;
};

/// Rows in batches: read, answered on all cores, reported in order.
void answer_all(ScrewRowReader& reader, ScrewWorkers& workers, ScrewWriter& report, ScrewPage* page) {
  constexpr std::size_t batch = 1024;
  Progress progress("motions", std::nullopt);
  std::vector<ScrewRow> rows;
  std::vector<ScrewVerdict> verdicts;
  ScrewRow row;
  std::int64_t done = 0;
  for (bool more = true; more;) {
    rows.clear();
    while (rows.size() < batch && (more = reader.next(row))) rows.push_back(row);
    verdicts.resize(rows.size());
    parallel_for(rows.size(),
                 [&](std::size_t k) { verdicts[k] = workers.answer(done + static_cast<std::int64_t>(k), rows[k]); });
    for (std::size_t k = 0; k < rows.size(); ++k) {
      report.add(verdicts[k]);
      if (page) page->add(rows[k], verdicts[k], report);
    }
    done += static_cast<std::int64_t>(rows.size());
    progress.show(done);
  }
}

int run_screw(const ScrewArguments& arguments) {
  const ScrewSettings settings = arguments.settings();
  Warnings warnings;
  const MeshPointer a = load_mesh(arguments.a, Vector3::Ones(), warnings);
  const MeshPointer b = load_mesh(arguments.b, Vector3::Ones(), warnings);
  const std::unique_ptr<ThreadLimit> limit = arguments.threads.limit();
  ScrewRowReader reader(arguments.motions, arguments.motion);
  require_apart({{"--json", "JSON", arguments.json}, {"--report", "the page", arguments.report}});
  ScrewWorkers workers(a, b, settings, arguments.all);
  const auto name = [](const std::string& file) { return std::filesystem::path(file).stem().string(); };
  ScrewWriter report(name(arguments.a), name(arguments.b), arguments.json, arguments.all);
  std::optional<ScrewPage> page;
  if (!arguments.report.empty()) {
    const ScrewPage::Question question{arguments.a, arguments.b, arguments.motions, arguments.report,
                                       settings.tolerance_m};
    page.emplace(question, a, b);
  }
  answer_all(reader, workers, report, page ? &*page : nullptr);
  show(warnings);
  report.finish();
  if (page) page->finish(report, warnings);
  if (arguments.json != "-" && arguments.report != "-") print(report.text());
  return exit_code(report.outcome());
}

}  // namespace

void add_screw(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<ScrewArguments>();
  CLI::App* verb =
      app.add_subcommand("screw",
                         "Find the first contact of two polyhedra on screws or other motions, or prove that "
                         "there is none, one motion per row: exit code 0 "
                         "all free, 1 contact, 3 undecided.");
  verb->add_option("A", arguments->a, "The first body, a mesh: " + mesh_extensions())->required()->type_name("FILE");
  verb->add_option("B", arguments->b, "The second body, a mesh")->required()->type_name("FILE");
  verb->add_option("--motions", arguments->motions,
                   "Poses of both bodies at the start and the end: CSV with columns a0.x to a0.z, a0.qx to a0.qw, the "
                   "same for a1, b0, b1, and turns; - reads standard input")
      ->required()
      ->type_name("FILE");
  verb->add_option(
          "--motion", arguments->motion,
          "What happens between the poses: relative (default: A is on a screw as seen from B), or in the world "
          "each body on a screw, in-between (a straight line and a steady turn) or linear")
      ->transform(CLI::CheckedTransformer(motion_names).description(""))
      ->type_name("relative|screw|in-between|linear");
  verb->add_option("--tolerance", arguments->tolerance_m,
                   "Bodies within this distance may be reported as contact (default: 1e-6)")
      ->type_name("METRES");
  verb->add_flag("--all", arguments->all, "Report every contact of two features, not only the first");
  verb->add_option("--without", arguments->without,
                   "Skip a rejection test; may be repeated. The answers stay the same but take longer")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->type_name("objects|vertex-face|edge-edge|trees");
  arguments->budget.add_to(*verb);
  arguments->threads.add_to(*verb);
  verb->add_option("--json", arguments->json, "Write the result as JSON to a file, or to standard output with -")
      ->type_name("FILE|-");
  verb->add_option("--report", arguments->report, "Write an HTML page: both moving bodies, contacts, distance")
      ->type_name("FILE.html");
  verb->footer(
      "tocca screw block.obj l_shape.obj --motions motions.csv\n"
      "tocca screw block.obj l_shape.obj --motions motions.csv --motion in-between\n"
      "tocca screw block.obj l_shape.obj --motions motions.csv --report motions.html\n"
      "tocca screw block.obj l_shape.obj --motions motions.csv --all --json -");
  verb->callback([arguments, &action] { action = [arguments] { return run_screw(*arguments); }; });
}

}  // namespace tocca::cli
