// What help() says about the calls that change a Checker's scene.
#pragma once

namespace tocca::python::docs {

inline constexpr const char* move = R"(move(self, name, pose)
--

An object is there from now on: xyz (3), xyz and quaternion xyzw (7) or a 4 x 4 matrix. InputError, here and below, if it makes no
sense: then the scene is as it was. Questions that are being answered keep the scene with which they began.

>>> checker = tocca.Checker(tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json'))
>>> bool(checker.check([0, 0], [1.5, 0]))
False
>>> checker.move('post', [5, 0, 0])
>>> bool(checker.check([0, 0], [1.5, 0])), checker.version
(True, 1)
)";

inline constexpr const char* add = R"(add(self, name, shape, pose=None)
--

A new object, behind the others. Its name is that of nothing else.

>>> checker = tocca.Checker(tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json'))
>>> checker.add('lamp', tocca.Sphere(0.1), [1.9, 0.2, 0])
>>> checker.check([0, 0], [0.3, 0]).pairs
[('lower', 'lamp')]
)";

inline constexpr const char* replace = R"(replace(self, name, shape, pose=None)
--

Another shape at another place under the same name, in one step: no question sees the scene without it. What was said about the object
stays. For what a camera sees anew.

>>> checker = tocca.Checker(tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json'))
>>> checker.replace('post', tocca.Points([[1.9, 0.2, 0], [1.91, 0.2, 0]], 0.1))
>>> checker.check([0, 0], [0.3, 0]).pairs
[('lower', 'post')]
)";

inline constexpr const char* remove = R"(remove(self, name)
--

An object is gone, and what was said about it (clearances, what it may touch, padding) with it.

>>> checker = tocca.Checker(tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json'))
>>> checker.remove('post')
>>> checker.bodies
['upper', 'lower', 'wall']
)";

inline constexpr const char* attach = R"(attach(self, name, link, grasp=None, at=None)
--

A link ('link', or 'robot/link' if there are several robots) holds an object from now on. `grasp`: its pose in the link's frame; else
it is gripped where it is now, by robots that stand at the configuration `at` (None: at their starts).

>>> checker = tocca.Checker(tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json'))
>>> checker.add('part', tocca.Sphere(0.05), [2.1, 0, 0])
>>> checker.attach('part', 'lower', at=[0, 0])
>>> checker.pose('part', at=[np.pi / 2, 0])[:3, 3].round(6)
array([0. , 2.1, 0. ])
)";

inline constexpr const char* detach = R"(detach(self, name, pose=None, at=None)
--

An object is put down: at a pose, or where it is if robots stand at the configuration `at` (None: at their starts).

>>> checker = tocca.Checker(tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json'))
>>> checker.add('part', tocca.Sphere(0.05), [2.1, 0, 0])
>>> checker.attach('part', 'lower', at=[0, 0])
>>> checker.detach('part', at=[np.pi / 2, 0])
>>> checker.pose('part')[:3, 3].round(6)
array([0. , 2.1, 0. ])
)";

inline constexpr const char* set_clearance = R"(set_clearance(self, a, b, metres)
--

How far apart two bodies must stay, links or objects.

>>> checker = tocca.Checker(tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json'))
>>> checker.set_clearance('lower', 'post', 0.9)
>>> checker.check([0, 0]).pairs
[('lower', 'post')]
)";

inline constexpr const char* allow = R"(allow(self, a, b, allowed=True)
--

Two bodies may touch; allowed=False: no longer.

>>> checker = tocca.Checker(tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json'))
>>> checker.allow('lower', 'post')
>>> bool(checker.check([0, 0], [1.5, 0]))
True
>>> checker.allow('lower', 'post', False)
>>> bool(checker.check([0, 0], [1.5, 0]))
False
)";

inline constexpr const char* set_padding = R"(set_padding(self, name, metres)
--

A link or an object is taken to be larger by so much on all sides; 0: as it is.

>>> checker = tocca.Checker(tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json'))
>>> checker.distance([0, 0])
<tocca.Distance: 0.86 m (lower, post)>
>>> checker.set_padding('post', 0.1)
>>> checker.distance([0, 0])
<tocca.Distance: 0.76 m (lower, post)>
)";

inline constexpr const char* compact = R"(compact(self)
--

Makes a model of the scene as it is, as if the Checker were new. Happens by itself in the background, when many objects have changed
or none has for a while; whoever has nothing else to do may do it now.

>>> checker = tocca.Checker(tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json'))
>>> checker.move('post', [5, 0, 0])
>>> checker.compact()
>>> checker.version
1
)";

inline constexpr const char* pose = R"(pose(self, name, at=None)
--

Where an object is (4, 4); if a link holds it, when robots stand at the configuration `at` (None: at their starts).

>>> checker = tocca.Checker(tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json'))
>>> checker.move('post', [5, 0, 0])
>>> checker.pose('post')[:3, 3]
array([5., 0., 0.])
)";

inline constexpr const char* problem = R"(problem(self)
--

The scene as it is and what links hold, with robots and what is said about pairs: for a Checker of its own.

>>> checker = tocca.Checker(tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json'))
>>> checker.attach('post', 'lower')
>>> checker.problem().attached
[('lower', 'post')]
>>> len(tocca.Checker(checker.problem()).pairs) == len(checker.pairs)
True
)";

inline constexpr const char* snapshot = R"(snapshot(self)
--

A Checker of the scene as it is now, which goes its own way: changes of one do not reach the other. Costs next to nothing, since the
two share what is heavy. For several questions about one state of a scene that others change.

>>> checker = tocca.Checker(tocca.load_robot('robot.urdf'), tocca.load_scene('scene.json'))
>>> before = checker.snapshot()
>>> checker.remove('post')
>>> before.bodies, checker.bodies
(['upper', 'lower', 'post', 'wall'], ['upper', 'lower', 'wall'])
)";

}  // namespace tocca::python::docs
