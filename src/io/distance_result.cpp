#include <ostream>

#include "io/ordered_json.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/io/result_writers.hpp"

namespace tocca {
namespace {

OrderedJson point_json(const Vector3& p) { return OrderedJson::array({p.x(), p.y(), p.z()}); }

OrderedJson pair_json(const CollisionModel& model, const Nearest& nearest) {
  const auto name = [&](int body) { return model.bodies()[static_cast<std::size_t>(body)].name; };
  return OrderedJson::array({name(nearest.body_a), name(nearest.body_b)});
}

OrderedJson row_json(const CollisionModel& model, std::int64_t waypoint, const Nearest& nearest) {
  if (nearest.body_a < 0) {
    return {{"waypoint", waypoint}, {"lower", nullptr}, {"upper", nullptr}, {"pair", nullptr}, {"points", nullptr}};
  }
  return {{"waypoint", waypoint},
          {"lower", nearest.lower},
          {"upper", nearest.upper},
          {"pair", pair_json(model, nearest)},
          {"points", OrderedJson::array({point_json(nearest.point_a), point_json(nearest.point_b)})}};
}

}  // namespace

DistanceResultWriter::DistanceResultWriter(std::ostream& out, const CollisionModel& model)
    : out_(out), model_(model), least_(std::make_unique<Nearest>()) {
  out_ << "{\"profile\":[";
}
DistanceResultWriter::~DistanceResultWriter() = default;

void DistanceResultWriter::row(std::int64_t waypoint, const Nearest& nearest) {
  out_ << (rows_ == 0 ? "\n" : ",\n") << one_line(row_json(model_, waypoint, nearest));
  if (rows_ == 0 || nearest.upper < least_->upper) {
    *least_ = nearest;
    least_waypoint_ = waypoint;
  }
  ++rows_;
}

void DistanceResultWriter::finish() {
  OrderedJson end{{"minimum", nullptr}, {"waypoint", nullptr}, {"pair", nullptr}, {"why", nothing_measured}};
  if (rows_ > 0 && least_->body_a >= 0) {
    end = {{"minimum", OrderedJson::array({least_->lower, least_->upper})},
           {"waypoint", least_waypoint_},
           {"pair", pair_json(model_, *least_)}};
  }
  out_ << "\n]," << one_line(end).substr(1) << '\n';
}

}  // namespace tocca
