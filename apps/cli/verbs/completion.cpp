// tocca completion: completion scripts for shells, printed from the same description as --help.
#include <fmt/format.h>

#include <memory>

#include "check/model/problem_pairs.hpp"
#include "command_text.hpp"
#include "output.hpp"
#include "verbs.hpp"

namespace tocca::cli {
namespace {

std::string short_name(const CommandText& verb) { return verb.name.substr(verb.name.find(' ') + 1); }

bool is_file(const std::string& value) { return value.rfind("FILE", 0) == 0; }

std::string all_names(const CommandText& command) {
  std::vector<std::string> names;
  for (const auto& option : command.options) names.insert(names.end(), option.names.begin(), option.names.end());
  return fmt::format("{}", fmt::join(names, " "));
}

std::string verb_names(const CommandText& program) {
  std::vector<std::string> names;
  for (const auto& verb : program.verbs) names.push_back(short_name(verb));
  return fmt::format("{}", fmt::join(names, " "));
}

/// The words that may stand for a value, for bash: fixed ones, files, folders, or nothing.
std::string bash_candidates(const std::string& value) {
  if (const auto words = values_of(value); !words.empty()) return fmt::format("compgen -W '{}'", fmt::join(words, " "));
  if (value == "DIR") return "compgen -d";
  return is_file(value) ? "compgen -f" : "compgen -W ''";
}

/// Options whose value is being typed, one case a line.
std::string bash_option_values(const CommandText& command) {
  std::string script;
  for (const auto& option : command.options) {
    if (option.value.empty()) continue;
    script += fmt::format("        {}) mapfile -t COMPREPLY < <({} -- \"$current\"); return ;;\n",
                          fmt::join(option.names, "|"), bash_candidates(option.value));
  }
  return script;
}

/// Words first, files after them: "roadmap build arm.urdf".
bool files_follow(const CommandText& verb) {
  return verb.arguments.size() > 1 && !is_file(verb.arguments[0].value) && is_file(verb.arguments[1].value);
}

std::string bash_verb(const CommandText& verb) {
  std::string script = fmt::format("    {})\n      case $previous in\n{}        *) ;;\n      esac\n", short_name(verb),
                                   bash_option_values(verb));
  script += fmt::format("      options='{}'\n", all_names(verb));
  if (!verb.arguments.empty()) {
    script +=
        fmt::format("      words=({}{})\n", bash_candidates(verb.arguments[0].value), files_follow(verb) ? " -f" : "");
  }
  return script + "      ;;\n";
}

std::string bash_script(const CommandText& program) {
  std::string script =
      "# bash completion of tocca; printed by: tocca completion bash\n"
      "_tocca() {\n"
      "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} options='' word verb=''\n"
      "  local -a words=(compgen -W '')\n"
      "  COMPREPLY=()\n"
      "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
      "    case $word in -*) ;; *) verb=$word; break ;; esac\n"
      "  done\n"
      "  case $verb in\n";
  script += fmt::format("    '') options='{}'; words=(compgen -W '{}') ;;\n", all_names(program), verb_names(program));
  for (const auto& verb : program.verbs) script += bash_verb(verb);
  script +=
      "    *) return ;;\n"
      "  esac\n"
      "  case $current in\n"
      "    -*) mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$current\") ;;\n"
      "    *) mapfile -t COMPREPLY < <(\"${words[@]}\" -- \"$current\") ;;\n"
      "  esac\n"
      "}\n"
      "complete -o filenames -F _tocca tocca\n";
  return script;
}

/// Text inside single quotes of zsh's _arguments and _describe, where brackets and colons have a meaning.
std::string zsh_quoted(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (c == '\'') {
      out += "'\\''";
      continue;
    }
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string zsh_candidates(const std::string& value) {
  if (const auto words = values_of(value); !words.empty()) return fmt::format("({})", fmt::join(words, " "));
  if (value == "DIR") return "_files -/";
  return is_file(value) ? "_files" : " ";
}

std::string zsh_verb(const CommandText& verb) {
  std::string script = fmt::format("    {}) _arguments", short_name(verb));
  for (const auto& option : verb.options) {
    for (const auto& name : option.names) {
      script += fmt::format(" \\\n      '*{}[{}]", name, zsh_quoted(option.text));
      if (!option.value.empty()) script += fmt::format(":{}:{}", option.value, zsh_candidates(option.value));
      script += "'";
    }
  }
  for (std::size_t k = 0; k < verb.arguments.size(); ++k) {
    const auto& argument = verb.arguments[k];
    const std::string place = argument.name == "FILES" ? "*" : std::to_string(k + 1);
    script += fmt::format(" \\\n      '{}{}:{}:{}'", place, argument.required ? "" : ":", argument.name,
                          zsh_candidates(argument.value));
  }
  return script + " ;;\n";
}

std::string zsh_script(const CommandText& program) {
  std::string script = "#compdef tocca\n# zsh completion of tocca; printed by: tocca completion zsh\n_tocca() {\n";
  script += "  local -a verbs=(\n";
  for (const auto& verb : program.verbs)
    script += fmt::format("    '{}:{}'\n", short_name(verb), zsh_quoted(verb.text));
  script +=
      "  )\n"
      "  if (( CURRENT == 2 )); then\n"
      "    _describe verb verbs\n";
  script += fmt::format("    compadd -- {}\n", all_names(program));
  script +=
      "    return\n"
      "  fi\n"
      "  local verb=$words[2]\n"
      "  shift words\n"
      "  (( CURRENT-- ))\n"
      "  case $verb in\n";
  for (const auto& verb : program.verbs) script += zsh_verb(verb);
  return script + "  esac\n}\n_tocca \"$@\"\n";
}

std::string fish_quoted(const std::string& text) {
  std::string out = "'";
  for (char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

std::string fish_option(const OptionText& option, const std::string& condition) {
  std::string line = fmt::format("complete -c tocca -n '{}'", condition);
  for (const auto& name : option.names) line += name[1] == '-' ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!option.value.empty()) line += is_file(option.value) ? " -r -F" : " -x";
  if (option.value == "DIR") line += " -a '(__fish_complete_directories)'";
  if (const auto words = values_of(option.value); !words.empty())
    line += fmt::format(" -a '{}'", fmt::join(words, " "));
  return line + " -d " + fish_quoted(option.text) + "\n";
}

std::string fish_script(const CommandText& program) {
  std::string script = "# fish completion of tocca; printed by: tocca completion fish\ncomplete -c tocca -f\n";
  for (const auto& option : program.options) script += fish_option(option, "__fish_use_subcommand");
  for (const auto& verb : program.verbs) {
    const std::string condition = "__fish_seen_subcommand_from " + short_name(verb);
    script += fmt::format("complete -c tocca -n '__fish_use_subcommand' -a {} -d {}\n", short_name(verb),
                          fish_quoted(verb.text));
    for (const auto& option : verb.options) script += fish_option(option, condition);
    if (verb.arguments.empty()) continue;
    const std::string& value = verb.arguments[0].value;
    const auto words = values_of(value);
    if (!words.empty()) script += fmt::format("complete -c tocca -n '{}' -a '{}'\n", condition, fmt::join(words, " "));
    if (is_file(value) || files_follow(verb)) script += fmt::format("complete -c tocca -n '{}' -F\n", condition);
  }
  return script;
}

}  // namespace

void add_completion(CLI::App& app, Action& action) {
  auto shell = std::make_shared<std::string>();
  CLI::App* verb = app.add_subcommand("completion", "Print the completion script for a shell.");
  verb->add_option("SHELL", *shell, "bash, zsh or fish")
      ->required()
      ->check([](const std::string& name) {
        for (const auto& known : values_of("SHELL")) {
          if (name == known) return std::string();
        }
        return "unknown shell '" + printable(name) + "'; choose bash, zsh or fish";
      })
      ->type_name("SHELL");
  verb->footer("source <(tocca completion bash)\ntocca completion fish > ~/.config/fish/completions/tocca.fish");
  verb->callback([shell, &app, &action] {
    action = [shell, &app] {
      const CommandText program = describe(app);
      print(*shell == "bash" ? bash_script(program) : *shell == "zsh" ? zsh_script(program) : fish_script(program));
      return exit_done;
    };
  });
}

}  // namespace tocca::cli
