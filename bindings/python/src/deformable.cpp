#include "deformable.hpp"

#include "errors.hpp"
#include "module.hpp"
#include "tocca/deformable/deformable_contacts.hpp"
#include "tocca/deformable/linear_query.hpp"
#include "verdict.hpp"
#include "working.hpp"

namespace tocca::python {
namespace {

constexpr const char* mesh_doc = R"(DeformableMesh(vertices, faces)
--

A body whose vertices you move: cloth, tissue, a cable's skin. During a step each vertex moves on a straight line.

>>> cloth = tocca.DeformableMesh([[0, 0, 1], [1, 0, 1], [0, 1, 1]], [[0, 1, 2]])
>>> floor = tocca.DeformableMesh([[-9, -9, 0], [9, -9, 0], [0, 9, 0]], [[0, 1, 2]])
>>> cloth.move([[0, 0, 1], [1, 0, 1], [0, 1, -1]])
>>> cloth.contacts(floor)
[<tocca.FeatureContact: vertex-face 2, 0 at 0.5>]
)";

constexpr const char* move_doc = R"(move(self, to, start=None)
--

The next step: vertices move straight to `to` (N, 3), from where the last step ended or from `start`.

>>> cloth = tocca.DeformableMesh([[0, 0, 1], [1, 0, 1], [0, 1, 1]], [[0, 1, 2]])
>>> cloth.move(cloth.end - [0, 0, 0.5])
>>> cloth.start[0, 2], cloth.end[0, 2]
(1.0, 0.5)
)";

constexpr const char* put_doc = R"(put(self, at)
--

At rest, with its vertices there (N, 3).

>>> cloth = tocca.DeformableMesh([[0, 0, 1], [1, 0, 1], [0, 1, 1]], [[0, 1, 2]])
>>> cloth.put([[0, 0, 3], [1, 0, 3], [0, 1, 3]])
>>> cloth.start[0, 2], cloth.end[0, 2]
(3.0, 3.0)
)";

constexpr const char* contacts_doc = R"(contacts(self, other=None)
--

Every pair of features that come to touch during the step: of this mesh and another, or of this one with itself. Exact.
Returns a list of FeatureContact.

>>> cloth = tocca.DeformableMesh([[0, 0, 1], [1, 0, 1], [0, 1, 1]], [[0, 1, 2]])
>>> cloth.move([[0, 0, -1], [1, 0, 1], [0, 1, 1]])
>>> floor = tocca.DeformableMesh([[-9, -9, 0], [9, -9, 0], [0, 9, 0]], [[0, 1, 2]])
>>> [contact.kind for contact in cloth.contacts(floor)], cloth.contacts()
(['vertex-face'], [])
)";

constexpr const char* contact_doc =
    R"(Two features of deformable meshes, and when they first touch: DeformableMesh.contacts().

>>> cloth = tocca.DeformableMesh([[0, 0, 1], [1, 0, 1], [0, 1, 1]], [[0, 1, 2]])
>>> cloth.move([[0, 0, -1], [1, 0, 1], [0, 1, 1]])
>>> floor = tocca.DeformableMesh([[-9, -9, 0], [9, -9, 0], [0, 9, 0]], [[0, 1, 2]])
>>> contact, = cloth.contacts(floor)
>>> contact.kind, contact.a, contact.b, contact.time[0] <= 0.5 <= contact.time[1]
('vertex-face', 0, 0, True)
)";

constexpr const char* linear_doc = R"(linear_contacts(vf=None, ee=None, *, separation=0.0)
--

When do two features whose vertices move on straight lines first touch, or come within `separation`? Exact without one.
`vf`: (N, 2, 4, 3), a vertex and a triangle, where they are at the start and at the end; `ee`: likewise, two edges. Give one
of them. Uses all cores. Returns (outcome, time): (N,) uint8 against FREE and CONTACT, (N, 2) with NaN where free.

>>> start = [[0, 0, 1], [-1, -1, 0], [1, -1, 0], [0, 1, 0]]
>>> end = [[0, 0, -1], [-1, -1, 0], [1, -1, 0], [0, 1, 0]]
>>> outcome, time = tocca.linear_contacts(vf=[[start, end]])
>>> outcome == tocca.CONTACT, time[0, 0] <= 0.5 <= time[0, 1]
(array([ True]), True)
)";

py::tuple linear(const py::object& vf, const py::object& ee, double separation) {
  if (vf.is_none() == ee.is_none()) refuse("vf", "give either vf or ee", "call it once for each");
  const bool vertex_face = !vf.is_none();
  const char* const name = vertex_face ? "vf" : "ee";
  require_not_negative(separation, "separation");
  const Doubles array = doubles(vertex_face ? vf : ee, name);
  if (array.ndim() != 4 || array.shape(1) != 2 || array.shape(2) != 4 || array.shape(3) != 3) {
    refuse_shape(name, array, "(N, 2, 4, 3)", "start and end of four vertices");
  }
  require_finite(array, name);
  const auto n = static_cast<std::size_t>(array.shape(0));
  py::array_t<std::uint8_t> outcome(array.shape(0));
  py::array_t<double> time({array.shape(0), py::ssize_t{2}});
  const double* const data = array.data();
  std::uint8_t* const outcomes = outcome.mutable_data();
  double* const times = time.mutable_data();
  {
    const Working working;
    LinearBatch batch(vertex_face ? LinearKind::vertex_face : LinearKind::edge_edge);
    for (std::size_t k = 0; k < n; ++k) {
      FourVertices four;
      for (std::size_t i = 0; i < 12; ++i) {
        four.from[i / 3][i % 3] = data[24 * k + i];
        four.to[i / 3][i % 3] = data[24 * k + 12 + i];
      }
      batch.add(four);
    }
    std::vector<LinearAnswer> answers(n);
    linear_contacts(batch, separation, answers);
    for (std::size_t k = 0; k < n; ++k) {
      const bool free = answers[k].outcome == Outcome::free;
      outcomes[k] = static_cast<std::uint8_t>(answers[k].outcome);
      times[2 * k] = free ? std::numeric_limits<double>::quiet_NaN() : answers[k].time.lo;
      times[2 * k + 1] = free ? std::numeric_limits<double>::quiet_NaN() : answers[k].time.hi;
    }
  }
  return py::make_tuple(outcome, time);
}

py::list contacts(const DeformableMesh& mesh, const py::object& other) {
  std::vector<FeatureContact> found;  // with the GIL, so that nobody moves the meshes meanwhile
  if (other.is_none()) {
    append_contacts_within(mesh, found);
  } else if (py::isinstance<DeformableMesh>(other)) {
    append_contacts(mesh, other.cast<const DeformableMesh&>(), found);
  } else {
    throw py::type_error("other: must be a tocca.DeformableMesh or None (got " +
                         std::string(py::str(py::type::of(other).attr("__name__"))) + ")");
  }
  py::list list;
  for (const FeatureContact& contact : found) list.append(py::cast(contact));
  return list;
}

void move(DeformableMesh& mesh, const py::object& to, const py::object& from) {
  const std::vector<Vector3> end = positions(to, "to", mesh.vertex_count());
  if (from.is_none()) return mesh.move_on(end);
  mesh.move(positions(from, "start", mesh.vertex_count()), end);
}

}  // namespace

std::vector<Vector3> positions(py::handle given, const char* name, std::size_t count) {
  std::vector<Vector3> rows = vectors(given, name);
  if (rows.size() != count) {
    refuse_shape(name, doubles(given, name), "(" + std::to_string(count) + ", 3)", "one place for each vertex");
  }
  return rows;
}

void add_deformable(py::module_& module) {
  py::class_<FeatureContact>(module, "FeatureContact", contact_doc)
      .def_property_readonly(
          "kind", [](const FeatureContact& c) { return name_of(c.kind); },
          "'vertex-face', 'face-vertex' or 'edge-edge'.")
      .def_readonly("a", &FeatureContact::a, "Number of the first mesh's vertex, face or edge.")
      .def_readonly("b", &FeatureContact::b, "Number of the second one's.")
      .def_property_readonly(
          "time", [](const FeatureContact& c) { return py::make_tuple(c.time.lo, c.time.hi); },
          "(lo, hi), parts of the step.")
      .def("__repr__", [](const FeatureContact& c) {
        return "<tocca.FeatureContact: " + std::string(name_of(c.kind)) + " " + std::to_string(c.a) + ", " +
               std::to_string(c.b) + " at " + short_number(c.time.hi) + ">";
      });
  py::class_<DeformableMesh, std::shared_ptr<DeformableMesh>>(module, "DeformableMesh", mesh_doc)
      .def(py::init([](const py::object& vertices, const py::object& faces) {
             return std::make_shared<DeformableMesh>(vectors(vertices, "vertices"), triangles(faces, "faces"));
           }),
           py::arg("vertices"), py::arg("faces"), init_doc(mesh_doc).c_str())
      .def("move", &move, py::arg("to"), py::arg("start") = py::none(), move_doc)
      .def(
          "put", [](DeformableMesh& mesh, const py::object& at) { mesh.put(positions(at, "at", mesh.vertex_count())); },
          py::arg("at"), put_doc)
      .def("contacts", &contacts, py::arg("other") = py::none(), contacts_doc)
      .def_property_readonly(
          "start", [](const DeformableMesh& mesh) { return array_of(mesh.from()); },
          "(N, 3), a copy: where the step begins.")
      .def_property_readonly(
          "end", [](const DeformableMesh& mesh) { return array_of(mesh.to()); }, "(N, 3), a copy: where it ends.")
      .def("__len__", [](const DeformableMesh& mesh) { return mesh.triangles().size(); })
      .def("__repr__", [](const DeformableMesh& mesh) {
        return "<tocca.DeformableMesh: " + std::to_string(mesh.vertex_count()) + " vertices, " +
               std::to_string(mesh.triangles().size()) + " triangles>";
      });
  module.def("linear_contacts", &linear, py::arg("vf") = py::none(), py::arg("ee") = py::none(), py::kw_only(),
             py::arg("separation") = 0.0, linear_doc);
}

}  // namespace tocca::python
