#include "pages/tool_page.hpp"

#include <fmt/format.h>

#include <chrono>
#include <memory>

#include "table.hpp"

namespace tocca::cli {

ToolPage::ToolPage(const std::string& file, const std::vector<Collider>& tool, const MeshPointer& surface,
                   const ToolSettings& settings)
    : file_(file), recorder_(tool, surface, settings, report_) {
  report_.verb = "tool";
  report_.version = TOCCA_VERSION;
}

ToolPage::~ToolPage() {
  if (writing_.valid()) writing_.wait();
}

void ToolPage::describe(std::string title, std::vector<std::pair<std::string, std::string>> parameters) {
  report_.title = std::move(title);
  report_.parameters = std::move(parameters);
}

void ToolPage::sample(const ToolReport& told, const Pose& X_WT, const ToolEvents& so_far) {
  recorder_.sample(told, X_WT);
  if (writing_.valid()) {
    if (writing_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
    writing_.get();  // throws where the disk is full
  }
  if (!file_.due()) return;
  tell(so_far);
  auto copy = std::make_shared<Report>(report_);
  writing_ = std::async(std::launch::async, [this, copy] { file_.write_so_far(*copy); });
}

void ToolPage::finish(const ToolEvents& totals) {
  if (writing_.valid()) writing_.get();
  tell(totals);
  file_.finish(report_);
}

void ToolPage::tell(const ToolEvents& so_far) {
  recorder_.update();
  report_.notes = recorder_.notes();
  const std::size_t contacts = so_far.contacts(), warnings = so_far.warnings();
  report_.outcome = so_far.had_contact()     ? Outcome::contact
                    : so_far.was_undecided() ? Outcome::undecided
                                             : Outcome::free;
  report_.headline = counted(contacts, "contact") + ", " + counted(warnings, "warning");
  report_.summary = counted(recorder_.samples(), "sample") + ". ";
  if (const auto first = recorder_.first_contact_s()) {
    report_.summary += fmt::format("The tool first touches the surface at {:.4f} s", *first);
    const auto announced = recorder_.announced_s();
    report_.summary += announced ? fmt::format("; a warning came {:.2g} s before.", *announced) : ".";
  } else if (so_far.was_undecided()) {
    report_.summary += "Time ran out before the whole motion was checked; no contact was found in the part that was.";
  } else {
    report_.summary += "The tool does not touch the surface, neither at the samples nor between them.";
  }
}

}  // namespace tocca::cli
