"""Proves that a robot's motion is free of collisions, or finds the first contact.

A first question::

    import tocca

    robot = tocca.load_robot("arm.urdf", srdf="arm.srdf")
    scene = tocca.load_scene("cell.json")                  # or tocca.Scene(), then scene.add_box(...)
    checker = tocca.Checker(robot, scene, clearance=0.005)

    verdict = checker.check(q0, q1)                        # True only if proven free
    verdict.outcome, verdict.time, verdict.pairs           # 'contact', (0.4123, 0.4123), [('link4', 'shelf')]

    result = checker.check_path(tocca.load_path("path.csv", robot))
    result.report("path.html")                             # in a notebook the result shows itself

Lengths are metres, angles radians. A configuration is one number for each name in ``robot.joints``: an array, a list,
or a dict of names. Rows of arrays are configurations. A pose is xyz (3), xyz and a quaternion xyzw (7), or a 4 x 4 matrix.

Arrays of float64 in C order are read where they are; anything else is copied once. Arrays that come out are copies, or cannot
be written to. The GIL is released while the library
works, loops use all cores, and Ctrl-C ends them. Bad input raises ``InputError``, a ValueError that says where, what and how to
fix it.

Checking        Checker: check, check_edges, check_path, clearance, distance
Planning        Checker: plan, smooth, repair, time
Proofs          Checker.check_path(certificate=FILE), audit
Models          load_robot, load_scene, load_path, load_problem, load_mesh, load_points; Robot, Scene, Path, Problem
Shapes          Box, Sphere, Cylinder, Capsule, Mesh; Points, Octomap (what sensors saw)
Answers         Verdict, Contact, EdgeResults, PathResult, Audit, Clearance, Profile, Distance, Plan, Smoothed, Repaired, Timed, DisabledPairs;
                FREE, CONTACT, UNDECIDED: what EdgeResults.outcome holds
Other doors     World (many bodies), ScrewPair (two meshes), DeformableMesh and linear_contacts (moving vertices), ToolMonitor (a live tool)
The version is ``tocca.__version__``.
"""
from ._engine import (
    CONTACT,
    FREE,
    UNDECIDED,
    Audit,
    Box,
    Capsule,
    Checker,
    Clearance,
    Contact,
    Cylinder,
    DeformableMesh,
    DisabledPairs,
    Distance,
    EdgeResults,
    FeatureContact,
    InputError,
    InputWarning,
    Mesh,
    Octomap,
    Path,
    PathResult,
    Plan,
    Points,
    Problem,
    Profile,
    Repaired,
    Robot,
    Scene,
    ScrewContact,
    ScrewPair,
    ScrewVerdict,
    Shape,
    Smoothed,
    Sphere,
    SurveyedPair,
    Timed,
    ToolMonitor,
    ToolReport,
    Verdict,
    World,
    WorldContact,
    __version__,
    audit,
    linear_contacts,
    load_mesh,
    load_path,
    load_points,
    load_problem,
    load_robot,
    load_scene,
)

__all__ = [
    "CONTACT",
    "FREE",
    "UNDECIDED",
    "Audit",
    "Box",
    "Capsule",
    "Checker",
    "Clearance",
    "Contact",
    "Cylinder",
    "DeformableMesh",
    "DisabledPairs",
    "Distance",
    "EdgeResults",
    "FeatureContact",
    "InputError",
    "InputWarning",
    "Mesh",
    "Octomap",
    "Path",
    "PathResult",
    "Plan",
    "Points",
    "Problem",
    "Profile",
    "Repaired",
    "Robot",
    "Scene",
    "ScrewContact",
    "ScrewPair",
    "ScrewVerdict",
    "Shape",
    "Smoothed",
    "Sphere",
    "SurveyedPair",
    "Timed",
    "ToolMonitor",
    "ToolReport",
    "Verdict",
    "World",
    "WorldContact",
    "__version__",
    "audit",
    "linear_contacts",
    "load_mesh",
    "load_path",
    "load_points",
    "load_problem",
    "load_robot",
    "load_scene",
]
