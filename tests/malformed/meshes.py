"""Meshes that are wrong: STL, OBJ, PLY, OFF, COLLADA, glTF."""
import base64
import copy
import json
import struct

CORNERS = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
FACES = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]


def text_stl(corners):
    lines = ["solid s"]
    for face in FACES:
        lines += ["facet normal 0 0 0", "outer loop"] + [f"vertex {corners[i]}" for i in face] + ["endloop", "endfacet"]
    return "\n".join(lines + ["endsolid s", ""])


def binary_stl(count=4, corners=None, facets=4):
    corners = corners or CORNERS
    body = b"".join(struct.pack("<12fH", 0, 0, 0, *[c for i in FACES[k % 4] for c in corners[i]], 0) for k in range(facets))
    return b"binary".ljust(80) + struct.pack("<I", count) + body


def add_stl(folder):
    say = lambda *a, **k: folder.mesh(*a, **k, extension="stl")
    good = ["0 0 0", "1 0 0", "0 1 0", "0 0 1"]
    say("stl: good text", text_stl(good), outcome="accepted")
    say("stl: good binary", binary_stl(), outcome="accepted")
    say("stl: empty", b"")
    say("stl: header alone", b" " * 84)
    say("stl: nothing but a name", "solid s\nendsolid s\n")
    for count in (5, 1000, 2**31, 2**32 - 1):
        say(f"stl: count {count}, four facets", binary_stl(count))
    for bad in ("nan 0 0", "inf 0 0", "1e999 0 0", "1 0", "x 0 0", "1,0 0 0"):
        say(f"stl: vertex {bad}", text_stl(["0 0 0", bad, "0 1 0", "0 0 1"]))
    for bad in (float("nan"), float("inf"), float("-inf")):
        say(f"stl: binary vertex {bad}", binary_stl(corners=[(0, 0, 0), (bad, 0, 0), (0, 1, 0), (0, 0, 1)]))
    say("stl: all at one point", text_stl(["1 1 1"] * 4), says="area")
    say("stl: all on a line", text_stl(["0 0 0", "1 1 1", "2 2 2", "3 3 3"]), says="area")
    say("stl: facet of two vertices", text_stl(good).replace("vertex 0 0 1\n", "", 1))
    say("stl: loop not closed", text_stl(good).replace("endloop\n", "", 1))
    say("stl: other word", text_stl(good).replace("outer loop", "inner loop", 1))


def add_obj(folder):
    say = lambda *a, **k: folder.mesh(*a, **k, extension="obj")
    v = "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
    say("obj: good", v + "f 1 2 3\n", outcome="accepted")
    say("obj: empty", "")
    say("obj: no face", v, says="triangle|face|area")
    say("obj: no vertex", "f 1 2 3\n")
    for bad in ("0 1 2", "1 2 4", "-4 1 2", "1 2 99999999999999999999", "1 2", "1", "", "a b c", "1.5 2 3", "1/ /2 3 1 x",
                "4294967297 2 3"):
        say(f"obj: face '{bad}'", v + f"f {bad}\n", says="line 4|index|face")
    for bad in ("nan 0 0", "inf 0 0", "1e999 0 0", "0 0", "", "x y z", "1,5 0 0"):
        say(f"obj: vertex '{bad}'", f"v {bad}\n" + v + "f 1 2 3\n", says="line 1")
    say("obj: no area", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n", says="area")
    say("obj: one point", "v 0 0 0\nf 1 1 1\n", says="area")
    say("obj: binary", bytes(range(256)) * 40)


def ply_header(vertices, faces, kind="ascii", element="float"):
    return (f"ply\nformat {kind} 1.0\nelement vertex {vertices}\nproperty {element} x\nproperty {element} y\n"
            f"property {element} z\nelement face {faces}\nproperty list uchar int vertex_indices\nend_header\n")


def add_ply(folder):
    say = lambda *a, **k: folder.mesh(*a, **k, extension="ply")
    body = "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"
    good = ply_header(3, 1) + body
    say("ply: good", good, outcome="accepted")
    say("ply: empty", "")
    say("ply: other magic", good.replace("ply", "plx", 1))
    say("ply: no format", good.replace("format ascii 1.0\n", ""))
    say("ply: unknown format", good.replace("ascii", "utf16"))
    say("ply: header without end", good.replace("end_header\n", ""))
    say("ply: unknown type", good.replace("float", "quad"))
    say("ply: no z", good.replace("property float z\n", ""))
    say("ply: no vertices", good.replace("element vertex 3", "element cloud 3"))
    say("ply: no faces", good.replace("element face 1", "element hole 1"))
    say("ply: property before an element", good.replace("element vertex 3\n", ""))
    for count in ("-1", "x", "", "1.5", "99999999999999999999999"):
        say(f"ply: vertex count '{count}'", good.replace("vertex 3", f"vertex {count}"))
    for count in (4, 10**6, 2**31, 2**32, 10**12, 2**62, 2**63 - 1):
        say(f"ply: {count} vertices promised", good.replace("vertex 3", f"vertex {count}"))
        say(f"ply: {count} faces promised", good.replace("face 1", f"face {count}"))
        for kind in ("binary_little_endian", "binary_big_endian"):
            say(f"ply: {count} vertices promised, {kind}", ply_header(count, 1, kind).encode() + b"\0" * 49)
            say(f"ply: {count} faces promised, {kind}", ply_header(3, count, kind).encode() + b"\0" * 49)
    # Found by fuzzing: faces without properties fill no byte, so that no count was too great; 51 GB were reserved.
    for kind in ("ascii", "binary_little_endian"):
        for count in (10**9, 2**32, 2**63 - 1):
            empty = ply_header(3, count, kind).replace("property list uchar int vertex_indices\n", "")
            say(f"ply: {count} faces without properties, {kind}", empty.encode() + b"0 0 0\n1 0 0\n0 1 0\n" * 2, says="triangle")
    long_list = "list uint int vertex_indices"
    say("ply: list of four billion",
        ply_header(3, 1, "binary_little_endian").replace("list uchar int vertex_indices", long_list).encode() +
        b"\0" * 36 + b"\xff" * 20)
    say("ply: list count negative",
        ply_header(3, 1, "binary_little_endian").replace("list uchar int", "list int int").encode() + b"\0" * 36 + b"\xff" * 20)
    say("ply: list count is a float", good.replace("list uchar int", "list float int"), outcome="either")
    for face in ("3 0 1 3", "3 0 1 -1", "2 0 1", "0", "3 0 1", "3 0 1 x", "-3 0 1 2", "3 0 1 4294967296"):
        say(f"ply: face '{face}'", ply_header(3, 1) + f"0 0 0\n1 0 0\n0 1 0\n{face}\n")
    for vertex in ("nan 0 0", "inf 0 0", "1e999 0 0", "1 0", "a b c"):
        say(f"ply: vertex '{vertex}'", ply_header(3, 1) + f"0 0 0\n{vertex}\n0 1 0\n3 0 1 2\n")
    say("ply: binary NaN", ply_header(3, 1, "binary_little_endian").encode() +
        struct.pack("<9f", 0, 0, 0, float("nan"), 0, 0, 0, 1, 0) + struct.pack("<B3i", 3, 0, 1, 2))
    say("ply: no area", ply_header(3, 1) + "0 0 0\n1 0 0\n2 0 0\n3 0 1 2\n", says="area")


def add_off(folder):
    say = lambda *a, **k: folder.mesh(*a, **k, extension="off")
    good = "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"
    say("off: good", good, outcome="accepted")
    say("off: empty", "")
    say("off: other magic", good.replace("OFF", "FOO"))
    for counts in ("", "3", "-3 1 0", "3 -1 0", "x 1 0", "4 1 0", "3 2 0", "1000000000000 1 0", "3 1000000000000 0",
                   "99999999999999999999999 1 0", "3 0 0"):
        say(f"off: counts '{counts}'", good.replace("3 1 0", counts, 1))
    for face in ("3 0 1 3", "3 0 1 -1", "2 0 1", "3 0 1", "3 0 1 x", "1000000000 0 1 2"):
        say(f"off: face '{face}'", good.replace("3 0 1 2", face))
    for vertex in ("nan 0 0", "inf 0 0", "1e999 0 0", "x 0 0"):
        say(f"off: vertex '{vertex}'", good.replace("1 0 0", vertex, 1))
    say("off: no area", good.replace("0 1 0", "2 0 0"), says="area")


def dae(primitives="<triangles count='1'><input semantic='VERTEX' source='#v' offset='0'/><p>0 1 2</p></triangles>",
        numbers="0 0 0 1 0 0 0 1 0", count="9", accessor="count='3' stride='3'", unit="<unit meter='1'/>",
        nodes="<node><instance_geometry url='#g'/></node>", libraries=""):
    return (f"<?xml version='1.0'?><COLLADA version='1.4.1'><asset>{unit}</asset><library_geometries><geometry id='g'><mesh>"
            f"<source id='p'><float_array id='pa' count='{count}'>{numbers}</float_array><technique_common>"
            f"<accessor source='#pa' {accessor}><param name='X' type='float'/><param name='Y' type='float'/>"
            f"<param name='Z' type='float'/></accessor></technique_common></source><vertices id='v'>"
            f"<input semantic='POSITION' source='#p'/></vertices>{primitives}</mesh></geometry></library_geometries>"
            f"{libraries}<library_visual_scenes><visual_scene id='s'>{nodes}</visual_scene></library_visual_scenes>"
            "<scene><instance_visual_scene url='#s'/></scene></COLLADA>")


def add_dae(folder):
    say = lambda *a, **k: folder.mesh(*a, **k, extension="dae")
    triangles = lambda p: f"<triangles count='1'><input semantic='VERTEX' source='#v' offset='0'/><p>{p}</p></triangles>"
    say("dae: good", dae(), outcome="accepted")
    say("dae: empty", "")
    say("dae: other root element", "<robot name='r'/>")
    say("dae: nothing inside", "<COLLADA version='1.4.1'/>")
    for p in ("0 1 3", "0 1 -1", "0 1", "0 1 x", "0 1 4294967296", "", "nan 0 1", "0 1 2.5"):
        say(f"dae: indices '{p}'", dae(triangles(p)))
    for numbers in ("0 0 0 nan 0 0 0 1 0", "0 0 0 inf 0 0 0 1 0", "0 0 0 1e999 0 0 0 1 0", "0 0 0 x 0 0 0 1 0", "0 0 0", ""):
        say(f"dae: numbers '{numbers}'", dae(numbers=numbers))
    say("dae: no area", dae(numbers="0 0 0 1 0 0 2 0 0"), says="area")
    for accessor in ("count='9000000000000' stride='3'", "count='3' stride='0'", "count='3' stride='-1'",
                     "count='-3' stride='3'", "count='x' stride='3'", "count='3' stride='9999999999999999999'",
                     "count='3' stride='3' offset='99999999999'"):
        say(f"dae: accessor {accessor}", dae(accessor=accessor))
    for meter in ("0", "-1", "nan", "inf", "x", ""):
        say(f"dae: unit '{meter}'", dae(unit=f"<unit meter='{meter}'/>"), says="unit|meter")
    say("dae: unknown geometry", dae(nodes="<node><instance_geometry url='#zz'/></node>"))
    say("dae: unknown node", dae(nodes="<node><instance_node url='#zz'/></node>"))
    say("dae: node inside itself", dae(nodes="<node><instance_node url='#n'/></node>",
                                       libraries="<library_nodes><node id='n'><instance_node url='#n'/></node></library_nodes>"))
    say("dae: nodes in a circle", dae(
        nodes="<node><instance_node url='#m'/></node>",
        libraries="<library_nodes><node id='m'><instance_node url='#n'/></node><node id='n'><instance_node url='#m'/></node>"
        "</library_nodes>"))
    doubling = "".join(f"<node id='n{k}'><instance_node url='#n{k + 1}'/><instance_node url='#n{k + 1}'/></node>" for k in range(60))
    say("dae: two to the power of sixty instances", dae(
        nodes="<node><instance_node url='#n0'/></node>",
        libraries=f"<library_nodes>{doubling}<node id='n60'><instance_geometry url='#g'/></node></library_nodes>"))
    for matrix in ("1 0 0 0", "x 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1", "nan 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1",
                   "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1"):
        say(f"dae: matrix '{matrix}'", dae(nodes=f"<node><matrix>{matrix}</matrix><instance_geometry url='#g'/></node>"))
    polylist = "<polylist count='1'><input semantic='VERTEX' source='#v' offset='0'/><vcount>{}</vcount><p>0 1 2</p></polylist>"
    for vcount in ("4", "2", "-3", "x", "", "1000000000000"):
        say(f"dae: vcount '{vcount}'", dae(polylist.format(vcount)))
    say("dae: offset out of range", dae(triangles("0 1 2").replace("offset='0'", "offset='1000000000'")))
    say("dae: offset negative", dae(triangles("0 1 2").replace("offset='0'", "offset='-1'")))
    say("dae: no vertex input", dae(triangles("0 1 2").replace("VERTEX", "NORMAL")))
    say("dae: source missing", dae(triangles("0 1 2").replace("#v", "#zz")))


GLTF_BYTES = b"".join(struct.pack("<3f", *v) for v in CORNERS) + b"".join(struct.pack("<3H", *f) for f in FACES)
GLTF = {
    "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
    "buffers": [{"byteLength": len(GLTF_BYTES),
                 "uri": "data:application/octet-stream;base64," + base64.b64encode(GLTF_BYTES).decode()}],
    "bufferViews": [{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 24}],
    "accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
                  {"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"}],
}
# Where the value is put, and the value.
GLTF_DAMAGE = [
    ("asset", {}), ("asset", {"version": "1.0"}), ("asset", 7), ("scene", 5), ("scene", -1), ("scenes/0/nodes", [7]),
    ("scenes/0/nodes", [-1]), ("scenes/0/nodes", ["a"]), ("nodes/0/mesh", 9), ("nodes/0/children", [0]),
    ("nodes/0/children", [99]), ("nodes/0/matrix", [1, 2, 3]), ("nodes/0/matrix", ["a"] * 16), ("nodes/0/scale", [0, 0, 0]),
    ("nodes/0/rotation", [0, 0, 0, 0]), ("nodes/0/rotation", [1, 2]), ("nodes/0/translation", [1e300, 1e308, "x"]),
    ("meshes/0/primitives", []), ("meshes/0/primitives/0/attributes", {}), ("meshes/0/primitives/0/mode", 1),
    ("meshes/0/primitives/0/mode", 99), ("meshes/0/primitives/0/indices", 7), ("meshes/0/primitives/0/indices", 0),
    ("meshes/0/primitives/0/attributes/POSITION", 1), ("meshes/0/primitives/0/attributes/POSITION", -1),
    ("accessors/0/count", 5), ("accessors/0/count", 2**40), ("accessors/0/count", 2**63), ("accessors/0/count", -4),
    ("accessors/0/count", 4.5), ("accessors/0/componentType", 5121), ("accessors/0/componentType", 1),
    ("accessors/0/type", "VEC2"), ("accessors/0/type", "MAT4"), ("accessors/0/byteOffset", 1000),
    ("accessors/0/byteOffset", 2**64 - 8), ("accessors/0/byteOffset", -8), ("accessors/0/bufferView", 9),
    ("accessors/1/count", 13), ("accessors/1/count", 11), ("accessors/1/componentType", 5126), ("accessors/1/bufferView", 0),
    ("bufferViews/0/buffer", 3), ("bufferViews/0/byteLength", 1000), ("bufferViews/0/byteOffset", 2**64 - 1),
    ("bufferViews/0/byteOffset", 60), ("bufferViews/0/byteStride", 4), ("bufferViews/0/byteStride", 2**40),
    ("bufferViews/0/byteStride", -12), ("buffers/0/byteLength", 1000), ("buffers/0/byteLength", 2**50),
    ("buffers/0/uri", "missing.bin"), ("buffers/0/uri", "http://example.org/x.bin"), ("buffers/0/uri", "/etc/passwd"),
    ("buffers/0/uri", "../../../../../../../etc/passwd"), ("buffers/0/uri", "data:application/octet-stream;base64,@@@@"),
    ("buffers/0/uri", "data:application/octet-stream,abc"), ("buffers", []), ("accessors", {}), ("nodes", 3),
]


def damaged(where, value):
    document = copy.deepcopy(GLTF)
    *path, last = where.split("/")
    place = document
    for key in path:
        place = place[int(key) if key.isdigit() else key]
    place[last] = value
    return document


def glb(document, binary=GLTF_BYTES, length=None, version=2, magic=b"glTF", json_length=None):
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<I4s", len(text) if json_length is None else json_length, b"JSON") + text
    chunks += struct.pack("<I4s", len(binary), b"BIN\0") + binary
    return magic + struct.pack("<II", version, 12 + len(chunks) if length is None else length) + chunks


def add_gltf(folder):
    folder.mesh("gltf: good", json.dumps(GLTF), "gltf", outcome="accepted")
    for k, (where, value) in enumerate(GLTF_DAMAGE):
        folder.mesh(f"gltf {k}: {where} is {str(value)[:30]}", json.dumps(damaged(where, value)), "gltf", beside=value)
    inside = copy.deepcopy(GLTF)
    del inside["buffers"][0]["uri"]
    folder.mesh("gltf: buffer without uri", json.dumps(inside), "gltf")
    circle = damaged("nodes", [{"mesh": 0, "children": [1]}, {"children": [0]}])
    folder.mesh("gltf: nodes in a circle", json.dumps(circle), "gltf")
    doubling = [{"children": [k + 1, k + 1]} for k in range(60)] + [{"mesh": 0}]
    folder.mesh("gltf: two to the power of sixty instances", json.dumps(damaged("nodes", doubling)), "gltf")
    folder.mesh("glb: good", glb(inside), "glb", outcome="accepted")
    folder.mesh("glb: empty", b"", "glb")
    folder.mesh("glb: other magic", glb(inside, magic=b"glTX"), "glb")
    folder.mesh("glb: version 1", glb(inside, version=1), "glb")
    folder.mesh("glb: length too great", glb(inside, length=2**32 - 1), "glb")
    folder.mesh("glb: length too small", glb(inside, length=8), "glb")
    folder.mesh("glb: chunk too long", glb(inside, json_length=2**32 - 1), "glb")
    folder.mesh("glb: chunk of nothing", glb(inside, json_length=0), "glb")
    folder.mesh("glb: buffer longer than the chunk", glb(inside, binary=GLTF_BYTES[:40]), "glb")


def add_all(folder):
    add_stl(folder)
    add_obj(folder)
    add_ply(folder)
    add_off(folder)
    add_dae(folder)
    add_gltf(folder)
