#pragma once

#include <memory>
#include <span>

namespace tocca {

class Part;                // model/part.hpp: a link or an object, as queries see it
class SweptVolumeCulling;  // sweep/lss_culling.hpp

/// For IntervalStages::culling: the second stage of redon-2004 by OpenGL's visibility queries, in the library
/// tocca::gl, which is built where epoxy and EGL are found. Verdicts in which it took part are labelled not proven
/// (docs/decisions/0010-opengl-is-not-proof.md). Throws InputError if no device offers OpenGL 3.3 without a window.
std::unique_ptr<SweptVolumeCulling> make_gl_culling(std::span<const Part* const> still);

}  // namespace tocca
