#include "out_of_reach.hpp"

#include "tocca/core/interval_matrix.hpp"
#include "tocca/motion/tree_motion.hpp"
#include "tocca/shape/aabb.hpp"
#include "tocca/shape/lss.hpp"

namespace tocca::cli {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

IntervalVector3 exactly(const Vector3& v) { return {{Interval(v.x()), Interval(v.y()), Interval(v.z())}}; }

IntervalPose exactly(const Pose& pose) {
  IntervalPose result;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) result.rotation(row, column) = pose.rotation(row, column);
  }
  result.translation = exactly(pose.translation);
  return result;
}

IntervalPose product(const IntervalPose& x, const IntervalPose& y) {
  return {x.rotation * y.rotation, x.rotation * y.translation + x.translation};
}

IntervalVector3 joined(const IntervalVector3& x, const IntervalVector3& y) {
  return {{hull(x[0], y[0]), hull(x[1], y[1]), hull(x[2], y[2])}};
}

/// A box around every image of `volume` under a map in `pose`. At each moment the image of the segment lies in the hull
/// of the images of its ends. The image of a ball of radius r reaches r |row i of the linear part| along axis i: no use
/// is made of the map being a rotation, which stored doubles are only to rounding.
IntervalVector3 box_around(const IntervalPose& pose, const Lss& volume) {
  IntervalVector3 box = joined(pose.rotation * exactly(volume.a), pose.rotation * exactly(volume.b)) + pose.translation;
  for (int axis = 0; axis < 3; ++axis) {
    const IntervalVector3 row = {{pose.rotation(axis, 0), pose.rotation(axis, 1), pose.rotation(axis, 2)}};
    const double reach = (norm(row) * Interval(volume.radius)).hi;
    box[axis] = box[axis] + Interval(-reach, reach);
  }
  return box;
}

IntervalVector3 box_around(const IntervalPose& pose, const Aabb& volume) {
  const IntervalVector3 corners = {{Interval(volume.lower.x(), volume.upper.x()),
                                    Interval(volume.lower.y(), volume.upper.y()),
                                    Interval(volume.lower.z(), volume.upper.z())}};
  return pose.rotation * corners + pose.translation;
}

/// Boxes with no point in common, not even on their surfaces: touching is contact.
bool apart(const IntervalVector3& x, const IntervalVector3& y) {
  for (int axis = 0; axis < 3; ++axis) {
    if (x[axis].hi < y[axis].lo || y[axis].hi < x[axis].lo) return true;
  }
  return false;
}

class Search {
 public:
  Search(const RobotTask& task, const Scene& scene, std::span<const std::pair<int, int>> pairs)
      : task_(task), pairs_(pairs), motion_(task.robot.tree, task.base), apart_(pairs.size(), true) {
    for (const auto& link : task.robot.tree.links()) {
      volumes_.emplace_back();
      for (const auto& body : link.bodies) {
        volumes_.back().push_back({exactly(body.placement), volume_of<Lss>(body.geometry)});
      }
    }
    for (const auto& object : scene.objects) {
      objects_.emplace_back();
      for (const auto& body : object.bodies) {
        const IntervalPose pose = product(exactly(object.pose), exactly(body.placement));
        objects_.back().push_back(box_around(pose, volume_of<Aabb>(body.geometry)));
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
        boxes_[link].push_back(box_around(product(poses_[link], piece.placement), piece.volume));
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

  static bool all_apart(const std::vector<IntervalVector3>& a, const std::vector<IntervalVector3>& b) {
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
  std::vector<std::vector<Piece>> volumes_;            ///< of each link
  std::vector<std::vector<IntervalVector3>> objects_;  ///< boxes of each object's bodies
  std::vector<IntervalPose> poses_;
  std::vector<std::vector<IntervalVector3>> boxes_;  ///< of each link's bodies over the stretch at hand
};

}  // namespace

std::vector<bool> out_of_reach(const RobotTask& task, const Scene& scene, std::span<const std::pair<int, int>> pairs,
                               int halvings) {
  return Search(task, scene, pairs).run(halvings);
}

}  // namespace tocca::cli
