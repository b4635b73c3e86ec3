#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "model/part.hpp"
#include "sweep/lss_sweep.hpp"

namespace tocca {

/// What a culling stage did: counters only.
struct CullingCount {
  std::uint64_t volumes = 0;  ///< pairs of a piece of swept volume and a box or an item
  std::uint64_t asked = 0, culled = 0;
};

/// The second stage of redon-2004 on the processor: can the volume swept by a link touch a part that stands still?
///
/// `still` is in the world frame, as `sweep` is. False only if proven: at no moment of [0, 1] is a true point of the
/// swept volume within dilation_m of a true point of an item of `still` (triangle or solid primitive). The part's
/// rounding_m() is taken into account here.
///
/// Not claimed That the link is not *inside* a closed mesh of `still`: only surfaces are examined. A caller that
///             promises this checks it once, at any one moment.
/// Cost        About 0.1 us per pair of volumes; gives up (true) after most_pairs. No allocation, thread-safe.
bool can_touch(const LssSweep& sweep, const Part& still, double dilation_m, CullingCount& count);
inline constexpr std::uint64_t most_culling_pairs = 4096;

/// How a strategy culls still parts by swept volumes: on the processor, or by OpenGL (gl_culling.hpp). One object per
/// thread.
class SweptVolumeCulling {
 public:
  virtual ~SweptVolumeCulling() = default;

  /// Removes from `candidates` (indices into the parts that the object was made with) what `sweep` cannot touch, as
  /// can_touch() says; the others keep their order.
  virtual void cull(const LssSweep& sweep, double dilation_m, std::vector<int>& candidates) = 0;
  /// Are its answers proven? A verdict that rests on unproven ones must be labelled so.
  virtual bool proven() const noexcept = 0;

  const CullingCount& count() const noexcept { return count_; }
  void reset_count() noexcept { count_ = {}; }

 protected:
  CullingCount count_;
};

/// Makes a separate culling for each query; the parts, in the world frame, outlive it. May throw InputError if the
/// means for it are missing.
using CullingFactory = std::unique_ptr<SweptVolumeCulling> (*)(std::span<const Part* const> still);

/// can_touch() for each candidate. The parts must outlive it.
class LssCulling : public SweptVolumeCulling {
 public:
  explicit LssCulling(std::span<const Part* const> still) : still_(still.begin(), still.end()) {}

  void cull(const LssSweep& sweep, double dilation_m, std::vector<int>& candidates) override;
  bool proven() const noexcept override { return true; }

 private:
  std::vector<const Part*> still_;
};

}  // namespace tocca
