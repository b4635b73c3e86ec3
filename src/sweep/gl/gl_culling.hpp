#pragma once

#include <memory>
#include <string>

#include "sweep/lss_culling.hpp"

namespace tocca {

/// The second stage of redon-2004 on a graphics card: visibility queries (CULLIDE) along x, y and z, orthographic, into
/// an offscreen buffer of resolution^2 pixels. In the library tocca::gl, built where epoxy and EGL are found.
///
/// A still body is left out if, in one of the three views, it lies wholly in front of the swept volume, wholly behind
/// it, or beside it. Both are drawn thicker by half a pixel's diagonal, a step of the depth buffer, the tessellation's
/// error and the rounding of floats, so that whatever overlaps in space overlaps in some pixel.
///
/// Not claimed A proof: OpenGL promises no bound on how corners are snapped and depths interpolated, so proven() is
///             false and it is never chosen by default (docs/decisions/0010-opengl-is-not-proof.md).
/// Fails       The constructor throws InputError if no device offers OpenGL 3.3 without a window.
/// Threads     Use an object from one thread at a time; it may be handed on. Not for signal handlers or forked
///             children.
/// Cost        Three views of two passes each, one query per candidate and pass.
class GlCulling : public SweptVolumeCulling {
 public:
  static constexpr int resolution = 256;
  static constexpr int most_box_depth = 8;  ///< boxes of the part's tree down to here: at most 2^8 per body

  /// The parts are read here only.
  explicit GlCulling(std::span<const Part* const> still);
  ~GlCulling() override;

  void cull(const LssSweep& sweep, double dilation_m, std::vector<int>& candidates) override;
  bool proven() const noexcept override { return false; }
  /// What draws: "llvmpipe (LLVM 15.0.6, 256 bits)".
  const std::string& renderer() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tocca
