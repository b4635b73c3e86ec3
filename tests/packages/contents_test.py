"""What is in the Debian packages: of TOCCA_PACKAGES (./dev package), where all of them must be there; otherwise of the build folder TOCCA_BUILD, which has
the same files at other places, and whose missing parts are skipped."""
import functools
import gzip
import hashlib
import json
import os
import re
import subprocess
import tempfile
import unittest

import package_files
from package_files import BUILD, ROOT, cached

RELEASED = "TOCCA_PACKAGES" in os.environ  # built to be given away, not to be tested
LIBDIR = "usr/" + cached("CMAKE_INSTALL_LIBDIR")
VERSION = re.search(r"project\(tocca VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]
ALL = {"tocca", "tocca-audit", "tocca-mpi", "libtocca-dev", "libtocca-ompl-dev", "python3-tocca"}
LIBRARIES = ["", "_audit", "_certificate", "_gl", "_io", "_report", "_scenes"]
C_AND_CPP = {"libc6", "libgcc-s1", "libstdc++6"}


def headers(*folders):
    return {f"usr/include/{file.relative_to(ROOT / folder)}" for folder in folders for file in (ROOT / folder / "tocca").rglob("*.hpp")}


def of_each_package(check):
    @functools.wraps(check)
    def test(self):
        for package in self.packages.values():
            with self.subTest(package=package.name):
                check(self, package)

    return test


class Contents(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.packages = package_files.packages()

    def package(self, name):
        if name not in self.packages:
            self.assertFalse(RELEASED, f"{name} is missing")
            self.skipTest(f"this build has no {name}")
        return self.packages[name]

    def assert_holds(self, name, files):
        """The package has these files, its documents, and no other."""
        package = self.package(name)
        documents = {f"usr/share/doc/{name}/{file}" for file in ("copyright", "changelog.gz", "changelog.Debian.gz")}
        self.assertEqual(set(package.contents), set(files) | documents)

    def test_every_part_of_the_build_has_its_package(self):
        self.assertLessEqual({"tocca-audit", "libtocca-dev"}, set(self.packages))
        self.assertLessEqual(set(self.packages), ALL)
        if RELEASED:
            self.assertEqual(set(self.packages), ALL)

    def test_the_program_has_its_page_and_completions(self):
        self.assert_holds("tocca", {
            "usr/bin/tocca", "usr/share/man/man1/tocca.1.gz", "usr/share/bash-completion/completions/tocca",
            "usr/share/zsh/vendor-completions/_tocca", "usr/share/fish/vendor_completions.d/tocca.fish",
        })

    def test_the_auditor_is_alone(self):
        self.assert_holds("tocca-audit", {"usr/bin/tocca-audit", "usr/share/man/man1/tocca-audit.1.gz"})
        package = self.package("tocca-audit")
        self.assertLessEqual(package.names_in("Depends"), C_AND_CPP)
        self.assertFalse({"Recommends", "Suggests", "Pre-Depends"} & set(package.fields))
        needed = set(re.findall(r"Shared library: \[(.*?)\]", package.readelf("usr/bin/tocca-audit", "--dynamic")))
        self.assertLessEqual(needed, {"libc.so.6", "libm.so.6", "libgcc_s.so.1", "libstdc++.so.6", "ld-linux-x86-64.so.2"})

    def test_the_part_for_mpi_is_a_package_of_its_own(self):
        self.assert_holds("tocca-mpi", {f"{LIBDIR}/tocca/tocca_mpi.so"})
        self.assertIn("libopenmpi3", self.package("tocca-mpi").names_in("Depends"))
        self.assertNotIn("libopenmpi3", self.package("tocca").names_in("Depends"))

    def test_the_library_has_all_public_headers_and_no_other(self):
        package = self.package("libtocca-dev")
        found = {name for name in package.contents if name.startswith("usr/include/")}
        self.assertEqual(found, headers("include", "audit/include"))
        self.assertGreater(len(found), 70)

    def test_the_library_can_be_found_by_cmake_and_pkg_config(self):
        package = self.package("libtocca-dev")
        rest = {name for name in package.contents if not name.startswith(("usr/include/", "usr/share/doc/"))}
        libraries = LIBRARIES if RELEASED else [part for part in LIBRARIES if (BUILD / f"src/libtocca{part}.a").exists() or part == "_audit"]
        expected = {f"{LIBDIR}/libtocca{part}.a" for part in libraries}
        expected |= {f"{LIBDIR}/pkgconfig/tocca{part.replace('_', '-')}.pc" for part in libraries}
        expected |= {f"{LIBDIR}/cmake/tocca/tocca{part}.cmake" for part in ("Config", "ConfigVersion", "Targets")}
        self.assertEqual({name for name in rest if "Targets-" not in name}, expected)
        self.assertEqual(len([name for name in rest if "Targets-" in name]), 1)  # of the type of the build

    def test_the_library_asks_for_what_its_targets_name(self):
        package = self.package("libtocca-dev")
        targets = b"".join(content for name, content in package.contents.items() if name.endswith(".cmake")).decode()
        wanted = {"Eigen3::Eigen": "libeigen3-dev", "TBB::tbb": "libtbb-dev", "hwy::hwy": "libhwy-dev", "tinyxml2::tinyxml2": "libtinyxml2-dev",
                  "nlohmann_json::nlohmann_json": "nlohmann-json3-dev", "fmt::fmt": "libfmt-dev", "yaml-cpp": "libyaml-cpp-dev", "libepoxy.so": "libepoxy-dev"}
        self.assertEqual({wanted[word] for word in wanted if word in targets}, package.names_in("Depends"))

    def test_what_needs_ompl_is_a_package_of_its_own(self):
        package = self.package("libtocca-ompl-dev")
        expected = headers("adapters/ompl/include") | {f"{LIBDIR}/libtocca_ompl.a", f"{LIBDIR}/pkgconfig/tocca-ompl.pc"}
        expected |= {name for name in package.contents if re.fullmatch(f"{LIBDIR}/cmake/tocca/toccaOmplTargets(-\\w+)?.cmake", name)}
        self.assert_holds("libtocca-ompl-dev", expected)
        self.assertEqual(package.names_in("Depends"), {"libtocca-dev", "libompl-dev"})

    def test_python_finds_the_package_and_knows_its_version(self):
        place = "usr/lib/python3/dist-packages"
        package = self.package("python3-tocca")
        (module,) = [name for name in package.contents if name.endswith(".so")]
        self.assertRegex(module, rf"^{place}/tocca/_engine\.cpython-3\d+-[\w-]+\.so$")
        folder = f"{place}/tocca-{VERSION}.dist-info"
        parts = {f"{place}/tocca/{file}" for file in ("__init__.py", "_engine.pyi", "batch.py", "py.typed")}
        self.assert_holds("python3-tocca", {module, *parts, f"{folder}/METADATA", f"{folder}/WHEEL", f"{folder}/top_level.txt"})
        self.assertIn(f"\nVersion: {VERSION}\n", package.contents[f"{folder}/METADATA"].decode())
        minor = int(re.search(r"cpython-3(\d+)", module)[1])
        for asked in (f"python3 (>= 3.{minor}~)", f"python3 (<< 3.{minor + 1})", "python3-numpy"):
            self.assertIn(asked, package.fields["Depends"])
        self.assertLessEqual({"postinst", "prerm"}, set(package.control))  # which compile, and remove what was compiled

    @of_each_package
    def test_fields_are_what_debian_expects(self, package):
        version = self.packages["tocca-audit"].fields["Version"]
        self.assertEqual(package.fields["Version"], version)
        self.assertTrue(version == f"{VERSION}-1" or version.startswith(f"{VERSION}~"), version)
        self.assertEqual(package.fields["Architecture"], package_files.run("dpkg", "--print-architecture").decode().strip())
        self.assertRegex(package.fields["Maintainer"], r"^.+ <\S+@\S+>$")
        self.assertEqual(package.fields["Priority"], "optional")
        self.assertIn(package.fields["Section"], ("science", "libdevel", "python"))
        synopsis, _, more = package.fields["Description"].partition("\n")
        self.assertLess(len(synopsis), 70)
        self.assertNotRegex(synopsis, r"(?i)^(a|an|the|tocca)\b|\.$")
        self.assertGreater(len(more), 150)
        self.assertTrue(all(len(line) <= 81 for line in more.splitlines()), more)
        for field in ("Depends", "Recommends", "Suggests"):
            for asked in re.findall(r"[\w-]*tocca[\w-]*[^,]*", package.fields.get(field, "")):
                self.assertRegex(asked, rf"\(= {re.escape(version)}\)$")

    @of_each_package
    def test_files_belong_to_root_and_have_plain_modes(self, package):
        for name, member in package.members.items():
            program = member.isdir() or name.startswith("usr/bin/")
            self.assertEqual((oct(member.mode), member.uid, member.gid), (oct(0o755 if program else 0o644), 0, 0), name)
            self.assertTrue(member.isdir() or member.isfile(), name)

    @of_each_package
    def test_digests_are_those_of_the_files(self, package):
        lines = package.control["md5sums"].decode().splitlines()
        self.assertEqual({tuple(line.split("  ", 1)) for line in lines},
                         {(hashlib.md5(content).hexdigest(), name) for name, content in package.contents.items()})

    @of_each_package
    def test_pages_are_compressed_and_are_pages(self, package):
        for name, content in package.contents.items():
            if "/man/" in name:
                page = gzip.decompress(content).decode()
                self.assertIn(f'"tocca {VERSION}"', page.splitlines()[0])
                self.assertIn(".SH NAME\n" + name.split("/")[-1].removesuffix(".1.gz").replace("-", "\\-") + " \\- ", page)

    @of_each_package
    def test_changelogs_are_those_of_this_version(self, package):
        folder = f"usr/share/doc/{package.name}"
        self.assertEqual(gzip.decompress(package.contents[f"{folder}/changelog.gz"]), (ROOT / "CHANGELOG.md").read_bytes())
        with tempfile.NamedTemporaryFile() as file:
            file.write(gzip.decompress(package.contents[f"{folder}/changelog.Debian.gz"]))
            file.flush()
            told = subprocess.run(["dpkg-parsechangelog", "-l", file.name], check=True, capture_output=True, text=True)
        self.assertEqual(told.stderr, "")
        self.assertIn(f"\nVersion: {package.fields['Version']}\n", told.stdout)
        self.assertIn(f"\nMaintainer: {package.fields['Maintainer']}\n", told.stdout)

    @of_each_package
    def test_the_licence_of_everything_inside_is_there(self, package):
        plain = lambda text: " ".join(re.sub(r"^ \.?", "", text, flags=re.M).split())
        terms = (ROOT / "LICENSE").read_text(encoding="utf-8").partition("Redistribution and use")
        text = package.contents[f"usr/share/doc/{package.name}/copyright"].decode()
        self.assertTrue(plain(terms[1] + terms[2]) in plain(text), "the terms of LICENSE are not in the copyright")
        named = re.findall(r"^Comment: (.*?)(?: \(|,)", text, re.M)
        inside = json.loads((ROOT / "web/package.json").read_text(encoding="utf-8"))["dependencies"]
        for library in (*inside, "Eigen", "CLI11", "JSON for Modern C++", "pybind11", "Highway"):  # pages, and headers that are compiled in
            self.assertIn(library, named)

    @of_each_package
    def test_binaries_are_stripped_and_safe(self, package):
        for name, content in package.binaries():
            sections = package.readelf(name, "--sections")
            self.assertNotRegex(sections, r"\.debug_|\.symtab", name)
            self.assertNotRegex(package.readelf(name, "--segments"), r"GNU_STACK.*RWE", name)
            dynamic = package.readelf(name, "--dynamic")
            self.assertNotRegex(dynamic, "RPATH|RUNPATH", name)
            if RELEASED:
                self.assertRegex(dynamic, r"FLAGS.*NOW", name)
                self.assertNotIn(str(ROOT).encode(), content, name)
        for name, content in package.contents.items():
            if name.endswith(".a"):
                self.assertNotIn(".debug_", package.readelf(name, "--sections"), name)

    @of_each_package
    def test_texts_know_nothing_of_where_they_were_built(self, package):
        for name, content in package.contents.items():
            if name.endswith((".cmake", ".pc", ".hpp", ".py", "METADATA")):
                self.assertNotIn(str(ROOT), content.decode(), name)
                self.assertFalse(RELEASED and not name.endswith(".hpp") and b"TOCCA_CHECKED" in content, name)


if __name__ == "__main__":
    unittest.main()
