// What tocca world and tocca walk have in common: step by step to the end or to Ctrl-C, then the summary.
#pragma once

#include <optional>

#include "interrupt.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "tocca/core/parallel.hpp"
#include "verbs.hpp"
#include "world_arguments.hpp"
#include "world_writer.hpp"

namespace tocca::cli {

/// Run: step(number), summary_json(), finish(summary_json), text().
template <class Run>
int play(Run& run, int steps, const WorldArguments& arguments) {
  const std::unique_ptr<ThreadLimit> limit = arguments.threads.limit();
  {
    const Interrupt interrupt;
    Progress progress("steps", steps);
    for (int step = 0; step < steps && !interrupt.asked(); ++step) {
      run.step(step);
      progress.show(step + 1);
    }
  }
  const std::string summary = run.summary_json();
  run.finish(summary);
  if (!arguments.json.empty()) write_result(arguments.json, "--json", summary);
  if (arguments.json != "-" && arguments.report != "-") print(run.text());
  return exit_done;
}

}  // namespace tocca::cli
