#include "tocca/world/world.hpp"

#include <pybind11/stl.h>

#include <map>
#include <mutex>
#include <optional>

#include "deformable.hpp"
#include "errors.hpp"
#include "module.hpp"
#include "robot.hpp"
#include "shapes.hpp"
#include "tocca/io/result_writers.hpp"
#include "verdict.hpp"
#include "working.hpp"

namespace tocca::python {
namespace {

constexpr const char* world_doc =
    "World(*, tolerance=1e-6, budget=None)\n\n"
    "Many bodies that move from step to step: which of them touch now (step), and when they first touch on their way "
    "(first_contacts).\n"
    "Bodies are numbered from 0 in the order in which they are added; the number of a removed one is used again. One "
    "thread at a time.\n\n"
    ">>> world = tocca.World()\n"
    ">>> a, b = world.add(tocca.Sphere(1)), world.add(tocca.Box((1, 1, 1)), pose=(4, 0, 0))\n"
    ">>> world.step()\n[]\n"
    ">>> contact, = world.first_contacts({b: (0, 0, 0)})\n"
    ">>> lo, hi = contact.time\n"
    ">>> lo <= 2.5 / 4 <= hi + 1e-6, contact.bodies\n(True, (0, 1))\n"
    ">>> world.move(b, (1.2, 0, 0))\n"
    ">>> world.step()\n[(0, 1)]\n";

/// A world and who is using it: its scratch memory serves one call at a time.
class GuardedWorld {
 public:
  explicit GuardedWorld(const WorldSettings& settings) : world_(settings) {}

  /// What a body's places look like: vertices, a configuration, else a pose.
  struct Kind {
    bool deformable = false;
    std::optional<Columns> columns;
  };
  Kind kind(int body) const {
    const auto found = kinds.find(body);
    return found == kinds.end() ? Kind{} : found->second;
  }
  std::map<int, Kind> kinds;  ///< of bodies that are not rigid

  /// Throws RuntimeError while another thread is in it.
  template <class Use>
  auto use(const Use& use) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) throw std::runtime_error("World: another thread is using it; give each thread a world of its own");
    return use(world_);
  }

 private:
  World world_;
  std::mutex mutex_;
};

struct NumberedContact {
  TimedContact contact;
};

WorldSettings settings_of(double tolerance, const py::object& budget) {
  WorldSettings settings;
  settings.tolerance_m = require_positive(tolerance, "tolerance");
  if (!budget.is_none()) {
    const auto number = budget.cast<std::int64_t>();
    if (number < 1) refuse("budget", "must be at least 1", "give None for no limit");
    settings.budget = static_cast<std::uint64_t>(number);
  }
  return settings;
}

int add(GuardedWorld& guarded, const py::object& body, const py::object& at, const py::object& q, int group) {
  if (py::isinstance<DeformableMesh>(body)) {
    if (!at.is_none() || !q.is_none())
      refuse("pose", "a deformable body is where its vertices are", "leave out pose and q");
    return guarded.use([&](World& world) {
      const int number = world.add(body.cast<const DeformableMesh&>(), group);
      guarded.kinds[number] = {true, {}};
      return number;
    });
  }
  const Pose pose = python::pose(at, "pose");
  if (py::isinstance<LoadedRobot>(body)) {
    const auto& robot = body.cast<const LoadedRobot&>();
    const Columns* const columns = &robot.columns;
    const Configuration rest = q.is_none() ? robot.columns.rest : configuration(q, "q", {&columns, 1});
    return guarded.use([&](World& world) {
      const int number = world.add(robot.robot.tree, rest, pose, group);
      guarded.kinds[number] = {false, robot.columns};
      return number;
    });
  }
  if (!py::isinstance<Shape>(body)) throw py::type_error("add: give a Shape, a Robot or a DeformableMesh");
  if (!q.is_none()) refuse("q", "only robots have joints", "leave it out");
  const Collider collider{Pose{}, body.cast<const Shape&>().geometry};
  const auto shape = std::make_shared<const BodyShape>(std::span(&collider, 1));
  return guarded.use([&](World& world) {
    const int number = world.add(shape, pose, group);
    guarded.kinds.erase(number);  // it may have been another body's
    return number;
  });
}

void move(GuardedWorld& guarded, int body, const py::object& to) {
  guarded.use([&](World& world) {
    if (guarded.kind(body).deformable) return world.move(body, vectors(to, "to"));
    world.move(body, pose(to, "to"));
  });
}

void move_joints(GuardedWorld& guarded, int body, const py::object& q) {
  guarded.use([&](World& world) {
    const GuardedWorld::Kind kind = guarded.kind(body);
    if (!kind.columns) refuse("body", "body " + std::to_string(body) + " is not a robot", "move it with move()");
    const Columns* const columns = &*kind.columns;
    world.move(body, configuration(q, "q", {&columns, 1}));
  });
}

py::list step(GuardedWorld& guarded) {
  const auto pairs = guarded.use([](World& world) {
    const Working working;
    return world.step().colliding;
  });
  py::list list;
  for (const BodyPair& pair : pairs) list.append(py::make_tuple(pair.a, pair.b));
  return list;
}

RigidMotion motion_of(const std::string& kind, const Pose& from, const Pose& to) {
  if (kind == "in-between") return InBetweenMotion(from, to);
  if (kind == "screw") return ScrewMotion::between(from, to);
  if (kind != "linear")
    refuse("motion", "there is no motion '" + printable(kind) + "'", "choose 'in-between', 'screw' or 'linear'");
  if ((from.rotation - to.rotation).cwiseAbs().maxCoeff() > 1e-12)
    refuse("motion", "'linear' does not turn, but a body does", "choose 'in-between' or 'screw'");
  return LinearMotion(from, to);
}

py::list first_contacts(GuardedWorld& guarded, const py::dict& moving, const std::string& motion) {
  const auto found = guarded.use([&](World& world) {
    std::vector<std::vector<Vector3>> vertices;
    vertices.reserve(moving.size());
    std::vector<World::Moving> list;
    for (const auto& [key, to] : moving) {
      const int body = key.cast<int>();
      const GuardedWorld::Kind kind = guarded.kind(body);
      if (kind.deformable) {
        vertices.push_back(vectors(to, "to"));
        list.push_back({body, StaticMotion({}), {}, vertices.back()});
      } else if (kind.columns) {
        const Columns* const columns = &*kind.columns;
        list.push_back({body, StaticMotion({}), configuration(to, "to", {&columns, 1}), {}});
      } else {
        list.push_back({body, motion_of(motion, world.pose(body), pose(to, "to")), {}, {}});
      }
    }
    const Working working;
    return world.first_contacts(list);
  });
  py::list list;
  for (const TimedContact& contact : found) list.append(py::cast(NumberedContact{contact}));
  return list;
}

py::tuple distance(GuardedWorld& guarded, int a, int b) {
  const BodyDistance distance = guarded.use([&](World& world) { return world.distance(a, b); });
  return py::make_tuple(distance.lower, distance.upper);
}

void add_contact(py::module_& module) {
  using C = NumberedContact;
  py::class_<C>(module, "WorldContact", "The first contact of two bodies of a world within a step.")
      .def_property_readonly(
          "bodies", [](const C& c) { return py::make_tuple(c.contact.body_a, c.contact.body_b); }, "Their numbers.")
      .def_property_readonly(
          "time", [](const C& c) { return py::make_tuple(c.contact.time.lo, c.contact.time.hi); },
          "(lo, hi), parts of the step.")
      .def_property_readonly(
          "initial", [](const C& c) { return c.contact.initial; }, "Touching at the start.")
      .def_property_readonly(
          "why",
          [](const C& c) -> py::object {
            return c.contact.why == Undecided::no ? py::none() : py::object(py::str(name_of(c.contact.why)));
          },
          "Why it is undecided; None if it is decided.")
      .def_property_readonly(
          "point", [](const C& c) { return array_of(c.contact.point); }, "(3,): in the world, at time[1].")
      .def_property_readonly(
          "normal", [](const C& c) { return array_of(c.contact.normal); }, "(3,): from the second body to the first.")
      .def("__repr__", [](const C& c) {
        return "<tocca.WorldContact: bodies " + std::to_string(c.contact.body_a) + ", " +
               std::to_string(c.contact.body_b) + " at " + short_number(c.contact.time.hi) + ">";
      });
}

}  // namespace

void add_world(py::module_& module) {
  add_contact(module);
  using W = GuardedWorld;
  py::class_<W>(module, "World", world_doc)
      .def(py::init([](double tolerance, const py::object& budget) {
             return std::make_unique<W>(settings_of(tolerance, budget));
           }),
           py::kw_only(), py::arg("tolerance") = 1e-6, py::arg("budget") = py::none())
      .def("add", &add, py::arg("body"), py::arg("pose") = py::none(), py::kw_only(), py::arg("q") = py::none(),
           py::arg("group") = 0,
           "add(body, pose=None, *, q=None, group=0)\n\nAdds a Shape, a Robot (at the configuration q) or a "
           "DeformableMesh. Returns its number.")
      .def(
          "remove", [](W& w, int body) { w.use([&](World& world) { world.remove(body); }); }, py::arg("body"),
          "remove(body)")
      .def("move", &move, py::arg("body"), py::arg("to"),
           "move(body, to)\n\nTo a pose; a deformable body: to new places of its vertices (N, 3).")
      .def("move_joints", &move_joints, py::arg("body"), py::arg("q"),
           "move_joints(body, q)\n\nA robot: to a configuration.")
      .def(
          "pose", [](W& w, int body) { return w.use([&](World& world) { return array_of(world.pose(body)); }); },
          py::arg("body"), "pose(body)\n\nA (4, 4) matrix.")
      .def(
          "activate",
          [](W& w, int a, int b, bool active) { w.use([&](World& world) { world.activate(a, b, active); }); },
          py::arg("a"), py::arg("b"), py::arg("active"),
          "activate(a, b, active)\n\nWhether two bodies are checked against each other.")
      .def(
          "activate_groups",
          [](W& w, int a, int b, bool active) { w.use([&](World& world) { world.activate_groups(a, b, active); }); },
          py::arg("a"), py::arg("b"), py::arg("active"),
          "activate_groups(a, b, active)\n\nThe same for all bodies of two groups.")
      .def("step", &step, "step()\n\nPairs of bodies that touch where they are now: all others are proven apart.")
      .def("distance", &distance, py::arg("a"), py::arg("b"),
           "distance(a, b)\n\n(lower, upper): how far apart two rigid bodies are.")
      .def("first_contacts", &first_contacts, py::arg("moving"), py::kw_only(), py::arg("motion") = "in-between",
           "first_contacts(moving, *, motion='in-between')\n\n`moving`: {body: pose at the end}; a deformable body: "
           "places of its vertices. Others stand still.\n"
           "`motion`: 'in-between' (straight while turning), 'screw' or 'linear'. Does not change the world. Returns a "
           "list of WorldContact, by time.")
      .def("__len__", [](W& w) { return w.use([](World& world) { return world.body_count(); }); })
      .def("__repr__", [](W& w) {
        return "<tocca.World: " + std::to_string(w.use([](World& world) { return world.body_count(); })) + " bodies>";
      });
}

}  // namespace tocca::python
