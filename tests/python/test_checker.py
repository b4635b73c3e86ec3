"""Verdicts on motions whose answers pen and paper give."""
import math

import numpy as np
import pytest
from conftest import CORPUS

import tocca


def test_a_free_motion_is_proven(checker):
    verdict = checker.check([0, 0], [0.3, 0])
    assert verdict and verdict.outcome == "free" and verdict.time is None and verdict.proven
    assert verdict.free_until == 1 and verdict.pairs == [] and verdict.contacts == [] and verdict.why is None
    assert verdict.pairs_checked == 4


def test_the_first_contact_is_where_geometry_puts_it(arm):
    """A straight arm of radius 0.04 (its outer half) turns towards a small ball: it touches where the ball is 0.04 + 0.1 off its axis."""
    scene = tocca.Scene()
    scene.add_sphere("ball", 0.1, xyz=(0, 1.5, 0))
    verdict = tocca.Checker(arm, scene).check([0, 0], [math.pi / 2, 0])
    exact = (math.pi / 2 - math.asin(0.14 / 1.5)) / (math.pi / 2)
    assert not verdict and verdict.outcome == "contact"
    lo, hi = verdict.time
    assert lo <= exact + 1e-6 and exact - 1e-6 <= hi and hi - lo <= 1e-6
    assert verdict.pairs == [("lower", "ball")] and verdict.free_until == lo
    contact = verdict.contacts[0]
    assert (contact.a, contact.b, contact.kind, contact.triangles) == ("lower", "ball", "round", (-1, -1))
    assert np.linalg.norm(contact.point - [0, 1.5, 0]) == pytest.approx(0.1, abs=1e-5)
    assert np.linalg.norm(contact.normal) == pytest.approx(1)
    assert verdict.configuration["shoulder"] == pytest.approx(hi * math.pi / 2)


def test_one_configuration(checker):
    assert checker.check([0, 0])
    verdict = checker.check({"shoulder": 0.6})
    assert verdict.outcome == "contact" and verdict.initial and verdict.pairs[0][1] == "post"


def test_edges_answer_as_checks_do(checker):
    random = np.random.default_rng(1)
    edges = random.uniform(-2.5, 2.5, (300, 2, 2))
    result = checker.check_edges(edges)
    assert result.outcome.dtype == np.uint8 and result.time.shape == (300, 2) and result.bodies.shape == (300, 2)
    names = {"free": tocca.FREE, "contact": tocca.CONTACT, "undecided": tocca.UNDECIDED}
    for k, (q0, q1) in enumerate(edges):
        verdict = checker.check(q0, q1)
        assert result.outcome[k] == names[verdict.outcome]
        assert result.free_until[k] == verdict.free_until
        if verdict.time is None:
            assert np.isnan(result.time[k]).all() and result.pair(k) is None and (result.bodies[k] == -1).all()
        else:
            assert tuple(result.time[k]) == verdict.time and result.pair(k) == verdict.pairs[0]
            assert tuple(checker.bodies[i] for i in result.bodies[k]) == verdict.pairs[0]
    assert 50 < (result.outcome == tocca.FREE).sum() < 250
    assert not result and len(result) == 300
    cheap = checker.check_edges(edges, any=True)
    assert np.array_equal(cheap.outcome, result.outcome)


def test_no_edges_are_no_edges(checker):
    result = checker.check_edges(np.empty((0, 2, 2)))
    assert len(result) == 0 and repr(result) == "<tocca.EdgeResults: 0 edges, 0 free, 0 contact, 0 undecided>"


def test_a_path_ends_at_its_first_contact(arm, checker):
    path = tocca.load_path(CORPUS / "path.csv", arm)
    result = checker.check_path(path)
    segment, verdict = result.first
    assert (result.outcome, segment, verdict.pairs, len(result)) == ("contact", 1, [("lower", "post")], 2)
    assert result.segments[0] and not result
    assert checker.check_path(path.q).first[1].time == verdict.time
    back = np.concatenate([path.q, path.q[::-1]])
    assert len(checker.check_path(back)) == 2 and len(checker.check_path(back, every=True)) == 5
    assert checker.check_path(back, any=True).outcome == "contact"
    assert checker.check_path([[0, 0]]) and checker.check_path([[0, 0], [0.3, 0]]).first is None


def test_polynomials_leave_the_straight_line(arm):
    """From rest to rest at the same place, but with velocities: the cubic swings out and touches, the straight line does not move."""
    scene = tocca.Scene()
    scene.add_sphere("ball", 0.1, xyz=(2 * math.cos(0.4), 2 * math.sin(0.4), 0))
    checker = tocca.Checker(arm, scene)
    still = tocca.Path([[0, 0], [0, 0]], times=[0, 1])
    swing = tocca.Path([[0, 0], [0, 0]], times=[0, 1], velocities=[[2, 0], [-2, 0]])
    assert checker.check_path(still) and checker.check_path(swing).outcome == "contact"


def test_clearance_brackets_the_least_distance(checker):
    clearance = checker.clearance([[0, 0], [0.3, 0]])
    lower, upper = clearance.minimum
    assert 0 < lower <= upper and upper - lower <= 1e-6 and clearance.decided
    assert clearance.pair == ("lower", "post") and clearance.when[0] == 0
    samples = [checker.distance([t, 0]).upper for t in np.linspace(0, 0.3, 50)]
    assert lower <= min(samples) and min(samples) <= upper + 0.05
    profile = clearance.profile
    assert len(profile) == len(profile.t) > 1 and (profile.lower <= profile.upper).all()
    assert len(checker.clearance([[0, 0], [0.3, 0]], points=0).profile) == 0


def test_distance_has_two_points(checker):
    distance = checker.distance([0, 0])
    assert distance.pair == ("lower", "post") and distance.lower <= 0.86 <= distance.upper + 1e-12
    assert np.linalg.norm(distance.points[0] - distance.points[1]) == pytest.approx(distance.upper)


def test_clearance_and_allowed_pairs_count(arm, scene):
    free = [[0, 0], [0.3, 0]]
    least = tocca.Checker(arm, scene).clearance(free).minimum[0]
    assert tocca.Checker(arm, scene, clearance=0.99 * least).check(*free)
    assert not tocca.Checker(arm, scene, clearance=1.01 * least).check(*free)
    touching = ([0, 0], [1.5, 0.25])
    allowed = tocca.Checker(arm, scene, allow=[("lower", "post"), ("upper", "post")])
    assert allowed.check(*touching) and ("lower", "post", "allow") in allowed.excluded


def test_a_checker_keeps_what_it_was_made_of(arm):
    scene = tocca.Scene()
    scene.add_sphere("ball", 0.1, xyz=(0, 1.5, 0))
    checker = tocca.Checker(arm, scene)
    before = checker.check([0, 0], [1.5, 0]).time
    scene.remove("ball")
    scene.add_sphere("other", 1, xyz=(1, 0, 0))
    del arm, scene
    assert checker.check([0, 0], [1.5, 0]).time == before


def test_answers_outlive_their_checker(arm, scene):
    result = tocca.Checker(arm, scene).check_path(tocca.load_path(CORPUS / "path.csv", arm))
    verdict = result.first[1]
    edges = tocca.Checker(arm, scene).check_edges([[[0, 0], [1.5, 0.25]]])
    del arm, scene
    contact = verdict.contacts[0]
    del result, verdict
    assert contact.a == "lower" and edges.pair(0) == ("lower", "post")


def test_base_and_rest(arm, scene):
    moved = tocca.Checker(arm, scene, base=(0, 0, 5))
    assert moved.check([0, 0], [1.5, 0.25])
    rested = tocca.Checker(arm, scene, rest={"shoulder": 0.6})
    assert rested.check({}).outcome == "contact" and tocca.Checker(arm, scene).check({})


@pytest.mark.parametrize("strategy", ["interval", "bisect"])
def test_strategies_agree(arm, scene, strategy):
    ask = ([0, 0], [1.5, 0.25])
    expected = tocca.Checker(arm, scene).check(*ask).time
    assert tocca.Checker(arm, scene, strategy=strategy).check(*ask).time == pytest.approx(expected, abs=1e-5)


def test_a_budget_that_ends_is_undecided(arm, scene):
    verdict = tocca.Checker(arm, scene, budget=1).check([0, 0], [1.5, 0.25])
    assert not verdict and verdict.outcome == "undecided" and verdict.why == "budget"


def test_reprs(checker):
    assert repr(checker) == "<tocca.Checker: 4 pairs of 4 bodies, clearance 0.0 m>"
    assert repr(checker.check([0, 0], [0.3, 0])) == "<tocca.Verdict: free, 4 pairs checked>"
    assert repr(checker.check([0, 0], [1.5, 0.25])).startswith("<tocca.Verdict: contact at 0.31669")
    assert repr(checker.distance([0, 0])) == "<tocca.Distance: 0.86 m (lower, post)>"
