// One function per verb, add_<verb> in verbs/<verb>.cpp: it adds the verb's options to the parser, and the action that runs.
// The list is verbs.def.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace tocca::cli {

/// Exit codes (docs/guide/command-line.md): 0 free or done, 1 contact or nothing found, 2 bad input or usage, 3 undecided.
inline constexpr int exit_done = 0, exit_contact = 1, exit_bad_input = 2, exit_undecided = 3;

/// What the chosen verb does once the whole command line has been read; its value is the exit code.
using Action = std::function<int()>;

#define TOCCA_VERB(group, verb) void add_##verb(CLI::App& app, Action& action);
#include "verbs.def"

}  // namespace tocca::cli
