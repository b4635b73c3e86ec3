"""tocca linear: the contract's JSON, exit codes, fractions of any length, bad files; the public sample queries."""
import fractions
import json

from program import MODELS, ProgramTest, needs_models

FACE = ((0, 0, 0), (1, 0, 0), (0, 1, 0))


def still(*vertices):
    return [*vertices, *vertices]


def falling(x, y, height, depth):
    """A vertex that falls from height to depth onto a face that lies still."""
    return [(x, y, height), *FACE, (x, y, depth), *FACE]


def csv(queries, truths=None):
    lines = []
    for k, query in enumerate(queries):
        for vertex in query:
            numbers = [fractions.Fraction(x) for x in vertex]
            fields = [str(part) for number in numbers for part in (number.numerator, number.denominator)]
            lines.append(",".join(fields + ([str(truths[k])] if truths else [])))
    return "\n".join(lines) + "\n"


class Linear(ProgramTest):
    def ask(self, text, kind, *options, code, warnings=False):
        (self.folder / "queries.csv").write_text(text)
        done = self.run_program("linear", "queries.csv", "--kind", kind, "--json", "-", *options)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertEqual("warning" in done.stderr, warnings, done.stderr)
        answer = json.loads(done.stdout)
        self.assertEqual(list(answer), ["rows", "micros_per_query", "truth"])
        for index, row in enumerate(answer["rows"]):
            self.assertEqual(list(row), ["index", "verdict", "time"])
            self.assertEqual(row["index"], index)
            self.assertIn(row["verdict"], ("free", "contact"))
            self.assertLessEqual(row["time"][0], row["time"][1])
        return answer

    def verdicts(self, *arguments, **more):
        return [row["verdict"] for row in self.ask(*arguments, **more)["rows"]]

    def test_first_contact_is_bracketed(self):
        third = fractions.Fraction(1, 4)
        answer = self.ask(csv([falling(third, third, 1, -3), falling(2, 2, 1, -1)]), "vf", code=1)
        self.assertEqual([row["verdict"] for row in answer["rows"]], ["contact", "free"])
        lo, hi = answer["rows"][0]["time"]
        self.assertTrue(lo <= 0.25 <= hi and hi - lo <= 1e-6)
        self.assertEqual(answer["rows"][1]["time"], [0, 1])
        self.assertIsNone(answer["truth"])
        self.assertGreater(answer["micros_per_query"], 0)

    def test_borders_are_exact(self):
        queries = [falling(0, 0, 1, -1), falling(fractions.Fraction(1, 2), fractions.Fraction(1, 2), 1, -1),
                   falling(fractions.Fraction(-1, 2**60), 0, 1, -1), falling(0, 0, 1, 0), falling(0, 0, 1, fractions.Fraction(1, 2**70)),
                   falling(0, 0, 0, 5)]
        self.assertEqual(self.verdicts(csv(queries), "vf", code=1), ["contact", "contact", "free", "contact", "free", "contact"])

    def test_edges_that_slide_along_each_other(self):
        parallel = still((0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0))
        sliding = [(0, 0, 0), (1, 0, 0), (3, 0, 0), (4, 0, 0), (0, 0, 0), (1, 0, 0), (0, 0, 0), (1, 0, 0)]
        answer = self.ask(csv([parallel, sliding]), "ee", code=1)
        self.assertEqual([row["verdict"] for row in answer["rows"]], ["free", "contact"])
        lo, hi = answer["rows"][1]["time"]
        self.assertTrue(lo <= 2 / 3 <= hi)

    def test_free_is_exit_code_0(self):
        self.assertEqual(self.verdicts(csv([falling(2, 2, 1, -1)]), "vf", code=0), ["free"])

    def test_separation(self):
        text = csv([falling(0, 0, 2, fractions.Fraction(1, 2))])
        self.assertEqual(self.verdicts(text, "vf", code=0), ["free"])
        self.assertEqual(self.verdicts(text, "vf", "--separation", "0.4999", code=0), ["free"])
        row = self.ask(text, "vf", "--separation", "1", code=1)["rows"][0]
        self.assertTrue(row["time"][0] <= 2 / 3 <= row["time"][1] + 1e-6)

    def test_truth_is_counted(self):
        text = csv([falling(0, 0, 1, -1), falling(0, 0, 1, -1), falling(2, 2, 1, -1)], [1, 0, 1])
        self.assertEqual(self.ask(text, "vf", code=1)["truth"], {"false_negatives": 1, "false_positives": 1})
        self.assertIn("1 missed, 1 false alarm\n", self.run_program("linear", "queries.csv", "--kind", "vf").stdout)

    def test_fractions_of_any_length(self):
        long = fractions.Fraction(10**40 + 1, 2**10 * (10**40 + 1))  # 1 / 1024, not in lowest terms
        lines = csv([falling(0, 0, 1, -1)]).replace("\n", "\n")
        lines = lines.replace("1,1,0,1,0,1", f"{10**40},{10**40},0,1,0,1")
        self.assertEqual(self.verdicts(lines, "vf", code=1), ["contact"])
        self.assertEqual(long, fractions.Fraction(1, 1024))

    def test_what_is_no_double_is_never_missed(self):
        third = fractions.Fraction(1, 3)
        touching = [(third, third, 1), (third, 0, 0), (0, third, 0), (third, third, 0), (third, third, 0), (third, 0, 0), (0, third, 0), (third, third, 0)]
        self.assertEqual(self.verdicts(csv([touching]), "vf", code=1, warnings=True), ["contact"])
        self.assertEqual(self.verdicts(csv([falling(third + 2, third, 1, -1)]), "vf", code=0, warnings=True), ["free"])

    def test_fractions_of_four_hundred_digits_that_are_no_doubles(self):
        big = 10**400 + 1
        near = lambda x: fractions.Fraction(int(x * big) * 3 + 1, 3 * big)  # x, and a little that no double can hold
        touching = [(0, 0, 1), *FACE, (0, 0, near(0)), *FACE]  # 1e-401 above the face: free, within what rounding may change
        above = [(0, 0, 1), *FACE, (0, 0, near(1) / 1024), *FACE]
        self.assertEqual(self.verdicts(csv([touching, above]), "vf", code=1, warnings=True), ["contact", "free"])

    def test_a_file_written_by_hand(self):
        text = csv([falling(0, 0, 1, -1), falling(2, 2, 1, -1)])
        text = text.replace("0,1,0,1,-1,1", "-0,7,+0,1,1,-1").replace("\n", "\r\n\r\n")  # other spellings, blank lines
        self.assertEqual(self.verdicts(text, "vf", code=1), ["contact", "free"])

    def test_coordinates_at_the_end_of_the_doubles(self):
        for unit in (10**300, fractions.Fraction(1, 2**1000)):
            unit = fractions.Fraction(float(unit))
            text = csv([falling(0, 0, 4 * unit, -4 * unit)])
            for separation, first in ((0, 0.5), (float(unit), 0.375)):
                lo, hi = self.ask(text, "vf", "--separation", repr(separation), code=1)["rows"][0]["time"]
                self.assertTrue(abs(lo - first) < 1e-6 and lo <= hi <= lo + 1e-6, (unit, lo, hi))

    def test_threads_do_not_matter(self):
        text = csv([falling(fractions.Fraction(k, 1000), 0, 1, -1) for k in range(-100, 3000, 1)])
        rows = [self.ask(text, "vf", "--threads", n, code=1, warnings=True)["rows"] for n in (1, 2)]
        self.assertEqual(rows[0], rows[1])

    def test_bad_input(self):
        good = csv([falling(0, 0, 1, -1)])
        file = self.folder / "queries.csv"
        for text, says in ((good.replace("1,1,0,1,0,1", "x,1,0,1,0,1"), "'x' is not a whole number"), (good.replace("1,1,0,1,0,1", "1,0,0,1,0,1"), "denominator is zero"),
                           (good.replace("1,1,0,1,0,1", "1,1,0,1,0"), "5 fields"), (good.replace("1,1,0,1,0,1", "1,1,0,1,0,1,1"), "7 fields where"),
                           (good[: good.rindex("0,1,1,1")], "ends 1 row before"), ("", "no query"), (good.replace("1,1,0,1,0,1", "1.5,1,0,1,0,1"), "'1.5'"),
                           (good.replace("1,1,0,1,0,1", "nan,1,0,1,0,1"), "'nan'"), (good.replace("1,1,0,1,0,1", f"{10**400},1,0,1,0,1"), "beyond the range"),
                           (csv([falling(0, 0, 1, -1)], [2]), "neither 0 nor 1")):
            file.write_text(text)
            self.refuse("linear", "queries.csv", "--kind", "vf", says="queries.csv.*" + says)
        file.write_text(good)
        self.refuse("linear", "queries.csv", says="--kind")
        self.refuse("linear", "queries.csv", "--kind", "ve", says="unknown kind 've'")
        self.refuse("linear", "queries.csv", "--kind", "vf", "--separation", "-1", says="--separation")
        self.refuse("linear", "queries.csv", "--kind", "vf", "--separation", "nan", says="--separation")
        self.refuse("linear", "queries.csv", "--kind", "vf", "--threads", "-1", says="--threads")
        self.refuse("linear", "no-such.csv", "--kind", "vf", says="no-such.csv")

    @needs_models
    def test_public_samples_are_answered_exactly(self):
        queries = contacts = 0
        for file in sorted((MODELS / "queries").glob("*/*/*.csv")):
            kind = "vf" if file.parent.name == "vertex-face" else "ee"
            answer = json.loads(self.run_program("linear", file, "--kind", kind, "--json", "-").stdout)
            self.assertEqual(answer["truth"], {"false_negatives": 0, "false_positives": 0}, file)
            queries += len(answer["rows"])
            contacts += sum(row["verdict"] == "contact" for row in answer["rows"])
        self.assertEqual((queries, contacts), (4779, 317))
