"""What all objects have in common: one line that says what they are, no life before __init__, no pickles, arrays that are safe."""
import copy
import inspect
import pickle

import numpy as np
import pytest
from conftest import CORPUS

import tocca

CORNERS = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
FACES = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]]
CLASSES = [getattr(tocca, name) for name in tocca.__all__ if inspect.isclass(getattr(tocca, name)) and not issubclass(getattr(tocca, name), Exception)]


def everything(folder):
    """One object of each class."""
    arm, scene = tocca.load_robot(CORPUS / "robot.urdf"), tocca.load_scene(CORPUS / "scene.json")
    (folder / "problem.json").write_text(f'{{"robots": [{{"urdf": "{CORPUS}/robot.urdf", "path": "{CORPUS}/path.csv"}}], "scene": "{CORPUS}/scene.json"}}')
    checker, path = tocca.Checker(arm, scene), tocca.load_path(CORPUS / "path.csv", arm)
    verdict, clearance = checker.check([0, 0], [1.5, 0.25]), checker.clearance([[0, 0], [0.3, 0]])
    mesh = tocca.Mesh(CORNERS, FACES)
    pair = tocca.ScrewPair(mesh, mesh)
    screwed = pair.first_contact((3, 0, 0), (-3, 0, 0))
    floor = tocca.DeformableMesh([[-9, -9, 0], [9, -9, 0], [0, 9, 0]], [[0, 1, 2]])
    cloth = tocca.DeformableMesh([[0, 0, 1], [1, 0, 1], [0, 1, 1]], [[0, 1, 2]])
    cloth.move([[0, 0, 1], [1, 0, 1], [0, 1, -1]])
    monitor = tocca.ToolMonitor(tocca.Sphere(0.1))
    report = monitor.sample(0.0, (0, 0, 1), floor)
    world = tocca.World()
    ball, box = world.add(tocca.Sphere(1)), world.add(tocca.Box((1, 1, 1)), (4, 0, 0))
    checker.check_path([[0, 0], [0.3, 0]], certificate=folder / "path.proof")
    (folder / "map.bt").write_bytes(b"# Octomap OcTree binary file\nid OcTree\nsize 2\nres 0.1\ndata\n" + bytes([2, 0]))
    survey = arm.disabled_pairs(samples=100)
    return [
        survey, survey.pairs[0], tocca.Points([[0, 0, 0]], 0.1), tocca.Octomap(folder / "map.bt", unknown="occupied"), tocca.audit(folder / "path.proof"), arm, scene, checker, path, verdict, verdict.contacts[0], clearance, clearance.profile, mesh, pair, screwed, screwed.contacts[0], cloth,
        cloth.contacts(floor)[0], monitor, report, world, world.first_contacts({box: (0, 0, 0)})[0], tocca.load_problem(folder / "problem.json"),
        checker.check_edges([[[0, 0], [0.3, 0]]]), checker.check_path(path), checker.distance([0, 0]), checker.plan([0, 0], [1.5, 0]),
        checker.smooth([[0, 0], [0.3, 0]]), checker.time([[0, 0], [0.3, 0]], acceleration=1), checker.repair(path), tocca.Sphere(1), tocca.Box((1, 1, 1)), tocca.Cylinder(1, 1), tocca.Capsule(1, 1),
    ]  # fmt: skip


def test_everything_says_what_it_is_in_one_line(tmp_path):
    things = everything(tmp_path)
    assert {type(thing) for thing in things} == set(CLASSES) - {tocca.Shape}
    for thing in things:
        text, name = repr(thing), type(thing).__name__
        assert text.startswith((f"<tocca.{name}", f"tocca.{name}(")) and "\n" not in text and " at 0x" not in text and len(text) < 160
        assert len(text) > len(f"<tocca.{name}>")  # it says more than its name


def test_reprs_of_screws_and_tools():
    mesh = tocca.Mesh(CORNERS, FACES)
    pair = tocca.ScrewPair(mesh, mesh, tolerance=1e-5)
    assert repr(pair) == "<tocca.ScrewPair: meshes of 4 and 4 triangles, tolerance 1e-05 m>"
    assert repr(pair.first_contact((3, 0, 0), (5, 0, 0))) == "<tocca.ScrewVerdict: free>"
    assert repr(pair.first_contact((3, 0, 0), (-3, 0, 0))).startswith("<tocca.ScrewVerdict: contact at 0.333")
    tired = tocca.ScrewPair(mesh, mesh, budget=1).first_contact((3, 0, 0), (-3, 0.1, 0, 0, 0, 1, 1))
    assert tired or repr(tired).startswith(("<tocca.ScrewVerdict: undecided (budget), free until 0", "<tocca.ScrewVerdict: contact at"))
    monitor = tocca.ToolMonitor(tocca.Capsule(0.1, 1), clearance=0.002)
    assert repr(monitor) == "<tocca.ToolMonitor: capsule, clearance 0.002 m, no samples>"


@pytest.mark.parametrize("cls", CLASSES, ids=[cls.__name__ for cls in CLASSES])
def test_nothing_lives_before_it_is_made(cls, checker):
    thing = cls.__new__(cls)
    with pytest.raises(TypeError):
        repr(thing) if "__repr__" in vars(cls) else tocca.Scene().add("x", thing)
    for name, member in vars(cls).items():
        if isinstance(member, property):
            with pytest.raises(TypeError):
                getattr(thing, name)
        elif callable(member) and name not in ("__init__", "__repr__", "__reduce_ex__"):
            with pytest.raises(TypeError):
                getattr(thing, name)()
    for slot in (len, bool):
        if f"__{slot.__name__}__" in vars(cls):
            with pytest.raises(TypeError):
                slot(thing)


def test_nothing_unmade_is_taken(arm, scene):
    for ask in (
        lambda: tocca.Checker(tocca.Robot.__new__(tocca.Robot)),
        lambda: tocca.Checker(arm, tocca.Scene.__new__(tocca.Scene)),
        lambda: tocca.Checker(arm, scene).check_path(tocca.Path.__new__(tocca.Path)),
        lambda: scene.add("x", tocca.Box.__new__(tocca.Box)),
        lambda: tocca.World().add(tocca.DeformableMesh.__new__(tocca.DeformableMesh)),
        lambda: tocca.Path([[0, 0]]).save("x.csv", tocca.Robot.__new__(tocca.Robot)),
    ):
        with pytest.raises(TypeError, match="has not been made"):
            ask()


def test_subclasses_work_once_they_have_begun():
    class Mine(tocca.Scene):
        def __init__(self, early=False):
            if early:
                self.add_sphere("x", 1)
            super().__init__()
            self.add_sphere("ball", 1)

    assert Mine().objects == ["ball"]
    with pytest.raises(TypeError, match="super"):
        Mine(early=True)


def test_pickles_are_refused_in_words(tmp_path):
    for thing in everything(tmp_path):
        with pytest.raises(TypeError, match=f"cannot pickle or copy a tocca.{type(thing).__name__}: give other processes the files"):
            pickle.dumps(thing)


def test_scenes_are_copied(scene):
    for other in (copy.copy(scene), copy.deepcopy(scene)):
        other.remove("post")
        assert other.objects == ["wall"] and scene.objects == ["post", "wall"]


def test_arrays_that_come_out_are_copies_or_cannot_be_written_to(tmp_path):
    """Whatever a user does to an array, the object that it came from says the same as before."""
    seen = 0
    for thing in everything(tmp_path):
        for name, member in vars(type(thing)).items():
            value = getattr(thing, name) if isinstance(member, property) else None
            if not isinstance(value, np.ndarray) or value.size == 0:
                continue
            seen += 1
            before = value.copy()
            if value.flags.writeable:
                value[...] = 7
            else:
                with pytest.raises(ValueError):
                    value[...] = 7
            assert np.array_equal(getattr(thing, name), before, equal_nan=before.dtype.kind == "f"), (type(thing), name)
    assert seen > 20
