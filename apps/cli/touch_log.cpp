#include "touch_log.hpp"

#include <algorithm>

namespace tocca::cli {

std::vector<TouchLog::Event> TouchLog::add(const std::vector<BodyPair>& touching) {
  ++step_;
  std::vector<Event> events;
  auto before = now_.begin();
  auto now = touching.begin();
  while (before != now_.end() || now != touching.end()) {
    if (now == touching.end() || (before != now_.end() && *before < *now)) {
      events.push_back({*before++, false});
    } else if (before == now_.end() || *now < *before) {
      events.push_back({*now++, true});
    } else {
      ++before;
      ++now;
    }
  }
  now_ = touching;
  for (const BodyPair& pair : now_) count(pair);
  return events;
}

void TouchLog::count(const BodyPair& pair) {
  const auto object = static_cast<std::size_t>(pair.b);
  if (place_.size() <= object) place_.resize(object + 1, -1);
  if (place_[object] < 0) {
    place_[object] = static_cast<int>(touched_.size());
    touched_.push_back({.object = pair.b, .first = step_, .last = -1, .steps = 0, .pieces = {}});
  }
  Touched& touched = touched_[static_cast<std::size_t>(place_[object])];
  if (touched.last != step_) ++touched.steps;
  touched.last = step_;
  const auto piece = std::lower_bound(touched.pieces.begin(), touched.pieces.end(), pair.a);
  if (piece == touched.pieces.end() || *piece != pair.a) touched.pieces.insert(piece, pair.a);
}

}  // namespace tocca::cli
