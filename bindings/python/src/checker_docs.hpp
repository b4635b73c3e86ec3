// What help() says about Checker.
#pragma once

namespace tocca::python::docs {

inline constexpr const char* checker =
    R"(Checker(robot, scene=None, *, clearance=None, tolerance=1e-06, self_collision=True, self_clearance=0.0, allow=(), threads=None, padding={}, base=None, rest=None, strategy='tube', budget=100000000, joint_cells=False, allow_empty=False)
--

Proves that motions are free of contact, or finds the first contact. Checker(problem) asks about a Problem: then scene, base
and rest are the problem's. Any number of threads may ask it at once, and the GIL is released while it works. It takes robot and
scene as they are now: later changes of the Scene object do not reach it. Its own scene changes by move(), add(), remove(), attach(),
detach(), set_clearance(), allow() and set_padding(), from any thread: questions that are being answered, and answers, keep the
scene that they are about.

clearance       metres that robots keep from the scene and from each other (None: 0, or what the problem says; plans keep 1 mm)
tolerance       a pair within the clearance plus this may be reported as contact, in metres
self_collision  whether links of one robot are checked against each other
self_clearance  metres that they keep from each other; `clearance` is not about them
allow           pairs of names that may touch: [('hand', 'part')]
padding         bodies that are taken to be larger, in metres on all sides: {'hand': 0.01, 'shelf': 0.02}
threads         how many threads loops may use, in the whole process while a call runs (None: all cores)
base            where the robot stands: a pose
rest            where joints are that a dict does not name: a configuration
strategy        how first contacts are found: 'tube', 'interval' or 'bisect'
budget          tests after which a segment is given up as undecided; None: never
joint_cells     for thousands of questions of one checker: the first ones are dearer, later ones cheaper
allow_empty     accept that there is no pair to check; otherwise this is an InputError

>>> arm, scene = tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json')
>>> checker = tocca.Checker(arm, scene, clearance=0.005)
>>> checker
<tocca.Checker: 4 pairs of 4 bodies, clearance 0.005 m>
>>> bool(checker.check([0, 0], [0.3, 0]))
True
)";

inline constexpr const char* check = R"(check(self, q0, q1=None)
--

Is the straight motion from q0 to q1 free, all joints moving at once? With q0 alone: is that configuration? Returns a Verdict.

>>> checker = tocca.Checker(tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json'))
>>> checker.check({'shoulder': 0}, {'shoulder': 0.3})
<tocca.Verdict: free, 4 pairs checked>
>>> checker.check([0.6, 0]).outcome
'contact'
)";

inline constexpr const char* check_edges = R"(check_edges(self, edges, *, any=False)
--

Many straight motions, each on its own: `edges` (N, 2, dof), from and to. Uses all cores; Ctrl-C ends it. `any`: only whether
each is free; the contact reported is any one of the edge, which is cheaper. Returns EdgeResults.

>>> checker = tocca.Checker(tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json'))
>>> edges = np.random.default_rng(1).uniform(-1, 1, (1000, 2, 2))
>>> result = checker.check_edges(edges, any=True)
>>> free = edges[result.outcome == tocca.FREE]
>>> 0 < len(free) < 1000
True
)";

inline constexpr const char* check_path = R"(check_path(self, path=None, *, any=False, every=False, certificate=None)
--

A whole path: a Path, or waypoints (N, dof). None: the paths of the problem that the Checker was made with. Ends at the
first contact; `every`: goes on; `any`: ends at any contact, wherever it is found. `certificate`: a file for the proof, which
audit() checks. Returns a PathResult.

>>> arm = tocca.load_robot('robot.urdf')
>>> checker = tocca.Checker(arm, tocca.load_scene('scene.json'))
>>> result = checker.check_path(tocca.load_path('path.csv', arm))
>>> result.outcome, result.first[0]
('contact', 1)
>>> bool(checker.check_path([[0, 0], [0.3, 0], [0, 0.5]]))
True
)";

inline constexpr const char* clearance = R"(clearance(self, path=None, *, tolerance=1e-06, points=16)
--

How near anything comes along a path, proven to the tolerance, and the distance over time with at most `points` moments per
segment (0: the minimum alone, which costs less). Returns a Clearance.

>>> checker = tocca.Checker(tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json'))
>>> clearance = checker.clearance([[0, 0], [0.3, 0]])
>>> lower, upper = clearance.minimum
>>> clearance.pair, upper - lower <= 1e-6
(('lower', 'post'), True)
)";

inline constexpr const char* distance = R"(distance(self, q)
--

The nearest checked pair at a configuration. Returns a Distance.

>>> checker = tocca.Checker(tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json'))
>>> checker.distance([0, 0])
<tocca.Distance: 0.86 m (lower, post)>
)";

inline constexpr const char* plan =
    R"(plan(self, start, goal=None, *, goal_pose=None, goal_tolerance=(1e-4, 1e-3), time_limit=60.0, seed=1, planner='rrtconnect', optimise=0.0, wrap=True, progress=None)
--

A path from start to goal, every motion of it proven free, or why none was found. Returns a Plan.

If the Checker was made without a clearance, the path keeps 1 mm from the scene, or less where start or goal are nearer.

goal_pose       instead of a goal: (link, pose), the pose in the scene; the nearest free configuration that reaches it is the goal
goal_tolerance  how far the link may be from it, metres and radians
time_limit  seconds after which the search is given up
seed        the same seed gives the same path, unless the time limit ends the search
planner     'rrtconnect' or 'sbl'
optimise    seconds to look for shorter paths
wrap        continuous joints may end whole turns away, if that is nearer
progress    called with a dict of figures, at most ten times a second and once at the end; returning False ends the search

>>> checker = tocca.Checker(tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json'))
>>> plan = checker.plan([0, 0], [1.5, 0])
>>> plan.found, bool(checker.check_path(plan.path)), plan.clearance
(True, True, 0.001)
>>> checker.plan([0.6, 0], [1.5, 0]).why
'start-in-contact: lower and post'
>>> checker.plan([0, 0], goal_pose=('lower', [9, 9, 9])).why
'unreachable'
)";

inline constexpr const char* smooth = R"(smooth(self, path=None, *, time_limit=None, seed=1)
--

Shortens a path that is proven free; what comes out is proven free again. None: the path of the problem that the Checker was
made with. Time stamps and velocities are dropped, with a warning. Returns a Smoothed.

>>> checker = tocca.Checker(tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json'))
>>> s = checker.smooth([[0, 0], [0.2, -1], [0.3, 0]])
>>> bool(s), s.length < s.length_before
(True, True)
)";

inline constexpr const char* time =
    R"(time(self, path=None, *, blend=None, acceleration=None, velocity_scale=None, acceleration_scale=None)
--

Gives a path times, velocities and accelerations: as fast as the joints' limits allow, with rounded corners, proven free and
proven to keep the limits. None: the path of the problem that the Checker was made with. Limits are the velocities of the URDF
and what load_robot(limits=...) read. `blend`: corners are rounded within this many metres of their waypoints, 0 stops there
(None: as wide as is free). `acceleration`: for joints whose limit is not known (None: 1, with a warning). `velocity_scale`,
`acceleration_scale`: parts of the limits to use (None: those of the file of limits, or 1). Returns a Timed.

>>> arm = tocca.load_robot('robot.urdf')
>>> checker = tocca.Checker(arm, tocca.load_scene('scene.json'))
>>> timed = checker.time([[0, 0], [0.2, -1], [0.3, 0]], acceleration=2, blend=0.05)
>>> bool(timed), bool(checker.check_path(timed.path))
(True, True)
>>> timed.path.save('timed.yaml', arm)  # a JointTrajectory of ROS 2
)";

inline constexpr const char* repair = R"(repair(self, path=None, *, time_limit=60.0, seed=1, progress=None)
--

Leads a path around what it touches: motions and waypoints that are free stay as they are. None: the path of the problem that
the Checker was made with. `progress`: as for plan(). Returns a Repaired.

A path with time stamps is judged as it is driven: if it is free it comes back as it is, otherwise they are dropped.

>>> checker = tocca.Checker(tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json'))
>>> r = checker.repair([[0, 0], [0.2, 0], [1.5, 0]])
>>> r.detours, bool(checker.check_path(r.path))
([(1, 2)], True)
)";

}  // namespace tocca::python::docs
