#!/usr/bin/env python3
"""built_with_program.py BUILD_DIR: whoever built the program alone, as ./dev demo does, can install.

What cmake --install asks for is made when CMake runs, is optional, or is made by a command of the target tocca_cli. The build is
asked for its commands, and not run: a build of the program alone would take minutes.
"""
import pathlib
import re
import subprocess
import sys

INSTALL = re.compile(r'file\(INSTALL DESTINATION "[^"]*" TYPE (\w+)((?: [A-Z_]+)*)(?: RENAME "[^"]*")? FILES((?:\s+"[^"]*")+)')


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    commands = subprocess.run(["ninja", "-C", str(build), "-t", "commands", "tocca_cli"], check=True, capture_output=True, text=True).stdout
    wanted, missing = 0, []
    for script in build.rglob("cmake_install.cmake"):
        for kind, options, files in INSTALL.findall(script.read_text(encoding="utf-8")):
            for file in re.findall(r'"([^"]*)"', files):
                path = pathlib.Path(file)
                if kind == "DIRECTORY" or "OPTIONAL" in options or build not in path.parents:
                    continue
                wanted += 1
                name = str(path.relative_to(build))
                configured = path.suffix in (".cmake", ".pc")
                if not configured and not re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w.-])", commands):
                    missing.append(name)
    if wanted < 5:
        sys.exit(f"only {wanted} files to install were found: what CMake writes has changed, and this test must follow")
    if missing:
        sys.exit("cmake --install wants what the target tocca_cli does not make: " + ", ".join(missing))
    print(f"{wanted} files to install are made with the program")


if __name__ == "__main__":
    main()
