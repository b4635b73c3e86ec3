"""What pages show of links besides their collision geometry: the lines along which they go, held against plain kinematics, and how they look."""
import json
import math
import shutil

from program import HERE, MODELS, ProgramTest, needs_models
from report_page import poses_of, read_report, unpacked

CORPUS = HERE.parent.parent / "corpus" / "two_link_arm"


def robot(*more, name="arm"):
    """Two bars of a metre on the z axis, both turning about z; `more`: links and joints besides."""
    bar = '<collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.1 0.1"/></geometry></collision>'
    return f"""<robot name="{name}"><link name="base"/><link name="upper">{bar}</link><link name="lower">{bar}</link>
 <joint name="shoulder" type="continuous"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/></joint>
 <joint name="elbow" type="continuous"><parent link="upper"/><child link="lower"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/></joint>
 {"".join(more)}</robot>"""


def frame(name, parent, x, kind="fixed"):
    """A link without geometry."""
    return f'<link name="{name}"/><joint name="to_{name}" type="{kind}"><parent link="{parent}"/><child link="{name}"/><origin xyz="{x} 0 0"/></joint>'


def moved(pose, point):
    """A point of a body at a pose."""
    x, y, z, *q = pose
    (a, b, c), w = q[:3], q[3]
    px, py, pz = point
    tx, ty, tz = 2 * (b * pz - c * py), 2 * (c * px - a * pz), 2 * (a * py - b * px)
    return x + px + w * tx + b * tz - c * ty, y + py + w * ty + c * tx - a * tz, z + pz + w * tz + a * ty - b * tx


class Lines(ProgramTest):
    def check(self, *more, path="shoulder,elbow\n0,0\n0.5,1\n1,0.5\n", urdf=None, words=None, code=0):
        (self.folder / "arm.urdf").write_text(urdf or robot())
        (self.folder / "path.csv").write_text(path)
        words = words or ("check", "arm.urdf", "path.csv", "--allow-empty")
        done = self.run_program(*words, "--report", "page.html", *more)
        self.assertEqual(done.returncode, code, done.stderr)
        return read_report(self, self.folder / "page.html")

    def followed(self, report):
        return [link["name"] for link in report["links"] if link.get("followed")]

    def way(self, report, name):
        """Where the page draws a link: from the poses of the body that carries it."""
        link = next(link for link in report["links"] if link["name"] == name)
        return [moved(pose, link["point"]) for pose in poses_of(report["bodies"][link["body"]])]

    def test_the_link_that_goes_farthest_is_followed(self):
        report = self.check()
        self.assertEqual(self.followed(report), ["lower"])
        self.assertEqual([link["name"] for link in report["links"]], ["upper", "lower"])
        # Not the last link of the file, where that one rests.
        report = self.check(urdf=robot(frame("camera", "base", 0), '<link name="head"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>'
                                       '<joint name="neck" type="continuous"><parent link="base"/><child link="head"/><origin xyz="0 0 3"/></joint>'))
        self.assertEqual(self.followed(report), ["lower"])
        self.assertNotIn("head", [link["name"] for link in report["links"]])
        report = self.check(path="shoulder,elbow\n0,0\n0,0\n")
        self.assertEqual(report.get("links", []), [], "nothing moves")

    def test_the_line_is_where_plain_kinematics_has_the_link(self):
        # The frame at the tip goes with a ball that is neither its parent nor the first link of what moves with it.
        ball = frame("ball", "wrist", 0.25).replace('<link name="ball"/>', '<link name="ball"><collision><geometry><sphere radius="0.05"/></geometry></collision></link>')
        report = self.check(urdf=robot(frame("wrist", "lower", 1, "continuous"), ball, frame("tip", "wrist", 0.5)))
        times, tip, middle = unpacked(report["times"]), self.way(report, "tip"), self.way(report, "lower")
        rows = [(0, 0), (0.5, 1), (1, 0.5)]
        self.assertEqual(self.followed(report), ["tip"])
        self.assertGreater(len(times), 20)
        for time, at_tip, in_middle in zip(times, tip, middle, strict=True):
            k = min(int(time), 1)
            shoulder, elbow = (a + (time - k) * (b - a) for a, b in zip(rows[k], rows[k + 1]))
            for reach, drawn in ((1.5, at_tip), (0.5, in_middle)):
                x, y = math.cos(shoulder) + reach * math.cos(shoulder + elbow), math.sin(shoulder) + reach * math.sin(shoulder + elbow)
                self.assertLess(math.dist((x, y, 0), drawn), 1e-5)

    def test_tool_frames_come_before_what_goes_farthest(self):
        far = frame("far", "lower", 3)
        for frames, expected in (([far], "far"), ([far, frame("tool0", "lower", 1)], "tool0"), ([far, frame("tool0", "lower", 2), frame("tcp", "lower", 1)], "tcp"),
                                 ([far, frame("left_tool0", "upper", 1), frame("right_tool0", "lower", 1)], "right_tool0"),
                                 ([far, frame("L-TCP", "lower", 1)], "L-TCP"), ([far, frame("notcp", "lower", 1)], "far"), ([far, frame("tcp", "base", 1)], "far")):
            report = self.check(urdf=robot(*frames))
            self.assertEqual(self.followed(report), [expected])

    def test_an_end_effector_of_the_srdf_is_a_tool_frame(self):
        (self.folder / "arm.srdf").write_text('<robot name="arm"><end_effector name="hand" parent_link="lower" group="g"/></robot>')
        far, words = frame("far", "lower", 3), ("check", "arm.urdf", "path.csv", "--srdf", "arm.srdf", "--allow-empty")
        report = self.check(urdf=robot(far), words=words)
        self.assertEqual(self.followed(report), ["lower"])
        self.assertEqual(next(link for link in report["links"] if link["name"] == "lower")["point"], [0, 0, 0], "the frame itself")
        self.assertEqual(self.followed(self.check(urdf=robot(far, frame("tool0", "lower", 1)), words=words)), ["tool0"])

    def test_a_link_can_be_asked_for(self):
        self.assertEqual(self.followed(self.check("--path-link", "upper", urdf=robot(frame("tcp", "lower", 1)))), ["upper"])
        done = self.run_program("check", "arm.urdf", "path.csv", "--allow-empty", "--report", "page.html", "--path-link", "uper")
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, "--path-link.*no joint carries a link 'uper'.*did you mean 'upper'")
        done = self.run_program("check", "arm.urdf", "path.csv", "--allow-empty", "--path-link", "upper")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--report", done.stderr)

    def test_edges_of_a_list_draw_no_line(self):
        report = self.check(path="a.shoulder,a.elbow,b.shoulder,b.elbow\n0,0,1,0\n2,0,2,1\n")
        self.assertNotIn("links", report)

    def test_each_robot_has_its_line(self):
        for name in ("one", "two"):
            (self.folder / f"{name}.csv").write_text("shoulder,elbow\n0,0\n1,0.5\n" if name == "one" else "shoulder,elbow\n0,0\n0,0.5\n")
        robots = [{"name": name, "urdf": "arm.urdf", "path": f"{name}.csv", "base": {"xyz": [0, y, 0]}} for name, y in (("one", 0), ("two", 9))]
        (self.folder / "both.json").write_text(json.dumps({"robots": robots}))
        report = self.check("--path-link", "one/upper", words=("check", "both.json"))
        self.assertEqual([(link["robot"], link["name"]) for link in report["links"] if link.get("followed")], [("one", "upper"), ("two", "lower")])
        self.assertNotIn(("two", "upper"), [(link["robot"], link["name"]) for link in report["links"]])
        self.assertAlmostEqual(self.way(report, "lower")[0][1], 0, places=5)

    def test_all_verbs_about_a_path_have_it(self):
        for name in ("robot.urdf", "scene.json", "path.csv"):
            (self.folder / name).write_text((CORPUS / name).read_text())
        files = ("robot.urdf", "scene.json")
        for words, code in ((("clearance", *files, "path.csv"), 1), (("repair", *files, "path.csv", "--out", "fixed.csv"), 0),
                            (("plan", *files, "--start", "", "--goal", "shoulder=1.5,elbow=0.25", "--out", "found.csv"), 0), (("smooth", *files, "found.csv", "--out", "short.csv"), 0)):
            done = self.run_program(*words, "--report", "page.html", "--path-link", "upper")
            self.assertEqual(done.returncode, code, done.stderr)
            report = read_report(self, self.folder / "page.html")
            self.assertEqual(self.followed(report), ["upper"], words)
            if words[0] == "repair":
                self.assertEqual([chapter["tone"] for chapter in report["chapters"]], ["contact", "free"])
            if words[0] == "smooth":
                (before,) = report["other_paths"]
                self.assertEqual((before["name"], before["tone"], len(before["lines"])), ("Path before", "soft", len(report["links"])))
                rows = [[float(x) for x in row.split(",")] for row in (self.folder / "found.csv").read_text().splitlines()[1:]]
                numbers = unpacked(before["lines"][[link["name"] for link in report["links"]].index("lower")])
                points = [numbers[k:k + 3] for k in range(0, len(numbers), 3)]
                for shoulder, elbow in rows:
                    x, y = math.cos(shoulder) + 0.5 * math.cos(shoulder + elbow), math.sin(shoulder) + 0.5 * math.sin(shoulder + elbow)
                    self.assertLess(min(math.dist((x, y, 0), point) for point in points), 1e-5)


class Looks(ProgramTest):
    def check(self, visuals, *more, code=0):
        (self.folder / "arm.urdf").write_text(robot(visuals))
        (self.folder / "path.csv").write_text("shoulder,elbow\n0,0\n0.5,1\n")
        done = self.run_program("check", "arm.urdf", "path.csv", "--allow-empty", "--report", "page.html", "--json", "result.json", *more)
        self.assertEqual(done.returncode, code, done.stderr)
        return read_report(self, self.folder / "page.html"), done.stderr

    def test_visuals_are_carried_by_what_moves_with_them(self):
        shown = '<visual><origin xyz="0 0 1"/><geometry><sphere radius="0.1"/></geometry><material name="m"><color rgba="1 0.5 0 1"/></material></visual>'
        hand = f'<link name="hand">{shown}</link><joint name="grip" type="fixed"><parent link="lower"/><child link="hand"/><origin xyz="1 0 0"/></joint>'
        wheel = f'<link name="wheel">{shown}</link><joint name="spin" type="continuous"><parent link="lower"/><child link="wheel"/><origin xyz="2 0 0"/></joint>'
        report, told = self.check(hand + wheel)
        self.assertIn("links 'hand' and 'wheel' have visual but no collision geometry", told, "they are not checked")
        bodies = {body["name"]: body for body in report["bodies"]}
        self.assertEqual(list(bodies), ["upper", "lower", "hand", "wheel"])
        self.assertNotIn("visuals", bodies["lower"])
        for name, x in (("hand", 1), ("wheel", 2)):
            self.assertEqual(bodies[name]["shapes"], [])
            (look,) = bodies[name]["visuals"]
            self.assertEqual((look["pose"][:3], look["sphere"], look["color"]), ([0, 0, 1], [0.1], [1, 0.5, 0]))
            for pose, lower in zip(poses_of(bodies[name]), poses_of(bodies["lower"]), strict=True):
                self.assertLess(math.dist(pose[:3], moved(lower, (x, 0, 0))), 1e-5)

    def test_what_is_checked_is_the_same_with_and_without(self):
        self.check("")
        told = json.loads((self.folder / "result.json").read_text())
        self.check('<link name="wall"><visual><geometry><box size="9 9 9"/></geometry></visual></link><joint name="w" type="fixed"><parent link="base"/><child link="wall"/></joint>')
        again = json.loads((self.folder / "result.json").read_text())
        for result in (told, again):
            for segment in result["segments"]:
                segment.pop("micros")
        self.assertEqual(told["segments"], again["segments"])

    def test_a_missing_mesh_is_a_note_on_the_page(self):
        report, _ = self.check('<link name="hood"><visual><geometry><mesh filename="meshes/none.dae"/></geometry></visual></link>'
                               '<joint name="h" type="fixed"><parent link="lower"/><child link="hood"/></joint>')
        self.assertIn("Visual geometry of 'hood' is left out: there is no mesh 'meshes/none.dae'.", report["notes"])

    def test_a_mesh_that_is_checked_and_seen_is_there_once(self):
        (self.folder / "arm.urdf").write_text("")
        both = "".join(f'<{kind}><geometry><mesh filename="tetrahedron.obj"/></geometry></{kind}>' for kind in ("collision", "visual"))
        hand = f'<link name="hand">{both}</link><joint name="g" type="fixed"><parent link="lower"/><child link="hand"/></joint>'
        report, _ = self.check(hand)
        self.assertTrue(all("visuals" not in body for body in report["bodies"]), "it looks like what is checked")
        report, _ = self.check(hand.replace("</geometry></visual>", '</geometry><material name="m"><color rgba="1 0 0 1"/></material></visual>'))
        hand = next(body for body in report["bodies"] if body["name"] == "hand")
        self.assertEqual(hand["visuals"][0]["mesh"], hand["shapes"][0]["mesh"])

    def test_robots_that_are_alike_share_their_looks(self):
        (self.folder / "arm.urdf").write_text(robot('<link name="hand"><visual><geometry><mesh filename="tetrahedron.obj"/></geometry></visual></link>'
                                                    '<joint name="g" type="fixed"><parent link="lower"/><child link="hand"/></joint>'))
        (self.folder / "path.csv").write_text("shoulder\n0\n1\n")
        robots = [{"name": name, "urdf": "arm.urdf", "path": "path.csv", "base": {"xyz": [0, y, 0]}} for name, y in (("one", 0), ("two", 9))]
        (self.folder / "both.json").write_text(json.dumps({"robots": robots}))
        done = self.run_program("check", "both.json", "--report", "page.html")
        self.assertEqual(done.returncode, 0, done.stderr)
        bodies = {body["name"]: body for body in read_report(self, self.folder / "page.html")["bodies"]}
        self.assertEqual(bodies["one/hand"]["visuals"], bodies["two/hand"]["visuals"])

    @needs_models
    def test_a_real_robot_with_its_real_visuals_is_a_small_page(self):
        write_panda_with_visuals(self.folder)
        done = self.run_program("check", "panda/robot.urdf", "path.csv", "--srdf", "panda/robot.srdf", "--report", "page.html")
        self.assertIn(done.returncode, (0, 1), done.stderr)
        report = read_report(self, self.folder / "page.html")
        looks = {body["name"]: body["visuals"] for body in report["bodies"] if "visuals" in body}
        self.assertGreaterEqual(len(looks), 9)
        triangles = sum(len(unpacked(report["meshes"][look["mesh"]]["indices"])) // 3 for visuals in looks.values() for look in visuals)
        self.assertGreater(triangles, 80_000)
        self.assertLess((self.folder / "page.html").stat().st_size, 4e6)
        self.assertEqual([link["name"] for link in report["links"] if link.get("followed")], ["panda_link8"], "the end effector of its SRDF")
        for visuals in looks.values():
            for look in visuals:
                mesh = report["meshes"][look["mesh"]]
                self.assertEqual(mesh["positions"]["type"], "u16")


def write_panda_with_visuals(folder):
    """panda, with the meshes of panda_dense as <visual>: those are its real visual meshes."""
    shutil.copytree(MODELS / "robots" / "panda", folder / "panda", copy_function=shutil.copyfile)
    (folder / "panda").chmod(0o755)
    urdf, seen = (folder / "panda" / "robot.urdf"), MODELS / "robots" / "panda_dense" / "meshes" / "visual"
    text = urdf.read_text()
    for link in [f"link{k}" for k in range(8)] + ["hand", "finger"]:
        mesh = seen / f"{link}.obj"
        if not mesh.exists():
            continue
        for name in (["panda_leftfinger", "panda_rightfinger"] if link == "finger" else [f"panda_{link}"]):
            turned = ' rpy="0 0 3.14159265359"' if name == "panda_rightfinger" else ""
            text = text.replace(f'<link name="{name}">', f'<link name="{name}"><visual><origin xyz="0 0 0"{turned}/><geometry><mesh filename="{mesh}"/></geometry></visual>')
    urdf.chmod(0o644)
    urdf.write_text(text)
    (folder / "path.csv").write_text("panda_joint1,panda_joint2,panda_joint3,panda_joint4,panda_joint5,panda_joint6,panda_joint7\n"
                                     "0,-0.785,0,-2.356,0,1.571,0.785\n1,-0.3,0.3,-1.9,0.4,1.9,0.2\n")
