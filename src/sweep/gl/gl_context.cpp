#include "sweep/gl/gl_context.hpp"

#include <dlfcn.h>

#include <array>
#include <cstring>
#include <vector>

#include "tocca/core/error.hpp"

namespace tocca {
namespace {

/// epoxy ends the program where a library is missing, so it is only asked once they are known to be there.
bool can_load(std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (dlopen(name, RTLD_LAZY | RTLD_LOCAL)) return true;
  }
  return false;
}

bool has_client_extension(const char* name) {
  const char* all = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  return all && std::strstr(all, name);
}

/// Every device in the driver's order, then a display that needs none, then whatever is the default. A display is never
/// terminated: that would end all contexts of the process on it, those of others included.
std::vector<EGLDisplay> displays() {
  std::vector<EGLDisplay> found;
  if (has_client_extension("EGL_EXT_device_enumeration") && has_client_extension("EGL_EXT_platform_device")) {
    std::array<EGLDeviceEXT, 16> devices;
    EGLint count = 0;
    if (eglQueryDevicesEXT(static_cast<EGLint>(devices.size()), devices.data(), &count)) {
      for (EGLint i = 0; i < count; ++i) {
        found.push_back(
            eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, devices[static_cast<std::size_t>(i)], nullptr));
      }
    }
  }
  if (has_client_extension("EGL_MESA_platform_surfaceless")) {
    found.push_back(eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
  }
  found.push_back(eglGetDisplay(EGL_DEFAULT_DISPLAY));
  return found;
}

}  // namespace

GlContext::GlContext() {
  if (!can_load({"libEGL.so.1"}) || !can_load({"libOpenGL.so.0", "libGL.so.1"})) {
    throw InputError("", "OpenGL", "libEGL or libGL is not installed",
                     "install them, or cull on the processor (without --gpu)");
  }
  for (EGLDisplay display : displays()) {
    if (display != EGL_NO_DISPLAY && open(display)) return;
  }
  throw InputError("", "OpenGL", "no device offers OpenGL 3.3 without a window",
                   "cull on the processor (without --gpu)");
}

bool GlContext::open(EGLDisplay display) {
  if (!eglInitialize(display, nullptr, nullptr) || !eglBindAPI(EGL_OPENGL_API)) return false;
  constexpr EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  if (!eglChooseConfig(display, wanted, &config, 1, &count) || count < 1) return false;
  constexpr EGLint version[] = {
      EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
      EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
  const EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
  if (context == EGL_NO_CONTEXT) return false;
  // One pixel that is never drawn to: not every driver makes a context current without any surface.
  constexpr EGLint pixel[] = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
  display_ = display;
  context_ = context;
  surface_ = eglCreatePbufferSurface(display, config, pixel);
  if (const Current current(*this); current) {
    const GLubyte* name = glGetString(GL_RENDERER);
    renderer_ = name ? reinterpret_cast<const char*>(name) : "unknown";
    return true;
  }
  if (surface_ != EGL_NO_SURFACE) eglDestroySurface(display, surface_);
  eglDestroyContext(display, context);
  return false;
}

GlContext::~GlContext() {
  if (surface_ != EGL_NO_SURFACE) eglDestroySurface(display_, surface_);
  eglDestroyContext(display_, context_);
}

GlContext::Current::Current(const GlContext& context)
    : before_display_(eglGetCurrentDisplay()),
      before_draw_(eglGetCurrentSurface(EGL_DRAW)),
      before_read_(eglGetCurrentSurface(EGL_READ)),
      before_context_(eglGetCurrentContext()),
      display_(context.display_),
      entered_(eglBindAPI(EGL_OPENGL_API) &&
               eglMakeCurrent(context.display_, context.surface_, context.surface_, context.context_)) {}

GlContext::Current::~Current() {
  if (before_context_ == EGL_NO_CONTEXT) {
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  } else {
    eglMakeCurrent(before_display_, before_draw_, before_read_, before_context_);
  }
}

}  // namespace tocca
