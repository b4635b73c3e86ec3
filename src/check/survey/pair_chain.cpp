#include "check/survey/pair_chain.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/vectors.hpp"

namespace tocca {
namespace {

constexpr double turn_rad = 2.0 * std::numbers::pi;
/// Ranges are made wider by this part of what they are computed from: far above the rounding of sums and products and of pi.
constexpr double range_slack = 0x1p-40;
/// What the rounding of poses allows for (docs/maths/never.md).
constexpr double largest_value = 64.0;
constexpr int longest_chain = 64;

/// Links from `link` up to the root, itself included.
std::vector<int> ancestors(const KinematicTree& tree, int link) {
  std::vector<int> result;
  for (; link >= 0; link = tree.parent_link(link)) result.push_back(link);
  return result;
}

/// The links of a chain: from a up to the ancestor, then those of b's side; the ancestor is in neither.
struct ChainLinks {
  int ancestor = 0;
  std::vector<int> up_a, up_b;

  ChainLinks(const KinematicTree& tree, int a, int b) : up_a(ancestors(tree, a)), up_b(ancestors(tree, b)) {
    while (!up_a.empty() && !up_b.empty() && up_a.back() == up_b.back()) {
      ancestor = up_a.back();
      up_a.pop_back();
      up_b.pop_back();
    }
  }
};

/// The links between as a tree of its own; joints that mimic become ordinary ones.
KinematicTree chain_tree(const KinematicTree& tree, const ChainLinks& chain) {
  std::vector<Link> links{{tree.links()[at(chain.ancestor)].name, {}}};
  std::vector<KinematicTree::JointSpec> joints;
  for (const std::vector<int>* side : {&chain.up_a, &chain.up_b}) {
    for (auto link = side->rbegin(); link != side->rend(); ++link) {
      const Joint& joint = tree.joints()[at(tree.parent_joint(*link))];
      links.push_back({tree.links()[at(*link)].name, {}});
      joints.push_back({joint.name,
                        joint.type,
                        tree.links()[at(joint.parent_link)].name,
                        links.back().name,
                        joint.origin,
                        joint.axis,
                        {},
                        {}});
    }
  }
  return KinematicTree::build(std::move(links), std::move(joints));
}

}  // namespace

/// Finds the variables, joint by joint.
struct PairChain::Builder {
  PairChain& chain;
  const KinematicTree& robot;
  std::vector<int>
      sources{};  // of each variable: the robot's joint that it belongs to; -1 where it is a joint's own turn

  void add(int robot_link) {
    const int index = robot.parent_joint(robot_link);
    const Joint& joint = robot.joints()[at(index)];
    if (is_fixed(joint.type)) return;
    const Joint& moved_by = joint.mimic ? robot.joints()[at(joint.mimic->joint)] : joint;
    for (int i = 0; i < coordinate_count(moved_by.type); ++i) {
      const int coordinate = moved_by.first_coordinate + i;
      if (std::find(chain.coordinates_.begin(), chain.coordinates_.end(), coordinate) == chain.coordinates_.end())
        chain.coordinates_.push_back(coordinate);
    }
    if (!is_simple(joint.type)) {
      chain.number_count_ += degrees_of_freedom(joint.type);
      chain.bounded_ = false;
      return;
    }
    const Mimic mimic = joint.mimic.value_or(Mimic{index, 1.0, 0.0});
    ChainJoint own{chain.tree_.find_link(robot.links()[at(robot_link)].name), turns(joint.type), -1, mimic.multiplier,
                   mimic.offset};
    own.variable = variable_of(robot.joints()[at(mimic.joint)], mimic.joint, own, joint.mimic.has_value());
    if (own.variable < 0) return;
    chain.coordinate_.push_back(chain.tree_.joints()[at(own.link - 1)].first_coordinate);
    chain.joints_.push_back(own);
  }

  int variable_of(const Joint& source, int index, ChainJoint& joint, bool mimics) {
    const bool limited = source.limits && source.type != JointType::continuous;
    const double width = limited ? source.limits->upper - source.limits->lower : infinity;
    // A joint that mimics by nothing stands at its offset, and says nothing about others of the same source.
    if (joint.multiplier == 0.0) return new_variable(0.0, 0.0, -1, -1);
    const bool whole_turn = joint.turns && !(std::fabs(joint.multiplier) * width < turn_rad);
    if (whole_turn) {
      // Every angle: one turn from its lower limit on. A joint that mimics is then taken to turn by itself.
      const double lower = limited && !mimics ? source.limits->lower : -0.5 * turn_rad;
      joint.multiplier = 1.0;
      joint.offset = 0.0;
      return new_variable(lower, lower + turn_rad, mimics ? -1 : source.first_coordinate, -1);
    }
    for (std::size_t v = 0; v < sources.size(); ++v) {
      if (sources[v] == index) return static_cast<int>(v);
    }
    if (limited) return new_variable(source.limits->lower, source.limits->upper, source.first_coordinate, index);
    ++chain.number_count_;
    chain.bounded_ = false;
    return -1;
  }

  int new_variable(double lower, double upper, int coordinate, int source) {
    sources.push_back(source);
    const double middle = 0.5 * (lower + upper);
    const double half = std::max(upper - middle, middle - lower);
    chain.variables_.push_back(
        {middle, half > 0.0 ? half + range_slack * (std::fabs(middle) + half) : 0.0, coordinate});
    chain.number_count_ += half > 0.0 ? 1 : 0;
    return static_cast<int>(chain.variables_.size()) - 1;
  }
};

PairChain::PairChain(const KinematicTree& tree, int link_a, int link_b)
    : tree_(chain_tree(tree, ChainLinks(tree, link_a, link_b))), motion_(tree_), q_(tree_.zero_configuration()) {
  const ChainLinks links(tree, link_a, link_b);
  Builder builder{*this, tree};
  for (const int link : links.up_a) builder.add(link);
  for (auto link = links.up_b.rbegin(); link != links.up_b.rend(); ++link) builder.add(*link);
  a_ = tree_.find_link(tree.links()[at(link_a)].name);
  b_ = tree_.find_link(tree.links()[at(link_b)].name);
  poses_.resize(tree_.links().size());
  axes_.resize(joints_.size());
  if (joints_.size() > at(most_chain_joints) || tree_.joints().size() > at(longest_chain) || !motion_.rigid()) {
    bounded_ = false;
  }
  if (!bounded_) return;
  for (const Joint& joint : tree_.joints()) reach_m_ += joint.origin.translation.norm();
  for (ChainJoint& joint : joints_) {
    const Variable& variable = variables_[at(joint.variable)];
    joint.largest =
        std::fabs(joint.multiplier) * (std::fabs(variable.middle) + variable.half) + std::fabs(joint.offset);
    if (joint.turns) bounded_ = bounded_ && joint.largest <= largest_value;
    if (!joint.turns) reach_m_ += joint.largest;
  }
  bounded_ = bounded_ && reach_m_ < infinity;
}

void PairChain::place(const ChainNumbers& values) {
  for (std::size_t k = 0; k < joints_.size(); ++k) {
    q_[coordinate_[k]] = joints_[k].multiplier * values[at(joints_[k].variable)] + joints_[k].offset;
  }
  motion_.rest(q_);
  motion_.poses(0.0, poses_);
  for (std::size_t k = 0; k < joints_.size(); ++k) {
    const Pose& X = poses_[at(joints_[k].link)];
    axes_[k] = {X.translation, X.rotation * motion_.joint_axis(joints_[k].link)};
  }
}

}  // namespace tocca
