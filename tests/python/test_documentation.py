"""Every public thing is documented, its examples run, its types are true."""
import ast
import doctest
import inspect
import os
import pathlib
import pydoc
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


DOCUMENTED = [(name, thing, inspect.getdoc(thing) or "") for name, thing in public()]
EXAMPLES = [(name, text) for name, _, text in DOCUMENTED if ">>>" in text]


@pytest.mark.parametrize("name, text", EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_examples_run(name, text, tmp_path, monkeypatch, has_page):
    if ".report(" in text and not has_page:
        pytest.skip("this build has no page")
    for file in CORPUS.iterdir():  # some examples write files
        (tmp_path / file.name).write_bytes(file.read_bytes())
    monkeypatch.chdir(tmp_path)
    test = doctest.DocTestParser().get_doctest(text, {"tocca": tocca, "np": np}, name, None, None)
    lines = []
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test, out=lines.append)
    assert not lines, "".join(lines)


def test_everything_is_documented():
    """Whatever users can name has a docstring, and what they can call has an example, which the test above runs."""
    assert [name for name, _, text in DOCUMENTED if not text.strip()] == []
    called = [(name, text) for name, thing, text in DOCUMENTED if not isinstance(thing, property)]
    assert [name for name, text in called if ">>>" not in text] == []
    assert len(called) > 70  # the walk above has not become empty


def test_constants_and_numbers_are_told():
    assert all(name in tocca.__doc__ for name in ("FREE", "CONTACT", "UNDECIDED", "__version__"))


def test_help_is_worth_reading():
    text = pydoc.plain(pydoc.render_doc(tocca))
    for word in ("Proves that a robot's motion is free", "class Checker", "check_edges(self, edges, *, any=False)", "load_robot(file"):
        assert word in text
    assert "check(self, q0, q1=None)" in pydoc.plain(pydoc.render_doc(tocca.Checker.check))


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


def stubbed_signature(function):
    """Names, kinds and defaults, as inspect has them."""
    given = function.args
    kinds = inspect.Parameter
    defaults = [kinds.empty] * (len(given.args) - len(given.defaults)) + [ast.literal_eval(node) for node in given.defaults]
    parameters = [(a.arg, kinds.POSITIONAL_OR_KEYWORD, default) for a, default in zip(given.args, defaults)]
    parameters += [(a.arg, kinds.KEYWORD_ONLY, kinds.empty if node is None else ast.literal_eval(node)) for a, node in zip(given.kwonlyargs, given.kw_defaults)]
    return parameters


def own_signature(thing):
    return [(p.name, p.kind, p.default) for p in inspect.signature(thing).parameters.values()]


def test_signatures_are_those_of_the_stubs():
    """What help() and inspect.signature() tell is what the stubs say: names, kinds, defaults; and a bound method has no self."""
    compared = 0
    for node in ast.parse(STUBS.read_text()).body:
        if isinstance(node, ast.FunctionDef):
            assert own_signature(getattr(tocca, node.name)) == stubbed_signature(node), node.name
        if not isinstance(node, ast.ClassDef):
            continue
        for method in node.body:
            if not isinstance(method, ast.FunctionDef) or method.decorator_list or (method.name.startswith("_") and method.name != "__init__"):
                continue
            made = method.name == "__init__"
            thing = getattr(tocca, node.name) if made else getattr(getattr(tocca, node.name), method.name)
            assert own_signature(thing) == stubbed_signature(method)[made:], (node.name, method.name)
            compared += 1
    assert compared > 40
    world = tocca.World()
    assert str(inspect.signature(world.distance)) == "(a, b)"


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
