"""A campaign goes on where it stopped, tells a failing piece with its seed, and writes what it judged."""
import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools" / "campaign.py"
# Speaks as a GoogleTest program does, and as a judged test does. Its draws are the piece's number.
FAKE = r'''#!/usr/bin/env python3
import json, os, pathlib, sys, time
here = pathlib.Path(__file__).parent
if "--gtest_list_tests" in sys.argv:
    print("Running main() from gtest_main.cc\nScenes.\n  Wide  # TypeParam\n  Narrow/0  # GetParam() = 3")
    sys.exit(0)
test, piece = sys.argv[1].split("=")[1], int(os.environ["TOCCA_PIECE"])
with (here / "ran").open("a") as file:
    file.write(f"{test} {piece} {os.environ['TOCCA_FULL']}\n")
if (here / "slow").exists():
    time.sleep(60)
wrong = 1 if (here / "wrong").exists() and piece == 1 else 0
with open(os.environ["TOCCA_CAMPAIGN_LOG"], "a") as file:
    file.write(json.dumps({"judge": "fcl", "test": test, "piece": piece, "segments": 1000, "free": 700, "contact": 300 - wrong,
                           "undecided": 0, "wrong": wrong, "seconds": 90.0}) + "\n")
if (here / "failing").exists() and test == "Scenes.Wide":
    print("TOCCA_SEED=4711 case 12: missed\n[  FAILED  ]")
    sys.exit(1)
'''


class CampaignTest(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.folder = pathlib.Path(self.scratch.name)
        self.program = self.folder / "test_fake"
        self.program.write_text(FAKE)
        self.program.chmod(0o755)

    def command(self, rounds=2, commit="abc", **stage):
        plan = {"stages": [{"name": "Fakes", "share": 1.0, "rounds": rounds, "gtest": [str(self.program)],
                            "environment": {"TOCCA_FULL": "1"}, **stage}]}
        (self.folder / "plan.json").write_text(json.dumps(plan))
        return [sys.executable, str(TOOL), "1", "--jobs", "1", "--plan", str(self.folder / "plan.json"), "--folder",
                str(self.folder / "memory"), "--page", str(self.folder / "page.md"), "--commit", commit]

    def run_campaign(self, **settings):
        return subprocess.run(self.command(**settings), capture_output=True, text=True, timeout=60)

    def ran(self):
        file = self.folder / "ran"
        return file.read_text().splitlines() if file.exists() else []

    def test_runs_every_test_once_in_each_round_and_writes_the_page(self):
        done = self.run_campaign()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.ran(), ["Scenes.Wide 0 1", "Scenes.Narrow/0 0 1", "Scenes.Wide 1 1", "Scenes.Narrow/0 1 1"])
        page = (self.folder / "page.md").read_text()
        self.assertIn("Commit abc", page)
        self.assertIn("**4,000 segments judged, 0 wrong.**", page)
        self.assertIn("| Scenes.Wide | fcl | 2 | 2,000 | 1,400 | 600 | 0 | 0 | 3 min |", page)
        self.assertIn("| Fakes | 4 | 0 | 0 |", page)

    def test_goes_on_where_it_stopped_but_starts_anew_on_another_commit(self):
        self.run_campaign(rounds=1)
        self.run_campaign(rounds=2)
        self.assertEqual(len(self.ran()), 4)
        self.run_campaign(rounds=2)
        self.assertEqual(len(self.ran()), 4)
        self.run_campaign(rounds=1, commit="def")
        self.assertEqual(len(self.ran()), 6)

    def test_a_piece_that_was_interrupted_runs_again(self):
        (self.folder / "slow").touch()
        campaign = subprocess.Popen(self.command(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while not self.ran():
            time.sleep(0.05)
        campaign.send_signal(signal.SIGINT)
        campaign.communicate(timeout=30)
        self.assertEqual(self.ran(), ["Scenes.Wide 0 1"])
        (self.folder / "slow").unlink()
        self.assertEqual(self.run_campaign(rounds=1).returncode, 0)
        self.assertEqual(self.ran(), ["Scenes.Wide 0 1", "Scenes.Wide 0 1", "Scenes.Narrow/0 0 1"])

    def test_a_failing_piece_tells_its_seed_and_the_rest_goes_on(self):
        (self.folder / "failing").touch()
        done = self.run_campaign(rounds=1)
        self.assertEqual(done.returncode, 1)
        self.assertIn("TOCCA_SEED=4711 case 12", done.stdout)
        self.assertIn(f"again: TOCCA_FULL=1 TOCCA_PIECE=0 {self.program} --gtest_filter=Scenes.Wide", done.stdout)
        self.assertEqual(len(self.ran()), 2)
        self.assertIn("- test_fake Scenes.Wide, piece 0", (self.folder / "page.md").read_text())
        self.assertEqual(self.run_campaign(rounds=1).returncode, 1, "what failed before is not forgotten")
        self.assertEqual(len(self.ran()), 2)

    def test_a_wrong_verdict_fails_even_where_the_program_does_not(self):
        (self.folder / "wrong").touch()
        done = self.run_campaign()
        self.assertEqual(done.returncode, 1)
        self.assertIn("4,000 segments judged, 2 wrong", (self.folder / "page.md").read_text())

    def test_enough_segments_end_a_stage(self):
        self.run_campaign(rounds=50, segments=3000)
        self.assertEqual(len(self.ran()), 3)

    def test_programs_that_were_not_built_are_named(self):
        done = self.run_campaign(gtest=["build/nowhere/test_missing"])
        self.assertIn("build/nowhere/test_missing was not built", done.stderr)

    def test_a_stage_that_cannot_be_built_is_a_failure(self):
        self.assertEqual(self.run_campaign(before=["false"]).returncode, 1)
        self.assertEqual(self.ran(), [])

    def test_the_projects_own_plan_is_whole(self):
        plan = json.loads((TOOL.parent / "campaign.json").read_text())
        self.assertAlmostEqual(sum(stage["share"] for stage in plan["stages"]), 1.0)
        for stage in plan["stages"]:
            self.assertEqual(sum(kind in stage for kind in ("gtest", "ctest", "each")), 1, stage["name"])
            self.assertGreaterEqual(stage["rounds"], 1)


if __name__ == "__main__":
    unittest.main()
