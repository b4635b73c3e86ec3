// into a depth and a stencil buffer. Everything here needs a current context.
#pragma once

#include <epoxy/gl.h>

#include <span>
#include <vector>

#include "model/part.hpp"
#include "sweep/lss_tessellation.hpp"

namespace tocca {

/// An orthographic view of a cube along one axis: depth grows with that coordinate.
struct GlView {
  int axis;
  Vector3 middle;
  double side_m;
};

class GlDrawing {
 public:
  /// `resolution` pixels per side; boxes of each part down to `box_depth` levels. Throws InputError if the driver does
  /// not accept it.
  GlDrawing(int resolution, std::span<const Part* const> parts, int box_depth);
  ~GlDrawing();
  GlDrawing(const GlDrawing&) = delete;
  GlDrawing& operator=(const GlDrawing&) = delete;

  /// How far a corner may end up from its true place because its numbers are floats. A stored number is within 2^-24 of
  /// itself; a corner takes at most 8 operations on numbers no larger than the size of everything.
  double rounding_m(double view_side_m) const { return 0x1p-20 * (size_m_ + view_side_m); }

  void set_mesh(const SweptMesh& mesh, const Vector3& middle);
  /// Clears and draws the mesh: the depth buffer then holds its nearest (farthest) points, the stencil where it is.
  void draw_mesh(const GlView& view, bool nearest);
  /// From now on boxes count where they lie at or behind the nearest (at or before the farthest) points of the mesh.
  void start_queries(const GlView& view, bool nearest, double dilation_m);
  void draw_boxes(int part);

 private:
  void make_buffers(int resolution);
  void add_boxes(std::span<const Part* const> parts, int box_depth);
  void set_view(GLuint program, const GlView& view, const Vector3& from) const;

  GLuint framebuffer_ = 0, depth_ = 0;
  GLuint mesh_program_ = 0, box_program_ = 0;
  GLuint mesh_vertices_ = 0, mesh_indices_ = 0, mesh_array_ = 0;
  GLuint boxes_ = 0;
  std::vector<GLuint> box_arrays_;  // one per part
  std::vector<GLsizei> box_counts_;
  std::vector<float> floats_;  // scratch
  GLsizei mesh_count_ = 0;
  Vector3 origin_ = Vector3::Zero();  // boxes are stored relative to this, so that floats suffice
  double size_m_ = 0.0;
};

}  // namespace tocca
