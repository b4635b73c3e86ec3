#!/usr/bin/env python3
"""check_layers.py [ROOT]: fails if a file includes a room that its own room may not see, a room lacks a README, or there are too many public headers.

The table is that of docs/architecture.md: one chain that everybody uses, then rooms that see the chain and what their row names, programs,
which see all rooms, and the auditor, which sees itself alone. A public header includes public headers only, and so do examples and adapters: they stand for a user's program.
"""
import pathlib
import re
import sys

CHAIN = ["core", "verdict", "shape", "model", "motion", "sweep", "contact"]  # each sees all to its left
ROOMS = {  # what each sees besides the chain
    "check": ["deformable"],
    "world": ["deformable"],
    "deformable": [],
    "screw": [],
    "tool": ["deformable"],
    "plan": ["check", "deformable"],
    "certificate": ["check", "audit"],
    "io": ["check", "world", "deformable", "screw", "tool", "plan"],
    "batch": ["check", "io", "audit"],
    "scenes": ["check", "deformable", "io"],
    "report": ["check", "world", "deformable", "screw", "tool", "io"],
}
SEES = {room: set(CHAIN[: i + 1]) for i, room in enumerate(CHAIN)}
SEES |= {room: {room, *CHAIN, *others} for room, others in ROOMS.items()}
SEES["audit"] = {"audit"}  # in a folder of its own beside src; the independent verifier uses nothing that it verifies
MOST_PUBLIC = 75  # headers: what a user can still survey; one more is a reason to look for one that nobody calls
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])((?:tocca/)?)([a-z]+)/[^">]*[">]', re.MULTILINE)


def includes(file):
    """(room, whether the header is public) of each header of the project that a file names from the root of its rooms."""
    for quote, public, room in INCLUDE.findall(file.read_text(encoding="utf-8")):
        if public or quote == '"':
            yield room, bool(public)


def breaches_of_room(folder, is_public):
    room = folder.name
    if room not in SEES:
        yield f"{folder}: no such room; add it to tools/check_layers.py and docs/architecture.md"
        return
    if not is_public and not (folder / "README.md").is_file():
        yield f"{folder}: no README.md (what comes in, what goes out, what may fail)"
    for file in sorted(folder.rglob("*.[ch]pp")):
        for used, used_is_public in includes(file):
            if used not in SEES[room]:
                yield f"{file}: room '{room}' may not see '{used}'"
            elif is_public and not used_is_public:
                yield f"{file}: a public header may not include the private '{used}/'"


def breaches(root):
    for top in ("src", "include/tocca"):
        for folder in sorted(p for p in (root / top).iterdir() if p.is_dir()):
            yield from breaches_of_room(folder, is_public=top != "src")
    if (root / "audit").is_dir():
        yield from breaches_of_room(root / "audit", is_public=False)
    public = len(list((root / "include/tocca").rglob("*.hpp")))
    if public > MOST_PUBLIC:
        yield f"include/tocca: {public} public headers, at most {MOST_PUBLIC}; what users do not call lies beside its sources"
    for top in ("adapters", "examples"):
        for file in sorted((root / top).rglob("*.[ch]pp")):
            for used, is_public in includes(file):
                if not is_public and used in SEES:
                    yield f"{file}: a user's program may not include the private '{used}/'"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__ + "/../..").resolve()
    found = list(breaches(root))
    for line in found:
        print(line)
    print(f"layers: {len(found)} breaches" if found else "layers: clean")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
