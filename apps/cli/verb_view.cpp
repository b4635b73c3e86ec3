// tocca view: report pages in a browser, from this machine only, as they are written.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "interrupt.hpp"
#include "loopback_server.hpp"
#include "output.hpp"
#include "tocca/report/page.hpp"
#include "verbs.hpp"
#include "watched_report.hpp"

namespace tocca::cli {
namespace {

constexpr int usual_port = 8622;

struct ViewArguments {
  std::vector<std::string> files;
  std::optional<int> port;
};

/// What is served. Nothing of a request's target ever becomes the name of a file: it is compared with what there is.
class View {
 public:
  explicit View(const std::vector<std::string>& files) : reports_(files.begin(), files.end()) {
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

  /// True where some file has changed; event() then tells it.
  bool look() {
    bool changed = false;
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
    return plain_answer(404, "there is nothing here");
  }

 private:
  static HttpAnswer page(std::shared_ptr<const std::string> text) {
    return {200, "text/html; charset=utf-8", std::move(text), "", false};
  }

  static HttpAnswer data(const HttpRequest& request, const std::shared_ptr<const ReportBlock>& block) {
    if (!block) return plain_answer(404, "this file is not there yet");
    HttpAnswer answer{200, "application/json", nullptr, block->version, false};
    if (request.field("if-none-match") == fmt::format("\"{}\"", block->version)) {
      answer.status = 304;
    } else {
      answer.body = {block, &block->data};
    }
    return answer;
  }

  static nlohmann::json state_of(const WatchedReport& report) {
    nlohmann::json state{{"name", report.file()},
                         {"state", !report.is_there() ? "waiting"
                                   : report.error()   ? "broken"
                                                      : "ready"}};
    if (report.error()) state["message"] = report.error()->what();
    if (const auto& block = report.block()) {
      state["version"] = block->version;
      state["title"] = block->title;
      state["outcome"] = block->outcome;
      state["headline"] = block->headline;
      state["running"] = block->running;
      state["modified"] = report.modified_ms();
    }
    return state;
  }

  void tell_state() {
    nlohmann::json files = nlohmann::json::array();
    for (const WatchedReport& report : reports_) files.push_back(state_of(report));
    event_ = std::make_shared<const std::string>(fmt::format(
        "retry: 1000\ndata: {}\n\n",
        nlohmann::json{{"files", std::move(files)}}.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)));
  }

  std::vector<WatchedReport> reports_;
  std::vector<std::shared_ptr<const std::string>> pages_;
  std::shared_ptr<const std::string> list_, event_;
};

/// On the port asked for, else on the usual one, so that pages which are open find it again; where that is taken, on any.
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
  View view(arguments.files);
  const auto server = start_server(arguments.port);
  const Interrupt interrupt;
  print(fmt::format("{} shows {}; Ctrl-C ends it\n", server->address(),
                    arguments.files.size() == 1 ? printable(arguments.files.front())
                                                : fmt::format("{} reports", arguments.files.size())));
  finish_output();
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
      "view", "Show report pages in a browser, from this machine only, and each new version of them at once.");
  verb->add_option("FILE", arguments->files, "Pages that --report writes, has written or will write")
      ->required()
      ->type_name("FILE...");
  verb->add_option("--port", arguments->port, "Port on 127.0.0.1; 0: any that is free (default: 8622, or any)")
      ->check(CLI::Range(0, 65535))
      ->type_name("N");
  verb->footer(
      "tocca view path.html\n"
      "tocca world --report world.html & tocca view world.html\n"
      "tocca view before.html after.html --port 9000");
  verb->callback([arguments, &action] { action = [arguments] { return run_view(*arguments); }; });
}

}  // namespace tocca::cli
