"""A statement on a page that a person can read. Proves nothing."""
from .layout import (BOX, CAPSULE, CLAIM, CONE, CYLINDER, FIXED, FREE, HULL, MESH, SEGMENT, SLIDE, SPHERE, STATEMENT, TURN, Unreadable,
                     read_claim, read_segment, read_statement)

SHAPES = {SPHERE: "sphere", CAPSULE: "capsule", BOX: "box", CYLINDER: "cylinder", CONE: "cone", HULL: "hull", MESH: "mesh"}
FRAMES = {FIXED: "fixed", TURN: "turns", SLIDE: "slides", FREE: "free"}


def placed_text(placement):
    """Nothing for the identity."""
    text = f" at {placement.translation}" if any(placement.translation) else ""
    return text + (f" turned by {placement.rows}" if placement.rows != ((1, 0, 0), (0, 1, 0), (0, 0, 1)) else "")


def shape_text(collider):
    if collider.shape == MESH:
        text = f"mesh of {len(collider.triangles)} triangles"
    elif collider.shape == HULL:
        text = f"hull of {len(collider.vertices)} points"
    else:
        text = f"{SHAPES[collider.shape]} {' x '.join(map(repr, collider.size))}"
    return text + placed_text(collider.placement)


def frame_text(statement, number):
    frame = statement.frames[number]
    text = f"  {number} in {'the world' if frame.parent < 0 else frame.parent}: {FRAMES[frame.kind]}"
    if frame.kind == FREE:
        return text + " (given in each segment)"
    if frame.kind != FIXED:
        text += f" by {statement.coordinates[frame.coordinate]} times {frame.multiplier!r} plus {frame.offset!r}, axis {frame.axis}"
    return text + placed_text(frame.placement)


def group_text(group):
    yield f"  in {'the world' if group.frame < 0 else f'frame {group.frame}'}"
    for body in group.bodies:
        yield f"    {body.name}{placed_text(body.placement)}: {', '.join(map(shape_text, body.colliders))}"


def pair_text(statement, pair):
    names = " - ".join(", ".join(body.name for body in statement.groups[group].bodies) for group in (pair.a, pair.b))
    level = f"checked, clearance {pair.clearance!r} m" if pair.reason == 0 else f"left out: {statement.reasons[pair.reason - 1]}"
    return f"  {names}: {level}"


def statement_lines(statement):
    yield f"Written by {statement.producer}; tolerance {statement.tolerance!r} m; {'one path' if statement.continuous else 'separate edges'}"
    yield "Inputs"
    for file in statement.inputs:
        yield f"  {file.role} {file.name}: SHA-256 {file.digest.hex()}"
    yield "Frames"
    yield from (frame_text(statement, i) for i in range(len(statement.frames)))
    yield "Bodies (lengths in metres)"
    for group in statement.groups:
        yield from group_text(group)
    yield "Pairs (of groups that rest in one frame)"
    yield from (pair_text(statement, pair) for pair in statement.pairs)
    yield "Path (angles in radians, lengths in metres)"


def segment_text(statement, segment):
    text = f"  segment {segment.index} from {segment.start!r} to {segment.end!r}, free until {segment.until!r}:"
    for name, law in zip(statement.coordinates, segment.laws):
        text += f" {name}=" + "..".join(map(repr, law.control)) + (f"±{law.radius!r}" if law.radius else "")
    for pair, reason in segment.exempt.items():
        text += f"; not checked: pair {pair} ({statement.reasons[reason - 1]})"
    return text


def page(blocks):
    """The lines of the page; everything is read and no rule is checked."""
    kind, data = next(blocks, (None, None))
    if kind != STATEMENT:
        raise Unreadable("the statement is missing")
    statement = read_statement(data)
    yield from statement_lines(statement)
    for kind, data in blocks:
        if kind == SEGMENT:
            yield segment_text(statement, read_segment(statement, data))
        elif kind == CLAIM:
            claim = read_claim(statement, data)
            yield "Claim: free all the way." if claim.free else f"Claim: free until the last segment's end, then contact at t = {claim.time!r}."
            return
        else:
            raise Unreadable("there are two statements")
    raise Unreadable("the claim is missing: the file ends too early")
