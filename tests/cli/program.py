"""Runs the program; files for it to read."""
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

PROGRAM = os.environ.get("TOCCA_PROGRAM", "tocca")
HERE = pathlib.Path(__file__).resolve().parent
MODELS = pathlib.Path(os.environ.get("TOCCA_MODELS", HERE.parent.parent.parent / "shared" / "models"))
needs_models = unittest.skipUnless(MODELS.is_dir(), "the real models are not here; set TOCCA_MODELS to their folder")

TINY_ROBOT = """<?xml version="1.0"?>
<robot name="tiny">
 <link name="base"><collision><geometry><box size="1 1 0.1"/></geometry></collision></link>
 <link name="upper"><collision><geometry><mesh filename="tetrahedron.obj"/></geometry></collision></link>
 <link name="lower"><collision><geometry><cylinder radius="0.1" length="1"/></geometry></collision>
  <collision><geometry><sphere radius="0.1"/></geometry></collision></link>
 <link name="tool"><collision><geometry><sphere radius="0.2"/></geometry></collision></link>
 <link name="frame"/>
 <link name="seen"/>
 <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/>
  <limit lower="-1.5" upper="2.25" effort="1" velocity="1"/></joint>
 <joint name="elbow" type="continuous"><parent link="upper"/><child link="lower"/><axis xyz="0 1 0"/></joint>
 <joint name="slide" type="prismatic"><parent link="lower"/><child link="tool"/><axis xyz="1 0 0"/>
  <limit lower="-5" upper="5" effort="1" velocity="1"/><mimic joint="shoulder" multiplier="-2" offset="0.5"/></joint>
 <joint name="weld" type="fixed"><parent link="tool"/><child link="frame"/></joint>
 <joint name="float" type="floating"><parent link="base"/><child link="seen"/></joint>
</robot>
"""
TETRAHEDRON = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
TINY_SCENE = json.dumps({"objects": [{"name": "ball", "geometry": {"sphere": 0.5}, "pose": {"xyz": [2, 0, 0]}},
                                     {"name": "rock", "geometry": {"mesh": "tetrahedron.obj"}}]})


class ProgramTest(unittest.TestCase):
    """Each test has a folder of its own with a tiny robot and scene."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)
        for name, text in (("tiny.urdf", TINY_ROBOT), ("tetrahedron.obj", TETRAHEDRON), ("tiny.json", TINY_SCENE)):
            (self.folder / name).write_text(text)

    def run_program(self, *arguments, **more):
        more.setdefault("stdout", subprocess.PIPE)
        return subprocess.run([PROGRAM, *map(str, arguments)], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                              cwd=self.folder, timeout=300, **more)

    def succeed(self, *arguments, warnings=False, **more):
        """stdout of a run that must go well, and say nothing on stderr but warnings where they are expected."""
        done = self.run_program(*arguments, **more)
        self.assertEqual(done.returncode, 0, done.stderr)
        if not warnings:
            self.assertEqual(done.stderr, "")
        for line in done.stderr.splitlines():
            self.assertRegex(line, "^tocca: warning: ")
        return done.stdout

    def refuse(self, *arguments, says="", **more):
        """stderr of a run that must end with exit code 2 and one line."""
        done = self.run_program(*arguments, **more)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertRegex(done.stderr, r"\Atocca: error: [^\n]+\n\Z")
        if done.stdout is not None:
            self.assertEqual(done.stdout, "")
        self.assertTrue(re.search(says, done.stderr), f"/{says}/ not in {done.stderr}")
        return done.stderr
