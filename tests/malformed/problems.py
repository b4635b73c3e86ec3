"""Problem files and paths that are wrong."""
import copy
import json

GOOD = {
    "robots": [{"name": "left", "urdf": "r.urdf", "base": {"xyz": [0, 0, 0], "rpy": [0, 0, 0]}, "path": "p.csv",
                "default": {"j": 0.5}},
               {"name": "right", "urdf": "r.urdf", "base": {"xyz": [9, 0, 0], "quat": [0, 0, 0, 1]}, "path": "p.csv"}],
    "scene": "s.json",
    "attached": [{"link": "left/b", "object": "o", "from": 0, "to": 1}],
    "moving": [{"object": "cart", "poses": [{"time": 0, "xyz": [0, 0, 0], "quat": [0, 0, 0, 1]},
                                            {"time": 1, "xyz": [1, 0, 0], "rpy": [0, 0, 1]}], "motion": "screw"}],
    "allow": [["left/a", "o"]],
    "clearance": {"default": 0, "pairs": [["left/a", "cart", 0.01]]},
}
# Where the value is put, and the values.
DAMAGE = [
    ("robots", [[], {}, None, 7, ["x"], [{}]]),
    ("robots/0/name", ["", None, 7, "right", "a/b"]),
    ("robots/0/urdf", ["", None, 7, "missing.urdf", ".", "s.json", "/etc/passwd"]),
    ("robots/0/srdf", ["missing.srdf", 7, "."]),
    ("robots/0/base", [7, [], {"xyz": [1, 2]}, {"xyz": [0, 0, "a"]}, {"quat": [0, 0, 0, 0]}, {"rpy": [0, 0, 0], "quat": [0, 0, 0, 1]},
                       {"where": 1}]),
    ("robots/0/path", ["missing.csv", 7, ".", "s.json"]),
    ("robots/0/default", [7, [], {"zz": 1}, {"j": "x"}, {"j": None}, {"j": [1]}]),
    ("robots/0/colour", ["red"]),
    ("scene", [7, "missing.json", ".", ["s.json"]]),
    ("attached", [7, {}, [7], [{}]]),
    ("attached/0/link", ["b", "left/zz", "middle/b", 7, "", "left/"]),
    ("attached/0/object", ["zz", 7, ""]),
    ("attached/0/from", [-1, 2.5, "a", 99, 1e300]),
    ("attached/0/to", [-1, 99, "a", 2.5]),
    ("attached/0/until", [1]),
    ("moving", [7, {}, [7], [{}]]),
    ("moving/0/object", ["zz", 7]),
    ("moving/0/motion", ["fast", 7, ""]),
    ("moving/0/poses", [[], 7, [{"time": 0, "xyz": [0, 0, 0]}], [{}, {}]]),
    ("moving/0/poses/1/time", [0, -1, "a", None]),
    ("moving/0/poses/1/xyz", [[0, 0], 7, ["a", 0, 0]]),
    ("moving/0/poses/0/quat", [[0, 0, 0, 0], [0, 0, 1]]),
    ("allow", [7, {}, [7], [["left/a"]], [["left/a", "zz"]], [["left/a", 7]], [["left/a", "o", "cart"]],
               [["left/a", "o", {"from": 9}]], [["left/a", "o", {"from": 1, "to": 0}]], [["left/a", "o", {"from": 1e300}]],
               [["left/a", "o", {"robot": "zz"}]], [["left/a", "o", {"robot": 7}]], [["left/a", "o", {"at": 0}]],
               [["left/a", "o", {}, {}]], [["left/a", "o", None]]]),
    ("clearance", [7, [], {"default": -1}, {"default": "x"}, {"least": 0}]),
    ("clearance/pairs", [7, [7], [["left/a", "cart"]], [["left/a", "zz", 0.1]], [["left/a", "cart", "x"]], [["left/a", "cart", None]]]),
    ("unknown", [1]),
]


def damaged(where, value):
    document = copy.deepcopy(GOOD)
    *path, last = where.split("/")
    place = document
    for key in path:
        place = place[int(key) if key.isdigit() else key]
    place[last] = value
    return json.dumps(document)


def add_problem(folder):
    folder.problem("problem: good", json.dumps(GOOD), outcome="accepted")
    for where, values in DAMAGE:
        for k, value in enumerate(values):
            name = f"problem: {where} {k} {json.dumps(value)[:30]}"
            folder.problem(name.replace("/", "."), damaged(where, value), beside=value)
    for k, text in enumerate(["", "{", "[]", "7", "null", '"x"', "{}", '{"robots":[],"robots":[]}', "{'robots':[]}"]):
        folder.problem(f"problem: text {k}", text)


def add_path(folder):
    say = folder.path_file
    say("path: good", "j1,j3\n0,0\n1,1\n", outcome="accepted")
    say("path: good with time", "time,j1,vel.j1\n0,0,0\n1,1,0\n", outcome="accepted")
    say("path: empty", "")
    say("path: header alone", "j1,j3\n")
    say("path: unknown joint", "j1,zz\n0,0\n", "zz")
    say("path: fixed joint", "j4\n0\n", "j4")
    say("path: mimicking joint", "j2\n0\n", "j2")
    say("path: joint twice", "j1,j1\n0,0\n", "j1")
    say("path: empty column name", "j1,\n0,0\n")
    say("path: planar joint by its bare name", "j5\n0\n", "j5")
    say("path: half a planar joint", "j5.x\n0\n", outcome="either")
    say("path: quaternion zero", "j6.x,j6.y,j6.z,j6.qx,j6.qy,j6.qz,j6.qw\n0,0,0,0,0,0,0\n", "j6|quaternion")
    for cell in ("nan", "inf", "-inf", "1e999", "x", "", "0x1", "1.2.3", "1;2", '"1"', "1e", "--1"):
        say(f"path: cell '{cell}'", f"j1,j3\n0,0\n0,{cell}\n".replace('"', "'"), "line 3")
    say("path: row too short", "j1,j3\n0,0\n0\n", "line 3")
    say("path: row too long", "j1,j3\n0,0\n0,0,0\n", "line 3")
    say("path: decimal commas", "j1;j3\n0,5;0\n")
    say("path: time runs backwards", "time,j1\n0,0\n2,1\n1,0\n", "time")
    say("path: time stands still", "time,j1\n0,0\n0,1\n", "time")
    say("path: time NaN", "time,j1\n0,0\nnan,1\n")
    say("path: velocity without time", "j1,vel.j1\n0,0\n1,0\n", "time")
    say("path: velocity of nothing", "time,j1,vel.zz\n0,0,0\n", "zz")
    say("path: velocity without position", "time,j3,vel.j1\n0,0,0\n1,0,0\n", "j1")
    say("path: acceleration without velocity", "time,j1,acc.j1\n0,0,0\n1,0,0\n", outcome="either")
    say("path: half an edge list", "a.j1,j3\n0,0\n")
    say("path: edges without ends", "a.j1\n0\n")
    say("path: edges in a problem", "a.j1,b.j1\n0,1\n", in_check="accepted")
    say("path: binary", bytes(range(256)) * 4)
    say("path: invalid UTF-8", b"j1\xff\n0\n")
    say("path: NUL bytes", b"j1\n0\n\0\n")
    say("path: one line of ten million characters", "j" * 10**7)
    say("path: a million columns", ",".join(["j1"] * 10**6) + "\n0\n")


def add_options(folder):
    """What stands on the command line itself."""
    robot = folder.path / "all_joints.urdf"
    for k, text in enumerate(["j1", "j1=", "=1", "j1=x", "j1=nan", "j1=inf", "j1=1e999", "zz=1", "j1=1,j1=2", "j1=1,", ",", "j4=0",
                              "j2=1", "j1=1;j3=1", "j1==1", "j5=1"]):
        folder.add(f"option: --default {k} '{text}'", ["info", robot, "--default", text], "--default")
    for k, text in enumerate(["", "a", "a,", ",b", "a,b,c", "a,zz", "zz,a", "a b"]):
        folder.add(f"option: --allow {k} '{text}'", ["info", robot, "--allow=" + text], "--allow")
    check = ["check", folder.path / "r.urdf", folder.path / "s.json", folder.path / "p.csv"]
    for option in ("--clearance", "--self-clearance", "--tolerance", "--budget", "--threads"):
        for text in ("-1", "nan", "inf", "1e999", "x", ""):
            folder.add(f"option: {option} '{text}'", [*check, f"{option}={text}"], option)
    for option in ("--strategy", "--stages"):
        for text in ("", "x", "4", "tube,interval"):
            folder.add(f"option: {option} '{text}'", [*check, f"{option}={text}"], option)
    folder.add("option: SCENE beside a problem", ["info", folder.path / "problem: good/problem.json", folder.path / "s.json"],
               "problem.json")
    folder.add("option: --default beside a problem", ["info", folder.path / "problem: good/problem.json", "--default", "j=1"],
               "problem.json", "--default")


def add_all(folder):
    add_problem(folder)
    add_path(folder)
    add_options(folder)
