"""What the command line offers on a first day: postures, paths in degrees and of ROS, furniture, where the robot stands, padding, loops."""

import json
import math
import pathlib

import numpy as np
import pytest
import tocca

ARM = """<robot name="arm">
 <link name="base"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
 <link name="upper"/>
 <link name="hand"><collision><origin xyz="1 0 0"/><geometry><sphere radius="0.1"/></geometry></collision></link>
 <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/>
  <limit lower="-3.2" upper="3.2" effort="1" velocity="1"/></joint>
 <joint name="elbow" type="continuous"><parent link="upper"/><child link="hand"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/></joint>
</robot>"""
SRDF = """<robot name="arm"><group_state name="folded" group="fore"><joint name="elbow" value="3"/></group_state></robot>"""
DRESSER = """<robot name="dresser"><link name="frame"/>
 <link name="drawer"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
 <joint name="pull" type="prismatic"><parent link="frame"/><child link="drawer"/><origin xyz="3 0 0"/><axis xyz="-1 0 0"/>
  <limit lower="0" upper="1.2" effort="1" velocity="1"/></joint></robot>"""


@pytest.fixture
def folder(tmp_path: pathlib.Path) -> pathlib.Path:
    for name, text in (("arm.urdf", ARM), ("arm.srdf", SRDF), ("dresser.urdf", DRESSER)):
        (tmp_path / name).write_text(text)
    return tmp_path


def test_postures_of_the_srdf(folder):
    arm = tocca.load_robot(folder / "arm.urdf", srdf=folder / "arm.srdf")
    assert arm.states == {"folded": {"elbow": 3.0}}
    assert tocca.Checker(arm).distance(arm.states["folded"]).upper == pytest.approx(max(0.0, 2 * math.cos(1.5) - 0.2))


def test_one_path_in_several_formats(folder):
    arm = tocca.load_robot(folder / "arm.urdf")
    (folder / "p.csv").write_text("shoulder;elbow\n0;0\n0.5;1\n")
    (folder / "p.yaml").write_text("joint_names: [elbow, shoulder]\npoints:\n- positions: [0, 0]\n- positions: [1, 0.5]\n")
    (folder / "d.csv").write_text(f"shoulder elbow\n0 0\n{math.degrees(0.5)!r} {math.degrees(1.0)!r}\n")
    rows = tocca.load_path(folder / "p.csv", arm).q
    assert np.array_equal(rows, tocca.load_path(folder / "p.yaml", arm).q)
    assert np.allclose(rows, tocca.load_path(folder / "d.csv", arm, degrees=True).q, rtol=0, atol=1e-15)


def test_furniture_base_and_padding(folder):
    arm = tocca.load_robot(folder / "arm.urdf")
    shut, pulled = tocca.load_scene(folder / "dresser.urdf"), tocca.load_scene(folder / "dresser.urdf", configuration={"pull": 0.5})
    assert tocca.Checker(arm, shut).check([0, 0])
    assert tocca.Checker(arm, pulled).check([0, 0]).pairs == [("hand", "drawer")]
    assert not tocca.Checker(arm, shut, base=(0.5, 0, 0)).check([0, 0])
    gap = tocca.Checker(arm, shut).distance([0, 0]).lower  # 2.5 - 2.1
    assert gap == pytest.approx(0.4)
    padded = tocca.Checker(arm, shut, padding={"hand": 0.1, "drawer": 0.2})
    assert padded.check([0, 0]) and padded.distance([0, 0]).upper == pytest.approx(0.1)
    assert not tocca.Checker(arm, shut, padding={"hand": 0.25, "drawer": 0.2}).check([0, 0])
    with pytest.raises(tocca.InputError, match="did you mean 'hand'"):
        tocca.Checker(arm, shut, padding={"hnad": 0.1})
    with pytest.raises(tocca.InputError, match="padding"):
        tocca.Checker(arm, shut, padding={"hand": -0.1})
    with pytest.raises(tocca.InputError, match="did you mean 'pull'"):
        tocca.load_scene(folder / "dresser.urdf", configuration={"pul": 1})


def test_a_path_must_close_the_loops_of_its_problem(folder):
    (folder / "p.csv").write_text("shoulder,elbow\n0,0\n0.5,0\n")
    loop = {"a": {"link": "base", "xyz": [2, 0, 0]}, "b": {"link": "hand", "xyz": [1, 0, 0]}, "tolerance": 0.5}
    (folder / "problem.json").write_text(json.dumps({"robots": [{"urdf": "arm.urdf", "path": "p.csv"}], "loops": [loop]}))
    checker = tocca.Checker(tocca.load_problem(folder / "problem.json"), allow_empty=True)
    with pytest.raises(tocca.InputError, match="leaves it open"):
        checker.check_path()
    assert checker.check_path([[0, 0], [0.2, 0]]).outcome == "free"
    with pytest.raises(tocca.InputError, match="would not close them"):
        checker.plan([0, 0], [0.2, 0])
    for ask, words in (
        (lambda: checker.check([1.5, 0]), "the configuration leaves it open;"),
        (lambda: checker.check([0, 0], [1.5, 0]), "the motion leaves it open;"),
        (lambda: checker.check_edges([[[0, 0], [0.1, 0]], [[0, 0], [1.5, 0]]]), "the motion leaves it open in edge 1"),
        (lambda: checker.distance([1.5, 0]), "the configuration leaves it open;"),
        (lambda: checker.clearance([[0, 0], [1.5, 0]]), "the path leaves it open in segment 0"),
    ):
        with pytest.raises(tocca.InputError, match=words):
            ask()
    assert checker.check([0, 0]).outcome == checker.check([0, 0], [0.2, 0]).outcome == "free" and len(checker.check_edges([[[0, 0], [0.1, 0]]])) == 1
