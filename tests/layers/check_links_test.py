"""The check of links must bite: a missing file and a missing heading fail, and nothing else does."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools" / "check_links.py"


class CheckLinks(unittest.TestCase):
    def check(self, files):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in files.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            done = subprocess.run([sys.executable, TOOL, root], capture_output=True, text=True, check=False)
            return done.returncode, done.stdout

    def test_a_missing_file_is_told_with_its_line(self):
        code, out = self.check({"docs/a.md": "# A\n\nsee [b](b.md) and ![c](../c.png)\n", "c.png": ""})
        self.assertEqual(code, 1)
        self.assertIn("docs/a.md:3: there is no b.md", out)
        self.assertNotIn("c.png", out)

    def test_a_missing_picture_of_html_is_told(self):
        code, out = self.check({"a.md": '<img src="docs/demo.png" width="600">\n'})
        self.assertEqual((code, "docs/demo.png" in out), (1, True))

    def test_a_missing_heading_is_told(self):
        code, out = self.check({"a.md": "[b](b.md#walk-a-hand)\n[c](#here)\n", "b.md": "## walk: no hand\n"})
        self.assertEqual(code, 1)
        self.assertIn("b.md has no heading '#walk-a-hand'", out)
        self.assertIn("a.md has no heading '#here'", out)

    def test_good_links_the_web_and_code_pass(self):
        code, out = self.check({
            "a.md": "# `Code` and: words\n## Twice\n## Twice\n[x](b/) [y](b/c.md#deep-1) [z](#code-and-words) [w](#twice-1) <https://e.org> [v](https://e.org/no.md)\n"
                    "`[no](nothing.md)`\n```cpp\n[](nothing.md) { # no heading\n```\n",
            "b/c.md": "# Deep-1\n",
            "build/gone.md": "[x](nothing.md)",
        })
        self.assertEqual((code, out.strip()), (0, "links: clean (2 pages)"))


if __name__ == "__main__":
    unittest.main()
