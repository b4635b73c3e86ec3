"""Python and the command line give the same answers to the same files: the same doubles."""
import json
import os
import pathlib
import subprocess

import numpy as np
import pytest
from conftest import CORPUS, FAST, MODELS, needs_models

import tocca

PROGRAM = pathlib.Path(os.environ.get("TOCCA_PROGRAM", "tocca"))
ROBOTS = ["panda", "abb_irb2400", "fanuc_m10ia", "kuka_kr16_2", "puma560"]


def tell(*arguments):
    """The program's JSON."""
    run = subprocess.run([PROGRAM, *map(str, arguments), "--json", "-"], capture_output=True, text=True)
    assert run.returncode in (0, 1, 3), run.stderr
    return json.loads(run.stdout)


def assert_same(row, verdict):
    assert row["verdict"] == verdict.outcome and row["free_until"] == verdict.free_until and row["initial"] == verdict.initial
    assert row["time"] == (None if verdict.time is None else list(verdict.time))
    assert row["pairs"] == [list(pair) for pair in verdict.pairs] and row["configuration"] == verdict.configuration
    assert len(row["contacts"]) == len(verdict.contacts)
    for told, contact in zip(row["contacts"], verdict.contacts):
        assert (told["a"], told["b"], told["kind"], told["triangles"]) == (contact.a, contact.b, contact.kind, list(contact.triangles))
        assert told["point"] == contact.point.tolist() and told["normal"] == contact.normal.tolist() and told["distance"] == contact.distance


def question(name, folder):
    """A robot with something around it, and a path out of a seed."""
    place = MODELS / "robots" / name
    srdf = place / "robot.srdf"
    robot = tocca.load_robot(place / "robot.urdf", srdf=srdf if srdf.exists() else None)
    scene = tocca.Scene()
    random = np.random.default_rng(len(name))
    for k in range(8):
        scene.add_box(f"box{k}", random.uniform(0.05, 0.4, 3), xyz=random.uniform(-1.2, 1.2, 3) + [0, 0, 0.8])
    scene.save(folder / "scene.json")
    low, high = np.clip(robot.limits, -3, 3).T
    tocca.Path(random.uniform(low, high, (5 if FAST else 30, robot.dof))).save(folder / "path.csv", robot)
    files = [place / "robot.urdf", folder / "scene.json", folder / "path.csv", *(["--srdf", srdf] if srdf.exists() else [])]
    return robot, tocca.load_scene(folder / "scene.json"), tocca.load_path(folder / "path.csv", robot), files


def test_the_small_arm(arm, checker):
    files = [CORPUS / "robot.urdf", CORPUS / "scene.json", CORPUS / "path.csv"]
    result = checker.check_path(tocca.load_path(files[2], arm))
    told = tell("check", *files)
    assert told["verdict"] == result.outcome and told["stats"]["pairs"] == result.pairs_checked
    for row, verdict in zip(told["segments"], result.segments, strict=True):
        assert_same(row, verdict)
    mine = json.loads(result.json())
    for segment in told["segments"] + mine["segments"]:
        del segment["micros"]
    assert mine == told


@needs_models
@pytest.mark.parametrize("name", ROBOTS)
def test_real_robots(tmp_path, name):
    robot, scene, path, files = question(name, tmp_path)
    checker = tocca.Checker(robot, scene)
    every = checker.check_path(path, every=True)
    told = tell("check", *files, "--edges")
    for row, verdict in zip(told["segments"], every.segments, strict=True):
        assert_same(row, verdict)
    edges = checker.check_edges(np.stack([path.q[:-1], path.q[1:]], axis=1))
    for row, outcome, time in zip(told["segments"], edges.outcome, edges.time, strict=True):
        assert [tocca.FREE, tocca.CONTACT, tocca.UNDECIDED][outcome] == {"free": 0, "contact": 1, "undecided": 2}[row["verdict"]]
        assert row["time"] is None or row["time"] == time.tolist()
    assert {verdict.outcome for verdict in every.segments} >= {"contact"}


@needs_models
@pytest.mark.parametrize("name", ROBOTS[:2])
def test_distances_of_real_robots(tmp_path, name):
    robot, scene, path, files = question(name, tmp_path)
    checker = tocca.Checker(robot, scene)
    told = tell("distance", *files)
    for row, q in zip(told["profile"], path.q, strict=True):
        distance = checker.distance(q)
        assert (row["lower"], row["upper"], row["pair"]) == (distance.lower, distance.upper, list(distance.pair))
        assert row["points"] == distance.points.tolist()
    told, clearance = tell("clearance", *files), checker.clearance(path)
    assert told["minimum"] == list(clearance.minimum) and told["pair"] == list(clearance.pair)
    assert (told["segment"], told["time"]) == clearance.when
    profile = clearance.profile
    assert [[p["segment"], p["t"], p["lower"], p["upper"]] for p in told["profile"]] == [
        list(row) for row in zip(profile.segment.tolist(), profile.t.tolist(), profile.lower.tolist(), profile.upper.tolist())
    ]


def test_plans_are_the_same_for_the_same_seed(tmp_path, arm, checker):
    told = tell("plan", CORPUS / "robot.urdf", CORPUS / "scene.json", "--start", "shoulder=0", "--goal", "shoulder=1.5", "--out", tmp_path / "path.csv", "--seed", "5")
    plan = checker.plan({"shoulder": 0}, {"shoulder": 1.5}, seed=5)
    assert told["found"] and plan.found
    assert np.array_equal(tocca.load_path(tmp_path / "path.csv", arm).q, plan.path.q)
