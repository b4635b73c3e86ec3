// Versions of a collision model: a few objects are not as the root has them.
#include <algorithm>

#include "check/model/deforming_bodies.hpp"
#include "check/model/live_object.hpp"
#include "check/model/model_body.hpp"
#include "check/model/problem_pairs.hpp"
#include "core/index.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/core/require.hpp"

namespace tocca {

CollisionModel::CollisionModel(std::shared_ptr<const CollisionModel> root, std::shared_ptr<const PairRules> rules,
                               std::span<const LiveObjectPointer> changed)
    : kept_root_(std::move(root)),
      root_(kept_root_.get()),
      rules_(std::move(rules)),
      movable_(root_->movable_),
      pairs_(root_->pairs_),
      greatest_(root_->greatest_),
      clearances_(root_->clearances_),
      checked_pairs_(root_->checked_pairs_) {
  TOCCA_REQUIRE(root_->root_ == root_, "versions are made of a model that was built from a problem");
  TOCCA_REQUIRE(root_->deforming_->empty(), "a scene that lives has no bodies that deform");
  place_changed(changed);
  clear_gone();
  pair_changed();
}

/// Objects in the order of the scene as it is: those of the root less what was removed, then what was added.
void CollisionModel::place_changed(std::span<const LiveObjectPointer> changed) {
  constexpr int is_removed = -2;
  std::vector<int> of_root = root_->object_body_;
  std::vector<int> added;
  for (const LiveObjectPointer& object : changed) {
    const bool known = object->scene_object >= 0;
    int* const body = known ? &of_root[at(object->scene_object)] : nullptr;
    if (known && *body >= 0) gone_.push_back(*body);
    if (object->removed) {
      if (known) *body = is_removed;
      continue;
    }
    int number = -1;
    if (object->body) {
      number = static_cast<int>(root_->bodies_.size() + changed_bodies_.size());
      movable_.push_back(number);
      greatest_.push_back(not_checked);
      clearances_.push_back(nullptr);
      changed_.push_back(object);
      changed_bodies_.push_back(object->body);
    }
    if (known) {
      *body = number;
    } else {
      added.push_back(number);
    }
  }
  std::sort(gone_.begin(), gone_.end());
  object_body_.reserve(of_root.size() + added.size());
  for (const int body : of_root) {
    if (body != is_removed) object_body_.push_back(body);
  }
  object_body_.insert(object_body_.end(), added.begin(), added.end());
}

/// Bodies that are gone are checked against nothing. Rows that are the same stay one.
void CollisionModel::clear_gone() {
  if (gone_.empty()) return;
  std::vector<int> still_gone;  // ranks
  for (const int body : gone_) {
    if (root_->bodies_[at(body)].still) {
      still_gone.push_back(rank(body));
      continue;
    }
    for (Pair& pair : pairs_) {
      if (pair.clearance_m < 0.0 || (pair.a != body && pair.b != body)) continue;
      pair.clearance_m = not_checked;
      --checked_pairs_;
    }
    const auto own = at(rank(body));
    for (const int other : root_->still_) checked_pairs_ -= clearance(body, other) ? 1u : 0u;
    greatest_[own] = not_checked;
    clearances_[own] = nullptr;
  }
  if (still_gone.empty()) return;
  std::vector<std::pair<double, Clearances>> shared;  // of those that have the same clearance from every still body
  const bool none_left = still_gone.size() == root_->still_.size();
  for (std::size_t i = 0; i < root_->movable_.size(); ++i) {
    if (greatest_[i] < 0.0) continue;
    const auto known = std::find_if(shared.begin(), shared.end(), [&](const auto& one) {
      return !root_->clearances_[i] && one.first == greatest_[i];
    });
    for (const int gone : still_gone) {
      checked_pairs_ -= !root_->clearances_[i] || (*root_->clearances_[i])[at(gone)] >= 0.0 ? 1u : 0u;
    }
    if (known != shared.end()) {
      clearances_[i] = known->second;
      continue;
    }
    std::vector<double> row =
        root_->clearances_[i] ? *root_->clearances_[i] : std::vector<double>(root_->still_.size(), greatest_[i]);
    for (const int gone : still_gone) row[at(gone)] = not_checked;
    clearances_[i] = std::make_shared<const std::vector<double>>(std::move(row));
    if (!root_->clearances_[i]) shared.emplace_back(greatest_[i], clearances_[i]);
  }
  if (none_left) std::fill(greatest_.begin(), greatest_.end(), not_checked);
}

/// Links against changed objects, held objects against everything.
void CollisionModel::pair_changed() {
  const std::size_t before = pairs_.size();
  const auto body_of = [&](std::size_t k) { return static_cast<int>(root_->bodies_.size() + k); };
  for (std::size_t k = 0; k < changed_.size(); ++k) {
    for (const LiveObject::LinkPair& link : changed_[k]->links) pairs_.push_back({link.body, body_of(k), link.level_m});
  }
  for (std::size_t k = 0; k < changed_.size(); ++k) {
    for (std::size_t other = 0; other < changed_.size(); ++other) {
      const bool once = other < k || !changed_[other]->held;  // two held ones meet once
      if (k == other || !changed_[k]->held || !once) continue;
      if (!why_unchecked(*root_, *rules_, *changed_[k], *changed_[other]).empty()) continue;
      const double clearance_m = clearance_of(*rules_, changed_[k]->name, changed_[other]->name);
      pairs_.push_back({body_of(std::min(k, other)), body_of(std::max(k, other)),
                        level_of(clearance_m, changed_[k]->padding_m, changed_[other]->padding_m)});
    }
    if (changed_[k]->held) hold_against_root(k);
  }
  checked_pairs_ += pairs_.size() - before;
}

/// A held object against what stands still in the root. (What the root holds is changed itself in every version: see LiveScene.)
void CollisionModel::hold_against_root(std::size_t k) {
  const LiveObject& held = *changed_[k];
  const std::span<const PairRules::Rule> own_rules = rules_->of(held.name);
  std::vector<double> row(root_->still_.size());
  for (std::size_t i = 0; i < row.size(); ++i) {
    const Body& still = root_->bodies_[at(root_->still_[i])];
    const auto rule = std::find_if(own_rules.begin(), own_rules.end(),
                                   [&](const PairRules::Rule& one) { return one.other == still.name; });
    const bool ruled = rule != own_rules.end();
    const double clearance_m = ruled && rule->clearance_m ? *rule->clearance_m : rules_->default_clearance_m();
    row[i] = ruled && rule->allowed ? not_checked : level_of(clearance_m, held.padding_m, still.padding_m);
  }
  for (const int body : gone_) {
    if (root_->bodies_[at(body)].still) row[at(rank(body))] = not_checked;
  }
  const std::size_t own = root_->movable_.size() + k;
  greatest_[own] = row.empty() ? not_checked : *std::max_element(row.begin(), row.end());
  checked_pairs_ += static_cast<std::size_t>(std::count_if(row.begin(), row.end(), [](double c) { return c >= 0.0; }));
  clearances_[own] = std::make_shared<const std::vector<double>>(std::move(row));
}

const ProblemPairs& CollisionModel::problem_pairs() const {
  if (root_ == this) return *problem_pairs_;
  std::call_once(pairs_once_, [this] { problem_pairs_ = std::make_unique<const ProblemPairs>(listed_pairs()); });
  return *problem_pairs_;
}

/// By the rules that made the pairs, with their reasons.
ProblemPairs CollisionModel::listed_pairs() const {
  const ProblemPairs& before = *root_->problem_pairs_;
  ProblemPairs list;
  list.bodies = before.bodies;
  list.reasons = before.reasons;
  const auto stays = [&](const auto& pair) { return !gone(pair.a) && !gone(pair.b); };
  std::copy_if(before.checked.begin(), before.checked.end(), std::back_inserter(list.checked), stays);
  std::copy_if(before.excluded.begin(), before.excluded.end(), std::back_inserter(list.excluded), stays);
  for (const int body : gone_) list.bodies[at(body)].gone = true;
  const auto add = [&](int a, int b, const std::string& why, double clearance_m) {
    const auto padding = [&](int body) { return list.bodies[at(body)].padding_m; };
    if (why.empty()) {
      list.checked.push_back({a, b, clearance_m, level_of(clearance_m, padding(a), padding(b))});
      return;
    }
    const auto known = std::find(list.reasons.begin(), list.reasons.end(), why);
    list.excluded.push_back({a, b, static_cast<int>(known - list.reasons.begin())});
    if (known == list.reasons.end()) list.reasons.push_back(why);
  };
  for (std::size_t k = 0; k < changed_.size(); ++k) {
    const LiveObject& object = *changed_[k];
    const int number = static_cast<int>(list.bodies.size());
    ProblemPairs::Body& body = list.bodies.emplace_back();
    body.name = object.name;
    body.object = object.body->object;
    body.padding_m = object.padding_m;
    for (std::size_t other = 0; other < root_->bodies_.size(); ++other) {
      const Body& of_root = root_->bodies_[other];
      if (gone(static_cast<int>(other)) || (of_root.object >= 0 && !object.held)) continue;
      std::string why;
      if (of_root.object < 0) {
        why = why_unchecked(*root_, *rules_, static_cast<int>(other), object);
      } else if (const PairRules::Rule* rule = rules_->find(object.name, of_root.name); rule && rule->allowed) {
        why = rule->why;
      }
      add(static_cast<int>(other), number, why, clearance_of(*rules_, object.name, of_root.name));
    }
    for (std::size_t other = 0; other < k; ++other) {
      if (!object.held && !changed_[other]->held) continue;
      add(static_cast<int>(root_->bodies_.size() + other), number,
          why_unchecked(*root_, *rules_, *changed_[other], object),
          clearance_of(*rules_, object.name, changed_[other]->name));
    }
  }
  return list;
}

}  // namespace tocca
