// bench/reference.json, which is compiled in: what the papers printed, the goals, what each benchmark is about.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "bench/bench_results.hpp"

namespace tocca::cli {

/// The parts of the file, found by what a program measured.
class BenchReference {
 public:
  BenchReference();

  /// Names and what they measure, in the order in which they run.
  const std::vector<std::pair<std::string, std::string>>& programs() const { return programs_; }
  const BenchJson& papers() const { return papers_; }  ///< a line about each, by its short name

  /// A table or figure of a paper: which program measures it, and in which of its tables.
  struct PaperTable {
    std::string name, program, what, differs;    ///< differs: where the problem is not the paper's
    std::vector<std::string> arguments, tables;  ///< tables: the beginnings of titles; none: all
  };
  const std::vector<PaperTable>& paper_tables() const { return paper_tables_; }
  const PaperTable* find_table(const std::string& name) const;  ///< nullptr if no paper has it

  /// Adds papers and goals to the rows that have any, and judges them.
  void compare(BenchRun& run) const;

 private:
  std::vector<std::pair<std::string, std::string>> programs_;
  std::vector<PaperTable> paper_tables_;
  BenchJson papers_;
  std::map<std::string, BenchJson> figures_;  ///< by program, table and row
};

}  // namespace tocca::cli
