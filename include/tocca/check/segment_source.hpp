#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "tocca/check/step_sequence.hpp"

namespace tocca {

/// Where the segments of a path come from: in batches, so that a path of any length is checked in bounded memory. Derive from it
/// to read a file, a socket or a planner's queue.
class SegmentSource {
 public:
  virtual ~SegmentSource() = default;

  /// Fetches up to `most` segments more; how many. 0: there are none left. Throws InputError where the input is bad.
  std::size_t fetch(std::size_t most) { return size_ = next(most); }
  /// How many segments the batch has that was fetched last; 0: the end was reached.
  std::size_t size() const { return size_; }
  /// That batch. Valid until the next fetch; requires size() > 0. Its indices count on from batch to batch.
  virtual const StepSequence& batch() const = 0;

  /// When a segment of the batch begins and ends: seconds where the input has them, else segments.
  virtual std::array<double, 2> clock(int segment) const;
  virtual bool in_seconds() const { return false; }
  /// Is all that was fetched so far one configuration?
  virtual bool at_rest() const = 0;
  /// Edges, each on its own: the end of one is not the beginning of the next.
  virtual bool independent() const { return false; }
  /// How many segments there are in all, where that is known.
  virtual std::optional<std::int64_t> total() const { return std::nullopt; }

 protected:
  virtual std::size_t next(std::size_t most) = 0;

 private:
  std::size_t size_ = 0;
};

/// A sequence that is in memory already.
class SequenceSource final : public SegmentSource {
 public:
  /// Refers to the sequence.
  explicit SequenceSource(const StepSequence& whole) : whole_(whole) {}
  /// Owns it.
  explicit SequenceSource(std::unique_ptr<const StepSequence> whole) : owned_(std::move(whole)), whole_(*owned_) {}

  const StepSequence& batch() const override { return *batch_; }
  bool at_rest() const override { return whole_.at_rest(); }
  std::optional<std::int64_t> total() const override { return whole_.segment_count(); }

 protected:
  std::size_t next(std::size_t most) override;

 private:
  std::unique_ptr<const StepSequence> owned_;
  const StepSequence& whole_;
  std::optional<SegmentSlice> batch_;
  int done_ = 0;  ///< segments up to the end of the batch
};

}  // namespace tocca
