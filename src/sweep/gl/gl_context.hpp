#pragma once

#include <epoxy/egl.h>
#include <epoxy/gl.h>

#include <memory>
#include <string>

namespace tocca {

class GlContext {
 public:
  /// Throws InputError if no device offers one.
  GlContext();
  ~GlContext();
  GlContext(const GlContext&) = delete;
  GlContext& operator=(const GlContext&) = delete;

  const std::string& renderer() const { return renderer_; }

  /// While it exists, the context belongs to the calling thread; afterwards, whatever was current before is current
  /// again.
  class Current {
   public:
    explicit Current(const GlContext& context);
    ~Current();
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;
    explicit operator bool() const { return entered_; }

   private:
    EGLDisplay before_display_;
    EGLSurface before_draw_, before_read_;
    EGLContext before_context_;
    EGLDisplay display_;
    bool entered_;
  };

 private:
  bool open(EGLDisplay display);

  EGLDisplay display_ = EGL_NO_DISPLAY;
  EGLContext context_ = EGL_NO_CONTEXT;
  EGLSurface surface_ = EGL_NO_SURFACE;
  std::string renderer_;
};

}  // namespace tocca
