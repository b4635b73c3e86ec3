"""Robots that are wrong: URDF and SRDF."""


def geometry(shape):
    return f"<collision><geometry>{shape}</geometry></collision>"


BOX = geometry("<box size='1 1 1'/>")


def link(name, content=""):
    return f"<link name='{name}'>{content}</link>"


def joint(name, parent, child, content="<axis xyz='0 0 1'/><limit lower='-1' upper='1' effort='1' velocity='1'/>",
          kind="revolute"):
    return f"<joint name='{name}' type='{kind}'><parent link='{parent}'/><child link='{child}'/>{content}</joint>"


def robot(*parts):
    return "<?xml version='1.0'?>\n<robot name='r'>\n" + "\n".join(parts) + "\n</robot>\n"


def two_links(joint_content, kind="revolute"):
    return robot(link("a", BOX), link("b", BOX), joint("j", "a", "b", joint_content, kind))


def one_shape(shape):
    return robot(link("a", geometry(shape)))


LIMIT = "<limit lower='-1' upper='1' effort='1' velocity='1'/>"
BAD_NUMBERS = ["nan", "-nan", "inf", "-Infinity", "1e999", "abc", "1,0", "0x10", "1.0.0", "--1", "1e", "", "1 2"]


def add_structure(folder):
    say = folder.robot
    ab = link("a", BOX) + link("b", BOX)
    say("urdf: good", robot(ab, joint("j", "a", "b")), outcome="accepted")
    say("urdf: no link", robot(), "link")
    say("urdf: link without name", robot("<link/>"), "name")
    say("urdf: link with empty name", robot(link("")), "name")
    say("urdf: duplicate link", robot(link("a"), link("a")), "'a'")
    say("urdf: duplicate joint", robot(ab, link("c"), joint("j", "a", "b"), joint("j", "b", "c")), "'j'")
    say("urdf: joint without name", robot(ab, joint("j", "a", "b").replace(" name='j'", "")), "name")
    say("urdf: unknown parent", robot(ab, joint("j", "zz", "b")), "zz")
    say("urdf: unknown child", robot(ab, joint("j", "a", "zz")), "zz")
    say("urdf: joint without parent", robot(ab, "<joint name='j' type='fixed'><child link='b'/></joint>"), "parent")
    say("urdf: joint without child", robot(ab, "<joint name='j' type='fixed'><parent link='a'/></joint>"), "child")
    say("urdf: parent without link", robot(ab, "<joint name='j' type='fixed'><parent/><child link='b'/></joint>"), "link")
    say("urdf: two roots", robot(ab), "root")
    say("urdf: link is its own parent", robot(ab, joint("j", "b", "b")), "loop")
    say("urdf: loop of two", robot(ab, joint("j", "a", "b"), joint("k", "b", "a")))
    say("urdf: loop beside a root", robot(ab, link("c"), joint("j", "a", "b"), joint("k", "b", "a")))
    say("urdf: two parents", robot(ab, link("c"), joint("j", "a", "c"), joint("k", "b", "c"), joint("l", "a", "b")))
    say("urdf: long loop", robot(*[link(f"l{i}") for i in range(1000)],
                                 *[joint(f"j{i}", f"l{i}", f"l{(i + 1) % 1000}") for i in range(1000)]))
    say("urdf: joint without type", robot(ab, joint("j", "a", "b").replace(" type='revolute'", "")), "type")
    for kind in ("", "Revolute", "screw", "ball", "revolute "):
        say(f"urdf: joint type '{kind}'", two_links(LIMIT, kind), "type|j")
    say("urdf: other root element", "<model name='r'><link name='a'/></model>", "robot")
    say("urdf: two documents", robot(link("a")) + robot(link("a")))
    say("urdf: JSON inside", '{"robot": 1}')
    say("urdf: text after the end", robot(link("a")) + "<", )


def add_numbers(folder):
    say = folder.robot
    say("urdf: zero axis", two_links("<axis xyz='0 0 0'/>" + LIMIT), "axis")
    say("urdf: axis of two numbers", two_links("<axis xyz='0 1'/>" + LIMIT), "axis|xyz")
    say("urdf: axis of four numbers", two_links("<axis xyz='0 0 1 0'/>" + LIMIT), "axis|xyz")
    say("urdf: limits the wrong way round", two_links("<axis xyz='0 0 1'/><limit lower='1' upper='-1'/>"), "limit|lower")
    say("urdf: revolute without limit", two_links("<axis xyz='0 0 1'/>"), "limit")
    say("urdf: prismatic without limit", two_links("<axis xyz='0 0 1'/>", "prismatic"), "limit")
    for k, bad in enumerate(BAD_NUMBERS):
        say(f"urdf: box size {k}", one_shape(f"<box size='1 {bad} 1'/>" if bad != "1 2" else "<box size='1 2'/>"), "size")
        say(f"urdf: sphere radius {k}", one_shape(f"<sphere radius='{bad}'/>"), "radius")
        say(f"urdf: axis {k}", two_links(f"<axis xyz='{bad} 0 1{' 1' if bad == '1 2' else ''}'/>{LIMIT}" if bad != ""
                                         else f"<axis xyz='0 1'/>{LIMIT}"), "xyz|axis")
        say(f"urdf: lower limit {k}", two_links(f"<axis xyz='0 0 1'/><limit lower='{bad}' upper='1'/>"), "lower")
        say(f"urdf: origin {k}", two_links(f"<origin xyz='0 {bad or 'x'} 0'/><axis xyz='0 0 1'/>{LIMIT}"), "xyz")
        say(f"urdf: rpy {k}", two_links(f"<origin rpy='0 {bad or 'x'} 0'/><axis xyz='0 0 1'/>{LIMIT}"), "rpy")
        say(f"urdf: mesh scale {k}", one_shape(f"<mesh filename='../m.obj' scale='1 {bad or 'x'} 1'/>"), "scale")
    for size in ("0", "-1", "-0.0", "1e-400"):
        say(f"urdf: box of size {size}", one_shape(f"<box size='1 1 {size}'/>"), "size|box")
        say(f"urdf: sphere of radius {size}", one_shape(f"<sphere radius='{size}'/>"), "radius|sphere")
        say(f"urdf: cylinder of radius {size}", one_shape(f"<cylinder radius='{size}' length='1'/>"), "radius|cylinder")
        say(f"urdf: cylinder of length {size}", one_shape(f"<cylinder radius='1' length='{size}'/>"), "length|cylinder")
    say("urdf: mesh scale zero", one_shape("<mesh filename='../m.obj' scale='1 0 1'/>"), "scale|area")
    say("urdf: cylinder without length", one_shape("<cylinder radius='1'/>"), "length")
    say("urdf: box without size", one_shape("<box/>"), "size")
    say("urdf: unknown shape", one_shape("<teapot/>"), "teapot|geometry")
    say("urdf: empty geometry", one_shape(""), "geometry")
    say("urdf: collision without geometry", robot(link("a", "<collision/>")), "geometry")


def add_mimics(folder):
    def mimic(first, second="<axis xyz='0 0 1'/>" + LIMIT):
        axis = "<axis xyz='0 0 1'/>" + LIMIT
        return robot(link("a"), link("b"), link("c"), joint("j", "a", "b", axis + first), joint("k", "b", "c", second))

    folder.robot("urdf: mimic of an unknown joint", mimic("<mimic joint='zz'/>"), "zz")
    folder.robot("urdf: mimic of itself", mimic("<mimic joint='j'/>"), "mimic|itself")
    folder.robot("urdf: mimic without joint", mimic("<mimic multiplier='1'/>"), "joint")
    folder.robot("urdf: mimics in a circle", mimic("<mimic joint='k'/>", f"<axis xyz='0 0 1'/>{LIMIT}<mimic joint='j'/>"),
                 "mimic|circle")
    folder.robot("urdf: mimic multiplier NaN", mimic("<mimic joint='k' multiplier='nan'/>"), "multiplier")
    folder.robot("urdf: mimic offset inf", mimic("<mimic joint='k' offset='inf'/>"), "offset")


def add_mesh_names(folder):
    say = lambda name, uri: folder.robot(name, one_shape(f"<mesh filename='{uri}'/>"))
    say("urdf: mesh missing", "no_such.stl")
    say("urdf: mesh in a missing package", "package://nowhere/mesh.stl")
    say("urdf: package without path", "package://nowhere")
    say("urdf: mesh fetched by http", "http://example.org/mesh.stl")
    say("urdf: mesh fetched by https", "https://example.org/mesh.stl")
    say("urdf: mesh that is no mesh", "/etc/passwd")
    say("urdf: mesh by traversal", "../../../../../../../../etc/passwd")
    say("urdf: mesh by file URI that is no mesh", "file:///etc/passwd")
    say("urdf: mesh that is a command", "|touch pwned.stl")
    say("urdf: mesh without extension", "mesh")
    say("urdf: mesh of unknown extension", "mesh.step")
    say("urdf: mesh is a folder", ".")
    say("urdf: mesh name empty", "")
    say("urdf: mesh name very long", "a" * 100000 + ".stl")
    folder.robot("urdf: mesh without filename", one_shape("<mesh/>"), "filename")


def add_srdf(folder):
    say = folder.srdf
    pair = "<disable_collisions link1='a' link2='b' reason='Adjacent'/>"
    say("srdf: good", f"<robot name='r'>{pair}</robot>", outcome="accepted")
    say("srdf: names that the URDF lacks", "<robot name='r'><disable_collisions link1='zz' link2='b'/></robot>",
        outcome="accepted")
    say("srdf: not closed", f"<robot name='r'>{pair}")
    say("srdf: other root element", f"<srdf>{pair}</srdf>", "robot")
    say("srdf: pair without second link", "<robot name='r'><disable_collisions link1='a'/></robot>", "link2")
    say("srdf: pair without names", "<robot name='r'><disable_collisions/></robot>", "link1")
    say("srdf: empty", "")


def add_all(folder):
    add_structure(folder)
    add_numbers(folder)
    add_mimics(folder)
    add_mesh_names(folder)
    add_srdf(folder)
