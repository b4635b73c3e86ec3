#include "verdict.hpp"

#include <pybind11/stl.h>

#include <cstdio>

#include "module.hpp"
#include "pages.hpp"
#include "tocca/io/result_writers.hpp"

namespace tocca::python {
namespace {

constexpr const char* verdict_doc = R"(What is proven about one motion, or one configuration: Checker.check().

True (bool) only if it is proven free: every checked pair stays apart at every moment. `outcome` is 'free', 'contact'
or 'undecided'.

>>> arm, scene = tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json')
>>> v = tocca.Checker(arm, scene).check([0, 0], [1.5, 0.25])
>>> bool(v), v.outcome, v.pairs
(False, 'contact', [('lower', 'post')])
>>> lo, hi = v.time
>>> 0 < lo <= hi < 1 and hi - lo < 1e-6
True
)";

constexpr const char* contact_doc =
    R"(One touching place of two things, at time[1] of its verdict, in the world frame: Verdict.contacts.

>>> arm, scene = tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json')
>>> contact = tocca.Checker(arm, scene).check([0, 0], [1.5, 0.25]).contacts[0]
>>> contact, contact.point.round(2)
(<tocca.Contact: lower, post (round)>, array([1.55, 0.91, 0.  ]))
)";

constexpr const char* report_doc = R"(report(self, file)
--

Writes an HTML page that shows the motion.

>>> arm, scene = tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json')
>>> tocca.Checker(arm, scene).check([0, 0], [1.5, 0.25]).report('motion.html')
)";

py::object time(const SegmentVerdict& segment) {
  if (segment.outcome == Outcome::free) return py::none();
  return py::make_tuple(segment.time.lo, segment.time.hi);
}

py::object why(const SegmentVerdict& segment) {
  return segment.outcome == Outcome::undecided ? py::object(py::str(name_of(segment.why))) : py::none();
}

py::dict configuration(const SegmentVerdict& segment) {
  py::dict values;
  for (const auto& [name, value] : segment.configuration) values[py::str(name)] = value;
  return values;
}

/// Text as HTML shows it.
std::string in_html(const std::string& text) {
  std::string html;
  for (const char c : text) {
    if (c == '<') {
      html += "&lt;";
    } else if (c == '&') {
      html += "&amp;";
    } else {
      html += c;
    }
  }
  return html;
}

std::string numbers(const Vector3& v) {
  return short_number(v[0]) + ", " + short_number(v[1]) + ", " + short_number(v[2]);
}

/// A few lines for a notebook; a PathResult has the page.
std::string table(const AskedVerdict& verdict) {
  const SegmentVerdict& segment = verdict.segment;
  std::string html = "<table>";
  const auto row = [&](const char* name, const std::string& value) {
    html += std::string("<tr><th style=\"text-align:left\">") + name + "</th><td style=\"text-align:left\">" +
            in_html(value) + "</td></tr>";
  };
  std::string outcome = word(segment.outcome);
  if (verdict.is_free()) outcome += ", proven";
  if (segment.outcome == Outcome::undecided) outcome += std::string(" (") + name_of(segment.why) + ")";
  row("verdict", outcome);
  if (segment.outcome == Outcome::contact) {
    row("from", short_number(segment.time.hi) + " of the motion on");
    for (const auto& [a, b] : segment.pairs) row("touching", a + ", " + b);
    if (!segment.contacts.empty()) row("at", numbers(segment.contacts.front().point));
  } else if (segment.outcome == Outcome::undecided) {
    row("free until", short_number(segment.free_until) + " of the motion");
  }
  row("checked", counted(verdict.question->pairs_checked(), "pair"));
  return html + "</table>";
}

void add_contact(py::module_& module) {
  py::class_<NamedContact>(module, "Contact", contact_doc)
      .def_property_readonly(
          "a", [](const NamedContact& contact) { return contact.a; }, "Name of a link or an object.")
      .def_property_readonly(
          "b", [](const NamedContact& contact) { return contact.b; }, "The other one's.")
      .def_property_readonly(
          "point", [](const NamedContact& contact) { return array_of(contact.point); }, "(3,), in metres; a copy.")
      .def_property_readonly(
          "normal", [](const NamedContact& contact) { return array_of(contact.normal); },
          "(3,): from b to a, unit; zeros where there is none.")
      .def_property_readonly(
          "distance", [](const NamedContact& contact) { return contact.distance_m; },
          "How far apart the two are there: up to the clearance asked for, 0 where they touch.")
      .def_property_readonly(
          "kind", [](const NamedContact& contact) { return name_of(contact.kind); },
          "'vertex-face', 'face-vertex', 'edge-edge', 'round', 'overlap' or 'inside'.")
      .def_property_readonly(
          "triangles",
          [](const NamedContact& contact) { return py::make_tuple(contact.triangles[0], contact.triangles[1]); },
          "Of a and b, as their meshes number them; -1 for a primitive.")
      .def("__repr__", [](const NamedContact& contact) {
        return "<tocca.Contact: " + contact.a + ", " + contact.b + " (" + name_of(contact.kind) + ")>";
      });
}

}  // namespace

bool AskedVerdict::is_free() const {
  return segment.outcome == Outcome::free && segment.proven && question->pairs_checked() > 0;
}

py::list contacts_of(std::span<const NamedContact> contacts) {
  py::list list;
  for (const NamedContact& contact : contacts) list.append(py::cast(contact));
  return list;
}

std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

std::string counted(std::size_t count, const char* one) {
  return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

std::string summary(const SegmentVerdict& segment) {
  std::string text = word(segment.outcome);
  if (segment.outcome == Outcome::undecided) text += std::string(" (") + name_of(segment.why) + ")";
  if (segment.outcome != Outcome::contact) return text;
  text += " at " + short_number(segment.time.hi);
  if (!segment.pairs.empty()) text += " (" + segment.pairs.front().first + ", " + segment.pairs.front().second + ")";
  return text;
}

void add_verdict(py::module_& module) {
  add_contact(module);
  using V = AskedVerdict;
  py::class_<V>(module, "Verdict", verdict_doc)
      .def_property_readonly(
          "outcome", [](const V& v) { return word(v.segment.outcome); }, "'free', 'contact' or 'undecided'.")
      .def_property_readonly(
          "time", [](const V& v) { return time(v.segment); },
          "(lo, hi), as parts of the motion: apart before lo, touching at hi; None if free.")
      .def_property_readonly(
          "free_until", [](const V& v) { return v.segment.free_until; }, "Proven free before this part of the motion.")
      .def_property_readonly(
          "initial", [](const V& v) { return v.segment.initial; }, "Contact where the motion begins.")
      .def_property_readonly(
          "proven", [](const V& v) { return v.segment.proven && v.question->pairs_checked() > 0; },
          "False if a stage that proves nothing took part, or if no pair was checked.")
      .def_property_readonly(
          "why", [](const V& v) { return why(v.segment); }, "Why it is undecided: 'budget' or 'resolution'; else None.")
      .def_property_readonly(
          "index", [](const V& v) { return v.segment.index; }, "Which segment of the path.")
      .def_property_readonly(
          "pairs", [](const V& v) { return v.segment.pairs; }, "Who touches whom: names.")
      .def_property_readonly(
          "contacts", [](const V& v) { return contacts_of(v.segment.contacts); }, "Every touching place at time[1].")
      .def_property_readonly(
          "configuration", [](const V& v) { return configuration(v.segment); }, "Joint values at time[1], by name.")
      .def_property_readonly(
          "micros", [](const V& v) { return v.segment.micros; }, "Microseconds that the query took.")
      .def_property_readonly(
          "pairs_checked", [](const V& v) { return v.question->pairs_checked(); },
          "How many pairs of bodies it is about.")
      .def(
          "report", [](const V& v, const py::object& file) { write_page_to(file, draw(v)); }, py::arg("file"),
          report_doc)
      .def("_repr_html_", &table)
      .def("__bool__", &V::is_free)
      .def("__repr__", [](const V& v) {
        return "<tocca.Verdict: " + summary(v.segment) + ", " + counted(v.question->pairs_checked(), "pair") +
               " checked>";
      });
}

}  // namespace tocca::python
