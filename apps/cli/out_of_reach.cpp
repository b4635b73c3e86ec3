#include "out_of_reach.hpp"

#include "tocca/motion/enclosure_walk.hpp"
#include "tocca/motion/swept_box.hpp"
#include "tocca/motion/tree_motion.hpp"

namespace tocca::cli {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

/// Boxes with no point in common, not even on their surfaces: touching is contact.
bool apart(const Aabb& x, const Aabb& y) {
  return (x.upper.array() < y.lower.array()).any() || (y.upper.array() < x.lower.array()).any();
}

class ReachSearch {
 public:
  ReachSearch(const RobotTask& task, const Scene& scene, std::span<const std::pair<int, int>> pairs)
      : task_(task), pairs_(pairs), motion_(task.robot.tree, task.base), apart_(pairs.size(), true) {
    for (const auto& link : task.robot.tree.links()) {
      volumes_.emplace_back();
      for (const auto& body : link.bodies) {
        volumes_.back().push_back({enclosed(body.placement), volume_of<Lss>(body.geometry)});
      }
    }
    for (const auto& object : scene.objects) {
      objects_.emplace_back();
      for (const auto& body : object.bodies) {
        const IntervalPose pose = product(enclosed(object.pose), enclosed(body.placement));
        objects_.back().push_back(swept_box(pose, volume_of<Aabb>(body.geometry)));
      }
    }
    poses_.resize(volumes_.size());
    boxes_.resize(volumes_.size());
  }

  std::vector<bool> run(int halvings) {
    std::vector<std::size_t> every(pairs_.size());
    for (std::size_t k = 0; k < every.size(); ++k) every[k] = k;
    for (int segment = 0; segment < task_.path.segment_count(); ++segment) {
      motion_.follow(task_.path, segment);
      search(Interval(0.0, 1.0), every, halvings);
    }
    return apart_;
  }

 private:
  struct Piece {
    IntervalPose placement;  ///< X_LB
    Lss volume;
  };

  /// Decides `open` over `time`, by halves where it must.
  void search(const Interval& time, const std::vector<std::size_t>& open, int halvings) {
    motion_.enclosures(time, poses_);
    for (std::size_t link = 0; link < volumes_.size(); ++link) {
      boxes_[link].clear();
      for (const auto& piece : volumes_[link]) {
        boxes_[link].push_back(swept_box(product(poses_[link], piece.placement), piece.volume));
      }
    }
    std::vector<std::size_t> left;
    for (std::size_t k : open) {
      if (apart_[k] && !all_apart(boxes_[at(pairs_[k].first)], objects_[at(pairs_[k].second)])) left.push_back(k);
    }
    if (left.empty()) return;
    if (halvings == 0) {
      for (std::size_t k : left) apart_[k] = false;
      return;
    }
    const double middle = 0.5 * (time.lo + time.hi);
    search(Interval(time.lo, middle), left, halvings - 1);
    search(Interval(middle, time.hi), left, halvings - 1);
  }

  static bool all_apart(const std::vector<Aabb>& a, const std::vector<Aabb>& b) {
    for (const auto& x : a) {
      for (const auto& y : b) {
        if (!apart(x, y)) return false;
      }
    }
    return true;
  }

  const RobotTask& task_;
  std::span<const std::pair<int, int>> pairs_;
  TreeMotion motion_;
  std::vector<bool> apart_;
  std::vector<std::vector<Piece>> volumes_;  ///< of each link
  std::vector<std::vector<Aabb>> objects_;   ///< boxes of each object's bodies
  std::vector<IntervalPose> poses_;
  std::vector<std::vector<Aabb>> boxes_;  ///< of each link's bodies over the stretch at hand
};

}  // namespace

std::vector<bool> out_of_reach(const RobotTask& task, const Scene& scene, std::span<const std::pair<int, int>> pairs,
                               int halvings) {
  return ReachSearch(task, scene, pairs).run(halvings);
}

}  // namespace tocca::cli
