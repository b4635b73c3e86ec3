"""Arrays: read where they are if they are float64 in C order, copied once otherwise, never transposed."""
import collections
import types

import numpy as np
import pytest
from conftest import CORPUS

import tocca


def test_layouts_and_types_mean_the_same(checker):
    edges = np.random.default_rng(2).uniform(-1.5, 1.5, (40, 2, 2))
    expected = checker.check_edges(edges).time
    strided = np.zeros((80, 2, 4))
    strided[::2, :, ::2] = edges
    for same in (np.asfortranarray(edges), strided[::2, :, ::2], edges.tolist(), edges.astype(edges.dtype.newbyteorder())):
        assert np.array_equal(checker.check_edges(same).time, expected, equal_nan=True)
    unaligned = np.frombuffer(b"x" + edges.tobytes(), dtype=np.uint8)[1:].view(np.float64).reshape(edges.shape)
    assert np.array_equal(checker.check_edges(unaligned).time, expected, equal_nan=True)
    read_only = edges.copy()
    read_only.flags.writeable = False
    assert np.array_equal(checker.check_edges(read_only).time, expected, equal_nan=True)
    assert np.array_equal(edges, np.random.default_rng(2).uniform(-1.5, 1.5, (40, 2, 2)))  # nobody wrote to it


def test_whole_numbers_are_numbers(checker):
    assert checker.check(np.array([0, 0]), np.array([0, 1], dtype=np.int8))


def test_rows_are_never_columns(arm, checker):
    path = np.zeros((3, 2))
    assert checker.check_path(path)
    with pytest.raises(tocca.InputError, match=r"has shape \(2, 3\); give \(N, 2\), one configuration per row: 2 joint values of robot 'two_link_arm'"):
        checker.check_path(path.T)


@pytest.mark.parametrize(
    "ask, message",
    [
        (lambda c: c.check([0, 0, 0], [0, 0]), r"q0: has shape \(3,\); give shape \(2,\): 2 joint values of robot 'two_link_arm': shoulder, elbow"),
        (lambda c: c.check([0, 0], [[0, 0]]), r"q1: has shape \(1, 2\); give shape \(2,\)"),
        (lambda c: c.check(0.5), r"q0: has shape \(\); give shape \(2,\)"),
        (lambda c: c.check_edges(np.zeros((5, 2))), r"edges: has shape \(5, 2\); give shape \(N, 2, 2\)"),
        (lambda c: c.check_edges(np.zeros((5, 3, 2))), r"edges: has shape \(5, 3, 2\); give shape \(N, 2, 2\)"),
        (lambda c: c.check_edges(np.zeros((5, 2, 3))), r"edges: has shape \(5, 2, 3\); give \(N, 2, 2\)"),
        (lambda c: c.check_path(np.zeros(2)), r"path: has shape \(2,\); give shape \(N, dof\): one waypoint per row"),
        (lambda c: c.check_path(np.zeros((0, 2))), r"path: has shape \(0, 2\); give at least one waypoint"),
        (lambda c: c.distance(np.zeros((2, 1))), r"q: has shape \(2, 1\); give shape \(2,\)"),
        (lambda c: tocca.Path(np.zeros((3, 2)), times=[0, 1]), r"times: has shape \(2,\); give shape \(3,\)"),
        (lambda c: tocca.Path(np.zeros((3, 2)), times=[0, 1, 2], velocities=np.zeros((2, 3))), r"velocities: has shape \(2, 3\); give shape \(3, 2\)"),
        (lambda c: tocca.Scene().add_box("b", (1, 2)), r"size: has shape \(2,\); give shape \(3,\)"),
        (lambda c: tocca.Scene().add("b", tocca.Sphere(1), pose=np.eye(3)), r"pose: has shape \(3, 3\); give shape \(3,\), \(7,\) or \(4, 4\)"),
        (lambda c: tocca.Mesh(np.zeros((3, 2)), [[0, 1, 2]]), r"vertices: has shape \(3, 2\); give shape \(N, 3\)"),
        (lambda c: tocca.Mesh(np.zeros((3, 3)), [0, 1, 2]), r"faces: has shape \(3,\); give shape \(N, 3\)"),
    ],
)
def test_messages_name_both_shapes(checker, ask, message):
    with pytest.raises(tocca.InputError, match=message):
        ask(checker)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_numbers_that_are_none_are_refused_by_place(checker, value):
    with pytest.raises(tocca.InputError, match=r"q1\[1\]: is not finite"):
        checker.check([0, 0], [0, value])
    edges = np.zeros((10, 2, 2))
    edges[7, 1, 0] = value
    with pytest.raises(tocca.InputError, match=r"edges\[7, 1, 0\]: is not finite"):
        checker.check_edges(edges)
    with pytest.raises(tocca.InputError, match=r"path\[1, 0\]: is not finite"):
        checker.check_path([[0, 0], [value, 0]])
    with pytest.raises(tocca.InputError, match="joint 'elbow' is not finite"):
        checker.check({"elbow": value})


@pytest.mark.parametrize("wrong", [["a", "b"], np.array(["1", "2"]), "00", np.array([1j, 0]), [None, 0], np.array([True, False]), object()])
def test_other_things_are_type_errors(checker, wrong):
    with pytest.raises(TypeError, match="q0: must hold numbers"):
        checker.check(wrong)


def test_masked_arrays_are_refused(checker, arm):
    masked = np.ma.array([[0.0, 0.0], [9.0, 9.0]], mask=[[0, 0], [1, 1]])
    for ask in (lambda: checker.check_path(masked), lambda: checker.check(masked[0]), lambda: tocca.Path(masked), lambda: arm.poses(masked[0])):
        with pytest.raises(TypeError, match="is a masked array; fill it"):
            ask()
    assert checker.check(masked.filled(0.0)[0])
    assert checker.check_path(np.asmatrix([[0.0, 0.0], [0.3, 0.0]]))  # other kinds of arrays are arrays


def test_any_mapping_is_a_dict(checker, arm, scene):
    def mapped(**values):
        return types.MappingProxyType(values)

    assert checker.check(mapped(shoulder=0.6)).outcome == "contact" and checker.check(collections.ChainMap({"shoulder": 0}, {"elbow": 0.1}))
    assert np.array_equal(arm.poses(mapped(shoulder=1)), arm.poses([1, 0]))
    assert tocca.Checker(arm, scene, padding=mapped(post=0.1), rest=mapped(elbow=-1)).check(mapped())
    world = tocca.World()
    ball, box = world.add(tocca.Sphere(1)), world.add(tocca.Sphere(1), (6, 0, 0))
    assert len(world.first_contacts(types.MappingProxyType({ball: (8, 0, 0)}))) == 1
    with pytest.raises(tocca.InputError, match="only a URDF scene has joints"):
        tocca.load_scene(CORPUS / "scene.json", configuration=mapped(drawer=1))
    for wrong in ([("post", 0.1)], "post", 3, {1: 2.0}, {"post": "x"}):
        with pytest.raises(TypeError, match="padding"):
            tocca.Checker(arm, scene, padding=wrong)
    with pytest.raises(TypeError, match="moving: must be a dict"):
        world.first_contacts([(ball, (8, 0, 0))])


def test_results_are_plain_arrays_that_own_themselves(checker):
    outcome, time = (lambda r: (r.outcome, r.time))(checker.check_edges([[[0, 0], [1.5, 0.25]]]))
    assert outcome.tolist() == [tocca.CONTACT] and time.flags.c_contiguous and time.dtype == np.float64
