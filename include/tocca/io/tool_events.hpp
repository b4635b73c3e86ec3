#pragma once

#include <array>
#include <cstddef>
#include <iosfwd>
#include <optional>

#include "tocca/tool/tool_results.hpp"

namespace tocca {

struct ToolReport;

/// What a tool monitor's reports mean to a listener: something begins, changes or ends. Each event is one line of JSON
/// (docs/guide/tool.md), flushed at once.
class ToolEvents {
 public:
  /// `every`: a line for each sample that is not clear, not only where something begins or changes; `predicts`: there
  /// are horizons.
  ToolEvents(std::ostream& out, bool every, bool predicts) : out_(out), every_(every), predicts_(predicts) {}

  void tell(const ToolReport& report);
  bool had_contact() const { return contacts_ > 0; }
  /// Some way between two samples was not fully examined.
  bool was_undecided() const { return was_undecided_; }
  std::size_t contacts() const { return contacts_; }
  std::size_t warnings() const { return warnings_; }
  /// How many samples were in this state.
  std::size_t samples(ToolState state) const { return samples_[static_cast<std::size_t>(state)]; }

 private:
  enum class Mood { clear, considered, reflex, contact, undecided_way, undecided_horizon };
  static Mood mood_of(const ToolReport& report);
  void contact(const ToolReport& report);
  void warning(const ToolReport& report);
  void clear(const ToolReport& report);
  void undecided(const ToolReport& report);

  std::ostream& out_;
  bool every_, predicts_, was_undecided_ = false;
  std::optional<Mood> mood_;  ///< none before the first sample: whatever it shows is reported
  std::size_t contacts_ = 0, warnings_ = 0;
  std::array<std::size_t, 4> samples_{};
};

}  // namespace tocca
