// What a tool monitor's reports mean to whoever listens: something begins, changes or is over. JSON lines of DESIGN section 7.
#pragma once

#include <ostream>

#include "tocca/query/tool_monitor.hpp"

namespace tocca::cli {

class ToolEvents {
 public:
  /// `every`: a line for each sample with a contact or a warning, not only where one begins or changes its horizon.
  ToolEvents(std::ostream& out, bool every) : out_(out), every_(every) {}

  void tell(const ToolReport& report);
  bool had_contact() const { return contacts_ > 0; }
  bool was_undecided() const { return was_undecided_; }
  std::size_t contacts() const { return contacts_; }
  std::size_t warnings() const { return warnings_; }

 private:
  enum class Mood { clear, considered, reflex, contact, undecided };
  void contact(const ToolReport& report);
  void warning(const ToolReport& report);
  void clear(const ToolReport& report);
  void undecided(const ToolReport& report);

  std::ostream& out_;
  bool every_, was_undecided_ = false;
  Mood mood_ = Mood::clear;
  std::size_t contacts_ = 0, warnings_ = 0;
};

}  // namespace tocca::cli
