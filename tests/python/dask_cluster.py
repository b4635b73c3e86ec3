"""A Dask scheduler and its workers as processes, for tests of batches; and work for them."""
import importlib.util
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import time

import pytest
from conftest import CORPUS

PROGRAM = os.environ.get("TOCCA_PROGRAM", "")
needs_dask = pytest.mark.skipif(
    not PROGRAM or importlib.util.find_spec("distributed") is None, reason="Dask (python3-distributed) or the program is not here"
)
PATIENCE = 30.0  # seconds, for whatever a test waits for


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def wait_until(condition, what):
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.02)


class Cluster:
    """Processes on loopback, or in network namespaces: `host` is a command that others are run by."""

    def __init__(self, folder, address="127.0.0.1", host=(), settings=None):
        self.folder, self.processes = folder, []
        self.environment = dict(os.environ, **(settings or {}))
        for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
            self.environment[name] = "1"
        port = free_port()
        self.address = f"tcp://{address}:{port}"
        self.scheduler = self.start(host, "dask_scheduler", "--host", address, "--port", str(port), "--no-dashboard")

    def start(self, host, command, *arguments, **more):
        """A process of Dask, whose words go to a file."""
        with open(self.folder / f"{command}.{len(self.processes)}.log", "w") as log:
            self.processes.append(
                subprocess.Popen(
                    [*host, sys.executable, "-m", f"distributed.cli.{command}", *arguments],
                    cwd="/",
                    env=dict(self.environment, **more),
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                )
            )
        return self.processes[-1]

    def worker(self, host=(), threads=1, **more):
        """A worker without a nanny: who kills the process kills the worker."""
        where = str(self.folder)
        return self.start(host, "dask_worker", self.address, "--no-nanny", "--no-dashboard", "--nthreads", str(threads), "--local-directory", where, **more)

    def close(self):
        for process in self.processes:
            try:
                os.killpg(process.pid, signal.SIGKILL)  # the programs of a worker with it
            except ProcessLookupError:
                pass
            process.wait()


class Work:
    """A list of edges of the small arm, and what `tocca check` says about it."""

    def __init__(self, folder, edges, chunk_size):
        self.folder, self.results = folder, folder / "results"
        for name in ("robot.urdf", "scene.json"):
            (folder / name).write_bytes((CORPUS / name).read_bytes())
        draw = random.Random(1)
        rows = (",".join(f"{draw.uniform(-1.5, 1.5):.6f}" for _ in range(4)) for _ in range(edges))
        (folder / "edges.csv").write_text("a.shoulder,a.elbow,b.shoulder,b.elbow\n" + "\n".join(rows) + "\n")
        self.inputs = ["robot.urdf", "scene.json", "edges.csv"]
        self.chunk_size = chunk_size

    def tocca(self, *arguments, **more):
        return subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE, **more)

    def submit(self, cluster, *more, host=()):
        """Begins the batch."""
        command = [*host, sys.executable, "-m", "tocca.batch", *self.inputs, "--results", "results", "--chunk-size", str(self.chunk_size)]
        return subprocess.Popen(
            [*command, "--scheduler", cluster.address, *more], cwd=self.folder, env=cluster.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def chunks_done(self):
        return len(list(self.results.glob("*.chunk")))

    def assert_complete(self):
        """Merged, it is byte by byte what one check of all edges says; and nothing is left lying about."""
        merged, expected = self.folder / "merged.json", self.folder / "expected.json"
        joined = self.tocca("batch", "--results", "results", "--merge", merged)
        assert joined.returncode == 0, joined.stderr
        assert self.tocca("check", *self.inputs, "--edges", "--no-times", "--json", expected).returncode in (0, 1)
        assert merged.read_bytes() == expected.read_bytes()


def finish(submitter):
    out, err = submitter.communicate(timeout=PATIENCE)
    return submitter.returncode, out, err


def program_processes(folder):
    """The processes of tocca that work on a folder."""
    found = []
    for place in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (place / "cmdline").read_bytes().split(b"\0")
            if b"--serve" in words and os.readlink(place / "cwd") == str(folder):
                found.append(int(place.name))
        except OSError:  # it has ended meanwhile
            continue
    return found
