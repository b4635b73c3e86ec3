#include "tocca/world/world.hpp"

#include <pybind11/stl.h>

#include <limits>
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
#include "world_docs.hpp"

namespace tocca::python {
namespace {

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
  settings.budget = budget_of(budget);
  return settings;
}

/// The number of a body or of a group; whether there is one is for the world to say.
int number(py::handle given, const char* name) {
  const std::int64_t number = whole_number(given, name);
  if (number < -1 || number > std::numeric_limits<int>::max()) {
    refuse(name, "there is no number " + std::to_string(number), "give what add() returned");
  }
  return static_cast<int>(number);
}

int add(GuardedWorld& guarded, const py::object& body, const py::object& at, const py::object& q,
        const py::object& group_given) {
  const int group = number(group_given, "group");
  if (py::isinstance<DeformableMesh>(body)) {
    if (!at.is_none() || !q.is_none())
      refuse("pose", "a deformable body is where its vertices are", "leave out pose and q");
    return guarded.use([&](World& world) {
      const int added = world.add(body.cast<const DeformableMesh&>(), group);
      guarded.kinds[added] = {true, {}};
      return added;
    });
  }
  const Pose pose = python::pose(at, "pose");
  if (py::isinstance<LoadedRobot>(body)) {
    const auto& robot = body.cast<const LoadedRobot&>();
    const Columns* const columns = &robot.columns;
    const Configuration rest = q.is_none() ? robot.columns.rest : configuration(q, "q", {&columns, 1});
    return guarded.use([&](World& world) {
      const int added = world.add(robot.robot.tree, rest, pose, group);
      guarded.kinds[added] = {false, robot.columns};
      return added;
    });
  }
  if (!py::isinstance<Shape>(body)) throw py::type_error("add: give a Shape, a Robot or a DeformableMesh");
  if (!q.is_none()) refuse("q", "only robots have joints", "leave it out");
  const Collider collider{Pose{}, body.cast<const Shape&>().geometry};
  const auto shape = std::make_shared<const BodyShape>(std::span(&collider, 1));
  return guarded.use([&](World& world) {
    const int added = world.add(shape, pose, group);
    guarded.kinds.erase(added);  // it may have been another body's
    return added;
  });
}

void move(GuardedWorld& guarded, const py::object& given, const py::object& to) {
  const int body = number(given, "body");
  guarded.use([&](World& world) {
    if (guarded.kind(body).deformable) return world.move(body, vectors(to, "to"));
    world.move(body, pose(to, "to"));
  });
}

void move_joints(GuardedWorld& guarded, const py::object& given, const py::object& q) {
  const int body = number(given, "body");
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

py::list first_contacts(GuardedWorld& guarded, const py::object& given, const std::string& motion) {
  const std::optional<py::dict> dict = as_dict(given);
  if (!dict)
    throw py::type_error("moving: must be a dict of bodies and where they end (got " + std::string(py::repr(given)) +
                         ")");
  const py::dict& moving = *dict;
  const auto found = guarded.use([&](World& world) {
    std::vector<std::vector<Vector3>> vertices;
    vertices.reserve(moving.size());
    std::vector<World::Moving> list;
    for (const auto& [key, to] : moving) {
      const int body = number(key, "body");
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

py::tuple distance(GuardedWorld& guarded, const py::object& a, const py::object& b) {
  const int first = number(a, "body"), second = number(b, "body");
  const BodyDistance distance = guarded.use([&](World& world) { return world.distance(first, second); });
  return py::make_tuple(distance.lower, distance.upper);
}

void add_contact(py::module_& module) {
  using C = NumberedContact;
  py::class_<C>(module, "WorldContact", docs::world_contact)
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
          "point", [](const C& c) { return array_of(c.contact.point); }, "(3,), a copy: in the world, at time[1].")
      .def_property_readonly(
          "normal", [](const C& c) { return array_of(c.contact.normal); },
          "(3,), a copy: from the second body to the first, unit.")
      .def("__repr__", [](const C& c) {
        return "<tocca.WorldContact: bodies " + std::to_string(c.contact.body_a) + ", " +
               std::to_string(c.contact.body_b) + " at " + short_number(c.contact.time.hi) + ">";
      });
}

}  // namespace

void add_world(py::module_& module) {
  add_contact(module);
  using W = GuardedWorld;
  const auto both = [](auto activate) {
    return [activate](W& w, const py::object& a, const py::object& b, bool active) {
      const int first = number(a, "a"), second = number(b, "b");
      w.use([&](World& world) { (world.*activate)(first, second, active); });
    };
  };
  py::class_<W>(module, "World", docs::world)
      .def(py::init([](double tolerance, const py::object& budget) {
             return std::make_unique<W>(settings_of(tolerance, budget));
           }),
           py::kw_only(), py::arg("tolerance") = 1e-6, py::arg("budget") = py::none(), init_doc(docs::world).c_str())
      .def("add", &add, py::arg("body"), py::arg("pose") = py::none(), py::kw_only(), py::arg("q") = py::none(),
           py::arg("group") = 0, docs::world_add)
      .def(
          "remove",
          [](W& w, const py::object& given) {
            const int body = number(given, "body");
            w.use([&](World& world) { world.remove(body); });
          },
          py::arg("body"), docs::world_remove)
      .def("move", &move, py::arg("body"), py::arg("to"), docs::world_move)
      .def("move_joints", &move_joints, py::arg("body"), py::arg("q"), docs::world_move_joints)
      .def(
          "pose",
          [](W& w, const py::object& given) {
            const int body = number(given, "body");
            return w.use([&](World& world) { return array_of(world.pose(body)); });
          },
          py::arg("body"), docs::world_pose)
      .def("activate", both(&World::activate), py::arg("a"), py::arg("b"), py::arg("active"), docs::world_activate)
      .def("activate_groups", both(&World::activate_groups), py::arg("a"), py::arg("b"), py::arg("active"),
           docs::world_activate_groups)
      .def("step", &step, docs::world_step)
      .def("distance", &distance, py::arg("a"), py::arg("b"), docs::world_distance)
      .def("first_contacts", &first_contacts, py::arg("moving"), py::kw_only(), py::arg("motion") = "in-between",
           docs::world_first_contacts)
      .def("__len__", [](W& w) { return w.use([](World& world) { return world.body_count(); }); })
      .def("__repr__", [](W& w) {
        const auto count = w.use([](World& world) { return world.body_count(); });
        return "<tocca.World: " + std::to_string(count) + (count == 1 ? " body>" : " bodies>");
      });
}

}  // namespace tocca::python
