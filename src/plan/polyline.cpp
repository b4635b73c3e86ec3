#include "plan/polyline.hpp"

#include <algorithm>

#include "tocca/core/require.hpp"

namespace tocca {

Polyline::Polyline(const PlanSpace& space, const WaypointMatrix& path, std::size_t room)
    : space_(space), size_(static_cast<std::size_t>(path.rows())) {
  points_.assign(std::max(room, size_), Configuration(path.cols()));
  arc_.reserve(points_.size());
  for (int k = 0; k < size(); ++k) points_[static_cast<std::size_t>(k)] = path.row(k).transpose();
  measure(0);
}

WaypointMatrix Polyline::rows() const {
  WaypointMatrix rows(size(), space_.size());
  for (int k = 0; k < size(); ++k) rows.row(k) = (*this)[k];
  return rows;
}

int Polyline::segment(double s) const {
  const auto after = std::upper_bound(arc_.begin(), arc_.end(), s);
  return std::clamp(static_cast<int>(after - arc_.begin()) - 1, 0, size() - 2);
}

void Polyline::point(int segment, double s, Configuration& result) const {
  const double begin = arc(segment), length = arc(segment + 1) - begin;
  space_.between((*this)[segment], (*this)[segment + 1], length > 0.0 ? (s - begin) / length : 0.0, result);
}

void Polyline::remove(int first, int last) {
  TOCCA_REQUIRE(0 <= first && last < size(), "a polyline has no such waypoint");
  if (last < first) return;
  const auto begin = points_.begin() + first, end = points_.begin() + last + 1;
  std::rotate(begin, end, points_.begin() + size());
  size_ -= static_cast<std::size_t>(end - begin);
  measure(first);
}

void Polyline::insert(int k, const Configuration& point) {
  TOCCA_REQUIRE(0 <= k && k <= size(), "a polyline has no such place");
  if (size_ == points_.size()) points_.resize(2 * size_, Configuration(space_.size()));
  points_[size_] = point;
  const auto last = points_.begin() + size();
  std::rotate(points_.begin() + k, last, last + 1);
  ++size_;
  measure(k);
}

void Polyline::replace(int k, const Configuration& point) {
  points_[static_cast<std::size_t>(k)] = point;
  measure(k);
}

void Polyline::measure(int k) {
  arc_.resize(size_);
  if (k == 0 && size_ > 0) arc_[0] = 0.0;
  for (std::size_t i = static_cast<std::size_t>(std::max(k, 1)); i < size_; ++i) {
    arc_[i] = arc_[i - 1] + space_.length(points_[i - 1], points_[i]);
  }
}

}  // namespace tocca
