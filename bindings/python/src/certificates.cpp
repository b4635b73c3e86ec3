#include "certificates.hpp"

#include <pybind11/stl.h>

#include <filesystem>
#include <fstream>

#include "certificate/whole_certificate.hpp"
#include "module.hpp"
#include "tocca/audit/audit.hpp"

namespace tocca::python {
namespace {

using audit::AuditResult;

constexpr const char* audit_doc = R"(audit(file, *, threads=1)
--

Checks a certificate that check_path(certificate=...) or the command line wrote, by the independent auditor, which shares no code with the
rest. Returns an Audit, which is True only if every rule holds. A file that is not there raises InputError.

>>> arm = tocca.load_robot('robot.urdf')
>>> checker = tocca.Checker(arm, tocca.load_scene('scene.json'))
>>> result = checker.check_path([[0, 0], [0.3, 0]], certificate='path.proof')
>>> bool(tocca.audit('path.proof'))
True
)";

constexpr const char* class_doc = R"(What audit() found.

>>> checker = tocca.Checker(tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json'))
>>> _ = checker.check_path([[0, 0], [0.3, 0]], certificate='path.proof')
>>> a = tocca.audit('path.proof')
>>> a.outcome, a.claim, a.segments
('valid', 'free', 1)
)";

const char* word(AuditResult::Outcome outcome) {
  static constexpr const char* words[] = {"valid", "rejected", "unreadable"};
  return words[static_cast<std::size_t>(outcome)];
}

AuditResult run_audit(const py::object& file, int threads) {
  const std::string name = py::str(file);
  std::ifstream stream(name, std::ios::binary);
  if (!stream || std::filesystem::is_directory(name))
    throw InputError(name, "", "cannot be read", "give the name of a certificate");
  if (threads < 1 || threads > 1024)
    throw InputError("threads", "", "must be from 1 to 1024 (got " + std::to_string(threads) + ")", "");
  const py::gil_scoped_release released;
  return audit::audit(stream, {threads, false});
}

std::string text(const AuditResult& result) {
  if (result.outcome != AuditResult::Outcome::valid)
    return std::string("<tocca.Audit: ") + word(result.outcome) + ": " + result.reason + ">";
  return std::string("<tocca.Audit: valid, ") + (result.free ? "free" : "free until a contact") + ", " +
         std::to_string(result.checked_pairs) + " pairs proven apart, " + std::to_string(result.left_out_pairs) +
         " left out>";
}

}  // namespace

void write_certificate(const PathAnswer& answer, const std::string& file) {
  const Question& question = *answer.question;
  const std::vector<std::string>& files = question.asked().files;
  const py::gil_scoped_release released;
  WholeCertificate certificate({file, "certificate", "check without a certificate"}, question.problem(),
                               question.checker(), {files.begin(), files.end()}, true);
  for (const SegmentVerdict& segment : answer.verdict.segments)
    certificate.add(*answer.steps, static_cast<int>(segment.index), segment);
  certificate.finish();
}

void add_certificates(py::module_& module) {
  using A = AuditResult;
  py::class_<A>(module, "Audit", class_doc)
      .def_property_readonly(
          "outcome", [](const A& a) { return word(a.outcome); }, "'valid', 'rejected' or 'unreadable'.")
      .def_property_readonly(
          "reason", [](const A& a) { return a.reason; },
          "Why it is not valid: which segment, pair and node; empty if it is.")
      .def_property_readonly(
          "claim", [](const A& a) { return a.free ? "free" : "contact"; },
          "What is proven, if it is valid: 'free' or 'contact'.")
      .def_property_readonly(
          "contact",
          [](const A& a) -> py::object {
            if (a.free || a.outcome != A::Outcome::valid) return py::none();
            return py::make_tuple(a.contact_segment, py::make_tuple(a.contact_time[0], a.contact_time[1]),
                                  py::make_tuple(a.contact_a, a.contact_b));
          },
          "(segment, (free until, touching at), (a, b)), or None.")
      .def_property_readonly(
          "segments", [](const A& a) { return a.segments; }, "How many segments there are.")
      .def_property_readonly(
          "pairs_checked", [](const A& a) { return a.checked_pairs; }, "How many pairs of bodies are proven apart.")
      .def_property_readonly(
          "left_out", [](const A& a) { return a.why_left_out; }, "How many pairs of bodies are left out, by reason.")
      .def_property_readonly(
          "leaves", [](const A& a) { return a.leaves; }, "How many leaves the proofs have.")
      .def_property_readonly(
          "inputs",
          [](const A& a) {
            py::dict files;
            for (const A::Input& input : a.inputs) files[py::str(input.name)] = input.sha256;
            return files;
          },
          "The SHA-256 of each file that the claim rests on, by name.")
      .def("__bool__", [](const A& a) { return a.outcome == A::Outcome::valid; })
      .def("__repr__", &text);
  module.def("audit", &run_audit, py::arg("file"), py::kw_only(), py::arg("threads") = 1, audit_doc);
}

}  // namespace tocca::python
