"""What all tests share: the small arm of the corpus, the real robots, where the program is."""
import os
import pathlib

import pytest

import tocca

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORPUS = ROOT / "corpus" / "two_link_arm"
MODELS = pathlib.Path(os.environ.get("TOCCA_MODELS", ROOT.parent / "shared" / "models"))
FAST = "TOCCA_FAST" in os.environ

needs_models = pytest.mark.skipif(not MODELS.is_dir(), reason="the real models are not here; set TOCCA_MODELS to their folder")


@pytest.fixture
def arm():
    return tocca.load_robot(CORPUS / "robot.urdf")


@pytest.fixture
def scene():
    return tocca.load_scene(CORPUS / "scene.json")


@pytest.fixture
def checker(arm, scene):
    return tocca.Checker(arm, scene)


@pytest.fixture(scope="session")
def panda():
    if not MODELS.is_dir():
        pytest.skip("the real models are not here; set TOCCA_MODELS to their folder")
    return tocca.load_robot(MODELS / "robots/panda/robot.urdf", srdf=MODELS / "robots/panda/robot.srdf")


@pytest.fixture(scope="session")
def has_page():
    """Whether the module was built with the page that reports are made of."""
    arm = tocca.load_robot(CORPUS / "robot.urdf")
    return tocca.Checker(arm, tocca.load_scene(CORPUS / "scene.json")).check_path([[0, 0]])._repr_html_() is not None
