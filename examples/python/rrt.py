"""A planner in sixty lines: a random tree that grows by whole batches, whose edges are all proven in one call of check_edges.

Usage: rrt.py [SEED]. For real work there is checker.plan(); this shows how little a planner of one's own needs.
"""
import pathlib
import sys

import numpy as np
import numpy.typing as npt

import tocca

Floats = npt.NDArray[np.float64]


def rrt(
    checker: tocca.Checker, limits: Floats, start: Floats, goal: Floats, *, seed: int = 1, step: float = 0.4, batch: int = 256, rounds: int = 200
) -> Floats | None:
    """Waypoints from start to goal, every motion between them proven free; None if the rounds do not suffice."""
    random = np.random.default_rng(seed)
    nodes, parents = start[None], np.array([-1])
    for _ in range(rounds):
        # Draw: anywhere within the limits, and now and then the goal.
        targets = random.uniform(limits[:, 0], limits[:, 1], (batch, len(start)))
        targets[random.random(batch) < 0.1] = goal
        # Grow: from the nearest node, at most a step towards each target.
        near = np.linalg.norm(nodes[None] - targets[:, None], axis=2).argmin(axis=1)
        ways = targets - nodes[near]
        lengths = np.linalg.norm(ways, axis=1, keepdims=True)
        ends = nodes[near] + ways * np.minimum(1, step / np.maximum(lengths, 1e-12))
        # Prove: all at once. `any` asks only whether each is free.
        free = checker.check_edges(np.stack([nodes[near], ends], axis=1), any=True).outcome == tocca.FREE
        nodes, parents = np.concatenate([nodes, ends[free]]), np.concatenate([parents, near[free]])
        # Arrive: the last step to the goal, from the new node that is nearest to it.
        last = int(np.linalg.norm(nodes - goal, axis=1).argmin())
        if checker.check(nodes[last], goal):
            way = [goal]
            while last >= 0:
                way.append(nodes[last])
                last = int(parents[last])
            return np.array(way[::-1])
    return None


def main() -> None:
    files = pathlib.Path(__file__).resolve().parents[2] / "corpus" / "two_link_arm"
    robot = tocca.load_robot(files / "robot.urdf")
    checker = tocca.Checker(robot, tocca.load_scene(files / "scene.json"))
    way = rrt(checker, robot.limits, np.array([0.0, 0.0]), np.array([1.5, 0.0]), seed=int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    assert way is not None, "no path within the rounds"
    print(f"{len(way)} waypoints; {checker.check_path(way)}")
    print(checker.smooth(way))


if __name__ == "__main__":
    main()
