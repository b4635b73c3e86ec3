#include "check/strategy/inside.hpp"

#include <cmath>

#include "check/model/model_body.hpp"
#include "contact/containment.hpp"
#include "core/index.hpp"
namespace tocca {

void InsideTest::against_still(const MovingPair& pair, const Pose& X, std::vector<Inside>& found) {
  const Part& own = *pair.task().a;
  for (const Vector3& representative : own.representatives()) {
    const Vector3 point = X * representative;
    around_.clear();
    still_.append_containing(point, around_);
    for (const int part : around_) {
      if (pair.clearance_m(part) >= 0.0) found.push_back({pair, part, true, point});
    }
  }
  if (!own.has_closed_mesh() && !own.has_grains()) return;
  // Bounds of the body's own root box in the world; 2^-40 is far above the rounding of these few products.
  const Obb& box = own.nodes()[0].volume;
  const Vector3 centre = X * box.center;
  const Vector3 half = (X.rotation * box.axes.cast<double>()).cwiseAbs() * box.half.cast<double>();
  const Vector3 slack = 0x1p-40 * (half + centre.cwiseAbs() + Vector3::Constant(box.center.norm()));
  const Vector3 lower = centre - half - slack, upper = centre + half + slack;
  const auto keep_one = [&](int part, bool own_inside) {
    return [&found, &pair, part, own_inside](const Vector3& point) {
      found.push_back({pair, part, own_inside, point});
      return true;
    };
  };
  if (own.has_grains()) {
    still_.for_each_solid_near(lower, upper, [&](int part) {
      if (pair.clearance_m(part) >= 0.0) for_each_grain_inside(own, X, pair.part_b(part), Pose{}, keep_one(part, true));
    });
  }
  if (!own.has_closed_mesh()) return;
  const Pose inverse = X.inverse();
  still_.for_each_point(lower, upper, [&](const StillSolids::Point& still) {
    if (pair.clearance_m(still.part) >= 0.0 && own.contains(inverse * still.point)) {
      found.push_back({pair, still.part, false, still.point});
    }
  });
  for (const int part : still_.clouds()) {
    if (pair.clearance_m(part) >= 0.0) for_each_grain_inside(pair.part_b(part), Pose{}, own, X, keep_one(part, false));
  }
}

void InsideTest::of_two(const MovingPair& pair, const Pose& X_a, const Pose& X_b, std::vector<Inside>& found) {
  const Part &a = *pair.task().a, &b = pair.part_b(0);
  const auto keep = [&](bool a_in_b) {
    return [&found, &pair, a_in_b](const Vector3& point) {
      found.push_back({pair, 0, a_in_b, point});
      return false;
    };
  };
  for_each_inside(a, X_a, b, X_b, keep(true));
  for_each_inside(b, X_b, a, X_a, keep(false));
}

void InsideTest::find(const MovingPair& pair, double t, std::vector<Inside>& found) {
  const SweepTask& task = pair.task();
  if (task.b->empty()) return;
  const std::span<const Mover> movers = pair.list().movers();
  const Pose X_a = movers[at(task.mover_a)].pose(t);
  if (pair.against_still()) return against_still(pair, X_a, found);
  of_two(pair, X_a, task.mover_b < 0 ? Pose{} : movers[at(task.mover_b)].pose(t), found);
}

void InsideTest::find(const MovingPairs& pairs, double t, std::vector<Inside>& found) {
  for (const MovingPair pair : pairs) {
    if (t > 0.0 || !pair.apart_at_start()) find(pair, t, found);
  }
}

}  // namespace tocca
