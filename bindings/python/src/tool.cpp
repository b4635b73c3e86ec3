#include "deformable.hpp"
#include "errors.hpp"
#include "module.hpp"
#include "shapes.hpp"
#include "tocca/tool/tool_monitor.hpp"
#include "verdict.hpp"

namespace tocca::python {
namespace {

constexpr const char* monitor_doc =
    R"(ToolMonitor(tool, *, clearance=0.0, tolerance=1e-06, motion='in-between', predict=True, reflex=0.1, considered=1.0)
--

A tool's poses against a deforming surface, live: contacts between samples, and warnings before them. `tool` is a Shape.
`reflex` and `considered` are how far ahead warnings look, in seconds. One thread at a time.

>>> floor = tocca.DeformableMesh([[-9, -9, 0], [9, -9, 0], [0, 9, 0]], [[0, 1, 2]])
>>> monitor = tocca.ToolMonitor(tocca.Sphere(0.1))
>>> states = [monitor.sample(0.01 * k, (0, 0, 0.3 - 0.01 * k), floor).state for k in range(25)]
>>> states[-1], 'warning' in states
('contact', True)
>>> monitor
<tocca.ToolMonitor: sphere, clearance 0.0 m, 25 samples until 0.24 s>
)";

constexpr const char* sample_doc = R"(sample(self, time, pose, surface)
--

The tool's next pose, and the surface in the step that ends there (a DeformableMesh). `time` is in seconds, and not earlier
than the last one. Returns a ToolReport.

>>> floor = tocca.DeformableMesh([[-9, -9, 0], [9, -9, 0], [0, 9, 0]], [[0, 1, 2]])
>>> monitor = tocca.ToolMonitor(tocca.Sphere(0.1))
>>> monitor.sample(0.0, (0, 0, 0.05), floor)
<tocca.ToolReport: contact at 0.0 s>
)";

constexpr const char* surface_is_new_doc = R"(surface_is_new(self)
--

The next sample's surface does not continue the last one's.

>>> monitor = tocca.ToolMonitor(tocca.Sphere(0.1))
>>> monitor.surface_is_new()
)";

constexpr const char* reset_doc = R"(reset(self)
--

Forgets all samples: the next one may have any time.

>>> floor = tocca.DeformableMesh([[-9, -9, 0], [9, -9, 0], [0, 9, 0]], [[0, 1, 2]])
>>> monitor = tocca.ToolMonitor(tocca.Sphere(0.1))
>>> monitor.sample(5.0, (0, 0, 0.3), floor).time
5.0
>>> monitor.reset()
>>> monitor.sample(0.0, (0, 0, 0.3), floor).time
0.0
)";

constexpr const char* report_doc = R"(What one sample of a ToolMonitor has shown: ToolMonitor.sample().

>>> floor = tocca.DeformableMesh([[-9, -9, 0], [9, -9, 0], [0, 9, 0]], [[0, 1, 2]])
>>> monitor = tocca.ToolMonitor(tocca.Sphere(0.1))
>>> reports = [monitor.sample(0.01 * k, (0, 0, 0.3 - 0.01 * k), floor) for k in range(25)]
>>> first = next(report for report in reports if report.contact)
>>> first.contact[0] <= 0.2 <= first.contact[1] + 1e-6, first.triangles
(True, array([0], dtype=uint32))
)";

/// A monitor, and what it has seen.
struct WatchedMonitor {
  WatchedMonitor(const Collider& tool, const ToolSettings& settings)
      : monitor(std::span(&tool, 1), settings),
        text(std::string(kind_name(tool.geometry)) + ", clearance " + number(settings.clearance_m) + " m") {}

  static std::string number(double value) { return py::str(py::float_(value)); }
  std::string repr() const {
    const std::string seen =
        samples == 0 ? "no samples" : counted(samples, "sample") + " until " + number(last_s) + " s";
    return "<tocca.ToolMonitor: " + text + ", " + seen + ">";
  }

  ToolMonitor monitor;
  std::string text;
  std::size_t samples = 0;
  double last_s = 0.0;
};

ToolReport sample(WatchedMonitor& self, double time, const py::object& at, const DeformableMesh& surface) {
  if (self.samples > 0 && time < self.last_s) {
    refuse("time",
           "is earlier than the last sample's (" + WatchedMonitor::number(time) + " after " +
               WatchedMonitor::number(self.last_s) + ")",
           "give samples in their order, or reset() the monitor");
  }
  // With the GIL: it takes microseconds, and one thread at a time.
  ToolReport report = self.monitor.sample(time, pose(at, "pose"), surface);
  ++self.samples;
  self.last_s = time;
  return report;
}

void reset(WatchedMonitor& self) {
  self.monitor.reset();
  self.samples = 0;
}

const char* word(ToolState state) {
  switch (state) {
    case ToolState::contact:
      return "contact";
    case ToolState::warning:
      return "warning";
    case ToolState::clear:
      return "clear";
    case ToolState::undecided:
      break;
  }
  return "undecided";
}

const char* word(WarningHorizon horizon) { return horizon == WarningHorizon::reflex ? "reflex" : "considered"; }

std::unique_ptr<WatchedMonitor> make(const Shape& tool, double clearance, double tolerance, const std::string& motion,
                                     bool predict, double reflex, double considered) {
  ToolSettings settings;
  settings.clearance_m = require_not_negative(clearance, "clearance");
  settings.tolerance_m = require_positive(tolerance, "tolerance");
  settings.predict = predict;
  settings.reflex_s = require_positive(reflex, "reflex");
  settings.considered_s = require_positive(considered, "considered");
  if (motion != "in-between" && motion != "screw")
    refuse("motion", "there is no motion '" + printable(motion) + "'", "choose 'in-between' or 'screw'");
  settings.motion = motion == "screw" ? SampleMotion::screw : SampleMotion::in_between;
  const Collider collider{Pose{}, tool.geometry};
  return std::make_unique<WatchedMonitor>(collider, settings);
}

py::object contact_time(const ToolReport& report) {
  if (!report.contact) return py::none();
  return py::make_tuple(report.contact->time_s.lo, report.contact->time_s.hi);
}

py::object point(const ToolReport& report) {
  if (report.contact) return array_of(report.contact->point);
  return report.warning ? py::object(array_of(report.warning->point)) : py::none();
}

py::object near_triangles(const ToolReport& report) {
  const auto* list = report.contact   ? &report.contact->surface_triangles
                     : report.warning ? &report.warning->surface_triangles
                                      : nullptr;
  if (!list) return py::none();
  return py::array_t<std::uint32_t>(static_cast<py::ssize_t>(list->size()), list->data());
}

}  // namespace

void add_tool(py::module_& module) {
  using R = ToolReport;
  py::class_<R>(module, "ToolReport", report_doc)
      .def_property_readonly(
          "state", [](const R& r) { return word(r.state); }, "'contact', 'warning', 'clear' or 'undecided'.")
      .def_property_readonly(
          "time", [](const R& r) { return r.time_s; }, "Of the sample, in seconds.")
      .def_property_readonly("contact", &contact_time,
                             "(lo, hi) in seconds: when it began to touch since the last sample; None if it did not.")
      .def_property_readonly(
          "touching", [](const R& r) { return r.touching; }, "Still touching now.")
      .def_property_readonly(
          "time_to_contact",
          [](const R& r) -> py::object {
            return r.warning ? py::object(py::float_(r.warning->time_to_contact_s)) : py::none();
          },
          "Seconds until it touches if it goes on as before; None without a warning.")
      .def_property_readonly(
          "horizon",
          [](const R& r) -> py::object {
            return r.warning ? py::object(py::str(word(r.warning->horizon))) : py::none();
          },
          "'reflex' or 'considered'; None without a warning.")
      .def_property_readonly("point", &point, "(3,), a copy: of the contact or the warning; or None.")
      .def_property_readonly("triangles", &near_triangles,
                             "Those of the surface that it touches or will touch, a copy; or None.")
      .def_property_readonly(
          "covered", [](const R& r) { return py::make_tuple(r.covered.reflex_s, r.covered.considered_s); },
          "How far ahead of each horizon the predicted motion was examined, in seconds.")
      .def_property_readonly(
          "proven", [](const R& r) { return r.proven; }, "False if the step since the last sample is undecided.")
      .def("__repr__", [](const R& r) {
        return "<tocca.ToolReport: " + std::string(word(r.state)) + " at " +
               std::string(py::str(py::float_(r.time_s))) + " s>";
      });
  using M = WatchedMonitor;
  py::class_<M>(module, "ToolMonitor", monitor_doc)
      .def(py::init(&make), py::arg("tool"), py::kw_only(), py::arg("clearance") = 0.0, py::arg("tolerance") = 1e-6,
           py::arg("motion") = "in-between", py::arg("predict") = true, py::arg("reflex") = 0.1,
           py::arg("considered") = 1.0, init_doc(monitor_doc).c_str())
      .def("sample", &sample, py::arg("time"), py::arg("pose"), py::arg("surface"), sample_doc)
      .def(
          "surface_is_new", [](M& self) { self.monitor.surface_is_new(); }, surface_is_new_doc)
      .def("reset", &reset, reset_doc)
      .def("__repr__", &M::repr);
}

}  // namespace tocca::python
