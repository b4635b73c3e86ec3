"""A scene that lives: an arm picks a part, waits until a cart has driven out of its way, and puts the part down.

Cells as notebooks have them (# %%): run it whole, or cell by cell in an editor. The same in C++: examples/live_scene.cpp.
"""
# %% An arm that turns over a cell, with a hand that it lowers.
import pathlib
import tempfile

import numpy as np

import tocca

URDF = """
<robot name="picker">
  <link name="column"><collision><origin xyz="0 0 0.35"/><geometry><cylinder radius="0.08" length="0.7"/></geometry></collision></link>
  <link name="arm"><collision><origin xyz="0.3 0 0"/><geometry><box size="0.6 0.08 0.06"/></geometry></collision></link>
  <link name="hand"><collision><origin xyz="0 0 -0.13"/><geometry><cylinder radius="0.02" length="0.2"/></geometry></collision></link>
  <joint name="turn" type="continuous"><parent link="column"/><child link="arm"/><origin xyz="0 0 0.75"/><axis xyz="0 0 1"/></joint>
  <joint name="lift" type="prismatic"><parent link="arm"/><child link="hand"/><origin xyz="0.56 0 0"/><axis xyz="0 0 1"/>
    <limit lower="-0.2" upper="0" effort="50" velocity="1"/></joint>
</robot>
"""
folder = pathlib.Path(tempfile.mkdtemp())
(folder / "picker.urdf").write_text(URDF)
robot = tocca.load_robot(folder / "picker.urdf")
scene = tocca.Scene()
scene.add_box("bench", (0.3, 0.3, 0.3), xyz=(0.56, 0, 0.15))
scene.add_box("tray", (0.3, 0.3, 0.3), xyz=(0, 0.56, 0.15))
scene.add_box("cart", (0.3, 0.3, 0.5), xyz=(0.4, 0.4, 0.25))
checker = tocca.Checker(robot, scene)
over_bench, at_bench, over_tray, at_tray = (0, 0), (0, -0.155), (np.pi / 2, 0), (np.pi / 2, -0.155)

# %% A camera has seen a part on the bench. Nothing was said about it before; the hand goes down to it and holds it from now on. The part stands on
# the bench: only while it is lifted may the two touch.
checker.add("part", tocca.Box((0.06, 0.06, 0.06)), (0.56, 0, 0.33))
assert checker.check(over_bench, over_tray) and checker.check(over_bench, at_bench)
checker.attach("part", "hand", at=at_bench)
print("up, part on bench:", checker.check(at_bench, over_bench))
checker.allow("part", "bench")
print("up, allowed to touch:", checker.check(at_bench, over_bench))
checker.allow("part", "bench", False)

# %% What passes over the cart with an empty hand does not with a part. The cart drives away; each answer keeps the scene that it is about.
x, answers = 0.4, []
while not (verdict := checker.check(over_bench, over_tray)):
    answers.append(verdict)
    x += 0.1
    checker.move("cart", (x, x, 0.25))
print(f"{len(answers)} times in the way, the first time:", answers[0])
print(f"free when the cart is at {x:.1f}, {x:.1f}:", verdict)

# %% Down on the tray, let go, and back up without it. What the scene has become can be saved, and a snapshot keeps what it was.
loaded = checker.snapshot()
checker.allow("part", "tray")
assert checker.check(over_tray, at_tray)
checker.detach("part", at=at_tray)
checker.remove("cart")
assert checker.check(at_tray, over_tray)
print("the part stands at", checker.pose("part")[:3, 3].round(3), "after", checker.version, "changes")
print("as it was before:", loaded.check(over_tray, at_tray))
checker.scene.save(folder / "after.json")
print(tocca.load_scene(folder / "after.json").objects)
