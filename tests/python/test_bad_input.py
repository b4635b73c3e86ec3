"""Whatever is wrong is a clear exception, never a crash."""
import pickle
import subprocess
import sys
import warnings

import numpy as np
import pytest
from conftest import CORPUS

import tocca


def test_an_input_error_is_a_value_error_with_parts(tmp_path):
    file = tmp_path / "missing.urdf"
    with pytest.raises(ValueError) as caught:
        tocca.load_robot(file)
    error = caught.value
    assert type(error) is tocca.InputError and error.file == str(file)
    assert error.problem and error.problem in str(error) and error.remedy in str(error)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.file, again.problem) == (str(error), error.file, error.problem)


@pytest.mark.parametrize("load", [tocca.load_robot, tocca.load_scene, tocca.load_problem, tocca.load_mesh])
def test_missing_and_broken_files(tmp_path, load):
    for name, text in [("gone.json", None), ("broken.json", "{"), ("broken.urdf", "<robot"), ("empty.obj", ""), ("x.stl", "solid")]:
        file = tmp_path / name
        if text is not None:
            file.write_text(text)
        with pytest.raises(tocca.InputError) as caught:
            load(file)
        assert str(file) in str(caught.value)
    with pytest.raises(TypeError):
        load(17)


def test_a_bad_row_is_named(tmp_path, arm):
    (tmp_path / "path.csv").write_text("shoulder,elbow\n0,0\n0,x\n")
    with pytest.raises(tocca.InputError) as caught:
        tocca.load_path(tmp_path / "path.csv", arm)
    assert "line 3" in caught.value.place


@pytest.mark.parametrize(
    "ask, message",
    [
        (lambda c, a, s: c.check({"elbo": 1}), "no joint 'elbo' .*did you mean 'elbow'"),
        (lambda c, a, s: tocca.Checker(a, s, allow=[("lower", "pots")]), "no link or object 'pots'; did you mean 'post'"),
        (lambda c, a, s: s.remove("wal"), "no object 'wal'; did you mean 'wall'"),
        (lambda c, a, s: s.add_sphere("wall", 1), "already an object 'wall'"),
        (lambda c, a, s: s.add_sphere("", 1), "name: is empty"),
        (lambda c, a, s: s.add_sphere("x", -1), "radius"),
        (lambda c, a, s: s.add_sphere("x", float("nan")), "radius"),
        (lambda c, a, s: s.add_box("x", (1, 0, 1)), "size"),
        (lambda c, a, s: s.add_sphere("x", 1, xyz=(0, 0, 0), pose=(0, 0, 0)), "xyz: cannot be combined with pose"),
        (lambda c, a, s: s.add_sphere("x", 1, pose=(0, 0, 0, 0, 0, 0, 0)), "zero quaternion"),
        (lambda c, a, s: s.add_sphere("x", 1, pose=2 * np.eye(4)), "last row of the matrix"),
        (lambda c, a, s: s.add_sphere("x", 1, pose=np.diag([2, 1, 1, 1])), "stretches, shears or mirrors"),
        (lambda c, a, s: s.add_sphere("x", 1, pose=np.diag([-1, 1, 1, 1])), "stretches, shears or mirrors"),
        (lambda c, a, s: tocca.Checker(a, s, clearance=-1), "clearance: must be finite and at least 0"),
        (lambda c, a, s: tocca.Checker(a, s, tolerance=0), "tolerance: must be finite and greater than 0"),
        (lambda c, a, s: tocca.Checker(a, s, threads=0), "threads: must be at least 1"),
        (lambda c, a, s: tocca.Checker(a, s, budget=0), "budget: must be at least 1"),
        (lambda c, a, s: tocca.Checker(a, s, strategy="magic"), "no strategy 'magic'"),
        (lambda c, a, s: tocca.Checker(a), "nothing is checked"),
        (lambda c, a, s: c.check_path(), "path: is missing, and the problem has none of its own"),
        (lambda c, a, s: c.check_path([[0, 0]], any=True, every=True), "any: cannot be combined with every"),
        (lambda c, a, s: c.clearance([[0, 0]], tolerance=0), "tolerance: must be"),
        (lambda c, a, s: c.plan([0, 0], [1, 0], time_limit=0), "time_limit: must be"),
        (lambda c, a, s: c.plan([0, 0], [1, 0], planner="dijkstra"), "no planner 'dijkstra'"),
        (lambda c, a, s: tocca.Path([[0, 0], [1, 1]], times=[1, 1]), r"times\[1\]: is not later"),
        (lambda c, a, s: tocca.Path([[0, 0], [1, 1]], velocities=[[0, 0], [0, 0]]), "velocities: need times"),
        (lambda c, a, s: tocca.Mesh([[0, 0, 0]], [[0, 1, 2]]), "triangle 0"),
        (lambda c, a, s: tocca.Mesh([[0, 0, 0]], [[0, -1, 2]]), "no vertex -1"),
        (lambda c, a, s: tocca.Path([[0, 0]]).save("x.csv", tocca.load_robot(CORPUS / "robot.urdf", srdf="gone")), "gone"),
    ],
)
def test_what_makes_no_sense_is_refused(checker, arm, scene, ask, message):
    with pytest.raises(tocca.InputError, match=message):
        ask(checker, arm, scene)


@pytest.mark.parametrize(
    "ask",
    [
        lambda c, a, s: tocca.Checker(s, a),
        lambda c, a, s: tocca.Checker(a, a),
        lambda c, a, s: tocca.Checker(None),
        lambda c, a, s: tocca.Checker(a, s, allow=["lower,post"]),
        lambda c, a, s: s.add("x", "sphere"),
        lambda c, a, s: c.check(),
        lambda c, a, s: c.check([0, 0], [0, 0], [0, 0]),
        lambda c, a, s: c.check({0: 1}),
        lambda c, a, s: tocca.Mesh(np.zeros((3, 3)), [[0.0, 1.0, 2.0]]),
        lambda c, a, s: tocca.load_path("x.csv", s),
        lambda c, a, s: tocca.Verdict(),
        lambda c, a, s: tocca.Robot(),
    ],
)
def test_wrong_types_are_type_errors(checker, arm, scene, ask):
    with pytest.raises(TypeError):
        ask(checker, arm, scene)


def test_nothing_to_check_is_not_free(arm):
    verdict = tocca.Checker(arm, allow_empty=True).check([0, 0], [1, 0])
    assert verdict.outcome == "free" and verdict.pairs_checked == 0 and not verdict


def test_callbacks_that_raise(arm, scene):
    class Mine(Exception):
        pass

    def progress(stats):
        raise Mine(stats["seconds"])

    wall = tocca.Scene()
    wall.add_box("ring", (0.1, 8, 8), xyz=(1.2, 0, 0))
    with pytest.raises(Mine):
        tocca.Checker(arm, wall).plan([1.8, 0.5], [-1.8, -0.5], time_limit=20, progress=progress)


def test_warnings_can_be_errors(tmp_path, arm):
    (tmp_path / "path.csv").write_text("elbow\n0\n1\n")
    program = f"import warnings, tocca; warnings.simplefilter('error'); tocca.load_path({str(tmp_path / 'path.csv')!r}, tocca.load_robot({str(CORPUS / 'robot.urdf')!r}))"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert run.returncode == 1 and "tocca.InputWarning" in run.stderr


def test_subclasses_that_forget_to_begin():
    class Mine(tocca.Scene):
        def __init__(self):
            pass

    with pytest.raises(TypeError):
        Mine()


def test_what_the_callers_objects_raise_reaches_the_caller(checker):
    class Rude:
        def __array__(self, *args, **more):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        checker.check(Rude())


def test_more_numbers_than_memory_is_a_memory_error(checker):
    with pytest.raises(MemoryError):
        checker.check_edges(np.broadcast_to(np.zeros((1, 2, 2)), (10**11, 2, 2)))


def test_shapes_that_do_not_fit_name_both(checker):
    for call, given, wanted in ((checker.check_path, (2, 5), "(N, 2)"), (checker.check_edges, (3, 2, 3), "(N, 2, 2)")):
        with pytest.raises(tocca.InputError) as raised:
            call(np.zeros(given))
        assert str(given) in str(raised.value) and wanted in str(raised.value)


def test_whole_numbers_are_asked_for_by_name(arm, checker):
    world, mesh = tocca.World(), tocca.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    ball = world.add(tocca.Sphere(1))
    edges = checker.check_edges([[[0, 0], [0.3, 0]]])
    for name, ask in (
        ("threads", lambda x: tocca.Checker(arm, allow_empty=True, threads=x)),
        ("budget", lambda x: tocca.Checker(arm, allow_empty=True, budget=x)),
        ("budget", lambda x: tocca.World(budget=x)),
        ("budget", lambda x: tocca.ScrewPair(mesh, mesh, budget=x)),
        ("turns", lambda x: tocca.ScrewPair(mesh, mesh).first_contact((3, 0, 0), (4, 0, 0), turns=x)),
        ("group", lambda x: world.add(tocca.Sphere(1), group=x)),
        ("body", lambda x: world.move(x, (0, 0, 0))),
        ("body", lambda x: world.move_joints(x, [0])),
        ("body", lambda x: world.remove(x)),
        ("body", lambda x: world.pose(x)),
        ("body", lambda x: world.distance(ball, x)),
        ("a", lambda x: world.activate(x, ball, True)),
        ("b", lambda x: world.activate_groups(0, x, True)),
        ("body", lambda x: world.first_contacts({x: (0, 0, 0)})),
        ("points", lambda x: checker.clearance([[0, 0], [0.1, 0]], points=x)),
        ("seed", lambda x: checker.plan([0, 0], [0.1, 0], seed=x)),
        ("seed", lambda x: checker.smooth([[0, 0], [0.1, 0]], seed=x)),
        ("seed", lambda x: checker.repair([[0, 0], [0.1, 0]], seed=x)),
        ("edge", lambda x: edges.pair(x)),
    ):
        for wrong in (2.5, "many", True, (1,)):
            with pytest.raises(TypeError, match=f"{name}: must be a whole number"):
                ask(wrong)
        with pytest.raises(tocca.InputError, match=f"{name}: is too large"):
            ask(10**30)
    assert world.pose(np.int64(ball)).shape == (4, 4)
    for ask in (lambda: checker.plan([0, 0], [0.1, 0], seed=-1), lambda: checker.clearance([[0, 0]], points=-1), lambda: world.pose(2**40)):
        with pytest.raises(tocca.InputError):
            ask()


def test_other_things_than_asked_for_are_type_errors(checker):
    cloth = tocca.DeformableMesh([[0, 0, 1], [1, 0, 1], [0, 1, 1]], [[0, 1, 2]])
    with pytest.raises(TypeError, match="other: must be a tocca.DeformableMesh or None"):
        cloth.contacts(tocca.Sphere(1))
    with pytest.raises(TypeError, match="robot: must be a tocca.Robot or a tocca.Problem"):
        tocca.Path([[0, 0]]).save("x.csv", checker)
    with pytest.raises(TypeError, match="progress: must be a function"):
        checker.plan([0, 0], [0.1, 0], progress=3)


def test_names_are_public(arm):
    for ask in (lambda: tocca.Scene().add_sphere("x", "wide"), lambda: tocca.Checker(arm, clearence=1), lambda: arm.speed):
        with pytest.raises((TypeError, AttributeError)) as raised:
            ask()
        assert "tocca." in str(raised.value) and "_engine" not in str(raised.value)
    assert {getattr(tocca, name).__module__ for name in tocca.__all__ if callable(getattr(tocca, name))} == {"tocca"}


def test_messages_are_about_python(tmp_path, arm):
    """What the command line would be told about its options is said in Python's words."""
    for name, text in (("cell.json", '{"objects": []}'), ("arm.srdf", "<robot/>"), ("path.csv", "a\n0\n"), ("part.stl", "solid")):
        (tmp_path / name).write_text(text)
        load = tocca.load_problem if name == "cell.json" else tocca.load_robot
        with pytest.raises(tocca.InputError) as raised:
            load(tmp_path / name)
        assert "--" not in str(raised.value) and "_engine" not in str(raised.value) and "ROBOT" not in str(raised.value) and raised.value.remedy in str(raised.value)
    (tmp_path / "way.csv").write_text("shoulder,elbow\n90,45\n-120,90\n")
    with pytest.warns(tocca.InputWarning, match="degrees=True") as caught:
        tocca.load_path(tmp_path / "way.csv", arm)
    (tmp_path / "bare.urdf").write_text('<robot name="r"><link name="l"><visual><geometry><sphere radius="1"/></geometry></visual></link></robot>')
    with pytest.warns(tocca.InputWarning, match="visual=True uses") as more:
        tocca.load_robot(tmp_path / "bare.urdf")
    assert not any("--" in str(warning.message) for warning in [*caught, *more])


def test_samples_of_a_tool_come_in_order():
    floor = tocca.DeformableMesh([[-9, -9, 0], [9, -9, 0], [0, 9, 0]], [[0, 1, 2]])
    monitor = tocca.ToolMonitor(tocca.Sphere(0.1))
    monitor.sample(1.0, (0, 0, 1), floor)
    assert monitor.sample(1.0, (0, 0, 1), floor).time == 1.0  # a repeated one is no earlier one
    with pytest.raises(ValueError, match=r"time: is earlier than the last sample's \(0.5 after 1.0\)"):
        monitor.sample(0.5, (0, 0, 1), floor)
    monitor.reset()
    assert monitor.sample(0.5, (0, 0, 1), floor).time == 0.5


def test_a_goal_beyond_its_limits_is_worth_a_warning(checker):
    with pytest.warns(tocca.InputWarning, match="goal: joint 'shoulder' is at 5"):
        checker.plan([0, 0], [5, 0], time_limit=5)


def test_degrees_are_worth_a_warning(checker):
    for ask in (lambda: checker.check([90, 45]), lambda: checker.check([0, 0], [-90, 60]), lambda: checker.distance([90, 45]), lambda: checker.check_path([[0, 0], [90, 45]])):
        with pytest.warns(tocca.InputWarning, match="look like degrees"):
            ask()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        checker.check([3, -2], [0.5, 0.1])


def test_about_nothing_nothing_is_proven(arm):
    verdict = tocca.Checker(arm, allow_empty=True).check([0, 0])
    assert not verdict and not verdict.proven


def test_a_daemon_thread_does_not_bring_the_interpreter_down():
    program = f"""
import threading, time, tocca
checker = tocca.Checker(tocca.load_robot({str(CORPUS / "robot.urdf")!r}), tocca.load_scene({str(CORPUS / "scene.json")!r}))
def ask():
    while True:
        checker.check([0, 0], [.3, 0])
threading.Thread(target=ask, daemon=True).start()
time.sleep(0.2)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
