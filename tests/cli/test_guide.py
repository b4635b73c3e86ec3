"""The guide's examples: files are written, commands run, and what they print is compared with the page.

TOCCA_REWRITE_GUIDE=1 puts what the program prints today into the page instead.
"""
import os
import pathlib
import re
import subprocess

import program
from program import HERE, ProgramTest

GUIDE = HERE.parent.parent / "docs" / "guide"
PAGES = ("command-line.md", "check.md", "clearance.md", "plan.md", "world.md", "screw.md", "linear.md", "tool.md")
OPTIONAL_PAGES = {"ompl.md": "example_ompl_plan"}  # and the program that must have been built for it
TIME = re.compile(r"[\d.]+(e[+-]\d+)? (us|ms|s)\b")  # what a run took is shown, not compared; a busy machine prints 2.7e+03 us
BLOCK = re.compile(r"```(\w+)(?: file=(\S+))?\n(.*?)```\n", re.DOTALL)


class Guide(ProgramTest):
    def output(self, command):
        """What a terminal shows: both streams, as they come."""
        environment = dict(os.environ, PATH=f"{os.path.dirname(os.path.abspath(program.PROGRAM))}:{os.environ['PATH']}")
        done = subprocess.run(["bash", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              cwd=self.folder, env=environment, stdin=subprocess.DEVNULL)
        return done.stdout

    def test_every_block_is_what_the_program_prints(self):
        def refreshed(block):
            kind, file, body = block.groups()
            if file:
                (self.folder / file).write_text(body)
            if kind != "console":
                return block.group(0)
            commands = [line[2:] for line in body.splitlines() if line.startswith("$ ")]
            self.assertTrue(commands)
            return "```console\n" + "".join(f"$ {command}\n{self.output(command)}" for command in commands) + "```\n"

        built = pathlib.Path(program.PROGRAM).resolve().parent
        optional = [name for name, needed in OPTIONAL_PAGES.items() if (built / needed).exists()]
        for name in [*PAGES, *optional]:
            page = (GUIDE / name).read_text()
            now = BLOCK.sub(refreshed, page)
            if os.environ.get("TOCCA_REWRITE_GUIDE"):
                (GUIDE / name).write_text(now)
            else:
                self.assertEqual(TIME.sub("TIME", page), TIME.sub("TIME", now))

    def test_examples_are_quoted_whole(self):
        quoted = 0
        for page in GUIDE.glob("*.md"):
            for kind, file, body in BLOCK.findall(page.read_text()):
                if kind == "cpp" and file:
                    self.assertEqual(body, (GUIDE.parent.parent / "examples" / file).read_text(), page.name)
                    quoted += 1
        self.assertGreaterEqual(quoted, 1)
