#include "tocca/tool/gl_selection.hpp"

#include "sweep/gl/gl_context.hpp"
#include "tocca/core/error.hpp"
#include "tool/tool_volume.hpp"

namespace tocca {
namespace {

constexpr int most_planes = 16;  // the axis-aligned box and ten faces

// A bit for each plane beyond which the vertex is at both ends. Floats are off by 2^-24 of themselves: 2^-20 of all numbers
// that take part is meant to cover their conversion and the dot product.
constexpr const char* vertex_text = R"(#version 330 core
layout(location = 0) in vec3 from;
layout(location = 1) in vec3 to;
uniform vec4 planes[16];
uniform int plane_count;
flat out int code;
bool beyond(vec4 plane, vec3 p) {
  float margin = (dot(abs(plane.xyz), abs(p)) + abs(plane.w)) * exp2(-20.0);
  return dot(plane.xyz, p) - margin > plane.w;
}
void main() {
  code = 0;
  for (int k = 0; k < plane_count; ++k)
    if (beyond(planes[k], from) && beyond(planes[k], to)) code |= 1 << k;
  gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
}
)";
constexpr const char* geometry_text = R"(#version 330 core
layout(triangles) in;
layout(points, max_vertices = 1) out;
flat in int code[];
flat out int triangle;
void main() {
  if ((code[0] & code[1] & code[2]) != 0) return;
  triangle = gl_PrimitiveIDIn;
  gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
  EmitVertex();
  EndPrimitive();
}
)";

GLuint make_program() {
  const GLuint program = glCreateProgram();
  const auto attach = [&](GLenum kind, const char* text) {
    const GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    glAttachShader(program, shader);
    glDeleteShader(shader);  // once the program is deleted
  };
  attach(GL_VERTEX_SHADER, vertex_text);
  attach(GL_GEOMETRY_SHADER, geometry_text);
  const char* kept = "triangle";
  glTransformFeedbackVaryings(program, 1, &kept, GL_INTERLEAVED_ATTRIBS);
  glLinkProgram(program);
  GLint done = GL_FALSE;
  glGetProgramiv(program, GL_LINK_STATUS, &done);
  if (!done)
    throw InputError("", "OpenGL", "the driver cannot compile the shaders", "select on the processor (without --gpu)");
  return program;
}

}  // namespace

struct GlSelection::State {
  GlContext context;
  GLuint program = 0, array = 0, buffers[4] = {}, query = 0;  // from, to, indices, selected
  std::vector<float> floats;
  std::vector<GLuint> found;

  State() {
    const GlContext::Current current(context);
    program = make_program();
    glGenVertexArrays(1, &array);
    glGenBuffers(4, buffers);
    glGenQueries(1, &query);
  }
  ~State() {
    const GlContext::Current current(context);
    if (!current) return;
    glDeleteQueries(1, &query);
    glDeleteBuffers(4, buffers);
    glDeleteVertexArrays(1, &array);
    glDeleteProgram(program);
  }

  void upload(GLuint attribute, std::span<const Vector3> points, const Vector3& origin) {
    floats.clear();
    for (const Vector3& p : points) {
      for (int i = 0; i < 3; ++i) floats.push_back(static_cast<float>(p[i] - origin[i]));
    }
    glBindBuffer(GL_ARRAY_BUFFER, buffers[attribute]);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(floats.size() * sizeof(float)), floats.data(),
                 GL_STREAM_DRAW);
    glEnableVertexAttribArray(attribute);
    glVertexAttribPointer(attribute, 3, GL_FLOAT, GL_FALSE, 0, nullptr);
  }

  void set_planes(const ToolVolume& volume, const Vector3& origin) const {
    float planes[most_planes][4];
    int count = 0;
    const auto add = [&](const Vector3& normal, double offset) {
      for (int i = 0; i < 3; ++i) planes[count][i] = static_cast<float>(normal[i]);
      planes[count++][3] = static_cast<float>(offset - normal.dot(origin));
    };
    for (int i = 0; i < 3; ++i) {
      add(Vector3::Unit(i), volume.box().upper[i]);
      add(-Vector3::Unit(i), -volume.box().lower[i]);
    }
    for (const ToolVolume::Face& face : volume.faces()) add(face.normal, face.offset);
    glUniform4fv(glGetUniformLocation(program, "planes"), count, planes[0]);
    glUniform1i(glGetUniformLocation(program, "plane_count"), count);
  }
};

GlSelection::GlSelection() : state_(std::make_unique<State>()) {}
GlSelection::~GlSelection() = default;
GlSelection::GlSelection(GlSelection&&) noexcept = default;

const std::string& GlSelection::renderer() const { return state_->context.renderer(); }

void GlSelection::select(const SurfaceStep& surface, const ToolVolume& volume, std::vector<Index>& selected) {
  State& s = *state_;
  if (surface.triangles.empty()) return;
  const GlContext::Current current(s.context);
  const Vector3 origin = 0.5 * (volume.box().lower + volume.box().upper);
  glUseProgram(s.program);
  glBindVertexArray(s.array);
  s.upload(0, surface.from, origin);
  s.upload(1, surface.to, origin);
  s.set_planes(volume, origin);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, s.buffers[2]);
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(surface.triangles.size_bytes()),
               surface.triangles.data(), GL_STREAM_DRAW);
  glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, s.buffers[3]);
  glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, static_cast<GLsizeiptr>(surface.triangles.size() * sizeof(GLuint)),
               nullptr, GL_STREAM_READ);
  glEnable(GL_RASTERIZER_DISCARD);
  glBeginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, s.query);
  glBeginTransformFeedback(GL_POINTS);
  glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(3 * surface.triangles.size()), GL_UNSIGNED_INT, nullptr);
  glEndTransformFeedback();
  glEndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
  glDisable(GL_RASTERIZER_DISCARD);
  GLuint count = 0;
  glGetQueryObjectuiv(s.query, GL_QUERY_RESULT, &count);
  s.found.resize(count);
  if (count > 0) {
    glGetBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0, static_cast<GLsizeiptr>(count * sizeof(GLuint)),
                       s.found.data());
  }
  selected.insert(selected.end(), s.found.begin(), s.found.end());
}

}  // namespace tocca
