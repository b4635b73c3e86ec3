"""Robots, scenes, shapes and paths: what goes in comes out, and poses mean what they say."""
import math

import numpy as np
import pytest
from conftest import CORPUS

import tocca


def test_a_robot_tells_its_joints_and_links(arm):
    assert (arm.name, arm.joints, arm.dof, arm.links) == ("two_link_arm", ["shoulder", "elbow"], 2, ["base", "upper", "lower"])
    assert np.array_equal(arm.limits, [[-3.2, 3.2], [-2.6, 2.6]])
    assert repr(arm) == "<tocca.Robot 'two_link_arm': 2 joints, 3 links>"


def test_poses_are_those_of_pen_and_paper(arm):
    for shoulder, elbow in [(0, 0), (0.5, -1), (-2, 2.5)]:
        poses = arm.poses([shoulder, elbow])
        assert poses.shape == (3, 4, 4)
        assert np.allclose(poses[2, :3, 3], [math.cos(shoulder), math.sin(shoulder), 0], atol=1e-15)
        angle = shoulder + elbow
        assert np.allclose(poses[2, :2, 0], [math.cos(angle), math.sin(angle)], atol=1e-15)
        assert np.array_equal(poses[:, 3], [[0, 0, 0, 1]] * 3)


def test_configurations_are_arrays_lists_or_dicts(arm):
    expected = arm.poses(np.array([0.25, 0.0]))
    assert np.array_equal(arm.poses([0.25, 0]), expected)
    assert np.array_equal(arm.poses((0.25, 0)), expected)
    assert np.array_equal(arm.poses({"shoulder": 0.25}), expected)
    assert np.array_equal(arm.poses(np.array([0.25, 0], dtype=np.float32)), expected)


def test_a_scene_is_built_by_hand_or_read(scene):
    assert scene.objects == ["post", "wall"] and len(scene) == 2 and "post" in scene and "door" not in scene
    scene.add_capsule("hose", 0.1, 1, xyz=(3, 3, 3))
    scene.add("ball", tocca.Sphere(0.2), pose=(1, 2, 3))
    scene.add_mesh("sheet", [[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]], pose=np.eye(4))
    scene.remove("post")
    assert scene.objects == ["wall", "hose", "ball", "sheet"]


def test_a_scene_survives_saving(tmp_path, arm, scene):
    scene.add_mesh("tetra", [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]], xyz=(3, 0, 0))
    scene.save(tmp_path / "scene.json")
    again = tocca.load_scene(tmp_path / "scene.json")
    assert again.objects == scene.objects
    ask = lambda which: tocca.Checker(arm, which).distance([0.1, 0.2])
    assert (ask(again).lower, ask(again).upper) == (ask(scene).lower, ask(scene).upper)


@pytest.mark.parametrize("pose", [(0.3, 0.2, 0.1), (0.3, 0.2, 0.1, 0, 0, 0, 1), [[1, 0, 0, 0.3], [0, 1, 0, 0.2], [0, 0, 1, 0.1], [0, 0, 0, 1]]])
def test_three_ways_to_say_a_pose(arm, pose):
    scene = tocca.Scene()
    scene.add_box("box", (1, 1, 1), pose=pose)
    same = tocca.Scene()
    same.add_box("box", (1, 1, 1), xyz=(0.3, 0.2, 0.1))
    assert tocca.Checker(arm, scene).distance([3, 0]).upper == tocca.Checker(arm, same).distance([3, 0]).upper


def test_a_quaternion_turns(arm):
    turned, sideways = tocca.Scene(), tocca.Scene()
    half = math.sqrt(0.5)
    turned.add_box("beam", (4, 0.2, 0.2), pose=(1.9, 3, 0, 0, 0, half, half))
    sideways.add_box("beam", (0.2, 4, 0.2), pose=(1.9, 3, 0))
    q = [0, 0]
    assert tocca.Checker(arm, turned).distance(q).upper == pytest.approx(tocca.Checker(arm, sideways).distance(q).upper, abs=1e-12)


def test_shapes_tell_what_they_are():
    assert repr(tocca.Box((1, 2, 3))) == "tocca.Box((1.0, 2.0, 3.0))"
    assert repr(tocca.Capsule(0.5, 2)) == "tocca.Capsule(0.5, 2.0)"
    assert isinstance(tocca.Cylinder(1, 2), tocca.Shape) and tocca.Cylinder(1, 2).length == 2
    mesh = tocca.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], np.array([[0, 1, 2]], dtype=np.uint8))
    assert repr(mesh) == "<tocca.Mesh: 1 triangle, open>" and not mesh.closed and len(mesh) == 1
    assert np.array_equal(mesh.faces, [[0, 1, 2]]) and mesh.vertices.shape == (3, 3)


def test_a_path_is_read_and_written(tmp_path, arm):
    path = tocca.load_path(CORPUS / "path.csv", arm)
    assert np.array_equal(path.q, [[0, 0], [0.5, -1], [1.5, 0.25]]) and path.times is None and len(path) == 3
    timed = tocca.Path(path.q, times=[0, 1, 3], velocities=np.zeros((3, 2)))
    assert repr(timed) == "<tocca.Path: 3 waypoints of 2 joints, cubic>"
    timed.save(tmp_path / "path.csv", arm)
    again = tocca.load_path(tmp_path / "path.csv", arm)
    assert np.array_equal(again.q, timed.q) and np.array_equal(again.times, [0, 1, 3])
    assert repr(again) == repr(timed)


def test_a_path_outlives_its_name(arm):
    q = tocca.load_path(CORPUS / "path.csv", arm).q
    assert q[2, 0] == 1.5
    with pytest.raises(ValueError):
        q[0, 0] = 1  # a view of something immutable


def test_a_path_is_an_array_to_numpy(arm):
    path = tocca.load_path(CORPUS / "path.csv", arm)
    assert np.array_equal(np.asarray(path), path.q) and np.array(path).flags.writeable and np.asarray(path, dtype=np.float32).dtype == np.float32
    assert np.array_equal(tocca.Path(path).q, path.q)


def test_joints_without_a_column_rest(tmp_path, arm):
    (tmp_path / "path.csv").write_text("elbow\n0\n1\n")
    with pytest.warns(tocca.InputWarning):
        path = tocca.load_path(tmp_path / "path.csv", arm, rest={"shoulder": 0.75})
    assert np.array_equal(path.q, [[0.75, 0], [0.75, 1]])
