"""The wheel, installed into an empty virtual environment, answers about a real robot."""
import os
import subprocess
import sys
import textwrap
import venv

import pytest
from conftest import CORPUS, MODELS, ROOT


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheels")
    environment = dict(os.environ, TOCCA_CMAKE_BUILD=os.environ["TOCCA_BUILD"], PYTHONPATH="")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", str(ROOT), "--no-build-isolation", "--no-deps", "--no-index", "--quiet", "--wheel-dir", str(folder)],
        check=True,
        env=environment,
    )
    (file,) = folder.glob("tocca-*.whl")
    return file


def test_a_wheel_holds_the_package_and_nothing_else(wheel):
    names = subprocess.run([sys.executable, "-m", "zipfile", "-l", str(wheel)], capture_output=True, text=True).stdout
    assert all(name in names for name in ("tocca/__init__.py", "tocca/batch.py", "tocca/_engine.pyi", "tocca/py.typed", "tocca/_engine.cpython"))
    assert names.count("tocca/") == 5 and "linux_x86_64" in wheel.name


def test_an_empty_environment_needs_nothing_else(tmp_path, wheel):
    venv.create(tmp_path / "empty", system_site_packages=True, with_pip=False)
    python = tmp_path / "empty/bin/python"
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps", "--no-index", "--quiet", str(wheel)], check=True, env=environment
    )
    real = MODELS / "robots/panda/robot.urdf"
    robot = real if real.exists() else CORPUS / "robot.urdf"
    program = f"""
        import tocca
        assert tocca.__file__.startswith({str(tmp_path)!r}), tocca.__file__
        robot = tocca.load_robot({str(robot)!r})
        scene = tocca.Scene()
        scene.add_box("wall", (0.1, 6, 6), xyz=(0.3, 0, 0))
        verdict = tocca.Checker(robot, scene, self_collision=False).check([0.0] * robot.dof, [1.5] * robot.dof)
        print(verdict.outcome)
    """
    run = subprocess.run([python, "-c", textwrap.dedent(program)], capture_output=True, text=True, env=environment, cwd=tmp_path)
    assert run.stdout == "contact\n", run.stdout + run.stderr
