#!/usr/bin/env python3
"""run.py PROGRAM [--sanitized] [--only TEXT] [--keep FOLDER]: gives the program hundreds of malformed files.

Each must end with exit code 2 and one line on stderr that names the file: no crash, no sanitizer report, bounded time and
memory. See case.py for the rules and the other modules for the files.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

import damage
import meshes
import problems
import robots
import scenes
import screws
from case import Folder, judge

SECONDS = 20  # an ordinary case takes milliseconds; this is for slow machines and sanitizers
MEMORY = 2 << 30  # address space; a promise of 10^12 vertices must not be believed
CORPUS = pathlib.Path(__file__).resolve().parent.parent / "fuzz" / "corpus"
SMALL_SCENE = '{"objects":[{"name":"o","geometry":{"sphere":1}},{"name":"cart","geometry":{"box":[1,1,1]}}]}'


def make_files(path):
    folder = Folder(path)
    folder.write("r.urdf", robots.robot(robots.link("a", robots.BOX), robots.link("b", robots.BOX), robots.joint("j", "a", "b")))
    folder.write("all_joints.urdf", (CORPUS / "urdf/all_joints.urdf").read_bytes())
    folder.write("m.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    folder.write("s.json", SMALL_SCENE)
    folder.write("p.csv", "j\n0\n1\n")
    robots.add_all(folder)
    meshes.add_all(folder)
    scenes.add_all(folder)
    problems.add_all(folder)
    screws.add_all(folder)
    damage.add_all(folder, CORPUS)
    return folder


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def run(program, case, sanitized, folder):
    try:
        # Standard input is closed and the working folder is the cases' own: a file that is written shows up there.
        done = subprocess.run([os.fsencode(program), *map(os.fsencode, case.arguments)], stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=SECONDS, cwd=folder,
                              preexec_fn=None if sanitized else limit_memory)
    except subprocess.TimeoutExpired:
        return f"takes longer than {SECONDS} s", ""
    err = done.stderr.decode("utf-8", "replace")
    return judge(case, done.returncode, done.stdout.decode("utf-8", "replace"), err, sanitized), err


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--sanitized", action="store_true", help="sanitizers reserve terabytes of address space: no limit")
    parser.add_argument("--only", default="", help="cases whose name contains this")
    parser.add_argument("--keep", help="leave the files in this folder")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = make_files(options.keep or temporary)
        cases = [case for case in folder.cases if options.only in case.name]
        if os.environ.get("TOCCA_FAST"):  # as everywhere, a part of the cases; sanitizers make each start of the program slow
            cases = cases[::4]
        program = os.path.abspath(options.program)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(lambda case: run(program, case, options.sanitized, folder.path), cases))
        failed = 0
        for case, (complaint, err) in zip(cases, results):
            if complaint:
                failed += 1
                print(f"FAILED {case.name}: {complaint}\n    tocca {' '.join(map(repr, case.arguments))[:300]}\n    {err[:600]!r}")
        count = collections.Counter(case.outcome for case in cases)
        print(f"{len(cases)} cases ({dict(count)}), {failed} failed")
        return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
