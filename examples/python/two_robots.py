"""Two robots and an object that one of them carries, out of a problem file: what three files cannot say."""
# %% The problem: two arms face each other; the left one carries a rod.
import json
import pathlib
import tempfile

import tocca

files = pathlib.Path(__file__).resolve().parents[2] / "corpus" / "two_link_arm"
folder = pathlib.Path(tempfile.mkdtemp())
(folder / "left.csv").write_text("shoulder,elbow\n0.8,0.4\n0.2,0.2\n0.8,0.4\n")
(folder / "right.csv").write_text("shoulder,elbow\n0.8,0.4\n0.8,0.4\n0.1,0.1\n")
(folder / "scene.json").write_text(
    json.dumps({"objects": [{"name": "rod", "geometry": {"capsule": {"radius": 0.02, "length": 0.6}}, "pose": {"xyz": [0.99, 1.71, 0.2]}}]})
)
problem_file = folder / "problem.json"
problem_file.write_text(
    json.dumps(
        {
            "robots": [
                {"name": "left", "urdf": str(files / "robot.urdf"), "path": "left.csv"},
                {"name": "right", "urdf": str(files / "robot.urdf"), "base": {"xyz": [3.2, 0, 0], "rpy": [0, 0, 3.141592653589793]}, "path": "right.csv"},
            ],
            "scene": "scene.json",
            "attached": [{"link": "left/lower", "object": "rod"}],
            "allow": [["left/lower", "rod"], ["left/upper", "rod"]],
        }
    )
)

# %% The whole of it, on one clock: both robots move, the rod moves with the left one.
problem = tocca.load_problem(problem_file)
checker = tocca.Checker(problem)
print(problem, problem.attached, checker.joints, sep="\n")
result = checker.check_path()
print(result)

# %% How near do they come, and who?
print(checker.clearance())

# %% Configurations of all robots: names say whose, and what is not named stays where it starts.
print(checker.distance({"left/shoulder": 0.2, "right/shoulder": 0.1}))

# %% A way for both at once, from where they start to where they should be.
plan = checker.plan({}, {"left/shoulder": -0.8, "left/elbow": -0.4}, time_limit=20)
print(plan)
assert plan.path is not None, plan.why
assert checker.check_path(plan.path) and plan.path.q.shape[1] == 4
