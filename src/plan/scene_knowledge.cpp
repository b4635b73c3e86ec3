#include "plan/scene_knowledge.hpp"

#include <algorithm>
#include <map>

#include "core/index.hpp"

namespace tocca {
namespace {

using Edge = Roadmap::Edge;

/// Calls use(number) for each number of an edge that is a scene's.
template <class EdgeType, class Use>
void for_scenes(EdgeType& edge, const Use& use) {
  for (auto* scene : {&edge.proven_in[0], &edge.proven_in[1], &edge.refuted_in}) {
    if (*scene != Edge::never) use(*scene);
  }
}

/// New numbers for what is kept, in the old order; -1 for the rest.
std::vector<int> renumbered(const std::vector<char>& kept) {
  std::vector<int> numbers(kept.size(), -1);
  int next = 0;
  for (std::size_t k = 0; k < kept.size(); ++k) {
    if (kept[k]) numbers[k] = next++;
  }
  return numbers;
}

template <class Item>
void keep_only(const std::vector<char>& kept, std::vector<Item>& items) {
  std::size_t next = 0;
  for (std::size_t k = 0; k < items.size(); ++k) {
    if (!kept[k]) continue;
    if (next != k) items[next] = std::move(items[k]);
    ++next;
  }
  items.resize(next);
}

}  // namespace

SceneKnowledge::SceneKnowledge(Roadmap& roadmap, const ProofStamps& today) : roadmap_(roadmap) {
  const auto find_objects = [&] {
    std::map<Roadmap::Stamp, int> known;
    for (std::size_t k = 0; k < roadmap_.objects.size(); ++k) {
      known.emplace(roadmap_.objects[k].stamp, static_cast<int>(k));
    }
    today_objects_.clear();
    for (const Roadmap::Object& object : today.objects) {
      const auto [found, added] = known.emplace(object.stamp, static_cast<int>(roadmap_.objects.size()));
      if (added) roadmap_.objects.push_back(object);
      today_objects_.push_back(found->second);
    }
    std::vector<int> scene = today_objects_;
    std::sort(scene.begin(), scene.end());
    scene.erase(std::unique(scene.begin(), scene.end()), scene.end());  // two objects that are exactly the same
    const auto same = std::find(roadmap_.scenes.begin(), roadmap_.scenes.end(), scene);
    roadmap_.scene = static_cast<int>(same - roadmap_.scenes.begin());
    if (same == roadmap_.scenes.end()) roadmap_.scenes.push_back(std::move(scene));
  };
  const int before = roadmap_.scene;
  find_objects();
  if (before != roadmap_.scene) {
    drop_unused();
    find_objects();  // under their new numbers
  }
  read_scenes();
}

void SceneKnowledge::drop_unused() {
  std::vector<char> scene_used(roadmap_.scenes.size(), 0), object_used(roadmap_.objects.size(), 0);
  scene_used[at(roadmap_.scene)] = 1;
  for (const Edge& edge : roadmap_.edges) {
    for_scenes(edge, [&](int scene) { scene_used[at(scene)] = 1; });
    if (edge.blocker >= 0) object_used[at(edge.blocker)] = 1;
  }
  for (std::size_t scene = 0; scene < scene_used.size(); ++scene) {
    if (!scene_used[scene]) continue;
    for (const int object : roadmap_.scenes[scene]) object_used[at(object)] = 1;
  }
  const std::vector<int> scene_number = renumbered(scene_used), object_number = renumbered(object_used);
  keep_only(scene_used, roadmap_.scenes);
  keep_only(object_used, roadmap_.objects);
  for (std::vector<int>& scene : roadmap_.scenes) {
    for (int& object : scene) object = object_number[at(object)];
  }
  for (Edge& edge : roadmap_.edges) {
    for_scenes(edge, [&](int& scene) { scene = scene_number[at(scene)]; });
    if (edge.blocker >= 0) edge.blocker = object_number[at(edge.blocker)];
  }
  roadmap_.scene = scene_number[at(roadmap_.scene)];
}

void SceneKnowledge::read_scenes() {
  present_.assign(roadmap_.objects.size(), 0);
  const std::vector<int>& today = roadmap_.scenes[at(roadmap_.scene)];
  for (const int object : today) present_[at(object)] = 1;
  missing_.resize(roadmap_.scenes.size());
  for (std::size_t k = 0; k < missing_.size(); ++k) {
    const std::vector<int>& then = roadmap_.scenes[k];
    missing_[k].clear();
    std::set_difference(today.begin(), today.end(), then.begin(), then.end(), std::back_inserter(missing_[k]));
  }
}

void SceneKnowledge::set_proven(Edge& edge, int direction, bool both) const {
  edge.proven_in[at(direction)] = roadmap_.scene;
  if (both) edge.proven_in[at(1 - direction)] = roadmap_.scene;
  edge.refuted_in = Edge::never;
  edge.blocker = Edge::robots;
}

void SceneKnowledge::set_refuted(Edge& edge, int blocker) const {
  edge.refuted_in = roadmap_.scene;
  edge.blocker = blocker;
}

RoadmapCount SceneKnowledge::count() const {
  RoadmapCount count;
  count.milestones = roadmap_.milestone_count();
  count.edges = static_cast<std::int64_t>(roadmap_.edges.size());
  for (const Edge& edge : roadmap_.edges) {
    switch (state(edge)) {
      case EdgeState::proven:
        ++count.proven;
        break;
      case EdgeState::outdated:
        ++count.outdated;
        break;
      case EdgeState::refuted:
        ++count.refuted;
        break;
      case EdgeState::unknown:
        ++count.unknown;
        break;
    }
  }
  return count;
}

std::vector<RoadmapChange> changes_since(const Roadmap& roadmap, const ProofStamps& today) {
  std::vector<RoadmapChange> changes;
  if (roadmap.scene == Edge::never) return changes;
  const std::vector<int>& latest = roadmap.scenes[at(roadmap.scene)];
  const auto among = [](const auto& list, const auto& is_it) { return std::any_of(list.begin(), list.end(), is_it); };
  for (const int old : latest) {
    const Roadmap::Object& object = roadmap.objects[at(old)];
    if (among(today.objects, [&](const Roadmap::Object& own) { return own.stamp == object.stamp; })) continue;
    RoadmapChange change{object.name, RoadmapChange::What::removed, 0, 0};
    if (among(today.objects, [&](const Roadmap::Object& own) { return own.name == object.name; })) {
      change.what = RoadmapChange::What::moved;
    }
    for (const Edge& edge : roadmap.edges) change.reopened += edge.refuted_in != Edge::never && edge.blocker == old;
    changes.push_back(change);
  }
  for (const Roadmap::Object& object : today.objects) {
    if (among(latest, [&](int old) { return roadmap.objects[at(old)].stamp == object.stamp; })) continue;
    auto change = std::find_if(changes.begin(), changes.end(),
                               [&](const RoadmapChange& other) { return other.object == object.name; });
    if (change == changes.end()) {
      change = changes.insert(change, {object.name, RoadmapChange::What::added, 0, 0});
    }
    // A proof of another scene may know it, if it was there before.
    std::vector<char> knows(roadmap.scenes.size(), 0);
    for (std::size_t k = 0; k < knows.size(); ++k) {
      knows[k] = among(roadmap.scenes[k], [&](int old) { return roadmap.objects[at(old)].stamp == object.stamp; });
    }
    for (const Edge& edge : roadmap.edges) {
      const int scene = std::max(edge.proven_in[0], edge.proven_in[1]);
      change->outdated += scene != Edge::never && edge.refuted_in == Edge::never && !knows[at(scene)];
    }
  }
  std::sort(changes.begin(), changes.end(),
            [](const RoadmapChange& x, const RoadmapChange& y) { return x.object < y.object; });
  return changes;
}

}  // namespace tocca
