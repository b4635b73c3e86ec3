#include <cstdlib>
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

constexpr const char* pair_doc = R"(ScrewPair(a, b, *, tolerance=1e-06, budget=None)
--

Two meshes, and when they first touch while a moves on a screw as seen from b: a turn about an axis and a slide along it.
One thread at a time.

>>> corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
>>> faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]]
>>> pair = tocca.ScrewPair(tocca.Mesh(corners, faces), tocca.Mesh(corners, faces))
>>> pair
<tocca.ScrewPair: meshes of 4 and 4 triangles, tolerance 1e-06 m>
>>> pair.first_contact((3, 0, 0), (3, 0, 5)).outcome
'free'
)";

constexpr const char* first_contact_doc = R"(first_contact(self, start, end, *, turns=0, all=False)
--

The screw of a, as seen from b, between two poses: by the shortest turn plus `turns` whole ones. `all`: every contact along
it, also while the two pass through each other. Returns a ScrewVerdict.

>>> corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
>>> mesh = tocca.Mesh(corners, [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
>>> answer = tocca.ScrewPair(mesh, mesh).first_contact((3, 0, 0), (-3, 0, 0))
>>> lo, hi = answer.time
>>> answer.outcome, lo <= 2 / 6 <= hi + 1e-6
('contact', True)
)";

constexpr const char* verdict_doc = R"(What a ScrewPair found. True (bool) only if it is proven free.

>>> corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
>>> mesh = tocca.Mesh(corners, [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
>>> pair = tocca.ScrewPair(mesh, mesh)
>>> pair.first_contact((3, 0, 0), (5, 0, 0))
<tocca.ScrewVerdict: free>
>>> pair.first_contact((3, 0, 0), (-3, 0, 0)).contacts[0].kind
'face-vertex'
)";

constexpr const char* contact_doc = R"(One touching place, in the frame of b at time[1]: ScrewVerdict.contacts.

>>> corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
>>> mesh = tocca.Mesh(corners, [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
>>> contact = tocca.ScrewPair(mesh, mesh).first_contact((3, 0, 0), (-3, 0, 0)).contacts[0]
>>> contact.point.round(3)
array([1., 0., 0.])
)";

constexpr std::int64_t most_turns = 1'000'000;

/// A pair and who is using it: its scratch memory serves one call at a time.
class GuardedPair {
 public:
  GuardedPair(const MeshPointer& a, const MeshPointer& b, const ScrewSettings& settings)
      : pair_(a, b, settings),
        text_("<tocca.ScrewPair: meshes of " + std::to_string(a->triangles().size()) + " and " +
              counted(b->triangles().size(), "triangle") + ", tolerance " + short_number(settings.tolerance_m) +
              " m>") {}

  std::string text() const { return text_; }
  ScrewAnswer first_contact(const ScrewParameters& screw, bool all) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) throw std::runtime_error("ScrewPair: another thread is using it; give each thread a pair of its own");
    const Working working;
    return all ? pair_.all_contacts(screw) : pair_.first_contact(screw);
  }

 private:
  ScrewPair pair_;
  std::string text_;
  std::mutex mutex_;
};

std::unique_ptr<GuardedPair> make(const Shape& a, const Shape& b, double tolerance, const py::object& budget) {
  ScrewSettings settings;
  settings.tolerance_m = require_positive(tolerance, "tolerance");
  settings.budget = budget_of(budget);
  return std::make_unique<GuardedPair>(mesh_of(a, "a"), mesh_of(b, "b"), settings);
}

ScrewAnswer ask(GuardedPair& pair, const py::object& start, const py::object& end, const py::object& whole_turns,
                bool all) {
  const std::int64_t turns = whole_number(whole_turns, "turns");
  if (std::abs(turns) > most_turns) refuse("turns", "are too many (got " + std::to_string(turns) + ")", "give fewer");
  return pair.first_contact(screw_between(pose(start, "start"), pose(end, "end"), static_cast<int>(turns)), all);
}

std::string text(const ScrewAnswer& answer) {
  std::string text = std::string("<tocca.ScrewVerdict: ") + word(answer.outcome);
  if (answer.outcome == Outcome::contact) {
    text += " at " + short_number(answer.time.hi) + ", " + counted(answer.contacts.size(), "place");
  } else if (answer.outcome == Outcome::undecided) {
    text += std::string(" (") + name_of(answer.why) + "), free until " + short_number(answer.free_until);
  }
  return text + ">";
}

py::list contacts(const ScrewAnswer& answer) {
  py::list list;
  for (const ScrewContact& contact : answer.contacts) list.append(py::cast(contact));
  return list;
}

}  // namespace

void add_screw(py::module_& module) {
  using C = ScrewContact;
  py::class_<C>(module, "ScrewContact", contact_doc)
      .def_property_readonly(
          "time", [](const C& c) { return py::make_tuple(c.time.lo, c.time.hi); }, "(lo, hi), parts of the motion.")
      .def_property_readonly(
          "point", [](const C& c) { return array_of(c.point); }, "(3,), a copy.")
      .def_property_readonly(
          "normal", [](const C& c) { return array_of(c.normal); }, "(3,), a copy: from b to a, unit.")
      .def_property_readonly(
          "kind", [](const C& c) { return name_of(c.kind); }, "'vertex-face', 'face-vertex' or 'edge-edge'.")
      .def_property_readonly(
          "triangles", [](const C& c) { return py::make_tuple(c.triangles[0], c.triangles[1]); },
          "Of a and b, as their meshes number them.")
      .def("__repr__", [](const C& c) {
        return "<tocca.ScrewContact: " + std::string(name_of(c.kind)) + " at " + short_number(c.time.hi) + ">";
      });
  using A = ScrewAnswer;
  py::class_<A>(module, "ScrewVerdict", verdict_doc)
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
      .def("__repr__", &text);
  py::class_<GuardedPair>(module, "ScrewPair", pair_doc)
      .def(py::init(&make), py::arg("a"), py::arg("b"), py::kw_only(), py::arg("tolerance") = 1e-6,
           py::arg("budget") = py::none(), init_doc(pair_doc).c_str())
      .def("first_contact", &ask, py::arg("start"), py::arg("end"), py::kw_only(), py::arg("turns") = 0,
           py::arg("all") = false, first_contact_doc)
      .def("__repr__", &GuardedPair::text);
}

}  // namespace tocca::python
