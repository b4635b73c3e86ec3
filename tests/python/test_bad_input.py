"""Whatever is wrong is a clear exception, never a crash."""
import pickle
import subprocess
import sys

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


def test_whole_numbers_are_asked_for_by_name(arm):
    for keyword in ({"threads": 2.5}, {"budget": "many"}):
        with pytest.raises(TypeError, match=next(iter(keyword))):
            tocca.Checker(arm, allow_empty=True, **keyword)


def test_a_goal_beyond_its_limits_is_worth_a_warning(checker):
    with pytest.warns(tocca.InputWarning, match="goal: joint 'shoulder' is at 5"):
        checker.plan([0, 0], [5, 0], time_limit=5)


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
