// Segments that can be fetched from the middle of a path on.
#pragma once

#include <functional>
#include <memory>

#include "tocca/check/segment_source.hpp"
#include "tocca/io/path.hpp"

namespace tocca {

class SeekableSource : public SegmentSource {
 public:
  /// Where the segment begins that is fetched next.
  virtual PathPlace here() const = 0;
  /// Goes on with segment `first`, which begins at a place that a source of the same path has told.
  virtual void go_to(const PathPlace& place, std::int64_t first) = 0;
};

/// Opens the k-th path of a question from its beginning.
using OpenPath = std::function<std::unique_ptr<SeekableSource>(std::size_t)>;

}  // namespace tocca
