"""tocca batch: chunks give what one check gives, byte by byte, whoever does them and however often they are killed.

TOCCA_FULL=1 runs the campaign: 200,000 edges and at least 200 kills instead of a dozen.
"""
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import time
import unittest

import program
from program import PROGRAM, ProgramTest

ARM = """<?xml version="1.0"?>
<robot name="arm">
 <link name="base"/>
 <link name="upper"><collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.1 0.1"/></geometry></collision></link>
 <link name="lower"><collision><origin xyz="0.4 0 0"/><geometry><cylinder radius="0.05" length="0.6"/></geometry></collision>
  <collision><origin xyz="0.8 0 0"/><geometry><mesh filename="tetrahedron.obj" scale="0.1 0.1 0.1"/></geometry></collision></link>
 <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/>
  <limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
 <joint name="elbow" type="continuous"><parent link="upper"/><child link="lower"/><origin xyz="1.1 0 0"/><axis xyz="0 1 0"/></joint>
</robot>
"""
ROOM = json.dumps({"objects": [{"name": "ball", "geometry": {"sphere": 0.4}, "pose": {"xyz": [1.5, 0.9, 0.2]}},
                               {"name": "rock", "geometry": {"mesh": "tetrahedron.obj"}, "pose": {"xyz": [0.6, -1.6, -0.2]}}]})
FULL = os.environ.get("TOCCA_FULL") == "1"
EDGES = 200_000 if FULL else 4_000
KILLS = 200 if FULL else 12
JOINTS = ("shoulder", "elbow")
MPIRUN = shutil.which("mpirun")
needs_mpi = unittest.skipUnless(MPIRUN and (pathlib.Path(PROGRAM).parent.parent / "lib" / "tocca" / "tocca_mpi.so").is_file(),
                                "Open MPI, or tocca's module for it, is not here")


def edge_list(count, seed=1):
    draw = random.Random(seed)
    rows = [",".join([f"a.{joint}" for joint in JOINTS] + [f"b.{joint}" for joint in JOINTS])]
    for _ in range(count):
        start = [draw.uniform(-1.4, 1.4) for _ in JOINTS]
        rows.append(",".join(repr(x) for x in start + [x + draw.uniform(-0.3, 0.3) for x in start]))
    return "\n".join(rows) + "\n"


class BatchTest(ProgramTest):
    QUESTION = ("arm.urdf", "room.json", "edges.csv")

    def setUp(self):
        super().setUp()
        (self.folder / "arm.urdf").write_text(ARM)
        (self.folder / "room.json").write_text(ROOM)
        (self.folder / "edges.csv").write_text(edge_list(EDGES))

    def batch(self, *more, question=None, results="results", **options):
        return self.run_program("batch", *(self.QUESTION if question is None else question), "--results", results, *more, **options)

    def done(self, *more, **options):
        ran = self.batch(*more, **options)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        return ran.stdout

    def merged(self, results="results", name="merged.json"):
        ran = self.run_program("batch", "--results", results, "--merge", name)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        return (self.folder / name).read_bytes()

    def checked(self, *question):
        ran = self.run_program("check", *(question or self.QUESTION), "--edges", "--no-times", "--json", "check.json")
        self.assertIn(ran.returncode, (0, 1), ran.stderr)
        return (self.folder / "check.json").read_bytes()

    def status(self, results="results"):
        return json.loads(self.succeed("batch", "--results", results, "--status", "--json", "-"))

    def chunks(self, results="results"):
        return sorted((self.folder / results).glob("*.chunk"))


class Results(BatchTest):
    def test_joined_chunks_are_byte_by_byte_what_check_writes(self):
        text = self.done("--chunk-size", "300", "--jobs", "2")
        self.assertIn(f"{-(-EDGES // 300):,} chunks", text)
        whole = self.checked()
        self.assertEqual(self.merged(), whole)
        verdicts = [segment["verdict"] for segment in json.loads(whole)["segments"]]
        self.assertGreater(min(verdicts.count("free"), verdicts.count("contact")), EDGES // 20)  # the list has both

    def test_a_short_list_has_its_verdict_first_as_check_has_it(self):
        (self.folder / "edges.csv").write_text(edge_list(40))
        self.done("--chunk-size", "7")
        self.assertEqual(self.merged(), self.checked())

    def test_a_path_is_cut_where_check_begins_a_batch(self):
        draw = random.Random(3)
        rows, q = ["shoulder,elbow"], [0.0, 0.0]
        for _ in range(1500):
            q = [max(-1.4, min(1.4, x + draw.uniform(-0.02, 0.02))) for x in q]
            rows.append(",".join(map(repr, q)))
        (self.folder / "path.csv").write_text("\n".join(rows) + "\n")
        question = ("arm.urdf", "room.json", "path.csv")
        self.done("--chunk-size", "100", question=question)
        self.assertGreater(len(self.chunks()), 3)
        self.assertEqual(self.merged(), self.checked(*question))

    def test_several_paths_stay_apart(self):
        (self.folder / "more.csv").write_text(edge_list(50, seed=2))
        (self.folder / "edges.csv").write_text(edge_list(60))
        self.done("--chunk-size", "16", question=("arm.urdf", "room.json", "edges.csv", "more.csv"))
        both = json.loads(self.merged())["paths"]
        self.assertEqual([one["path"] for one in both], ["edges.csv", "more.csv"])
        for one in both:
            self.assertEqual(one["result"], json.loads(self.checked("arm.urdf", "room.json", one["path"])))

    def test_a_problem_file_is_a_question_too(self):
        (self.folder / "path.csv").write_text("shoulder,elbow\n0,0\n0.5,0.2\n1,0.4\n-0.3,0.1\n")
        problem = {"robots": [{"name": "arm", "urdf": "arm.urdf", "path": "path.csv"}], "scene": "room.json"}
        (self.folder / "problem.json").write_text(json.dumps(problem))
        self.done(question=("problem.json",))
        segments = json.loads(self.merged())["segments"]
        self.assertEqual([segment["index"] for segment in segments], [0, 1, 2])

    def test_csv_has_a_row_per_edge(self):
        self.done("--chunk-size", "500")
        self.merged(name="merged.csv")
        rows = (self.folder / "merged.csv").read_text().splitlines()
        segments = json.loads(self.checked())["segments"]
        self.assertEqual(rows[0], "index,verdict,contact_from,contact_until,free_until,a,b")
        self.assertEqual(len(rows), EDGES + 1)
        for row, segment in zip(rows[1:], segments):
            index, verdict, begin, _, free_until, a, _ = row.split(",")
            self.assertEqual((int(index), verdict, float(free_until)), (segment["index"], segment["verdict"], segment["free_until"]))
            if verdict == "contact":
                self.assertEqual((float(begin), a), (segment["time"][0], segment["pairs"][0][0]))

    @needs_mpi
    def test_four_ranks_of_mpi_give_the_same_bytes(self):
        ran = subprocess.run([MPIRUN, "--allow-run-as-root", "--oversubscribe", "-n", "4", PROGRAM, "batch", *self.QUESTION, "--results", "results",
                              "--chunk-size", "250"], cwd=self.folder, capture_output=True, text=True, timeout=600)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertEqual(self.merged(), self.checked())

    def test_chunks_by_number_as_jobs_of_an_array_do_them(self):
        self.assertRegex(self.done("--cut", "--chunk-size", str(EDGES // 4)), r"^4 chunks \(0 to 3\)")
        for number in (2, 0, 3):
            self.done("--chunk", str(number))
        self.refuse("batch", "--results", "results", "--merge", "merged.json", says="of 4 chunks 1 missing")
        self.done("--chunk", "1")
        self.assertIn("was done before", self.done("--chunk", "1"))
        self.assertEqual(self.merged(), self.checked())
        self.refuse("batch", *self.QUESTION, "--results", "results", "--chunk", "4", says="chunks 0 to 3")


class Names(BatchTest):
    def test_what_is_there_is_not_done_again_and_a_changed_row_is_only_its_own_chunk(self):
        self.done("--chunk-size", "500")
        before = {chunk.name: chunk.stat().st_mtime_ns for chunk in self.chunks()}
        self.assertIn(f"0 done now, {len(before)} were there", self.done())
        rows = (self.folder / "edges.csv").read_text().splitlines()
        rows[700] = "0.1,0.1,0.2,0.2"
        (self.folder / "edges.csv").write_text("\n".join(rows) + "\n")
        self.assertIn(f"1 done now, {len(before) - 1} were there", self.done())
        after = {chunk.name: chunk.stat().st_mtime_ns for chunk in self.chunks()}
        self.assertEqual({name: after[name] for name in before}, before)
        self.assertEqual(len(after), len(before) + 1)
        self.assertEqual(self.merged(), self.checked())

    def test_other_inputs_or_options_have_other_names(self):
        (self.folder / "edges.csv").write_text(edge_list(30))
        self.done()
        names = {chunk.name for chunk in self.chunks()}
        for change in (("--clearance", "0.01"), ("--tolerance", "1e-5"), ("--any",), ("--budget", "100000"), ("--pad", "ball=1mm"), ("--allow", "lower,ball")):
            ran = self.batch(*change)
            self.assertEqual(ran.returncode, 0, ran.stderr)
            now = {chunk.name for chunk in self.chunks()}
            self.assertEqual(len(now), len(names) + 1, change)
            names = now
        scene = json.loads((self.folder / "room.json").read_text())
        scene["objects"][0]["pose"]["xyz"][0] += 1e-9
        (self.folder / "room.json").write_text(json.dumps(scene))
        self.done()
        self.assertEqual(len(self.chunks()), len(names) + 1)
        mesh = (self.folder / "tetrahedron.obj").read_text()  # which the robot names, and the scene
        (self.folder / "tetrahedron.obj").write_text(mesh.replace("v 1 0 0", "v 1.5 0 0"))
        self.done()
        self.assertEqual(len(self.chunks()), len(names) + 2)

    def test_a_list_of_other_inputs_is_not_merged_for_these(self):
        self.done("--chunk-size", "500")
        text = (self.folder / "edges.csv").read_text().splitlines()
        (self.folder / "edges.csv").write_text("\n".join([*text[:-1], "0,0,0.1,0.1"]) + "\n")
        self.refuse("batch", *self.QUESTION, "--results", "results", "--merge", "merged.json", says="other inputs")
        self.refuse("batch", *self.QUESTION, "--results", "results", "--chunk", str(EDGES // 500 + 5), says="chunks 0 to")
        last = self.chunks()
        for chunk in last:
            chunk.unlink()
        self.refuse("batch", *self.QUESTION, "--results", "results", "--chunk", str(-(-EDGES // 500) - 1), says="other rows")
        self.assertEqual(self.chunks(), [])

    def test_a_worker_with_other_inputs_refuses(self):
        self.done("--cut", "--chunk-size", "500")
        chunk = json.loads((self.folder / "results" / "batch.json").read_text())["chunks"][0]
        line = " ".join(str(chunk[key]) for key in ("path", "first", "segments", "row", "byte", "line", "name"))
        (self.folder / "edges.csv").write_text(edge_list(EDGES, seed=9))
        ran = subprocess.run([PROGRAM, "batch", *self.QUESTION, "--results", "results", "--serve"], input=f"0 {line}\n", cwd=self.folder,
                             capture_output=True, text=True, timeout=60)
        self.assertRegex(ran.stdout, r"\Aready [0-9a-f]{64}\n0 differs\n\Z")
        self.assertEqual(self.chunks(), [])


class Damage(BatchTest):
    """Results that are cut or changed are noticed, never merged, and done again."""

    def setUp(self):
        super().setUp()
        (self.folder / "edges.csv").write_text(edge_list(600))
        self.done("--chunk-size", "64")
        self.whole = self.merged()

    def test_every_damage_is_noticed(self):
        draw = random.Random(4)
        for case in range(60):
            chunk = draw.choice(self.chunks())
            content = bytearray(chunk.read_bytes())
            kind = case % 4
            if kind == 0:
                content = content[:draw.randrange(len(content))]
            elif kind == 1:
                content[draw.randrange(len(content))] ^= 1 << draw.randrange(8)
            elif kind == 2:
                content += b"\n"
            else:
                content = bytearray(draw.choice([c for c in self.chunks() if c != chunk]).read_bytes())
            chunk.write_bytes(content)
            self.assertEqual(self.status()["damaged"], 1)
            self.refuse("batch", "--results", "results", "--merge", "again.json", says="1 damaged")
            self.assertFalse((self.folder / "again.json").exists())
            self.assertRegex(self.done(), "1 done now")
            if case % 10 == 0:
                self.assertEqual(self.merged(), self.whole)
        self.assertEqual(self.merged(), self.whole)

    def test_a_damaged_list_is_refused(self):
        listed = self.folder / "results" / "batch.json"
        listed.write_text(listed.read_text().replace('"first": 64', '"first": 65'))
        self.refuse("batch", "--results", "results", "--merge", "again.json", says="batch.json: is damaged; remove it")
        listed.unlink()
        self.assertIn("0 done now", self.done("--chunk-size", "64"))
        self.assertEqual(self.merged(), self.whole)


class Faults(BatchTest):
    """Whoever is killed, and whenever: after restarts nothing is missing, nothing is doubled, nothing wrong is merged."""

    CHUNK = "1000" if FULL else "100"

    def start(self, command=(), **more):
        return subprocess.Popen([*command, PROGRAM, "batch", *self.QUESTION, "--results", "results", "--chunk-size", self.CHUNK, "--jobs", "2"],
                                cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True, **more)

    def workers_of(self, process):
        found = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True)
        return [int(line) for line in found.stdout.split()]

    def finish(self):
        for _ in range(3):  # chunks of killed workers that live on are waited for
            ran = self.batch("--chunk-size", self.CHUNK)
            if ran.returncode == 0:
                break
        self.assertEqual(ran.returncode, 0, ran.stderr)
        state = self.status()
        self.assertEqual((state["done"], state["missing"], state["damaged"], state["failed"]), (state["chunks"], 0, 0, 0))
        self.assertEqual(len(self.chunks()), state["chunks"])
        self.assertEqual(self.merged(), self.checked())
        self.assertEqual(list((self.folder / "results").glob("*.unfinished")), [])

    def campaign(self, kill):
        draw = random.Random(7)
        kills, longest = 0, 0.5
        while kills < KILLS:
            process = self.start()
            until, before = time.monotonic() + 20, kills
            while process.poll() is None and kills < KILLS and time.monotonic() < until:
                time.sleep(draw.uniform(0.0, longest))
                kills += kill(process, draw)
            if kills == before:  # this machine was done before anything was killed: sooner, next time
                longest = max(0.8 * longest, 0.002)
            if process.poll() is None and kills >= KILLS:
                process.kill()
            process.wait(timeout=120)
            if kills < KILLS:  # all done before enough were killed: some of it again
                for chunk in draw.sample(self.chunks(), k=len(self.chunks()) // 2):
                    chunk.unlink()
        return kills

    def test_workers_are_killed(self):
        def kill(process, draw):
            workers = self.workers_of(process)
            if not workers:
                return 0
            try:
                os.kill(draw.choice(workers), signal.SIGKILL)
            except ProcessLookupError:
                return 0
            return 1
        self.assertGreaterEqual(self.campaign(kill), KILLS)
        self.finish()

    def test_the_submitter_is_killed(self):
        def kill(process, draw):
            if process.poll() is not None:
                return 0
            process.kill()
            process.wait()
            return 1
        self.assertGreaterEqual(self.campaign(kill), KILLS)
        self.finish()

    def test_two_submitters_share_a_folder(self):
        both = [self.start(), self.start()]
        for process in both:
            self.assertEqual(process.wait(timeout=300), 0)
        self.finish()

    @needs_mpi
    def test_a_rank_is_killed_and_the_next_start_goes_on(self):
        command = (MPIRUN, "--allow-run-as-root", "--oversubscribe", "-n", "3")
        draw = random.Random(11)
        killed, longest = 0, 0.9
        for _ in range(40):
            process = self.start(command)
            time.sleep(draw.uniform(longest / 3.0, longest))
            found = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True).stdout.split()
            if process.poll() is None and found:
                os.kill(int(draw.choice(found)), signal.SIGKILL)
                killed += 1
                self.assertNotEqual(process.wait(timeout=60), 0)  # MPI ends the job
            process.wait(timeout=300)
            if killed >= (10 if FULL else 2):
                break
            if process.returncode == 0:  # done before a rank was killed: sooner, next time
                longest *= 0.8
                for chunk in self.chunks()[::2]:
                    chunk.unlink()
        self.assertGreaterEqual(killed, 2)
        self.finish()

    def test_a_full_disk_and_a_read_only_folder_lose_nothing(self):
        if os.geteuid() != 0:
            self.skipTest("a small file system can be mounted by root alone")
        place = self.folder / "results"
        place.mkdir()
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", place], capture_output=True).returncode != 0:
            self.skipTest("no file system can be mounted here")
        self.addCleanup(subprocess.run, ["umount", "-l", place], capture_output=True)
        ran = self.batch("--chunk-size", self.CHUNK)
        self.assertEqual(ran.returncode, 2, ran.stdout)
        self.assertRegex(ran.stderr, "cannot be written")
        self.assertEqual(self.status()["damaged"], 0)
        self.assertGreater(len(self.chunks()), 0)
        subprocess.run(["mount", "-o", "remount,ro", place], check=True)
        self.assertRegex(self.batch("--chunk-size", self.CHUNK).stderr, "cannot be written")
        subprocess.run(["mount", "-o", "remount,rw,size=1g", place], check=True)
        self.finish()

    def test_an_interrupted_run_says_how_to_go_on(self):
        process = subprocess.Popen([PROGRAM, "batch", *self.QUESTION, "--results", "results", "--chunk-size", "20"], cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
        if process.returncode == 0:
            self.skipTest("it was done before the signal came")
        self.assertRegex(said, "interrupted with .* done; run the same command again to go on")
        self.done()
        self.assertEqual(self.merged(), self.checked())


class BadInput(BatchTest):
    def test_one_line_says_what_is_wrong(self):
        (self.folder / "edges.csv").write_text(edge_list(20))
        self.refuse("batch", *self.QUESTION, says="--results")
        self.refuse("batch", "--results", "results", says="ROBOT: is missing")
        self.refuse("batch", "--results", "nowhere", "--status", says="no batch has run here")
        self.refuse("batch", *self.QUESTION, "--results", "results", "--chunk-size", "0", says="must be at least 1")
        self.refuse("batch", *self.QUESTION, "--results", "results", "--cut", "--status", says="give one of them")
        self.refuse("batch", "arm.urdf", "room.json", "-", "--results", "results", says="not from standard input")
        self.refuse("batch", *self.QUESTION, "--results", "edges.csv", says="give a folder")
        self.refuse("batch", *self.QUESTION, "--results", "results", "--chunk", "0", says="--cut first")
        self.done()
        self.refuse("batch", "--results", "results", "--merge", "out.txt", says="OUT.json or OUT.csv")
        for taken in ("edges.csv", "room.json"):  # results never go over what they are the results of
            before = (self.folder / taken).read_bytes()
            self.refuse("batch", "--results", "results", "--merge", taken, says="cut from; give another name")
            self.assertEqual((self.folder / taken).read_bytes(), before)
        self.refuse("batch", "--results", "results", "--merge", "no/such/folder.json", says="cannot be written")

    def test_a_bad_row_far_down_is_told_with_its_line(self):
        rows = edge_list(3000).splitlines()
        rows[2500] = "0,0,zero,0"
        (self.folder / "edges.csv").write_text("\n".join(rows) + "\n")
        self.refuse("batch", *self.QUESTION, "--results", "results", "--chunk-size", "200", says="edges.csv: line 2501")


if __name__ == "__main__":
    unittest.main()
