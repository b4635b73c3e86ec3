#include "view/live_check.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <memory>

#include "check_writer.hpp"
#include "closed_loops.hpp"
#include "output.hpp"
#include "pages/check_page.hpp"
#include "segment_source.hpp"
#include "tocca/check/path_checker.hpp"
#include "view/scene_changes.hpp"

namespace tocca::cli {
namespace {

/// Whole lines of standard input, as they come.
class ChangeLines {
 public:
  /// Whether a read would not wait: there is more, or nothing comes any more.
  static bool waiting() {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    return ::poll(&input, 1, 0) > 0;
  }
  /// Waits for a line, and takes those that are there as well; empty: the input has ended.
  std::vector<std::string> next() {
    std::vector<std::string> lines;
    while (lines.empty() || waiting()) {
      char bytes[4096];
      const ssize_t count = ::read(STDIN_FILENO, bytes, sizeof bytes);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) break;
      rest_.append(bytes, static_cast<std::size_t>(count));
      for (std::size_t end; (end = rest_.find('\n')) != std::string::npos; rest_.erase(0, end + 1))
        lines.push_back(rest_.substr(0, end));
    }
    return lines;
  }

 private:
  std::string rest_;
};

class PageListener final : public PathListener {
 public:
  PageListener(const SegmentSource& source, const Checker& checker, CheckPage& page)
      : source_(source), page_(page), totals_(checker) {}
  void segment(const SegmentVerdict& verdict) override {
    totals_.set_at_rest(source_.at_rest());
    totals_.add(verdict);
    page_.add(source_, verdict, totals_);
  }
  void done(std::int64_t) override {}
  CheckTotals& totals() { return totals_; }

 private:
  const SegmentSource& source_;
  CheckPage& page_;
  CheckTotals totals_;
};

/// The inputs of a check and the checker that lives.
class LiveCheck {
 public:
  explicit LiveCheck(CheckArguments arguments) : arguments_(std::move(arguments)) {
    Warnings warnings;
    problem_ = arguments_.question.load(warnings);
    CheckSettings settings = arguments_.settings();
    settings.stop = ChangeLines::waiting;  // what is asked about a scene that is no more need not be answered
    checker_.emplace(arguments_.question.checker(problem_, settings, warnings));
    answer(warnings);
  }

  void apply(const std::vector<std::string>& lines) {
    const RobotArguments& files = arguments_.question.robot;
    const std::uint64_t before = checker_->version();
    for (const std::string& line : lines) {
      try {
        apply_change(line, arguments_.question.is_problem() ? files.robot : files.scene, *checker_);
      } catch (const InputError& error) {
        print(std::string("refused ") + error.what() + "\n");
      }
    }
    if (checker_->version() != before || !answered_) return answer({});
    tell_answered();
  }

 private:
  void tell_answered() {
    answered_ = true;
    print("answered\n");
    flush_output();
  }

  /// A page describes the scene as a whole: so does the copy that is asked.
  void answer(Warnings warnings) {
    const QuestionArguments& question = arguments_.question;
    Checker now(*checker_);
    now.compact();
    Problem problem = now.version() == 0 ? problem_ : now.problem();
    problem.robots = problem_.robots;
    const std::vector<LoopClosure> loops = closed_loops(question, problem, now);
    const auto source = segments_of(question, problem, now, warnings);
    CheckPage page(arguments_, problem, now);
    PageListener listener(*source, now, page);
    listener.totals().set_loops(loops);
    const bool each = arguments_.edges || source->independent();
    PathChecker(now).run(*source, each ? PathSearch::every : PathSearch::first, listener);
    answered_ = false;
    if (ChangeLines::waiting()) return;  // the answer to a scene that is no more, perhaps cut short
    page.finish(*source, listener.totals(), warnings);
    tell_answered();
  }

  CheckArguments arguments_;
  Problem problem_;
  std::optional<Checker> checker_;
  bool answered_ = false;  ///< the page shows the scene as it is
};

}  // namespace

int run_live_check(const std::vector<std::string>& words, const std::string& report) {
  CheckArguments arguments;
  CLI::App parser;
  arguments.add_to(parser);
  try {
    parser.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // as the library wants it
  } catch (const CLI::ParseError& error) {
    throw InputError("", "", error.what(), "give the arguments of tocca check");
  }
  arguments.report = report;
  LiveCheck check(std::move(arguments));
  ChangeLines changes;
  for (std::vector<std::string> lines; !(lines = changes.next()).empty();) check.apply(lines);
  return 0;
}

}  // namespace tocca::cli
