#pragma once

#include <filesystem>
#include <memory>

#include "tocca/core/error.hpp"
#include "tocca/shape/pose.hpp"

namespace tocca {

/// Where a tool was at some time.
struct ToolSample {
  double time_s = 0.0;
  Pose X_WT;
};

/// Reads a tool's samples row by row, each as soon as it arrives; "-" is the standard input. CSV with a header: columns
/// t, x, y, z, qx, qy, qz, qw in any order.
///
/// Fails       InputError with file and line, from the constructor (header) or from the call that reaches the bad row:
///             not numbers, a quaternion of length zero, coordinates too large for poses. Time may stand still or go
///             backward.
class SampleReader {
 public:
  explicit SampleReader(const std::filesystem::path& file);
  ~SampleReader();
  SampleReader(SampleReader&&) noexcept;

  /// False at the end of the file.
  bool next(ToolSample& sample);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tocca
