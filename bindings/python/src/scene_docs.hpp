// What help() says about scenes.
#pragma once

namespace tocca::python::docs {

inline constexpr const char* scene = R"(Scene()
--

What surrounds a robot: named objects that do not move. load_scene() reads one from a file; copy.copy() copies one.
A Checker takes the scene as it is when the Checker is made; later changes do not reach it.

A pose is xyz (3 numbers), xyz and a quaternion xyzw (7), or a 4 x 4 matrix.

>>> scene = tocca.Scene()
>>> scene.add_box('shelf', size=(1, 0.3, 2), xyz=(0.8, 0, 1))
>>> scene.add_sphere('ball', 0.1, pose=(0, 0, 1))
>>> scene
<tocca.Scene: 2 objects>
>>> 'shelf' in scene, len(scene)
(True, 2)
)";

inline constexpr const char* scene_add = R"(add(self, name, shape, pose=None)
--

Adds an object of any shape: a Box, Sphere, Cylinder, Capsule, Mesh, Points or Octomap.

>>> scene = tocca.Scene()
>>> scene.add('part', tocca.Cylinder(0.1, 0.5), pose=(0.5, 0, 0.2))
>>> scene.objects
['part']
)";

inline constexpr const char* scene_add_box = R"(add_box(self, name, size, *, xyz=None, pose=None)
--

Adds a box; `size` is its full size along x, y and z. It is centred on `xyz`, or on a `pose`, which may turn it.

>>> scene = tocca.Scene()
>>> scene.add_box('shelf', (1, 0.3, 2), xyz=(0.8, 0, 1))
>>> scene.objects
['shelf']
)";

inline constexpr const char* scene_add_sphere = R"(add_sphere(self, name, radius, *, xyz=None, pose=None)
--

Adds a ball.

>>> scene = tocca.Scene()
>>> scene.add_sphere('lamp', 0.1, xyz=(0, -1.5, 0))
>>> scene.objects
['lamp']
)";

inline constexpr const char* scene_add_cylinder = R"(add_cylinder(self, name, radius, length, *, xyz=None, pose=None)
--

Adds a cylinder along its own z axis, centred.

>>> scene = tocca.Scene()
>>> scene.add_cylinder('post', 0.05, 2, xyz=(0.5, 0, 1))
>>> scene.objects
['post']
)";

inline constexpr const char* scene_add_capsule = R"(add_capsule(self, name, radius, length, *, xyz=None, pose=None)
--

Adds a capsule along its own z axis, centred; the length is without the caps.

>>> scene = tocca.Scene()
>>> scene.add_capsule('hose', 0.02, 0.4, pose=(0.5, 0, 1, 0, 0.7071067811865476, 0, 0.7071067811865476))
>>> scene.objects
['hose']
)";

inline constexpr const char* scene_add_mesh = R"(add_mesh(self, name, vertices, faces, *, xyz=None, pose=None)
--

Adds triangles: `vertices` (N, 3), `faces` (M, 3), as in Mesh.

>>> scene = tocca.Scene()
>>> scene.add_mesh('sheet', [[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]], xyz=(0, 0, 2))
>>> scene.objects
['sheet']
)";

inline constexpr const char* scene_add_points = R"(add_points(self, name, xyz, radius, *, pose=None)
--

Adds a cloud of points, `xyz` (N, 3), each a ball of the given radius, as in Points; `pose` is that of the sensor, if the points are in its
frame.

>>> scene = tocca.Scene()
>>> scene.add_points('scan', [[0.5, 0, 0.3], [0.5, 0.01, 0.3]], radius=0.01, pose=(0, 0, 1))
>>> scene.objects
['scan']
)";

inline constexpr const char* scene_remove = R"(remove(self, name)
--

Takes an object away.

>>> scene = tocca.load_scene('scene.json')
>>> scene.remove('wall')
>>> scene.objects
['post']
)";

inline constexpr const char* scene_save = R"(save(self, file)
--

Writes JSON that load_scene() and the command line read; meshes become OBJ files beside it.

>>> scene = tocca.load_scene('scene.json')
>>> scene.add_sphere('lamp', 0.1, xyz=(0, -1.5, 0))
>>> scene.save('cell.json')
>>> tocca.load_scene('cell.json').objects
['post', 'wall', 'lamp']
)";

inline constexpr const char* load_scene = R"(load_scene(file, *, configuration={}, point_radius=None, unknown=None)
--

Reads a scene: JSON, a mesh file, a URDF, a MoveIt .scene, a scan or an OctoMap. `configuration`: values of the joints of a URDF scene,
{'drawer': 0.3}; the others are at zero. `point_radius`: of the points of a scan (PCD, PLY, XYZ). `unknown`: what an OctoMap does not know
is 'free' (unless it is said) or 'occupied'.

>>> tocca.load_scene('scene.json').objects
['post', 'wall']
)";

}  // namespace tocca::python::docs
