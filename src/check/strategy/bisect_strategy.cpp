// First contact by adaptive bisection (schwarzer-2002, section 3): a window is free for a pair of bodies where
//   lambda_i + lambda_j < e(a) + e(b),
// e being distance less clearance at its two ends, lambda a bound of the length of any point's way between them. Proof, and the
// bound on the number of windows: docs/maths/bisection.md.
#include <algorithm>
#include <array>

#include "check/strategy/pair_margin.hpp"
#include "check/strategy/strategy.hpp"
#include "core/interruption.hpp"

namespace tocca {
namespace {

/// Windows this short bracket a contact: 2^-20 < 1e-6.
constexpr double bracket = 0x1p-20;
/// Times of the bisection are exact doubles down to here. Margins are above half the tolerance, so windows of less than
/// tolerance / speed are always free: nothing goes this deep unless the motion is 2^30 times faster than sensible.
constexpr int last_halving = 50;

class BisectStrategy final : public FirstContactStrategy {
 public:
  BisectStrategy(const CollisionModel& model, const CheckSettings& settings)
      : budget_(settings.budget), margin_(model, settings.tolerance_m, PairMargin::By::distance) {}

  FirstContact first_contact(const MovingPairs& pairs, Statistics& statistics) override;

 private:
  /// One pair of bodies during a window whose ends' margins are known.
  struct Entry {
    MovingPair pair;
    double at_start, at_middle, at_end;
    double speed;  ///< of both together, at most, during the window
  };

  bool look_at_ends(const MovingPairs& pairs);
  bool window(std::size_t level, int first, int last);
  bool halves(std::size_t level, int first, int middle, int last);
  Margin at(const MovingPair& pair, int slot, double wanted);
  bool spent() const { return statistics_->volumes + statistics_->triangle_pairs > budget_ || Interruption::asked(); }
  bool is_past(double time) const { return ended_ && time >= horizon_; }

  std::uint64_t budget_;
  PairMargin margin_;
  Statistics* statistics_ = nullptr;
  std::array<std::vector<Entry>, last_halving + 2> waiting_;
  bool ended_ = false;    // nothing at or after the horizon matters
  bool stopped_ = false;  // the window before the horizon is a bracket
  bool touches_ = false;  // a contact is witnessed at the horizon; else rounding hides what is there
  double horizon_ = 1.0, free_until_ = 0.0;
};

Margin BisectStrategy::at(const MovingPair& pair, int slot, double wanted) {
  const Margin found = margin_.at(pair, slot, wanted, *statistics_);
  const double time = margin_.instants().time(slot);
  if (found.kind == Margin::Kind::apart || (ended_ && horizon_ < time)) return found;
  // At one and the same time, a witness counts more than what rounding hides.
  touches_ = found.kind == Margin::Kind::touching || (ended_ && horizon_ == time && touches_);
  ended_ = true;
  horizon_ = time;
  return found;
}

FirstContact BisectStrategy::first_contact(const MovingPairs& pairs, Statistics& statistics) {
  statistics_ = &statistics;
  ended_ = touches_ = stopped_ = false;
  horizon_ = 1.0;
  free_until_ = 0.0;
  margin_.begin(pairs);
  if (pairs.beyond_resolution()) return FirstContact::open(0.0, Undecided::resolution);
  const bool finished = look_at_ends(pairs) && window(0, 0, 1);
  if (!finished) return FirstContact::open(free_until_, Undecided::budget);
  if (ended_ && !touches_) return FirstContact::open(free_until_, Undecided::resolution);
  return ended_ ? FirstContact::during({free_until_, horizon_}) : FirstContact::none();
}

/// Pairs that their distance at one end, or both, does not settle at once. False: no budget left.
bool BisectStrategy::look_at_ends(const MovingPairs& pairs) {
  waiting_[0].clear();
  for (const MovingPair pair : pairs) {
    if (pair.settled()) continue;
    if (spent()) return false;
    const double speed = margin_.speed(pair);
    const Margin start = at(pair, 0, speed);
    if (start.kind != Margin::Kind::apart) {
      if (start.kind == Margin::Kind::touching) return true;
      continue;
    }
    if (speed < start.value) continue;
    waiting_[0].push_back({pair, start.value, 0.0, 0.0, speed});
  }
  if (is_past(0.0)) return true;
  for (Entry& entry : waiting_[0]) {
    if (spent()) return false;
    entry.at_end = at(entry.pair, 1, entry.speed - entry.at_start).value;
  }
  return true;
}

/// Everything that waits at this level between two instants. Windows come in the order of time: all before the start of
/// this one is proven free. False: no budget left.
bool BisectStrategy::window(std::size_t level, int first, int last) {
  InstantTable& instants = margin_.instants();
  const double start = instants.time(first), end = instants.time(last), length = end - start;
  if (stopped_ || is_past(start)) return true;
  ++statistics_->windows;
  free_until_ = start;
  std::vector<Entry>& entries = waiting_[level];
  // lambda is rounded up: the length is exact, the product and the sum of the margins are not.
  const auto covered = [&](const Entry& entry) {
    return entry.speed * length * (1.0 + 0x1p-50) < entry.at_start + entry.at_end;
  };
  std::erase_if(entries, covered);
  if (ended_ && horizon_ <= end && length <= bracket && !entries.empty()) return stopped_ = true;
  if (level == last_halving && !entries.empty()) {
    ended_ = true;
    touches_ = false;
    horizon_ = end;
    return stopped_ = true;
  }
  if (!entries.empty()) {
    const int middle = instants.add(0.5 * (start + end));
    for (Entry& entry : entries) {
      entry.speed = std::min(entry.speed, margin_.speed(entry.pair, middle, {start, end}));
    }
    std::erase_if(entries, covered);
    if (!halves(level, first, middle, last)) return false;
    instants.keep(middle);
  }
  if (!stopped_) free_until_ = ended_ ? std::min(end, horizon_) : end;
  return true;
}

bool BisectStrategy::halves(std::size_t level, int first, int middle, int last) {
  std::vector<Entry>& entries = waiting_[level];
  std::vector<Entry>& below = waiting_[level + 1];
  const double length = margin_.instants().time(last) - margin_.instants().time(first);
  for (Entry& entry : entries) {
    if (spent()) return false;
    const double wanted = 0.5 * entry.speed * length - std::min(entry.at_start, entry.at_end);  // covers both halves
    entry.at_middle = at(entry.pair, middle, wanted).value;
  }
  below = entries;
  for (Entry& entry : below) entry.at_end = entry.at_middle;
  if (!window(level + 1, first, middle)) return false;
  below = entries;
  for (Entry& entry : below) entry.at_start = entry.at_middle;
  return window(level + 1, middle, last);
}

}  // namespace

std::unique_ptr<FirstContactStrategy> make_bisect_strategy(const CollisionModel& model, const CheckSettings& settings) {
  return std::make_unique<BisectStrategy>(model, settings);
}

}  // namespace tocca
