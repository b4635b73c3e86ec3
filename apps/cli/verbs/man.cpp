// tocca man: the man page, printed from the same description as --help.
#include <fmt/format.h>

#include "command_text.hpp"
#include "output.hpp"
#include "verbs.hpp"

namespace tocca::cli {
namespace {

/// Text that roff shows as it stands: backslashes and hyphens escaped, no line that looks like a request.
std::string escaped(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else if ((c == '.' || c == '\'') && out.empty()) {
      out += "\\&";
      out += c;
    } else {
      out += c;
    }
  }
  return out;
}

std::string upper_case(std::string text) {
  for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return text;
}

std::string items(const CommandText& command) {
  std::string roff;
  for (const auto& argument : command.arguments) {
    roff += fmt::format(".TP\n\\fI{}\\fR\n{}\n", escaped(argument.name), escaped(argument.text));
  }
  for (const auto& option : command.options) {
    std::string names;
    for (const auto& name : option.names) names += (names.empty() ? "\\fB" : ", \\fB") + escaped(name) + "\\fR";
    if (!option.value.empty()) names += " \\fI" + escaped(option.value) + "\\fR";
    roff += fmt::format(".TP\n{}\n{}\n", names, escaped(option.text));
  }
  return roff;
}

std::string examples(const CommandText& command) {
  std::string roff;
  if (command.examples.empty()) return roff;
  roff += ".PP\n.RS\n.nf\n";
  for (const auto& example : command.examples) roff += escaped(example) + "\n";
  return roff + ".fi\n.RE\n";
}

std::string man_page(const CommandText& program) {
  std::string roff = fmt::format(".TH TOCCA 1 \"\" \"tocca {}\" \"User Commands\"\n", TOCCA_VERSION);
  roff += ".SH NAME\ntocca \\- proves that a motion is free of collisions, or finds its first contact\n";
  roff += ".SH SYNOPSIS\n";
  for (const auto& verb : program.verbs) roff += "\\fB" + escaped(usage_line(verb)) + "\\fR\n.br\n";
  roff += ".SH DESCRIPTION\n" + escaped(program.text) +
          " Lengths are in metres unless they have a unit (1cm, 5mm), angles in radians. Results go to standard "
          "output, messages to standard error.\n";
  roff += ".SH OPTIONS\n" + items(program);
  std::string group;
  for (const auto& verb : program.verbs) {
    if (verb.group != group) roff += fmt::format(".SH {}\n", upper_case(group_title(group = verb.group)));
    roff += fmt::format(".SS {}\n{}\n", escaped(usage_line(verb)), escaped(verb.text)) + items(verb) + examples(verb);
  }
  roff +=
      ".SH EXIT STATUS\n.TP\n0\nDone; for a check: the motion is free.\n.TP\n1\nA contact was found, no path was "
      "found, or the path to smooth is not proven free.\n.TP\n2\nBad input or usage: one line on standard error says "
      "what is wrong and where.\n.TP\n3\n"
      "Undecided: the work budget ran out, or rounding exceeds the tolerance.\n";
  roff += ".SH EXAMPLES\n" + examples(program);
  return roff;
}

}  // namespace

void add_man(CLI::App& app, Action& action) {
  CLI::App* verb = app.add_subcommand("man", "Print the man page (roff).");
  verb->footer("tocca man > tocca.1 && man -l tocca.1");
  verb->callback([&app, &action] {
    action = [&app] {
      print(man_page(describe(app)));
      return exit_done;
    };
  });
}

}  // namespace tocca::cli
