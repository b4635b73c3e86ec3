#include "io/coordinate_names.hpp"

#include "io/nearest_name.hpp"
#include "io/text.hpp"

namespace tocca {

CoordinateNames::CoordinateNames(const KinematicTree& tree) : tree_(tree), names_(tree.coordinate_names()) {
  for (std::size_t k = 0; k < names_.size(); ++k) index_.emplace(names_[k], static_cast<int>(k));
}

int CoordinateNames::find(std::string_view name) const {
  const auto found = index_.find(name);
  return found == index_.end() ? -1 : found->second;
}

CoordinateNames::Refusal CoordinateNames::refuse(std::string_view name) const {
  const int found = tree_.find_joint(name);
  if (found < 0) {
    const std::vector<std::string_view> known(names_.begin(), names_.end());
    return {"the robot has no joint " + in_quotes(name), did_you_mean(name, known)};
  }
  const Joint& joint = tree_.joints()[static_cast<std::size_t>(found)];
  if (joint.mimic) {
    const std::string& source = tree_.joints()[static_cast<std::size_t>(joint.mimic->joint)].name;
    return {"joint " + in_quotes(name) + " follows joint " + in_quotes(source),
            "give the value of " + in_quotes(source)};
  }
  if (is_fixed(joint.type)) return {"joint " + in_quotes(name) + " is fixed", "leave it out"};
  std::string parts;
  for (int k = 0; k < coordinate_count(joint.type); ++k) {
    parts += (k == 0 ? "" : ", ") + (*this)[joint.first_coordinate + k];
  }
  return {"joint " + in_quotes(name) + " is " + std::string(type_name(joint.type)) + " and has several coordinates",
          "give " + parts};
}

Quaternions::Quaternions(const KinematicTree& tree) {
  for (const Joint& joint : tree.joints()) {
    if (has_quaternion(joint.type)) joints_.push_back(&joint);
  }
}

const Joint* Quaternions::find_zero(ConfigurationView q) const {
  for (const Joint* joint : joints_) {
    if (q.segment<4>(joint->first_coordinate + quaternion_place(joint->type)).isZero(0.0)) return joint;
  }
  return nullptr;
}

}  // namespace tocca
