#include "edges.hpp"

#include <atomic>
#include <limits>
#include <unordered_map>

#include "errors.hpp"
#include "module.hpp"
#include "verdict.hpp"
#include "working.hpp"

namespace tocca::python {
namespace {

constexpr const char* edges_doc =
    R"(What check_edges() found: arrays with one entry for each edge, which cannot be written to.

True (bool) only if all edges are proven free.

>>> arm, scene = tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json')
>>> r = tocca.Checker(arm, scene).check_edges([[[0, 0], [0.3, 0]], [[0, 0], [1.5, 0.25]]])
>>> r
<tocca.EdgeResults: 2 edges, 1 free, 1 contact, 0 undecided>
>>> r.outcome == tocca.FREE
array([ True, False])
)";

constexpr const char* pair_doc = R"(pair(self, edge)
--

Names of the first two that touch on an edge, or None.

>>> arm, scene = tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json')
>>> r = tocca.Checker(arm, scene).check_edges([[[0, 0], [0.3, 0]], [[0, 0], [1.5, 0.25]]])
>>> r.pair(0), r.pair(1)
(None, ('lower', 'post'))
)";

/// Straight motions, each from one row of NumPy's memory to the next.
class ArrayEdges final : public StepSequence {
 public:
  ArrayEdges(const CollisionModel& model, const Doubles& edges)
      : model_(model), data_(edges.data()), count_(edges.shape(0)), size_(edges.shape(2)) {}

  int segment_count() const override { return static_cast<int>(count_); }
  bool at_rest() const override { return false; }
  void set(int segment, int, MotionStep& target) const override {
    const double* const from = data_ + 2 * segment * size_;
    move_robots(model_, Eigen::Map<const Configuration>(from, size_),
                Eigen::Map<const Configuration>(from + size_, size_), target);
  }

 private:
  const CollisionModel& model_;
  const double* data_;
  Eigen::Index count_, size_;
};

/// Bodies by name, to write answers as numbers.
std::unordered_map<std::string_view, int> body_numbers(const std::vector<std::string>& bodies) {
  std::unordered_map<std::string_view, int> numbers;
  for (std::size_t body = 0; body < bodies.size(); ++body) numbers.emplace(bodies[body], static_cast<int>(body));
  return numbers;
}

/// Where answers go: memory of NumPy, each entry written by whichever thread has the edge.
struct Rows {
  std::uint8_t* outcome;
  double *time, *free_until, *micros;
  std::int32_t* bodies;
  std::unordered_map<std::string_view, int> numbers;

  void set(std::size_t k, const SegmentVerdict& verdict) const {
    constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
    const bool free = verdict.outcome == Outcome::free;
    outcome[k] = static_cast<std::uint8_t>(verdict.outcome);
    time[2 * k] = free ? nothing : verdict.time.lo;
    time[2 * k + 1] = free ? nothing : verdict.time.hi;
    free_until[k] = verdict.free_until;
    micros[k] = verdict.micros;
    const bool touches = !verdict.pairs.empty();
    bodies[2 * k] = touches ? numbers.at(verdict.pairs.front().first) : -1;
    bodies[2 * k + 1] = touches ? numbers.at(verdict.pairs.front().second) : -1;
  }
};

Doubles edge_array(const Question& question, py::handle given) {
  Doubles array = doubles(given, "edges");
  if (array.ndim() != 3 || array.shape(1) != 2) {
    refuse_shape("edges", array, "(N, 2, " + std::to_string(question.columns().count()) + ")",
                 "from and to of each edge, " + question.columns().text());
  }
  question.require_columns(array.shape(2), "edges", shape_of(array), "(N, 2, ");
  if (array.shape(0) > std::numeric_limits<int>::max()) refuse("edges", "are too many", "ask in pieces");
  require_finite(array, "edges");
  return array;
}

std::size_t count(const EdgeAnswers& answers, Outcome outcome) {
  const std::uint8_t* const begin = answers.outcome.data();
  return static_cast<std::size_t>(
      std::count(begin, begin + answers.outcome.size(), static_cast<std::uint8_t>(outcome)));
}

py::object pair(const EdgeAnswers& answers, py::handle given) {
  py::ssize_t edge = whole_number(given, "edge");
  if (edge < 0) edge += answers.bodies.shape(0);
  if (edge < 0 || edge >= answers.bodies.shape(0))
    throw py::index_error("edge: there are " + std::to_string(answers.bodies.shape(0)));
  const std::int32_t a = answers.bodies.at(edge, 0), b = answers.bodies.at(edge, 1);
  if (a < 0) return py::none();
  const std::vector<std::string>& names = answers.question->bodies();
  return py::make_tuple(names[static_cast<std::size_t>(a)], names[static_cast<std::size_t>(b)]);
}

}  // namespace

EdgeAnswers check_edges(const QuestionPointer& question, py::handle given, bool any) {
  const Doubles edges = edge_array(*question, given);
  const py::ssize_t n = edges.shape(0);
  EdgeAnswers answers{question,
                      py::array_t<std::uint8_t>(n),
                      py::array_t<double>({n, py::ssize_t{2}}),
                      py::array_t<double>(n),
                      py::array_t<double>(n),
                      py::array_t<std::int32_t>({n, py::ssize_t{2}})};
  const Rows rows{answers.outcome.mutable_data(), answers.time.mutable_data(),   answers.free_until.mutable_data(),
                  answers.micros.mutable_data(),  answers.bodies.mutable_data(), body_numbers(question->bodies())};
  {
    const ArrayEdges steps(question->model(), edges);
    question->require_loops_closed(steps, "motion", "edge");
    Working working(question->threads());
    std::atomic<bool> over = false;
    parallel_for(static_cast<std::size_t>(n), [&](std::size_t k) {
      if (over.load(std::memory_order_relaxed)) return;
      if (k % 16 == 0 &&
          working.ended()) {  // a look at the clock costs a hundredth of a short edge; long ones look themselves
        over.store(true, std::memory_order_relaxed);
        return;
      }
      const Working::Heard heard(working);
      rows.set(k, question->checker().check(steps, static_cast<int>(k), any ? Find::any : Find::first));
    });
    working.throw_raised();
  }
  for (py::array* array : {static_cast<py::array*>(&answers.outcome), static_cast<py::array*>(&answers.time),
                           static_cast<py::array*>(&answers.free_until), static_cast<py::array*>(&answers.micros),
                           static_cast<py::array*>(&answers.bodies)}) {
    make_read_only(*array);
  }
  return answers;
}

void add_edges(py::module_& module) {
  using E = EdgeAnswers;
  module.attr("FREE") = static_cast<int>(Outcome::free);
  module.attr("CONTACT") = static_cast<int>(Outcome::contact);
  module.attr("UNDECIDED") = static_cast<int>(Outcome::undecided);
  py::class_<E>(module, "EdgeResults", edges_doc)
      .def_property_readonly(
          "outcome", [](const E& e) { return e.outcome; }, "(N,) uint8: FREE, CONTACT or UNDECIDED.")
      .def_property_readonly(
          "time", [](const E& e) { return e.time; }, "(N, 2): as Verdict.time; NaN where free.")
      .def_property_readonly(
          "free_until", [](const E& e) { return e.free_until; }, "(N,): each is proven free before this part of it.")
      .def_property_readonly(
          "bodies", [](const E& e) { return e.bodies; },
          "(N, 2): who touches, as indices of Checker.bodies; -1 where nothing does.")
      .def_property_readonly(
          "micros", [](const E& e) { return e.micros; }, "(N,): microseconds that each query took.")
      .def("pair", &pair, py::arg("edge"), pair_doc)
      .def("__len__", [](const E& e) { return e.outcome.size(); })
      .def(
          "__bool__",
          [](const E& e) {
            return e.question->pairs_checked() > 0 &&
                   count(e, Outcome::free) == static_cast<std::size_t>(e.outcome.size());
          },
          "True only if all edges are proven free.")
      .def("__repr__", [](const E& e) {
        return "<tocca.EdgeResults: " + counted(static_cast<std::size_t>(e.outcome.size()), "edge") + ", " +
               std::to_string(count(e, Outcome::free)) + " free, " + std::to_string(count(e, Outcome::contact)) +
               " contact, " + std::to_string(count(e, Outcome::undecided)) + " undecided>";
      });
}

}  // namespace tocca::python
