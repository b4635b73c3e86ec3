"""Builds the Python package: CMake makes the extension module, setuptools the wheel. What else there is to say is in pyproject.toml.

pip install . --no-build-isolation

TOCCA_CMAKE_BUILD names a build folder that is already configured (for another build type, or to save the time); without it the
module is built in build/wheel, optimised, without what it does not need.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent


def version():
    return re.search(r"project\(tocca VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]


def run(*command):
    subprocess.run([str(part) for part in command], check=True)


def configured():
    """The folder to build in."""
    given = os.environ.get("TOCCA_CMAKE_BUILD")
    if given:
        return pathlib.Path(given)
    build = ROOT / "build" / "wheel"
    options = {
        "CMAKE_BUILD_TYPE": "Release",
        "CMAKE_UNITY_BUILD": "ON",
        "TOCCA_PCH": "ON",
        "TOCCA_IO": "ON",
        "TOCCA_PYTHON": "ON",
        "TOCCA_PYTHON_PROGRAM": sys.executable,
        "TOCCA_CLI": "OFF",
        "TOCCA_GL": "OFF",
        "TOCCA_OMPL": "OFF",
        "TOCCA_TESTS": "OFF",
    }
    if shutil.which("ccache"):
        options["CMAKE_CXX_COMPILER_LAUNCHER"] = "ccache"
    run("cmake", "-S", ROOT, "-B", build, *(["-G", "Ninja"] if shutil.which("ninja") else []), *(f"-D{k}={v}" for k, v in options.items()))
    return build


class CMakeBuild(build_ext):
    """The one extension, by CMake."""

    def build_extension(self, ext):
        build = configured()
        run("cmake", "--build", build, "--target", "tocca_python")
        package = pathlib.Path(self.get_ext_fullpath(ext.name)).resolve().parent
        run("cmake", "--install", build, "--component", "python", "--prefix", package.parent, "--strip")


setup(version=version(), ext_modules=[Extension("tocca._engine", sources=[])], cmdclass={"build_ext": CMakeBuild})
