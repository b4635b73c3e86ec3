#pragma once

#include <memory>

#include "tocca/check/checker.hpp"
#include "tocca/check/path_results.hpp"

namespace tocca {

/// Finds every stretch of a path during which two bodies touch, not only the first contact. Keeps a reference to the
/// checker; thread-safe.
///
/// Guarantee   That of ContactInterval and ContactList. Proof: docs/maths/contact_intervals.md.
/// Always ends Each pair of bodies that touches during a step is looked at about four million times at most, whatever
///             it does; a spent budget (CheckSettings::budget, per step) is reported as an undecided rest.
/// Results do not depend on the number of threads.
class ContactIntervals {
 public:
  /// Shorter gaps between two stretches are not reported; in parts of a step.
  static constexpr double time_resolution = 1e-6;

  /// Throws InputError if a body of the problem deforms: when contacts with it end is not measured.
  explicit ContactIntervals(const Checker& checker);
  ~ContactIntervals();
  ContactIntervals(ContactIntervals&&) noexcept;

  /// Every stretch of contact along the path.
  ContactList find(const StepSequence& path) const;
  ContactList find(const Path& path) const { return find(PathSteps(path)); }

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tocca
