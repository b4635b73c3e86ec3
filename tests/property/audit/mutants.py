#!/usr/bin/env python3
"""mutants.py COMPILER SOURCE_DIR BUILD_DIR TEST: small faults in the auditor, one at a time; the test must fail with each.

A mutant is one text of one file of audit/ replaced by another; the file is compiled and linked in front of the library. A text that is
no longer there is an error: the list follows the code.
"""
import pathlib
import shlex
import subprocess
import sys
import tempfile

MUTANTS = [
    ("the tube is dropped", "cover.cpp", "clearance_m + window.tubes", "clearance_m"),
    ("one end only", "cover.cpp", "least(first, last)", "first"),
    ("the other end only", "cover.cpp", "least(first, last)", "last"),
    ("max instead of sum of tubes", "cover.cpp",
     "up(motion.tube(ancestor, frame_a, group_a, a, b) + motion.tube(ancestor, frame_b, group_b, a, b))",
     "std::max(motion.tube(ancestor, frame_a, group_a, a, b), motion.tube(ancestor, frame_b, group_b, a, b))"),
    ("the axis's length is forgotten", "cover.cpp", "(needed < 0.0 ? shortest : length) * needed", "needed"),
    ("no gain of placements", "geometry.cpp", "return root(Interval(1.0) + Interval(off.hi)).hi;", "return 1.0;"),
    ("no gain of axes", "motion.cpp", "return up(1.0 + up(3.0 * off));", "return 1.0;"),
    ("a tube of a sixteenth", "motion.cpp", "up(h * h) * 0.125", "up(h * h) * 0.0625"),
    ("no coupling of joints", "motion.cpp", "up(up(v * s) + up(2.0 * speeds))", "up(v * s)"),
    ("half the coupling of joints", "motion.cpp", "up(2.0 * speeds)", "up(0.5 * speeds)"),
    ("no acceleration of joints", "motion.cpp", "sum = up(sum + up(w * s));", ""),
    ("the body is its centre", "motion.cpp", "up(up(away + radius) + travelled)", "up(away + travelled)"),
    ("sines without their error", "motion.cpp", "radius(turned.sine) + radius(turned.cosine)", "0.0"),
    ("slides without their error", "motion.cpp", "radius(q) + 0x1p-52", "0x1p-52"),
    ("a cone without its disc", "geometry.cpp", "collider.shape == Shape::cylinder ? 2 : 1;\n    item.points",
     "collider.shape == Shape::cylinder ? 2 : 0;\n    item.points"),
    ("a ball without its radius", "geometry.cpp", "item.ball + slack_", "slack_"),
    ("inside one way only", "solids.cpp", "  require_pieces_outside(b, a, where);\n", ""),
    ("inside the other way only", "solids.cpp", "  require_pieces_outside(a, b, where);\n", ""),
    ("rays that see nothing", "solids.cpp", "if (hit == 1) odd = !odd;", ""),
]


def link_command(build, test):
    """The command that links the test, as ninja runs it, with a place for the output."""
    lines = subprocess.run(["ninja", "-C", build, "-t", "commands", test], check=True, stdout=subprocess.PIPE, text=True).stdout
    words = shlex.split(lines.strip().splitlines()[-1])
    words = [word for word in words if word not in (":", "&&")]
    return words, words.index("-o") + 1


def main():
    compiler, source, build, test = sys.argv[1:5]
    audit = pathlib.Path(source, "audit")
    link, output = link_command(build, test)
    survivors = []
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, file, old, new) in enumerate(MUTANTS):
            text = (audit / file).read_text(encoding="utf-8")
            if text.count(old) != 1:
                survivors.append(f"{name}: the text to replace stands {text.count(old)} times in {file}")
                continue
            changed = pathlib.Path(folder, f"mutant_{number}.cpp")
            changed.write_text(text.replace(old, new), encoding="utf-8")
            made = changed.with_suffix(".o")
            subprocess.run([compiler, "-std=c++20", "-O1", "-w", "-fPIC", "-ffp-contract=off", f"-I{source}", f"-I{audit}/include", "-c", str(changed),
                            "-o", str(made)], check=True)
            program = pathlib.Path(folder, f"mutant_{number}")
            command = list(link)
            command[output] = str(program)
            command.insert(1, str(made))  # in front of the library, whose own file is then not asked for
            subprocess.run(command, check=True, cwd=build)
            lives = subprocess.run([str(program), "--gtest_brief=1"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0
            print(f"{'SURVIVES' if lives else 'killed':9s} {name}", flush=True)
            if lives:
                survivors.append(name)
            program.unlink()
    for line in survivors:
        print("alive:", line)
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
