// tocca: proves that a motion is free of collisions, or finds its first contact.
// Registers the verbs, reads the command line, runs the chosen one. All errors end here: one line, exit code 2.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <new>

#include "command_text.hpp"
#include "io/files_read.hpp"
#include "output.hpp"
#include "verbs.hpp"

namespace tocca::cli {
namespace {

/// Whoever gives an option means something: a script whose variable is empty must not get the default. Only values of joints may
/// be none at all.
void refuse_empty_texts(CLI::App& app) {
  for (CLI::App* verb : app.get_subcommands({})) {
    for (CLI::Option* option : verb->get_options()) {
      if (option->get_items_expected_max() == 0 || option->get_type_name() == "VALUES") continue;
      option->check(
          [](const std::string& text) { return text.empty() ? "is empty: give a value, or leave it out" : ""; });
    }
  }
}

void add_verbs(CLI::App& app, Action& action) {
  app.name("tocca");
  app.set_version_flag("--version", std::string("tocca ") + TOCCA_VERSION, "Print the version and exit");
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.formatter_fn([](const CLI::App* asked, std::string, CLI::AppFormatMode) { return help_text(describe(*asked)); });
  app.footer("tocca demo\ntocca check arm.urdf room.json path.csv\ntocca check --help");
  app.require_subcommand(1);
#define TOCCA_VERB(verb) add_##verb(app, action);
#include "verbs.def"
  refuse_empty_texts(app);
}

const CLI::App& chosen(const CLI::App& app) {
  const auto verbs = app.get_subcommands();
  return verbs.empty() ? app : *verbs.front();
}

/// What the parser could not read comes first: it would say that an argument is missing where an option is misspelt.
std::string usage_problem(const CLI::App& app, const CLI::App& verb, const CLI::ParseError& error) {
  const auto unread = app.remaining(true);
  if (!unread.empty()) {
    const bool is_option = unread[0].rfind('-', 0) == 0;
    const char* problem = is_option ? "unknown option" : &verb == &app ? "unknown verb" : "unexpected argument";
    return fmt::format("{} '{}'", problem, printable(unread[0]));
  }
  if (&verb == &app && dynamic_cast<const CLI::RequiredError*>(&error)) return "a verb is missing";
  const std::string_view text = error.what();  // "--srdf: At Most 1 required but received 2"
  if (const std::size_t end = text.find(": At Most 1 required"); end != std::string_view::npos) {
    return fmt::format("{} is given more than once", text.substr(0, end));
  }
  return error.what();
}

int usage_error(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& verb = chosen(app);
  show_error(fmt::format("{}; see {} --help", usage_problem(app, verb, error), describe(verb).name));
  return exit_bad_input;
}

int run(int argc, char** argv) {
  const FilesRead files;  // of the whole run: no result goes over one of them
  CLI::App app("Proves that a motion is free of collisions, or finds its first contact.");
  Action action;
  add_verbs(app, action);
  int code = exit_done;
  try {
    app.parse(argc, argv);
    code = action();
  } catch (const CLI::CallForHelp&) {
    print(chosen(app).help());
  } catch (const CLI::CallForVersion& version) {
    print(fmt::format("{}\n", version.what()));
  } catch (const CLI::ParseError& error) {
    return usage_error(app, error);
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
