"""tocca info: the JSON of the contract, the tables, the options; real robots by their known counts."""
import json
import re

from program import MODELS, ProgramTest, needs_models

KEYS = ["links", "joints", "dof", "pairs", "excluded", "objects", "extents"]


class Info(ProgramTest):
    def info(self, *arguments, **more):
        facts = json.loads(self.succeed("info", *arguments, "--json", "-", **more))
        self.check_schema(facts)
        return facts

    def check_schema(self, facts):
        self.assertEqual(list(facts), KEYS)
        for entry in facts["links"] + facts["objects"]:
            self.assertEqual(list(entry), ["name", "triangles", "primitives"])
            self.assertIsInstance(entry["triangles"], int)
        for joint in facts["joints"]:
            self.assertEqual(list(joint), ["name", "type", "lower", "upper", "mimic"])
            self.assertIn(joint["type"], ["fixed", "revolute", "continuous", "prismatic", "planar", "floating"])
        names = {entry["name"] for entry in facts["links"] + facts["objects"]}
        for pair in facts["pairs"] + [entry["pair"] for entry in facts["excluded"]]:
            self.assertEqual(len(pair), 2)
            self.assertLessEqual(set(pair), names)
        for entry in facts["excluded"]:
            self.assertEqual(list(entry), ["pair", "why"])
            self.assertTrue(entry["why"])
        together = [frozenset(pair) for pair in facts["pairs"]] + [frozenset(entry["pair"]) for entry in facts["excluded"]]
        self.assertEqual(len(together), len(set(together)), "a pair is listed twice")
        self.assertEqual(list(facts["extents"]), ["robots", "scene"])
        for robot in facts["extents"]["robots"]:
            self.assertEqual(list(robot), ["name", "size", "reach"])

    def test_tiny_robot(self):
        facts = self.info("tiny.urdf")
        links = {entry["name"]: (entry["triangles"], entry["primitives"]) for entry in facts["links"]}
        self.assertEqual(links, {"base": (0, 1), "upper": (4, 0), "lower": (0, 2), "tool": (0, 1), "frame": (0, 0), "seen": (0, 0)})
        joints = {joint.pop("name"): joint for joint in facts["joints"]}
        self.assertEqual(joints["shoulder"], {"type": "revolute", "lower": -1.5, "upper": 2.25, "mimic": None})
        self.assertEqual(joints["elbow"], {"type": "continuous", "lower": None, "upper": None, "mimic": None})
        self.assertEqual(joints["weld"], {"type": "fixed", "lower": None, "upper": None, "mimic": None})
        self.assertEqual(joints["slide"]["mimic"], {"joint": "shoulder", "multiplier": -2.0, "offset": 0.5})
        self.assertEqual(facts["dof"], 1 + 1 + 6)
        self.assertEqual({frozenset(pair) for pair in facts["pairs"]},
                         {frozenset(pair) for pair in (("base", "lower"), ("base", "tool"), ("upper", "tool"))})
        self.assertEqual(len(facts["excluded"]), 3)
        self.assertEqual(facts["objects"], [])

    def test_scene(self):
        facts = self.info("tiny.urdf", "tiny.json")
        self.assertEqual(facts["objects"], [{"name": "ball", "triangles": 0, "primitives": 1},
                                            {"name": "rock", "triangles": 4, "primitives": 0}])
        pairs = {frozenset(pair) for pair in facts["pairs"]}
        for link in ("upper", "lower", "tool"):
            self.assertIn(frozenset((link, "ball")), pairs)
        self.assertIn(["base", "ball"], [entry["pair"] for entry in facts["excluded"]])  # the base never moves

    def test_what_is_solid(self):
        sheet = "v 9 0 0\nv 9 1 0\nv 9 0 1\n"
        solid = (self.folder / "tetrahedron.obj").read_text()
        for name, text, word in (("solid", solid, "solid"), ("mixed", solid + sheet + "f 5 6 7\n", "mixed"),
                                 ("sheet", sheet + "f 1 2 3\n", "surface"), ("both_sides", sheet + "f 1 2 3\nf 3 2 1\n", "surface")):
            (self.folder / f"{name}.obj").write_text(text)
            self.assertRegex(self.succeed("info", "tiny.urdf", f"{name}.obj", warnings=True), rf"(?m)^ *{name} .* {word}")

    def test_options(self):
        every = len(self.info("tiny.urdf")["pairs"])
        self.assertEqual(self.info("tiny.urdf", "--no-self")["pairs"], [])
        self.assertEqual(len(self.info("tiny.urdf", "--self")["pairs"]), every)
        facts = self.info("tiny.urdf", "--allow", "base,tool", "--allow", "lower,base")
        self.assertEqual(len(facts["pairs"]), every - 2)
        self.assertIn({"pair": ["base", "tool"], "why": "--allow"}, facts["excluded"])
        box = '<link name="seen"><visual><geometry><box size="1 1 1"/></geometry></visual></link>'
        (self.folder / "seen.urdf").write_text((self.folder / "tiny.urdf").read_text().replace('<link name="seen"/>', box))
        seen = [entry for entry in self.info("seen.urdf", "--visual")["links"] if entry["name"] == "seen"]
        self.assertEqual(seen, [{"name": "seen", "triangles": 0, "primitives": 1}])
        self.refuse("info", "tiny.urdf", "--allow", "base,nobody", says="nobody")
        self.refuse("info", "tiny.urdf", "--default", "elbow=a", says="--default")
        self.refuse("info", "tiny.urdf", "--srdf", "a.srdf", "--srdf", "b.srdf", says="--srdf is given more than once")
        self.succeed("info", "tiny.urdf", "--default", "elbow=-7.5,float.x=1")

    def test_srdf(self):
        (self.folder / "tiny.srdf").write_text(
            "<robot name='tiny'><disable_collisions link1='tool' link2='base' reason='Never'/>"
            "<disable_collisions link1='nobody' link2='base'/></robot>")
        done = self.run_program("info", "tiny.urdf", "--srdf", "tiny.srdf", "--json", "-")
        why = {frozenset(entry["pair"]): entry["why"] for entry in json.loads(done.stdout)["excluded"]}
        self.assertIn("Never", why[frozenset(("base", "tool"))])
        self.assertRegex(done.stderr, r"\Atocca: warning: [^\n]*nobody[^\n]*\n\Z")

    def test_problem(self):
        (self.folder / "path.csv").write_text("shoulder\n0\n1\n")
        robot = {"urdf": "tiny.urdf", "path": "path.csv"}
        problem = {"robots": [{**robot, "name": "left"}, {**robot, "name": "right", "base": {"xyz": [5, 0, 0]}}],
                   "scene": "tiny.json", "attached": [{"link": "left/tool", "object": "ball"}],
                   "allow": [["left/tool", "right/tool"], ["left/base", "left/tool"]]}
        (self.folder / "problem.json").write_text(json.dumps(problem))
        facts = self.info("problem.json", warnings=True)  # of joints that the path does not name
        self.assertEqual(facts["dof"], 16)
        self.assertEqual(len(facts["links"]), 12)
        self.assertIn("right/elbow", [joint["name"] for joint in facts["joints"]])
        self.assertIn("-2 * right/shoulder + 0.5", self.succeed("info", "problem.json", warnings=True))
        pairs = {frozenset(pair) for pair in facts["pairs"]}
        why = {frozenset(entry["pair"]): entry["why"] for entry in facts["excluded"]}
        for pair in (("left/upper", "right/upper"), ("left/base", "right/tool"), ("right/base", "right/tool"),
                     ("right/base", "ball"), ("ball", "rock"), ("left/base", "ball"), ("left/upper", "rock")):
            self.assertIn(frozenset(pair), pairs)
        for pair in (("left/tool", "right/tool"), ("left/base", "left/tool"), ("left/tool", "ball"), ("left/base", "right/base"),
                     ("left/base", "rock")):
            self.assertIn(frozenset(pair), why)
        # Every two things of which one moves are either checked or left out for a reason.
        self.assertEqual(len(pairs) + len(why), 2 * 6 + 4 * 4 + 8 * 2 + 1)

    def test_json_file_and_tables_say_the_same(self):
        text = self.succeed("info", "tiny.urdf", "tiny.json", "--json", "out.json")
        facts = json.loads((self.folder / "out.json").read_text())
        self.check_schema(facts)
        self.assertEqual((self.folder / "out.json").read_text(), self.succeed("info", "tiny.urdf", "tiny.json", "--json", "-"))
        self.assertIn(f"links: {len(facts['links'])} ", text)
        self.assertIn(f"joints: {len(facts['joints'])} ({facts['dof']} degrees", text)
        self.assertIn(f"pairs to check: {len(facts['pairs'])}\n", text)
        self.assertIn(f"pairs left out: {len(facts['excluded'])}\n", text)
        self.assertEqual(sum(int(n) for n in re.findall(r"(?m)^ +(\d+)  \D", text.split("pairs left out")[1])),
                         len(facts["excluded"]))
        self.assertNotRegex(text, r"(?m) $")

    def test_all_lists_every_pair(self):
        facts = self.info("tiny.urdf", "tiny.json")
        text = self.succeed("info", "tiny.urdf", "tiny.json", "--all")
        for pair in facts["pairs"]:
            self.assertRegex(text, rf"(?m)^ +{pair[0]} +{pair[1]}$")
        for entry in facts["excluded"]:
            self.assertRegex(text, rf"(?m)^ +{entry['pair'][0]} +{entry['pair'][1]} +{re.escape(entry['why'])}$")

    def test_numbers_read_back_exactly(self):
        odd = (0.1 + 0.2, -1 / 3, 5e-324, 1.7976931348623157e308)
        text = (self.folder / "tiny.urdf").read_text().replace("-1.5", repr(odd[1])).replace("2.25", repr(odd[0]))
        (self.folder / "odd.urdf").write_text(text)
        joint = self.info("odd.urdf")["joints"][0]
        self.assertEqual((joint["lower"], joint["upper"]), (odd[1], odd[0]))


def index_rows():
    """Robots of INDEX.md: name, links, movable joints, mimics, triangles, primitives, has an SRDF."""
    for line in (MODELS / "INDEX.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) != 8 or not cells[3].isdigit():
            continue
        movable, mimics = re.fullmatch(r"(\d+) \(\d+/\d+/(\d+)\)", cells[4]).groups()
        triangles, primitives = re.fullmatch(r"(\d+)(?: \+(\d+))?", cells[5]).groups()
        yield cells[0], int(cells[3]), int(movable), int(mimics), int(triangles), int(primitives or 0), cells[6] == "yes"


@needs_models
class RealRobots(Info):
    def test_counts_are_those_of_the_index(self):
        rows = list(index_rows())
        self.assertGreaterEqual(len(rows), 9)
        for name, links, movable, mimics, triangles, primitives, has_srdf in rows:
            with self.subTest(robot=name):
                folder = MODELS / "robots" / name
                options = ["--srdf", folder / "robot.srdf"] if has_srdf else []
                facts = self.info(folder / "robot.urdf", *options, warnings=True)
                moving = [joint for joint in facts["joints"] if joint["type"] != "fixed"]
                self.assertEqual(len(facts["links"]), links)
                self.assertEqual(len(facts["joints"]), links - 1)
                self.assertEqual(len(moving), movable)
                self.assertEqual(facts["dof"], movable - sum(joint["mimic"] is not None for joint in moving))
                self.assertEqual(sum(link["triangles"] for link in facts["links"]), triangles)
                self.assertEqual(sum(link["primitives"] for link in facts["links"]), primitives)
                self.assertGreater(len(facts["pairs"]), 0)

    def test_environments_are_scenes(self):
        for name, triangles in (("container_floor", 17732), ("cave_simplified", 22405)):
            mesh = next((MODELS / "environments" / name / "meshes").iterdir())
            facts = self.info("tiny.urdf", mesh, warnings=True)
            self.assertEqual([entry["triangles"] for entry in facts["objects"]], [triangles])
            self.assertEqual(facts["objects"][0]["name"], mesh.stem)


# The base class's own tests need no second run.
for inherited in [name for name in vars(Info) if name.startswith("test_")]:
    setattr(RealRobots, inherited, None)
