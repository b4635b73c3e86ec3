"""cmake --install, as ./dev install calls it: the program runs from there, and man page and completions are where man and the shells look."""
import os
import pathlib
import shutil
import subprocess
import unittest

from program import ProgramTest

BUILD = os.environ.get("TOCCA_BUILD", "")
CMAKE = os.environ.get("CMAKE", "cmake")


@unittest.skipUnless(BUILD, "set TOCCA_BUILD to the build folder")
class Install(ProgramTest):
    def install(self, prefix, **environment):
        subprocess.run([CMAKE, "--install", BUILD, "--prefix", str(prefix)], check=True, stdout=subprocess.DEVNULL,
                       env=dict(os.environ, **environment))
        return [pathlib.Path(line) for line in pathlib.Path(BUILD, "install_manifest.txt").read_text().splitlines()]

    def run_installed(self, prefix, *words):
        return subprocess.run([str(prefix / "bin" / "tocca"), *words], cwd=self.folder, capture_output=True, text=True)

    def test_the_program_runs_and_is_documented(self):
        prefix = self.folder / "a prefix"
        self.install(prefix)
        self.assertRegex(self.run_installed(prefix, "--version").stdout, r"\Atocca \d+\.\d+\.\d+\n\Z")
        self.assertEqual(self.run_installed(prefix, "info", "tiny.urdf").returncode, 0)
        page = (prefix / "share/man/man1/tocca.1").read_text()
        self.assertTrue(page.startswith(".TH TOCCA 1 "))
        if shutil.which("man"):
            found = subprocess.run(["man", "-M", str(prefix / "share/man"), "-w", "tocca"], capture_output=True, text=True)
            self.assertEqual(found.stdout.strip(), str(prefix / "share/man/man1/tocca.1"))
        script = prefix / "share/bash-completion/completions/tocca"
        done = subprocess.run(["bash", "-c", 'source "$0"; complete -p tocca', str(script)], capture_output=True, text=True)
        self.assertEqual(done.stdout, "complete -o filenames -F _tocca tocca\n")
        self.assertTrue((prefix / "share/zsh/site-functions/_tocca").read_text().startswith("#compdef tocca"))
        self.assertIn("complete -c tocca", (prefix / "share/fish/vendor_completions.d/tocca.fish").read_text())
        self.assertTrue((prefix / "include/tocca/check/checker.hpp").exists())
        self.assertEqual(len(list(prefix.glob("lib*/**/toccaConfig.cmake"))), 1)

    def test_its_reports_need_no_other_file(self):
        prefix = self.folder / "prefix"
        self.install(prefix)
        (self.folder / "path.csv").write_text("shoulder\n0\n1\n")
        done = self.run_installed(prefix, "check", "tiny.urdf", "tiny.json", "path.csv", "--report", "page.html")
        if "built without" in done.stderr:
            self.skipTest("a program without the page")
        self.assertIn(done.returncode, (0, 1), done.stderr)
        self.assertIn("tocca-report", (self.folder / "page.html").read_text())

    def test_the_manifest_removes_all_of_it(self):
        prefix = self.folder / "prefix"
        installed = self.install(prefix)
        self.assertIn(prefix / "bin" / "tocca", installed)
        for file in installed:
            file.unlink()
        self.assertEqual([file for file in prefix.rglob("*") if not file.is_dir()], [])

    def test_packagers_have_destdir(self):
        stage = self.folder / "stage"
        self.install("/usr/local", DESTDIR=str(stage))
        self.assertRegex(self.run_installed(stage / "usr/local", "--version").stdout, "tocca")
        self.assertTrue((stage / "usr/local/share/man/man1/tocca.1").exists())
