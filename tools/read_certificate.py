#!/usr/bin/env python3
"""read_certificate.py FILE [--statement] [--ignore-checksums]: reads a certificate and checks every rule again, in exact fractions.

Written from docs/certificate-format.md and docs/maths/certificate.md, not from the auditor: the specification that runs, and a second
opinion. It is slow, and meant for small certificates: an arm among a few boxes takes a tenth of a second, some ten thousand leaves or triangles
half a minute. tocca-audit is the program for the others.

Exit code: 0 valid, 1 rejected, 2 unreadable or wrong usage; one line says which and why. --statement prints what is claimed instead, and checks
no rule. --ignore-checksums is for attacks on the rules themselves.
"""
import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from certificate.layout import Rejected, Unreadable, read_blocks  # noqa: E402
from certificate.page import page  # noqa: E402
from certificate.rules import audit  # noqa: E402


def summary(found):
    what = "free" if found.claim.free else f"free until a contact ({found.contact})"
    return (f"{what}, {found.segments} segments, {found.checked} pairs of bodies proven apart by {found.leaves} leaves, "
            f"{found.left_out} left out")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--statement", action="store_true", help="print what is claimed, for a person to read")
    parser.add_argument("--ignore-checksums", action="store_true", help="for attacks on the rules themselves")
    arguments = parser.parse_args()
    try:
        with open(arguments.file, "rb") as file:
            blocks = read_blocks(file, arguments.ignore_checksums)
            if arguments.statement:
                print(*page(blocks), sep="\n")
            else:
                print(f"valid: {arguments.file}: {summary(audit(blocks))}")
        return 0
    except Rejected as error:
        print(f"{arguments.file}: rejected: {error}", file=sys.stderr)
        return 1
    except Unreadable as error:
        print(f"{arguments.file}: unreadable: {error}", file=sys.stderr)
    except OSError as error:
        print(f"{arguments.file}: cannot be read: {error.strerror}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
