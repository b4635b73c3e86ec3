#pragma once

#include <cstdint>

#include "tocca/verdict/bracket.hpp"
#include "tocca/verdict/contact.hpp"

namespace tocca {

/// Two features of deformable meshes, and when they first touch.
struct FeatureContact {
  ContactKind kind = ContactKind::vertex_face;  ///< or face_vertex, edge_edge
  std::uint32_t a = 0, b = 0;  ///< the caller's numbers: vertices and faces as given, edges as the mesh lists them
  Bracket time;                ///< of the first contact
};

/// Where the work of a search went.
struct DeformableStatistics {
  std::uint64_t triangle_pairs = 0;  ///< that boxes could not keep apart
  std::uint64_t feature_pairs = 0;   ///< likewise: elementary queries asked
  std::uint64_t contacts = 0;
};

}  // namespace tocca
