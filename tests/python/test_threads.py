"""Threads, fork and Ctrl-C: the GIL is released, answers do not depend on who asks, and long work can be ended."""
import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading

import numpy as np
import pytest
from conftest import CORPUS

import tocca


def edges(count, seed=3):
    return np.random.default_rng(seed).uniform(-2.5, 2.5, (count, 2, 2))


def answers(checker, asked):
    result = checker.check_edges(asked)
    return result.outcome.tolist(), result.time.tolist(), result.bodies.tolist()


def same(x, y):
    return all(np.array_equal(np.asarray(a), np.asarray(b), equal_nan=np.asarray(a).dtype.kind == "f") for a, b in zip(x, y))


def test_the_number_of_threads_changes_nothing(arm, scene):
    asked = edges(500)
    assert same(answers(tocca.Checker(arm, scene, threads=1), asked), answers(tocca.Checker(arm, scene), asked))


def test_many_threads_may_ask_at_once(checker):
    asked = edges(400)
    expected = answers(checker, asked)
    found = {}

    def ask(k):
        found[k] = answers(checker, asked), [checker.check(*edge).outcome for edge in asked[:50]]

    threads = [threading.Thread(target=ask, args=(k,)) for k in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 6 and all(same(f[0], expected) for f in found.values())
    assert all(f[1] == found[0][1] for f in found.values())


def test_the_gil_is_released(checker):
    """A Python thread goes on while check_edges works."""
    ticks, stop = [0], threading.Event()

    def tick():
        while not stop.is_set():
            ticks[0] += 1

    thread = threading.Thread(target=tick)
    thread.start()
    before = ticks[0]
    checker.check_edges(edges(20_000))
    during = ticks[0] - before
    stop.set()
    thread.join()
    assert during > 100


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_children_answer_as_their_parent(arm, scene, method):
    checker = tocca.Checker(arm, scene)
    asked = edges(300)
    expected = answers(checker, asked)  # the parent has used its threads
    context = multiprocessing.get_context(method)
    queue = context.Queue()
    child = context.Process(target=in_child, args=(queue, asked, checker if method == "fork" else None))
    child.start()
    found = queue.get(timeout=60)
    child.join(60)
    assert child.exitcode == 0 and same(found, expected)


def in_child(queue, asked, checker):
    if checker is None:
        checker = tocca.Checker(tocca.load_robot(CORPUS / "robot.urdf"), tocca.load_scene(CORPUS / "scene.json"))
    queue.put(answers(checker, asked))


def test_a_forked_child_ends_by_itself(checker):
    checker.check_edges(edges(1000))
    child = os.fork()
    if child == 0:
        ended = 1
        try:
            checker.check_edges(edges(1000))
            ended = 0
        finally:
            os._exit(ended)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


LONG = """
    import os, signal, sys, threading, time
    import numpy as np, tocca
    checker = tocca.Checker(tocca.load_robot({robot!r}), tocca.load_scene({scene!r}){threads})
    edges = np.random.default_rng(1).uniform(-2.5, 2.5, (4_000_000, 2, 2))
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    try:
        {ask}
    except KeyboardInterrupt:
        ended = time.monotonic()
        checker.check([0, 0], [0.3, 0])
        print("ended")
"""


@pytest.mark.parametrize("threads", ["", ", threads=1"])
@pytest.mark.parametrize("ask", ["checker.check_edges(edges)", "checker.check_path(edges.reshape(-1, 2), every=True)", "checker.clearance(edges.reshape(-1, 2))"])
def test_ctrl_c_ends_long_work(ask, threads):
    program = textwrap.dedent(LONG).format(robot=str(CORPUS / "robot.urdf"), scene=str(CORPUS / "scene.json"), ask=ask, threads=threads)
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert run.stdout == "ended\n", run.stderr


SPINNING = """
    import os, pathlib, signal, threading, time, warnings
    import numpy as np, tocca

    def ball(radius, n):
        a, b = np.meshgrid(np.linspace(0, np.pi, n), np.linspace(0, 2 * np.pi, 2 * n, endpoint=False), indexing="ij")
        k = np.arange((n - 1) * 2 * n)
        right = k - k % (2 * n) + (k + 1) % (2 * n)
        faces = np.concatenate([np.stack([k, k + 2 * n, right], 1), np.stack([right, k + 2 * n, right + 2 * n], 1)])
        return radius * np.stack([np.sin(a) * np.cos(b), np.sin(a) * np.sin(b), np.cos(a)], -1).reshape(-1, 3), faces

    warnings.simplefilter("ignore")
    folder = pathlib.Path({folder!r})
    vertices, faces = ball(1, 60)
    scene = tocca.Scene()
    scene.add_mesh("ball", vertices, faces)
    scene.save(folder / "ball.json")
    mesh = str(next(folder.rglob("*.obj")).relative_to(folder))
    (folder / "spinner.urdf").write_text(
        '<robot name="spinner"><link name="base"/><link name="ball"><collision><geometry><mesh filename="' + mesh + '"/></geometry></collision></link>'
        '<joint name="spin" type="continuous"><parent link="base"/><child link="ball"/><axis xyz="1 1 1"/></joint></robot>')
    shell = tocca.Scene()
    vertices, faces = ball(1.0015, 60)
    shell.add_mesh("shell", vertices, faces[:, ::-1])
    checker = tocca.Checker(tocca.load_robot(folder / "spinner.urdf"), shell, budget=None, tolerance=1e-7)
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    begin = time.monotonic()
    try:
        {ask}
    except KeyboardInterrupt:
        checker.distance([0])
        print("ended")
    print("after", time.monotonic() - begin)
"""


@pytest.mark.parametrize("ask", ["checker.check([0], [3])", "checker.check_path([[0], [3]], any=True)", "checker.check_edges([[[0], [3]]])", "checker.clearance([[0], [3]])"])
def test_ctrl_c_ends_one_long_motion(tmp_path, ask):
    """A ball of 14,000 triangles turns inside a shell, a millimetre away: many seconds of work."""
    program = textwrap.dedent(SPINNING).format(folder=str(tmp_path), ask=ask)
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert run.stdout.startswith("ended\n"), run.stdout + run.stderr


def test_ctrl_c_ends_a_plan():
    program = textwrap.dedent(
        f"""
        import os, signal, threading, tocca
        scene = tocca.Scene()
        scene.add_box("ring", (0.1, 8, 8), xyz=(0.5, 0, 0))
        checker = tocca.Checker(tocca.load_robot({str(CORPUS / "robot.urdf")!r}), scene)
        threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        try:
            checker.plan([1.8, 0.1], [-1.8, -0.1], time_limit=50)
        except KeyboardInterrupt:
            print("ended")
        """
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=40)
    assert run.stdout == "ended\n", run.stderr


def test_a_signal_handler_of_ones_own_does_not_end_it(checker):
    seen = []
    before = signal.signal(signal.SIGUSR1, lambda *_: seen.append(1))
    try:
        timer = threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGUSR1))
        timer.start()
        result = checker.check_edges(edges(30_000))
        timer.join()
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert seen == [1] and len(result) == 30_000 and (result.outcome <= 2).all()
