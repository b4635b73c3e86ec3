"""Pairs that need no check, and goals that are poses."""
import xml.etree.ElementTree as xml

import numpy as np
import pytest

import tocca


def test_pairs_are_told_with_their_reasons(arm, tmp_path):
    found = arm.disabled_pairs(samples=500)
    assert [(p.a, p.b, p.reason) for p in found.pairs if p.reason == "Adjacent"] == [("upper", "lower", "Adjacent")]
    for pair in found.pairs:
        assert pair.proof and pair.samples >= 0 and repr(pair).startswith("<tocca.SurveyedPair ")
        assert (pair.touching is None) or len(pair.touching) == arm.dof
    found.save(tmp_path / "arm.srdf", proven_only=True)
    listed = [(e.get("link1"), e.get("link2"), e.get("reason")) for e in xml.parse(tmp_path / "arm.srdf").getroot().iter("disable_collisions")]
    assert sorted(listed) == sorted(found.disabled(proven_only=True))
    assert "need no check" in repr(found) and found.seconds > 0


def test_the_panda_is_proven(panda):
    found = panda.disabled_pairs(samples=1000, threads=2)
    never = [p for p in found.pairs if p.reason == "Never"]
    assert len(never) >= 20 and all(p.proven for p in never)


def test_settings_that_make_no_sense(arm):
    for bad in ({"samples": -1}, {"budget": 0}, {"time_limit": 0.0}, {"threads": 0}):
        with pytest.raises(tocca.InputError):
            arm.disabled_pairs(**bad)


def test_a_plan_ends_where_the_link_is_at_the_pose(arm, checker):
    goal = arm.poses([1.5, 0.2])[2]
    plan = checker.plan([0, 0], goal_pose=("lower", goal), seed=2)
    assert plan.found and checker.check_path(plan.path)
    assert np.abs(arm.poses(plan.path.q[-1])[2] - goal).max() < 2e-3
    tight = checker.plan([0, 0], goal_pose=("lower", goal), goal_tolerance=(1e-6, 1e-6))
    assert np.abs(arm.poses(tight.path.q[-1])[2] - goal).max() < 2e-6


def test_what_cannot_be_reached_and_what_touches(arm, checker):
    assert checker.plan([0, 0], goal_pose=("lower", [9, 9, 9])).why == "unreachable"
    plan = checker.plan([0, 0], goal_pose=("lower", arm.poses([0.6, 0])[2]))
    assert plan.why.startswith("goal-in-contact: ")


def test_one_goal_is_given(checker):
    for bad in ({}, {"goal": [1, 0], "goal_pose": ("lower", [1, 0, 0])}, {"goal_pose": ("nothing", [1, 0, 0])}, {"goal_pose": "lower"},
                {"goal_pose": ("lower", [1, 0, 0]), "goal_tolerance": (0.0, 1.0)}):
        with pytest.raises(tocca.InputError):
            checker.plan([0, 0], **bad)
