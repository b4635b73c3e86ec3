"""Batches on Dask: the same bytes as one check, whoever dies in between."""
import os
import signal
import subprocess
import sys

import pytest
from dask_cluster import Cluster, Work, finish, needs_dask, program_processes, wait_until

pytestmark = needs_dask


@pytest.fixture
def cluster(tmp_path):
    folder = tmp_path / "dask"
    folder.mkdir()
    made = Cluster(folder)
    yield made
    made.close()


def work_in(tmp_path, edges, chunk_size):
    folder = tmp_path / "work"
    folder.mkdir()
    return Work(folder, edges, chunk_size)


def test_three_workers_say_what_one_check_says(tmp_path, cluster):
    work = work_in(tmp_path, 5000, 100)
    for _ in range(3):
        cluster.worker()
    code, out, err = finish(work.submit(cluster))
    assert code == 0, out + err
    assert "50 chunks: 50 done now, 0 were there" in out and "50 done, 0 running, 0 failed" in out
    work.assert_complete()
    # Again: nothing is left to do but for what was damaged.
    damaged = sorted(work.results.glob("*.chunk"))[7]
    damaged.write_bytes(damaged.read_bytes()[:-80])
    code, out, err = finish(work.submit(cluster))
    assert code == 0 and "50 chunks: 1 done now, 49 were there" in out, out + err
    work.assert_complete()


def test_killed_workers_and_programs_lose_nothing(tmp_path, cluster):
    work = work_in(tmp_path, 30000, 100)
    workers = [cluster.worker() for _ in range(3)]
    submitter = work.submit(cluster)
    wait_until(lambda: work.chunks_done() > 20, "the first chunks")
    workers[0].send_signal(signal.SIGKILL)
    done = work.chunks_done()
    wait_until(lambda: work.chunks_done() > done + 20, "more chunks")
    for process in program_processes(work.folder):
        os.kill(process, signal.SIGKILL)
    assert work.chunks_done() < 300, "all was done before anything was killed"
    code, out, err = finish(submitter)
    assert code == 0, out + err
    assert work.chunks_done() == 300
    work.assert_complete()


def test_an_interrupted_submitter_goes_on_where_it_was(tmp_path, cluster):
    work = work_in(tmp_path, 20000, 100)
    cluster.worker(threads=2)
    first = work.submit(cluster)
    wait_until(lambda: work.chunks_done() > 10, "the first chunks")
    first.send_signal(signal.SIGINT)
    code, out, err = finish(first)
    assert code == 130 and "the same command goes on" in err, out + err
    code, out, err = finish(work.submit(cluster))
    assert code == 0 and " 0 were there" not in out, out + err
    work.assert_complete()


def test_a_worker_with_other_inputs_refuses(tmp_path, cluster):
    work = work_in(tmp_path, 1000, 100)
    other = tmp_path / "other"
    other.mkdir()
    for name in work.inputs:
        (other / name).write_bytes((work.folder / name).read_bytes())
    work.results.mkdir()
    (other / "results").symlink_to(work.results)
    scene = other / "scene.json"
    scene.write_text(scene.read_text().replace("1.5", "1.25"))
    cluster.worker(TOCCA_FOLDER=str(other))
    code, out, err = finish(work.submit(cluster))
    assert code == 2 and "a worker has other inputs than those that the work was cut from" in err, out + err
    scene.write_bytes((work.folder / "scene.json").read_bytes())
    (other / "edges.csv").write_text((other / "edges.csv").read_text().replace("1", "2"))
    code, out, err = finish(work.submit(cluster))
    assert code == 2 and "has other rows" in err, out + err
    scene.unlink()
    code, out, err = finish(work.submit(cluster, "--clearance", "0.001"))
    assert code == 2 and "scene.json" in err, out + err
    assert work.chunks_done() == 0


def test_slips_are_explained(tmp_path):
    def says(*arguments, **more):
        run = subprocess.run([sys.executable, "-m", "tocca.batch", *arguments], capture_output=True, text=True, cwd=tmp_path, **more)
        return run.returncode, run.stdout + run.stderr

    code, text = says("--help")
    assert code == 0 and "dask worker tcp://HOST:8786" in text and "examples:" in text
    code, text = says("arm.urdf", "edges.csv", "--results", "night", env={k: v for k, v in os.environ.items() if k != "DASK_SCHEDULER_ADDRESS"})
    assert code == 2 and "--scheduler is missing: start `dask scheduler`" in text
    code, text = says("--results", "night", "--scheduler", "tcp://127.0.0.1:1", "--status")
    assert code == 2 and "--status is for the program itself" in text


def test_the_package_needs_no_dask():
    program = "import sys, tocca, tocca.batch; print('distributed' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout == "False\n"
