"""A roadmap of 100,000 edges: configurations that are free, each joined to its neighbours, every edge proven in one call.

TOCCA_FAST=1 makes it a hundredth as large.
"""
# %% A robot in a scene made here.
import os
import pathlib
import time

import numpy as np
import numpy.typing as npt

import tocca

files = pathlib.Path(__file__).resolve().parents[2] / "corpus" / "two_link_arm"
robot = tocca.load_robot(files / "robot.urdf")
scene = tocca.load_scene(files / "scene.json")
scene.add_sphere("lamp", 0.2, xyz=(-0.9, -1.2, 0))
checker = tocca.Checker(robot, scene, clearance=0.005)

# %% Milestones: configurations drawn evenly, kept where they are free. An edge that goes nowhere is a configuration.
edge_count = 1_000 if "TOCCA_FAST" in os.environ else 100_000
neighbours = 11
random = np.random.default_rng(1)
drawn = random.uniform(robot.limits[:, 0], robot.limits[:, 1], (edge_count // 5, robot.dof))
free = checker.check_edges(np.stack([drawn, drawn], axis=1), any=True).outcome == tocca.FREE
milestones = drawn[free]
print(f"{len(milestones)} of {len(drawn)} configurations are free")


# %% Edges: each milestone and its nearest neighbours, (N, 2, dof).
def nearest(points: npt.NDArray[np.float64], count: int) -> npt.NDArray[np.int64]:
    """Indices of the nearest `count` points of each, a slice of them at a time."""
    found = np.empty((len(points), count + 1), dtype=np.int64)
    for begin in range(0, len(points), 512):
        apart = np.linalg.norm(points[begin : begin + 512, None] - points[None], axis=2)
        found[begin : begin + 512] = np.argpartition(apart, count, axis=1)[:, : count + 1]
    return found


near = nearest(milestones, neighbours)
pairs = np.array([(i, j) for i, row in enumerate(near) for j in row if i < j])[:edge_count]
edges = milestones[pairs]

# %% One call: without the GIL, on all cores, and Ctrl-C would end it.
begin = time.perf_counter()
result = checker.check_edges(edges, any=True)
seconds = time.perf_counter() - begin
print(f"{result}: {seconds:.2f} s, {1e6 * seconds / len(edges):.1f} us an edge")
proven = pairs[result.outcome == tocca.FREE]

# %% What is in the way: the bodies that refute most edges.
touched, counts = np.unique(result.bodies[result.bodies[:, 0] >= 0], axis=0, return_counts=True)
for k in np.argsort(-counts)[:3]:
    print(f"{counts[k]:7d}  {checker.bodies[touched[k, 0]]}, {checker.bodies[touched[k, 1]]}")
assert len(proven) > len(pairs) // 4
