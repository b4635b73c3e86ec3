// What the value of an option may be, by its kind (METRES, FILE.html, STRATEGY, ...): one rule for all verbs.
#pragma once

#include <CLI/CLI.hpp>

namespace tocca::cli {

/// Adds to each option of the verb what its kind asks for. Values are looked at before anything is read or done:
///   any          not empty, save for VALUES of joints;
///   METRES       a number or a length with a unit, SECONDS likewise; the verb gets the number;
///   FILE.html    a name that ends so, or the standard output, a pipe, a device; FILE.svg likewise;
///   STRATEGY etc. a slip of the keyboard gets the name that was meant (values_of); other wrong names are left to the verb.
void add_value_rules(CLI::App& verb);

}  // namespace tocca::cli
