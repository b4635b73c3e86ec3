"""tocca bench: programs that stand in for the benchmarks, good and bad ones."""
import contextlib
import json
import os
import pathlib
import pty
import signal
import subprocess
import time

import program
from program import HERE, ProgramTest

HEAD = '#!/bin/sh\n[ "$1" = --json ] || exit 9\n'
ROW = {"name": "5 degrees, free", "value": 0.04, "unit": "ms", "note": "450 queries",
       "peers": [{"name": "FCL at 1 mm", "value": 1.6, "missed": 0}, {"name": "Bullet cast", "value": 0.18, "missed": 1, "invented": 2}]}
SLOW = {"name": "5 degrees, colliding", "value": 0.2, "unit": "ms", "peers": [{"name": "FCL at 1 mm", "value": 1.8}]}
OTHER = {"name": "nobody printed this", "value": 12345.6, "unit": "pairs", "missed": 3}
PLOT = {"title": "Time over count", "x_label": "count", "y_label": "ms", "log_x": True,
        "curves": [{"name": "tocca", "x": [1, 10, 100], "y": [0.1, 1, None]}, {"name": "</script><b>", "x": [1, 10], "y": [1, 20]}]}


def results(*rows, title="puma-pipes", **more):
    return {"format": "tocca-bench-program", "version": 1, "build": {"compiler": "GNU 12.2.0", "simd": "AVX2"},
            "tables": [{"title": title, "what": "mean of a query", "rows": list(rows)}], **more}


class Bench(ProgramTest):
    def add(self, name, script):
        path = self.folder / "bin" / f"bench_{name}"
        path.parent.mkdir(exist_ok=True)
        path.write_text(HEAD + script)
        path.chmod(0o755)

    def add_good(self, name="first_contact", **more):
        self.add(name, f"cat > \"$2\" <<'END'\n{json.dumps(results(ROW, SLOW, OTHER, **more))}\nEND\n")

    def bench(self, *arguments):
        return self.run_program("bench", "--programs", "bin", *arguments)

    def measured(self, *arguments):
        """The JSON of a run, and the run."""
        done = self.bench("--json", "out.json", *arguments)
        return json.loads((self.folder / "out.json").read_text()), done

    def test_tables_stand_beside_papers_peers_and_goals(self):
        self.add_good()
        done = self.bench()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        lines = [line.rstrip() for line in done.stdout.splitlines()]
        self.assertIn("first_contact: puma-pipes; mean of a query", lines)
        at = lines.index("first_contact: puma-pipes; mean of a query")
        self.assertRegex(lines[at + 1], r"^  row +measured +goal +met +redon-2004 +FCL at 1 mm +Bullet cast$")
        self.assertRegex(lines[at + 2], r"^  5 degrees, free +0\.04 ms +>= 20 x FCL at 1 mm; >= 1 x Bullet cast; >= 100 x paper +yes; yes; yes"
                         r" +8\.02 ms \(200 x\) +1\.6 ms \(40 x\) +0\.18 ms \(4\.5 x, 1 missed, 2 invented\)$")
        self.assertRegex(lines[at + 3], r"^  5 degrees, colliding +0\.2 ms +>= 10 x FCL at 1 mm; .* +NO; \?; yes +32\.4 ms \(162 x\) +1\.8 ms \(9 x\)$")
        self.assertRegex(lines[at + 4], r"^  nobody printed this +12,346 pairs \(3 missed\)$")
        self.assertRegex(lines[-1], r"^1 benchmark in \d+ s; 4 of 5 goals met$")

    def test_json_says_on_what_it_was_measured(self):
        self.add_good(plots=[PLOT])
        self.add("tube", "echo 'the models are not here' >&2; exit 77")
        out, done = self.measured("--quick")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("rough", done.stdout)
        self.assertEqual((out["format"], out["version"], out["quick"]), ("tocca-bench", 1, True))
        self.assertRegex(out["date"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        self.assertGreater(out["machine"]["memory_bytes"], 1e6)
        self.assertEqual(out["machine"]["cores"], len(os.sched_getaffinity(0)))
        self.assertEqual(out["machine"]["kernel"].split()[1], os.uname().release)
        good, left_out = out["programs"]
        self.assertEqual((good["name"], good["end"], good["build"]["simd"]), ("first_contact", "done", "AVX2"))
        row = good["tables"][0]["rows"][0]
        self.assertEqual(row["papers"], [{"paper": "redon-2004", "place": "Table 1, total", "value": 8.0184, "unit": "ms",
                                          "times": row["papers"][0]["times"]}])
        self.assertAlmostEqual(row["papers"][0]["times"], 8.0184 / 0.04)
        self.assertAlmostEqual(row["peers"][0]["times"], 40)
        self.assertEqual(good["plots"], [PLOT])
        self.assertEqual((left_out["end"], left_out["message"]), ("left out", "the models are not here"))
        self.assertIn("redon-2004", out["papers"])

    def test_a_program_that_fails_is_told_and_the_others_run(self):
        for name, script, says in (("aa", "echo 'no such scene' >&2; exit 4", "exit code 4: no such scene"), ("bb", "kill -9 $$", "signal 9"),
                                   ("cc", "echo '{' > \"$2\"", "not the output of a benchmark program"), ("dd", ":", "not the output of a benchmark"),
                                   ("ee", f"echo '{json.dumps(results({'name': 'x', 'value': 'fast', 'unit': 's'}))}' > \"$2\"", "value")):
            self.add(name, script)
            self.add_good("zz")
            out, done = self.measured()
            self.assertEqual(done.returncode, 2)
            self.assertRegex(done.stderr, rf"\Atocca: error: {name}: [^\n]*{says}[^\n]*\n\Z")
            self.assertEqual([p["end"] for p in out["programs"]], ["failed", "done"])
            self.assertIn("zz: puma-pipes", done.stdout)
            (self.folder / "bin" / f"bench_{name}").unlink()

    def test_names_choose(self):
        for name in ("good", "tube", "first_contact"):
            self.add_good(name)
        out, done = self.measured("good", "tube", "good")
        self.assertEqual([p["name"] for p in out["programs"]], ["good", "tube"])
        self.assertEqual([p["name"] for p in self.measured()[0]["programs"]], ["first_contact", "tube", "good"])  # known ones first
        out, done = self.measured("no-such", "good")
        self.assertEqual((done.returncode, [p["end"] for p in out["programs"]]), (2, ["failed", "done"]))
        self.assertIn("tocca: error: no-such: no benchmark program has this name", done.stderr)
        self.assertIn("path_checking: its program, bench_path_checking, was not built; run ./dev bench", self.bench("path_checking").stderr)
        self.assertIn("schwarzer-table-3: its program, bench_path_checking, was not built", self.bench("schwarzer-table-3").stderr)
        self.assertIn("did you mean 'schwarzer-table-3'?", self.bench("schwarzer-tabel-3").stderr)

    def test_a_table_of_a_paper_is_its_program_and_where_it_differs(self):
        rows = [results(ROW, title=title)["tables"][0] for title in ("puma-pipes", "puma-pipes, time in each stage", "growth")]
        self.add("first_contact", f"echo \"$3 $4\" > seen; cat > \"$2\" <<'END'\n{json.dumps({**results(), 'tables': rows})}\nEND\n")
        out, done = self.measured("redon-table-1")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual((self.folder / "seen").read_text().strip(), "pipes")
        self.assertIn("redon-table-1: not as in the paper: ", done.stdout)
        self.assertEqual([t["title"] for t in out["programs"][0]["tables"]], ["puma-pipes", "puma-pipes, time in each stage"])
        self.assertEqual((out["programs"][0]["name"], out["programs"][0]["program"]), ("redon-table-1", "first_contact"))
        self.assertRegex(out["programs"][0]["what"], "^redon-2004, Table 1: ")
        self.assertIn("8.02 ms (200 x)", done.stdout)
        self.assertRegex(self.succeed("bench", "--list"), r"(?m)^  redon-table-1 +redon-2004, Table 1: ")

    def test_without_programs_it_says_who_builds_them(self):
        self.refuse("bench", "--programs", ".", says=r"\./dev bench")
        names = self.succeed("bench", "--list")
        self.assertRegex(names, r"(?m)^  first_contact  +first contact of a robot")

    def test_the_reference_fits_the_programs(self):
        bench = HERE.parent.parent / "bench"
        reference = json.loads((bench / "reference.json").read_text())
        variants = {name for name in reference["programs"] if not (bench / f"{name}.cpp").exists()}
        self.assertEqual(set(reference["programs"]) - variants, {file.stem for file in bench.glob("*.cpp")})
        for name in variants:  # compiled once more with other flags
            self.assertIn(f"bench_{name} ", (bench / "CMakeLists.txt").read_text())
        for name, table in reference["tables"].items():
            self.assertIn(table["program"], reference["programs"], name)
            self.assertTrue(table["what"] and table["differs"], name)
        places = [(figure["program"], figure["table"], figure["row"]) for figure in reference["figures"]]
        self.assertEqual(len(places), len(set(places)))
        for figure in reference["figures"]:
            self.assertIn(figure["program"], reference["programs"])
            self.assertTrue(figure.get("papers") or figure.get("goals"), figure)
            for paper in figure.get("papers", []):
                self.assertIn(paper["paper"], reference["papers"])

    def test_options_that_do_not_go_together(self):
        self.add_good()
        self.refuse("bench", "--programs", "bin", "--json", "-", "--report", "-", says="--report: JSON already goes to")
        for more in (["tube"], ["--quick"], ["--json", "x"], ["--report", "x"]):
            self.refuse("bench", "--list", *more, says="--list: runs nothing")

    def test_unwritable_targets_are_known_before_the_work(self):
        self.add("slow", "touch began; sleep 60")
        for option in ("--json", "--report"):
            self.refuse("bench", "--programs", "bin", option, "no/such/file", says=option)
        self.assertFalse((self.folder / "began").exists())

    def test_ctrl_c_ends_the_child_and_keeps_what_was_measured(self):
        self.add_good("first_contact")
        self.add("hangs", f"sleep 600 & started=$!; mktemp > temporary; echo '{json.dumps(results(ROW, title='so far'))}' > \"$2\"; echo $started > id; wait")
        running = subprocess.Popen([program.PROGRAM, "bench", "--programs", "bin", "--json", "out.json", "--report", "out.html"],
                                   cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while not (self.folder / "id").exists() or not (self.folder / "id").read_text():
            self.assertIsNone(running.poll())
            time.sleep(0.02)
        running.send_signal(signal.SIGINT)
        stdout, stderr = running.communicate(timeout=60)
        self.assertEqual((running.returncode, stderr), (3, ""))
        out = json.loads((self.folder / "out.json").read_text())
        self.assertEqual([(p["end"], p["tables"][0]["title"]) for p in out["programs"]], [("done", "puma-pipes"), ("interrupted", "so far")])
        self.assertIn("hangs: so far", stdout)
        self.assertIn("so far", (self.folder / "out.html").read_text())
        self.assertFalse(pathlib.Path((self.folder / "temporary").read_text().strip()).exists())  # goes with it
        status = pathlib.Path(f"/proc/{(self.folder / 'id').read_text().strip()}/status")  # of what the child started
        self.assertTrue(not status.exists() or "State:\tZ" in status.read_text())

    def test_a_terminal_shows_how_far_it_is(self):
        self.add("steps", f"echo 'pipes, 5 degrees'; sleep 0.5; echo '{json.dumps(results(ROW))}' > \"$2\"")
        ours, its = pty.openpty()
        done = subprocess.run([program.PROGRAM, "bench", "--programs", "bin"], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=its)
        os.close(its)
        shown = ""
        with contextlib.suppress(OSError):  # how a terminal without programs ends
            while piece := os.read(ours, 4096).decode():
                shown += piece
        os.close(ours)
        self.assertEqual(done.returncode, 0)
        self.assertRegex(shown, r"\[1 of 1\] steps, \d+ s: pipes, 5 degrees")
        self.assertTrue(shown.endswith("\r\x1b[K"))

    def test_the_page_is_one_file(self):
        self.add_good(plots=[PLOT])
        self.assertEqual(self.bench("--report", "out.html").returncode, 0)
        page = (self.folder / "out.html").read_text()
        self.assertNotRegex(page, r"""(src|href)=["']?(?!#)|@DATA@|url\(|</script><b>""")
        data = json.loads(page.split('id="data">')[1].split("</script>")[0])
        self.assertEqual(data["programs"][0]["plots"], [PLOT])
        self.assertEqual(self.succeed("bench", "--programs", "bin", "--report", "-").split("<")[1], "!doctype html>\n")
