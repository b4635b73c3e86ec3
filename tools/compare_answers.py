#!/usr/bin/env python3
"""compare_answers.py OLD NEW: asks two builds of the program the same questions; fails where an answer differs but for times.

For changes that must not change an answer. OLD and NEW are programs; their JSON, exit codes and messages are compared, for the
benchmark scenes and, where TOCCA_MODELS (default ../shared/models) is a folder, for real robots among planning problems.
"""
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
MODELS = pathlib.Path(os.environ.get("TOCCA_MODELS", ROOT.parent / "shared" / "models"))
TIMES = re.compile(r"micros|_us$|_ns$|seconds|_ms$|wall|per_second|machine|time_per")
STRATEGIES = ("tube", "interval", "bisect")


def without_times(value):
    if isinstance(value, dict):
        return {key: without_times(item) for key, item in value.items() if not TIMES.search(key)}
    return [without_times(item) for item in value] if isinstance(value, list) else value


def answer_of(program, arguments, folder):
    done = subprocess.run([program, *map(str, arguments), "--json", "-"], cwd=folder, capture_output=True, text=True, check=False)
    try:
        rows = [without_times(json.loads(done.stdout))]
    except ValueError:  # a row per line
        rows = [without_times(json.loads(line)) if line.startswith("{") else line for line in done.stdout.splitlines()]
    return {"exit": done.returncode, "messages": re.sub(r"[0-9.]+ (us|ms|s)\b", "", done.stderr), "rows": rows}


def head(file, rows):
    short = file.with_name(f"{file.stem}-{rows}{file.suffix}")
    short.write_text("".join(file.read_text().splitlines(keepends=True)[: rows + 1]))
    return short


def robot_scenes(program, folder):
    """Questions about generated scenes: first contacts by every strategy, all contacts, distances, clearance."""
    for name in ("puma-pipes", "irb-cage", "arms-tori", "mannequins"):
        subprocess.run([program, "scene", name, "--out", folder / name], check=True, capture_output=True)
        place = folder / name
        robots = sorted(place.glob("*.urdf"))
        if (place / "problem.json").is_file():
            question = [place / "problem.json"]
        elif len(robots) == 1 and (place / "path.csv").is_file():
            question = [robots[0], place / "scene.json", place / "path.csv"]
        else:
            continue
        for strategy in STRATEGIES:
            yield ["check", *question, "--strategy", strategy]
            yield ["check", *question, "--strategy", strategy, "--any"]
        yield ["check", *question, "--all"]
        yield ["distance", *question]
        yield ["clearance", *question]
        for edges in sorted(place.glob("edges-*deg.csv")):
            for strategy in STRATEGIES:
                yield ["check", robots[0], place / "scene.json", head(edges, 60), "--edges", "--strategy", strategy]


def other_scenes(program, folder):
    """Screws, many bodies, a tool."""
    for name in ("blocks-screw", "tool-hull-1600"):
        subprocess.run([program, "scene", name, "--out", folder / name], check=True, capture_output=True)
    blocks, hull = folder / "blocks-screw", folder / "tool-hull-1600"
    motions = head(blocks / "motions.csv", 2000)
    yield ["screw", blocks / "block.obj", blocks / "l_shape.obj", "--motions", motions]
    yield ["screw", blocks / "block.obj", blocks / "l_shape.obj", "--motions", motions, "--all"]
    yield ["tool", "--tool", hull / "tool.obj", "--mesh", hull / "hull.obj", "--log", head(hull / "samples.csv", 400)]
    yield ["world", "--count", 60, "--steps", 40]
    yield ["world", "--count", 40, "--steps", 20, "--speed", 300, "--continuous"]


def planning_problems(folder):
    """A real robot among the obstacles of planning problems: straight lines between drawn configurations."""
    draw = random.Random(7)
    for file in sorted((MODELS / "problems").glob("*.json")):
        given = json.loads(file.read_text())
        robot = next((MODELS / "robots" / pathlib.Path(given["robot_folder"]).name).rglob("*.urdf"), None)
        if robot is None:
            continue
        problem = given["problems"][0]
        objects = []
        for obstacle in problem["obstacles"]:
            shape = {
                "box": lambda given: {"box": given["size_xyz"]},
                "cylinder": lambda given: {"cylinder": {"radius": given["radius"], "length": given["length_z"]}},
            }[obstacle["type"]](obstacle)
            pose = {"xyz": obstacle["position"], "quat": obstacle["quat_xyzw"]}
            objects.append({"name": f"{obstacle['name']}_{len(objects)}", "geometry": shape, "pose": pose})
        scene = folder / f"{file.stem}_scene.json"
        scene.write_text(json.dumps({"objects": objects}))
        path = folder / f"{file.stem}_path.csv"
        rows = [problem["start"], problem["goal"]]
        rows += [[q + draw.uniform(-0.6, 0.6) for q in draw.choice((problem["start"], problem["goal"]))] for _ in range(14)]
        path.write_text(",".join(given["joints"]) + "\n" + "".join(",".join(map(repr, row)) + "\n" for row in rows))
        for strategy in STRATEGIES:
            yield ["check", robot, scene, path, "--strategy", strategy]
        yield ["check", robot, scene, path, "--all"]
        yield ["distance", robot, scene, path]
        yield ["clearance", robot, scene, path]


def linear_queries():
    for kind, name in (("vf", "vertex-face"), ("ee", "edge-edge")):
        for file in sorted((MODELS / "queries" / "unit-tests" / name).glob("*.csv"))[:2]:
            yield ["linear", file, "--kind", kind]
            yield ["linear", file, "--kind", kind, "--separation", "1e-3"]


def main():
    if len(sys.argv) != 3:
        print(__doc__)
        return 2
    old, new = (str(pathlib.Path(program).resolve()) for program in sys.argv[1:])
    asked = differ = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        questions = [*robot_scenes(old, folder), *other_scenes(old, folder)]
        if MODELS.is_dir():
            questions += [*planning_problems(folder), *linear_queries()]
        for arguments in questions:
            before, after = answer_of(old, arguments, folder), answer_of(new, arguments, folder)
            asked += 1
            if before["exit"] == 2:  # a question that is refused compares nothing
                sys.exit(f"bad question {arguments}: {before['messages']}")
            if before != after:
                differ += 1
                print("differs:", *(str(word).replace(name + "/", "") for word in arguments))
                for part in before:
                    if before[part] != after[part]:
                        print(f"  {part}: {str(before[part])[:300]}\n  now: {str(after[part])[:300]}")
    print(f"{asked} questions asked, {differ} answers differ")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
