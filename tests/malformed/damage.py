"""Damage that any file can suffer: missing, cut off, garbled, nested without end, or no file at all."""
import os
import pathlib
import random
import re
import shutil

# Good files of every kind, and whether each of their strict prefixes is bad.
WHOLE = {
    "urdf/all_joints.urdf": True, "srdf/pairs.srdf": True, "stl/text.stl": False, "stl/binary.stl": True,
    "obj/polygons.obj": False, "ply/text.ply": False, "ply/little.ply": True, "ply/big.ply": True,
    "off/tetrahedron.off": False, "dae/triangles.dae": True, "dae/polylist.dae": True, "gltf/embedded.gltf": True,
    "glb/tetrahedron.glb": True, "json/all_kinds.json": True, "scene/shapes.scene": True, "problem/full.json": True,
    "path/timed.csv": False, "path/linear.csv": False,
}
CUTS, GARBLED = 12, 12


def mesh_extensions():
    formats = pathlib.Path(__file__).parents[2] / "src" / "io" / "mesh_formats.def"
    return re.findall(r"^TOCCA_MESH_FORMAT\((\w+),", formats.read_text(), re.MULTILINE)


def offer(folder, kind, name, content, outcome):
    """Gives `content` to the program as a file of that kind."""
    if kind == "urdf":
        folder.robot(name, content, outcome=outcome)
        folder.write(f"{name}/m.obj", (folder.path / "m.obj").read_bytes())
    elif kind == "srdf":
        folder.srdf(name, content, outcome=outcome)
    elif kind in ("json", "scene"):
        folder.scene(name, content, outcome=outcome, extension=kind)
        folder.write(f"{name}/m.obj", (folder.path / "m.obj").read_bytes())
    elif kind == "problem":
        folder.problem(name, content, outcome=outcome)
    elif kind == "path":
        folder.path_file(name, content.replace(b"j", b"j1").replace(b",k", b",j3").replace(b",c", b",j3"), outcome=outcome)
    else:
        folder.mesh(name, content, kind, outcome=outcome)


def add_cut_and_garbled(folder, corpus):
    draw = random.Random(20261115)
    for file, prefixes_bad in WHOLE.items():
        kind = file.split("/")[0]
        content = (corpus / file).read_bytes()
        offer(folder, kind, f"whole {file}".replace("/", " "), content, "accepted")
        body = content.rstrip()
        for k in range(CUTS):
            cut = len(body) * k // CUTS
            offer(folder, kind, f"cut at {cut} {file}".replace("/", " "), body[:cut],
                  "rejected" if prefixes_bad or cut == 0 else "either")
        for k in range(GARBLED):
            garbled = bytearray(content)
            for _ in range(draw.choice((1, 1, 4, 30))):
                garbled[draw.randrange(len(garbled))] = draw.randrange(256)
            offer(folder, kind, f"garbled {k} {file}".replace("/", " "), bytes(garbled), "either")
        offer(folder, kind, f"random bytes {file}".replace("/", " "), draw.randbytes(4096), "rejected")
        offer(folder, kind, f"zero bytes {file}".replace("/", " "), bytes(4096), "rejected")


def add_nesting(folder):
    for depth in (200, 10**4, 10**5, 10**6):
        folder.robot(f"urdf: {depth} links inside each other", "<robot name='r'>" + "<link name='a'>" * depth + "</link>" * depth + "</robot>")
        folder.robot(f"urdf: {depth} elements never closed", "<robot>" * depth)
        folder.srdf(f"srdf: {depth} elements never closed", "<robot name='r'>" + "<group>" * depth)
        folder.mesh(f"dae: {depth} nodes inside each other", "<COLLADA>" + "<node>" * depth + "</node>" * depth + "</COLLADA>", "dae")
        for opening, closing in (("[", "]"), ('{"objects":', "}")):
            kind = "arrays" if opening == "[" else "objects"
            folder.scene(f"scene: {depth} {kind} inside each other", opening * depth + "0" + closing * depth)
            folder.scene(f"scene: {depth} {kind} never closed", opening * depth)
            folder.problem(f"problem: {depth} {kind} inside each other", opening * depth + "0" + closing * depth)
            folder.mesh(f"gltf: {depth} {kind} inside each other", opening * depth + "0" + closing * depth, "gltf")
    deep = 10**7
    folder.robot("urdf: ten million elements never closed", "<a>" * deep)
    folder.scene("scene: ten million arrays never closed", "[" * deep)
    entities = "<!DOCTYPE r [<!ENTITY a 'aaaaaaaaaa'>" + "".join(
        f"<!ENTITY {chr(98 + k)} '{('&' + chr(97 + k) + ';') * 10}'>" for k in range(20)) + "]>"
    folder.robot("urdf: a billion laughs", entities + "<robot name='&u;'><link name='&u;'/><link name='&u;'/></robot>")
    folder.robot("urdf: an entity that is a file",
                 "<!DOCTYPE r [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><robot name='r'><link name='&x;'/><link name='&x;'/></robot>")


def add_no_files(folder):
    """Each argument that names a file, given a path that is none."""
    robot = folder.path / "r.urdf"
    folder.path.joinpath("folder.urdf").mkdir()
    os.mkfifo(folder.path / "fifo.urdf")
    os.symlink("circle.urdf", folder.path / "circle.urdf")
    os.symlink("/dev/zero", folder.path / "endless.urdf")
    os.symlink("/dev/full", folder.path / "full.urdf")
    for what in ("missing", "folder", "fifo", "circle", "endless"):
        for extension in ("urdf", "json", *mesh_extensions(), "scene", "srdf"):
            file = folder.path / f"{what}.{extension}"
            if extension != "urdf" and what != "missing":
                os.symlink(f"{what}.urdf", file)
            robot_first = extension in ("urdf", "json")
            if robot_first:
                folder.add(f"{what} {extension} as a robot", ["info", file], file)
            if extension == "srdf":
                folder.add(f"{what} {extension}", ["info", robot, "--srdf", file], file)
            else:
                folder.add(f"{what} {extension} as a scene", ["info", robot, file], file)
    for k, name in enumerate(["", " ", "no\nsuch\nfile.urdf", "\x1b[31mred.urdf", "x" * 5000 + ".urdf", "/", ".", "a/b/../c.urdf",
                              "http://example.org/r.urdf", "robot.xacro", "\udcff.urdf"]):
        folder.add(f"robot name {k}", ["info", name], "")
    if os.geteuid() != 0:  # root reads everything
        shutil.copy(robot, folder.path / "unreadable.urdf")
        folder.path.joinpath("unreadable.urdf").chmod(0)
        folder.add("unreadable urdf", ["info", folder.path / "unreadable.urdf"], "unreadable.urdf")


def add_large(folder):
    """Numbers and names without measure, in files that are otherwise right."""
    link = "<link name='a'><collision><geometry><sphere radius='{}'/></geometry></collision></link>"
    folder.robot("urdf: name of a million characters twice", f"<robot name='r'>{('<link name=' + repr('n' * 10**6) + '/>') * 2}</robot>")
    folder.robot("urdf: radius of a million digits", "<robot name='r'>" + link.format("1" * 10**6) + "</robot>")
    folder.robot("urdf: control characters in a name", b"<robot name='r'><link name='\x1b[2J\x07'/><link name='\x1b[2J\x07'/></robot>")
    folder.robot("urdf: invalid UTF-8 in a name", b"<robot name='r'><link name='\xff\xfe'/><link name='\xff\xfe'/></robot>")
    folder.scene("scene: key of a million characters", '{"' + "k" * 10**6 + '": 1}')
    folder.scene("scene: a million duplicate objects", '{"objects":[' + ",".join(['{"name":"o","geometry":{"sphere":1}}'] * 10**5) + "]}")


def add_all(folder, corpus):
    add_cut_and_garbled(folder, corpus)
    add_nesting(folder)
    add_no_files(folder)
    add_large(folder)
