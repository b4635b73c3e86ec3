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

void describe_option(const CLI::Option& option, CommandText& command) {
  const std::string value = option.get_type_size() == 0 ? "" : option.get_type_name();
  if (option.get_positional()) {
    command.arguments.push_back({option.get_name(true), value, option.get_description(), option.get_required()});
    return;
  }
  OptionText text{{}, value, option.get_description()};
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

}  // namespace

CommandText describe(const CLI::App& app) {
  CommandText command;
  command.name = app.get_parent() ? app.get_parent()->get_name() + " " + app.get_name() : app.get_name();
  command.text = app.get_description();
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
  if (!command.verbs.empty()) line += " VERB ...";
  return line;
}

std::string help_text(const CommandText& command) {
  std::string help = fmt::format("{}\n\nUsage: {}\n", wrapped(command.text, 0, 110), usage_line(command));
  if (!command.verbs.empty()) help += "\nVerbs:\n";
  for (const auto& verb : command.verbs) help += entry(verb.name.substr(verb.name.find(' ') + 1), verb.text);
  if (!command.arguments.empty()) help += "\nArguments:\n";
  for (const auto& argument : command.arguments) help += entry(argument.name, argument.text);
  if (!command.options.empty()) help += "\nOptions:\n";
  for (const auto& option : command.options) {
    help += entry(fmt::format("{}{}{}", fmt::join(option.names, ", "), option.value.empty() ? "" : " ", option.value),
                  option.text);
  }
  if (!command.examples.empty()) help += command.examples.size() > 1 ? "\nExamples:\n" : "\nExample:\n";
  for (const auto& example : command.examples) help += "  " + example + "\n";
  return help;
}

std::vector<std::string> values_of(const std::string& value) {
  if (value == "SHELL") return {"bash", "fish", "zsh"};
  if (value == "relative|screw|in-between|linear") return {"in-between", "linear", "relative", "screw"};
  if (value == "in-between|screw") return {"in-between", "screw"};
  if (value == "lss|tube") return {"lss", "tube"};
  if (value == "fixed|dynamic") return {"dynamic", "fixed"};
  if (value == "build|query") return {"build", "query"};
  if (value == "vf|ee") return {"ee", "vf"};
  if (value == "auto|sweep|tree") return {"auto", "sweep", "tree"};
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
