// tocca view: report pages in a browser, from this machine only, as they are written; or the inputs of a check, as they
// are saved.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "interrupt.hpp"
#include "output.hpp"
#include "tocca/report/page.hpp"
#include "verbs.hpp"
#include "view/change_input.hpp"
#include "view/live_check.hpp"
#include "view/loopback_server.hpp"
#include "view/open_browser.hpp"
#include "view/repeated_check.hpp"
#include "view/watched_report.hpp"

namespace tocca::cli {
namespace {

constexpr int usual_port = 8622;

struct ViewArguments {
  std::vector<std::string> files;
  std::vector<std::string> check_options;  ///< with their values, as they were given
  std::optional<int> port;
  bool open = false;
  std::string changes;  ///< where changes of the scene come from; empty: nowhere
  std::string answer;   ///< this is the process that checks, and writes its page there

  /// Pages, which may come into being later; else what `tocca check` takes.
  bool are_reports() const {
    return std::ranges::any_of(files, [](const std::string& file) { return file.ends_with(".html"); });
  }
  std::vector<std::string> for_check() const {
    std::vector<std::string> words = files;
    words.insert(words.end(), check_options.begin(), check_options.end());
    return words;
  }
  /// Throws InputError if they make no sense.
  void require_sense() const {
    if (port && (*port < 0 || *port > 65535)) {
      throw InputError("--port", "", fmt::format("must be from 1 to 65535, or 0 for any free port (got {})", *port),
                       "");
    }
    if (are_reports() && !check_options.empty()) {
      throw InputError(check_options.front(), "", "applies to the inputs of a check, not to reports", "leave it out");
    }
    if (are_reports() && !changes.empty())
      throw InputError("--changes", "", "applies to the inputs of a check, not to reports", "leave it out");
    if (!are_reports() && !std::filesystem::is_regular_file(files.front())) {
      throw InputError(files.front(), "", "is not a file", "give a report (.html) or the arguments of tocca check");
    }
  }
  void add_to(CLI::App& verb);
  /// What is shown, in a word or two.
  std::string name() const {
    if (!are_reports()) return fmt::format("{}", fmt::join(for_check(), " "));
    return files.size() == 1 ? files.front() : fmt::format("{} reports", files.size());
  }
};

void ViewArguments::add_to(CLI::App& verb) {
  verb.add_option("FILE", files,
                  "Pages (.html) written by --report, now or later; or the arguments of tocca check, checked again "
                  "whenever one of the files is saved")
      ->required()
      ->type_name("FILE...");
  verb.add_option("--port", port, "Port on 127.0.0.1; 0: any free port (default: 8622 if free, else any)")
      ->type_name("N");
  verb.add_option(
          "--changes", changes,
          "For the check: changes of its scene, one JSON object a line, from a FIFO, a file or (-) standard input")
      ->type_name("FILE|-");
  verb.add_option("--answer", answer)->group("");  // for the program itself, not for people
  verb.add_flag("--open", open, "Open the page in a browser if there is a desktop");
  const auto hand_on = [&](const char* name, const char* type, const char* text) {
    verb.add_option_function<std::string>(
            name,
            [this, name](const std::string& value) {
              check_options.insert(check_options.end(), {name, value});
            },
            text)
        ->type_name(type);
  };
  hand_on("--clearance", "METRES", "For the check: distance to keep");
  hand_on("--self-clearance", "METRES", "For the check: distance to keep between links of one robot");
  hand_on("--srdf", "FILE", "For the check: SRDF whose disabled pairs are not checked");
  for (const auto& [name, text] :
       {std::pair{"--no-self", "For the check: do not check links of one robot against each other"},
        std::pair{"--edges", "For the check: check every segment, each on its own"},
        std::pair{"--visual", "For the check: use visual geometry where a link has no collision geometry"},
        std::pair{"--allow-empty", "For the check: continue if there is no pair to check"}}) {
    verb.add_flag_callback(
        name, [this, name = std::string(name)] { check_options.push_back(name); }, text);
  }
}

/// What is served. Nothing of a request's target ever becomes the name of a file: it is compared with what there is.
class View {
 public:
  explicit View(const ViewArguments& arguments) : name_(arguments.name()) {
    if (arguments.are_reports()) {
      for (const std::string& file : arguments.files) reports_.emplace_back(file);
    } else {
      check_.emplace(arguments.for_check());
      if (!arguments.changes.empty()) changes_.emplace(arguments.changes);
      reports_.emplace_back(check_->report());
    }
    const std::string page = page_template();
    const auto with = [&](const nlohmann::json& file) {
      return std::make_shared<const std::string>(
          page + fmt::format("<script type=\"application/json\" id=\"tocca-view\">{}</script>\n</body>\n</html>\n",
                             nlohmann::json{{"file", file}}.dump()));
    };
    for (std::size_t k = 0; k < reports_.size(); ++k) pages_.push_back(with(k));
    list_ = reports_.size() == 1 ? pages_.front() : with(nullptr);
    for (WatchedReport& report : reports_) {
      report.look();
      if (report.error()) throw *report.error();
    }
    tell_state();
  }

  /// True if some file has changed; event() then reports it.
  bool look() {
    if (changes_)
      for (const std::string& line : changes_->look()) check_->change(line);
    bool changed = check_ && check_->look();
    for (WatchedReport& report : reports_) changed |= report.look();
    if (changed) tell_state();
    return changed;
  }

  const std::string& event() const { return *event_; }

  HttpAnswer answer(const HttpRequest& request) const {
    if (request.target == "/") return page(list_);
    if (request.target == "/events") return {200, "text/event-stream", event_, "", true};
    for (std::size_t k = 0; k < reports_.size(); ++k) {
      if (request.target == fmt::format("/{}/", k)) return page(pages_[k]);
      if (request.target == fmt::format("/{}/data", k)) return data(request, reports_[k].block());
    }
    return plain_answer(404, "not found");
  }

 private:
  static HttpAnswer page(std::shared_ptr<const std::string> text) {
    return {200, "text/html; charset=utf-8", std::move(text), "", false};
  }

  static HttpAnswer data(const HttpRequest& request, const std::shared_ptr<const ReportBlock>& block) {
    if (!block) return plain_answer(404, "this file does not exist yet");
    HttpAnswer answer{200, "application/json", nullptr, block->version, false};
    if (request.field("if-none-match") == fmt::format("\"{}\"", block->version)) {
      answer.status = 304;
    } else {
      answer.body = {block, &block->data};
    }
    return answer;
  }

  nlohmann::json state_of(const WatchedReport& report) const {
    const std::string message = report.error() ? report.error()->what() : check_ ? check_->message() : "";
    const char* state = check_ && check_->is_busy() ? "checking"
                        : !message.empty()          ? "broken"
                        : !report.is_there()        ? "waiting"
                                                    : "ready";
    nlohmann::json told{{"name", check_ ? name_ : report.file()}, {"state", state}};
    if (!message.empty()) told["message"] = message;
    if (const auto& block = report.block()) {
      told["version"] = block->version;
      told["title"] = block->title;
      told["outcome"] = block->outcome;
      told["headline"] = block->headline;
      told["running"] = block->running;
      told["modified"] = report.modified_ms();
    }
    return told;
  }

  void tell_state() {
    nlohmann::json files = nlohmann::json::array();
    for (const WatchedReport& report : reports_) files.push_back(state_of(report));
    event_ = std::make_shared<const std::string>(fmt::format(
        "retry: 1000\ndata: {}\n\n",
        nlohmann::json{{"files", std::move(files)}}.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)));
  }

  std::string name_;
  std::optional<ChangeInput> changes_;
  std::optional<RepeatedCheck> check_;  ///< writes the only report, where inputs are viewed
  std::vector<WatchedReport> reports_;
  std::vector<std::shared_ptr<const std::string>> pages_;
  std::shared_ptr<const std::string> list_, event_;
};

/// On the port asked for, else on the usual one, so that pages which are open find it again; where that is taken, on
/// any.
std::unique_ptr<LoopbackServer> start_server(const std::optional<int>& port) {
  if (port) return std::make_unique<LoopbackServer>(*port);
  try {
    return std::make_unique<LoopbackServer>(usual_port);
  } catch (const InputError&) {
    return std::make_unique<LoopbackServer>(0);
  }
}

int run_view(const ViewArguments& arguments) {
  require_page("view");
  if (!arguments.answer.empty()) return run_live_check(arguments.for_check(), arguments.answer);
  arguments.require_sense();
  View view(arguments);
  const auto server = start_server(arguments.port);
  const Interrupt interrupt;
  print(fmt::format("{} shows {}; press Ctrl-C to stop\n", server->address(), printable(arguments.name())));
  flush_output();
  if (arguments.open && !open_in_browser(server->address())) {
    show({"--open: no desktop was found (DISPLAY, xdg-open); open the address above in a browser"});
  }
  while (!Interrupt::asked()) {
    server->serve_for_a_while([&](const HttpRequest& request) { return view.answer(request); });
    if (view.look()) server->tell(view.event());
  }
  return exit_done;
}

}  // namespace

void add_view(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<ViewArguments>();
  CLI::App* verb = app.add_subcommand(
      "view", "Show reports in a browser on this machine only, and update them as soon as they change.");
  arguments->add_to(*verb);
  verb->footer(
      "tocca view path.html --open\n"
      "tocca world --report world.html & tocca view world.html\n"
      "tocca view before.html after.html --port 9000\n"
      "tocca view arm.urdf room.json path.csv\n"
      "tocca view arm.urdf room.json path.csv --clearance 1cm\n"
      "tocca view arm.urdf room.json path.csv --changes -");
  verb->callback([arguments, &action] { action = [arguments] { return run_view(*arguments); }; });
}

}  // namespace tocca::cli
