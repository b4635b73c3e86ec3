#include "tocca/check/segment_source.hpp"

#include <algorithm>

namespace tocca {

std::array<double, 2> SegmentSource::clock(int segment) const {
  const auto begin = static_cast<double>(batch().index(segment));
  return {begin, begin + (batch().at_rest() ? 0.0 : 1.0)};
}

std::size_t SequenceSource::next(std::size_t most) {
  const auto left = static_cast<std::size_t>(whole_.segment_count() - done_);
  const int count = static_cast<int>(std::min(most, left));
  if (count > 0) batch_.emplace(whole_, done_, count);
  done_ += count;
  return static_cast<std::size_t>(count);
}

}  // namespace tocca
