"""The scripts of examples/batch give what one check gives."""
import os
import pathlib
import shutil
import subprocess

import pytest
from conftest import ROOT
from dask_cluster import PROGRAM, Work

pytestmark = pytest.mark.skipif(not PROGRAM, reason="the program is not here")

# Runs the tasks of an array one after the other. As Slurm does, it copies the script first and hands on what follows its name.
SBATCH = """#!/bin/sh
while [ "${1#--}" != "$1" ]; do
  case $1 in --array=*) array=${1#--array=};; --wait) ;; *) echo "sbatch: unknown $1" >&2; exit 1;; esac
  shift
done
range=${array%\\%*}
cp "$1" spooled.sh
shift
for k in $(seq "${range%-*}" "${range#*-}"); do SLURM_ARRAY_TASK_ID=$k sh spooled.sh "$@" > /dev/null || exit 1; done
"""


def run_script(name, folder, *arguments):
    tools = folder / "tools"
    tools.mkdir(exist_ok=True)
    (tools / "sbatch").write_text(SBATCH)
    (tools / "sbatch").chmod(0o755)
    if not (tools / "tocca").exists():
        (tools / "tocca").symlink_to(PROGRAM)
    environment = dict(os.environ, PATH=f"{tools}{os.pathsep}{os.environ['PATH']}", HOME=str(folder))
    return subprocess.run([ROOT / "examples/batch" / name, *arguments], cwd=folder, capture_output=True, text=True, env=environment, timeout=50)


@pytest.mark.parametrize("name", ["slurm.sh", "parallel.sh"])
def test_scripts_run(tmp_path, name):
    if name == "parallel.sh" and not shutil.which("parallel"):
        pytest.skip("GNU parallel is not here")
    work = Work(tmp_path, 1000, 100)
    (tmp_path / "edges.csv").rename(tmp_path / "all edges.csv")
    work.inputs[2] = "all edges.csv"
    done = run_script(name, tmp_path, "results", *work.inputs, "--chunk-size", "100")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "10 done, 0 running, 0 failed, 0 damaged, 0 missing" in done.stdout
    work.assert_complete()
    assert (tmp_path / "results.json").read_bytes() == (tmp_path / "expected.json").read_bytes()
    assert not list(tmp_path.glob("tocca-task.*"))


def test_scripts_say_how_they_are_called(tmp_path):
    for script in sorted(pathlib.Path(ROOT / "examples/batch").glob("*.sh")):
        done = subprocess.run([script], capture_output=True, text=True)
        assert done.returncode == 2 and f"{script.name} DIR ROBOT" in done.stderr
