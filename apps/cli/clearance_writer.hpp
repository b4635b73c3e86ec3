// What `tocca clearance` says: a few lines for people, JSON written while the curve is found, a picture.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "result_stream.hpp"
#include "tocca/check/clearance_search.hpp"
#include "tocca/io/result_writers.hpp"

namespace tocca::cli {

/// Takes the curve as it comes. JSON is written at once; for the picture and the table it is kept in bounded memory:
/// once there are many, neighbours are merged, and bounds stay bounds.
class ClearanceWriter final : public ClearanceListener {
 public:
  /// A stretch of the path from one moment to the next.
  struct Stretch {
    PathMoment from;
    double lower = 0.0, upper = 0.0;                ///< at `from`
    double lower_during = 0.0, upper_during = 0.0;  ///< over the stretch
    NearestPlace nearest = {};                      ///< at `from`
  };

  /// `json`: empty for none, - for the standard output.
  explicit ClearanceWriter(const std::string& json);

  void point(const ClearancePoint& point) override;
  void finish(const ClearanceProfile& profile);
  /// `at_rest`: the path is one configuration.
  /// `asked_m`: how far apart the two nearest are to stay.
  std::string text(const ClearanceProfile& profile, double tolerance_m, double asked_m, bool at_rest) const;

  const std::vector<Stretch>& stretches() const { return stretches_; }

 private:
  static constexpr std::size_t most_stretches = 4096;
  void put_together();

  std::optional<ResultStream> stream_;
  std::optional<ClearanceResultWriter> result_;  ///< onto the stream
  std::size_t each_ = 1, in_last_ = 0;           ///< each_: points per stretch
  std::vector<Stretch> stretches_;
};

/// A self-contained picture of a curve: distance over segments, the band of the bounds, the minimum.
std::string clearance_svg(const std::vector<ClearanceWriter::Stretch>& stretches, const ClearanceProfile& profile,
                          bool at_rest);

}  // namespace tocca::cli
