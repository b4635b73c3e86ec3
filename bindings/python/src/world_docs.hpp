// What help() says about World.
#pragma once

namespace tocca::python::docs {

inline constexpr const char* world = R"(World(*, tolerance=1e-06, budget=None)
--

Many bodies that move from step to step: which of them touch now (step), and when they first touch on their way
(first_contacts). Bodies are numbered from 0 in the order in which they are added; the number of a removed one is used again.
One thread at a time.

>>> world = tocca.World()
>>> a, b = world.add(tocca.Sphere(1)), world.add(tocca.Box((1, 1, 1)), pose=(4, 0, 0))
>>> world.step()
[]
>>> contact, = world.first_contacts({b: (0, 0, 0)})
>>> lo, hi = contact.time
>>> lo <= 2.5 / 4 <= hi + 1e-6, contact.bodies
(True, (0, 1))
>>> world.move(b, (1.2, 0, 0))
>>> world.step()
[(0, 1)]
)";

inline constexpr const char* world_add = R"(add(self, body, pose=None, *, q=None, group=0)
--

Adds a Shape, a Robot (at the configuration q) or a DeformableMesh. Returns its number.

>>> world = tocca.World()
>>> world.add(tocca.Sphere(1)), world.add(tocca.load_robot('robot.urdf'), (5, 0, 0), q={'elbow': 0.2}, group=1)
(0, 1)
)";

inline constexpr const char* world_remove = R"(remove(self, body)
--

Takes a body away; its number may be given to another one.

>>> world = tocca.World()
>>> world.remove(world.add(tocca.Sphere(1)))
>>> len(world)
0
)";

inline constexpr const char* world_move = R"(move(self, body, to)
--

To a pose; a deformable body: to new places of its vertices (N, 3).

>>> world = tocca.World()
>>> ball = world.add(tocca.Sphere(1))
>>> world.move(ball, (0, 0, 2))
>>> world.pose(ball)[:3, 3]
array([0., 0., 2.])
)";

inline constexpr const char* world_move_joints = R"(move_joints(self, body, q)
--

Moves a robot to a configuration.

>>> world = tocca.World()
>>> arm = world.add(tocca.load_robot('robot.urdf'))
>>> world.move_joints(arm, {'elbow': 0.5})
)";

inline constexpr const char* world_pose = R"(pose(self, body)
--

Where a body is: a (4, 4) matrix, a copy.

>>> world = tocca.World()
>>> world.pose(world.add(tocca.Sphere(1), (1, 2, 3)))[:3, 3]
array([1., 2., 3.])
)";

inline constexpr const char* world_activate = R"(activate(self, a, b, active)
--

Whether two bodies are checked against each other.

>>> world = tocca.World()
>>> a, b = world.add(tocca.Sphere(1)), world.add(tocca.Sphere(1))
>>> world.activate(a, b, False)
>>> world.step()
[]
)";

inline constexpr const char* world_activate_groups = R"(activate_groups(self, a, b, active)
--

Whether the bodies of two groups are checked against each other.

>>> world = tocca.World()
>>> numbers = [world.add(tocca.Sphere(1), group=k % 2) for k in range(4)]
>>> world.activate_groups(0, 1, False)
>>> world.step()
[(0, 2), (1, 3)]
)";

inline constexpr const char* world_step = R"(step(self)
--

Pairs of bodies that touch where they are now: all others are proven apart.

>>> world = tocca.World()
>>> a, b = world.add(tocca.Sphere(1)), world.add(tocca.Sphere(1), pose=(1.5, 0, 0))
>>> world.step()
[(0, 1)]
)";

inline constexpr const char* world_distance = R"(distance(self, a, b)
--

(lower, upper): how far apart two rigid bodies are.

>>> world = tocca.World()
>>> a, b = world.add(tocca.Sphere(1)), world.add(tocca.Sphere(1), pose=(5, 0, 0))
>>> lower, upper = world.distance(a, b)
>>> lower <= 3 <= upper
True
)";

inline constexpr const char* world_first_contacts = R"(first_contacts(self, moving, *, motion='in-between')
--

When bodies first touch on their way. `moving`: {body: pose at the end}; a robot: its configuration at the end; a deformable
body: places of its vertices. Others stand still. `motion`: 'in-between' (straight while turning), 'screw' or 'linear'. Does
not change the world. Returns a list of WorldContact, by time.

>>> world = tocca.World()
>>> a, b = world.add(tocca.Sphere(1)), world.add(tocca.Sphere(1), pose=(6, 0, 0))
>>> contact, = world.first_contacts({a: (8, 0, 0)})
>>> contact
<tocca.WorldContact: bodies 0, 1 at 0.5>
)";

inline constexpr const char* world_contact =
    R"(The first contact of two bodies of a world within a step: World.first_contacts().

>>> world = tocca.World()
>>> a, b = world.add(tocca.Sphere(1)), world.add(tocca.Sphere(1), pose=(6, 0, 0))
>>> contact, = world.first_contacts({a: (8, 0, 0)})
>>> contact.bodies, contact.initial, contact.point.round(3)
((0, 1), False, array([5., 0., 0.]))
)";

}  // namespace tocca::python::docs
