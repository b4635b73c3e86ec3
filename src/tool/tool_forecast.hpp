// Where a tool will be, and what it will touch there: both horizons of caby-crosnier, section 3.2.
#pragma once

#include "tocca/core/require.hpp"
#include "tocca/tool/tool_monitor.hpp"
#include "tool/pose_prediction.hpp"
#include "tool/tool_search.hpp"

namespace tocca {

class ToolForecast {
 public:
  /// Both must outlive it.
  ToolForecast(const ToolSettings& settings, const Part& tool);

  PosePrediction& prediction() { return prediction_; }
  double reach_m() const { return reach_m_; }
  WarningHorizon horizon_of(double ahead_s) const {
    return ahead_s <= settings_.reflex_s ? WarningHorizon::reflex : WarningHorizon::considered;
  }

  /// The predicted steps from a position on, as far as the samples allow a prediction.
  void plan(const Pose& now);
  bool empty() const { return steps_.empty(); }
  /// Which of the considered steps are looked at first, all of them unless the last look found a contact: then none beyond the step
  /// after it. What follows is selected and looked at only if they touch nothing.
  bool has_considered() const { return first_end() > reflex_count(); }
  /// Around what the tool sweeps in all steps of the reflex, or of the considered horizon. Requires one.
  FloatBox reflex_box() const {
    TOCCA_REQUIRE(!empty(), "a forecast without steps has no box");
    return box_of(0, reflex_count());
  }
  FloatBox considered_box() const {
    TOCCA_REQUIRE(has_considered(), "a forecast without a considered horizon has no box of it");
    return box_of(reflex_count(), first_end());
  }
  /// One volume for both horizons and the way before, for selectors that take one.
  ToolVolume volume(const Pose& before, const Pose& now, double tube_m) const;

  /// Fills the report's warning, coverage and statistics. `near`: what the reflex horizon may meet; `far` is called for what considered
  /// steps may meet, if they are examined: those in considered_box(), or later ones in the given box. Null: there is no time for it.
  using Far = std::function<const BoxedTriangles*(const FloatBox* later)>;
  void find(const SurfaceStep& still, const BoxedTriangles& near, const Far& far, Deadline& deadline,
            ToolReport& report);

  /// What directions have found out since the last call.
  SeparationCount take_count() {
    const SeparationCount steps = search_.take_count(), rows = std::exchange(count_, {});
    return {steps.remembered + rows.remembered, steps.searched + rows.searched};
  }

  /// Call it after each sample: was more than half of its time left?
  void adapt(bool time_left);

 private:
  struct Step {
    double begin_s, end_s;
    Pose start, end;
    Vector3 axis;
    double angle_rad;
    InBetweenTube tube;
    FloatBox box;
  };
  std::size_t reflex_count() const { return std::min(steps_.size(), static_cast<std::size_t>(settings_.reflex_steps)); }
  std::size_t first_end() const { return std::max(reflex_count(), std::min(steps_.size(), likely_end_)); }
  FloatBox box_of(std::size_t first, std::size_t last) const;
  bool look_among(const BoxedTriangles& boxed, std::size_t first, std::size_t last, std::size_t slot);
  bool add_step(const Pose& start, double end_s);
  void cover(double ahead_s);
  bool look(std::size_t first, std::size_t last, std::size_t begin, std::size_t slot);
  struct Row;
  void separate(std::size_t first, std::size_t last, std::size_t begin, Row& row);
  bool look_at_step(std::size_t step, std::size_t begin, SearchMemory& memory);
  void warn(const Step& step, const ToolMotion& motion, const Surroundings& around, const ToolTouch& touch);
  double spread_m(double ahead_s) const;

  const ToolSettings& settings_;
  PosePrediction prediction_;
  double half_size_m_, reach_m_;  ///< half of the tool's smallest size; its farthest point from its origin
  ToolSearch search_;
  int considered_now_;       ///< steps of the considered horizon that are examined: fewer while time is short
  bool is_thinned_ = false;  ///< these are fewer than the samples allow
  bool ran_out_ = false;
  std::vector<Step> steps_;
  // While find() is at work:
  const SurfaceStep* still_ = nullptr;
  const BoxedTriangles* boxed_ = nullptr;
  Deadline* deadline_ = nullptr;
  ToolReport* report_ = nullptr;
  std::vector<Index> lists_;  ///< places in *boxed_, one list after the other
  std::vector<ToolTouch> touches_;
  std::vector<Pose> positions_;
  /// Some steps in a row: what the last look left. For both horizons as a whole, their halves, and so on to single steps.
  struct Row : SearchMemory {
    bool touched = false;
  };
  std::vector<Row> rows_;
  std::size_t likely_end_ = no_contact;  ///< one past the step after the last contact
  static constexpr std::size_t no_contact = static_cast<std::size_t>(-1);
  SeparationCount count_;
};

}  // namespace tocca
