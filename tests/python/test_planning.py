"""Plans and shortened paths: whatever comes out is proven free, by the checker's own word."""
import numpy as np
import pytest
from conftest import needs_models

import tocca


def test_a_plan_is_proven_and_the_same_for_the_same_seed(checker):
    plan = checker.plan([0, 0], [1.5, 0], time_limit=20, seed=3)
    assert plan and plan.found and plan.why is None and plan.length > 0
    assert np.array_equal(plan.path.q[0], [0, 0]) and np.array_equal(plan.path.q[-1], [1.5, 0])
    assert checker.check_path(plan.path) and checker.clearance(plan.path).minimum[0] >= plan.clearance == 1e-3
    assert np.array_equal(checker.plan([0, 0], [1.5, 0], seed=3).path.q, plan.path.q)
    assert plan.stats["seconds"] > 0 and repr(plan).startswith("<tocca.Plan: ")


def test_the_clearance_asked_for_is_kept(arm, scene):
    checker = tocca.Checker(arm, scene, clearance=0.05)
    plan = checker.plan({"shoulder": 0}, {"shoulder": 1.5})
    assert plan.clearance == 0.05 and tocca.Checker(arm, scene).clearance(plan.path).minimum[0] >= 0.05


def test_no_plan_says_why(checker):
    plan = checker.plan([0.6, 0], [1.5, 0])
    assert not plan and plan.path is None and plan.why.startswith("start-in-contact: ") and "none found" in repr(plan)


def test_a_plan_that_cannot_be_ends_in_time(arm):
    scene = tocca.Scene()
    scene.add_box("wall", (0.05, 8, 8), xyz=(0, 0, 0), )
    plan = tocca.Checker(arm, scene, allow=[("upper", "wall")]).plan([0.2, 0.1], [2.9, 0.1], time_limit=0.3)
    assert not plan.found and plan.why == "time-limit"


def test_progress_can_end_a_plan(arm):
    scene = tocca.Scene()
    scene.add_box("wall", (0.05, 8, 8), xyz=(0, 0, 0))
    calls = []
    plan = tocca.Checker(arm, scene, allow=[("upper", "wall")]).plan(
        [0.2, 0.1], [2.9, 0.1], time_limit=30, progress=lambda stats: calls.append(stats) or len(calls) < 3
    )
    assert not plan and plan.why == "stopped" and len(calls) >= 3 and "milestones" in calls[0]


def test_smoothing_shortens(checker):
    way = [[0, 0], [0.2, -1], [0.1, -2], [0.2, -1], [0.3, 0]]
    smoothed = checker.smooth(way)
    assert smoothed and smoothed.length < smoothed.length_before and checker.check_path(smoothed.path)
    assert np.array_equal(smoothed.path.q[[0, -1]], np.array(way)[[0, -1]])


def test_a_path_that_touches_is_not_smoothed(checker):
    smoothed = checker.smooth([[0, 0], [1.5, 0]])
    assert not smoothed and smoothed.path is None and smoothed.why == "not-free" and smoothed.refuted.pairs[0][1] == "post"


@needs_models
def test_a_real_problem(panda):
    import json

    from conftest import MODELS

    problem = json.loads((MODELS / "problems/panda_box.json").read_text())["problems"][0]
    scene = tocca.Scene()
    for o in problem["obstacles"]:
        pose = [*o["position"], *o["quat_xyzw"]]
        if o["type"] == "box":
            scene.add_box(o["name"], o["size_xyz"], pose=pose)
        elif o["type"] == "cylinder":
            scene.add_cylinder(o["name"], o["radius"], o["length_z"], pose=pose)
        else:
            scene.add_sphere(o["name"], o["radius"], pose=pose)
    checker = tocca.Checker(panda, scene)
    plan = checker.plan(problem["start"], problem["goal"], time_limit=60)
    assert plan.found and checker.check_path(plan.path)
