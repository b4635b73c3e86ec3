#include "io/path_pieces.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/text.hpp"

namespace tocca {
namespace {

constexpr std::size_t max_numbers = 100'000'000;  // of all rows: 800 MB

/// Position, velocity and acceleration of a whole robot.
struct RobotMoment {
  Configuration position, velocity, acceleration;
};

/// A path in memory.
class PieceRows final : public PathRows {
 public:
  PieceRows(const std::vector<TrajectoryPiece>& all, const std::string& file, const CoordinateNames& names,
            const Configuration& defaults)
      : file_(file), names_(names) {
    for (const TrajectoryPiece& piece : all) pieces_.push_back(piece.place);
    const bool is_timed = find_times(all);
    name_columns(all, is_timed);
    RobotMoment now{defaults, Configuration::Zero(defaults.size()), Configuration::Zero(defaults.size())};
    for (const auto& [coordinate, value] : all[0].start) now.position[coordinate] = value;
    double clock_s = 0.0;
    for (std::size_t k = 0; k < all.size(); ++k) clock_s = append(all[k], k, is_timed, clock_s, now);
  }

  const PathColumns& columns() const override { return columns_; }
  bool next(std::span<double* const> targets) override {
    if (row_ == points_.size()) return false;
    const double* numbers = &numbers_[row_++ * targets.size()];
    for (std::size_t k = 0; k < targets.size(); ++k) *targets[k] = numbers[k];
    return true;
  }
  std::uint64_t rows() const override { return row_; }
  PathPlace here() const override { return {row_, 0, 0}; }
  PathPlace last() const override { return {row_ - 1, 0, 0}; }
  void go_to(const PathPlace& place) override { row_ = std::min<std::size_t>(place.row, points_.size()); }

  const std::string& file() const override { return file_; }
  std::string place() const override { return place_of_point(points_[row_ > 0 ? row_ - 1 : 0]); }
  std::string place_of(const PathColumns::Column& column) const override {
    return column.block == Block::time ? "time_from_start" : "joint " + in_quotes(column.name);
  }
  std::string_view naming() const override { return "positions"; }

 private:
  struct Point {
    std::size_t piece, index;
  };

  std::string place_of_point(const Point& point) const {
    const std::string& piece = pieces_[point.piece];
    return fmt::format("{}{}points[{}]", piece, piece.empty() ? "" : ".", point.index);
  }
  [[noreturn]] void fail_at(const Point& point, std::string_view problem, std::string_view remedy) const {
    throw InputError(file_, place_of_point(point), problem, remedy);
  }

  /// All points have time stamps, or none. Of several points at zero, none has.
  bool find_times(const std::vector<TrajectoryPiece>& all) const {
    std::size_t points = 0, given = 0;
    bool runs = false;
    for (const TrajectoryPiece& piece : all) {
      for (const std::optional<double>& time : piece.time_s) {
        ++points;
        given += time ? 1 : 0;
        runs = runs || (time && *time != 0.0);
      }
    }
    if (!runs && points > 1) return false;
    if (given == points || given == 0) return given > 0;
    for (std::size_t k = 0; k < all.size(); ++k) {
      const auto& times = all[k].time_s;
      const auto missing = std::find(times.begin(), times.end(), std::nullopt);
      if (missing == times.end()) continue;
      fail_at({k, static_cast<std::size_t>(missing - times.begin())},
              "'time_from_start' is missing, although other points have it", "give every point a time, or none");
    }
    return true;
  }

  /// Columns as a table of the same path would have them.
  void name_columns(const std::vector<TrajectoryPiece>& all, bool is_timed) {
    std::vector<std::optional<Interpolation>> kinds(static_cast<std::size_t>(names_.tree().coordinate_count()));
    std::vector<bool> is_given(kinds.size());
    for (const auto& [coordinate, value] : all[0].start) is_given[static_cast<std::size_t>(coordinate)] = true;
    for (std::size_t k = 0; k < all.size(); ++k) {
      const TrajectoryPiece& piece = all[k];
      for (std::size_t i = 0; i < piece.coordinates.size(); ++i) {
        const auto coordinate = static_cast<std::size_t>(piece.coordinates[i]);
        std::optional<Interpolation>& kind = kinds[coordinate];
        if (kind && *kind != piece.interpolation[i]) {
          fail_at({k, 0},
                  fmt::format("has other fields for joint {} than an earlier trajectory",
                              in_quotes(names_[piece.coordinates[i]])),
                  "give velocities and accelerations in all of them, or in none");
        }
        kind = piece.interpolation[i];
        is_given[coordinate] = true;
      }
    }
    std::vector<std::string> header;
    if (is_timed) header.push_back("time");
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      const std::string& name = names_[static_cast<int>(k)];
      if (is_given[k]) header.push_back(name);
      if (kinds[k] && *kinds[k] != Interpolation::linear) header.push_back("vel." + name);
      if (kinds[k] && *kinds[k] == Interpolation::quintic) header.push_back("acc." + name);
    }
    understand(header, is_timed);
  }

  void understand(const std::vector<std::string>& header, bool is_timed) {
    const std::vector<std::string_view> views(header.begin(), header.end());
    const bool is_smooth =
        std::any_of(header.begin(), header.end(), [](const auto& h) { return h.starts_with("vel."); });
    if (is_smooth && !is_timed) {
      fail_at({0, 0}, "velocities need times, but 'time_from_start' is zero in all points",
              "give times that increase, or remove the velocities");
    }
    columns_ = understand_columns(views, names_);
  }

  /// Appends the rows of a piece, which begins at `now`; returns the time at its end and leaves `now` there.
  double append(const TrajectoryPiece& piece, std::size_t index, bool is_timed, double clock_s, RobotMoment& now) {
    now.velocity.setZero();
    now.acceleration.setZero();
    double time_s = clock_s;
    for (Eigen::Index row = 0; row < piece.positions.rows(); ++row) {
      const Point point{index, static_cast<std::size_t>(row)};
      const double since_start = is_timed ? *piece.time_s[point.index] : 0.0;
      time_s = index == 0 ? since_start : clock_s + since_start;
      const bool is_seam = index > 0 && row == 0;
      if (is_seam) require_same_place(piece, point, now.position);
      RobotMoment moment = now;
      for (std::size_t i = 0; i < piece.coordinates.size(); ++i) {
        const auto column = static_cast<Eigen::Index>(i);
        const int coordinate = piece.coordinates[i];
        moment.position[coordinate] = piece.positions(row, column);
        if (piece.velocities.size() > 0) moment.velocity[coordinate] = piece.velocities(row, column);
        if (piece.accelerations.size() > 0) moment.acceleration[coordinate] = piece.accelerations(row, column);
      }
      if (is_seam && since_start == 0.0) {
        require_same_rates(point, moment);  // the waypoint is there already
      } else {
        add_row(point, time_s, moment);
      }
      now = std::move(moment);
    }
    return time_s;
  }

  void add_row(const Point& point, double time_s, const RobotMoment& moment) {
    for (const PathColumns::Column& column : columns_.columns) {
      switch (column.block) {
        case Block::time:
          numbers_.push_back(time_s);
          break;
        case Block::velocity:
          numbers_.push_back(moment.velocity[column.coordinate]);
          break;
        case Block::acceleration:
          numbers_.push_back(moment.acceleration[column.coordinate]);
          break;
        default:
          numbers_.push_back(moment.position[column.coordinate]);
      }
    }
    points_.push_back(point);
    last_ = moment;
    if (numbers_.size() > max_numbers) {
      fail_at(point, "the path has more than " + std::to_string(max_numbers) + " numbers", "write a CSV file");
    }
  }

  void require_same_place(const TrajectoryPiece& piece, const Point& point, const Configuration& q) const {
    for (const auto& [coordinate, value] : piece.start) require_same(point, coordinate, value, q[coordinate]);
    for (std::size_t i = 0; i < piece.coordinates.size(); ++i) {
      const int coordinate = piece.coordinates[i];
      require_same(point, coordinate, piece.positions(0, static_cast<Eigen::Index>(i)), q[coordinate]);
    }
  }

  void require_same(const Point& point, int coordinate, double begin, double end) const {
    if (begin == end) return;
    fail_at(point,
            fmt::format("begins with joint {} at {}, but before it, at {}, the joint is at {}",
                        in_quotes(names_[coordinate]), begin, place_of_point(points_.back()), end),
            "let each trajectory begin where the one before it ends, or check them one by one");
  }

  /// A waypoint has one velocity and one acceleration: those of both pieces that meet there.
  void require_same_rates(const Point& point, const RobotMoment& moment) const {
    const bool same_velocity = moment.velocity == last_.velocity;
    if (same_velocity && moment.acceleration == last_.acceleration) return;
    fail_at(point,
            fmt::format("begins with another {} than that with which the trajectory before it ends",
                        same_velocity ? "acceleration" : "velocity"),
            "check the trajectories one by one, or let the second begin later (time_from_start above 0)");
  }

  std::string file_;
  const CoordinateNames& names_;
  std::vector<std::string> pieces_;  // their places
  PathColumns columns_;
  std::vector<double> numbers_;  // row by row
  std::vector<Point> points_;    // where each row was written
  RobotMoment last_;             // of the last row
  std::size_t row_ = 0;
};

}  // namespace

std::unique_ptr<PathRows> join_pieces(const std::vector<TrajectoryPiece>& pieces, const std::string& file,
                                      const CoordinateNames& names, const Configuration& defaults) {
  return std::make_unique<PieceRows>(pieces, file, names, defaults);
}

}  // namespace tocca
