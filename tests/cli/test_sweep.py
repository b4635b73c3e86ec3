"""tocca sweep: the mesh of a swept volume, as a reader of PLY sees it, and the box that it must fill."""
import math
import struct

from program import ProgramTest

ARM = """<robot name="arm">
 <link name="base"/>
 <link name="arm"><collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.1 0.1"/></geometry></collision></link>
 <link name="tool"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
 <joint name="turn" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/></joint>
 <joint name="weld" type="fixed"><parent link="arm"/><child link="tool"/><origin xyz="1.5 0 0"/></joint>
</robot>
"""
QUARTER = f"turn\n0\n{math.pi / 2}\n"


def read_ply(data):
    """Vertices and triangles of a binary PLY of doubles."""
    end = data.index(b"end_header\n") + len(b"end_header\n")
    counts = {line.split()[1]: int(line.split()[2]) for line in data[:end].decode().splitlines() if line.startswith("element")}
    vertices = [struct.unpack_from("<3d", data, end + 24 * k) for k in range(counts["vertex"])]
    start = end + 24 * counts["vertex"]
    faces = [struct.unpack_from("<B3I", data, start + 13 * k) for k in range(counts["face"])]
    assert len(data) == start + 13 * counts["face"]
    assert all(face[0] == 3 and max(face[1:]) < len(vertices) for face in faces)
    return vertices, [face[1:] for face in faces]


class Sweep(ProgramTest):
    def setUp(self):
        super().setUp()
        (self.folder / "arm.urdf").write_text(ARM)
        (self.folder / "path.csv").write_text(QUARTER)

    def sweep(self, *options):
        shown = self.succeed("sweep", "arm.urdf", "path.csv", "--out", "swept.ply", *options)
        return shown, *read_ply((self.folder / "swept.ply").read_bytes())

    def box(self, vertices):
        return [(min(column), max(column)) for column in zip(*vertices)]

    def assert_box(self, vertices, expected, within):
        """Contains the box that is expected, and is no more than so much larger."""
        for (low, high), (least, most) in zip(self.box(vertices), expected):
            self.assertLessEqual(low, least)
            self.assertGreaterEqual(high, most)
            self.assertGreater(low, least - within)
            self.assertLess(high, most + within)

    def test_a_ball_on_a_circle(self):
        for tolerance in (0.05, 0.01, 0.003):
            _, vertices, _ = self.sweep("--link", "tool", "--tolerance", tolerance)
            self.assert_box(vertices, [(-0.1, 1.6), (-0.1, 1.6), (-0.1, 0.1)], 1.2 * tolerance)
            for x, y, z in vertices:  # a quarter of a torus, and its ends
                self.assertLess(abs(math.hypot(x, y) - 1.5), 0.1 + 1.3 * tolerance)

    def test_finer_steps_make_more_triangles(self):
        counts = [len(self.sweep("--tolerance", tolerance)[2]) for tolerance in (0.1, 0.02, 0.005)]
        self.assertLess(counts[0], counts[1])
        self.assertLess(counts[1], counts[2])

    def test_tubes_are_nearer_to_the_link(self):
        _, vertices, _ = self.sweep("--what", "tube", "--link", "arm", "--tolerance", 0.002)
        self.assert_box(vertices, [(-0.05, 1.0), (-0.05, 1.0), (-0.05, 0.05)], 0.005)

    def test_the_table_names_the_links(self):
        shown, _, triangles = self.sweep()
        rows = [line.split() for line in shown.splitlines()]
        self.assertEqual([row[0] for row in rows[1:]], ["arm", "tool"])
        self.assertEqual(sum(int(row[2].replace(",", "")) for row in rows[1:]), len(triangles))

    def test_program_reads_its_own_mesh(self):
        self.sweep()
        text = self.succeed("info", "arm.urdf", "swept.ply", warnings=True)  # pieces of a sweep may share triangles
        self.assertIn("objects: 1", text)

    def test_standard_output_is_the_mesh_alone(self):
        with open(self.folder / "piped.ply", "wb") as piped:
            self.succeed("sweep", "arm.urdf", "path.csv", "--out", "-", "--tolerance", 0.1, stdout=piped)
        read_ply((self.folder / "piped.ply").read_bytes())

    def test_one_waypoint_is_the_robot_as_it_stands(self):
        (self.folder / "path.csv").write_text("turn\n0\n")
        _, vertices, _ = self.sweep("--link", "tool", "--tolerance", 0.001)
        self.assert_box(vertices, [(1.4, 1.6), (-0.1, 0.1), (-0.1, 0.1)], 0.002)

    def test_refusals(self):
        sweep = ("sweep", "arm.urdf", "path.csv", "--out", "swept.ply")
        self.refuse(*sweep, "--link", "hand", says="unknown link 'hand'")
        self.refuse(*sweep, "--link", "base", says="has no geometry")
        self.refuse(*sweep, "--what", "boxes", says="choose lss or tube")
        for tolerance in ("0", "-1", "nan", "inf", "much"):
            self.refuse(*sweep, "--tolerance", tolerance, says="tolerance")
        self.refuse("sweep", "arm.urdf", "path.csv", says="--out is required")
        self.refuse("sweep", "arm.urdf", "nothing.csv", "--out", "swept.ply", says="nothing.csv")
        (self.folder / "path.csv").write_text("turn\n0\n1e200\n")
        self.refuse(*sweep, says="split the path")
        self.refuse("sweep", "arm.urdf", "path.csv", "--out", "no/such/folder.ply")
