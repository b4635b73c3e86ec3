#include "tocca/model/kinematic_tree.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

#include "core/index.hpp"
#include "tocca/core/error.hpp"

namespace tocca {
namespace {

using JointSpec = KinematicTree::JointSpec;
using NameIndex = std::unordered_map<std::string_view, int>;

std::string quoted(const char* kind, std::string_view name) { return std::string(kind) + " '" + printable(name) + "'"; }

[[noreturn]] void refuse(const JointSpec& joint, std::string_view problem, std::string_view remedy) {
  throw InputError("", quoted("joint", joint.name), problem, remedy);
}

/// Where each name stands. Throws on empty and repeated names.
template <class Named>
NameIndex index_of_names(const std::vector<Named>& items, const char* kind) {
  NameIndex index;
  index.reserve(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string& name = items[i].name;
    if (name.empty()) {
      throw InputError("", std::string(kind) + " " + std::to_string(i + 1), "has no name",
                       std::string("give every ") + kind + " a name");
    }
    if (!index.emplace(name, static_cast<int>(i)).second) {
      throw InputError("", quoted(kind, name), std::string("two ") + kind + "s have this name",
                       std::string("give every ") + kind + " its own name");
    }
  }
  return index;
}

/// The axis at unit length; joints that have none keep a harmless one.
Vector3 checked_axis(const JointSpec& joint) {
  if (!joint.axis.allFinite()) refuse(joint, "its axis is not finite", "give three finite numbers");
  if (!has_axis(joint.type)) return Vector3::UnitX();
  const double largest = joint.axis.cwiseAbs().maxCoeff();
  if (largest == 0.0) refuse(joint, "its axis is zero", "give a direction such as 0 0 1");
  // Scaled first: the square of a tiny or huge component would leave the range of doubles.
  const Vector3 scaled = joint.axis / largest;
  return scaled / scaled.norm();
}

void check_rates(const std::string& joint, const RateLimits& rates) {
  for (const auto& rate : {rates.velocity, rates.acceleration, rates.jerk}) {
    if (!rate || (*rate > 0.0 && std::isfinite(*rate))) continue;
    throw InputError("", "joint '" + joint + "'", "its limit of velocity, acceleration or jerk is not positive",
                     "leave it out if there is none");
  }
}

void check_numbers(const JointSpec& joint) {
  if (!joint.origin.rotation.allFinite() || !joint.origin.translation.allFinite()) {
    refuse(joint, "its origin is not finite", "give finite numbers");
  }
  if (joint.limits) {
    const auto [lower, upper] = *joint.limits;
    if (!std::isfinite(lower) || !std::isfinite(upper)) {
      refuse(joint, "its limits are not finite", "leave the limits out if there are none");
    }
    if (lower > upper) refuse(joint, "its lower limit is above its upper limit", "swap the two limits");
  }
  check_rates(joint.name, joint.rates);
}

/// The joint that `joint` mimics, checked.
int mimicked(const std::vector<JointSpec>& specs, const NameIndex& names, const JointSpec& joint) {
  if (!is_simple(joint.type)) {
    refuse(joint, "a " + std::string(type_name(joint.type)) + " joint cannot mimic",
           "mimic with a " + joint_type_names(is_simple) + " joint");
  }
  const auto found = names.find(joint.mimic->joint);
  if (found == names.end()) {
    refuse(joint, "it mimics " + quoted("joint", joint.mimic->joint) + ", which does not exist",
           "name an existing joint");
  }
  const JointSpec& source = specs[at(found->second)];
  if (&source == &joint) refuse(joint, "it mimics itself", "make it independent or name another joint");
  if (!is_simple(source.type)) {
    refuse(joint, "it mimics " + quoted("joint", source.name) + " of type " + std::string(type_name(source.type)),
           "mimic a " + joint_type_names(is_simple) + " joint");
  }
  return found->second;
}

/// Resolves every mimic to a source that is not a mimic: walks each chain to its end once and composes on the way back.
std::vector<std::optional<Mimic>> resolved_mimics(const std::vector<JointSpec>& specs, const NameIndex& names) {
  std::vector<std::optional<Mimic>> resolved(specs.size());
  std::vector<bool> walked(specs.size(), false);
  const auto follows = [&](std::size_t i) {  // a fixed joint has nothing to follow with
    return specs[i].mimic && !is_fixed(specs[i].type);
  };
  std::vector<std::size_t> chain;
  for (std::size_t start = 0; start < specs.size(); ++start) {
    std::size_t joint = start;
    for (; follows(joint) && !resolved[joint]; joint = at(mimicked(specs, names, specs[joint]))) {
      if (walked[joint]) {
        refuse(specs[joint], "the joints it mimics form a cycle", "make one of them independent");
      }
      walked[joint] = true;
      chain.push_back(joint);
    }
    Mimic total = resolved[joint].value_or(Mimic{static_cast<int>(joint), 1.0, 0.0});
    for (; !chain.empty(); chain.pop_back()) {
      const JointSpec& follower = specs[chain.back()];
      const auto& [source, multiplier, offset] = *follower.mimic;
      total = {total.joint, multiplier * total.multiplier, multiplier * total.offset + offset};
      if (!std::isfinite(total.multiplier) || !std::isfinite(total.offset)) {
        refuse(follower, "its mimic multiplier or offset is not finite", "give finite numbers");
      }
      resolved[chain.back()] = total;
    }
  }
  return resolved;
}

/// Specs in depth-first order, children as given, so that chains lie together in memory: entry i carries link i + 1.
struct TreeOrder {
  int root = 0;
  std::vector<int> specs;
};

TreeOrder parents_first(const std::vector<Link>& links, const std::vector<JointSpec>& specs,
                        const std::vector<int>& parent_of_spec, const std::vector<int>& child_of_spec) {
  std::vector<int> joint_above(links.size(), -1);
  std::vector<std::vector<int>> joints_below(links.size());
  for (std::size_t i = 0; i < specs.size(); ++i) {
    int& above = joint_above[at(child_of_spec[i])];
    if (above >= 0) {
      throw InputError("", quoted("link", specs[i].child_link),
                       "it is the child of two joints, " + quoted("joint", specs[at(above)].name) + " and " +
                           quoted("joint", specs[i].name),
                       "remove one of the joints");
    }
    above = static_cast<int>(i);
    joints_below[at(parent_of_spec[i])].push_back(static_cast<int>(i));
  }
  TreeOrder order{-1, {}};
  for (std::size_t link = 0; link < links.size(); ++link) {
    if (joint_above[link] >= 0) continue;
    if (order.root >= 0) {
      throw InputError(
          "", quoted("link", links[link].name),
          "neither it nor " + quoted("link", links[at(order.root)].name) + " has a parent: there are two roots",
          "connect them with a joint");
    }
    order.root = static_cast<int>(link);
  }
  if (order.root < 0) {
    throw InputError("", quoted("link", links[0].name), "every link has a parent: the joints form a loop",
                     "remove a joint of the loop");
  }
  std::vector<int> todo(joints_below[at(order.root)].rbegin(), joints_below[at(order.root)].rend());
  order.specs.reserve(specs.size());
  while (!todo.empty()) {
    const int spec = todo.back();
    todo.pop_back();
    order.specs.push_back(spec);
    const auto& below = joints_below[at(child_of_spec[at(spec)])];
    todo.insert(todo.end(), below.rbegin(), below.rend());
  }
  if (order.specs.size() != specs.size()) {  // one parent each and one root: what is not reached hangs in a circle
    std::vector<bool> reached(specs.size(), false);
    for (int spec : order.specs) reached[at(spec)] = true;
    const auto lost = std::find(reached.begin(), reached.end(), false) - reached.begin();
    refuse(specs[static_cast<std::size_t>(lost)], "it belongs to a loop", "remove a joint of the loop");
  }
  return order;
}

template <class Named>
std::vector<int> sorted_by_name(const std::vector<Named>& items) {
  std::vector<int> order(items.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return items[at(a)].name < items[at(b)].name; });
  return order;
}

template <class Named>
int find_name(const std::vector<Named>& items, const std::vector<int>& order, std::string_view name) noexcept {
  const auto found = std::lower_bound(order.begin(), order.end(), name,
                                      [&](int i, std::string_view wanted) { return items[at(i)].name < wanted; });
  return found != order.end() && items[at(*found)].name == name ? *found : -1;
}

}  // namespace

PlaneAxes plane_axes(const Vector3& axis) {
  // The next coordinate direction after the axis' largest component: x, y for z; y, z for x; z, x for y.
  int largest = 0;
  axis.cwiseAbs().maxCoeff(&largest);
  const Vector3 start = Vector3::Unit((largest + 1) % 3);
  const Vector3 u = (start - start.dot(axis) * axis).normalized();
  return {u, axis.cross(u)};
}

KinematicTree KinematicTree::build(std::vector<Link> links, std::vector<JointSpec> specs) {
  if (links.empty()) throw InputError("", "", "there is no link", "give at least one link");
  const NameIndex link_names = index_of_names(links, "link");
  const NameIndex joint_names = index_of_names(specs, "joint");

  std::vector<int> parents, children;
  std::vector<Vector3> axes;
  for (const JointSpec& spec : specs) {
    const auto parent = link_names.find(spec.parent_link), child = link_names.find(spec.child_link);
    for (const auto& [found, name] : {std::pair(parent, &spec.parent_link), std::pair(child, &spec.child_link)}) {
      if (found == link_names.end()) {
        refuse(spec, "it joins " + quoted("link", *name) + ", which does not exist", "name an existing link");
      }
    }
    if (parent == child) refuse(spec, "it joins a link to itself: a loop", "name two different links");
    parents.push_back(parent->second);
    children.push_back(child->second);
    axes.push_back(checked_axis(spec));
    check_numbers(spec);
  }
  const std::vector<std::optional<Mimic>> mimics = resolved_mimics(specs, joint_names);
  const TreeOrder order = parents_first(links, specs, parents, children);

  std::vector<int> new_link(links.size()), new_joint(specs.size());
  new_link[at(order.root)] = 0;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    new_joint[at(order.specs[i])] = static_cast<int>(i);
    new_link[at(children[at(order.specs[i])])] = static_cast<int>(i) + 1;
  }

  KinematicTree tree;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const std::size_t old = at(order.specs[i]);
    const JointSpec& spec = specs[old];
    Joint joint{spec.name,
                spec.type,
                new_link[at(parents[old])],
                new_link[at(children[old])],
                spec.origin,
                axes[old],
                spec.limits,
                {},
                -1,
                spec.rates};
    if (mimics[old]) {
      joint.mimic = mimics[old];
      joint.mimic->joint = new_joint[at(joint.mimic->joint)];
    } else if (!is_fixed(spec.type)) {
      joint.first_coordinate = tree.coordinate_count_;
      tree.coordinate_count_ += tocca::coordinate_count(spec.type);
      tree.degrees_of_freedom_ += tocca::degrees_of_freedom(spec.type);
    }
    tree.joints_.push_back(std::move(joint));
  }
  tree.links_.resize(links.size());
  for (std::size_t old = 0; old < links.size(); ++old) tree.links_[at(new_link[old])] = std::move(links[old]);
  tree.links_by_name_ = sorted_by_name(tree.links_);
  tree.joints_by_name_ = sorted_by_name(tree.joints_);
  return tree;
}

KinematicTree KinematicTree::with_rates(const std::vector<RateLimits>& rates) const {
  TOCCA_REQUIRE(rates.size() == joints_.size(), "there must be limits for each joint");
  KinematicTree tree = *this;
  for (std::size_t i = 0; i < rates.size(); ++i) {
    check_rates(joints_[i].name, rates[i]);
    tree.joints_[i].rates = rates[i];
  }
  return tree;
}

int KinematicTree::find_link(std::string_view name) const noexcept { return find_name(links_, links_by_name_, name); }
int KinematicTree::find_joint(std::string_view name) const noexcept {
  return find_name(joints_, joints_by_name_, name);
}

std::vector<std::string> KinematicTree::coordinate_names() const {
  std::vector<std::string> names;
  for (const Joint& joint : joints_) {
    if (joint.first_coordinate < 0) continue;
    for (const JointCoordinate& coordinate : joint_traits(joint.type).coordinates) {
      names.push_back(joint.name + std::string(coordinate.suffix));
    }
  }
  return names;
}

Configuration KinematicTree::zero_configuration() const {
  Configuration zero = Configuration::Zero(coordinate_count_);
  for (const Joint& joint : joints_) {
    if (joint.first_coordinate < 0) continue;
    const auto coordinates = joint_traits(joint.type).coordinates;
    for (std::size_t k = 0; k < coordinates.size(); ++k) {
      zero[joint.first_coordinate + static_cast<int>(k)] = coordinates[k].zero;
    }
  }
  return zero;
}

}  // namespace tocca
