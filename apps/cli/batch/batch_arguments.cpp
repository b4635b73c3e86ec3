#include "batch/batch_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "io/file_kind.hpp"

namespace tocca::cli {
namespace {

/// Who does the work, and where results go: of no influence on what they say. Every other option counts, also one that is added later.
constexpr std::array indifferent = {"--results", "--chunk-size", "--chunk", "--jobs",    "--cut",         "--status",
                                    "--merge",   "--serve",      "--json",  "--threads", "--allow-empty", "--help"};

template <class Number>
void require_at_least_one(const std::optional<Number>& number, const char* option) {
  if (number && *number < 1) throw InputError(option, "", fmt::format("must be at least 1 (got {})", *number), "");
}

}  // namespace

void BatchArguments::add_to(CLI::App& verb) {
  check.question.add_without_path(verb);
  verb.get_option("ROBOT")->required(false);
  verb.add_option("PATH", paths,
                  "Paths of the robot or lists of edges, as for tocca check; every segment gets its own answer")
      ->type_name("FILE");
  check.add_search(verb);
  verb.add_option("--results", results, "The folder of the results; it is made if it is not there")
      ->type_name("DIR")
      ->required();
  verb.add_option("--chunk-size", chunk_size,
                  "Segments per chunk (default: what one core does in about a second; later runs keep it)")
      ->type_name("N");
  verb.add_option("--jobs", jobs, "Work with N processes (default: one per core)")->type_name("N");
  verb.add_flag("--cut", cut, "Cut the work into chunks and list them; do none");
  verb.add_option("--chunk", chunk, "Do this chunk alone, as a job of an array; they count from 0")->type_name("N");
  verb.add_flag("--status", status, "Say what is done, running, failed");
  verb.add_option("--merge", merge,
                  "Join the results, in order: JSON as of tocca check, or CSV; refused while a chunk is missing or "
                  "damaged")
      ->type_name("OUT.json|OUT.csv");
  verb.add_flag("--serve", serve,
                "Take chunks from standard input, line by line: how other programs hand out the work");
}

void BatchArguments::settle(const CLI::App& verb) {
  require_at_least_one(chunk_size, "--chunk-size");
  require_at_least_one(jobs, "--jobs");
  if (chunk && *chunk < 0)
    throw InputError("--chunk", "", fmt::format("must be at least 0 (got {})", *chunk), "chunks count from 0");
  if (int{cut} + int{status} + int{serve} + int{!merge.empty()} + int{chunk.has_value()} > 1)
    throw InputError("", "--cut, --chunk, --status, --merge, --serve", "are separate steps", "give one of them");
  RobotArguments& robot = check.question.robot;
  if (!is_problem_file(robot.robot) && !robot.scene.empty() && holds_path(robot.scene)) {
    paths.insert(paths.begin(), std::move(robot.scene));
    robot.scene.clear();
  }
  if (names_inputs() && check.question.is_problem()) {
    if (!paths.empty())
      throw InputError(robot.robot, "PATH", "cannot be combined with a problem file", "put the path into the file");
  } else if (names_inputs() && paths.empty()) {
    throw InputError("PATH", "", "is missing", "give ROBOT [SCENE] PATH, or a problem file (JSON)");
  } else if (!names_inputs() && !status && merge.empty()) {
    throw InputError("ROBOT", "", "is missing", "give ROBOT [SCENE] PATH; --status and --merge alone can do without");
  }
  if (std::find(paths.begin(), paths.end(), "-") != paths.end())
    throw InputError("PATH", "", "a batch reads its paths more than once: not from standard input",
                     "write it to a file first");
  for (const CLI::Option* option : verb.get_options()) {
    const std::string name = option->get_name();
    if (option->count() == 0 || std::find(indifferent.begin(), indifferent.end(), name) != indifferent.end()) continue;
    std::string text = name;
    if (option->get_type_name() != "FILE") {  // a file counts by what it holds
      for (const std::string& value : option->reduced_results()) text += " " + value;
    }
    determining.push_back(std::move(text));
  }
}

}  // namespace tocca::cli
