#include "survey.hpp"

#include <pybind11/stl.h>

#include <fstream>

#include "errors.hpp"
#include "module.hpp"
#include "tocca/io/pair_survey.hpp"
#include "working.hpp"

namespace tocca::python {
namespace {

constexpr const char* pairs_doc = R"(What is known about all pairs of links of a robot: Robot.disabled_pairs().

>>> found = tocca.load_robot('robot.urdf').disabled_pairs()
>>> len(found.pairs), found.disabled()[0]
(1, ('upper', 'lower', 'Adjacent'))
)";

constexpr const char* pair_doc = R"(One pair of links: DisabledPairs.pairs.

>>> pair = tocca.load_robot('robot.urdf').disabled_pairs().pairs[0]
>>> pair
<tocca.SurveyedPair upper, lower: Adjacent>
)";

constexpr const char* disabled_doc = R"(disabled(self, *, proven_only=False)
--

The pairs that need no check, as (a, b, reason). `proven_only`: adjacent ones and those that are proven.

>>> found = tocca.load_robot('robot.urdf').disabled_pairs()
>>> tocca.Checker(tocca.load_robot('robot.urdf'), allow=[(a, b) for a, b, _ in found.disabled()], allow_empty=True).pairs
[]
)";

constexpr const char* save_doc = R"(save(self, file, *, proven_only=False, keep=None)
--

Writes an SRDF. `proven_only`: as for disabled(). `keep`: an SRDF whose groups and states are kept.

>>> tocca.load_robot('robot.urdf').disabled_pairs().save('arm.srdf')
)";

/// A pair with the names of its links.
struct NamedPair {
  std::shared_ptr<const RobotSurvey> survey;
  std::size_t index;

  const SurveyedPair& pair() const { return survey->survey.pairs[index]; }
  const std::string& link(int number) const {
    return survey->robot->robot.tree.links()[static_cast<std::size_t>(number)].name;
  }
  py::object reason() const {
    const std::string text = srdf_reason(pair().kind);
    return text.empty() ? py::none() : py::object(py::str(text));
  }
  std::string repr() const {
    const std::string text = srdf_reason(pair().kind);
    return "<tocca.SurveyedPair " + printable(link(pair().link_a)) + ", " + printable(link(pair().link_b)) + ": " +
           (text.empty() ? "must be checked" : text) + (pair().proven ? ", proven>" : ">");
  }
};

std::vector<NamedPair> pairs(const RobotSurvey& self) {
  std::vector<NamedPair> result;
  for (std::size_t i = 0; i < self.survey.pairs.size(); ++i) result.push_back({self.shared_from_this(), i});
  return result;
}

std::vector<std::tuple<std::string, std::string, std::string>> disabled(const RobotSurvey& self, bool proven_only) {
  std::vector<std::tuple<std::string, std::string, std::string>> result;
  for (const NamedPair& pair : pairs(self)) {
    if (!is_disabled(pair.pair(), {proven_only, {}})) continue;
    result.emplace_back(pair.link(pair.pair().link_a), pair.link(pair.pair().link_b), srdf_reason(pair.pair().kind));
  }
  return result;
}

void save(const RobotSurvey& self, py::handle file, bool proven_only, py::handle keep) {
  SrdfOptions options;
  options.proven_only = proven_only;
  if (!keep.is_none()) options.keep = file_name(keep);
  const std::string text = srdf_text(self.robot->robot, self.survey, options), name = file_name(file);
  std::ofstream out(name, std::ios::binary);
  out << text << std::flush;
  if (!out) throw InputError(name, "", "cannot be written", "check the folder, permissions and free space");
}

}  // namespace

RobotSurvey survey(const RobotPointer& robot, py::handle samples, py::handle seed, std::optional<double> time_limit_s,
                   py::handle budget, py::handle threads) {
  SurveySettings settings;
  settings.samples = whole_number(samples, "samples", 0);
  settings.seed = static_cast<std::uint64_t>(whole_number(seed, "seed", 0));
  settings.budget = static_cast<std::uint64_t>(whole_number(budget, "budget", 1));
  if (time_limit_s) settings.time_limit_s = require_positive(*time_limit_s, "time_limit");
  const int most = threads.is_none() ? 0 : static_cast<int>(whole_number(threads, "threads", 1));
  RobotSurvey result(robot);
  Working working(most);
  settings.progress = [&](std::int64_t, std::int64_t) { return !working.ended(); };
  result.survey = survey_pairs(robot->robot.tree, settings);
  working.throw_raised();
  return result;
}

void add_survey(py::module_& module) {
  py::class_<NamedPair>(module, "SurveyedPair", pair_doc)
      .def_property_readonly(
          "a", [](const NamedPair& pair) { return pair.link(pair.pair().link_a); }, "The first link.")
      .def_property_readonly(
          "b", [](const NamedPair& pair) { return pair.link(pair.pair().link_b); }, "The second link.")
      .def_property_readonly("reason", &NamedPair::reason,
                             "'Adjacent', 'Always', 'Default' or 'Never'; None: the pair must be checked.")
      .def_property_readonly(
          "proven", [](const NamedPair& pair) { return pair.pair().proven; },
          "Holds at every configuration within the limits, not only in samples.")
      .def_property_readonly(
          "joints", [](const NamedPair& pair) { return pair.pair().joints; },
          "How many numbers move the two against each other.")
      .def_property_readonly(
          "proof", [](const NamedPair& pair) { return name_of(pair.pair().proof); },
          "Why the search for a proof ended: 'proven', 'touch', 'budget', ...")
      .def_property_readonly(
          "samples", [](const NamedPair& pair) { return pair.pair().samples; },
          "Configurations in which the pair was looked at.")
      .def_property_readonly(
          "touching",
          [](const NamedPair& pair) -> py::object {
            if (!pair.pair().touching) return py::none();
            const Configuration& q = *pair.pair().touching;
            return py::array_t<double>(q.size(), q.data());
          },
          "A configuration in which they touch, if one is known.")
      .def("__repr__", &NamedPair::repr);
  py::class_<RobotSurvey, std::shared_ptr<RobotSurvey>>(module, "DisabledPairs", pairs_doc)
      .def_property_readonly("pairs", &pairs, "Every pair of links that have geometry, in the order of the links.")
      .def_property_readonly(
          "seconds", [](const RobotSurvey& self) { return self.survey.seconds; }, "How long it took.")
      .def("disabled", &disabled, py::kw_only(), py::arg("proven_only") = false, disabled_doc)
      .def("save", &save, py::arg("file"), py::kw_only(), py::arg("proven_only") = false, py::arg("keep") = py::none(),
           save_doc)
      .def("__repr__", [](const RobotSurvey& self) {
        return "<tocca.DisabledPairs: " + std::to_string(disabled(self, false).size()) + " of " +
               std::to_string(self.survey.pairs.size()) + " pairs need no check>";
      });
}

}  // namespace tocca::python
