// The arguments of `tocca check` and `tocca distance`.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "budget.hpp"
#include "robot_arguments.hpp"
#include "threads_option.hpp"
#include "tocca/check/checker.hpp"

namespace tocca::cli {

/// Throws InputError, which names the option, unless the value is finite and positive (or zero, where allowed).
void require_length(double value, std::string_view option, bool zero_allowed);

/// Robot, scene and path or a problem, and the clearances. Shared by the verbs that ask questions.
struct QuestionArguments {
  RobotArguments robot;
  std::string path;                   ///< a file; empty: the problem has the motion, or the configuration
  std::optional<std::string> config;  ///< in place of a path
  std::optional<double> clearance_m;
  double self_clearance_m = 0.0;
  ThreadsOption threads;
  bool allow_empty = false;
  std::string json;
  std::vector<std::string> path_links;  ///< whose ways pages draw; none for a robot: the page chooses

  void add_to(CLI::App& verb);         ///< a path or a configuration
  void add_with_path(CLI::App& verb);  ///< a path
  void add_without_path(CLI::App& verb);
  void add_without_files(CLI::App& verb);
  void add_path_link(CLI::App& verb);  ///< for a verb that has --report
  bool is_problem() const;
  /// The problem with the clearance applied, and with --config as its path. Throws InputError if the arguments do not go
  /// together.
  Problem load(Warnings& warnings) const;
  /// For a verb that makes the path.
  Problem load_without_path(Warnings& warnings) const;
  PairSettings pairs() const { return {robot.self_collision, self_clearance_m}; }
  /// For verbs without a budget of their own: each proof has the default.
  static CheckSettings limited() {
    CheckSettings settings;
    settings.budget = tests_a_segment;
    return settings;
  }
  /// What answers the question, with a warning about each size that looks wrong. Throws InputError if no pair is
  /// checked, unless --allow-empty says that this is intended; then it is a warning.
  Checker checker(const Problem& problem, const CheckSettings& settings, Warnings& warnings) const;
  /// The same for a checker that something else has made.
  void require_pairs(const Checker& checker, const Problem& problem, Warnings& warnings) const;

 private:
  void add_limits(CLI::App& verb);
  /// Where two files are given, the second is the scene or the path, by what it holds.
  void sort_files();
};

struct CheckArguments {
  QuestionArguments question;
  double tolerance_m = 1e-6;
  bool any = false, first = false, edges = false, all = false, gpu = false, verbose = false, no_times = false;
  std::string strategy = "tube", stages = "1+2+3";
  Budget budget{tests_a_segment, "segment", "tests"};
  std::string report;       ///< empty: none
  std::string certificate;  ///< likewise

  void add_to(CLI::App& verb);
  /// What is found and how, without where it is written.
  void add_search(CLI::App& verb);
  /// Throws InputError if a number or a name makes no sense.
  CheckSettings settings() const;
};

}  // namespace tocca::cli
