#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "tocca/check/step_sequence.hpp"

namespace tocca {

/// Supplies the segments of a path in batches, so that a path of any length is checked in bounded memory. Derive from
/// it to read a file, a socket or a planner's queue.
class SegmentSource {
 public:
  virtual ~SegmentSource() = default;

  /// Fetches up to `most` more segments and returns how many; 0 if none are left. Throws InputError for bad input.
  std::size_t fetch(std::size_t most) { return size_ = next(most); }
  /// The number of segments in the current batch, the one fetched last; 0 once the end is reached.
  std::size_t size() const { return size_; }
  /// The current batch, valid until the next fetch. Requires size() > 0. Indices continue from batch to batch.
  virtual const StepSequence& batch() const = 0;

  /// When a segment of the batch begins and ends: in seconds if the input has them, else in segments.
  virtual std::array<double, 2> clock(int segment) const;
  virtual bool in_seconds() const { return false; }
  /// Is everything fetched so far a single configuration?
  virtual bool at_rest() const = 0;
  /// Are the segments separate edges? Then one does not begin where the one before it ends.
  virtual bool independent() const { return false; }
  /// How many segments there are in total, if known.
  virtual std::optional<std::int64_t> total() const { return std::nullopt; }

 protected:
  virtual std::size_t next(std::size_t most) = 0;

 private:
  std::size_t size_ = 0;
};

/// A sequence that is already in memory.
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
  int done_ = 0;  ///< number of segments up to the end of the batch
};

}  // namespace tocca
