"""Sources share a group only where no name of one can mean something else in another."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools" / "unity_groups.py"
SUM = "namespace tocca {\nnamespace {\n\ndouble sum(double a) { return a; }\n\n}  // namespace\n}  // namespace tocca\n"


class UnityGroups(unittest.TestCase):
    def groups(self, files, size=4):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = pathlib.Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            sources = [str(pathlib.Path(folder, name)) for name in files if name.endswith(".cpp")]
            done = subprocess.run([sys.executable, TOOL, str(size), *sources], capture_output=True, text=True, check=True)
            return [[pathlib.Path(name).stem for name in line.split()] for line in done.stdout.splitlines()]

    def test_strangers_share_a_group_up_to_its_size_and_never_leave_their_folder(self):
        self.assertEqual(self.groups({"b/c.cpp": "", "a/a.cpp": "", "a/b.cpp": "", "a/d.cpp": ""}, 2), [["a", "b"], ["d"], ["c"]])

    def test_the_same_name_twice_parts_them(self):
        self.assertEqual(self.groups({"a.cpp": SUM, "b.cpp": SUM}), [["a"], ["b"]])
        self.assertEqual(self.groups({"a.cpp": SUM, "b.cpp": SUM.replace("double sum(double a) {", "struct sum {")}), [["a"], ["b"]])

    def test_nor_does_a_name_outside_unnamed_namespaces_meet_one_inside(self):
        alias = "namespace tocca {\n\nusing sum = double;\n\n}  // namespace tocca\n"
        self.assertEqual(self.groups({"a.cpp": SUM, "b.cpp": alias, "c.cpp": alias}), [["a"], ["b"], ["c"]])
        self.assertEqual(self.groups({"a.cpp": SUM, "b.cpp": "double sum(int a) {\n  return a;\n}\n"}), [["a"], ["b"]])

    def test_a_call_of_a_headers_function_is_not_caught_by_a_neighbours(self):
        header = "namespace tocca {\ndouble sum(double a);\n}  // namespace tocca\n"
        caller = '#include "all.hpp"\nnamespace tocca {\ndouble twice(double a) { return sum(sum(a)); }\n}  // namespace tocca\n'
        files = {"sum.hpp": header, "all.hpp": '#include "sum.hpp"\n#include "all.hpp"\n', "a.cpp": SUM, "b.cpp": caller}
        self.assertEqual(self.groups(files), [["a"], ["b"]])

    def test_a_constant_stays_away_from_locals_that_would_shadow_it(self):
        constant = "namespace {\n\nconstexpr std::array<double, 2> limits = {0, 1};\n\n}  // namespace\n"
        self.assertEqual(self.groups({"a.cpp": constant, "b.cpp": "int f() {\n  int limits = 1;\n  return limits;\n}\n"}), [["a"], ["b"]])
        self.assertEqual(self.groups({"a.cpp": constant, "b.cpp": '// limits\nconst char* f() { return "limits"; }\n'}), [["a", "b"]])
        self.assertEqual(self.groups({"a.cpp": "#define LIMIT 1\n", "b.cpp": "enum class E { LIMIT };\n"}), [["a"], ["b"]])

    def test_what_one_file_opens_the_other_opens_too(self):
        opened = "namespace {\n\nusing namespace oracle;\nusing testing::Draw;\n\n}  // namespace\n"
        self.assertEqual(self.groups({"a.cpp": opened, "b.cpp": opened, "c.cpp": ""}), [["a", "b"], ["c"]])

    def test_a_class_with_members_that_only_its_file_knows_stays_alone(self):
        own = "namespace {\n\nstruct Part {};\n\n}  // namespace\nstruct Whole::State {\n  Part part;\n};\n"
        self.assertEqual(self.groups({"a.cpp": own, "b.cpp": ""}), [["a"], ["b"]])
        self.assertEqual(self.groups({"a.cpp": own.replace("  Part part", "  int part"), "b.cpp": ""}), [["a", "b"]])


if __name__ == "__main__":
    unittest.main()
