"""What a malformed-input case is, and the folder its files stand in."""
import dataclasses
import pathlib
import re

REJECTED, EITHER, ACCEPTED = "rejected", "either", "accepted"


@dataclasses.dataclass
class Case:
    """One run of the program.

    rejected: exit code 2, one line on stderr, which names one of `files` and matches `says`.
    either: that, or exit code 0 (damage that may leave a valid file); a crash or a second line is a failure.
    accepted: exit code 0; the undamaged file, so that its damaged sisters fail for the right reason.
    """

    name: str
    arguments: list
    files: list
    says: str = ""
    outcome: str = REJECTED


class Folder:
    """Writes files and keeps the cases made of them."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.cases = []

    def write(self, name, content):
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    def add(self, name, arguments, file, says="", outcome=REJECTED, beside=None):
        """`beside`: the name of another file which the first one gives, and which the error may speak of instead."""
        assert not any(case.name == name for case in self.cases), f"two cases named {name}"
        files = [pathlib.PurePath(str(file)).name] + ([beside] if isinstance(beside, str) and beside else [])
        self.cases.append(Case(name, [str(a) for a in arguments], files, says, outcome))

    # A file of each kind, given to the program the way a user would.
    def robot(self, name, content, says="", outcome=REJECTED, options=()):
        file = self.write(f"{name}/robot.urdf", content)
        self.add(name, ["info", file, *options], file, says, outcome)

    def srdf(self, name, content, says="", outcome=REJECTED):
        file = self.write(f"{name}/robot.srdf", content)
        self.add(name, ["info", self.path / "r.urdf", "--srdf", file], file, says, outcome)

    def scene(self, name, content, says="", outcome=REJECTED, extension="json", beside=None):
        file = self.write(f"{name}/scene.{extension}", content)
        self.add(name, ["info", self.path / "r.urdf", file], file, says, outcome, beside)

    def mesh(self, name, content, extension, says="", outcome=REJECTED, beside=None):
        """A mesh is read as a scene, and as the geometry of a link."""
        file = self.write(f"{name}/bad.{extension}", content)
        self.add(name, ["info", self.path / "r.urdf", file], file, says, outcome, beside)
        robot = self.write(
            f"{name}/robot.urdf",
            f"<robot name='r'><link name='a'><collision><geometry><mesh filename='bad.{extension}'/></geometry>"
            "</collision></link></robot>")
        self.add(name + " in a URDF", ["info", robot], file, says, outcome, beside)

    def problem(self, name, content, says="", outcome=REJECTED, beside=None):
        file = self.write(f"{name}/problem.json", content)
        for other in ("r.urdf", "s.json", "p.csv", "m.obj"):
            self.write(f"{name}/{other}", (self.path / other).read_bytes())
        self.add(name, ["info", file], file, says, outcome, beside)

    def path_file(self, name, content, says="", outcome=REJECTED, in_check=None):
        """A path is named by a problem file, and given to a check, which may find it good where a problem does not."""
        file = self.write(f"{name}/path.csv", content)
        problem = self.write(f"{name}/problem.json",
                             '{"robots":[{"name":"r","urdf":"../all_joints.urdf","path":"path.csv"}]}')
        self.add(name, ["info", problem], file, says, outcome)
        self.add(name + " in a check", ["check", self.path / "all_joints.urdf", self.path / "s.json", file], file, says,
                 in_check or outcome)

    def screws(self, name, content, says="", outcome=REJECTED):
        file = self.write(f"{name}/motions.csv", content)
        self.add(name, ["screw", self.path / "m.obj", self.path / "m.obj", "--motions", file], file, says, outcome)


def judge(case, code, out, err, sanitized):
    """Why the run is not what the case asks for; None if it is."""
    if "Sanitizer" in err or "runtime error:" in err:
        return "sanitizer report"
    if code < 0:
        return f"died of signal {-code}"
    if case.arguments[0] in ("check", "screw") and code in (1, 3):  # contact, undecided: answers both
        code = 0
    if code not in (0, 2):
        return f"exit code {code}"
    if case.outcome == ACCEPTED and code != 0:
        return "refused, though the file is good"
    if case.outcome == REJECTED and code != 2:
        return f"exit code {code}, not 2"
    if code == 0:
        return None
    lines = err.split("\n")
    if len(lines) != 2 or lines[1] or not lines[0].startswith("tocca: error: "):
        return f"not one line on stderr but {len(lines) - 1}"
    if out:
        return "wrote to stdout"
    if not any(file in err for file in case.files):
        return f"names none of {case.files}"
    if case.outcome == REJECTED and case.says and not re.search(case.says, err, re.IGNORECASE):
        return f"does not say /{case.says}/"
    return None
