"""A first path: is it free, where does it touch, how near does it come, and a page that shows it.

Cells as notebooks have them (# %%): run it whole, or cell by cell in an editor. Usage: first_path.py [PAGE.html]
"""
# %% A robot, what is around it, and a path out of a file.
import pathlib
import sys

import tocca

files = pathlib.Path(__file__).resolve().parents[2] / "corpus" / "two_link_arm"
robot = tocca.load_robot(files / "robot.urdf")
scene = tocca.load_scene(files / "scene.json")
path = tocca.load_path(files / "path.csv", robot)
print(robot, scene, path, sep="\n")

# %% The question: every moment between the waypoints counts, not only the waypoints.
checker = tocca.Checker(robot, scene)
result = checker.check_path(path)
print(result)

# %% The first contact: in which segment, when, between whom, where.
if result.first:
    segment, verdict = result.first
    print(f"segment {segment} touches at {verdict.time}: {verdict.pairs}")
    print("at", verdict.contacts[0].point, "with", verdict.configuration)

# %% The same path, repaired, and how near it comes: proven from below and from above.
repaired = checker.repair(path)
assert repaired.path is not None, repaired.why
clearance = checker.clearance(repaired.path)
print(repaired, clearance, sep="\n")
assert checker.check_path(repaired.path)

# %% A page: in a notebook the result shows itself; here it goes to a file.
page = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "first_path.html")
try:
    result.report(page)
    print("written:", page)
except tocca.InputError as error:  # a build without Node.js has no page
    print(error)
