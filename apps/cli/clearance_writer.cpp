#include "clearance_writer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "budget.hpp"
#include "empty_question.hpp"
#include "length_text.hpp"
#include "table.hpp"
#include "tocca/io/result_writers.hpp"
#include "too_near.hpp"

namespace tocca::cli {

ClearanceWriter::ClearanceWriter(const std::string& json) {
  if (json.empty()) return;
  stream_.emplace(json, "--json");
  result_.emplace(stream_->out());
}

void ClearanceWriter::point(const ClearancePoint& point) {
  if (result_) result_->point(point);
  if (in_last_ == each_ || stretches_.empty()) {
    if (stretches_.size() == most_stretches) put_together();
    stretches_.push_back(
        {point.at, point.lower, point.upper, point.lower_until_next, point.upper_until_next, point.nearest});
    in_last_ = 1;
    return;
  }
  Stretch& last = stretches_.back();
  last.lower_during = std::min(last.lower_during, point.lower_until_next);
  last.upper_during = std::max(last.upper_during, point.upper_until_next);
  ++in_last_;
}

/// Two and two.
void ClearanceWriter::put_together() {
  for (std::size_t i = 0; i < stretches_.size() / 2; ++i) {
    const Stretch &first = stretches_[2 * i], &second = stretches_[2 * i + 1];
    stretches_[i] = {first.from,
                     first.lower,
                     first.upper,
                     std::min(first.lower_during, second.lower_during),
                     std::max(first.upper_during, second.upper_during),
                     first.nearest};
  }
  stretches_.resize(stretches_.size() / 2);
  each_ *= 2;
}

void ClearanceWriter::finish(const ClearanceProfile& profile) {
  if (!stream_) return;
  result_->finish(profile);
  stream_->close();
}

std::string ClearanceWriter::text(const ClearanceProfile& profile, double tolerance_m, double asked_m,
                                  bool at_rest) const {
  if (profile.a.empty()) return nothing_measured_text;
  Table table({{"segment", true}, {"time", true}, {"metres, at least", true}, {"at most", true}, {"a"}, {"b"}});
  table.add({std::to_string(profile.at.segment), fmt::format("{:.6f}", profile.at.t), metres_text(profile.lower),
             metres_text(profile.upper), profile.a, profile.b});
  std::string text =
      fmt::format("least distance {}:\n{}", at_rest ? "at this configuration" : "along the path", table.text());
  if (!profile.decided) {
    return text + fmt::format("undecided: the bounds are {:.3g} m apart, more than the tolerance of {:.3g} m: {}\n",
                              profile.upper - profile.lower, tolerance_m, why_text(profile.why));
  }
  if (profile.lower == 0.0) return text + "contact: the two touch there\n";
  text += fmt::format("{} than {:.9g} m, proven\n",
                      at_rest ? "free at this configuration: nothing is nearer" : "free: nothing comes nearer",
                      profile.lower);
  if (!(profile.upper < asked_m)) return text;
  return text + fmt::format("too near: {} where {} are asked\n", bracket_text(profile.lower, profile.upper),
                            plain_length(asked_m));
}

}  // namespace tocca::cli
