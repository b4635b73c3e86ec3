#!/usr/bin/env python3
"""check_names.py [ROOT]: fails if two files define a type of the same name in the same namespace.

Neither compiler nor linker says so, and the program then runs either one's inline functions on the other's data. Unnamed
namespaces are exempt. Tests and benchmarks are linked by folder: theirs are compared within it and with the library's.
"""
import pathlib
import re
import sys

TOKEN = re.compile(
    r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|//[^\n]*|/\*.*?\*/|^[ \t]*#(?:\\\n|[^\n])*'
    r"|(?P<namespace>\bnamespace\b[^{;=]*\{)"
    r"|(?P<type>\b(?:struct|class|union|enum(?:\s+class)?)\s+(?:alignas\([^)]*\)\s*)?(?P<name>[A-Za-z_]\w*)\s*"
    r"(?:final\s*)?(?::[^:;{()][^;{()]*)?\{)"
    r"|(?P<open>\{)|(?P<close>\})",
    re.S | re.M,
)


def types(text):
    """(line, qualified name) of each type defined directly in named namespaces."""
    scopes = []  # the names of open namespaces; None for any other brace, "" for an unnamed namespace
    for match in TOKEN.finditer(text):
        if match["namespace"]:
            scopes.append(match["namespace"].removeprefix("namespace").rstrip("{").strip())
        elif match["type"]:
            if None not in scopes and "" not in scopes:
                before = text[: match.start()].rstrip()
                if not before.endswith(">"):  # a specialisation's or template's name is its arguments' too
                    yield text.count("\n", 0, match.start()) + 1, "::".join([*scopes, match["name"]])
            scopes.append(None)
        elif match["open"]:
            scopes.append(None)
        elif match["close"] and scopes:
            scopes.pop()


def linked_with(path, root):
    """What shares a program with this file: the library and all that is built on it, or one folder of tests."""
    parts = path.relative_to(root).parts
    return "/".join(parts[:-1]) if parts[0] in ("tests", "bench", "examples") else ""


def duplicates(root):
    seen = {}
    for folder in ("include", "src", "apps", "adapters", "bindings", "tests", "bench", "examples"):
        for path in sorted((root / folder).rglob("*.[ch]pp")):
            program = linked_with(path, root)
            for line, name in types(path.read_text(encoding="utf-8")):
                place = f"{path.relative_to(root)}:{line}"
                first = seen.get((program, name)) or seen.get(("", name))
                if first:
                    yield f"{place}: {name} is also defined at {first}"
                seen.setdefault((program, name), place)


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__ + "/../..").resolve()
    found = list(duplicates(root))
    for line in found:
        print(line)
    print(f"names: {len(found)} defined twice" if found else "names: clean")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
