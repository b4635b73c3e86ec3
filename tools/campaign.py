#!/usr/bin/env python3
"""campaign.py [HOURS]: the long campaigns, in pieces that are remembered; writes what they said to docs/campaigns.md.

A campaign judges a commit. Its pieces (one test with draws of its own, some minutes of fuzzing) and how they ended stand in
build/campaign/<commit>/pieces.jsonl: started again, it goes on with the first piece that is missing. The stages of
campaign.json follow each other, each with its share of the hours; what a stage leaves over, the next ones have.

Exit code: 0 if no piece failed, on this day or before on this commit; 1 if one did, or a stage was not built; 2 if it cannot
start.
"""
import argparse
import concurrent.futures
import datetime
import glob
import json
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

import campaign_page

ROOT = pathlib.Path(__file__).resolve().parent.parent
PIECE_SECONDS = 3600  # a piece that lasts longer is cut off, and told from one that was finished


class Piece:
    def __init__(self, stage, name, number, command):
        self.stage, self.name, self.number, self.command = stage, name, number, command

    @property
    def key(self):
        return self.stage["name"], self.name, self.number

    @property
    def environment(self):
        return {**self.stage.get("environment", {}), "TOCCA_PIECE": str(self.number)}

    def replay(self):
        """The line that runs it again."""
        return " ".join([*(f"{name}={value}" for name, value in self.environment.items()), *self.command])


def tests_of(program, pattern):
    """The names of a GoogleTest program's tests."""
    listed = subprocess.run([program, "--gtest_list_tests", f"--gtest_filter={pattern}"], cwd=ROOT, capture_output=True,
                            text=True, check=True).stdout
    suite = ""
    for line in listed.splitlines():
        line = line.split("#")[0].rstrip()
        if line.startswith("  "):
            yield suite + line.strip()
        elif line.endswith("."):
            suite = line


def commands_of(stage):
    """(name, command) for each member of a stage; programs that were not built are left out, and said."""
    if "gtest" in stage:
        for program in stage["gtest"]:
            if not (ROOT / program).exists():
                print(f"campaign: {program} was not built: left out", file=sys.stderr)
                continue
            for test in tests_of(str(ROOT / program), stage.get("filter", "*")):
                yield f"{pathlib.PurePath(program).name} {test}", [program, f"--gtest_filter={test}"]
    elif "ctest" in stage:
        preset = stage["ctest"]
        listed = subprocess.run(["ctest", "--preset", preset, "--show-only=json-v1"], cwd=ROOT, capture_output=True, text=True,
                                check=True).stdout
        for test in json.loads(listed)["tests"]:
            yield test["name"], ["ctest", "--preset", preset, "--output-on-failure", "-R", f"^{test['name']}$"]
    else:
        for path in sorted(glob.glob(str(ROOT / stage["each"]))):
            name = pathlib.PurePath(path).name
            yield name, [word.replace("{}", name) for word in stage["command"]]


class Campaign:
    def __init__(self, plan, folder, jobs):
        self.stages, self.folder, self.jobs = plan["stages"], folder, jobs
        self.records = []
        self.planned = {}  # stage: members in a round, once they are known
        self.running, self.lock, self.stopped = set(), threading.Lock(), False
        self.broken = False  # a stage could not be built
        folder.mkdir(parents=True, exist_ok=True)
        self.file = folder / "pieces.jsonl"
        if self.file.exists():
            for line in self.file.read_text().splitlines():
                try:
                    self.records.append(json.loads(line))
                except json.JSONDecodeError:
                    pass  # the last line of an interrupted run: its piece is missing, and runs again
        self.done = {(r["stage"], r["name"], r["piece"]) for r in self.records}

    def run(self, hours):
        start, used = time.monotonic(), 0.0
        for stage in self.stages:
            used += stage["share"]
            self.run_stage(stage, start + 3600 * hours * used)
            if self.stopped:
                break

    def run_stage(self, stage, end):
        if self.segments(stage) >= stage.get("segments", float("inf")) or time.monotonic() >= end:
            return
        if "before" in stage and subprocess.run(stage["before"], cwd=ROOT).returncode != 0:
            print(f"campaign: {' '.join(stage['before'])} failed", file=sys.stderr)
            self.broken = True
            return
        members = list(commands_of(stage))
        self.planned[stage["name"]] = len(members)
        pieces = (Piece(stage, name, number, command) for number in range(stage["rounds"]) for name, command in members)
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            waiting = set()
            for piece in pieces:
                if piece.key in self.done:
                    continue
                while len(waiting) == self.jobs:
                    _, waiting = concurrent.futures.wait(waiting, return_when=concurrent.futures.FIRST_COMPLETED)
                if self.stopped or time.monotonic() >= end or self.segments(stage) >= stage.get("segments", float("inf")):
                    break
                waiting.add(pool.submit(self.run_piece, piece))
            concurrent.futures.wait(waiting)

    def segments(self, stage):
        with self.lock:
            return sum(j["segments"] for r in self.records if r["stage"] == stage["name"] for j in r["judged"])

    def run_piece(self, piece):
        log = self.folder / f"judged-{threading.get_ident()}.jsonl"
        log.unlink(missing_ok=True)
        environment = {**os.environ, **piece.environment, "TOCCA_CAMPAIGN_LOG": str(log)}
        begun = time.monotonic()
        with subprocess.Popen(piece.command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, errors="replace", start_new_session=True) as process:
            with self.lock:
                self.running.add(process)
            if self.stopped:
                end_group(process)
            try:
                output, _ = process.communicate(timeout=PIECE_SECONDS)
                outcome = "passed" if process.returncode == 0 else "failed"
            except subprocess.TimeoutExpired:
                end_group(process)
                output, outcome = process.communicate()[0], "cut off"
            with self.lock:
                self.running.discard(process)
        if self.stopped:  # not the piece's fault: it runs again next time
            return
        judged = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
        log.unlink(missing_ok=True)
        if any(j["wrong"] for j in judged):
            outcome = "failed"
        self.keep({"stage": piece.stage["name"], "name": piece.name, "piece": piece.number, "outcome": outcome,
                   "seconds": round(time.monotonic() - begun, 1), "judged": judged}, piece, output)

    def keep(self, record, piece, output):
        with self.lock:
            self.records.append(record)
            with self.file.open("a") as file:
                file.write(json.dumps(record) + "\n")
            now = datetime.datetime.now().strftime("%H:%M:%S")
            print(f"{now} {record['outcome']:<7} {record['seconds']:7.1f} s  {record['name']}, piece {record['piece']}", flush=True)
            if record["outcome"] == "failed":
                lines = output.splitlines()
                seeds = [line for line in lines if "TOCCA_SEED=" in line]
                print("\n".join(["  " + line for line in seeds[:5] + lines[-30:]] + ["  again: " + piece.replay()]), flush=True)

    def stop(self, *_):
        self.stopped = True
        for process in list(self.running):
            end_group(process)


def end_group(process):
    """A piece may have started others; it leads a group of its own."""
    try:
        os.killpg(process.pid, signal.SIGTERM)
    except ProcessLookupError:
        pass


def commit_of_this_tree():
    """The commit that is judged; None where files differ from it (the page, which this program writes, aside)."""
    git = lambda *words: subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    if git("status", "--porcelain", "--", ".", ":!docs/campaigns.md"):
        return None
    return git("rev-parse", "--short=10", "HEAD")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hours", nargs="?", type=float, default=6.0, help="how long, from now on; 6 unless given")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="pieces at a time; as many as there are cores")
    parser.add_argument("--plan", type=pathlib.Path, default=ROOT / "tools/campaign.json", help="the stages")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build/campaign", help="what is remembered")
    parser.add_argument("--page", type=pathlib.Path, default=ROOT / "docs/campaigns.md", help="the page to write")
    parser.add_argument("--commit", help="take this for the commit, and do not ask git")
    options = parser.parse_args()
    commit = options.commit or commit_of_this_tree()
    if commit is None:
        print("campaign: files differ from the last commit; commit them first: a campaign judges a commit", file=sys.stderr)
        return 2
    campaign = Campaign(json.loads(options.plan.read_text()), options.folder / commit, options.jobs)
    signal.signal(signal.SIGINT, campaign.stop)
    signal.signal(signal.SIGTERM, campaign.stop)
    try:
        campaign.run(options.hours)
    finally:
        campaign_page.write(options.page, commit, campaign)
    failed = [r for r in campaign.records if r["outcome"] == "failed"]
    for record in failed:
        print(f"campaign: failed: {record['name']}, piece {record['piece']}", file=sys.stderr)
    return 1 if failed or campaign.broken else 0


if __name__ == "__main__":
    sys.exit(main())
