#include "command_text.hpp"

#include <fmt/format.h>

#include "bench/benchmark_names.hpp"
#include "tocca/scenes/scenes.hpp"

namespace tocca::cli {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

constexpr const char *about_model = "Robot and scene", *about_output = "Output", *others = "Options";

/// The heading of an option: the same in every verb that has it.
const char* heading_of(const std::string& option) {
  for (const char* name : {"srdf", "visual", "self", "no-self", "allow", "default", "base", "scene-config",
                           "point-radius", "unknown", "degrees", "pad", "allow-empty"}) {
    if (option == name) return about_model;
  }
  for (const char* name : {"json", "report", "plot", "out", "record", "verbose", "no-times"}) {
    if (option == name) return about_output;
  }
  return others;
}

void describe_option(const CLI::Option& option, CommandText& command) {
  const std::string value = option.get_type_size() == 0 ? "" : option.get_type_name();
  if (option.get_positional()) {
    command.arguments.push_back({option.get_name(true), value, option.get_description(), option.get_required()});
    return;
  }
  OptionText text{{}, value, option.get_description(), others, option.get_required()};
  if (!option.get_lnames().empty()) text.group = heading_of(option.get_lnames().front());
  for (const auto& name : option.get_snames()) text.names.push_back("-" + name);
  for (const auto& name : option.get_lnames()) text.names.push_back("--" + name);
  command.options.push_back(text);
}

/// `text` broken at blanks into lines of at most `width` characters; every line after the first starts with `indent`.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t width) {
  std::string out;
  std::size_t column = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::size_t length = end - begin;
    if (column > 0 && column + 1 + length > width) {
      out += "\n" + std::string(indent, ' ');
      column = 0;
    }
    if (column > 0) out += ' ', ++column;
    out += text.substr(begin, length);
    column += length;
    begin = end + 1;
  }
  return out;
}

constexpr std::size_t left_column = 28, right_column = 90;

std::string entry(const std::string& left, const std::string& text) {
  std::string line = "  " + left;
  line += line.size() + 2 > left_column ? "\n" + std::string(left_column, ' ')
                                        : std::string(left_column - line.size(), ' ');
  return line + wrapped(text, left_column, right_column) + "\n";
}

std::string option_entry(const OptionText& option) {
  return entry(fmt::format("{}{}{}", fmt::join(option.names, ", "), option.value.empty() ? "" : " ", option.value),
               option.text);
}

/// Long lists stand under headings; short ones are easier to read without.
std::string options_text(const std::vector<OptionText>& options) {
  constexpr std::size_t short_list = 10;
  std::string text;
  for (const char* heading : {others, about_model, about_output}) {
    std::string entries;
    for (const OptionText& option : options) {
      if (options.size() <= short_list ? heading == others : option.group == heading) entries += option_entry(option);
    }
    if (!entries.empty()) text += fmt::format("\n{}:\n", heading) + entries;
  }
  return text;
}

std::string short_name(const CommandText& verb) { return verb.name.substr(verb.name.find(' ') + 1); }

/// Exit codes are for the verb's own help.
std::string in_short(const std::string& text) {
  const std::size_t end = text.find(": exit code");
  return end == std::string::npos ? text : text.substr(0, end) + ".";
}

std::string verbs_text(const std::vector<CommandText>& verbs, bool all) {
  std::string text, group;
  for (const CommandText& verb : verbs) {
    if (!all && verb.group != verbs.front().group) break;
    if (verb.group != group) text += fmt::format("\n{}:\n", group_title(group = verb.group));
    text += entry(short_name(verb), in_short(verb.text));
  }
  return text;
}

std::string examples_text(const std::vector<std::string>& examples) {
  if (examples.empty()) return "";
  std::string text = examples.size() > 1 ? "\nExamples:\n" : "\nExample:\n";
  for (const auto& example : examples) text += "  " + example + "\n";
  return text;
}

std::string opening(const CommandText& command) {
  return fmt::format("{}\n\nUsage: {}\n", wrapped(command.text, 0, 110), usage_line(command));
}

}  // namespace

CommandText describe(const CLI::App& app) {
  CommandText command;
  command.name = app.get_parent() ? app.get_parent()->get_name() + " " + app.get_name() : app.get_name();
  command.text = app.get_description();
  command.group = app.get_group();
  command.examples = lines_of(app.get_footer());
  for (const CLI::Option* option : app.get_options()) describe_option(*option, command);
  for (const CLI::App* verb : app.get_subcommands({})) command.verbs.push_back(describe(*verb));
  return command;
}

std::string usage_line(const CommandText& command) {
  std::string line = command.name;
  if (!command.options.empty()) line += " [OPTIONS]";
  for (const auto& argument : command.arguments)
    line += argument.required ? " " + argument.name : " [" + argument.name + "]";
  for (const auto& option : command.options) {
    if (option.required) line += fmt::format(" {} {}", option.names.front(), option.value);
  }
  if (!command.verbs.empty()) line += " VERB ...";
  return line;
}

std::string group_title(const std::string& group) {
  return group == "everyday" ? "Everyday verbs" : group == "special" ? "Special verbs" : "Tools";
}

std::string help_text(const CommandText& command) {
  std::string help = opening(command) + verbs_text(command.verbs, true);
  if (!command.arguments.empty()) help += "\nArguments:\n";
  for (const auto& argument : command.arguments) help += entry(argument.name, argument.text);
  return help + options_text(command.options) + examples_text(command.examples);
}

std::string short_help_text(const CommandText& program) {
  return opening(program) + verbs_text(program.verbs, false) + examples_text(program.examples) +
         fmt::format("\n{0} --help lists all verbs, {0} VERB --help the options of one.\n", program.name);
}

std::vector<std::string> values_of(const std::string& value) {
  if (value == "SHELL") return {"bash", "fish", "zsh"};
  if (value == "relative|screw|in-between|linear") return {"in-between", "linear", "relative", "screw"};
  if (value == "in-between|screw") return {"in-between", "screw"};
  if (value == "lss|tube") return {"lss", "tube"};
  if (value == "free|occupied") return {"free", "occupied"};
  if (value == "fixed|dynamic") return {"dynamic", "fixed"};
  if (value == "build|query") return {"build", "query"};
  if (value == "vf|ee") return {"ee", "vf"};
  if (value == "auto|sweep|tree") return {"auto", "sweep", "tree"};
  if (value == "PLANNER") return {"rrtconnect", "sbl", "walk"};
  if (value == "STRATEGY") return {"bisect", "interval", "tube"};
  if (value == "STAGES") return {"1+2+3", "1+3", "2+3", "3"};
  if (value == "BENCHMARK") return benchmark_names();
  std::vector<std::string> names;
  if (value == "SCENE-NAME") {
    for (const auto& scene : benchmark_scenes()) names.push_back(scene.name);
  }
  return names;
}

}  // namespace tocca::cli
