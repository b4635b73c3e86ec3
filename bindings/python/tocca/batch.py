"""Batches on Dask: ``python3 -m tocca.batch ROBOT [SCENE] PATH... --results DIR --scheduler tcp://HOST:PORT``.

What ``tocca batch`` does with processes of one machine, on the workers of a Dask scheduler: each chunk is a task, which is
done elsewhere if its worker dies. Results are files in a folder that all machines share. Needs Dask (Debian:
python3-distributed) here and on the workers; ``import tocca`` does not.
"""
import argparse
import atexit
import dataclasses
import hashlib
import importlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import threading
import time
import uuid
from typing import IO, Any, Dict, List, Optional, Sequence, Tuple

__all__ = ["BatchError", "Job", "NotDone", "do_chunk", "main", "program"]

DEATHS_BEFORE_GIVING_UP = 3  # of programs with one chunk; of workers: distributed.scheduler.allowed-failures, 3 as well
SECONDS_UNTIL_ASKED_AGAIN = 1.0  # for a chunk that somebody else is at
SECONDS_BETWEEN_LOOKS = 0.05
SECONDS_IDLE = 60.0  # after which a worker lets go of a program and its memory

EXAMPLES = """\
examples:
  dask scheduler --port 8786                                           on one machine
  dask worker tcp://HOST:8786 --nthreads 8                             on each machine; a process of tocca per thread
  python3 -m tocca.batch arm.urdf room.json edges.csv --results night --scheduler tcp://HOST:8786
  tocca batch --results night --status                                 what is done, running, failed
  tocca batch --results night --merge edges.json                       joins the results

All machines read the same files: relative names count from the folder in which this command is run, or from that which
TOCCA_FOLDER names on a worker. The program is the one that TOCCA_PROGRAM names, else the one beside the package, else the
one on PATH. Ctrl-C ends the run; the same command goes on where it was.
"""


class BatchError(Exception):
    """Why a batch cannot go on: text for the user."""


class NotDone(Exception):
    """What came of a chunk that was not done: a word and a reason.

    Words: "busy" (somebody else is at it), "died" (the program ended in the midst of it), "refused" (other inputs), "failed".
    An exception rather than a value, since the scheduler itself hands these on: the value of a task stays on its worker, which
    may be cut off by the time it is fetched.
    """

    def __init__(self, word: str, why: str = "") -> None:
        super().__init__(word, why)
        self.word, self.why = word, why


@dataclasses.dataclass(frozen=True)
class Job:
    """What all chunks of a batch share."""

    arguments: Tuple[str, ...]  #: of ``tocca batch``
    folder: str  #: relative names count from here
    question: str  #: its digest, as the submitter has it


def program() -> str:
    """The program: what TOCCA_PROGRAM names, else what is beside the package, else what is on PATH.

    Raises BatchError if there is none.
    """
    given = os.environ.get("TOCCA_PROGRAM")
    if given:
        return given
    package = pathlib.Path(__file__).resolve().parent
    for folder in (package.parent.parent / "bin", pathlib.Path(sys.executable).parent):  # a build folder; an environment
        if os.access(folder / "tocca", os.X_OK):
            return str(folder / "tocca")
    found = shutil.which("tocca")
    if not found:
        raise BatchError("the program 'tocca' is not here: put it on PATH, or name it in TOCCA_PROGRAM")
    return found


# ---- on the workers


class _Server:
    """A process `tocca batch ... --serve`, which has read the inputs once."""

    def __init__(self, job: Job) -> None:
        folder = os.environ.get("TOCCA_FOLDER") or (job.folder if os.path.isdir(job.folder) else None)
        self.chunks = 0
        self.last_used = time.monotonic()
        self.process = subprocess.Popen(
            [program(), "batch", *job.arguments, "--serve"],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._said: List[str] = []
        self._listener = threading.Thread(target=self._listen, daemon=True)  # a full pipe would stop the program
        self._listener.start()

    def _listen(self) -> None:
        for line in _pipe(self.process.stderr):
            self._said = [*self._said[-9:], line.strip()]

    def question(self) -> str:
        """Its first words. Raises NotDone if it ends instead."""
        words = _pipe(self.process.stdout).readline().split()
        if len(words) == 2 and words[0] == "ready":
            return words[1]
        self.close()
        if self.process.returncode < 0:
            raise NotDone("died", f"the program was ended by signal {-self.process.returncode} before it was ready")
        errors = [line for line in self._said if "warning:" not in line]
        raise NotDone("failed", errors[-1] if errors else f"the program ended before it was ready (exit code {self.process.returncode})")

    def answer(self, line: str) -> Tuple[str, str]:
        """What it says about one chunk: a word and a reason. Raises NotDone if it dies."""
        try:
            _pipe(self.process.stdin).write(line + "\n")
            _pipe(self.process.stdin).flush()
            words = _pipe(self.process.stdout).readline().strip().split(" ", 2)
        except BrokenPipeError:
            words = []
        if len(words) < 2 or words[0] != line.split(" ", 1)[0]:
            self.close()
            raise NotDone("died", f"the program ended with code {self.process.returncode} in the midst of a chunk")
        self.chunks += 1
        self.last_used = time.monotonic()
        return words[1], " ".join(words[2:])

    def close(self) -> None:
        """Ends it; it has nothing to do, or nothing to say any more."""
        try:
            _pipe(self.process.stdin).close()
        except BrokenPipeError:
            pass
        try:
            self.process.wait(5.0)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        _pipe(self.process.stdout).close()
        self._listener.join()
        _pipe(self.process.stderr).close()


def _pipe(end: Optional[IO[str]]) -> IO[str]:
    assert end is not None  # all three ends of a server are pipes
    return end


class _Servers:
    """The idle servers of this process; as many as tasks ran at once, one for each thread of a worker."""

    def __init__(self) -> None:
        self._idle: Dict[Job, List[_Server]] = {}
        self._lock = threading.Lock()
        self._sweeping = False
        atexit.register(self.close)

    def take(self, job: Job) -> Optional[_Server]:
        with self._lock:
            return self._idle[job].pop() if self._idle.get(job) else None

    def give_back(self, job: Job, server: _Server) -> None:
        with self._lock:
            self._idle.setdefault(job, []).append(server)
            if not self._sweeping:
                self._sweeping = True
                threading.Thread(target=self._sweep, daemon=True).start()

    def _sweep(self) -> None:
        """Closes those that nobody has asked for a while, until none is left."""
        while True:
            time.sleep(SECONDS_IDLE / 4)
            with self._lock:
                late = time.monotonic() - SECONDS_IDLE
                old = [server for servers in self._idle.values() for server in servers if server.last_used < late]
                kept = {job: [server for server in servers if server not in old] for job, servers in self._idle.items()}
                self._idle = {job: servers for job, servers in kept.items() if servers}
                self._sweeping = bool(self._idle)
                ends = not self._sweeping
            for server in old:
                server.close()
            if ends:
                return

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, {}
        for servers in idle.values():
            for server in servers:
                server.close()


_servers = _Servers()


def _ready_server(job: Job) -> _Server:
    """A new process, which has the inputs that the work was cut from. Raises NotDone."""
    try:
        server = _Server(job)
    except (BatchError, OSError) as error:
        raise NotDone("failed", str(error)) from None
    if server.question() == job.question:
        return server
    server.close()
    raise NotDone("refused", "has other inputs than those that the work was cut from, or another version of tocca")


def do_chunk(job: Job, line: str) -> None:
    """The task: one chunk, by a process that this worker keeps. Raises NotDone."""
    kept = _servers.take(job)
    server = kept or _ready_server(job)
    word, why = server.answer(line)
    if word == "differs" and kept:  # it may hold a path open that has been replaced since
        server.close()
        server = _ready_server(job)
        word, why = server.answer(line)
    if word == "differs":
        server.close()
        raise NotDone("refused", "has other rows in a path than when the batch was cut")
    _servers.give_back(job, server)
    if word != "done":
        raise NotDone(word, why)


# ---- on the submitter


def _is_whole(folder: pathlib.Path, name: str) -> bool:
    """Is there a result under this name that agrees with its own checksum? What it says is looked at when results are joined."""
    try:
        with open(folder / f"{name}.chunk", "rb") as file:
            digest, last = hashlib.sha256(), b""
            for line in file:
                digest.update(last)
                last = line
    except OSError:
        return False
    return last == b"sha256 " + digest.hexdigest().encode() + b"\n"


class _Progress:
    """A line on the terminal that says how far the work is."""

    def __init__(self, total: int, before: int) -> None:
        self._total, self._before, self._start, self._latest = total, before, time.monotonic(), 0.0
        self._shown = False

    def is_due(self) -> bool:
        now = time.monotonic()
        return sys.stderr.isatty() and now - self._start > 0.5 and now - self._latest > 0.2

    def show(self, done: int, workers: int) -> None:
        now = time.monotonic()
        self._latest, self._shown = now, True
        there, rate = done + self._before, done / (now - self._start)
        bar = "#" * (there * 40 // max(self._total, 1))
        text = f"[{bar:<40}] {there:,} of {self._total:,} segments, {rate:,.0f} per second on {workers} workers"
        if done:
            text += f", {(self._total - there) / rate:,.0f} s left"
        sys.stderr.write("\r\033[K" + text)
        sys.stderr.flush()

    def close(self) -> None:
        if self._shown:
            sys.stderr.write("\r\033[K")


class _Run:
    """Hands chunks to Dask until all have a result."""

    def __init__(self, client: Any, job: Job, folder: pathlib.Path, chunks: List[Dict[str, Any]]) -> None:
        self._client, self._job, self._folder, self._chunks = client, job, folder, chunks
        self._waiting = {number for number, chunk in enumerate(chunks) if not _is_whole(folder, chunk["name"])}
        self.kept = len(chunks) - len(self._waiting)
        self.done = 0
        self._segments_done = 0
        self._asked = 0
        self._run = uuid.uuid4().hex[:8]
        self._numbers: Dict[str, int] = {}  # of chunks by the keys of their tasks
        self._later: Dict[int, float] = {}  # chunks that are to be asked for again, and when
        self._deaths: Dict[int, int] = {}  # of programs, per chunk
        self.failures: List[str] = []

    def _key(self, number: int) -> str:
        self._asked += 1
        key = f"chunk-{number}-{self._chunks[number]['name'][:16]}-{self._run}-{self._asked}"
        self._numbers[key] = number
        return key

    def _line(self, number: int) -> str:
        return " ".join([str(number), *(str(self._chunks[number][part]) for part in ("path", "first", "segments", "row", "byte", "line", "name"))])

    def _submit(self, numbers: Sequence[int]) -> List[Any]:
        return [self._client.submit(do_chunk, self._job, self._line(number), key=self._key(number), pure=False) for number in numbers]

    def run(self) -> None:
        total = sum(chunk["segments"] for chunk in self._chunks)
        before = total - sum(self._chunks[number]["segments"] for number in self._waiting)
        progress = _Progress(total, before)
        running = importlib.import_module("distributed").as_completed(self._submit(sorted(self._waiting)), loop=self._client.loop)
        try:
            while running.count() or self._later:
                finished = running.next_batch(block=False)
                for future in finished:
                    if future.status in ("pending", "lost"):  # its worker is gone: Dask does it again
                        running.add(future)
                    else:
                        self._take(self._numbers[future.key], future)
                running.update(self._submit(self._due()))
                if progress.is_due():
                    progress.show(self._segments_done, len(self._client.scheduler_info()["workers"]))
                if not finished:
                    time.sleep(SECONDS_BETWEEN_LOOKS)
        finally:
            progress.close()
            if self._client.status == "running":  # else there is no scheduler to tell
                self._client.cancel(list(running.futures))

    def _due(self) -> List[int]:
        """Chunks that are to be asked for again now, unless somebody has done them meanwhile."""
        now = time.monotonic()
        due = [number for number, then in self._later.items() if then <= now]
        for number in due:
            del self._later[number]
        found = [number for number in due if _is_whole(self._folder, self._chunks[number]["name"])]
        self.kept += len(found)
        return [number for number in due if number not in found]

    def _take(self, number: int, future: Any) -> None:
        if future.status == "cancelled":
            raise BatchError("the scheduler is gone: start it, then run the same command again to go on")
        if future.status == "finished":
            self.done += 1
            self._segments_done += self._chunks[number]["segments"]
            return
        error = future.exception()
        if not isinstance(error, NotDone):
            why = "too many workers died with it" if type(error).__name__ == "KilledWorker" else str(error)
            self.failures.append(f"chunk {number}: {why}")
        elif error.word == "busy":
            self._later[number] = time.monotonic() + SECONDS_UNTIL_ASKED_AGAIN
        elif error.word == "died":
            self._deaths[number] = self._deaths.get(number, 0) + 1
            if self._deaths[number] < DEATHS_BEFORE_GIVING_UP:
                self._later[number] = time.monotonic()
            else:
                self.failures.append(f"chunk {number}: {error.why}, {DEATHS_BEFORE_GIVING_UP} times")
        elif error.word == "refused":
            raise BatchError(f"a worker {error.why}: give all machines the same files and the same version of tocca, and leave the files alone")
        else:
            raise BatchError(f"chunk {number} on a worker: {error.why}")


def _tocca(*arguments: str) -> str:
    """What `tocca batch` prints; its warnings and errors go to the user. Raises BatchError, without text, if it fails."""
    done = subprocess.run([program(), "batch", *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise BatchError("")
    return done.stdout


def _connected(address: str) -> Any:
    """A client of the scheduler."""
    try:
        distributed = importlib.import_module("distributed")
    except ImportError:
        raise BatchError("Dask is not here: install Debian's python3-distributed, or the package 'distributed'") from None
    try:
        return distributed.Client(address, set_as_default=False, timeout="10s", name="tocca-batch")
    except (OSError, ValueError) as error:
        raise BatchError(f"--scheduler {address}: no scheduler answers ({error}); start one with: dask scheduler") from None


def _batch(options: argparse.Namespace, arguments: List[str]) -> int:
    client = _connected(options.scheduler)
    try:
        folder = pathlib.Path(options.results)
        arguments = [*arguments, "--results", options.results]
        threads = sum(worker["nthreads"] for worker in client.scheduler_info()["workers"].values())
        if threads == 0:
            print(f"no worker is there yet; start some with: dask worker {options.scheduler}", file=sys.stderr)
        _tocca(*arguments, "--cut", *(["--jobs", str(threads)] if threads else []))
        manifest = json.loads((folder / "batch.json").read_text(encoding="utf-8"))
        run = _Run(client, Job(tuple(arguments), os.getcwd(), manifest["question"]), folder, manifest["chunks"])
        run.run()
    finally:
        client.close()
    print(f"{len(manifest['chunks']):,} chunks: {run.done:,} done now, {run.kept:,} were there")
    for failure in run.failures:
        print(f"tocca.batch: {failure}", file=sys.stderr)
    status = json.loads(_tocca("--results", options.results, "--status", "--json", "-"))
    print(_tocca("--results", options.results, "--status", *(["--json", options.json] if options.json else [])), end="")
    if status["done"] == status["chunks"]:
        return 0
    if not run.failures:
        raise BatchError(f"not all results have come to {options.results}: is it the same folder on all machines?")
    raise BatchError("run the same command again to try once more")


def _arguments(given: Optional[Sequence[str]]) -> Tuple[argparse.Namespace, List[str]]:
    """Our own options, and what is for `tocca batch`."""
    parser = argparse.ArgumentParser(
        prog="python3 -m tocca.batch",
        usage="%(prog)s ROBOT [SCENE] PATH... --results DIR --scheduler tcp://HOST:PORT [OPTIONS of tocca batch]",
        description="Checks very many edges in chunks, by the workers of a Dask scheduler. What is done is never done again; a chunk whose worker "
        "dies is done by another. Exit code 0 when all of it is done. On one machine, `tocca batch` does the same without Dask.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--scheduler", metavar="ADDRESS", help="Dask's scheduler, tcp://HOST:PORT (default: what DASK_SCHEDULER_ADDRESS says)")
    parser.add_argument("--results", metavar="DIR", required=True, help="the folder of the results, which all machines share")
    parser.add_argument("--json", metavar="FILE", help="write what is done at the end as JSON")
    for option in ("--cut", "--status", "--serve", "--chunk", "--merge", "--jobs"):
        parser.add_argument(option, nargs="?", const="", help=argparse.SUPPRESS)
    options, arguments = parser.parse_known_args(given)
    for option in ("cut", "status", "serve", "chunk", "merge", "jobs"):
        if getattr(options, option) is not None:
            parser.error(f"--{option} is for the program itself: tocca batch --{option}")
    options.scheduler = options.scheduler or os.environ.get("DASK_SCHEDULER_ADDRESS")
    if not options.scheduler:
        parser.error(
            "--scheduler is missing: start `dask scheduler` on one machine and `dask worker tcp://HOST:8786` on each; `tocca batch` alone uses this machine"
        )
    return options, arguments


def main(given: Optional[Sequence[str]] = None) -> int:
    """The command line; returns the exit code."""
    options, arguments = _arguments(given)
    try:
        return _batch(options, arguments)
    except KeyboardInterrupt:
        print("tocca.batch: interrupted; what is done stays done, and the same command goes on", file=sys.stderr)
        return 130
    except BatchError as error:
        if str(error):
            print(f"tocca.batch: error: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    from tocca import batch  # by the name that workers know: what is defined in __main__ would be sent to them by value

    sys.exit(batch.main())
