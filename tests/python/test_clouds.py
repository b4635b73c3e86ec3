"""Scans and OctoMaps: what Python gives is what the checker sees."""
import numpy as np
import pytest

import tocca

ARM = """<robot name="arm"><link name="base"/><joint name="turn" type="continuous"><parent link="base"/><child link="link"/>
<axis xyz="0 0 1"/></joint><link name="link"><collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.05 0.05"/></geometry>
</collision></link></robot>"""
HEAD = b"# Octomap OcTree binary file\nid OcTree\nsize 2\nres 0.1\ndata\n"


@pytest.fixture
def arm(tmp_path):
    (tmp_path / "arm.urdf").write_text(ARM)
    return tocca.load_robot(tmp_path / "arm.urdf")


def test_a_cloud_is_touched_where_its_spheres_are(arm):
    xyz = np.array([[0.5, 0.3, 0.0], [0.51, 0.3, 0.0], [0.5, 0.31, 0.0], [-0.9, 0.0, 0.3]])
    cloud, spheres = tocca.Scene(), tocca.Scene()
    cloud.add_points("scan", xyz, 0.01)
    for k, point in enumerate(xyz):
        spheres.add_sphere(f"s{k}", 0.01, xyz=point)
    for to in (0.2, 0.5, 1.2):
        one, other = (tocca.Checker(arm, scene).check([0.0], [to]) for scene in (cloud, spheres))
        assert one.outcome == other.outcome
        if one.outcome == "contact":
            assert one.pairs == [("link", "scan")]
            assert one.time == pytest.approx(other.time, abs=1e-4)  # each within the tolerance
    assert tocca.Checker(arm, cloud).distance([0.0]).upper == pytest.approx(tocca.Checker(arm, spheres).distance([0.0]).upper)


def test_poses_carry_the_points(arm):
    scene = tocca.Scene()
    scene.add_points("scan", [[0.0, 0.0, 0.0]], 0.01, pose=(0.5, 0.3, 0.0))
    assert not tocca.Checker(arm, scene).check([0.0], [1.2])
    scene = tocca.Scene()
    scene.add("scan", tocca.Points([[0.0, 0.0, 0.0]], 0.01), pose=(0.5, 0.3, 5.0))
    assert tocca.Checker(arm, scene).check([0.0], [1.2])


def test_a_hundred_thousand_points(arm):
    xyz = np.random.default_rng(1).uniform(-1, 1, (100_000, 3)).astype(np.float32)
    xyz[:, 2] = 0.5
    scene = tocca.Scene()
    scene.add("scan", tocca.Points(xyz, radius=0.01))
    assert tocca.Checker(arm, scene).check([0.0], [3.0])
    points = tocca.Points(xyz, 0.01)
    assert len(points) == 100_000 and points.radius == 0.01
    assert np.array_equal(points.xyz, xyz.astype(float))


def test_files(tmp_path, arm):
    (tmp_path / "scan.xyz").write_text("0.5 0.3 0\nnan 0 0\n")
    with pytest.warns(tocca.InputWarning, match="1 of 2 points"):
        xyz = tocca.load_points(tmp_path / "scan.xyz")
    assert xyz.tolist() == [[0.5, 0.3, 0.0]]
    with pytest.raises(tocca.InputError, match="no size"):
        tocca.load_scene(tmp_path / "scan.xyz")
    with pytest.warns(tocca.InputWarning):
        scene = tocca.load_scene(tmp_path / "scan.xyz", point_radius=0.01)
    assert scene.objects == ["scan"]
    (tmp_path / "map.bt").write_bytes(HEAD + bytes([2, 0]))
    cells = tocca.Octomap(tmp_path / "map.bt", unknown="occupied")
    assert len(cells) == 1 and cells.sizes.tolist() == [[3276.8] * 3]
    assert tocca.load_scene(tmp_path / "map.bt", unknown="free").objects == ["map"]
    scene.add("cells", cells)
    scene.save(tmp_path / "scene.json")
    assert tocca.load_scene(tmp_path / "scene.json").objects == ["scan", "cells"]


def test_what_is_wrong_is_told(tmp_path):
    scene = tocca.Scene()
    for xyz, radius, message in (
        ([], 0.01, "xyz"), (np.zeros((0, 3)), 0.01, "there are none"), ([[0, 0]], 0.01, "xyz"), ([[0, 0, np.nan]], 0.01, "xyz"), ([[0, 0, 0]], 0.0, "radius"), ([[0, 0, 0]], -1, "radius"),
        ([[0, 0, 0]], np.nan, "radius"),
    ):
        with pytest.raises((tocca.InputError, ValueError), match=message):
            scene.add_points("scan", xyz, radius)
    assert len(scene) == 0
    (tmp_path / "map.bt").write_bytes(HEAD + bytes([2]))
    with pytest.raises(tocca.InputError, match="truncated"):
        tocca.Octomap(tmp_path / "map.bt")
    with pytest.raises(tocca.InputError, match="unknown space"):
        tocca.Octomap(tmp_path / "map.bt", unknown="maybe")
