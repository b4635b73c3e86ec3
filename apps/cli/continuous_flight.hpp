// Steps of a multi-body simulation in which nothing tunnels: bodies stop where they first touch.
#pragma once

#include <vector>

#include "scenes/multi_body.hpp"
#include "tocca/world/world.hpp"

namespace tocca::cli {

/// Flies the bodies of a simulation one step on, up to their first contacts.
///
/// Two bodies that touch on their way, before either touches anything else, stop shortly before they do, and exchange
/// velocities; then the rest of each body's way is treated the same, until no new pair meets.
/// Guarantee   Between the poses before and after, bodies on their in-between motions are proven not to touch, except
///             for pairs that already touched where the step began (they are reported as `initial`, and let go).
class ContinuousFlight {
 public:
  /// `bodies` and `world` agree: body k of one is body k of the other, at the same pose.
  /// Moves only `bodies`. Returns the contacts that stopped something and the initial ones, by time; valid until the
  /// next call.
  const std::vector<TimedContact>& fly(MultiBody& bodies, World& world);

 private:
  std::vector<TimedContact> contacts_ahead(const MultiBody& bodies, World& world);
  /// Shortens the ways of those that meet, the earliest first, each once; `stop`: they do not move at all. False if
  /// nothing meets.
  bool shorten(const std::vector<TimedContact>& contacts, bool stop);

  std::vector<double> shares_;  ///< how much of the step each body flies
  std::vector<char> cut_;       ///< whether this round shortened it
  std::vector<World::Moving> moving_;
  std::vector<BodyPair> touching_;
  std::vector<TimedContact> told_;
};

}  // namespace tocca::cli
