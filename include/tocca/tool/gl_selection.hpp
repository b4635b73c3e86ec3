#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tocca/tool/tool_monitor.hpp"

namespace tocca {

/// The paper's selection on a graphics card (caby-crosnier, section 2), with what OpenGL offers instead of its
/// selection mode: a geometry shader passes on the numbers of triangles that are not beyond any of the volume's planes,
/// transform feedback collects them, and a query counts them. In the library tocca::gl, built where epoxy and EGL are
/// found.
///
/// Not claimed A proof: coordinates are floats, widened by what their rounding should be, and drivers promise less.
///             Reports made with it say so (ToolMonitor::set_selector(..., false)).
/// Fails       The constructor throws InputError if no device offers OpenGL 3.3 without a window.
/// Threads     Use an object from one thread at a time.
class GlSelection {
 public:
  GlSelection();
  ~GlSelection();
  GlSelection(GlSelection&&) noexcept;

  /// Appends the triangles, ascending.
  void select(const SurfaceStep& surface, const ToolVolume& volume, std::vector<Index>& selected);
  /// What does the work: "llvmpipe (LLVM 15.0.6, 256 bits)".
  const std::string& renderer() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tocca
