#!/usr/bin/env python3
"""unity_groups.py SIZE FILE...: which sources can be compiled as one (docs/decisions/0030); prints a line for each group.

Compiled as one, files see each other's unnamed namespaces. Two files share a group only if no name in the unnamed namespaces
of one is declared in those of the other, or called there, or declared in a header that the other reads; nor may a constant
or macro of one occur in the other at all, where a local name could shadow it. What looks like a collision counts as one.
A group stays within a folder, whose files read much the same headers, and has at most SIZE files.
"""
import functools
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)
UNNAMED = re.compile(r"^namespace \{$(.*?)^\}  // namespace$", re.S | re.M)
# A declaration opens a line, as clang-format leaves it, and its name comes before its body, its value or its end.
DECLARATION = re.compile(r"^(?:template <[^\n]*\n)?([A-Za-z][^{;=]*)[{;=]", re.M)
TYPE = re.compile(r"(?:struct|class|union|enum class|enum|concept|using)\s+(?:alignas\([^)]*\)\s*)?(\w+)")
TEST = re.compile(r"[A-Z_]*TEST[A-Z_]*\((\w+),\s*(\w+)")
USING = re.compile(r"^(?:using namespace [\w:]+|using [\w:]+::(\w+)|namespace (\w+) = [\w:]+);", re.M)


def name_of(declaration):
    """The name that a declaration introduces, and what it is the name of."""
    if found := TEST.match(declaration):
        return "_".join(found.groups()), "function"
    if found := TYPE.match(declaration):
        return found[1], "type"
    before_arguments, *arguments = re.split(r"[(\[]", re.sub(r"<[^()]*>", " ", declaration), maxsplit=1)
    return before_arguments.split()[-1], "function" if arguments and "[" not in declaration else "variable"


def declared(code):
    return [name_of(found[1]) for found in DECLARATION.finditer(code) if not found[1].startswith("static_assert")]


@functools.cache
def text_of(path):
    return path.read_text(encoding="utf-8")


@functools.cache
def included_by(path):
    """The project's headers that a file names."""
    found = set()
    for name in re.findall(r'^#include "([^"]+)"', text_of(path), re.M):
        for folder in (path.parent, ROOT / "include", ROOT / "src", ROOT / "apps/cli", ROOT / "tests", ROOT / "adapters/ompl/include"):
            if (folder / name).is_file():
                found.add((folder / name).resolve())
                break
    return found


@functools.cache
def declared_by(header):
    """Namespace and name of what a header declares."""
    found, scopes = set(), [""]
    for part in re.split(r"^((?:inline )?namespace [\w:]+ \{|\}  // namespace.*)$", text_of(header), flags=re.M):
        if opened := re.match(r"(?:inline )?namespace ([\w:]+) \{", part):
            scopes.append(f"{scopes[-1]}::{opened[1]}")
        elif part.startswith("}  // namespace"):
            scopes.pop()
        else:
            found |= {(scopes[-1], name) for name, _ in declared(NOT_CODE.sub(" ", part))}
    return frozenset(found)


class Source:
    def __init__(self, name):
        self.name = name
        self.path = pathlib.Path(name).resolve()
        code = NOT_CODE.sub(" ", text_of(self.path))
        self.words = set(re.findall(r"[A-Za-z_]\w*", code))
        self.calls = set(re.findall(r"(?<![\w.:>])(\w+)\(", code))
        own = [found for part in UNNAMED.findall(text_of(self.path)) for found in declared(USING.sub("", NOT_CODE.sub(" ", part)))]
        own += [(name, "type") for name in re.findall(r"^using (\w+) =", code, re.M)]
        self.variables = {name for name, kind in own if kind == "variable"} | set(re.findall(r"^#define (\w+)", code, re.M))
        self.others = {name for name, kind in own if kind != "variable"}
        types = {name for name, kind in own if kind == "type"}
        # Of a class with a name that others could know, g++ wants no member of an unnamed namespace but in a file of its own.
        bodies = re.findall(r"^(?:struct|class) \w+::\w+[^;{]*\{.*?^\};", code, re.S | re.M)
        self.alone = any(types & set(re.findall(r"\w+", body)) for body in bodies)
        self.opened = {found[0]: found[1] or found[2] for found in USING.finditer(code)}
        self.read = self.names_of_headers() | {name for name, _ in declared(USING.sub("", code))}

    def names_of_headers(self):
        """What headers declare where this source finds it unqualified."""
        seen, waiting, names = {self.path}, [self.path], set()
        open_scopes = [statement.split()[2].rstrip(";") for statement, name in self.opened.items() if name is None]
        open_scopes += re.findall(r"^namespace ([\w:]+) \{$", text_of(self.path), re.M)
        while waiting:
            new = included_by(waiting.pop()) - seen
            seen |= new
            waiting += new
            for header in new:
                for scope, name in declared_by(header):
                    if scope in ("", "::tocca") or any(scope.endswith("::" + opened) for opened in open_scopes):
                        names.add(name)
        return names

    def disturbs(self, other):
        if self.alone:
            return True
        taken = other.read | other.others | other.variables
        for statement in self.opened.keys() - other.opened.keys():
            if self.opened[statement] is None or self.opened[statement] in taken | set(other.opened.values()):
                return True  # `using namespace` opens any name
        taken |= set(other.opened.values())
        return bool(self.variables & (other.words | taken) or self.others & (other.calls | taken))


def groups(sources, size):
    found = []
    for source in sources:
        for group in found:
            if len(group) < size and group[0].path.parent == source.path.parent:
                if not any(source.disturbs(member) or member.disturbs(source) for member in group):
                    group.append(source)
                    break
        else:
            found.append([source])
    return found


def main():
    sources = [Source(name) for name in sorted(sys.argv[2:])]
    for group in groups(sources, int(sys.argv[1])):
        print(*(source.name for source in group))


if __name__ == "__main__":
    main()
