#include "pages/screw_page.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "table.hpp"

namespace tocca::cli {
namespace {

std::string stem(const std::string& file) { return std::filesystem::path(file).stem().string(); }

}  // namespace

ScrewPage::ScrewPage(const Question& question, const MeshPointer& a, const MeshPointer& b)
    : file_(question.report), recorder_(a, stem(question.a), b, stem(question.b), report_) {
  report_.verb = "screw";
  report_.version = TOCCA_VERSION;
  report_.title = file_name(question.a) + " · " + file_name(question.b) + " · " + file_name(question.motions);
  report_.parameters = {
      {"A", file_name(question.a)},
      {"B", file_name(question.b)},
      {"Motions", file_name(question.motions)},
      {"Tolerance", fmt::format("{} m", question.tolerance_m)},
      {"Triangles", fmt::format("{} and {}", grouped(a->triangles().size()), grouped(b->triangles().size()))}};
}

void ScrewPage::add(const ScrewRow& row, const ScrewVerdict& verdict, const ScrewWriter& so_far) {
  recorder_.add(row, verdict.index, verdict.answer, verdict.micros);
  if (!file_.due()) return;
  report_.outcome = so_far.outcome();
  file_.write_so_far(report_);
}

void ScrewPage::finish(const ScrewWriter& totals, const Warnings& warnings) {
  report_.outcome = totals.outcome();
  report_.parameters.emplace_back("Checked", totals.counts_text());
  report_.notes.clear();
  for (const std::string& warning : warnings) report_.notes.push_back(without_folders(warning));
  recorder_.finish();
  file_.finish(report_);
}

}  // namespace tocca::cli
