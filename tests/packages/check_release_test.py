"""The check of releases must bite: in a small copy that is ready, each item is broken in turn, and told."""
import datetime
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES = ["CMakeLists.txt", "CHANGELOG.md", "LICENSE", "pyproject.toml", "setup.py", "web/package.json", "web/package-lock.json", "cmake/ToccaTargets.cmake",
         "cmake/ToccaInstall.cmake", "cmake/packages/copyright", "docs/releasing.md", "tools/check_release.py", "audit/include/tocca/audit/audit.hpp"]
HEADER = "include/tocca/core/small.hpp"
PACKAGES = ["libtocca-dev", "libtocca-ompl-dev", "python3-tocca", "tocca", "tocca-audit", "tocca-mpi"]


@unittest.skipUnless(shutil.which("git"), "git is not here")
class CheckRelease(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.root = pathlib.Path(holder.name)
        for name in FILES:
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.root / name)
        self.write(HEADER, "int small();  // in metres\n")
        self.write(".gitignore", "/build/\n")
        self.set_version("0.2.0")
        self.replace("cmake/ToccaTargets.cmake", r"SOVERSION \S+\)", "SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})")
        self.replace("cmake/ToccaInstall.cmake", r"COMPATIBILITY \w+\)", "COMPATIBILITY SameMinorVersion)")
        self.write("CHANGELOG.md", "# Changelog\n\n## 0.2.0 (2026-01-02)\n- New.\n\n## 0.1.9 (2025-12-31)\n- Old.\n")
        self.git("init", "--quiet")
        self.git("config", "user.name", "tester")
        self.git("config", "user.email", "tester@tocca.invalid")
        self.commit()

    def git(self, *words):
        return subprocess.run(["git", "-C", str(self.root), *words], check=True, capture_output=True, text=True).stdout

    def commit(self):
        """The state of the copy, and packages of it."""
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", "a state")
        self.write_packages(f"{self.version}~20260102030405.{self.git('rev-parse', '--short=9', 'HEAD').strip()}-1")

    def write_packages(self, version):
        shutil.rmtree(self.root / "build", ignore_errors=True)
        for name in PACKAGES:
            self.write(f"build/packages/{name}_{version}_amd64.deb", "")

    def write(self, name, text):
        (self.root / name).parent.mkdir(parents=True, exist_ok=True)
        (self.root / name).write_text(text)

    def replace(self, name, old, new):
        text = (self.root / name).read_text()
        self.assertRegex(text, old)
        self.write(name, re.sub(old, new, text, count=1))

    def set_version(self, version):
        self.version = version
        self.replace("CMakeLists.txt", r"project\(tocca VERSION [0-9.]+", f"project(tocca VERSION {version}")
        for name in ("web/package.json", "web/package-lock.json"):
            self.replace(name, r'"version": "[0-9.]+"', f'"version": "{version}"')

    def release(self, version):
        """The next version, ready but for what the test does."""
        self.set_version(version)
        self.replace("CHANGELOG.md", "## ", f"## {version} (2026-02-03)\n- Newer.\n\n## ")

    def check(self):
        done = subprocess.run([sys.executable, "-B", self.root / "tools/check_release.py"], capture_output=True, text=True, check=False)
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout

    def assert_ready(self):
        code, out = self.check()
        self.assertEqual((code, re.findall(r"^\w+: no.*", out, re.M)), (0, []), out)
        self.assertIn(": ready", out)

    def assert_refused(self, item, problem):
        """This one item is refused, with this problem, and no other."""
        code, out = self.check()
        self.assertEqual((code, re.findall(r"^(\w+): no", out, re.M)), (1, [item]), out)
        self.assertIn(problem, out)

    def test_what_is_ready_is_ready(self):
        self.assert_ready()

    def test_versions_that_differ(self):
        for name in ("web/package.json", "web/package-lock.json"):
            self.replace(name, r'"version": "0.2.0"', '"version": "0.2.1"')
            self.commit()
            self.assert_refused("version", f"{name} says 0.2.1, CMakeLists.txt 0.2.0")
            self.replace(name, r'"version": "0.2.1"', '"version": "0.2.0"')

    def test_python_with_a_version_of_its_own(self):
        self.replace("pyproject.toml", 'dynamic = \\["version"\\]', 'version = "0.2.0"')
        self.commit()
        self.assert_refused("version", "a version of its own")

    def test_a_setup_that_takes_the_version_from_elsewhere(self):
        self.write("setup.py", "version = 1\n")
        self.commit()
        self.assert_refused("version", "setup.py does not take the version")

    def test_a_changelog_without_a_date(self):
        self.replace("CHANGELOG.md", r"0.2.0 \(2026-01-02\)", "0.2.0 (unreleased)")
        self.commit()
        self.assert_refused("changelog", "should be '## 0.2.0 (YYYY-MM-DD)'")

    def test_a_changelog_of_another_version(self):
        self.replace("CHANGELOG.md", "0.2.0", "0.3.0")
        self.commit()
        self.assert_refused("changelog", "begins with 0.3.0, not with 0.2.0")

    def test_a_release_tomorrow_or_before_the_last(self):
        for date in ((datetime.date.today() + datetime.timedelta(days=1)).isoformat(), "2025-12-30"):
            self.replace("CHANGELOG.md", r"0.2.0 \(.*\)", f"0.2.0 ({date})")
            self.commit()
            self.assert_refused("changelog", f"{date} is in the future, or before")

    def test_a_changelog_that_says_nothing(self):
        self.replace("CHANGELOG.md", "- New.\n", "")
        self.commit()
        self.assert_refused("changelog", "says nothing about 0.2.0")

    def test_a_soname_that_promises_too_much(self):
        self.replace("cmake/ToccaTargets.cmake", r"SOVERSION \S+\)", "SOVERSION ${PROJECT_VERSION_MAJOR})")
        self.commit()
        self.assert_refused("soname", "SOVERSION of 0.2.0 should be ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}")

    def test_a_package_for_cmake_that_promises_too_much(self):
        self.replace("cmake/ToccaInstall.cmake", "SameMinorVersion", "SameMajorVersion")
        self.commit()
        self.assert_refused("soname", "COMPATIBILITY of 0.2.0 should be SameMinorVersion")

    def test_sonames_change_their_rule_at_1_0(self):
        self.release("1.0.0")
        self.commit()
        self.assert_refused("soname", "SOVERSION of 1.0.0 should be ${PROJECT_VERSION_MAJOR}")

    def test_a_repair_may_not_change_a_header(self):
        self.git("tag", "v0.2.0")
        self.release("0.2.1")
        self.write(HEADER, "long small();\n")
        self.commit()
        self.assert_refused("interface", f"{HEADER} is not that of 0.2.0: raise the minor version")

    def test_a_repair_may_not_add_a_header(self):
        self.git("tag", "v0.2.0")
        self.release("0.2.1")
        self.write("adapters/ompl/include/tocca/ompl/new.hpp", "int added();\n")
        self.commit()
        self.assert_refused("interface", "new.hpp is not that of 0.2.0")

    def test_a_repair_may_not_lose_a_header(self):
        self.git("tag", "v0.2.0")
        self.release("0.2.1")
        (self.root / HEADER).unlink()
        self.commit()
        self.assert_refused("interface", f"{HEADER} was in 0.2.0 and is gone: raise the minor version")

    def test_a_repair_may_change_comments_and_a_minor_version_everything(self):
        self.git("tag", "v0.2.0")
        self.release("0.2.1")
        self.write(HEADER, "int\nsmall();  // in millimetres, as it always was\n")
        self.commit()
        self.assert_ready()
        self.release("0.3.0")
        (self.root / HEADER).unlink()
        self.commit()
        self.assert_ready()

    def test_from_1_0_a_minor_version_adds_and_takes_nothing_away(self):
        self.replace("cmake/ToccaTargets.cmake", r"SOVERSION \S+\)", "SOVERSION ${PROJECT_VERSION_MAJOR})")
        self.replace("cmake/ToccaInstall.cmake", "SameMinorVersion", "SameMajorVersion")
        self.release("1.0.0")
        self.commit()
        self.git("tag", "v1.0.0")
        self.release("1.1.0")
        self.write("include/tocca/core/new.hpp", "int added();\n")
        self.commit()
        self.assert_ready()
        (self.root / HEADER).unlink()
        self.commit()
        self.assert_refused("interface", f"{HEADER} was in 1.0.0 and is gone: raise the major version")

    def test_terms_that_are_not_those_of_the_licence(self):
        self.replace("LICENSE", "permitted provided", "forbidden provided")
        self.commit()
        self.assert_refused("licences", "lacks the terms of LICENSE")

    def test_a_library_in_the_page_whose_licence_nobody_tells(self):
        self.replace("web/package.json", '"dependencies": {', '"dependencies": {"four": "4.0.0",')
        self.commit()
        self.assert_refused("licences", "does not name four")

    def test_something_that_is_not_committed(self):
        self.write(HEADER, "int small();\n")
        self.assert_refused("commit", f"1 files are not committed: {HEADER}")

    def test_a_version_that_has_been_released(self):
        self.git("tag", "v0.2.0")
        self.commit()
        self.assert_refused("commit", "v0.2.0 is another commit")

    def test_packages_of_another_commit(self):
        hash_ = self.git("rev-parse", "--short=9", "HEAD").strip()
        for version in ("0.2.0~20260102030405.123456789-1", f"0.2.0~20260102030405.{hash_}.changed-1", f"0.1.9~20260102030405.{hash_}-1", "0.2.0~local-1"):
            self.write_packages(version)
            self.assert_refused("packages", f"tocca-mpi {version} is not of this commit")

    def test_packages_that_are_called_released_belong_to_the_tag(self):
        self.write_packages("0.2.0-1")
        self.assert_refused("packages", "tocca 0.2.0-1 is not of this commit")
        self.git("tag", "v0.2.0")
        self.assert_ready()

    def test_packages_missing_and_strange(self):
        name = next((self.root / "build/packages").glob("tocca-audit_*"))
        name.rename(name.with_name(name.name.replace("tocca-audit", "tocca-view")))
        self.assert_refused("packages", "tocca-audit is missing")
        self.assertIn("tocca-view is a stranger", self.check()[1])

    def test_a_list_that_the_script_does_not_know(self):
        self.replace("docs/releasing.md", r"\| `soname` \|", "| `sonnet` |")
        self.commit()
        self.assert_refused("list", "lists version, changelog, sonnet")


if __name__ == "__main__":
    unittest.main()
