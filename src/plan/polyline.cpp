#include "plan/polyline.hpp"

#include <algorithm>

#include "tocca/core/require.hpp"

namespace tocca {

Polyline::Polyline(const PlanSpace& space, const WaypointMatrix& path, std::size_t room)
    : space_(space), size_(static_cast<std::size_t>(path.rows())) {
  points_.assign(std::max(room, size_), Configuration(path.cols()));
  arc_.reserve(points_.size());
  lengths_.reserve(points_.size());
  for (int k = 0; k < size(); ++k) points_[static_cast<std::size_t>(k)] = path.row(k).transpose();
  lengths_.resize(size_ - 1);
  arc_.assign(size_, 0.0);
  for (int k = 0; k + 1 < size(); ++k) measure(k);
  add_up(1);
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
  TOCCA_REQUIRE(0 < first && last + 1 < size(), "only waypoints between the ends of a polyline can be removed");
  if (last < first) return;
  const int count = last + 1 - first;
  std::rotate(points_.begin() + first, points_.begin() + last + 1, points_.begin() + size());
  size_ -= static_cast<std::size_t>(count);
  lengths_.erase(lengths_.begin() + first, lengths_.begin() + first + count);
  arc_.resize(size_);
  measure(first - 1);
  add_up(first);
}

void Polyline::insert(int k, const Configuration& point) {
  TOCCA_REQUIRE(0 < k && k < size(), "a waypoint is inserted between the ends of a polyline");
  if (size_ == points_.size()) points_.resize(2 * size_, Configuration(space_.size()));
  points_[size_] = point;
  const auto last = points_.begin() + size();
  std::rotate(points_.begin() + k, last, last + 1);
  ++size_;
  lengths_.insert(lengths_.begin() + k, 0.0);
  arc_.resize(size_);
  measure(k - 1);
  measure(k);
  add_up(k);
}

void Polyline::replace(int k, const Configuration& point) {
  TOCCA_REQUIRE(0 < k && k + 1 < size(), "only waypoints between the ends of a polyline can be replaced");
  points_[static_cast<std::size_t>(k)] = point;
  measure(k - 1);
  measure(k);
  add_up(k);
}

void Polyline::measure(int k) { lengths_[static_cast<std::size_t>(k)] = space_.length((*this)[k], (*this)[k + 1]); }

void Polyline::add_up(int k) {
  for (std::size_t i = static_cast<std::size_t>(k); i < size_; ++i) arc_[i] = arc_[i - 1] + lengths_[i - 1];
}

}  // namespace tocca
