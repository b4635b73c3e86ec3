"""Version, help, exit codes, and where output goes."""
import os
import pathlib
import re
import subprocess

import program
from program import ProgramTest

VERBS = ["check", "clearance", "distance", "plan", "smooth", "repair", "info", "srdf", "view", "demo", "roadmap", "batch", "sweep", "screw", "world", "walk", "linear", "tool", "scene", "bench", "completion", "man"]


class Usage(ProgramTest):
    def test_version(self):
        self.assertRegex(self.succeed("--version"), r"\Atocca \d+\.\d+\.\d+\n\Z")

    def test_help_names_every_verb(self):
        for flag in ("--help", "-h"):
            text = self.succeed(flag)
            for verb in VERBS:
                self.assertRegex(text, rf"(?m)^  {verb} ")

    def test_verbs_stand_in_groups(self):
        text = self.succeed("--help")
        headings = [text.index(heading) for heading in ("Everyday verbs:", "Special verbs:", "Tools:", "Options:")]
        self.assertEqual(headings, sorted(headings))
        for verb, group in (("check", 0), ("plan", 0), ("demo", 0), ("roadmap", 1), ("scene", 1), ("bench", 2), ("man", 2)):
            self.assertIn(f"\n  {verb} ", text[headings[group]:headings[group + 1]])

    def test_many_options_stand_in_groups(self):
        text = self.succeed("check", "--help")
        options, model, output = (text.index(heading) for heading in ("\nOptions:", "\nRobot and scene:", "\nOutput:"))
        self.assertIn("--clearance", text[options:model])
        self.assertIn("--srdf", text[model:output])
        self.assertIn("--report", text[output:])
        self.assertNotIn("Output:", self.succeed("scene", "--help"))  # four options need none

    def test_usage_names_what_is_required(self):
        self.assertIn("Usage: tocca plan [OPTIONS] ROBOT [SCENE] --out FILE\n", self.succeed("plan", "--help"))
        self.assertIn("Usage: tocca screw [OPTIONS] A B --motions FILE\n", self.succeed("screw", "--help"))

    def test_each_verb_has_help_with_an_example(self):
        for verb in VERBS:
            text = self.succeed(verb, "--help")
            self.assertIn(f"Usage: tocca {verb}", text)
            self.assertRegex(text, rf"(?m)^Examples?:\n  .*tocca {verb}")
            self.assertEqual(text, self.succeed(verb, "-h"))

    def test_help_fits_the_screen(self):
        for verb in VERBS:
            for line in self.succeed(verb, "--help").splitlines():
                self.assertLessEqual(len(line), 120)

    def test_wrong_usage_is_one_line_and_exit_code_2(self):
        self.refuse("bogus", says="'bogus'")
        self.refuse("--bogus", says="'--bogus'")
        self.refuse("info", says="ROBOT")
        self.refuse("info", "--bogus", says="'--bogus'")
        self.refuse("info", "tiny.urdf", "tiny.json", "third", says="'third'")
        self.refuse("info", "tiny.urdf", "--json", says="--json")
        self.refuse("completion", "tcsh", says="tcsh")
        self.refuse("completion", says="SHELL")
        self.refuse("scene", "no-such-scene", "--out", "somewhere", says="no-such-scene")

    def test_an_empty_text_is_no_value(self):
        """--budget "" was taken for the default, --json "" for none: a script whose variable is empty learnt nothing."""
        path = self.folder / "path.csv"
        path.write_text("shoulder\n0\n1\n")
        question = ("tiny.urdf", "tiny.json", "path.csv")
        for words, options in ((("check", *question), ("--budget", "--json", "--report", "--srdf", "--strategy", "--stages", "--clearance",
                                                       "--self-clearance", "--tolerance", "--threads", "--allow")),
                               (("clearance", *question), ("--budget", "--plot", "--points", "--json", "--report")),
                               (("distance", *question), ("--json", "--clearance")),
                               (("plan", "tiny.urdf", "tiny.json", "--start", "", "--goal", "elbow=1"), ("--out", "--seed", "--below")),
                               (("smooth", *question, "--out", "o.csv"), ("--steps", "--time-limit", "--report")),
                               (("info", "tiny.urdf"), ("--json", "--srdf")),
                               (("sweep", "tiny.urdf", "path.csv"), ("--out", "--what", "--link")),
                               (("screw", "tetrahedron.obj", "tetrahedron.obj", "--motions", "m.csv"), ("--budget", "--without")),
                               (("world",), ("--record", "--json", "--report", "--boxes", "--steps")),
                               (("walk",), ("--scene", "--hand", "--path", "--repair"))):
            for option in options:
                self.refuse(*words, option, "", says=rf"{option}: is empty: give a value, or leave it out; see tocca {words[0]} --help")
                self.refuse(*words, f"{option}=", says=rf"{option}: .*(is empty|missing)")
        self.refuse("info", "tiny.urdf", "", says="SCENE: is empty")
        self.succeed("info", "tiny.urdf", "--default", "")  # no value at all: every joint at zero

    def test_errors_show_the_way_to_help(self):
        self.refuse("info", says="see tocca info --help")
        self.refuse("bogus", says="see tocca --help")

    def test_full_disk_is_an_error(self):
        if not pathlib.Path("/dev/full").exists():
            self.skipTest("no /dev/full here")
        for arguments in (["--version"], ["--help"], ["man"], ["info", "tiny.urdf"], ["info", "tiny.urdf", "--json", "-"]):
            with open("/dev/full", "w") as full:
                self.refuse(*arguments, stdout=full, says="standard output")
        self.refuse("info", "tiny.urdf", "--json", "/dev/full", says="/dev/full")

    def test_unwritable_target_is_an_error(self):
        self.refuse("info", "tiny.urdf", "--json", "no/such/folder/x.json", says="no/such/folder/x.json")
        self.refuse("info", "tiny.urdf", "--json", ".", says="--json")
        (self.folder / "file").write_text("")
        self.refuse("scene", "puma-pipes", "--out", "file", says="file")

    def test_closed_stdout_is_an_error_and_not_another_file(self):
        done = subprocess.run(["bash", "-c", '"$0" info tiny.urdf --json out.json >&-', program.PROGRAM], cwd=self.folder,
                              stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"\Atocca: error: standard output: [^\n]+\n\Z")
        self.assertTrue((self.folder / "out.json").read_text().startswith("{"))

    def test_reader_that_goes_away_is_no_accident(self):
        done = subprocess.run(["bash", "-c", '"$0" man | head -n 1', program.PROGRAM], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.stderr, "")
        self.assertTrue(re.match(r"\.TH TOCCA 1 ", done.stdout))

    def test_locale_does_not_matter(self):
        environment = dict(os.environ, LC_ALL="de_DE.UTF-8", LANG="de_DE.UTF-8")
        self.assertEqual(self.succeed("info", "tiny.urdf", "--json", "-"),
                         self.succeed("info", "tiny.urdf", "--json", "-", env=environment))
