#!/usr/bin/env python3
"""check_layers.py [ROOT]: fails if a file includes a layer that its own layer may not use, or a layer folder lacks a README.

The table is DESIGN's section 4: "may use" is transitive, and an arrow never points up or sideways.
"""
import pathlib
import re
import sys

MAY_USE = {
    "core": [],
    "verdict": ["core"],
    "shape": ["core"],
    "model": ["shape"],
    "motion": ["shape", "model"],
    "broad": ["motion", "verdict"],
    "sweep": ["motion", "broad", "verdict"],
    "contact": ["motion", "verdict"],
    "query": ["broad", "sweep", "contact"],
    "audit": ["motion", "verdict"],
    "plan": ["query"],
    "io": ["model", "motion", "verdict"],
    "scenes": ["io", "query"],
    "report": ["io", "query"],
}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]tocca/([a-z]+)/', re.MULTILINE)


def reachable(layer):
    """The layers that `layer` may include: itself and, transitively, what its row names."""
    seen, todo = {layer}, list(MAY_USE[layer])
    while todo:
        below = todo.pop()
        if below not in seen:
            seen.add(below)
            todo.extend(MAY_USE[below])
    return seen


def breaches(root):
    for top in ("src", "include/tocca"):
        for folder in sorted(p for p in (root / top).iterdir() if p.is_dir()):
            layer = folder.name
            if layer not in MAY_USE:
                yield f"{folder}: no such layer; add it to tools/check_layers.py and docs/architecture.md"
                continue
            if top == "src" and not (folder / "README.md").is_file():
                yield f"{folder}: no README.md (what comes in, what goes out, what may fail)"
            for file in sorted(folder.rglob("*.[ch]pp")):
                for used in INCLUDE.findall(file.read_text(encoding="utf-8")):
                    if used not in reachable(layer):
                        yield f"{file}: layer '{layer}' may not include '{used}'"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__ + "/../..").resolve()
    found = list(breaches(root))
    for line in found:
        print(line)
    print(f"layers: {len(found)} breaches" if found else "layers: clean")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
