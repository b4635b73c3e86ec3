"""Files of screw motions that are wrong."""
NAMES = [f"{pose}.{part}" for pose in ("a0", "a1", "b0", "b1") for part in ("x", "y", "z", "qx", "qy", "qz", "qw")]
VALUES = ["0", "0", "0", "0", "0", "0", "1"] * 4


def table(names, *rows):
    return "\n".join(",".join(fields) for fields in [names, *rows]) + "\n"


def with_value(name, value):
    values = list(VALUES)
    values[NAMES.index(name)] = value
    return table(NAMES, values)


def add_all(folder):
    folder.screws("screws: good", table(NAMES, VALUES), outcome="accepted")
    folder.screws("screws: good, with turns", table([*NAMES, "turns"], [*VALUES, "-2"]), outcome="accepted")
    folder.screws("screws: quaternions of any length", with_value("b1.qw", "1e-200"), outcome="accepted")
    folder.screws("screws: empty", "", "is empty")
    folder.screws("screws: header alone", table(NAMES), "no rows")
    folder.screws("screws: a column too few", table(NAMES[:-1], VALUES[:-1]), "'b1.qw' is missing")
    folder.screws("screws: a column twice", table([*NAMES, "a0.x"], [*VALUES, "0"]), "twice")
    folder.screws("screws: an unknown column", table([*NAMES, "turn"], [*VALUES, "0"]), "did you mean 'turns'")
    folder.screws("screws: a row too short", table(NAMES, VALUES[:-1]), "line 2: has 27 fields")
    folder.screws("screws: a row too long", table(NAMES, VALUES, [*VALUES, "0"]), "line 3: has 29 fields")
    folder.screws("screws: an open quote", table(NAMES, ['"0', *VALUES[1:]]), "quote")
    folder.screws("screws: zero bytes", b"\0\0\0\0")
    for value in ("nan", "inf", "-1e999", "x", "", "0x10", "1 2"):
        folder.screws(f"screws: {value!r} for a number", with_value("a1.y", value), "line 2, column 'a1.y'")
    folder.screws("screws: far beyond", with_value("b0.z", "-1e300"), "beyond 1e9 m")
    zero = list(VALUES)
    zero[6] = "0"
    folder.screws("screws: a zero quaternion", table(NAMES, VALUES, zero), "line 3, column 'a0.qx': a zero quaternion")
    for turns in ("0.5", "1001", "-1e300"):
        folder.screws(f"screws: {turns} turns", table([*NAMES, "turns"], [*VALUES, turns]), "whole number")
