#include "usage_problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "command_text.hpp"
#include "io/nearest_name.hpp"
#include "tocca/core/error.hpp"

namespace tocca::cli {
namespace {

std::string see_help(const CLI::App& verb, const std::string& problem) {
  return fmt::format("{}; see {} --help", problem, describe(verb).name);
}

std::vector<std::string> option_names(const CLI::App& verb) {
  std::vector<std::string> names;
  for (const OptionText& option : describe(verb).options) {
    for (const std::string& name : option.names) {
      if (name.starts_with("--")) names.push_back(name.substr(2));
    }
  }
  return names;
}

std::string nearest_of(const std::string& name, const std::vector<std::string>& names) {
  return std::string(nearest_name(name, std::vector<std::string_view>(names.begin(), names.end())));
}

/// The verbs that have this very option.
std::vector<std::string> verbs_with(const CLI::App& app, const std::string& option) {
  std::vector<std::string> verbs;
  for (const CLI::App* verb : app.get_subcommands({})) {
    const auto names = option_names(*verb);
    if (std::find(names.begin(), names.end(), option) != names.end()) verbs.push_back(verb->get_name());
  }
  return verbs;
}

std::string unknown_option(const CLI::App& app, const CLI::App& verb, const std::string& word) {
  const std::string written = word.substr(0, word.find('='));
  const std::string problem = fmt::format("unknown option '{}'", printable(written));
  const std::string name = written.substr(std::min(written.find_first_not_of('-'), written.size()));
  const bool before_verb = !app.remaining(false).empty();
  if (const auto others = verbs_with(app, name); before_verb && !others.empty()) {
    return fmt::format("'--{0}' stands before the verb; write {1} ... --{0}", name,
                       &verb == &app ? "tocca VERB" : describe(verb).name);
  }
  if (const std::string nearest = nearest_of(name, option_names(verb)); !nearest.empty()) {
    return fmt::format("{}; did you mean '--{}'?", problem, nearest);
  }
  if (const auto others = verbs_with(app, name); !others.empty()) {
    return see_help(verb, fmt::format("{}: {} has none, but {} {}", problem, describe(verb).name,
                                      fmt::join(others, ", "), others.size() == 1 ? "does" : "do"));
  }
  return see_help(verb, problem);
}

/// Whoever gives a file where a verb should be most likely wants it checked.
std::string unknown_verb(const CLI::App& app, const std::string& word) {
  std::vector<std::string> verbs;
  for (const CLI::App* verb : app.get_subcommands({})) verbs.push_back(verb->get_name());
  const std::string problem = fmt::format("unknown verb '{}'", printable(word));
  std::error_code error;
  if (std::filesystem::exists(word, error)) {
    return see_help(app, fmt::format("'{}' is a file, not a verb; did you mean: tocca check {} ...", printable(word),
                                     printable(word)));
  }
  const std::string nearest = nearest_of(word, verbs);
  return nearest.empty() ? see_help(app, problem) : fmt::format("{}; did you mean '{}'?", problem, nearest);
}

}  // namespace

const CLI::App& chosen_verb(const CLI::App& app) {
  const auto verbs = app.get_subcommands();
  return verbs.empty() ? app : *verbs.front();
}

std::string usage_problem(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& verb = chosen_verb(app);
  // What the parser could not read comes first: it would say that an argument is missing where an option is misspelt.
  if (const auto unread = app.remaining(true); !unread.empty()) {
    if (unread[0].starts_with('-')) return unknown_option(app, verb, unread[0]);
    if (&verb == &app) return unknown_verb(app, unread[0]);
    return see_help(verb, fmt::format("unexpected argument '{}'", printable(unread[0])));
  }
  const std::string text = error.what();  // "--srdf: At Most 1 required but received 2"
  if (const std::size_t end = text.find(": At Most 1 required"); end != std::string::npos) {
    return see_help(verb, text.substr(0, end) + " is given more than once");
  }
  return text.ends_with('?') ? text : see_help(verb, text);
}

}  // namespace tocca::cli
