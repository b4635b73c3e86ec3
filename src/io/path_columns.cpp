#include "io/path_columns.hpp"

#include <set>
#include <utility>

#include "io/text.hpp"

namespace tocca {
namespace {

using Column = PathColumns::Column;

[[noreturn]] void refuse(std::string_view column, std::string_view problem, std::string_view remedy) {
  throw InputError("", "column " + in_quotes(column), problem, remedy);
}

struct Prefix {
  std::string_view text;
  Block block;
};
constexpr Prefix prefixes[] = {
    {"vel.", Block::velocity}, {"acc.", Block::acceleration}, {"a.", Block::a}, {"b.", Block::b}};

const char* prefix_of(Block block) {
  for (const Prefix& prefix : prefixes) {
    if (prefix.block == block) return prefix.text.data();
  }
  return "";
}

Column understand_column(std::string_view field, const CoordinateNames& names) {
  if (field.empty()) refuse(field, "a column has no name", "give every column the name of a joint");
  const int coordinate = names.find(field);
  if (coordinate >= 0) return {Block::position, coordinate, std::string(field)};
  if (field == "time" || field == "time_from_start" || field == "t") return {Block::time, -1, std::string(field)};
  for (const Prefix& prefix : prefixes) {
    if (!field.starts_with(prefix.text)) continue;
    const std::string_view rest = field.substr(prefix.text.size());
    const int found = names.find(rest);
    if (found >= 0) return {prefix.block, found, std::string(field)};
    const auto [problem, remedy] = names.refuse(rest);
    refuse(field, problem, remedy);
  }
  const auto [problem, remedy] = names.refuse(field);
  refuse(field, problem, remedy);
}

/// The columns, by what they fill.
class Given {
 public:
  void add(const Column& column) {
    if (!given_.emplace(column.block, column.coordinate).second) {
      refuse(column.name, column.block == Block::time ? "time is given twice" : "the column is given twice",
             "remove one of them");
    }
  }
  bool has(Block block, int coordinate) const { return given_.count({block, coordinate}) > 0; }
  bool has(Block block) const {
    const auto found = given_.lower_bound({block, -1});
    return found != given_.end() && found->first == block;
  }

 private:
  std::set<std::pair<Block, int>> given_;
};

/// A planar or floating joint is given whole or not at all: a default in the middle of a pose would be a guess.
void require_whole_joints(const Given& given, Block block, const CoordinateNames& names) {
  for (const Joint& joint : names.tree().joints()) {
    const int count = joint.mimic ? 0 : coordinate_count(joint.type);
    int found = 0, missing = -1;
    for (int k = 0; k < count; ++k) {
      const bool there = given.has(block, joint.first_coordinate + k);
      found += there ? 1 : 0;
      if (!there && missing < 0) missing = joint.first_coordinate + k;
    }
    if (found == 0 || found == count) continue;
    refuse(prefix_of(block) + names[missing], "is missing, although other coordinates of the joint are given",
           "give all coordinates of the joint or none");
  }
}

void check_edge_list(const std::vector<Column>& columns, const Given& given, const CoordinateNames& names) {
  for (const Column& column : columns) {
    if (column.block != Block::a && column.block != Block::b) {
      refuse(column.name, "an edge list has only a. and b. columns",
             "write a." + column.name + " and b." + column.name);
    }
    const Block other = column.block == Block::a ? Block::b : Block::a;
    if (!given.has(other, column.coordinate)) {
      refuse(column.name, "its other end is missing",
             "give the column " + in_quotes(prefix_of(other) + names[column.coordinate]));
    }
  }
  require_whole_joints(given, Block::a, names);
}

bool is_quaternion(int coordinate, const KinematicTree& tree) {
  for (const Joint& joint : tree.joints()) {
    const int part = coordinate - joint.first_coordinate;
    if (joint.first_coordinate < 0 || !has_quaternion(joint.type)) continue;
    if (part >= quaternion_place(joint.type) && part < coordinate_count(joint.type)) return true;
  }
  return false;
}

void check_path(const std::vector<Column>& columns, const Given& given, const CoordinateNames& names) {
  for (const Column& column : columns) {
    if (column.block != Block::velocity && column.block != Block::acceleration) continue;
    if (!given.has(Block::time)) refuse(column.name, "needs time stamps", "give a column 'time' in seconds");
    const std::string& name = names[column.coordinate];
    if (!given.has(Block::position, column.coordinate)) {
      refuse(column.name, "the position of " + in_quotes(name) + " is missing", "give the column " + in_quotes(name));
    }
    if (is_quaternion(column.coordinate, names.tree())) {
      refuse(column.name, "a quaternion has no velocity column",
             "remove the column: orientations turn at a constant rate");
    }
    if (column.block == Block::acceleration && !given.has(Block::velocity, column.coordinate)) {
      refuse(column.name, "needs a velocity column too", "give the column " + in_quotes("vel." + name));
    }
  }
  require_whole_joints(given, Block::position, names);
}

}  // namespace

PathColumns understand_columns(std::span<const std::string_view> header, const CoordinateNames& names) {
  PathColumns result;
  Given given;
  for (const std::string_view field : header) {
    result.columns.push_back(understand_column(field, names));
    given.add(result.columns.back());
  }
  result.is_edge_list = given.has(Block::a) || given.has(Block::b);
  if (result.is_edge_list) {
    check_edge_list(result.columns, given, names);
  } else {
    check_path(result.columns, given, names);
  }
  for (int coordinate = 0; coordinate < names.tree().coordinate_count(); ++coordinate) {
    if (!given.has(result.is_edge_list ? Block::a : Block::position, coordinate)) result.unnamed.push_back(coordinate);
  }
  result.has_time = given.has(Block::time);
  result.has_velocity = given.has(Block::velocity);
  result.has_acceleration = given.has(Block::acceleration);
  result.interpolation.assign(static_cast<std::size_t>(names.tree().coordinate_count()), Interpolation::linear);
  for (const Column& column : result.columns) {
    if (column.coordinate < 0) continue;
    Interpolation& kind = result.interpolation[static_cast<std::size_t>(column.coordinate)];
    if (column.block == Block::acceleration) kind = Interpolation::quintic;
    if (column.block == Block::velocity && kind == Interpolation::linear) kind = Interpolation::cubic;
  }
  return result;
}

}  // namespace tocca
