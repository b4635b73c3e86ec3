"""The guide's examples: files are written, commands run, and what they print is compared with the page.

TOCCA_REWRITE_GUIDE=1 puts what the program prints today into the page instead.
"""
import os
import pathlib
import re
import signal
import subprocess

import program
from program import HERE, ProgramTest

GUIDE = HERE.parent.parent / "docs" / "guide"
EXAMPLE = re.compile(r"\bexample_\w+")  # a program of examples/; its block is left alone where it was not built
TIME = re.compile(r"[\d.]+(e[+-]\d+)? (us|ms|s)\b")  # what a run took is shown, not compared; a busy machine prints 2.7e+03 us
PORT = re.compile(r"127\.0\.0\.1:\d+")  # another where this one is taken
BLOCK = re.compile(r"```(\w+)(?: file=(\S+))?\n(.*?)```\n", re.DOTALL)


def commands_of(body):
    return [line[2:] for line in body.splitlines() if line.startswith("$ ")]


class Guide(ProgramTest):
    def output(self, command, folder):
        """What a terminal shows: both streams, as they come."""
        environment = dict(os.environ, PATH=f"{os.path.dirname(os.path.abspath(program.PROGRAM))}:{os.environ['PATH']}")
        with subprocess.Popen(["bash", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              cwd=folder, env=environment, stdin=subprocess.DEVNULL) as running:
            if not command.endswith("# until Ctrl-C"):
                return running.stdout.read()
            first = running.stdout.readline()
            running.send_signal(signal.SIGINT)
            return first + running.stdout.read()

    @staticmethod
    def compared(text):
        return PORT.sub("PORT", TIME.sub("TIME", text))

    def refreshed(self, page):
        """The page with what the program prints today, its files in a folder of its own."""
        folder = self.folder / page.stem
        folder.mkdir()
        built = pathlib.Path(program.PROGRAM).resolve().parent

        def block_now(block):
            kind, file, body = block.groups()
            if file:
                (folder / file).write_text(body)
            if kind != "console":
                return block.group(0)
            commands = commands_of(body)
            self.assertTrue(commands)
            if any(not (built / example).exists() for example in EXAMPLE.findall("\n".join(commands))):
                return block.group(0)
            now = "```console\n" + "".join(f"$ {command}\n{self.output(command, folder)}" for command in commands) + "```\n"
            return block.group(0) if self.compared(now) == self.compared(block.group(0)) else now

        return BLOCK.sub(block_now, page.read_text())

    def test_every_block_is_what_the_program_prints(self):
        for page in sorted(GUIDE.glob("*.md")):
            with self.subTest(page=page.name):
                now = self.refreshed(page)
                if os.environ.get("TOCCA_REWRITE_GUIDE"):
                    page.write_text(now)
                else:
                    self.assertEqual(page.read_text(), now)

    def test_every_verb_has_an_example_that_is_run(self):
        """The index leads from each verb of --help to a page on which it is run."""
        verbs = re.findall(r"^  ([a-z]+) ", self.succeed("--help").split("Usage:")[1].split("Options:")[0], re.MULTILINE)
        self.assertGreaterEqual(len(verbs), 16)
        index = dict(re.findall(r"^\| `(\w+)` \|.*\]\(([\w-]+\.md)(?:#[\w-]+)?\) \|$", (GUIDE / "README.md").read_text(), re.MULTILINE))
        self.assertEqual(sorted(verbs), sorted(index))
        for verb, page in index.items():
            run = [command for kind, _, body in BLOCK.findall((GUIDE / page).read_text()) if kind == "console"
                   for command in commands_of(body)]
            self.assertTrue(any(f"tocca {verb}" in command for command in run), f"{page} never runs tocca {verb}")

    def test_examples_are_quoted_whole(self):
        quoted = 0
        for page in GUIDE.glob("*.md"):
            for kind, file, body in BLOCK.findall(page.read_text()):
                if kind == "cpp" and file:
                    self.assertEqual(body, (GUIDE.parent.parent / "examples" / file).read_text(), page.name)
                    quoted += 1
        self.assertGreaterEqual(quoted, 1)
