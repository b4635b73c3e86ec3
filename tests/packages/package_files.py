"""Debian packages, read: fields, files, what is in them."""
import io
import os
import pathlib
import subprocess
import tarfile
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("TOCCA_BUILD", "build/dev")).resolve()


def run(*command, **more):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, **more).stdout


def cached(name):
    """A variable of CMake in the build."""
    for line in (BUILD / "CMakeCache.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith(name + ":"):
            return line.partition("=")[2]
    raise KeyError(name)


class Package:
    def __init__(self, file):
        self.file = file
        self.fields = {}
        for line in run("dpkg-deb", "--field", file).decode().splitlines():
            if line.startswith(" "):
                self.fields[field] += "\n" + line
            else:
                field, _, value = line.partition(":")
                self.fields[field] = value.strip()
        self.name = self.fields["Package"]
        self.members, self.contents = {}, {}
        self.control = self.read("--ctrl-tarfile", {})
        self.contents = self.read("--fsys-tarfile", self.members)

    def read(self, part, members):
        contents = {}
        with tarfile.open(fileobj=io.BytesIO(run("dpkg-deb", part, self.file))) as tar:
            for member in tar:
                name = member.name.removeprefix("./")
                members[name] = member
                if member.isfile():
                    contents[name] = tar.extractfile(member).read()
        return contents

    def names_in(self, field):
        """The packages that a field names, without versions."""
        return {part.split()[0] for part in self.fields.get(field, "").split(",") if part.strip()}

    def binaries(self):
        """(name, content) of all programs and shared libraries."""
        return [(name, content) for name, content in self.contents.items() if content.startswith(b"\x7fELF")]

    def readelf(self, name, *options):
        with tempfile.NamedTemporaryFile() as copy:
            copy.write(self.contents[name])
            copy.flush()
            return run("readelf", "--wide", *options, copy.name).decode()


def pack(folder):
    """The packages of a build, as cpack makes them; quickly compressed."""
    run("cpack", "--config", BUILD / "CPackConfig.cmake", "-B", folder, "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=gzip", cwd=folder)


def packages():
    """By name: those of TOCCA_PACKAGES, or of the build folder."""
    given = os.environ.get("TOCCA_PACKAGES")
    with tempfile.TemporaryDirectory() as folder:
        if not given:
            pack(folder)
        found = [Package(file) for file in sorted(pathlib.Path(given or folder).glob("*.deb"))]
    return {package.name: package for package in found}
