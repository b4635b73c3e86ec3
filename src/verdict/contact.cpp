#include "tocca/verdict/contact.hpp"

#include <tuple>

namespace tocca {

const char* name_of(ContactKind kind) {
  switch (kind) {
    case ContactKind::vertex_face:
      return "vertex-face";
    case ContactKind::face_vertex:
      return "face-vertex";
    case ContactKind::edge_edge:
      return "edge-edge";
    case ContactKind::round:
      return "round";
    case ContactKind::overlap:
      return "overlap";
    case ContactKind::inside:
      return "inside";
    case ContactKind::unspecified:
      break;
  }
  return "unspecified";
}

bool comes_before(const Contact& x, const Contact& y) {
  const auto key = [](const Contact& contact) {
    return std::tuple(contact.triangles, contact.kind, contact.point[0], contact.point[1], contact.point[2]);
  };
  return key(x) < key(y);
}

Contact reversed(const Contact& contact) {
  Contact result = contact;
  result.triangles = {contact.triangles[1], contact.triangles[0]};
  result.normal = -contact.normal;
  if (contact.kind == ContactKind::vertex_face) {
    result.kind = ContactKind::face_vertex;
  } else if (contact.kind == ContactKind::face_vertex) {
    result.kind = ContactKind::vertex_face;
  }
  return result;
}

}  // namespace tocca
