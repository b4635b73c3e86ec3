"""The other doors: many bodies, screws, moving vertices, a live tool. Answers that closed forms give."""
import math
import threading

import numpy as np
import pytest

import tocca
from conftest import CORPUS

CORNERS = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
FACES = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]]


def test_a_world_finds_what_touches(arm):
    world = tocca.World()
    numbers = [world.add(tocca.Sphere(0.5), pose=(k, 0, 0)) for k in range(5)]
    assert numbers == [0, 1, 2, 3, 4] and world.step() == [(0, 1), (1, 2), (2, 3), (3, 4)]
    world.remove(1)
    world.move(4, (10, 0, 0))
    assert world.step() == [(2, 3)] and len(world) == 4 and np.array_equal(world.pose(4)[:3, 3], [10, 0, 0])
    world.activate(2, 3, False)
    assert world.step() == []
    lower, upper = world.distance(0, 2)
    assert lower <= 1 <= upper and upper - lower < 1e-9
    robot = world.add(arm, q={"shoulder": 0}, group=1)
    assert robot == 1 and (0, 1) in world.step()
    world.move_joints(robot, [math.pi / 2, 0])
    world.activate_groups(0, 1, False)
    assert world.step() == []


@pytest.mark.parametrize("motion", ["in-between", "screw", "linear"])
def test_first_contacts_are_on_time(motion):
    world = tocca.World()
    a, b = world.add(tocca.Sphere(0.5)), world.add(tocca.Sphere(0.5), pose=(5, 0, 0))
    (contact,) = world.first_contacts({a: (2, 0, 0), b: (3, 0, 0)}, motion=motion)
    lo, hi = contact.time
    assert contact.bodies == (a, b) and lo <= 1 + 1e-12 and abs(hi - 1) < 1e-5 and not contact.initial and contact.why is None
    assert np.allclose(contact.point, [2.5, 0, 0], atol=1e-5) and abs(contact.normal[0]) == pytest.approx(1)
    assert world.first_contacts({b: (5, 9, 0)}) == []


def test_worlds_with_deformable_bodies():
    world = tocca.World()
    ball = world.add(tocca.Sphere(0.5), pose=(0.3, 0.3, 2))
    cloth = world.add(tocca.DeformableMesh([[-3, -3, 0], [3, -3, 0], [0, 3, 0]], [[0, 1, 2]]))
    (contact,) = world.first_contacts({cloth: [[-3, -3, 2], [3, -3, 2], [0, 3, 2]]})
    assert contact.bodies == (ball, cloth) and contact.time[0] <= 0.75 <= contact.time[1] + 1e-6


@pytest.mark.parametrize(
    "ask, error, message",
    [
        (lambda w: w.move(7, (0, 0, 0)), tocca.InputError, "body"),
        (lambda w: w.pose(-1), tocca.InputError, "body"),
        (lambda w: w.remove(3), tocca.InputError, "body"),
        (lambda w: w.distance(0, 0), tocca.InputError, ""),
        (lambda w: w.distance(0, 9), tocca.InputError, "body"),
        (lambda w: w.first_contacts({9: (0, 0, 0)}), tocca.InputError, "body"),
        (lambda w: w.first_contacts({0: (0, 0, 0)}, motion="hop"), tocca.InputError, "no motion 'hop'"),
        (lambda w: w.first_contacts({0: (0, 0, 0, 0, 0, 1, 0)}, motion="linear"), tocca.InputError, "does not turn"),
        (lambda w: w.move(0, (0, np.nan, 0)), tocca.InputError, "not finite"),
        (lambda w: w.move_joints(0, [1, 2]), tocca.InputError, ""),
        (lambda w: w.move(0, [[0, 0, 0]]), tocca.InputError, ""),
        (lambda w: w.add(tocca.Sphere(1), q=[0]), tocca.InputError, "only robots"),
        (lambda w: w.add("ball"), TypeError, "Shape"),
        (lambda w: w.activate(0, 0, True), tocca.InputError, ""),
        (lambda w: tocca.World(tolerance=-1), tocca.InputError, "tolerance"),
    ],
)
def test_worlds_refuse_what_makes_no_sense(ask, error, message):
    world = tocca.World()
    world.add(tocca.Sphere(1))
    with pytest.raises(error, match=message):
        ask(world)


def test_a_world_serves_one_thread_at_a_time():
    world = tocca.World()
    random = np.random.default_rng(1)
    for place in random.uniform(0, 6, (300, 3)):
        world.add(tocca.Mesh(CORNERS, FACES), pose=place)
    expected, errors, found = world.step(), [], []

    def ask():
        for _ in range(20):
            try:
                found.append(world.step())
            except RuntimeError as error:
                errors.append(str(error))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) + len(errors) == 80 and all(step == expected for step in found)
    assert all("another thread" in error for error in errors)


def test_a_screw_pair_turns_into_contact():
    """A tetrahedron's corner at distance 1 from the z axis turns by half a turn towards the other's face x = 0 side."""
    pair = tocca.ScrewPair(tocca.Mesh(CORNERS, FACES), tocca.Mesh(CORNERS, FACES))
    verdict = pair.first_contact((3, 0.1, 0.1), (0, 0.1, 0.1))
    lo, hi = verdict.time
    exact = (3 - 0.8) / 3  # its face x = 3 - 3 t meets the slanted face x + y + z = 1 at y = z = 0.1
    assert not verdict and verdict.outcome == "contact" and lo <= exact + 1e-9 and abs(hi - exact) < 1e-5
    assert verdict.contacts[0].kind in ("vertex-face", "face-vertex", "edge-edge") and len(verdict.contacts[0].triangles) == 2
    assert pair.first_contact((3, 0, 0), (5, 0, 0)) and pair.first_contact((3, 0, 0), (5, 0, 0)).time is None
    assert pair.first_contact((0.1, 0.1, 0.1), (9, 0, 0)).initial
    assert len(pair.first_contact((3, 0, 0), (-3, 0, 0), all=True).contacts) > 1
    with pytest.raises(tocca.InputError, match="a: is a sphere; give a tocca.Mesh"):
        tocca.ScrewPair(tocca.Sphere(1), tocca.Mesh(CORNERS, FACES))


def test_linear_contacts_are_exact():
    count = 1000
    random = np.random.default_rng(4)
    start = np.tile([[0.0, 0, 1], [-1, -1, 0], [1, -1, 0], [0, 1, 0]], (count, 1, 1))
    end = start.copy()
    depth = random.uniform(-1, 1, count)
    end[:, 0, 2] = depth
    outcome, time = tocca.linear_contacts(vf=np.stack([start, end], axis=1))
    assert np.array_equal(outcome == tocca.CONTACT, depth <= 0)
    exact = 1 / (1 - depth)
    hit = depth <= 0
    assert (time[hit, 0] <= exact[hit] + 1e-12).all() and (exact[hit] <= time[hit, 1] + 1e-12).all() and np.isnan(time[~hit]).all()
    edges = np.array([[[-1, 0, 1], [1, 0, 1], [0, -1, 0], [0, 1, 0]], [[-1, 0, -1], [1, 0, -1], [0, -1, 0], [0, 1, 0]]], dtype=float)
    outcome, time = tocca.linear_contacts(ee=edges[None], separation=0.5)
    assert outcome.tolist() == [tocca.CONTACT] and time[0, 0] <= 0.25 <= time[0, 1] + 1e-6
    with pytest.raises(tocca.InputError, match="give either vf or ee"):
        tocca.linear_contacts()
    with pytest.raises(tocca.InputError, match=r"has shape \(4, 3\); give shape \(N, 2, 4, 3\)"):
        tocca.linear_contacts(vf=edges[0])


def test_a_deformable_mesh_touches_itself_and_others():
    strip = tocca.DeformableMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1], [0, 1, 1]], [[0, 1, 2], [3, 4, 5]])
    assert strip.contacts() == [] and len(strip) == 2
    down = strip.end.copy()
    down[3:, 2] = -1
    strip.move(down)
    assert {contact.kind for contact in strip.contacts()} >= {"vertex-face"} and strip.contacts()[0].time[0] <= 0.5
    assert np.array_equal(strip.end, down) and strip.start[3, 2] == 1
    strip.put(down)
    with pytest.raises(tocca.InputError, match=r"to: has shape \(2, 3\); give shape \(6, 3\)"):
        strip.move(down[:2])


def test_a_tool_is_warned_before_it_touches():
    floor = tocca.DeformableMesh([[-9, -9, 0], [9, -9, 0], [0, 9, 0]], [[0, 1, 2]])
    monitor = tocca.ToolMonitor(tocca.Sphere(0.1))
    reports = [monitor.sample(0.01 * k, (0, 0, 0.3 - 0.01 * k), floor) for k in range(25)]
    warned = [report for report in reports if report.state == "warning"]
    assert warned and warned[-1].time_to_contact == pytest.approx(0.2 - warned[-1].time, abs=0.02) and warned[-1].horizon in ("reflex", "considered")
    first = next(report for report in reports if report.contact)
    assert first.contact[0] <= 0.2 + 1e-6 and first.contact[1] >= 0.2 - 1e-6 and first.triangles.tolist() == [0]
    monitor.reset()
    with pytest.raises(tocca.InputError):
        monitor.sample(float("nan"), (0, 0, 1), floor)
    with pytest.raises(TypeError):
        monitor.sample(0, (0, 0, 1), tocca.Mesh(CORNERS, FACES))


def test_every_body_moves_in_its_own_terms():
    world = tocca.World()
    ball, box = world.add(tocca.Sphere(1)), world.add(tocca.Box((1, 1, 1)), (4, 0, 0))
    (contact,) = world.first_contacts({ball: (8, 0, 0)})
    assert contact.time[1] == pytest.approx(2.5 / 8, abs=1e-6)
    with pytest.raises(tocca.InputError, match=r"\(1, 3\)"):  # a pose as a row is not a body that stands still
        world.first_contacts({ball: [[8, 0, 0]]})
    arm = tocca.load_robot(CORPUS / "robot.urdf")
    number = world.add(arm, (0, 10, 0))
    assert world.first_contacts({number: {"elbow": 0.2}}) == []
    world.move_joints(number, {"elbow": 0.2})
    with pytest.raises(tocca.InputError, match="is not a robot"):
        world.move_joints(ball, [0, 0])


def test_a_world_sees_the_way_of_a_robot():
    world = tocca.World()
    number = world.add(tocca.load_robot(CORPUS / "robot.urdf"))
    world.add(tocca.Sphere(0.1), (0, 1.5, 0))
    (contact,) = world.first_contacts({number: [1.6, 0]})
    assert 0.8 < contact.time[1] < 1
