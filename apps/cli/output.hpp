// Results go to stdout, messages to stderr; a write that fails is an error, never a silent loss.
#pragma once

#include <string>
#include <string_view>

#include "tocca/core/error.hpp"

namespace tocca::cli {

/// Makes sure that file descriptors 0, 1, 2 are taken: if the caller closed one, a file opened later would get its
/// number, and results or messages would be written into that file.
void hold_standard_streams();

/// Writes to stdout. Throws InputError if stdout is closed or its disk full.
void print(std::string_view text);

/// Writes everything still buffered for stdout; throws like print().
void flush_output();
/// The same at the end of the run, after the last lines that are to be told.
void finish_output();

/// Writes `text` to a file, or to stdout if `target` is "-". `option` names the target in errors ("--json").
void write_result(const std::string& target, std::string_view option, std::string_view text);

/// Each distinct warning once, as "tocca: warning: ...", on stderr.
void show(const Warnings& warnings);

/// "tocca: error: ..." on stderr, in one line.
void show_error(std::string_view line);

/// How to call the program, on stderr.
void show_usage(std::string_view text);

/// A line for people that ends what the run says: on stdout, or on stderr where stdout holds a result for programs.
void tell_last(std::string line);
/// A result for programs goes to stdout.
void take_standard_output();

}  // namespace tocca::cli
