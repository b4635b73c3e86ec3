#include "distances.hpp"

#include <algorithm>
#include <cstdio>

#include "check/model/model_body.hpp"
#include "errors.hpp"
#include "module.hpp"
#include "tocca/check/clearance_search.hpp"
#include "working.hpp"

namespace tocca::python {
namespace {

constexpr std::int64_t most_points = 1'000'000;  // per segment: nobody draws more
constexpr int batch = 1024;  // segments, as the command line asks: the same questions have the same answers

constexpr const char* clearance_doc = R"(How near anything comes along a path: Checker.clearance().

>>> arm, scene = tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json')
>>> c = tocca.Checker(arm, scene).clearance([[0, 0], [0.3, 0]])
>>> lower, upper = c.minimum
>>> c.pair, upper - lower <= 1e-6
(('lower', 'post'), True)
>>> c.profile.lower.min() <= upper
True
)";

constexpr const char* profile_doc =
    R"(The distance of the nearest pair along a path: Clearance.profile. Arrays with one entry for each moment, which cannot
be written to. The bounds hold at the moment, and `..._until_next` at every time up to the next one.

>>> arm, scene = tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json')
>>> profile = tocca.Checker(arm, scene).clearance([[0, 0], [0.3, 0]]).profile
>>> len(profile) == len(profile.t), (profile.lower <= profile.upper).all()
(True, True)
)";

constexpr const char* distance_doc =
    R"(The nearest checked pair at a configuration: Checker.distance(). lower <= true distance <= upper.

>>> arm, scene = tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json')
>>> d = tocca.Checker(arm, scene).distance({'shoulder': 0.3})
>>> d.pair, d.lower <= d.upper
(('lower', 'post'), True)
)";

/// The curve as Python sees it: one array a number.
struct Profile {
  py::array_t<std::int64_t> segment;
  py::array_t<double> t, lower, upper, lower_until_next, upper_until_next;
};

template <class T, class Number>
py::array_t<T> column(const std::vector<ClearancePoint>& curve, const Number& number) {
  py::array_t<T> array(static_cast<py::ssize_t>(curve.size()));
  T* out = array.mutable_data();
  for (const ClearancePoint& point : curve) *out++ = number(point);
  make_read_only(array);
  return array;
}

Profile profile(const ClearanceAnswer& answer) {
  using P = ClearancePoint;
  const auto& curve = answer.profile.curve;
  return {column<std::int64_t>(curve, [](const P& p) { return p.at.segment; }),
          column<double>(curve, [](const P& p) { return p.at.t; }),
          column<double>(curve, [](const P& p) { return p.lower; }),
          column<double>(curve, [](const P& p) { return p.upper; }),
          column<double>(curve, [](const P& p) { return p.lower_until_next; }),
          column<double>(curve, [](const P& p) { return p.upper_until_next; })};
}

/// Keeps the curve and, between segments, looks whether Ctrl-C was pressed.
class Collector final : public ClearanceListener {
 public:
  Collector(std::vector<ClearancePoint>& curve, Working& working) : curve_(curve), working_(working) {}
  void point(const ClearancePoint& point) override { curve_.push_back(point); }
  void done(std::int64_t) override { working_.poll(); }

 private:
  std::vector<ClearancePoint>& curve_;
  Working& working_;
};

/// Waypoints of a path: unlike a slice of its segments, a path of which one segment begins where the last one ends.
Path part_of(const Path& path, int first, int rows) {
  const auto part = [&](const WaypointMatrix& all) {
    return all.rows() == 0 ? WaypointMatrix()
                           : WaypointMatrix(all.middleRows(first, std::min<Eigen::Index>(rows, all.rows() - first)));
  };
  Path piece{part(path.waypoints), {}, path.interpolation, part(path.velocities), part(path.accelerations)};
  if (!path.time_s.empty())
    piece.time_s.assign(path.time_s.begin() + first, path.time_s.begin() + first + piece.waypoints.rows());
  return piece;
}

std::string metres(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g m", value);
  return text;
}

py::object names(const NearestAnswer& answer) {
  if (answer.nearest.body_a < 0) return py::none();
  const CollisionModel& model = answer.question->model();
  return py::make_tuple(model.name(answer.nearest.body_a), model.name(answer.nearest.body_b));
}

void add_distance(py::module_& module) {
  using D = NearestAnswer;
  py::class_<D>(module, "Distance", distance_doc)
      .def_property_readonly(
          "lower", [](const D& d) { return d.nearest.lower; }, "Proven: no checked pair is nearer, in metres.")
      .def_property_readonly(
          "upper", [](const D& d) { return d.nearest.upper; }, "Measured between `points`, in metres.")
      .def_property_readonly("pair", &names, "Names of the two, or None if nothing is checked.")
      .def_property_readonly(
          "points",
          [](const D& d) {
            const Vector3 both[] = {d.nearest.point_a, d.nearest.point_b};
            return array_of(both);
          },
          "(2, 3), a copy: the two nearest points, in the world frame.")
      .def_property_readonly(
          "normal", [](const D& d) { return array_of(d.nearest.normal); },
          "(3,), a copy: from the second to the first, unit.")
      .def("__repr__", [](const D& d) {
        if (d.nearest.body_a < 0) return std::string("<tocca.Distance: nothing is checked>");
        const CollisionModel& model = d.question->model();
        return "<tocca.Distance: " + metres(d.nearest.upper) + " (" + model.name(d.nearest.body_a) + ", " +
               model.name(d.nearest.body_b) + ")>";
      });
}

void add_profile(py::module_& module) {
  py::class_<Profile>(module, "Profile", profile_doc)
      .def_readonly("segment", &Profile::segment, "Which segment of the path.")
      .def_readonly("t", &Profile::t, "Part of the segment, 0 to 1.")
      .def_readonly("lower", &Profile::lower, "Proven: no checked pair is nearer at this moment, in metres.")
      .def_readonly("upper", &Profile::upper, "Some pair is as near as this at this moment, in metres.")
      .def_readonly("lower_until_next", &Profile::lower_until_next,
                    "Proven: no checked pair is nearer at any time from this moment to the next.")
      .def_readonly("upper_until_next", &Profile::upper_until_next,
                    "The nearest pair is nowhere farther apart from this moment to the next.")
      .def("__len__", [](const Profile& p) { return p.t.size(); })
      .def("__repr__", [](const Profile& p) { return "<tocca.Profile: " + std::to_string(p.t.size()) + " moments>"; });
}

}  // namespace

NearestAnswer distance(const QuestionPointer& question, py::handle given) {
  const Configuration q = question->configuration(given, "q");
  question->require_loops_closed(q, {});
  const Released released;
  return {question, question->checker().distance(q)};
}

ClearanceAnswer clearance(const QuestionPointer& question, py::handle path, double tolerance_m,
                          py::handle given_points) {
  const std::int64_t points = std::min<std::int64_t>(whole_number(given_points, "points", 0), most_points);
  ClearanceSettings settings;
  settings.tolerance_m = require_positive(tolerance_m, "tolerance");
  settings.budget = question->asked().settings.budget;
  settings.curve = points > 0;
  if (points > 0) settings.most_points = static_cast<int>(points);
  PathPointer kept;
  const std::unique_ptr<const StepSequence> steps = question->steps(path, kept);
  ClearanceAnswer answer;
  std::vector<ClearancePoint> curve;
  {
    Working working(question->threads());
    const Working::Heard heard(working);
    Collector collector(curve, working);
    ClearanceSearch search(question->checker(), settings);
    search.begin();
    for (int first = 0; first < steps->segment_count(); first += batch) {
      const int count = std::min(batch, steps->segment_count() - first);
      if (dynamic_cast<const PathSteps*>(steps.get())) {
        const Path piece = part_of(*kept, first, count + 1);
        search.add(PathSteps(piece, first), 0, &collector);
      } else {
        search.add(SegmentSlice(*steps, first, count), 0, &collector);
      }
    }
    answer.profile = search.finish(&collector);
    working.throw_raised();
  }
  answer.profile.curve = std::move(curve);
  return answer;
}

void add_distances(py::module_& module) {
  add_distance(module);
  add_profile(module);
  using C = ClearanceAnswer;
  py::class_<C>(module, "Clearance", clearance_doc)
      .def_property_readonly(
          "minimum",
          [](const C& c) -> py::object {
            return c.measured() ? py::object(py::make_tuple(c.profile.lower, c.profile.upper)) : py::none();
          },
          "(lower, upper): the least distance lies between; None if nothing is checked.")
      .def_property_readonly(
          "when",
          [](const C& c) -> py::object {
            return c.measured() ? py::object(py::make_tuple(c.profile.at.segment, c.profile.at.t)) : py::none();
          },
          "(segment, t): where `upper` was measured.")
      .def_property_readonly(
          "pair",
          [](const C& c) -> py::object {
            return c.measured() ? py::object(py::make_tuple(c.profile.a, c.profile.b)) : py::none();
          },
          "Names of the two that come nearest.")
      .def_property_readonly(
          "decided", [](const C& c) { return c.profile.decided; }, "False: the bracket is wider than asked for.")
      .def_property_readonly("profile", &profile, "The distance over time: a Profile.")
      .def("__repr__", [](const C& c) {
        if (!c.measured()) return std::string("<tocca.Clearance: nothing is checked>");
        return "<tocca.Clearance: " + metres(c.profile.lower) + " to " + metres(c.profile.upper) + " (" + c.profile.a +
               ", " + c.profile.b + ")>";
      });
}

}  // namespace tocca::python
