// One function a verb, each in a file of its own: it adds the verb's options to the parser, and the action that runs.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace tocca::cli {

/// Exit codes (docs/guide/command-line.md): 0 free or done, 1 contact or nothing found, 2 bad input or usage, 3 undecided.
inline constexpr int exit_done = 0, exit_contact = 1, exit_bad_input = 2, exit_undecided = 3;

/// What the chosen verb does once the whole command line has been read; its value is the exit code.
using Action = std::function<int()>;

void add_check(CLI::App& app, Action& action);
void add_distance(CLI::App& app, Action& action);
void add_clearance(CLI::App& app, Action& action);
void add_info(CLI::App& app, Action& action);
void add_scene(CLI::App& app, Action& action);
void add_plan(CLI::App& app, Action& action);
void add_smooth(CLI::App& app, Action& action);
void add_sweep(CLI::App& app, Action& action);
void add_screw(CLI::App& app, Action& action);
void add_world(CLI::App& app, Action& action);
void add_walk(CLI::App& app, Action& action);
void add_linear(CLI::App& app, Action& action);
void add_tool(CLI::App& app, Action& action);
void add_view(CLI::App& app, Action& action);
void add_bench(CLI::App& app, Action& action);
void add_demo(CLI::App& app, Action& action);
void add_completion(CLI::App& app, Action& action);
void add_man(CLI::App& app, Action& action);

}  // namespace tocca::cli
