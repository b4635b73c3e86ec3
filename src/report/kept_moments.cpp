#include "report/kept_moments.hpp"

#include <algorithm>

namespace tocca {

bool KeptMoments::stays(const Moment& moment) const {
  return moment.number % stride_ == 0 || (moment.happening >= 0 && moment.happening % happening_stride_ == 0);
}

std::span<const std::size_t> KeptMoments::add(bool something_happened) {
  gone_.clear();
  if (!kept_.empty() && !stays(kept_.back())) {  // it was there for being the newest
    kept_.pop_back();
    gone_.push_back(kept_.size());
  }
  while (kept_.size() >= most_) drop();
  kept_.push_back({seen_++, something_happened ? happenings_++ : -1});
  return gone_;
}

std::span<const std::size_t> KeptMoments::thin() {
  gone_.clear();
  if (kept_.size() < 4) return gone_;
  const Moment newest = kept_.back();
  kept_.pop_back();
  drop();
  kept_.push_back(newest);
  return gone_;
}

void KeptMoments::double_a_stride() {
  const auto extra =
      std::count_if(kept_.begin(), kept_.end(), [&](const Moment& m) { return m.number % stride_ != 0; });
  (2 * static_cast<std::size_t>(extra) > kept_.size() ? happening_stride_ : stride_) *= 2;
}

void KeptMoments::drop() {
  const std::size_t before = kept_.size();
  // Places are those before anything was dropped in this call.
  std::vector<std::size_t> place(before);
  std::size_t next = 0, skipped = 0;
  for (std::size_t k = 0; k < before; ++k) {
    while (skipped < gone_.size() && gone_[skipped] == next) ++skipped, ++next;
    place[k] = next++;
  }
  double_a_stride();
  std::size_t to = 0;
  for (std::size_t k = 0; k < before; ++k) {
    if (stays(kept_[k])) {
      kept_[to++] = kept_[k];
    } else {
      gone_.push_back(place[k]);
    }
  }
  kept_.resize(to);
  std::sort(gone_.begin(), gone_.end());
}

}  // namespace tocca
