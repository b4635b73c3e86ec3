# epoxy with the headers of EGL: sets EpoxyEgl_FOUND, EPOXY_INCLUDE_DIR, EPOXY_LIBRARY. libEGL itself is opened at run time.
find_path(EPOXY_INCLUDE_DIR epoxy/egl.h)
find_path(EGL_INCLUDE_DIR EGL/eglplatform.h)
find_library(EPOXY_LIBRARY epoxy)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(EpoxyEgl REQUIRED_VARS EPOXY_LIBRARY EPOXY_INCLUDE_DIR EGL_INCLUDE_DIR)
mark_as_advanced(EPOXY_INCLUDE_DIR EGL_INCLUDE_DIR EPOXY_LIBRARY)
