"""Pages: in files and in notebooks."""
import re

import pytest
from conftest import CORPUS

import tocca


def test_a_path_becomes_a_page(tmp_path, arm, checker):
    result = checker.check_path(tocca.load_path(CORPUS / "path.csv", arm))
    result.report(tmp_path / "path.html")
    page = (tmp_path / "path.html").read_text()
    assert page.lstrip().lower().startswith("<!doctype html>") and "two_link_arm" in page
    assert [file.name for file in tmp_path.iterdir()] == ["path.html"]


def test_answers_show_themselves_in_notebooks(checker):
    plan = checker.plan([0, 0], [1.5, 0])
    for answer in (checker.check_path([[0, 0], [0.3, 0]]), plan, checker.smooth(plan.path), checker.repair([[0, 0], [1.5, 0]])):
        html = answer._repr_html_()
        frame = re.fullmatch(r'<iframe style="[^"]*" srcdoc="([^"]*)"></iframe>', html)
        assert frame and "&lt;" not in frame[1][:20] and "<!doctype html>" in frame[1][:40].lower()


def test_a_verdict_is_a_small_table(arm):
    scene = tocca.Scene()
    scene.add_sphere("a<b & c", 0.1, xyz=(0, 1.5, 0))
    checker = tocca.Checker(arm, scene)
    table = checker.check([0, 0], [1.57, 0])._repr_html_()
    assert table.startswith("<table>") and len(table) < 2000 and "contact" in table and "a&lt;b &amp; c" in table and "a<b" not in table
    assert "free, proven" in checker.check([0, 0])._repr_html_()
    assert "undecided (budget)" in tocca.Checker(arm, scene, budget=1).check([0, 0], [1.57, 0])._repr_html_()


def test_no_plan_shows_no_page(checker):
    plan = checker.plan([0.6, 0], [1.5, 0])
    assert plan._repr_html_() is None
    with pytest.raises(tocca.InputError, match="no path was found"):
        plan.report("plan.html")


def test_places_that_cannot_be_written(tmp_path, checker):
    result = checker.check_path([[0, 0], [0.3, 0]])
    with pytest.raises(tocca.InputError, match="is a folder"):
        result.report(tmp_path)
    with pytest.raises(tocca.InputError, match="cannot be written"):
        result.report(tmp_path / "no" / "such" / "folder.html")
    with pytest.raises(tocca.InputError, match="part of a path"):
        result.segments[0].report(tmp_path / "x.html")
    assert list(tmp_path.iterdir()) == []


def test_a_timed_path_has_a_clock_in_seconds(tmp_path, checker):
    path = tocca.Path([[0, 0], [0.3, 0]], times=[2, 5])
    checker.check_path(path).report(tmp_path / "x.html")
    assert '"s"' in (tmp_path / "x.html").read_text()
