// tocca: proves that a motion is free of collisions, or finds its first contact.
// Registers the verbs, reads the command line, runs the chosen one. All errors end here: one line, exit code 2.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <new>

#include "command_text.hpp"
#include "io/files_read.hpp"
#include "option_values.hpp"
#include "output.hpp"
#include "usage_problem.hpp"
#include "verbs.hpp"

namespace tocca::cli {
namespace {

void add_verbs(CLI::App& app, Action& action) {
  app.name("tocca");
  app.set_version_flag("--version", std::string("tocca ") + TOCCA_VERSION, "Print the version and exit");
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.formatter_fn([](const CLI::App* asked, std::string, CLI::AppFormatMode) { return help_text(describe(*asked)); });
  app.footer("tocca demo\ntocca check arm.urdf room.json path.csv\ntocca check --help");
  app.require_subcommand(1);
#define TOCCA_VERB(group_of, verb) add_##verb(app, action), app.get_subcommand(#verb)->group(#group_of);
#include "verbs.def"
  for (CLI::App* verb : app.get_subcommands({})) add_value_rules(*verb);
}

int run(int argc, char** argv) {
  const FilesRead files;  // of the whole run: no result goes over one of them
  CLI::App app("Proves that a motion is free of collisions, or finds its first contact.");
  Action action;
  add_verbs(app, action);
  if (argc < 2) {
    show_usage(short_help_text(describe(app)));
    return exit_bad_input;
  }
  int code = exit_done;
  try {
    app.parse(argc, argv);
    code = action();
  } catch (const CLI::CallForHelp&) {
    print(chosen_verb(app).help());
  } catch (const CLI::CallForVersion& version) {
    print(fmt::format("{}\n", version.what()));
  } catch (const CLI::ParseError& error) {
    show_error(usage_problem(app, error));
    return exit_bad_input;
  }
  finish_output();
  return code;
}

}  // namespace
}  // namespace tocca::cli

int main(int argc, char** argv) {
  using namespace tocca::cli;
  hold_standard_streams();
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {
    show_error("out of memory");
  } catch (const std::exception& error) {
    show_error(error.what());
  }
  return exit_bad_input;
}
