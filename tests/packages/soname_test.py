"""Whoever builds tocca as shared libraries gets names that change with each minor version until 1.0 (docs/releasing.md). CMake is asked; nothing is built."""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CMAKE = os.environ.get("CMAKE", "cmake")


class Soname(unittest.TestCase):
    def test_a_shared_library_is_another_one_with_each_minor_version(self):
        major, minor = re.search(r"project\(tocca VERSION (\d+)\.(\d+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")).groups()
        wanted = major if int(major) else f"{major}.{minor}"
        with tempfile.TemporaryDirectory() as folder:
            options = [f"-D{part}=OFF" for part in ("TOCCA_IO", "TOCCA_GL", "TOCCA_OMPL", "TOCCA_MPI", "TOCCA_TESTS")]
            subprocess.run([CMAKE, "-S", ROOT, "-B", folder, "-G", "Ninja", "-DBUILD_SHARED_LIBS=ON", *options], check=True, stdout=subprocess.DEVNULL)
            commands = subprocess.run(["ninja", "-C", folder, "-t", "commands"], check=True, capture_output=True, text=True).stdout
            names = set(re.findall(r"-soname,(\S+)", commands))
            self.assertEqual(names, {f"lib{name}.so.{wanted}" for name in ("tocca", "tocca_audit", "tocca_certificate")})
            private = pathlib.Path(folder, "pkgconfig/tocca.pc").read_text(encoding="utf-8")
            self.assertRegex(private, r"\nRequires: eigen3\n.*Requires.private: .*tbb")  # a shared library brings what it alone uses


if __name__ == "__main__":
    unittest.main()
