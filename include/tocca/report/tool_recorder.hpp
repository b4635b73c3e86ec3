#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tocca/io/report.hpp"
#include "tocca/report/kept_moments.hpp"
#include "tocca/tool/tool_monitor.hpp"

namespace tocca {

/// Draws a tool and the surface it is watched against into a report, sample by sample, with what the monitor says.
///
/// Comes in    Samples, each with the monitor's report on it; shapes of the surface, if it deforms.
/// Goes out    The tool's poses, the very moment of each contact among them; the surface's shapes; a segment from each time at which
///             nothing touches to the end of the contact that follows; contacts and warnings as events, with the way that was predicted;
///             the time to contact as a curve, infinite where none is foreseen.
/// Bounded     Any number of samples: moments are thinned, those of contacts and warnings last; notes() says so.
/// Cost        About a microsecond a sample. Nothing here is part of a proof.
class ToolRecorder {
 public:
  /// The settings that the monitor has. `report` must outlive it.
  ToolRecorder(const std::vector<Collider>& tool, const MeshPointer& surface, const ToolSettings& settings,
               Report& report);

  /// The surface has this shape at this time, and vertices move straight until the next. Before the first it has that of its mesh.
  /// Times ascend. Requires as many vertices as the mesh has.
  void frame(double time_s, std::span<const Vector3> vertices);
  void sample(const ToolReport& told, const Pose& X_WT);

  /// Brings segments, curve and ghosts of the report up to date: before it is written.
  void update();
  /// What is left out, as sentences.
  std::vector<std::string> notes() const;

  std::size_t samples() const noexcept { return samples_; }
  std::optional<double> first_contact_s() const noexcept { return first_contact_s_; }
  std::optional<double> announced_s() const noexcept { return announced_s_; }  ///< so long before the first contact

 private:
  enum class Mood { clear, considered, reflex, contact, undecided_way, undecided_horizon };
  /// From when nothing touches to the end of the contact, on the clock.
  struct Stretch {
    double begin, end;
    Outcome outcome = Outcome::free;
    double free_until = 0.0;
    std::optional<ToolContact> contact;
    bool proven = true;
  };
  static Mood mood_of(const ToolReport& told);
  void follow_stretch(const ToolReport& told);
  void begin_stretch();
  void tell_event(const ToolReport& told, const Pose& X_WT);
  void push_moment(double time_s, const Pose& X_WT, double time_to_contact_s, bool happened);
  void push_event(Report::Event event, bool contact);
  void draw_prediction(Pose pose, double time_to_contact_s);

  Report& report_;
  SampleMotion motion_;
  PosePrediction prediction_;
  KeptMoments moments_, events_, stretches_kept_, frames_;
  std::vector<double> times_to_contact_;  ///< of the moments
  std::vector<Stretch> stretches_;
  std::optional<Mood> mood_;  ///< none before the first sample
  std::optional<Pose> last_;
  double clock_s_ = 0.0;
  std::size_t samples_ = 0, predictions_ = 0, undecided_ = 0;
  std::optional<double> first_contact_s_, announced_s_, foreseen_since_s_;
};

}  // namespace tocca
