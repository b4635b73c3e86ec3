"""Every public thing is documented, its examples run, its types are true."""
import ast
import doctest
import inspect
import os
import pathlib
import pydoc
import re
import subprocess
import sys

import numpy as np
import pytest
from conftest import CORPUS, ROOT

import tocca

STUBS = ROOT / "bindings/python/tocca/_engine.pyi"


def public():
    """(name, object) of everything that users call, methods included."""
    for name in tocca.__all__:
        thing = getattr(tocca, name)
        if not callable(thing):
            continue
        yield name, thing
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                if not member.startswith("_"):
                    yield f"{name}.{member}", value


EXAMPLES = [(name, thing.__doc__) for name, thing in public() if ">>>" in (thing.__doc__ or "")]


@pytest.mark.parametrize("name, text", EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_examples_run(name, text, monkeypatch):
    monkeypatch.chdir(CORPUS)
    test = doctest.DocTestParser().get_doctest(text, {"tocca": tocca, "np": np}, name, None, None)
    lines = []
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test, out=lines.append)
    assert not lines, "".join(lines)


def test_there_are_examples():
    assert len(EXAMPLES) >= 15


def test_everything_that_is_called_is_documented():
    bare = [name for name, thing in public() if not (thing.__doc__ or "").strip() and not isinstance(thing, property)]
    assert bare == []


def test_help_is_worth_reading():
    text = pydoc.plain(pydoc.render_doc(tocca))
    for word in ("Proves that a robot's motion is free", "class Checker", "check_edges(edges, *, any=False)", "load_robot(file"):
        assert word in text


def test_stubs_name_what_there_is():
    """The same names on both sides, classes and their members."""
    tree = ast.parse(STUBS.read_text())
    stubbed = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            stubbed[node.name] = {m.name for m in node.body if isinstance(m, ast.FunctionDef) and not m.name.startswith("_")}
            stubbed[node.name] |= {m.target.id for m in node.body if isinstance(m, ast.AnnAssign)}
        elif isinstance(node, ast.FunctionDef):
            stubbed[node.name] = set()
    for name in tocca.__all__:
        thing = getattr(tocca, name)
        if not callable(thing) or name in ("InputError", "InputWarning"):
            continue
        assert name in stubbed
        if inspect.isclass(thing):
            assert stubbed[name] == {m for m in vars(thing) if not m.startswith("_")}, name
    assert set(stubbed) == {name for name in tocca.__all__ if callable(getattr(tocca, name))}


def test_signatures_in_docstrings_are_those_of_the_stubs():
    """Each docstring begins with the call that people write: same names, same order as in the stubs."""
    tree = ast.parse(STUBS.read_text())
    for node in ast.walk(tree):
        if not isinstance(node, ast.ClassDef):
            continue
        for method in node.body:
            if not isinstance(method, ast.FunctionDef) or method.name.startswith("_") or method.decorator_list:
                continue
            names = [a.arg for a in method.args.args[1:] + method.args.kwonlyargs]
            doc = getattr(getattr(tocca, node.name), method.name).__doc__
            head = re.match(rf"{method.name}\((.*?)\)\n|{method.name}\((.*?)\)$", doc, re.S)
            assert head, (node.name, method.name, doc)
            given = re.findall(r"(?:^|, )(\w+)(?==|,|$)", head[1] or head[2] or "")
            assert given == names, (node.name, method.name)


def mypy(*files):
    environment = dict(os.environ, MYPYPATH=str(ROOT / "bindings/python"))
    return subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, *map(str, files)], capture_output=True, text=True, env=environment, cwd="/"
    )


@pytest.mark.skipif(subprocess.run([sys.executable, "-m", "mypy", "--version"], capture_output=True).returncode != 0, reason="mypy is not here")
def test_types_are_strict(tmp_path):
    examples = sorted((ROOT / "examples/python").glob("*.py"))
    run = mypy(ROOT / "bindings/python/tocca", *examples)
    assert run.returncode == 0, run.stdout + run.stderr
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import tocca\nrobot = tocca.load_robot(17)\ntocca.Checker(robot).check([0], speed=1)\nx: int = tocca.Box((1, 1, 1)).size\n")
    run = mypy(wrong)
    assert run.returncode == 1 and "Found 3 errors" in run.stdout, run.stdout


def test_import_is_quick_and_needs_no_numpy():
    program = "import sys, tocca; print('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout == "False\n"
