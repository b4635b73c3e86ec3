"""Batches on several hosts: network namespaces with addresses of their own, one of which is cut off in the midst of the work."""
import os
import pathlib
import shutil
import signal
import subprocess
import time

import pytest
from dask_cluster import PROGRAM, Cluster, Work, finish, needs_dask, wait_until

MODULE = pathlib.Path(PROGRAM).parent.parent / "lib/tocca/tocca_mpi.so"
NAMES = ("a", "b")


def ip(*words):
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True)


class Hosts:
    """The machine itself, at 10.211.N.1, and two others at .2 and .3, on a bridge."""

    def __init__(self):
        self.net = f"10.211.{os.getpid() % 250}"
        self.tag = f"tc{os.getpid() % 100000}"
        self.own = f"{self.net}.1"
        ip("link", "add", self.tag, "type", "bridge")
        ip("addr", "add", f"{self.own}/24", "dev", self.tag)
        ip("link", "set", self.tag, "up")
        for number, name in enumerate(NAMES, 2):
            space, end = self.tag + name, f"{self.tag}v{name}"
            ip("netns", "add", space)
            ip("link", "add", end, "type", "veth", "peer", "name", "eth0", "netns", space)
            ip("link", "set", end, "master", self.tag, "up")
            ip("-n", space, "addr", "add", f"{self.net}.{number}/24", "dev", "eth0")
            ip("-n", space, "link", "set", "eth0", "up")
            ip("-n", space, "link", "set", "lo", "up")

    def on(self, name):
        """The command that runs others there, under a host name of its own."""
        return ("ip", "netns", "exec", self.tag + name, "unshare", "--uts", "sh", "-c", f'hostname {self.tag}{name}; exec "$@"', "sh")

    def cut_off(self, name):
        ip("link", "set", f"{self.tag}v{name}", "down")

    def join(self, name):
        ip("link", "set", f"{self.tag}v{name}", "up")

    def close(self):
        for name in NAMES:
            subprocess.run(["ip", "netns", "del", self.tag + name], capture_output=True)
        subprocess.run(["ip", "link", "del", self.tag], capture_output=True)


@pytest.fixture
def hosts():
    if os.geteuid() != 0 or not shutil.which("ip"):
        pytest.skip("network namespaces need root and the program ip (iproute2)")
    made = Hosts.__new__(Hosts)
    try:
        made.__init__()
        subprocess.run([*made.on("a"), "true"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        made.close()
        pytest.skip(f"network namespaces cannot be made here: {error}")
    yield made
    made.close()


@needs_dask
def test_a_dask_worker_that_is_cut_off_is_replaced(tmp_path, hosts):
    (tmp_path / "work").mkdir()
    (tmp_path / "dask").mkdir()
    work = Work(tmp_path / "work", 30000, 100)
    cluster = Cluster(tmp_path / "dask", address=hosts.own, settings={"DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "3s"})
    try:
        for name in NAMES:
            cluster.worker(host=hosts.on(name))
        submitter = work.submit(cluster)
        wait_until(lambda: work.chunks_done() > 20, "the first chunks")
        hosts.cut_off("a")
        assert work.chunks_done() < 300, "all was done before a host was cut off"
        code, out, err = finish(submitter)
        assert code == 0, out + err
    finally:
        cluster.close()
    log = (tmp_path / "dask/dask_scheduler.0.log").read_text()
    assert f"{hosts.net}.2" in log and "Worker failed to heartbeat" in log, log
    assert work.chunks_done() == 300
    work.assert_complete()


@pytest.mark.skipif(not shutil.which("mpirun") or not MODULE.is_file(), reason="Open MPI, or tocca's module for it, is not here")
def test_an_mpi_job_that_lost_a_host_goes_on_when_started_again(tmp_path, hosts):
    """MPI does not notice a silent host until TCP gives up; the test ends the job, as its user would."""
    work = Work(tmp_path, 30000, 100)
    agent = tmp_path / "agent.sh"  # takes the place of ssh: HOST COMMAND...
    agent.write_text(f'#!/bin/sh\ncase $1 in {hosts.net}.2) name=a;; *) name=b;; esac\nshift\nexec ip netns exec {hosts.tag}$name sh -c "$*"\n')
    agent.chmod(0o755)
    launch = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "3", "--host", f"{hosts.net}.2,{hosts.net}.3:2"]
    for name, value in (("plm_rsh_agent", agent), ("oob_tcp_if_include", f"{hosts.net}.0/24"), ("btl_tcp_if_include", f"{hosts.net}.0/24"), ("btl", "tcp,self")):
        launch += ["--mca", name, str(value)]
    command = [*launch, PROGRAM, "batch", *work.inputs, "--results", "results", "--chunk-size", "100"]
    job = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        wait_until(lambda: work.chunks_done() > 20 or job.poll() is not None, "the first chunks")
        assert job.poll() is None, job.communicate()
        hosts.cut_off("b")
        assert work.chunks_done() < 300, "all was done before a host was cut off"
        time.sleep(2)
    finally:
        os.killpg(job.pid, signal.SIGKILL)
        job.wait()
    hosts.join("b")
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done.stdout + done.stderr
    work.assert_complete()
