#include "sweep/gl/gl_culling.hpp"

#include <algorithm>
#include <optional>

#include "sweep/gl/gl_context.hpp"
#include "sweep/gl/gl_drawing.hpp"
#include "sweep/lss_culling.hpp"
#include "tocca/sweep/gl_culling.hpp"

namespace tocca {
namespace {

/// Half the diagonal of a pixel is 0.708 of its side; snapping of corners (at least 4 bits below a pixel) takes 1/16 on
/// either side of the edge. The rest is for what a driver may do besides: nothing here is a proof.
constexpr double pixel_share = 0.9;
/// Depth is a float between 0 and 1 over the view: 2^-24 per step, and interpolation loses a few.
constexpr double depth_share = 0x1p-20;

}  // namespace

struct GlCulling::State {
  GlContext context;
  std::optional<GlDrawing> drawing;  // made and destroyed while the context is current
  SweptMesh mesh;
  std::vector<GLuint> queries;
  std::vector<int> left;

  explicit State(std::span<const Part* const> still) {
    const GlContext::Current current(context);
    drawing.emplace(resolution, still, most_box_depth);
  }
  ~State() {
    const GlContext::Current current(context);
    glDeleteQueries(static_cast<GLsizei>(queries.size()), queries.data());
    drawing.reset();
  }

  void make_queries(std::size_t count) {
    const std::size_t before = queries.size();
    if (before >= count) return;
    queries.resize(count);
    glGenQueries(static_cast<GLsizei>(count - before), queries.data() + before);
  }

  void look(const GlView& view, bool nearest, double dilation_m, const std::vector<int>& candidates);
  void cull_along(const GlView& view, double dilation_m, std::vector<int>& candidates);
};

/// Asks of each candidate whether any of it is at or behind the nearest (before the farthest) points of the mesh.
void GlCulling::State::look(const GlView& view, bool nearest, double dilation_m, const std::vector<int>& candidates) {
  drawing->draw_mesh(view, nearest);
  drawing->start_queries(view, nearest, dilation_m);
  const std::size_t first = nearest ? 0 : candidates.size();
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    glBeginQuery(GL_ANY_SAMPLES_PASSED, queries[first + i]);
    drawing->draw_boxes(candidates[i]);
    glEndQuery(GL_ANY_SAMPLES_PASSED);
  }
}

/// A point common to both has, at the centre of its pixel, the mesh's nearest point before it and the farthest behind
/// it, since both are thicker than half a pixel; and the box around it has a face behind it and one before it.
void GlCulling::State::cull_along(const GlView& view, double dilation_m, std::vector<int>& candidates) {
  make_queries(2 * candidates.size());
  look(view, true, dilation_m, candidates);
  look(view, false, dilation_m, candidates);
  const auto passed = [&](std::size_t i) {
    GLuint any = GL_TRUE;
    glGetQueryObjectuiv(queries[i], GL_QUERY_RESULT, &any);
    return any != GL_FALSE;
  };
  std::size_t kept = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const bool behind = passed(i), before = passed(candidates.size() + i);
    if (behind && before) candidates[kept++] = candidates[i];
  }
  candidates.resize(kept);
}

GlCulling::GlCulling(std::span<const Part* const> still) : state_(std::make_unique<State>(still)) {}
GlCulling::~GlCulling() = default;
const std::string& GlCulling::renderer() const { return state_->context.renderer(); }

void GlCulling::cull(const LssSweep& sweep, double dilation_m, std::vector<int>& candidates) {
  count_.asked += candidates.size();
  const Aabb& box = sweep.box();
  // The tessellation is at most 1 / cos(pi / 8)^2 times thicker than the volume and its errors.
  const double side = 1.5 * ((box.upper - box.lower).maxCoeff() + 2.0 * (dilation_m + sweep.twist_m()));
  if (candidates.empty() || !(side < largest_coordinate)) return;
  const GlContext::Current current(state_->context);
  if (!current) return;
  while (glGetError() != GL_NO_ERROR) continue;

  const Vector3 middle = 0.5 * (box.lower + box.upper);
  const double pixel = side / resolution;
  const double thicker = pixel_share * pixel + depth_share * side + state_->drawing->rounding_m(side);
  state_->mesh.vertices.clear();
  state_->mesh.triangles.clear();
  append_tessellation(sweep, dilation_m + thicker, pixel, state_->mesh);
  const auto leaves_view = [&](const Vector3& v) { return !((v - middle).cwiseAbs().maxCoeff() < 0.5 * side); };
  if (std::any_of(state_->mesh.vertices.begin(), state_->mesh.vertices.end(), leaves_view)) return;
  state_->drawing->set_mesh(state_->mesh, middle);
  std::vector<int>& left = state_->left;
  left = candidates;
  for (int axis = 0; axis < 3 && !left.empty(); ++axis) state_->cull_along({axis, middle, side}, 1.001 * thicker, left);
  if (glGetError() != GL_NO_ERROR) return;  // nothing is known
  count_.volumes += candidates.size();
  count_.culled += candidates.size() - left.size();
  candidates = left;
}

std::unique_ptr<SweptVolumeCulling> make_gl_culling(std::span<const Part* const> still) {
  return std::make_unique<GlCulling>(still);
}

}  // namespace tocca
