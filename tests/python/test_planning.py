"""Plans and shortened paths: whatever comes out is proven free, by the checker's own word."""
import warnings

import numpy as np
import pytest
from conftest import CORPUS, needs_models

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


def test_progress_is_told_ten_times_a_second_and_at_the_end(arm, checker):
    scene = tocca.Scene()
    scene.add_box("wall", (0.05, 8, 8), xyz=(0, 0, 0))
    calls = []
    plan = tocca.Checker(arm, scene, allow=[("upper", "wall")]).plan([0.2, 0.1], [2.9, 0.1], time_limit=1, progress=calls.append)
    assert 2 <= len(calls) <= 12 + 10 * plan.stats["seconds"]
    assert calls[-1] == plan.stats and all(a["seconds"] <= b["seconds"] for a, b in zip(calls, calls[1:]))
    calls.clear()
    repaired = checker.repair([[0, 0], [1.5, 0]], progress=calls.append)
    assert repaired and calls[-1] == repaired.stats


ARMS = """{"robots": [
  {"name": "left", "urdf": "URDF", "path": "left.csv"},
  {"name": "right", "urdf": "URDF", "base": {"xyz": [3.2, 0, 0], "rpy": [0, 0, 3.141592653589793]}, "path": "right.csv"}]}"""


@pytest.fixture
def arms(tmp_path):
    """Two arms that face each other; at their second waypoints both are stretched out, and touch."""
    (tmp_path / "arms").mkdir()
    (tmp_path / "arms/left.csv").write_text("shoulder,elbow\n0.8,0.4\n0,0\n0.8,0.4\n")
    (tmp_path / "arms/right.csv").write_text("shoulder,elbow\n0.8,0.4\n0,0\n0.7,0.3\n")
    (tmp_path / "arms/problem.json").write_text(ARMS.replace("URDF", str(CORPUS / "robot.urdf")))
    return tocca.load_problem(tmp_path / "arms/problem.json")


def test_a_problem_has_a_path_that_planners_take(arms):
    assert set(arms.paths) == {"left", "right"} and len(arms.paths["right"]) == 3
    assert np.array_equal(arms.path.q, [[0.8, 0.4, 0.8, 0.4], [0, 0, 0, 0], [0.8, 0.4, 0.7, 0.3]])
    checker = tocca.Checker(arms)
    assert checker.check_path().outcome == "contact"
    repaired = checker.repair()
    assert repaired.detours == [(0, 2)] and checker.check_path(repaired.path)
    assert np.array_equal(repaired.path.q, checker.repair(arms.path).path.q)
    smoothed = checker.smooth()
    assert not smoothed and smoothed.refuted.time == checker.smooth(arms.path).refuted.time


def test_a_plan_of_several_robots_is_saved_as_a_problem(tmp_path, arms):
    checker = tocca.Checker(arms)
    plan = checker.plan([0.8, 0.4, 0.8, 0.4], [-0.8, -0.4, 0.8, 0.4])
    assert plan.path.q.shape[1] == 4
    plan.path.save(tmp_path / "planned", arms)
    again = tocca.load_problem(tmp_path / "planned/problem.json")
    assert np.array_equal(again.path.q, plan.path.q) and tocca.Checker(again).check_path()
    assert sorted(file.name for file in (tmp_path / "planned").iterdir()) == ["left.csv", "problem.json", "right.csv"]
    with pytest.raises(tocca.InputError, match="is the folder of the problem itself"):
        plan.path.save(tmp_path / "arms", arms)
    with pytest.raises(tocca.InputError, match="is not a folder"):
        plan.path.save(tmp_path / "planned/left.csv", arms)
    with pytest.raises(tocca.InputError, match="has 2 columns; give one for each of the 4 joints"):
        arms.paths["left"].save(tmp_path / "left", arms)


def test_a_problem_of_one_robot(tmp_path, arm):
    (tmp_path / "problem.json").write_text(f'{{"robots": [{{"urdf": "{CORPUS}/robot.urdf", "path": "{CORPUS}/path.csv"}}], "scene": "{CORPUS}/scene.json"}}')
    problem = tocca.load_problem(tmp_path / "problem.json")
    checker = tocca.Checker(problem)
    assert np.array_equal(problem.path.q, tocca.load_path(CORPUS / "path.csv", arm).q)
    repaired = checker.repair()
    assert repaired.detours == [(1, 2)] and np.array_equal(repaired.path.q, checker.repair(problem.path).path.q)
    repaired.path.save(tmp_path / "path.csv", problem)
    assert np.array_equal(tocca.load_path(tmp_path / "path.csv", arm).q, repaired.path.q)
    (tmp_path / "bare.json").write_text(f'{{"robots": [{{"urdf": "{CORPUS}/robot.urdf"}}], "scene": "{CORPUS}/scene.json"}}')
    bare = tocca.load_problem(tmp_path / "bare.json")
    assert bare.path is None and bare.paths == {"two_link_arm": None}
    for ask in (tocca.Checker(bare).repair, tocca.Checker(bare).smooth):
        with pytest.raises(tocca.InputError, match="the problem has none of its own"):
            ask()


def test_a_path_with_times_is_repaired_as_it_is_driven(checker):
    """At rest it would be free as well: only the path that is driven keeps its times."""
    free = tocca.Path([[0, 0], [0.3, 0]], times=[0, 2], velocities=[[0, 0], [0, 0]])
    with pytest.warns(tocca.InputWarning, match="time stamps and velocities are dropped"):
        repaired = checker.repair(free)
    assert repaired.detours == [] and np.array_equal(repaired.path.times, [0, 2]) and "cubic" in repr(repaired.path)
    with pytest.warns(tocca.InputWarning, match="time stamps are dropped"):
        repaired = checker.repair(tocca.Path([[0, 0], [1.5, 0]], times=[0, 2]))
    assert repaired.path.times is None and checker.check_path(repaired.path)
    with pytest.warns(tocca.InputWarning, match="dropped"):
        assert checker.smooth(free).path.times is None


def test_smoothing_shortens(checker):
    way = [[0, 0], [0.2, -1], [0.1, -2], [0.2, -1], [0.3, 0]]
    smoothed = checker.smooth(way)
    assert smoothed and smoothed.length < smoothed.length_before and checker.check_path(smoothed.path)
    assert np.array_equal(smoothed.path.q[[0, -1]], np.array(way)[[0, -1]])


def test_timing_keeps_limits_and_is_what_files_say(checker, arm, tmp_path):
    way = [[0, 0], [0.2, -1], [-0.2, -1.6], [-0.6, -1.2]]
    with pytest.warns(tocca.InputWarning, match="limit"):
        timed = checker.time(way)
    assert timed and timed.corners == 2 and timed.stops == 0 and checker.check_path(timed.path)
    assert np.array_equal(timed.path.q[[0, -1]], np.array(way)[[0, -1]]) and timed.duration == timed.path.times[-1]
    assert np.abs(timed.path.velocities).max() <= 1 and np.abs(timed.path.accelerations).max() <= 1
    timed.path.save(tmp_path / "timed.yaml", arm)
    read = tocca.load_path(tmp_path / "timed.yaml", arm)
    assert np.array_equal(read.q, timed.path.q) and np.array_equal(read.times, timed.path.times)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert checker.time(way, blend=0).stops == 2 and checker.time(way, blend=0).duration > timed.duration
        assert checker.time(way, velocity_scale=0.1).duration > 3 * timed.duration
        touching = checker.time([[0, 0], [1.5, 0]])
        for wrong in ({"blend": -1}, {"acceleration": 0}, {"velocity_scale": 2}, {"acceleration_scale": 0}):
            with pytest.raises(tocca.InputError):
                checker.time(way, **wrong)
    assert not touching and touching.path is None and "nothing" in repr(touching)


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
