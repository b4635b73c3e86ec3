"""The scripts of examples/python run as they are, and so does the worked example of the guide."""
import os
import re
import subprocess
import sys

import pytest
from conftest import CORPUS, ROOT

SCRIPTS = sorted((ROOT / "examples/python").glob("*.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=[script.stem for script in SCRIPTS])
def test_scripts_run(tmp_path, script):
    run = subprocess.run([sys.executable, script], capture_output=True, text=True, cwd=tmp_path, env=dict(os.environ, TOCCA_FAST="1"))
    assert run.returncode == 0, run.stdout + run.stderr


def test_there_are_four_notebooks_and_a_planner():
    assert [script.stem for script in SCRIPTS] == ["first_path", "live_scene", "roadmap", "rrt", "two_robots"]
    assert all("# %%" in script.read_text() for script in SCRIPTS if script.stem != "rrt")


def test_the_guide_runs(tmp_path, monkeypatch):
    """All blocks of the page in order, in one program."""
    text = (ROOT / "docs/guide/python.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.S | re.M)
    assert len(blocks) >= 6
    for file in CORPUS.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    run = subprocess.run([sys.executable, "-c", "\n".join(blocks)], capture_output=True, text=True, cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    told = re.findall(r"^```text\n(.*?)^```", text, re.S | re.M)
    assert run.stdout == "".join(told)
