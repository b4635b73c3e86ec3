"""tocca srdf: the file that MoveIt and tocca read, the JSON, the comparison with an SRDF, what is refused."""
import json
import xml.etree.ElementTree as xml

from program import MODELS, ProgramTest, needs_models

ARM = """<robot name="arm">
 <link name="base"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
 <link name="upper"><collision><origin xyz="0.5 0 0"/><geometry><sphere radius="0.1"/></geometry></collision></link>
 <link name="lower"><collision><origin xyz="0.5 0 0"/><geometry><sphere radius="0.1"/></geometry></collision></link>
 <link name="hand"><collision><geometry><sphere radius="0.05"/></geometry></collision></link>
 <link name="rail"><collision><origin xyz="0 0 2"/><geometry><sphere radius="0.1"/></geometry></collision></link>
 <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
 <joint name="elbow" type="revolute"><parent link="upper"/><child link="lower"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/>
  <limit lower="-3.1" upper="2" effort="1" velocity="1"/></joint>
 <joint name="wrist" type="revolute"><parent link="lower"/><child link="hand"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
 <joint name="slide" type="prismatic"><parent link="base"/><child link="rail"/><axis xyz="1 0 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
</robot>
"""
KEYS = ["pair", "reason", "proven", "disabled", "joints", "proof", "boxes", "samples", "touching"]


class Srdf(ProgramTest):
    def setUp(self):
        super().setUp()
        (self.folder / "arm.urdf").write_text(ARM)

    def survey(self, *options, robot="arm.urdf", **more):
        self.succeed("srdf", robot, "--out", "arm.srdf", "--json", "pairs.json", "--samples", "2000", *options, **more)
        facts = json.loads((self.folder / "pairs.json").read_text())
        root = xml.parse(self.folder / "arm.srdf").getroot()
        listed = {(e.get("link1"), e.get("link2")): e.get("reason") for e in root.iter("disable_collisions")}
        self.assertEqual(listed, {tuple(p["pair"]): p["reason"] for p in facts["pairs"] if p["disabled"]})
        return {tuple(p["pair"]): p for p in facts["pairs"]}, facts, root

    def test_the_file_and_the_json(self):
        pairs, facts, root = self.survey()
        self.assertEqual(list(facts), ["robot", "complete", "default", "pairs", "stats"])
        self.assertEqual(root.get("name"), "arm")
        self.assertEqual(list(facts["pairs"][0]), KEYS)
        reasons = {pair: (p["reason"], p["proven"]) for pair, p in pairs.items()}
        self.assertEqual(reasons[("base", "upper")], ("Adjacent", False))
        self.assertEqual(reasons[("base", "rail")], ("Adjacent", False))
        self.assertEqual(reasons[("upper", "rail")], ("Never", True))
        self.assertEqual(reasons[("hand", "rail")], ("Never", True))
        self.assertEqual(reasons[("base", "lower")], ("Never", True))
        self.assertEqual(reasons[("base", "hand")], (None, False))  # it folds back onto the base
        touching = pairs[("base", "hand")]["touching"]
        self.assertLess(touching["elbow"], -2.9)
        config = ",".join(f"{joint}={value!r}" for joint, value in touching.items())
        done = self.run_program("check", "arm.urdf", "--config", config)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("hand", done.stdout)

    def test_tocca_reads_it_back(self):
        self.survey()
        self.assertEqual(json.loads(self.succeed("info", "arm.urdf", "--srdf", "arm.srdf", "--json", "-"))["pairs"], [["base", "hand"]])
        text = (self.folder / "arm.srdf").read_text()
        self.assertIn("<!-- Never, proven:", text)
        self.assertNotIn("sampled", text)

    def test_what_is_sampled_says_so_and_can_be_left_out(self):
        pairs, _, _ = self.survey("--budget", "1")
        sampled = [pair for pair, p in pairs.items() if p["reason"] == "Never" and not p["proven"]]
        self.assertTrue(sampled)
        self.assertTrue(all(pairs[pair]["proof"] == "budget" and pairs[pair]["samples"] >= 2000 for pair in sampled))
        self.assertIn("<!-- Never, sampled: they touch in none of", (self.folder / "arm.srdf").read_text())
        only, _, _ = self.survey("--budget", "1", "--proven-only")
        for pair, p in only.items():
            self.assertEqual(p["disabled"], p["proven"] or p["reason"] == "Adjacent", pair)
        self.assertNotIn("sampled", (self.folder / "arm.srdf").read_text())

    def test_the_same_for_any_number_of_threads(self):
        texts = set()
        for threads in ("1", "4"):
            self.survey("--budget", "20", "--threads", threads)
            facts = json.loads((self.folder / "pairs.json").read_text())
            del facts["stats"]
            texts.add(json.dumps(facts) + (self.folder / "arm.srdf").read_text())
        self.assertEqual(len(texts), 1)

    def test_compares_with_an_srdf_and_keeps_its_groups(self):
        (self.folder / "given.srdf").write_text("""<robot name="arm"><group name="all"><chain base_link="base" tip_link="hand"/></group>
          <group_state name="home" group="all"><joint name="elbow" value="1"/></group_state>
          <disable_default_collisions link="rail"/>
          <disable_collisions link1="base" link2="hand" reason="Never"/><disable_collisions link1="base" link2="lower" reason="Never"/></robot>""")
        _, facts, root = self.survey("--srdf", "given.srdf")
        self.assertIsNotNone(root.find("group_state"))
        self.assertIsNone(root.find("disable_default_collisions"))
        differs = {tuple(d["pair"]): d for d in facts["differences"]}
        self.assertEqual(differs[("base", "hand")], {"pair": ["base", "hand"], "given": "Never", "found": None, "touches": True})
        self.assertNotIn(("base", "lower"), differs)
        self.assertEqual(differs[("base", "upper")]["given"], None)
        text = self.succeed("srdf", "arm.urdf", "--srdf", "given.srdf", "--out", "new.srdf", "--samples", "2000")
        self.assertIn("base, hand, given as Never, touch:\n    tocca check arm.urdf --config ", text)

    def test_what_the_time_limit_leaves_open_is_checked(self):
        pairs, facts, _ = self.survey("--time-limit", "1e-9")
        self.assertTrue(facts["complete"])
        for pair, p in pairs.items():
            if p["reason"] != "Adjacent":
                self.assertEqual((p["reason"], p["proven"], p["disabled"]), (None, False, False), pair)
        text = self.succeed("srdf", "arm.urdf", "--out", "arm.srdf", "--time-limit", "1e-9")
        self.assertIn("to be checked: not decided", text)
        self.assertRegex(text, r"hand, rail +4 +\d+ +not decided +--time-limit")

    def test_default_pairs_are_named_since_their_contacts_are_lost(self):
        post = """ <link name="post"><collision><geometry><sphere radius="0.05"/></geometry></collision></link>
 <joint name="weld" type="fixed"><parent link="base"/><child link="post"/><origin xyz="2.08 0 0"/></joint>
</robot>"""
        (self.folder / "post.urdf").write_text(ARM.replace("</robot>", post))
        printed = self.succeed("srdf", "post.urdf", "--out", "post.srdf", "--samples", "2000")
        self.assertRegex(printed, r"(?s)contacts are no longer found.*\n +hand, post\n")
        self.assertIn('link1="hand" link2="post" reason="Default"', (self.folder / "post.srdf").read_text())
        printed = self.succeed("srdf", "post.urdf", "--out", "post.srdf", "--samples", "2000", "--proven-only")
        self.assertNotIn("no longer found", printed)

    def test_what_is_refused(self):
        self.refuse("srdf", "arm.urdf", says="--out")
        for option, value, says in (("--samples", "-1", "must not be negative"), ("--budget", "0", "must be at least 1"), ("--time-limit", "0", "greater than 0"),
                                    ("--threads", "0", "--threads")):
            self.refuse("srdf", "arm.urdf", "--out", "x.srdf", option, value, says=says)
        self.refuse("srdf", "arm.urdf", "--out", "arm.urdf", says="is an input file")
        (self.folder / "one.urdf").write_text('<robot name="one"><link name="a"/></robot>')
        self.refuse("srdf", "one.urdf", "--out", "x.srdf", says="fewer than two of its links have geometry")
        self.assertFalse((self.folder / "x.srdf").exists())

    @needs_models
    def test_a_never_of_the_pandas_authors_touches(self):
        folder = MODELS / "robots" / "panda"
        text = self.succeed("srdf", folder / "robot.urdf", "--srdf", folder / "robot.srdf", "--out", "panda.srdf", "--samples", "20000", warnings=True)
        self.assertIn("panda_link2, panda_link6, given as Never, touch:", text)
        self.assertNotIn("sampled", text)  # every Never is proven


class Hint(ProgramTest):
    def test_a_check_that_begins_in_contact_names_the_verb(self):
        (self.folder / "folded.urdf").write_text(ARM.replace('lower="-3.1"', 'lower="-3.2"'))
        done = self.run_program("check", "folded.urdf", "--config", "elbow=-3.14159")
        self.assertEqual(done.returncode, 1)
        self.assertIn("or find out which pairs need no check: tocca srdf folded.urdf --out robot.srdf\n", done.stdout)
