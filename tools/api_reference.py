"""Builds the reference of the public headers with Doxygen into a folder: api_reference.py FOLDER.

Fails on any warning of Doxygen, and where a class, an enumeration or a free function of a header has no comment (docs/decisions/0036).
Exit code 77 where Doxygen is not installed.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as xml

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEADERS = (ROOT / "include", ROOT / "adapters" / "ompl" / "include")


def build(folder):
    """Runs Doxygen; whether it had nothing to complain about."""
    version = re.search(r"VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text().split("project(", 1)[1]).group(1)
    shutil.rmtree(folder / "xml", ignore_errors=True)  # what an earlier run said of headers that are no more
    folder.mkdir(parents=True, exist_ok=True)
    settings = (ROOT / "docs" / "Doxyfile").read_text() + f"PROJECT_NUMBER={version}\nOUTPUT_DIRECTORY={folder.resolve()}\n"
    return subprocess.run(["doxygen", "-"], input=settings, text=True, cwd=ROOT).returncode == 0


def is_described(element):
    return any("".join(element.find(part).itertext()).strip() for part in ("briefdescription", "detaileddescription"))


def shares_a_comment(place):
    """Does a comment stand above it with no empty line between? Neighbours share theirs: above() that of below()."""
    name, line = (place.get("declfile"), place.get("declline")) if place.get("declfile") else (place.get("file"), place.get("line"))
    file = next(folder / name for folder in HEADERS if (folder / name).exists())
    for text in reversed(file.read_text().splitlines()[: int(line)]):
        if not text.strip():
            return False
        if "///" in text:
            return True
    return False


def undocumented(folder):
    """Types and free functions without a comment."""
    for file in sorted((folder / "xml").glob("*.xml")):
        for compound in xml.parse(file).getroot().iter("compounddef"):
            place, name = compound.find("location"), compound.findtext("compoundname")
            if compound.get("kind") in ("class", "struct") and compound.get("prot") == "public" and not is_described(compound):
                yield place, name
            if compound.get("kind") != "namespace":
                continue
            members = [member for member in compound.iter("memberdef") if member.get("kind") in ("function", "enum")]
            told = {member.findtext("name") for member in members if is_described(member)}
            for member in members:
                declared = member.find("location")
                if member.findtext("name") not in told and not (member.get("kind") == "function" and shares_a_comment(declared)):
                    yield declared, f"{name}::{member.findtext('name')}"


def main():
    folder = pathlib.Path(sys.argv[1])
    if not shutil.which("doxygen"):
        print("no doxygen here: the reference is not built")
        return 77
    well = build(folder)
    for place, name in undocumented(folder):
        print(f"{place.get('file')}:{place.get('line')}: {name} has no comment", file=sys.stderr)
        well = False
    return 0 if well else 1


sys.exit(main())
