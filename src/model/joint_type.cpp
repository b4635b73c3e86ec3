#include "tocca/model/joint_type.hpp"

#include <vector>

namespace tocca {
namespace {

/// The types, in the order of the table: until it has no row.
std::vector<JointType> all_types() {
  std::vector<JointType> types;
  for (int k = 0; !type_name(static_cast<JointType>(k)).empty(); ++k) types.push_back(static_cast<JointType>(k));
  return types;
}

}  // namespace

std::optional<JointType> joint_type_named(std::string_view name) {
  for (const JointType type : all_types()) {
    if (type_name(type) == name) return type;
  }
  return std::nullopt;
}

std::string joint_type_names(bool (*wanted)(JointType)) {
  std::vector<std::string_view> names;
  for (const JointType type : all_types()) {
    if (wanted(type)) names.push_back(type_name(type));
  }
  std::string list;
  for (std::size_t k = 0; k < names.size(); ++k) {
    list += k == 0 ? "" : k + 1 < names.size() ? ", " : " or ";
    list += names[k];
  }
  return list;
}

}  // namespace tocca
