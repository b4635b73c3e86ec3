"""The man page and the shell completions, which come from the same description as --help."""
import re
import shutil
import subprocess

import program
from program import ProgramTest

VERBS = ["check", "distance", "clearance", "plan", "smooth", "repair", "roadmap", "batch", "info", "srdf", "scene", "sweep", "screw", "world", "walk", "linear", "tool", "view", "demo", "bench", "completion", "man"]


class ManPage(ProgramTest):
    def test_holds_every_verb_and_option_of_the_help(self):
        page = self.succeed("man").replace("\\-", "-")
        for verb in VERBS:
            self.assertIn(f".SS tocca {verb}", page)
            for option in re.findall(r"--[a-z-]+", self.succeed(verb, "--help").split("Options:")[1].split("Example")[0]):
                self.assertIn(option, page)

    def test_renders_without_warnings(self):
        if not shutil.which("groff"):
            self.skipTest("no groff here")
        (self.folder / "tocca.1").write_text(self.succeed("man"))
        done = subprocess.run(["groff", "-man", "-ww", "-Tascii", self.folder / "tocca.1"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("TOCCA(1)", done.stdout)


class Completion(ProgramTest):
    def complete(self, *words):
        """What bash offers after these words, the last of which is being typed."""
        script = ('source <("$0" completion bash); COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tocca; '
                  'printf "%s\\n" "${COMPREPLY[@]}"')
        done = subprocess.run(["bash", "-c", script, program.PROGRAM, "tocca", *words], capture_output=True, text=True,
                              cwd=self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.split()

    def test_bash_completes_verbs_options_values_and_files(self):
        self.assertEqual(sorted(self.complete("")), sorted(VERBS))
        self.assertEqual(self.complete("i"), ["info"])
        self.assertEqual(self.complete("--v"), ["--version"])
        self.assertEqual(self.complete("info", "--vi"), ["--visual"])
        self.assertEqual(self.complete("info", "tiny.u"), ["tiny.urdf"])
        self.assertEqual(self.complete("info", "tiny.urdf", "--srdf", "tetra"), ["tetrahedron.obj"])
        self.assertIn("puma-pipes", self.complete("scene", "pu"))
        self.assertEqual(self.complete("world", "--boxes", "f"), ["fixed"])
        self.assertEqual(self.complete("bench", "poly"), ["polytopes"])
        self.assertEqual(sorted(self.complete("walk", "--broad", "")), ["auto", "sweep", "tree"])
        self.assertEqual(sorted(self.complete("completion", "")), ["bash", "fish", "zsh"])
        self.assertEqual(self.complete("info", "--allow", ""), [])
        self.assertEqual(self.complete("roadmap", "qu"), ["query"])
        self.assertEqual(self.complete("roadmap", "build", "tiny.u"), ["tiny.urdf"])

    def test_every_option_is_completed(self):
        for verb in VERBS:
            offered = self.complete(verb, "--")
            for option in re.findall(r"--[a-z-]+", self.succeed(verb, "--help").split("Options:")[1].split("Example")[0]):
                self.assertIn(option, offered)

    def test_scripts_are_well_formed(self):
        for shell in ("bash", "zsh", "fish"):
            script = self.succeed("completion", shell)
            for verb in VERBS:
                self.assertIn(verb, script)
            if shutil.which(shell):
                done = subprocess.run([shell, "-n"], input=script, capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
