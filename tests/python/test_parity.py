"""Python and the command line give the same answers to the same files: the same doubles."""
import json
import os
import pathlib
import re
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


def test_repaired_and_smoothed_paths_are_the_same(tmp_path, arm, checker):
    files = [CORPUS / "robot.urdf", CORPUS / "scene.json"]
    told = tell("repair", *files, CORPUS / "path.csv", "--out", tmp_path / "repaired.csv", "--seed", "3")
    repaired = checker.repair(tocca.load_path(CORPUS / "path.csv", arm), seed=3)
    assert told["found"] and np.array_equal(tocca.load_path(tmp_path / "repaired.csv", arm).q, repaired.path.q)
    told = tell("smooth", *files, tmp_path / "repaired.csv", "--out", tmp_path / "smoothed.csv", "--seed", "3")
    smoothed = checker.smooth(repaired.path, seed=3)
    assert told["proven"] and np.array_equal(tocca.load_path(tmp_path / "smoothed.csv", arm).q, smoothed.path.q)


@needs_models
@pytest.mark.parametrize("name", ROBOTS[:1] if FAST else ROBOTS[:3])
def test_real_robots_are_repaired_alike(tmp_path, name):
    robot, scene, _, files = question(name, tmp_path)
    for k in range(8):  # two that are left are enough to get around
        if k not in (1, 4):
            scene.remove(f"box{k}")
    scene.save(tmp_path / "scene.json")
    drawn = np.random.default_rng(5).uniform(*np.clip(robot.limits, -3, 3).T, (300, robot.dof))
    free = tocca.Checker(robot, scene, clearance=0.01).check_edges(np.stack([drawn, drawn], axis=1)).outcome == tocca.FREE
    tocca.Path(drawn[free][:3]).save(tmp_path / "path.csv", robot)
    told = tell("repair", *files, "--out", tmp_path / "repaired.csv")
    repaired = tocca.Checker(robot, scene).repair(tocca.load_path(tmp_path / "path.csv", robot))
    assert told["found"] == bool(repaired)
    if repaired:
        assert np.array_equal(tocca.load_path(tmp_path / "repaired.csv", robot).q, repaired.path.q)
        smoothed = tocca.Checker(robot, scene).smooth(repaired.path)
        tell("smooth", *files[:2], tmp_path / "repaired.csv", *files[3:], "--out", tmp_path / "smoothed.csv")
        assert np.array_equal(tocca.load_path(tmp_path / "smoothed.csv", robot).q, smoothed.path.q)


def parameters(page):
    """Names and values of "How it was asked", without times and places that differ from run to run."""
    block = re.search(r'id="tocca-report"[^>]*>(.*?)</script>', page.read_text(), re.S)
    told = json.loads(block[1])["parameters"]
    return {name: value for name, value in told if name not in ("Written to", "Start", "Goal", "Checked in", "Planned in", "Shortcuts", "Replaced")}, [name for name, _ in told]


def test_pages_tell_the_same_parameters(tmp_path, arm, checker, has_page):
    if not has_page:
        pytest.skip("this build has no page")
    files = [CORPUS / "robot.urdf", CORPUS / "scene.json"]
    arm, scene = tocca.load_robot(files[0]), tocca.load_scene(files[1])
    checker = tocca.Checker(arm, scene, clearance=0.01, padding={"post": 0.02})
    way = tmp_path / "way.csv"
    tocca.Path([[0, 0], [0.2, -1], [0.3, 0]]).save(way, arm)
    asked = ["--clearance", "0.01", "--pad", "post=0.02"]
    ends = ["--start", "shoulder=0", "--goal", "shoulder=1.5"]
    for verb, answer, more in (
        ("check", lambda: checker.check_path(tocca.load_path(way, arm)), [way]),
        ("plan", lambda: checker.plan([0, 0], [1.5, 0]), [*ends, "--out", tmp_path / "p.csv"]),
        ("smooth", lambda: checker.smooth(tocca.load_path(way, arm)), [way, "--out", tmp_path / "s.csv"]),
        ("repair", lambda: checker.repair(tocca.load_path(CORPUS / "path.csv", arm)), [CORPUS / "path.csv", "--out", tmp_path / "r.csv"]),
    ):
        page = tmp_path / f"{verb}.html"
        subprocess.run([PROGRAM, verb, *files, *more, *asked, "--report", page], check=True, capture_output=True)
        theirs, names = parameters(page)
        answer().report(page)
        ours, our_names = parameters(page)
        assert theirs == ours, verb
        assert set(names) - {"Written to"} <= set(our_names), verb
