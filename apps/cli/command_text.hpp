// The program's own description: --help, the man page and the shell completions are all printed from this structure.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace tocca::cli {

struct OptionText {
  std::vector<std::string> names;  ///< as typed: "-h", "--help"
  std::string value;               ///< "FILE"; empty for a flag
  std::string text;
  std::string group;  ///< the heading under which help lists it: "Robot and scene", "Output", "Options"
  bool required;
};

struct ArgumentText {
  std::string name, value, text;  ///< "ROBOT", "FILE", what it is
  bool required;
};

/// One verb, or the program itself with its verbs.
struct CommandText {
  std::string name, text;  ///< "tocca info", one sentence
  std::string group;       ///< of a verb: everyday, special, tools
  std::vector<ArgumentText> arguments;
  std::vector<OptionText> options;
  std::vector<std::string> examples;  ///< command lines
  std::vector<CommandText> verbs;
};

/// Reads the description from the parser, so that no text exists twice. Examples are the lines of the app's footer.
CommandText describe(const CLI::App& app);

/// "tocca plan [OPTIONS] ROBOT [SCENE] --out FILE"
std::string usage_line(const CommandText& command);

/// What --help prints.
std::string help_text(const CommandText& command);

/// What the program prints where it is called without arguments: the verbs for every day, and where the rest is.
std::string short_help_text(const CommandText& program);

/// A group of verbs, as help and man page call it: "Everyday verbs".
std::string group_title(const std::string& group);

/// The possible values of this kind: scene names for SCENE-NAME, shells for SHELL, ...; empty if it is open.
std::vector<std::string> values_of(const std::string& value);

}  // namespace tocca::cli
