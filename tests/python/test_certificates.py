"""Certificates from Python: the same proofs that the command line writes, and the auditor's word on them."""
import pytest
from conftest import CORPUS

import tocca


@pytest.fixture
def checker():
    return tocca.Checker(tocca.load_robot(CORPUS / "robot.urdf"), tocca.load_scene(CORPUS / "scene.json"))


def test_a_free_path_is_proven_and_audited(checker, tmp_path):
    file = tmp_path / "path.proof"
    assert checker.check_path([[0, 0], [0.2, -1], [0.3, 0]], certificate=file)
    audit = tocca.audit(file, threads=2)
    assert audit and (audit.outcome, audit.claim, audit.segments) == ("valid", "free", 2)
    assert audit.pairs_checked > 0 and audit.leaves > 0 and audit.contact is None and audit.reason == ""


def test_a_contact_is_witnessed(checker, tmp_path):
    file = tmp_path / "path.proof"
    result = checker.check_path([[0, 0], [1.5, 0]], certificate=file)
    segment, (free_until, touching), pair = tocca.audit(file).contact
    assert result.outcome == "contact" and tocca.audit(file).claim == "contact"
    assert segment == result.first[0] and set(pair) in [set(p) for p in result.first[1].pairs]
    assert (free_until, touching) == result.first[1].time


def test_a_changed_byte_is_noticed(checker, tmp_path):
    file = tmp_path / "path.proof"
    checker.check_path([[0, 0], [0.3, 0]], certificate=file)
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    audit = tocca.audit(file)
    assert not audit and audit.outcome == "unreadable" and "checksum" in audit.reason


def test_what_makes_no_sense_is_refused(checker, tmp_path):
    with pytest.raises(tocca.InputError, match="up to its first contact"):
        checker.check_path([[0, 0], [0.3, 0]], every=True, certificate=tmp_path / "x")
    with pytest.raises(tocca.InputError, match="cannot be written"):
        checker.check_path([[0, 0], [0.3, 0]], certificate=tmp_path / "none" / "x")
    with pytest.raises(tocca.InputError, match="cannot be read"):
        tocca.audit(tmp_path / "none")
    assert not list(tmp_path.iterdir())
