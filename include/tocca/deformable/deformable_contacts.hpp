#pragma once

#include <cstdint>
#include <vector>

#include "tocca/deformable/deformable_mesh.hpp"
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
  std::uint64_t triangle_pairs = 0;  ///< not separated by their boxes
  std::uint64_t feature_pairs = 0;   ///< likewise: elementary queries made
  std::uint64_t contacts = 0;
};

/// Every pair of features that come to touch during the meshes' steps: what a cloth simulator asks for.
///
/// Guarantee   Exactly the pairs of closed features (a vertex and a face, two edges) that share a point at some t of
///             [0, 1], in real arithmetic, each once, with the bracket of its first contact; features with a common
///             vertex are left out. Ascending by kind, then by the features' numbers.
///             Things that stay pierced throughout the step without such an event (an edge that went through a face
///             before the step began and stays there) are not a contact of features: World::first_contacts() reports
///             them as `initial`.
/// Cost        Own culling by the meshes' trees; queries in batches (linear_contacts), on all cores (ThreadLimit).
void append_contacts_within(const DeformableMesh& mesh, std::vector<FeatureContact>& contacts,
                            DeformableStatistics* statistics = nullptr);
/// Between two meshes. A vertex_face contact has the vertex in `a`, a face_vertex one in `b`.
void append_contacts(const DeformableMesh& a, const DeformableMesh& b, std::vector<FeatureContact>& contacts,
                     DeformableStatistics* statistics = nullptr);

}  // namespace tocca
