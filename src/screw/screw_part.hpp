#pragma once

#include <cstdint>
#include <vector>

#include "model/part.hpp"
#include "screw/screw_lanes.hpp"

namespace tocca {

/// A part's features in the order of its tree, side by side for the kernels, and their extents for the current screw.
///
/// A leaf is a subtree of a few triangles, a cluster one of a few dozen leaves. Features belong to the leaf of the triangle that
/// owns them, so that each leaf and each cluster has a stretch of the arrays. A cluster's extents are computed together, when it
/// is first asked for (place()): from vertices to edges, triangles, leaves. Vertices that its triangles share with
/// other clusters are there twice. Above the clusters there is the part's own tree, several levels in one, and its
/// boxes' extents.
class ScrewPart {
 public:
  struct Leaf {
    FeatureRange triangles, vertices, edges;  ///< vertices and edges: those that the triangles own
  };
  struct Cluster {
    FeatureRange leaves, triangles, vertices, edges;
    Index vertices_end = 0;  ///< with those that others own
  };
  /// Of the tree above the clusters; the root is the first. Children lie side by side.
  struct Branch {
    FeatureRange children;
    Index cluster = 0;  ///< where there are none

    bool is_cluster() const { return children.count() == 0; }
  };
  /// A feature as callers know it.
  struct Name {
    Index item;
    int corner;  ///< vertex, or edge from there to the next; -1: the face
  };

  explicit ScrewPart(const Part& part);

  /// No vertex, and no corner of the tree's boxes, is farther from the part's origin.
  double reach_m() const { return reach_m_; }
  const std::vector<Branch>& branches() const { return branches_; }
  const std::vector<Cluster>& clusters() const { return clusters_; }
  const std::vector<Leaf>& leaves() const { return leaves_; }

  /// Everything below is about this screw.
  void set(const ScrewSpace& space, const Pose& X_S);
  ScrewExtent whole() const;  ///< of the part's volume
  /// The extents of a branch's children or, for a cluster, its own: which stretch of boxes() they are.
  FeatureRange place_children(Index branch);
  const ExtentArrays& boxes() const { return boxes_.extents; }
  const Cluster& place(Index cluster);

  const ExtentArrays& vertices() const { return vertices_.extents; }
  const ExtentArrays& edges() const { return edges_; }
  const ExtentArrays& triangles() const { return triangles_; }
  const ExtentArrays& leaf_extents() const { return leaf_extents_; }
  Name vertex(Index index) const { return names_[0][index]; }
  Name edge(Index index) const { return names_[1][index]; }
  Index item(Index triangle) const { return names_[2][triangle].item; }

 private:
  friend class ScrewPartBuilder;

  const Part* part_;
  double reach_m_ = 0.0;
  std::vector<Branch> branches_;
  std::vector<Cluster> clusters_;
  std::vector<Leaf> leaves_;
  std::vector<Name> names_[3];  ///< of vertices, edges, triangles
  std::vector<std::int32_t> ends_[2], corners_[3];

  ScrewSpace space_;
  Pose X_S_;
  std::uint64_t screw_ = 0;  ///< counts the screws: what was computed for an earlier one is out of date
  PlacedVertices vertices_;
  ExtentArrays edges_, triangles_, leaf_extents_;
  PlacedBoxes boxes_;  ///< of the branches
  std::vector<std::uint64_t> branch_of_screw_, cluster_of_screw_;
};

}  // namespace tocca
