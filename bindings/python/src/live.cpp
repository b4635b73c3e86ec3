// The calls that change a Checker's scene.
#include <pybind11/stl.h>
#include <unistd.h>

#include "errors.hpp"
#include "live_docs.hpp"
#include "problem.hpp"
#include "python_checker.hpp"
#include "scene.hpp"
#include "shapes.hpp"
#include "working.hpp"

namespace tocca::python {
namespace {

using C = PythonChecker;

/// Without the GIL: the change may wait for that of another thread.
template <class Make>
void change(const C& self, const Make& make) {
  Checker& live = self.live();
  const Released released;
  make(live);
}

/// Where robots stand; None: at their starts.
Configuration standing(const C& self, const py::object& at) {
  return at.is_none() ? Configuration() : self.question()->configuration(at, "at");
}

void require_one(const char* name, const py::object& given, const py::object& at) {
  if (!given.is_none() && !at.is_none()) refuse(name, "cannot be combined with at", "give one of them");
}

/// A pose is always said: None elsewhere means the origin, here it would be forgotten.
Pose said_pose(const py::object& given, const char* name) {
  if (given.is_none()) refuse(name, "is missing", "give xyz (3), xyz and quaternion xyzw (7) or a 4 x 4 matrix");
  return pose(given, name);
}

void attach(const C& self, const std::string& name, const std::string& link, const py::object& grasp,
            const py::object& at) {
  require_one("grasp", grasp, at);
  if (grasp.is_none()) {
    const Configuration q = standing(self, at);
    return change(self, [&](Checker& live) { live.attach(name, link, q); });
  }
  const Pose X_LO = pose(grasp, "grasp");
  change(self, [&](Checker& live) { live.attach(name, link, X_LO); });
}

void detach(const C& self, const std::string& name, const py::object& place, const py::object& at) {
  require_one("pose", place, at);
  if (place.is_none()) {
    const Configuration q = standing(self, at);
    return change(self, [&](Checker& live) { live.detach(name, q); });
  }
  const Pose X_WO = pose(place, "pose");
  change(self, [&](Checker& live) { live.detach(name, X_WO); });
}

/// Objects where they are while robots stand at their starts, held ones too.
OwnScene scene_of(const C& self) {
  const QuestionPointer question = self.question();
  OwnScene scene;
  static_cast<Scene&>(scene) = question->problem().scene;
  for (const Attachment& held : question->problem().attached) {
    SceneObject& object = scene.objects[static_cast<std::size_t>(held.object)];
    object.pose = question->checker().pose(object.name);
  }
  return scene;
}

void add_changes(py::class_<C>& type) {
  const py::arg_v at = py::arg("at") = py::none();
  type.def(
          "move",
          [](const C& self, const std::string& name, const py::object& place) {
            const Pose X_WO = said_pose(place, "pose");
            change(self, [&](Checker& live) { live.move(name, X_WO); });
          },
          py::arg("name"), py::arg("pose"), docs::move)
      .def(
          "add",
          [](const C& self, const std::string& name, const Shape& shape, const py::object& place) {
            const SceneObject object{name, pose(place, "pose"), {{Pose{}, shape.geometry}}};
            change(self, [&](Checker& live) { live.add(object); });
          },
          py::arg("name"), py::arg("shape"), py::arg("pose") = py::none(), docs::add)
      .def(
          "replace",
          [](const C& self, const std::string& name, const Shape& shape, const py::object& place) {
            const SceneObject object{name, pose(place, "pose"), {{Pose{}, shape.geometry}}};
            change(self, [&](Checker& live) { live.replace(object); });
          },
          py::arg("name"), py::arg("shape"), py::arg("pose") = py::none(), docs::replace)
      .def(
          "remove",
          [](const C& self, const std::string& name) { change(self, [&](Checker& live) { live.remove(name); }); },
          py::arg("name"), docs::remove)
      .def("attach", &attach, py::arg("name"), py::arg("link"), py::arg("grasp") = py::none(), at, docs::attach)
      .def("detach", &detach, py::arg("name"), py::arg("pose") = py::none(), at, docs::detach)
      .def(
          "set_clearance",
          [](const C& self, const std::string& a, const std::string& b, double metres) {
            change(self, [&](Checker& live) { live.set_clearance(a, b, metres); });
          },
          py::arg("a"), py::arg("b"), py::arg("metres"), docs::set_clearance)
      .def(
          "allow",
          [](const C& self, const std::string& a, const std::string& b, bool allowed) {
            change(self, [&](Checker& live) { live.allow(a, b, allowed); });
          },
          py::arg("a"), py::arg("b"), py::arg("allowed") = true, docs::allow)
      .def(
          "set_padding",
          [](const C& self, const std::string& name, double metres) {
            change(self, [&](Checker& live) { live.set_padding(name, metres); });
          },
          py::arg("name"), py::arg("metres"), docs::set_padding)
      .def(
          "compact", [](const C& self) { change(self, [](Checker& live) { live.compact(); }); }, docs::compact);
}

}  // namespace

PythonChecker::PythonChecker(QuestionPointer question)
    : question_(std::move(question)), live_(std::make_unique<Checker>(question_->checker())), process_(::getpid()) {}

PythonChecker::~PythonChecker() {
  if (process_ != ::getpid())
    static_cast<void>(live_.release());  // its thread is the parent's: there is nothing to join
}

Checker& PythonChecker::live() const {
  if (process_ != ::getpid()) {  // after a fork: the same scene, with a thread of this process when one is needed
    auto own = std::make_unique<Checker>(*live_);
    static_cast<void>(live_.release());
    live_ = std::move(own);
    process_ = ::getpid();
  }
  return *live_;
}

QuestionPointer PythonChecker::question() const {
  // Two states of the scene have two models, and the question keeps its own alive: no other one has its address.
  const Checker now(live());
  if (&now.model() != &question_->model() || now.version() != question_->checker().version()) {
    question_ = std::make_shared<const Question>(question_->given(), now);
  }
  return question_;
}

void add_live(py::class_<C>& type) {
  add_changes(type);
  type.def_property_readonly(
          "version", [](const C& self) { return self.live().version(); }, "How many changes there were.")
      .def(
          "pose",
          [](const C& self, const std::string& name, const py::object& at) {
            return array_of(self.live().pose(name, standing(self, at)));
          },
          py::arg("name"), py::arg("at") = py::none(), docs::pose)
      .def_property_readonly("scene", &scene_of,
                             "The Scene as it is, a copy; what links hold is where it is at the robots' starts.")
      .def(
          "problem",
          [](const C& self) {
            return LoadedProblem{self.question()->problem(), ""};
          },
          docs::problem)
      .def(
          "snapshot", [](const C& self) { return C(self); }, docs::snapshot)
      .def("__copy__", [](const C& self) { return C(self); });
}

}  // namespace tocca::python
