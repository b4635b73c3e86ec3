#include <mutex>

#include "arrays.hpp"
#include "errors.hpp"
#include "module.hpp"
#include "question.hpp"
#include "shapes.hpp"
#include "tocca/io/result_writers.hpp"
#include "tocca/screw/screw_pair.hpp"
#include "verdict.hpp"
#include "working.hpp"

namespace tocca::python {
namespace {

constexpr const char* pair_doc =
    "ScrewPair(a, b, *, tolerance=1e-6, budget=None)\n\n"
    "Two meshes, and when they first touch while a moves on a screw as seen from b: a turn about an axis and a slide "
    "along it.\n\n"
    ">>> corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]\n"
    ">>> faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]]\n"
    ">>> pair = tocca.ScrewPair(tocca.Mesh(corners, faces), tocca.Mesh(corners, faces))\n"
    ">>> answer = pair.first_contact((3, 0, 0), (-3, 0, 0))\n"
    ">>> lo, hi = answer.time\n"
    ">>> answer.outcome, lo <= 2 / 6 <= hi + 1e-6\n('contact', True)\n"
    ">>> pair.first_contact((3, 0, 0), (3, 0, 5)).outcome\n'free'\n";

/// A pair and who is using it: its scratch memory serves one call at a time.
class GuardedPair {
 public:
  GuardedPair(const MeshPointer& a, const MeshPointer& b, const ScrewSettings& settings) : pair_(a, b, settings) {}

  ScrewAnswer first_contact(const ScrewParameters& screw, bool all) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) throw std::runtime_error("ScrewPair: another thread is using it; give each thread a pair of its own");
    const Working working;
    return all ? pair_.all_contacts(screw) : pair_.first_contact(screw);
  }

 private:
  ScrewPair pair_;
  std::mutex mutex_;
};

std::unique_ptr<GuardedPair> make(const Shape& a, const Shape& b, double tolerance, const py::object& budget) {
  ScrewSettings settings;
  settings.tolerance_m = require_positive(tolerance, "tolerance");
  if (!budget.is_none()) {
    const auto number = budget.cast<std::int64_t>();
    if (number < 1) refuse("budget", "must be at least 1", "give None for no limit");
    settings.budget = static_cast<std::uint64_t>(number);
  }
  return std::make_unique<GuardedPair>(mesh_of(a, "a"), mesh_of(b, "b"), settings);
}

ScrewAnswer ask(GuardedPair& pair, const py::object& start, const py::object& end, int turns, bool all) {
  return pair.first_contact(screw_between(pose(start, "start"), pose(end, "end"), turns), all);
}

py::list contacts(const ScrewAnswer& answer) {
  py::list list;
  for (const ScrewContact& contact : answer.contacts) list.append(py::cast(contact));
  return list;
}

}  // namespace

void add_screw(py::module_& module) {
  using C = ScrewContact;
  py::class_<C>(module, "ScrewContact", "One touching place, in the frame of b at time[1].")
      .def_property_readonly(
          "time", [](const C& c) { return py::make_tuple(c.time.lo, c.time.hi); }, "(lo, hi), parts of the motion.")
      .def_property_readonly(
          "point", [](const C& c) { return array_of(c.point); }, "(3,)")
      .def_property_readonly(
          "normal", [](const C& c) { return array_of(c.normal); }, "(3,): from b to a, unit.")
      .def_property_readonly("kind", [](const C& c) { return name_of(c.kind); })
      .def_property_readonly(
          "triangles", [](const C& c) { return py::make_tuple(c.triangles[0], c.triangles[1]); }, "Of a and b.")
      .def("__repr__", [](const C& c) {
        return "<tocca.ScrewContact: " + std::string(name_of(c.kind)) + " at " + short_number(c.time.hi) + ">";
      });
  using A = ScrewAnswer;
  py::class_<A>(module, "ScrewVerdict", "What a ScrewPair found. True (bool) only if it is proven free.")
      .def_property_readonly(
          "outcome", [](const A& a) { return word(a.outcome); }, "'free', 'contact' or 'undecided'.")
      .def_property_readonly(
          "time",
          [](const A& a) -> py::object {
            return a.outcome == Outcome::free ? py::none() : py::object(py::make_tuple(a.time.lo, a.time.hi));
          },
          "(lo, hi), parts of the motion; None if free.")
      .def_property_readonly(
          "initial", [](const A& a) { return a.initial; }, "Contact where the motion begins.")
      .def_property_readonly(
          "free_until", [](const A& a) { return a.free_until; }, "Proven free before this part of the motion.")
      .def_property_readonly(
          "why",
          [](const A& a) -> py::object {
            return a.why == Undecided::no ? py::none() : py::object(py::str(name_of(a.why)));
          },
          "Why it is undecided; else None.")
      .def_property_readonly("contacts", &contacts,
                             "Every touching place at time[1]; with all=True every one of the motion, by time.")
      .def("__bool__", [](const A& a) { return a.outcome == Outcome::free; })
      .def("__repr__", [](const A& a) { return "<tocca.ScrewVerdict: " + std::string(word(a.outcome)) + ">"; });
  py::class_<GuardedPair>(module, "ScrewPair", pair_doc)
      .def(py::init(&make), py::arg("a"), py::arg("b"), py::kw_only(), py::arg("tolerance") = 1e-6,
           py::arg("budget") = py::none())
      .def("first_contact", &ask, py::arg("start"), py::arg("end"), py::kw_only(), py::arg("turns") = 0,
           py::arg("all") = false,
           "first_contact(start, end, *, turns=0, all=False)\n\nThe screw of a, as seen from b, between two poses: by "
           "the shortest turn plus `turns` whole ones.\n"
           "`all`: every contact along it, also while the two pass through each other. Returns a ScrewVerdict.");
}

}  // namespace tocca::python
