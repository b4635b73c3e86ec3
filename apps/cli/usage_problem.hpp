// What is wrong with a command line that cannot be read, in one line.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace tocca::cli {

/// The verb that was chosen, or the program itself.
const CLI::App& chosen_verb(const CLI::App& app);

/// "unknown option '--clearence'; did you mean '--clearance'?", or the problem and where help is.
std::string usage_problem(const CLI::App& app, const CLI::ParseError& error);

}  // namespace tocca::cli
