"""Scenes that are wrong: JSON and MoveIt's .scene."""
import json

GOOD = {"name": "o", "geometry": {"box": [1, 1, 1]}, "pose": {"xyz": [0, 0, 0], "rpy": [0, 0, 0]}}


def objects(*entries):
    return json.dumps({"objects": list(entries)})


def with_(**changes):
    return {**GOOD, **changes}


GEOMETRIES = [
    None, 7, "box", [], {}, {"teapot": 1}, {"box": [1, 1]}, {"box": [1, 1, 1, 1]}, {"box": 1}, {"box": [1, 1, 0]},
    {"box": [1, 1, -1]}, {"box": ["a", 1, 1]}, {"box": [1, None, 1]}, {"box": {}}, {"sphere": 0}, {"sphere": -1},
    {"sphere": "1"}, {"sphere": [1]}, {"sphere": True}, {"cylinder": {"radius": 1}}, {"cylinder": {"length": 1}},
    {"cylinder": {"radius": 0, "length": 1}}, {"cylinder": {"radius": 1, "length": 0}}, {"cylinder": [1, 1]},
    {"cylinder": {"radius": 1, "length": 1, "height": 1}}, {"capsule": {"radius": 0, "length": 1}},
    {"capsule": {"radius": 1, "length": -1}}, {"capsule": {"radius": 1}}, {"mesh": "missing.stl"}, {"mesh": 7}, {"mesh": ""},
    {"mesh": "../m.obj", "scale": 0}, {"mesh": "../m.obj", "scale": [1, 1]}, {"mesh": "../m.obj", "scale": "2"},
    {"mesh": "../m.obj", "scale": [1, 0, 1]}, {"mesh": "http://example.org/m.obj"}, {"mesh": "/etc/passwd"},
    {"mesh": "scene.json"}, {"mesh": "."}, {"box": [1, 1, 1], "sphere": 1}, {"box": [1, 1, 1], "scale": 2},
    {"box": [1, 1, 1], "colour": "red"}, {"Box": [1, 1, 1]},
]
POSES = [
    7, [], "x", None, {"xyz": [0, 0]}, {"xyz": [0, 0, 0, 0]}, {"xyz": "0 0 0"}, {"xyz": [0, 0, "a"]}, {"xyz": [0, None, 0]},
    {"rpy": [0]}, {"quat": [0, 0, 0, 0]}, {"quat": [0, 0, 1]}, {"quat": [0, 0, 0, "w"]}, {"rpy": [0, 0, 0], "quat": [0, 0, 0, 1]},
    {"xyz": [0, 0, 0], "frame": "world"}, {"xyz": {}},
]


def add_json(folder):
    say = folder.scene
    say("scene: good", objects(GOOD), outcome="accepted")
    for k, geometry in enumerate(GEOMETRIES):
        say(f"scene: geometry {k} {json.dumps(geometry)[:40]}", objects(with_(geometry=geometry)), "objects|geometry|'o'|mesh|box|\\.stl|\\.obj",
            beside=geometry.get("mesh") if isinstance(geometry, dict) else None)
    for k, pose in enumerate(POSES):
        say(f"scene: pose {k} {json.dumps(pose)[:40]}", objects(with_(pose=pose)), "pose|objects")
    for name in (None, 7, "", [], {}):
        say(f"scene: name {name!r}", objects(with_(name=name)), "name")
    say("scene: no name", objects({"geometry": {"sphere": 1}}), "name")
    say("scene: no geometry", objects({"name": "o"}), "geometry")
    say("scene: duplicate names", objects(GOOD, GOOD), "'o'")
    say("scene: unknown key", objects(with_(color="red")), "color")
    say("scene: unknown top key", json.dumps({"objects": [], "object": []}), "object")
    for k, top in enumerate([{}, [], 7, None, "x", {"objects": {}}, {"objects": None}, {"objects": [7]}, {"objects": [[]]},
                             {"Objects": []}]):
        say(f"scene: top {k} {json.dumps(top)}", json.dumps(top), "object")
    raw = '{"objects":[{"name":"o","geometry":{"sphere":%s}}]}'
    for number in ("NaN", "Infinity", "-Infinity", "1e999", "0x1", "01", "1.", ".5", "+1", "--1", "1e", "1,", "1 1"):
        say(f"scene: number {number}", raw % number)
    for k, text in enumerate(["", " ", "{", "}", "[", '{"objects":[}', '{"objects":[],}', "{'objects':[]}", '{"objects":[]} x',
                              '{"objects":[]}{}', '{"objects" []}', '{"objects":[]', "// comment\n{}", '{"objects":[],"objects":[]}',
                              '{"objects":[{"name":"\\ud800","geometry":{"sphere":1}}]}', '{"objects":[{"name":"a\nb"}]}',
                              '{"objects":[{"name":"o","name":"p","geometry":{"sphere":1}}]}', "nul", "tru", '"']):
        say(f"scene: text {k}", text)
    say("scene: invalid UTF-8", b'{"objects":[{"name":"\xff\xfe","geometry":{"sphere":1}}]}')
    say("scene: UTF-16", '{"objects":[]}'.encode("utf-16"))
    say("scene: NUL byte", b'{"objects":[\0]}')
    say("scene: unknown extension", "x", extension="step")
    say("scene: a path is no scene", "j\n0\n", extension="csv")


SHAPE = "1\nbox\n1 1 1\n0 0 0\n0 0 0 1\n0 0 0 0\n"


def add_moveit(folder):
    say = lambda name, text, says="", **more: folder.scene("moveit " + name, text, says, **more, extension="scene")
    whole = "scene\n* o\n0 0 0\n0 0 0 1\n" + SHAPE + "0\n.\n"
    say("good", whole, outcome="accepted")
    say("empty", "")
    say("no end", whole.replace(".\n", ""))
    say("unknown shape", whole.replace("box", "teapot"))
    say("shape missing", whole.replace("box\n1 1 1\n", ""))
    say("objects after the full stop", whole + whole[len("scene\n"):].replace("* o", "* p"), "after the")
    say("duplicate object", whole.replace(".\n", "") + whole[len("scene\n"):])
    for bad in ("0", "-1", "nan", "inf", "1e999", "x"):
        say(f"size {bad}", whole.replace("1 1 1", f"1 {bad} 1"))
    for bad in ("-1", "x", "1000000000000", "2"):
        say(f"shape count {bad}", whole.replace("1\nbox", f"{bad}\nbox"))
    say("quaternion zero", whole.replace("0 0 0 1\n1\n", "0 0 0 0\n1\n"))
    say("position NaN", whole.replace("* o\n0 0 0", "* o\nnan 0 0"))
    mesh = whole.replace("box\n1 1 1\n", "mesh\n{} {}\n0 0 0\n1 0 0\n0 1 0\n0 1 2\n")
    say("good mesh", mesh.format(3, 1), outcome="accepted")
    for vertices, triangles in ((4, 1), (3, 2), (10**12, 1), (3, 10**12), (-1, 1), (0, 0)):
        say(f"mesh of {vertices} and {triangles}", mesh.format(vertices, triangles))
    say("mesh index", mesh.format(3, 1).replace("0 1 2", "0 1 3"))
    say("mesh without area", mesh.format(3, 1).replace("0 1 0", "2 0 0", 1))


def add_all(folder):
    add_json(folder)
    add_moveit(folder)
