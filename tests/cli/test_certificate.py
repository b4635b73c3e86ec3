"""tocca check --certificate, and tocca-audit: exit codes, JSON, what is printed, what is refused."""
import hashlib
import json
import os
import pathlib
import subprocess
import unittest

from program import PROGRAM, ProgramTest
from test_check import SLIDER, ball

AUDITOR = os.environ.get("TOCCA_AUDIT_PROGRAM", str(pathlib.Path(PROGRAM).parent / "tocca-audit"))


class CertificateTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("slider.urdf", SLIDER)
        self.write("scene.json", json.dumps({"objects": [ball("ball", 3, 0.5), ball("far", 30)]}))
        self.write("free.csv", "x,y\n0,0\n1,0\n5,0\n")
        self.write("touching.csv", "x,y\n0,0\n1,0\n3,0.5\n")

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def certify(self, path="free.csv", code=0, *more):
        done = self.run_program("check", "slider.urdf", "scene.json", path, "--certificate", "it.proof", *more)
        self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        return done

    def audit(self, *arguments, code=0):
        done = subprocess.run([AUDITOR, *map(str, arguments)], cwd=self.folder, text=True, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300)
        self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        if code:
            self.assertRegex(done.stderr, r"\A[^\n]+\n\Z")
        else:
            self.assertEqual(done.stderr, "")
        return done

    def bytes(self):
        return (self.folder / "it.proof").read_bytes()

    def test_the_same_question_gives_the_same_bytes(self):
        """Cylinders once had sizes that were never set: certificates of one path differed from run to run."""
        self.write("posts.json", json.dumps({"objects": [
            {"name": f"post {k}", "geometry": {shape: {"radius": 0.4, "length": 2}}, "pose": {"xyz": [2 + 2 * k, 1.7, 0]}}
            for k, shape in enumerate(("cylinder", "cone"))]}))
        digests = set()
        for _ in range(8):
            done = self.run_program("check", "slider.urdf", "posts.json", "free.csv", "--certificate", "it.proof")
            self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
            digests.add(self.bytes())
        self.assertEqual(len(digests), 1)

    def test_a_free_path(self):
        said = self.certify().stdout
        self.assertIn("Certificate: it.proof", said)
        digest = hashlib.sha256(self.bytes()).hexdigest()
        self.assertIn(digest[:16], said)
        self.assertIn("free on all of 2 segments", self.audit("it.proof").stdout)
        result = json.loads(self.audit("it.proof", "--json", "-").stdout)
        self.assertEqual((result["result"], result["claim"], result["segments"]), ("valid", "free", 2))
        self.assertEqual(result["certificate"], digest)
        self.assertTrue(result["one_path"])
        self.assertGreater(result["leaves"], 0)
        self.assertGreater(result["pairs"]["checked"], 0)
        self.assertEqual(result["pairs"]["left_out"], sum(result["pairs"]["why"].values()))
        names = {entry["name"]: entry["sha256"] for entry in result["inputs"]}
        for name in ("slider.urdf", "scene.json", "free.csv"):
            self.assertEqual(names[name], hashlib.sha256((self.folder / name).read_bytes()).hexdigest())

    def test_a_contact(self):
        self.certify("touching.csv", 1)
        result = json.loads(self.audit("it.proof", "--json", "-").stdout)
        self.assertEqual((result["result"], result["claim"]), ("valid", "contact"))
        self.assertEqual(result["contact"]["segment"], 1)
        low, high = result["contact"]["time"]
        self.assertTrue(0 < low <= high <= 1 and high - low < 1e-5)
        self.assertEqual(sorted(result["contact"]["pair"]), ["ball", "hand"])

    def test_undecided_is_not_certified(self):
        done = self.run_program("check", "slider.urdf", "scene.json", "free.csv", "--certificate", "it.proof", "--budget", "1")
        self.assertIn(done.returncode, (0, 2, 3), done.stderr)
        if done.returncode != 0:
            self.assertFalse((self.folder / "it.proof").exists())

    def test_bad_targets(self):
        question = ("check", "slider.urdf", "scene.json", "free.csv", "--certificate")
        self.refuse(*question, "-", says="--certificate")
        self.refuse(*question, "nowhere/it.proof", says="cannot be written")
        self.refuse(*question, "it.proof", "--all", says="--certificate")
        self.assertEqual([entry.name for entry in self.folder.iterdir() if "proof" in entry.name], [])

    def test_the_statement(self):
        self.certify()
        said = self.audit("it.proof", "--statement").stdout
        for words in ("Bodies", "hand", "ball", "Pairs", "checked, clearance 0 m", "SHA-256", "Claim:"):
            self.assertIn(words, said)

    def test_inputs(self):
        self.certify()
        self.audit("it.proof", "--inputs", "slider.urdf", "scene.json", "free.csv")
        said = self.audit("it.proof", "--inputs", "slider.urdf", "touching.csv", code=1).stderr
        self.assertIn("touching.csv", said)
        self.audit("it.proof", "--inputs", "nothing.csv", code=2)
        self.audit("it.proof", "--inputs", code=2)

    def test_threads(self):
        self.certify()
        one = json.loads(self.audit("it.proof", "--json", "-").stdout)
        for threads in ("0", "2", "7"):
            self.assertEqual(json.loads(self.audit("it.proof", "--threads", threads, "--json", "-").stdout), one)
        for odd in ("-1", "two", "", "1e9"):
            self.audit("it.proof", "--threads", odd, code=2)

    def test_json_into_a_file(self):
        self.certify()
        said = self.audit("it.proof", "--json", "result.json").stdout
        self.assertIn("valid", said)
        self.assertEqual(json.loads((self.folder / "result.json").read_text())["result"], "valid")
        self.audit("it.proof", "--json", "nowhere/result.json", code=2)

    def test_names_that_are_no_text(self):
        odd = os.fsdecode(b"fr\xe9e\n.csv")  # a name of Latin-1, with a line break
        (self.folder / odd).write_bytes((self.folder / "free.csv").read_bytes())
        question = ["check", "slider.urdf", "scene.json"]
        done = subprocess.run([PROGRAM, *question, odd, "--certificate", "it.proof"], cwd=self.folder, capture_output=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        names = [entry["name"] for entry in json.loads(self.audit("it.proof", "--json", "-").stdout)["inputs"]]
        self.assertIn("fr\ufffde\ufffd.csv", names)
        self.assertIn("fr\ufffde\ufffd.csv", self.audit("it.proof", "--statement").stdout)
        self.audit("it.proof", "--inputs", odd)

        (self.folder / "it.proof").unlink()
        for name in (b"h\xe4nd", b"ha\x01nd", "h\x85nd".encode(), b"\xed\xa0\x80"):
            (self.folder / "odd.urdf").write_bytes(SLIDER.encode().replace(b'"hand"', b'"' + name + b'"'))
            done = subprocess.run([PROGRAM, "check", "odd.urdf", "scene.json", "free.csv", "--certificate", "it.proof"], cwd=self.folder,
                                  capture_output=True, timeout=300)
            self.assertEqual(done.returncode, 2, (name, done.stdout))
            self.assertIn(b"rename it", done.stderr)
            self.assertEqual([entry.name for entry in self.folder.iterdir() if "proof" in entry.name], [])
        (self.folder / "odd.urdf").write_bytes(SLIDER.encode().replace(b'"hand"', '"Hände 手"'.encode()))
        self.assertEqual(self.run_program("check", "odd.urdf", "scene.json", "free.csv", "--certificate", "it.proof").returncode, 0)
        self.assertIn("Hände 手", self.audit("it.proof", "--statement").stdout)

    def test_damaged_files(self):
        self.certify()
        whole = self.bytes()
        for place in range(0, len(whole), max(1, len(whole) // 25)):
            damaged = bytearray(whole)
            damaged[place] ^= 0x10
            (self.folder / "bad.proof").write_bytes(damaged)
            self.audit("bad.proof", code=2)
            result = subprocess.run([AUDITOR, "bad.proof", "--ignore-checksums", "--json", "-"], cwd=self.folder, text=True,
                                    stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300)
            self.assertIn(result.returncode, (0, 1, 2))
            self.assertIn(json.loads(result.stdout)["result"], ("valid", "rejected", "unreadable"))
        (self.folder / "short.proof").write_bytes(whole[:-1])
        self.assertIn("unreadable", self.audit("short.proof", code=2).stderr)
        (self.folder / "empty.proof").write_bytes(b"")
        self.audit("empty.proof", code=2)
        self.audit("tiny.json", code=2)

    def test_usage(self):
        self.assertIn("tocca-audit", self.audit("--help").stdout)
        self.assertRegex(self.audit("--version").stdout, r"\Atocca-audit \d+\.\d+")
        for words in ((), ("none.proof",), ("a", "b"), ("it.proof", "--odd"), ("it.proof", "--json"), (".",)):
            self.audit(*words, code=2)


if __name__ == "__main__":
    unittest.main()
