#!/usr/bin/env python3
"""check_release.py [ROOT]: fails if the commit that is checked out is not ready to be released, and says why, item by item of the list in docs/releasing.md.

Nothing is built: the packages must be there already (./dev package --test).
"""
import datetime
import json
import pathlib
import re
import subprocess
import sys

PACKAGES = ["libtocca-dev", "libtocca-ompl-dev", "python3-tocca", "tocca", "tocca-audit", "tocca-mpi"]
HEADERS = ["include/tocca", "audit/include/tocca", "adapters/ompl/include/tocca"]  # what users include


class Release:
    """A checked-out commit, and what several items ask of it."""

    def __init__(self, root):
        self.root = root
        self.version = re.search(r"project\(tocca VERSION (\d+\.\d+\.\d+)\b", self.text("CMakeLists.txt"))[1]
        self.numbers = tuple(int(part) for part in self.version.split("."))

    def text(self, name):
        return (self.root / name).read_text(encoding="utf-8")

    def git(self, *words):
        return subprocess.run(["git", "-C", str(self.root), *words], check=True, capture_output=True, text=True).stdout

    def tags(self):
        """The versions that were released, and their tags."""
        names = [name for name in self.git("tag", "--list", "v*").split() if re.fullmatch(r"v\d+\.\d+\.\d+", name)]
        return {tuple(int(part) for part in name[1:].split(".")): name for name in names}

    def is_tagged(self):
        return f"v{self.version}" in self.git("tag", "--points-at", "HEAD").split()


def check_version(release):
    """Every file that states the version states this one."""
    for name in ("web/package.json", "web/package-lock.json"):
        told = json.loads(release.text(name))["version"]
        if told != release.version:
            yield f"{name} says {told}, CMakeLists.txt {release.version}"
    project = release.text("pyproject.toml")
    if not re.search(r'^dynamic = \[.*"version".*\]', project, re.M) or re.search(r"^version\s*=", project, re.M):
        yield "pyproject.toml states a version of its own: setup.py takes it from CMakeLists.txt"
    if r"project\(tocca VERSION" not in release.text("setup.py"):
        yield "setup.py does not take the version from CMakeLists.txt"


def check_changelog(release):
    """The first section of the changelog is that of this version, has a date, and is not empty."""
    first, *earlier = re.split(r"^## ", release.text("CHANGELOG.md"), flags=re.M)[1:]
    heading, _, lines = first.partition("\n")
    match = re.fullmatch(r"(\S+) \((\d{4}-\d\d-\d\d)\)", heading.strip())
    if not match:
        yield f"CHANGELOG.md: '## {heading}' should be '## {release.version} (YYYY-MM-DD)'"
        return
    if match[1] != release.version:
        yield f"CHANGELOG.md begins with {match[1]}, not with {release.version}"
    dates = [match[2], *re.findall(r"^\S+ \((\d{4}-\d\d-\d\d)\)", "\n".join(section.partition("\n")[0] for section in earlier), re.M)]
    if dates[0] > datetime.date.today().isoformat() or dates != sorted(dates, reverse=True):
        yield f"CHANGELOG.md: {dates[0]} is in the future, or before the release before it"
    if not re.search(r"^- \S", lines, re.M):
        yield f"CHANGELOG.md says nothing about {release.version}"


def check_soname(release):
    """Shared libraries change their names, and find_package its mind, when the policy says so."""
    minor = "${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}"
    wanted, compatible = (minor, "SameMinorVersion") if release.numbers[0] == 0 else ("${PROJECT_VERSION_MAJOR}", "SameMajorVersion")
    told = re.search(r"SOVERSION (\S+)\)", release.text("cmake/ToccaTargets.cmake"))
    if not told or told[1] != wanted:
        yield f"cmake/ToccaTargets.cmake: SOVERSION of {release.version} should be {wanted}"
    told = re.search(r"COMPATIBILITY (\w+)\)", release.text("cmake/ToccaInstall.cmake"))
    if not told or told[1] != compatible:
        yield f"cmake/ToccaInstall.cmake: COMPATIBILITY of {release.version} should be {compatible}"


def plain(code):
    """Code without comments and layout. A // inside a string only hides what follows it on its line: at worst a change is not seen to be one of the text alone."""
    return " ".join(re.sub(r"//[^\n]*", "", code).split())


def headers_of(release, commit):
    names = release.git("ls-tree", "-r", "--name-only", commit, "--", *HEADERS).split()
    return {name: plain(release.git("show", f"{commit}:{name}")) for name in names}


def check_interface(release):
    """Public headers differ from those of the release before by no more than the version admits."""
    before = max((numbers for numbers in release.tags() if numbers < release.numbers), default=None)
    if before is None:
        return
    patch = release.numbers[:2] == before[:2]
    minor = release.numbers[0] == before[0] > 0
    if not patch and not minor:
        return  # anything may have changed
    old, new = headers_of(release, release.tags()[before]), headers_of(release, "HEAD")
    last = ".".join(str(part) for part in before)
    for name in sorted(old.keys() - new.keys()):
        yield f"{name} was in {last} and is gone: raise the {'major' if release.numbers[0] else 'minor'} version"
    for name in sorted(name for name in new if patch and new[name] != old.get(name)):
        yield f"{name} is not that of {last}: raise the minor version"


def check_licences(release):
    """The licence of tocca, and of all that is inside its packages, goes with them."""
    words = lambda text: " ".join(re.sub(r"^ \.?", "", text, flags=re.M).split())
    _, begin, terms = release.text("LICENSE").partition("Redistribution and use")
    copyright_file = release.text("cmake/packages/copyright")
    if not begin or words(begin + terms) not in words(copyright_file):
        yield "cmake/packages/copyright lacks the terms of LICENSE"
    for library in json.loads(release.text("web/package.json"))["dependencies"]:
        if not re.search(rf"^Comment: {re.escape(library)}\b", copyright_file, re.M):
            yield f"cmake/packages/copyright does not name {library}, which is part of every page"


def check_commit(release):
    """Nothing is changed and not committed, and the version's tag is free, or here."""
    changed = release.git("status", "--porcelain").splitlines()
    if changed:
        yield f"{len(changed)} files are not committed: {changed[0][3:]} ..."
    tag = release.tags().get(release.numbers)
    if tag and not release.is_tagged():
        yield f"{tag} is another commit: {release.version} has been released"


def check_packages(release):
    """build/packages has the packages of this commit, and no others."""
    commit = release.git("rev-parse", "HEAD").strip()
    found = {}
    for file in sorted((release.root / "build/packages").glob("*.deb")):
        name, version, _ = file.stem.split("_")
        found[name] = version
    for name in sorted(set(PACKAGES) ^ set(found)):
        yield f"build/packages: {name} is {'missing' if name in PACKAGES else 'a stranger'}; ./dev package --test makes them"
    for name, version in found.items():
        build = re.fullmatch(rf"{re.escape(release.version)}(?:~\d{{14}}\.([0-9a-f]{{7,40}}))?-1", version)
        if not build or (commit.startswith(build[1]) if build[1] else release.is_tagged()) is not True:
            yield f"build/packages: {name} {version} is not of this commit; ./dev package --test makes it"


def check_list(release):
    """docs/releasing.md lists these items, and no others."""
    listed = re.findall(r"^\| `([a-z]+)` \|", release.text("docs/releasing.md").partition("## The list")[2], re.M)
    if listed != list(CHECKS):
        yield f"docs/releasing.md lists {', '.join(listed)}; what is checked: {', '.join(CHECKS)}"


CHECKS = {
    "version": check_version,
    "changelog": check_changelog,
    "soname": check_soname,
    "interface": check_interface,
    "licences": check_licences,
    "commit": check_commit,
    "packages": check_packages,
    "list": check_list,
}


def main():
    if len(sys.argv) > 2 or sys.argv[-1].startswith("-"):
        sys.exit(__doc__)
    release = Release(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__ + "/../..").resolve())
    bad = 0
    for name, check in CHECKS.items():
        problems = list(check(release))
        bad += len(problems)
        print(f"{name}: {'no' if problems else 'yes'}", *problems, sep="\n    ")
    print(f"{release.version}: " + (f"not ready, {bad} problems" if bad else "ready"))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
