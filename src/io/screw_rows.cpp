#include "tocca/io/screw_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "io/csv_numbers.hpp"
#include "io/nearest_name.hpp"
#include "io/text.hpp"

namespace tocca {
namespace {

constexpr std::array<std::string_view, 4> poses{"a0", "a1", "b0", "b1"};
constexpr std::array<std::string_view, 7> parts{"x", "y", "z", "qx", "qy", "qz", "qw"};
constexpr std::size_t value_count = poses.size() * parts.size() + 1;  // and the turns
constexpr double farthest_m = 1e9;                                    // doubles resolve 1e-7 m there
constexpr double most_turns = 1000.0;

std::vector<std::string> known_names() {
  std::vector<std::string> names;
  for (const std::string_view pose : poses) {
    for (const std::string_view part : parts) names.push_back(fmt::format("{}.{}", pose, part));
  }
  names.emplace_back("turns");
  return names;
}

}  // namespace

namespace {

RigidMotion motion_between(RowMotion kind, const Pose& start, const Pose& end) {
  switch (kind) {
    case RowMotion::in_between:
      return InBetweenMotion(start, end);
    case RowMotion::linear:
      return LinearMotion(start, end);
    case RowMotion::relative:
    case RowMotion::screw:
      break;
  }
  return ScrewMotion::between(start, end);
}

}  // namespace

ScrewParameters ScrewRow::of_A_in_B() const {
  TOCCA_REQUIRE(motion == RowMotion::relative, "only a relative motion is a screw as seen from B");
  return screw_between(b0.inverse() * a0, b1.inverse() * a1, turns);
}

RigidMotion ScrewRow::of_A() const {
  TOCCA_REQUIRE(motion != RowMotion::relative, "a relative motion is known as seen from B alone");
  return motion_between(motion, a0, a1);
}

RigidMotion ScrewRow::of_B() const { return motion_between(motion, b0, b1); }

Pose ScrewRow::a_at(double t) const {
  if (motion == RowMotion::relative) return b_at(t) * of_A_in_B().pose(t);
  return std::visit([&](const auto& moves) { return moves.pose(t); }, of_A());
}

Pose ScrewRow::b_at(double t) const {
  if (motion == RowMotion::relative) return screw_between(b0, b1).pose(t);
  return std::visit([&](const auto& moves) { return moves.pose(t); }, of_B());
}

struct ScrewRowReader::State {
  State(const std::filesystem::path& file, RowMotion kind)
      : motion(kind), table(file, "the names of the columns: a0.x,a0.y,...,b1.qw", "motion") {
    const std::vector<std::string> known = known_names();
    std::array<bool, value_count> seen{};
    for (std::size_t column = 0; column < table.names().size(); ++column) {
      const std::string& name = table.names()[column];
      const auto found = std::find(known.begin(), known.end(), name);
      if (found == known.end()) {
        const std::vector<std::string_view> candidates(known.begin(), known.end());
        table.fail_in(column, "is unknown", did_you_mean(name, candidates));
      }
      const auto index = static_cast<std::size_t>(found - known.begin());
      if (seen[index]) table.fail_in(column, "is given twice", "remove one of them");
      seen[index] = true;
      targets.push_back(&values[index]);
      column_of[index] = column;
    }
    const auto missing = std::find(seen.begin(), seen.end() - 1, false);
    if (missing != seen.end() - 1) {
      const std::string& name = known[static_cast<std::size_t>(missing - seen.begin())];
      table.fail("", fmt::format("column '{}' is missing", name), "give all poses: a0, a1, b0, b1");
    }
  }

  Pose pose(std::size_t which) const {
    const double* value = &values[which * parts.size()];
    const std::size_t first = which * parts.size();
    for (std::size_t i = 0; i < 3; ++i) {
      if (!(std::abs(value[i]) <= farthest_m)) {
        table.fail_in(column_of[first + i], fmt::format("{} is beyond 1e9 m", value[i]),
                      "give coordinates in metres, between -1e9 and 1e9");
      }
    }
    if (value[3] == 0.0 && value[4] == 0.0 && value[5] == 0.0 && value[6] == 0.0) {
      table.fail_in(column_of[first + 3], "a zero quaternion is not a rotation", "write 0,0,0,1 for no rotation");
    }
    return Pose::from_quaternion({value[0], value[1], value[2]}, value[3], value[4], value[5], value[6]);
  }

  int turns() const {
    const double turns = values.back();
    if (turns != std::round(turns) || std::abs(turns) > most_turns) {
      table.fail_in(column_of.back(), fmt::format("{} is not a whole number from -1000 to 1000", turns),
                    "give whole turns, 0 for the shortest rotation");
    }
    return static_cast<int>(turns);
  }

  /// What the kind of motion does not have is refused: nothing in the file is ignored.
  void require_possible(ScrewRow& row) const {
    if (motion != RowMotion::relative && row.turns != 0) {
      table.fail_in(column_of.back(), "whole turns are those of a relative screw",
                    "leave them out, or use --motion relative");
    }
    if (motion != RowMotion::linear) return;
    for (const auto& [start, end, first] : {std::tuple(&row.a0, &row.a1, 1), std::tuple(&row.b0, &row.b1, 3)}) {
      if ((start->rotation - end->rotation).cwiseAbs().maxCoeff() <= 1e-12) {
        end->rotation = start->rotation;
        continue;
      }
      table.fail_in(column_of[static_cast<std::size_t>(first) * parts.size() + 3],
                    "the body turns, but a linear motion keeps its orientation", "use --motion in-between or screw");
    }
  }

  RowMotion motion;
  CsvNumbers table;
  std::array<double, value_count> values{};
  std::array<std::size_t, value_count> column_of{};
  std::vector<double*> targets;
};

ScrewRowReader::ScrewRowReader(const std::filesystem::path& file, RowMotion motion)
    : state_(std::make_unique<State>(file, motion)) {}
ScrewRowReader::~ScrewRowReader() = default;
ScrewRowReader::ScrewRowReader(ScrewRowReader&&) noexcept = default;

bool ScrewRowReader::next(ScrewRow& row) {
  if (!state_->table.next(state_->targets)) return false;
  row.a0 = state_->pose(0), row.a1 = state_->pose(1), row.b0 = state_->pose(2), row.b1 = state_->pose(3);
  row.turns = state_->turns();
  row.motion = state_->motion;
  state_->require_possible(row);
  return true;
}

}  // namespace tocca
