#include "sweep/gl/gl_drawing.hpp"

#include <algorithm>
#include <string>

#include "tocca/core/error.hpp"

namespace tocca {
namespace {

constexpr const char* mesh_shader = R"(#version 330 core
layout(location = 0) in vec3 place;  // from the view's middle
uniform mat3 view;
void main() { gl_Position = vec4(view * place, 1.0); }
)";

// An instance is a box; bit k of a corner's number says on which side of axis k it is.
constexpr const char* box_shader = R"(#version 330 core
layout(location = 0) in vec3 center;
layout(location = 1) in vec3 axis0;
layout(location = 2) in vec3 axis1;
layout(location = 3) in vec3 axis2;
layout(location = 4) in vec3 half_size;
uniform mat3 view;
uniform vec3 from;
uniform float dilation;
const int corners[36] = int[36](0, 2, 6, 0, 6, 4, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
                                2, 3, 7, 2, 7, 6, 0, 1, 3, 0, 3, 2, 4, 5, 7, 4, 7, 6);
void main() {
  int corner = corners[gl_VertexID];
  vec3 side = vec3((corner & 1) * 2 - 1, (corner & 2) - 1, (corner >> 2) * 2 - 1) * (half_size + dilation);
  gl_Position = vec4(view * (center - from + side.x * axis0 + side.y * axis1 + side.z * axis2), 1.0);
}
)";

constexpr const char* no_colour_shader = "#version 330 core\nvoid main() {}\n";

GLuint compiled(GLenum kind, const char* text) {
  const GLuint shader = glCreateShader(kind);
  glShaderSource(shader, 1, &text, nullptr);
  glCompileShader(shader);
  return shader;
}

GLuint linked(const char* vertex_text) {
  const GLuint program = glCreateProgram();
  for (const GLuint shader :
       {compiled(GL_VERTEX_SHADER, vertex_text), compiled(GL_FRAGMENT_SHADER, no_colour_shader)}) {
    glAttachShader(program, shader);
    glDeleteShader(shader);  // once the program is deleted
  }
  glLinkProgram(program);
  GLint done = GL_FALSE;
  glGetProgramiv(program, GL_LINK_STATUS, &done);
  if (!done)
    throw InputError("", "OpenGL", "the driver cannot compile the shaders", "cull on the processor (without --gpu)");
  return program;
}

/// The boxes of a part's tree at level `depth`, and leaves above it.
void collect(const Part& part, Index node, int depth, std::vector<const Obb*>& boxes) {
  const Part::Node& here = part.nodes()[node];
  if (depth == 0 || here.is_leaf()) {
    boxes.push_back(&here.volume);
    return;
  }
  collect(part, node + 1, depth - 1, boxes);
  collect(part, node + here.link, depth - 1, boxes);
}

void append(std::vector<float>& floats, const Vector3& v) {
  for (int i = 0; i < 3; ++i) floats.push_back(static_cast<float>(v[i]));
}

constexpr int floats_a_box = 15;

}  // namespace

GlDrawing::GlDrawing(int resolution, std::span<const Part* const> parts, int box_depth)
    : mesh_program_(linked(mesh_shader)), box_program_(linked(box_shader)) {
  make_buffers(resolution);
  add_boxes(parts, box_depth);
  glGenBuffers(1, &mesh_vertices_);
  glGenBuffers(1, &mesh_indices_);
  glGenVertexArrays(1, &mesh_array_);
  glBindVertexArray(mesh_array_);
  glBindBuffer(GL_ARRAY_BUFFER, mesh_vertices_);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, mesh_indices_);
  glEnableVertexAttribArray(0);
  glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, nullptr);
  glEnable(GL_DEPTH_TEST);
  glEnable(GL_STENCIL_TEST);
  // A box that reaches beyond the view in depth must not lose a face: its depth is cut off instead.
  glEnable(GL_DEPTH_CLAMP);
}

void GlDrawing::make_buffers(int resolution) {
  glGenRenderbuffers(1, &depth_);
  glBindRenderbuffer(GL_RENDERBUFFER, depth_);
  glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH32F_STENCIL8, resolution, resolution);
  glGenFramebuffers(1, &framebuffer_);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, depth_);
  glDrawBuffer(GL_NONE);
  glReadBuffer(GL_NONE);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    throw InputError("", "OpenGL", "the driver has no floating-point depth buffer",
                     "cull on the processor (without --gpu)");
  }
  glViewport(0, 0, resolution, resolution);
}

void GlDrawing::add_boxes(std::span<const Part* const> parts, int box_depth) {
  std::vector<const Obb*> boxes;
  std::vector<std::size_t> first;
  for (const Part* part : parts) {
    first.push_back(boxes.size());
    collect(*part, 0, box_depth, boxes);
  }
  first.push_back(boxes.size());
  for (const Obb* box : boxes) origin_ += box->center / static_cast<double>(boxes.size());
  for (const Obb* box : boxes) {
    append(floats_, box->center - origin_);
    for (int i = 0; i < 3; ++i) append(floats_, box->frame().col(i));
    append(floats_, box->half.cast<double>());
    size_m_ = std::max(size_m_, (box->center - origin_).norm() + 2.0 * static_cast<double>(box->half.sum()));
  }
  for (const Part* part : parts) size_m_ = std::max(size_m_, 0x1p30 * part->rounding_m());
  glGenBuffers(1, &boxes_);
  glBindBuffer(GL_ARRAY_BUFFER, boxes_);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(floats_.size() * sizeof(float)), floats_.data(),
               GL_STATIC_DRAW);
  box_arrays_.resize(parts.size());
  if (parts.empty()) return;
  glGenVertexArrays(static_cast<GLsizei>(parts.size()), box_arrays_.data());
  for (std::size_t k = 0; k < parts.size(); ++k) {
    box_counts_.push_back(static_cast<GLsizei>(first[k + 1] - first[k]));
    glBindVertexArray(box_arrays_[k]);
    for (GLuint attribute = 0; attribute < 5; ++attribute) {
      const std::size_t offset = (first[k] * floats_a_box + 3 * attribute) * sizeof(float);
      glEnableVertexAttribArray(attribute);
      glVertexAttribPointer(
          attribute, 3, GL_FLOAT, GL_FALSE, floats_a_box * sizeof(float),
          // OpenGL's way to say "at this place of the buffer". NOLINTNEXTLINE(performance-no-int-to-ptr)
          reinterpret_cast<const void*>(offset));
      glVertexAttribDivisor(attribute, 1);
    }
  }
}

GlDrawing::~GlDrawing() {
  glDeleteVertexArrays(1, &mesh_array_);
  glDeleteVertexArrays(static_cast<GLsizei>(box_arrays_.size()), box_arrays_.data());
  for (const GLuint buffer : {mesh_vertices_, mesh_indices_, boxes_}) glDeleteBuffers(1, &buffer);
  glDeleteFramebuffers(1, &framebuffer_);
  glDeleteRenderbuffers(1, &depth_);
  glDeleteProgram(mesh_program_);
  glDeleteProgram(box_program_);
}

void GlDrawing::set_mesh(const SweptMesh& mesh, const Vector3& middle) {
  floats_.clear();
  for (const Vector3& v : mesh.vertices) append(floats_, v - middle);
  glBindVertexArray(mesh_array_);
  glBindBuffer(GL_ARRAY_BUFFER, mesh_vertices_);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(floats_.size() * sizeof(float)), floats_.data(),
               GL_STREAM_DRAW);
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(mesh.triangles.size() * sizeof(Triangle)),
               mesh.triangles.data(), GL_STREAM_DRAW);
  mesh_count_ = static_cast<GLsizei>(3 * mesh.triangles.size());
}

void GlDrawing::set_view(GLuint program, const GlView& view, const Vector3& from) const {
  glUseProgram(program);
  float matrix[9] = {};  // column by column
  for (int row = 0; row < 3; ++row)
    matrix[3 * ((view.axis + 1 + row) % 3) + row] = static_cast<float>(2.0 / view.side_m);
  glUniformMatrix3fv(glGetUniformLocation(program, "view"), 1, GL_FALSE, matrix);
  const GLint place = glGetUniformLocation(program, "from");
  if (place >= 0) {
    glUniform3f(place, static_cast<float>(from.x()), static_cast<float>(from.y()), static_cast<float>(from.z()));
  }
}

void GlDrawing::draw_mesh(const GlView& view, bool nearest) {
  set_view(mesh_program_, view, Vector3::Zero());
  glDepthMask(GL_TRUE);
  glClearDepth(nearest ? 1.0 : 0.0);
  glClearStencil(0);
  glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
  glDepthFunc(nearest ? GL_LEQUAL : GL_GEQUAL);
  glStencilFunc(GL_ALWAYS, 1, 0xff);
  glStencilOp(GL_KEEP, GL_REPLACE, GL_REPLACE);
  glBindVertexArray(mesh_array_);
  glDrawElements(GL_TRIANGLES, mesh_count_, GL_UNSIGNED_INT, nullptr);
}

void GlDrawing::start_queries(const GlView& view, bool nearest, double dilation_m) {
  set_view(box_program_, view, view.middle - origin_);
  glUniform1f(glGetUniformLocation(box_program_, "dilation"), static_cast<float>(dilation_m));
  glDepthMask(GL_FALSE);
  glDepthFunc(nearest ? GL_GEQUAL : GL_LEQUAL);
  glStencilFunc(GL_EQUAL, 1, 0xff);
  glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
}

void GlDrawing::draw_boxes(int part) {
  glBindVertexArray(box_arrays_[static_cast<std::size_t>(part)]);
  glDrawArraysInstanced(GL_TRIANGLES, 0, 36, box_counts_[static_cast<std::size_t>(part)]);
}

}  // namespace tocca
