// Small robot descriptions and scenes that the tests of `io` load, break and mutate.
#pragma once

#include <string>

namespace tocca::testing {

/// A URDF around the given elements.
inline std::string robot(const std::string& elements) {
  return "<?xml version=\"1.0\"?>\n<robot name=\"sample\">\n" + elements + "\n</robot>\n";
}

inline std::string link(const std::string& name, const std::string& geometry = "") {
  return "<link name=\"" + name + "\">" +
         (geometry.empty() ? "" : "<collision><geometry>" + geometry + "</geometry></collision>") + "</link>\n";
}

inline std::string joint(const std::string& name, const std::string& type, const std::string& parent,
                         const std::string& child, const std::string& more = "") {
  return "<joint name=\"" + name + "\" type=\"" + type + "\"><parent link=\"" + parent + "\"/><child link=\"" + child +
         "\"/>" + more + "</joint>\n";
}

inline std::string urdf() {
  return robot(link("base", "<box size=\"1 2 3\"/>") + link("arm", "<cylinder radius=\"0.1\" length=\"1\"/>") +
               link("hand", "<sphere radius=\"0.2\"/>") + link("tip", "<capsule radius=\"0.1\" length=\"0.5\"/>") +
               joint("shoulder", "revolute", "base", "arm",
                     "<origin xyz=\"0 0 1\" rpy=\"0 0 1.5\"/><axis xyz=\"0 0 2\"/>"
                     "<limit lower=\"-1\" upper=\"1\" effort=\"1\" velocity=\"1\"/>") +
               joint("wrist", "continuous", "arm", "hand") +
               joint("finger", "prismatic", "hand", "tip",
                     "<limit upper=\"1\"/><mimic joint=\"wrist\" multiplier=\"2\" offset=\"0.5\"/>"));
}

inline std::string srdf() {
  return "<?xml version=\"1.0\"?>\n<robot name=\"sample\">\n<group name=\"arm\"/>\n"
         "<disable_collisions link1=\"base\" link2=\"arm\" reason=\"Adjacent\"/>\n"
         "<disable_collisions link1=\"hand\" link2=\"base\" reason=\"Never\"/>\n</robot>\n";
}

/// A box and a mesh, with the objects' own poses and a subframe.
inline std::string moveit_scene() {
  return "(noname)+\n* the table\n1 2 3\n0 0 0 1\n1\nbox\n1 2 3\n0 0 0.5\n0 0 0 1\n0.5 0.5 0.5 1\n0\n"
         "* shapes\n0 0 0\n0 0 1 0\n3\nsphere\n0.5\n1 0 0\n0 0 0 1\n0 0 0 0\ncone\n0.5 2\n0 0 0\n0 0 0 1\n0 0 0 0\n"
         "mesh\n4 4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n0 2 1\n0 1 3\n1 2 3\n0 3 2\n0 0 0\n0 0 0 1\n0 0 0 0\n"
         "1\nhandle\n0 0 0\n0 0 0 1\n.\n";
}

/// As MoveIt wrote it before objects had poses.
inline std::string old_moveit_scene() {
  return "scene\n* table\n1\nbox\n1 2 3\n0 0 0.5\n0 0 0 1\n0.5 0.5 0.5 1\n* can\n1\ncylinder\n0.1 0.3\n1 0 0\n0 0 0 1\n"
         "0 0 0 0\n.\n";
}

}  // namespace tocca::testing
