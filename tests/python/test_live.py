"""Scenes that change while they are asked: the answers of a Checker made anew, answers that keep their scene, threads, and what is refused."""
import copy
import json
import os
import re
import threading

import numpy as np
import pytest
from conftest import CORPUS, needs_models

import tocca


def anew(checker):
    """A Checker that never knew another scene."""
    return tocca.Checker(checker.problem(), allow_empty=True)


def overlap(one, other):
    """Brackets of the same contact."""
    return one.outcome == other.outcome and (one.outcome != "contact" or (one.time[0] <= other.time[1] and other.time[0] <= one.time[1]))


def at(x, y, z=0.0):
    return np.array([x, y, z])


def turned(x, y, angle):
    return [x, y, 0, 0, 0, np.sin(angle / 2), np.cos(angle / 2)]


def drawn(page):
    """Names of the bodies on a page."""
    data = re.search(r'id="tocca-report"[^>]*>(.*?)</script>', page.read_text(encoding="utf-8"), re.S)
    return [body["name"] for body in json.loads(data[1])["bodies"]]


class Changes:
    """Random ones, of the small arm's scene."""

    def __init__(self, checker, seed):
        self.checker, self.random, self.count, self.held, self.made = checker, np.random.default_rng(seed), 0, set(), {}

    def objects(self):
        return self.checker.scene.objects

    def place(self):
        radius, angle = self.random.uniform(0.7, 2.5), self.random.uniform(-np.pi, np.pi)
        return turned(radius * np.cos(angle), radius * np.sin(angle), self.random.uniform(-3, 3))

    def shape(self):
        return [tocca.Box(self.random.uniform(0.05, 0.4, 3)), tocca.Sphere(self.random.uniform(0.02, 0.2)), tocca.Capsule(0.05, 0.3),
                tocca.Mesh([[0, 0, 0], [0.3, 0, 0], [0, 0.3, 0], [0, 0, 0.3]], [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])][self.random.integers(4)]

    def step(self):
        names, checker = self.objects(), self.checker
        free = [name for name in names if name not in self.held]
        kind = str(self.random.choice(["move", "move", "add", "remove", "attach", "detach", "clearance", "allow", "padding", "compact"]))
        name = str(self.random.choice(free)) if free else None
        link = str(self.random.choice(["upper", "lower"]))
        if kind == "add":
            self.count += 1
            checker.add(f"new{self.count}", self.shape(), self.place())
        elif kind == "compact":
            checker.compact()
        elif kind == "detach" and self.held:
            gone = sorted(self.held)[self.random.integers(len(self.held))]
            checker.detach(gone, at=self.random.uniform(-1, 1, 2))
            self.held.discard(gone)
        elif name is None or kind == "detach":
            return
        elif kind == "move":
            checker.move(name, self.place())
        elif kind == "remove" and len(free) > 2:
            checker.remove(name)
        elif kind == "attach" and not self.held:
            checker.attach(name, link, at=self.random.uniform(-1, 1, 2))
            self.held.add(name)
        elif kind == "clearance":
            checker.set_clearance(link, name, self.random.uniform(0, 0.1))
        elif kind == "allow":
            checker.allow(name, link, bool(self.random.integers(2)))
        elif kind == "padding":
            checker.set_padding(name, self.random.uniform(0, 0.05))
        else:
            return
        self.made[kind] = self.made.get(kind, 0) + 1


@pytest.mark.parametrize("seed", range(4))
def test_answers_are_those_of_a_checker_made_anew(checker, seed):
    changes, random, seen = Changes(checker, seed), np.random.default_rng(seed), set()
    for _ in range(60):
        changes.step()
        fresh = anew(checker)
        assert checker.bodies == fresh.bodies
        assert {frozenset(pair) for pair in checker.pairs} == {frozenset(pair) for pair in fresh.pairs}
        edges = random.uniform(-2.5, 2.5, (6, 2, 2))
        mine, its = checker.check_edges(edges), fresh.check_edges(edges)
        assert mine.outcome.tolist() == its.outcome.tolist()
        for k, edge in enumerate(edges):
            one, other = checker.check(*edge), fresh.check(*edge)
            assert overlap(one, other) and one.pairs_checked == other.pairs_checked
            if mine.pair(k):
                assert mine.pair(k) == tuple(checker.bodies[body] for body in mine.bodies[k])
            seen.add(one.outcome)
        q = random.uniform(-2, 2, 2)
        one, other = checker.distance(q), fresh.distance(q)
        assert one.lower <= other.upper and other.lower <= one.upper
    assert seen >= {"free", "contact"} and len(changes.made) >= 8, changes.made
    checker.compact()
    edges = random.uniform(-2.5, 2.5, (50, 2, 2))
    mine, its = checker.check_edges(edges), anew(checker).check_edges(edges)
    assert np.array_equal(mine.time, its.time, equal_nan=True) and np.array_equal(mine.bodies, its.bodies)


def test_every_call_changes_what_it_says(checker):
    assert checker.version == 0
    checker.move("post", at(5, 0))
    assert checker.check([0, 0], [1.5, 0]) and checker.pose("post")[0, 3] == 5
    checker.add("lamp", tocca.Sphere(0.1), at(1.9, 0.2))
    assert checker.check([0, 0], [0.3, 0]).pairs == [("lower", "lamp")]
    checker.set_padding("lamp", 0.05)
    before = checker.distance([0, 0]).upper
    checker.set_padding("lamp", 0)
    assert checker.distance([0, 0]).upper == pytest.approx(before + 0.05, abs=1e-5)
    checker.set_clearance("lower", "lamp", 0.5)
    assert not checker.check([0, 0])
    checker.allow("lower", "lamp")
    assert checker.check([0, 0], [0.3, 0])
    checker.allow("lower", "lamp", False)
    checker.replace("lamp", tocca.Points([[1.9, 0.2, 0]], 0.1))
    assert checker.check([0, 0], [0.3, 0]).pairs == [("lower", "lamp")]
    checker.remove("lamp")
    assert checker.check([0, 0], [0.3, 0]) and checker.version == 10
    assert checker.bodies == ["upper", "lower", "post", "wall"]
    assert repr(checker) == "<tocca.Checker: 4 pairs of 4 bodies, clearance 0.0 m>"


def test_what_is_held_goes_with_the_link(checker):
    checker.add("part", tocca.Sphere(0.05), at(2.1, 0))
    checker.attach("part", "lower", at=[0, 0])
    assert checker.problem().attached == [("lower", "part")]
    assert checker.pose("part", at={"shoulder": np.pi / 2})[:3, 3] == pytest.approx([0, 2.1, 0])
    assert checker.scene.objects == ["post", "wall", "part"]
    checker.detach("part", at=[np.pi / 2, 0])
    assert checker.pose("part")[:3, 3] == pytest.approx([0, 2.1, 0])
    checker.attach("part", "lower", grasp=at(0.5, 0.5))
    checker.detach("part", at(0, -2))
    assert checker.pose("part")[:3, 3] == pytest.approx([0, -2, 0])


def test_answers_keep_the_scene_that_they_are_about(checker, tmp_path, has_page):
    path = [[0, 0], [1.5, 0.25]]
    verdict, edges, result = checker.check(*path), checker.check_edges([path]), checker.check_path(path)
    distance, plan = checker.distance([0, 0]), checker.plan([0, 0], [1.5, 0])
    checker.remove("post")
    checker.add("other", tocca.Sphere(0.2), at(0, 5))
    checker.compact()
    assert verdict.pairs == [("lower", "post")] and edges.pair(0) == ("lower", "post") and distance.pair == ("lower", "post")
    assert (verdict.pairs_checked, checker.check(*path).pairs_checked) == (4, 4)
    assert checker.check_path(path) and plan.found
    if has_page:
        result.report(tmp_path / "before.html")
        plan.report(tmp_path / "plan.html")
        checker.move("other", at(0, 6))
        checker.check_path(path).report(tmp_path / "after.html")
        before, planned, after = (drawn(tmp_path / name) for name in ("before.html", "plan.html", "after.html"))
        assert before == planned == ["upper", "lower", "post", "wall"] and after == ["upper", "lower", "wall", "other"]
        assert checker.check(*path)._repr_html_()


def test_a_certificate_is_of_the_scene_as_it_is(checker, tmp_path):
    checker.move("post", at(1.2, -1.2))
    checker.add("part", tocca.Box((0.1, 0.1, 0.1)), at(2.2, 0))
    checker.attach("part", "lower", at=[0, 0])
    assert checker.check_path([[0, 0], [1.2, 0.25]], certificate=tmp_path / "path.proof")
    audit = tocca.audit(tmp_path / "path.proof")
    assert audit, audit
    assert audit.pairs_checked + sum(audit.left_out.values()) > 0 and audit.claim == "free"


def test_plans_go_around_what_is_there_now(checker):
    checker.remove("post")
    assert checker.check([0, 0], [1.5, 0])
    checker.add("post", tocca.Sphere(0.1), at(1.2, 1.2))
    plan = checker.plan([0, 0], [1.5, 0])
    assert plan.found and checker.check_path(plan.path) and len(plan.path.q) > 2
    repaired = checker.repair([[0, 0], [1.5, 0]])
    assert checker.check_path(repaired.path) and checker.smooth(repaired.path)


def test_snapshots_go_their_own_way(checker):
    before = checker.snapshot()
    checker.remove("post")
    again = copy.copy(before)
    again.move("post", at(5, 0))
    assert before.bodies == ["upper", "lower", "post", "wall"] and not before.check([0, 0], [1.5, 0])
    assert again.check([0, 0], [1.5, 0]) and (before.version, checker.version, again.version) == (0, 1, 1)


def test_the_scene_can_be_saved(checker, arm, tmp_path):
    checker.move("post", turned(1, 1, 0.3))
    checker.add("lamp", tocca.Sphere(0.1), at(0, -2))
    checker.remove("wall")
    checker.scene.save(tmp_path / "now.json")
    read = tocca.load_scene(tmp_path / "now.json")
    assert read.objects == ["post", "lamp"]
    edges = np.random.default_rng(1).uniform(-2, 2, (50, 2, 2))
    assert tocca.Checker(arm, read).check_edges(edges).outcome.tolist() == checker.check_edges(edges).outcome.tolist()
    scene = checker.scene
    scene.remove("lamp")  # a copy
    assert "lamp" in checker.scene


NAN = float("nan")
REFUSED = [
    ("unknown name", lambda c: c.move("pst", at(1, 1)), "no such object"),
    ("a link", lambda c: c.move("lower", at(1, 1)), "is a link"),
    ("NaN pose", lambda c: c.move("post", [NAN, 0, 0]), "pose"),
    ("infinite pose", lambda c: c.move("post", [np.inf, 0, 0]), "pose"),
    ("no rotation", lambda c: c.move("post", 2 * np.eye(4)), "pose"),
    ("zero quaternion", lambda c: c.move("post", [0] * 7), "pose"),
    ("wrong shape of a pose", lambda c: c.move("post", [1, 2]), "shape (2,)"),
    ("no pose", lambda c: c.move("post", None), "is missing"),
    ("name taken", lambda c: c.add("post", tocca.Sphere(1)), "name is taken"),
    ("a link's name", lambda c: c.add("lower", tocca.Sphere(1)), "name is taken"),
    ("no name", lambda c: c.add("", tocca.Sphere(1)), "no name"),
    ("removed twice", lambda c: c.remove("lamp"), "no such object"),
    ("unknown link", lambda c: c.attach("post", "hand"), "no robot has such a link"),
    ("attached: unknown object", lambda c: c.attach("pst", "lower"), "no such object"),
    ("attached where the robot cannot be", lambda c: c.attach("post", "lower", at=[NAN, 0]), "at"),
    ("wrong shape of a configuration", lambda c: c.attach("post", "lower", at=[0, 0, 0]), "shape"),
    ("grasp and at", lambda c: c.attach("post", "lower", grasp=[0, 0, 0], at=[0, 0]), "combined"),
    ("detached, not held", lambda c: c.detach("post"), "no link holds it"),
    ("attached twice", lambda c: c.attach("held", "upper"), "holds it already"),
    ("moved while held", lambda c: c.move("held", at(1, 1)), "a link holds it"),
    ("removed while held", lambda c: c.remove("held"), "a link holds it"),
    ("pose and at", lambda c: c.detach("held", at(0, 0), at=[0, 0]), "combined"),
    ("negative clearance", lambda c: c.set_clearance("post", "lower", -1), "not negative"),
    ("NaN clearance", lambda c: c.set_clearance("post", "lower", NAN), "not negative"),
    ("one body", lambda c: c.set_clearance("post", "post", 1), "one body"),
    ("allowed: unknown", lambda c: c.allow("post", "foot"), "no link or object"),
    ("negative padding", lambda c: c.set_padding("post", -1), "not negative"),
    ("pose of what is not there", lambda c: c.pose("lamp"), "no such object"),
]


@pytest.mark.parametrize("call, says", [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_what_makes_no_sense_is_refused_and_changes_nothing(checker, call, says):
    checker.add("held", tocca.Sphere(0.05), at(2.2, 0))
    checker.attach("held", "lower", at=[0, 0])
    edges = np.random.default_rng(1).uniform(-2, 2, (20, 2, 2))
    before = checker.version, checker.bodies, checker.check_edges(edges).time.tolist()
    with pytest.raises(tocca.InputError) as refused:
        call(checker)
    assert says in str(refused.value)
    assert (checker.version, checker.bodies) == before[:2]
    assert np.array_equal(checker.check_edges(edges).time, before[2], equal_nan=True)


def test_wrong_types_are_type_errors(checker):
    for call in (lambda: checker.add("x", (1, 1, 1)), lambda: checker.add(1, tocca.Sphere(1)), lambda: checker.move("post", "there"),
                 lambda: checker.set_padding("post", None)):
        with pytest.raises(TypeError):
            call()
    with pytest.raises(tocca.InputError):
        checker.add("flat", tocca.Box((1, 0, 1)))


def test_a_scene_with_a_clock_cannot_change(tmp_path):
    (tmp_path / "scene.json").write_text('{"objects": [{"name": "cart", "geometry": {"box": [0.1, 0.1, 0.1]}, "pose": {"xyz": [3, 0, 0]}}]}')
    (tmp_path / "robot.urdf").write_bytes((CORPUS / "robot.urdf").read_bytes())
    (tmp_path / "problem.json").write_text('{"robots": [{"urdf": "robot.urdf", "name": "arm"}], "scene": "scene.json", "moving": [{"object": "cart", "motion": "linear",'
                                           ' "poses": [{"time": 0, "xyz": [3, 0, 0]}, {"time": 1, "xyz": [4, 0, 0]}]}]}')
    checker = tocca.Checker(tocca.load_problem(tmp_path / "problem.json"))
    with pytest.raises(tocca.InputError, match="move by themselves"):
        checker.move("cart", at(1, 1))
    assert checker.version == 0 and checker.check([0, 0]) and checker.problem().objects == ["cart"]
    checker.compact()


def test_one_thread_changes_while_others_ask(checker):
    """Every answer is that of one of the two scenes, never of something between them."""
    edges = np.random.default_rng(5).uniform(-2.5, 2.5, (60, 2, 2))
    here, there = checker.pose("post"), turned(-1, -1, 1.0)
    states = []
    for place in (here, there):
        checker.move("post", place)
        states.append(checker.check_edges(edges).outcome.tolist())
    assert states[0] != states[1]
    found, stop, wrong = [0, 0], threading.Event(), []

    def ask():
        while not stop.is_set():
            outcome = checker.check_edges(edges).outcome.tolist()
            if outcome not in states:
                wrong.append(outcome)
            else:
                found[states.index(outcome)] += 1
            assert checker.check([0, 0]).outcome == "free"

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    begin = checker.version
    while min(found) < 20 and not wrong:
        for place in (here, there):
            checker.move("post", place)
    stop.set()
    for thread in threads:
        thread.join()
    assert not wrong and checker.version >= begin + 2


def test_a_child_after_fork_changes_a_scene_of_its_own(checker):
    checker.move("post", at(1.2, 1.2))  # the thread that makes scenes compact is the parent's
    child = os.fork()
    if child == 0:
        code = 1
        try:
            assert not checker.check([0, 0], [1.5, 0])
            checker.move("post", at(5, 0))
            checker.compact()
            assert checker.check([0, 0], [1.5, 0]) and checker.version == 2
            del checker
            code = 0
        finally:
            os._exit(code)
    assert os.waitpid(child, 0)[1] == 0
    assert checker.version == 1 and not checker.check([0, 0], [1.5, 0])


@needs_models
def test_a_real_robot_among_many_objects(panda):
    random, scene = np.random.default_rng(2), tocca.Scene()
    for k in range(200):
        scene.add_box(f"box{k}", (0.05, 0.05, 0.05), xyz=random.uniform(-1, 1, 3) + np.array([0, 0, 0.5]))
    checker = tocca.Checker(panda, scene)
    low, high = panda.limits.T
    edges = random.uniform(low, high, (20, 2, panda.dof))
    edges[:, 1] = edges[:, 0] + 0.1 * (edges[:, 1] - edges[:, 0])
    for _ in range(20):
        for k in random.integers(0, 200, 5):
            checker.move(f"box{k}", random.uniform(-1, 1, 3) + np.array([0, 0, 0.5]))
    assert checker.check_edges(edges).outcome.tolist() == anew(checker).check_edges(edges).outcome.tolist()
