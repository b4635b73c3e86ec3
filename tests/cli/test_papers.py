"""docs/papers.md: every command that it names exists, with its options, benchmarks and scenes; and every file."""
import re

from program import HERE, ProgramTest

PROJECT = HERE.parent.parent
PAGE = (PROJECT / "docs" / "papers.md").read_text()
COMMANDS = re.findall(r"`tocca ([a-z]+)([^`]*)`", PAGE)


class Papers(ProgramTest):
    def names(self, *arguments):
        """First words of the rows that a verb lists."""
        return set(re.findall(r"(?m)^  ([a-z][\w-]*)  ", self.succeed(*arguments)))

    def test_commands_have_the_options_that_the_page_gives_them(self):
        self.assertGreater(len(COMMANDS), 60)
        known = {}
        for verb, rest in COMMANDS:
            if verb not in known:
                known[verb] = self.succeed(verb, "--help")
            for option, value in re.findall(r"(--[a-z-]+)(?: ([\w.+-]+))?", rest):
                with self.subTest(command=f"tocca {verb}{rest}"):
                    line = re.search(rf"(?m)^  (?:--[a-z-]+, )?{option}(?![\w-]).*$", known[verb])
                    self.assertTrue(line, f"{verb} has no {option}")
                    choices = re.match(rf"  {option} ([a-z-]+(?:\|[a-z-]+)+)", line.group())
                    if choices and value:
                        self.assertIn(value, choices.group(1).split("|"))

    def test_benchmarks_and_scenes_are_listed(self):
        benchmarks, scenes = self.names("bench", "--list"), self.names("scene", "--list")
        for verb, rest in COMMANDS:
            words = [word for word in rest.split() if not word.startswith("--")]
            for word in words if verb in ("bench", "scene") else []:
                self.assertIn(word, (benchmarks if verb == "bench" else scenes) | {"NAME"})

    def test_every_table_of_a_paper_is_on_the_page(self):
        tables = self.succeed("bench", "--list").split("table of a paper")[1]
        for name in re.findall(r"(?m)^  ([a-z][\w-]*)  ", tables):
            self.assertIn(f"`tocca bench {name}`", PAGE)

    def test_files_are_there(self):
        for name in re.findall(r"`([a-z]+(?:/[a-z_]+)+)`", PAGE):
            with self.subTest(name=name):
                places = [folder for part in ("src", "include/tocca") for folder in (PROJECT / part / name).parent.glob(f"{name.split('/')[-1]}*")]
                self.assertTrue(places, f"no file or folder is called {name}")


if __name__ == "__main__":
    import unittest
    unittest.main()
