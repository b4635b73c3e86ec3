#include "check/intervals/surface_depth.hpp"

#include <limits>

#include "contact/closest.hpp"

namespace tocca {
namespace {

class Descent {
 public:
  Descent(const Part& part, const Vector3& point, double enough) : part_(part), enough_(enough) {
    point_.count = 1;
    point_.point[0] = point;
  }

  double run() {
    look(0);
    return best_;
  }

 private:
  /// No stored item below the node is nearer: its box lies in a ball. Axes are unit vectors to 2^-20; the sum and the
  /// root round by less.
  double bound(Index node) const {
    const Obb& box = part_.nodes()[node].volume;
    const double away = (point_.point[0] - box.center).norm();
    return away * (1.0 - 0x1p-48) - box.half.cast<double>().norm() * (1.0 + 0x1p-18);
  }

  void look(Index node) {
    if (best_ <= enough_) return;
    const Part::Node& at = part_.nodes()[node];
    if (at.is_leaf()) {
      for (const Index item : part_.items(at)) {
        if (item < part_.triangle_count()) best_ = std::min(best_, closest(point_, placed(part_, item, Pose{})).lower);
      }
      return;
    }
    Index first = node + 1, second = node + at.link;
    if (bound(second) < bound(first)) std::swap(first, second);
    for (const Index child : {first, second}) {
      if (bound(child) < best_) look(child);
    }
  }

  const Part& part_;
  double enough_;
  ConvexPiece point_;
  double best_ = std::numeric_limits<double>::infinity();
};

}  // namespace

double depth_below_surface(const Part& part, const Vector3& point, double enough) {
  return Descent(part, point, enough).run();
}

}  // namespace tocca
