#include "report/distance_curves.hpp"

#include <algorithm>
#include <cmath>

namespace tocca {
namespace {

constexpr std::array kinds{Report::Curve::Kind::self, Report::Curve::Kind::others};

ClearanceSettings among(ClearanceSettings settings, ClearanceSettings::Among which) {
  settings.among = which;
  return settings;
}

/// Puts the points of a segment's curve onto the clock.
class CurveRecorder final : public ClearanceListener {
 public:
  CurveRecorder(const Report::Segment& drawn, Report::Curve& curve) : drawn_(drawn), curve_(curve) {}
  void point(const ClearancePoint& point) override {
    if (!std::isfinite(point.lower) || point.nearest.body_a < 0) return;  // no pair is checked
    const double time = drawn_.begin + point.at.t * (drawn_.end - drawn_.begin);
    curve_.points.push_back({time, point.lower, point.upper, point.lower_until_next, point.upper_until_next});
    const NearestPlace& place = point.nearest;
    curve_.nearest.push_back({place.body_a, place.body_b, place.point_a, place.point_b});
  }

 private:
  const Report::Segment& drawn_;
  Report::Curve& curve_;
};

/// What is known of a curve at a time of its stretch.
Report::CurvePoint known_at(const std::vector<Report::CurvePoint>& curve, double time) {
  const auto next = std::upper_bound(curve.begin(), curve.end(), time,
                                     [](double t, const Report::CurvePoint& point) { return t < point.time; });
  Report::CurvePoint known = *std::prev(next);
  if (known.time < time) {
    known.lower = known.lower_until_next;
    known.upper = known.upper_until_next;
  }
  return known;
}

Report::Curve& curve_of(Report::Curve::Kind kind, std::vector<Report::Curve>& curves) {
  const auto found = std::ranges::find(curves, kind, &Report::Curve::kind);
  return found != curves.end() ? *found : curves.emplace_back(Report::Curve{kind, {}, {}});
}

}  // namespace

DistanceCurves::DistanceCurves(const Checker& checker, const ClearanceSettings& settings)
    : searches_{ClearanceSearch(checker, among(settings, ClearanceSettings::Among::self)),
                ClearanceSearch(checker, among(settings, ClearanceSettings::Among::others))} {}

void DistanceCurves::add(const StepSequence& sequence, int segment, const Report::Segment& drawn,
                         std::vector<Report::Curve>& curves, std::vector<Report::CurvePoint>* together) {
  std::vector<Report::CurvePoint> nearest;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    Report::Curve piece;
    CurveRecorder recorder(drawn, piece);
    searches_[k].begin();
    searches_[k].add(SegmentSlice(sequence, segment, 1), 0, &recorder);
    const Statistics statistics = searches_[k].finish(&recorder).statistics;
    work_ += statistics.volumes + statistics.triangle_pairs + statistics.static_tests;
    if (piece.points.empty()) continue;
    nearest = nearest.empty() ? piece.points : nearer(nearest, piece.points);
    Report::Curve& whole = curve_of(kinds[k], curves);
    whole.points.insert(whole.points.end(), piece.points.begin(), piece.points.end());
    whole.nearest.insert(whole.nearest.end(), piece.nearest.begin(), piece.nearest.end());
  }
  if (together) together->insert(together->end(), nearest.begin(), nearest.end());
}

std::vector<Report::CurvePoint> nearer(const std::vector<Report::CurvePoint>& a,
                                       const std::vector<Report::CurvePoint>& b) {
  std::vector<double> times;
  for (const auto* curve : {&a, &b}) {
    for (const Report::CurvePoint& point : *curve) times.push_back(point.time);
  }
  std::ranges::sort(times);
  times.erase(std::unique(times.begin(), times.end()), times.end());
  const double begin = std::max(a.front().time, b.front().time);
  std::vector<Report::CurvePoint> result;
  for (const double time : times) {
    if (time < begin) continue;
    const Report::CurvePoint x = known_at(a, time), y = known_at(b, time);
    result.push_back({time, std::min(x.lower, y.lower), std::min(x.upper, y.upper),
                      std::min(x.lower_until_next, y.lower_until_next),
                      std::min(x.upper_until_next, y.upper_until_next)});
  }
  return result;
}

}  // namespace tocca
