// Are two links apart at every value in a box of joint values?
#pragma once

#include <array>

#include "check/survey/link_shape.hpp"
#include "check/survey/pair_chain.hpp"
#include "contact/rss_gap.hpp"

namespace tocca {

/// Two items that are not proven apart in a box, with the leaves that hold them.
struct NearItems {
  Index node_a = 0, node_b = 0, item_a = 0, item_b = 0;
  bool known = false;
};

/// Asks about one box after the other. One object per thread; nothing is allocated in a question. Proof: docs/maths/never.md.
///
/// At the middle of the box items are measured; anywhere else in it no point of a node is farther from its place at the middle than its
/// distance from each axis there, times the chord of half the width. Where this exceeds the distance, smaller nodes are looked at, whose
/// points are nearer to the axes.
class BoxProof {
 public:
  enum class Answer {
    apart,  ///< proven: everywhere in the box the surfaces, and solid primitives, are more than 0 apart
    open,   ///< not proven: see near()
    touch   ///< at the middle of the box the two are at most touch_m apart
  };
  static constexpr double touch_m = 1e-6;

  /// Keeps references to the shapes. Requires that the chain is bounded.
  BoxProof(PairChain& chain, const LinkShape& a, const LinkShape& b);

  /// `guess` is looked at first: what was near in a box around this one.
  Answer prove(const ChainNumbers& middle, const ChainNumbers& half, const NearItems& guess);
  /// After `open`: two items that are too near for a proof ...
  const NearItems& near() const { return near_; }
  /// ... how far all variables together may move them towards each other, and which one does most.
  double way_m() const { return way_m_; }
  int widest() const;
  /// Is one link inside the other where everything was placed last? Requires that their surfaces are apart there.
  bool is_inside() const;

 private:
  /// way[c]: how far the joints before (for b: from) the c-th may move a node's points, at most.
  using Ways = std::array<double, most_chain_joints + 1>;
  struct Node {
    Index index = 0;
    bool known = false, has_volume = false;
    Vector3 centre;
    Ways ways;
    PlacedRss volume;  ///< only where balls do not tell
  };
  struct Entry {
    Index a, b;
  };

  void set_ways(const ChainNumbers& half);
  double lever(const Vector3& centre, double radius, std::size_t joint) const;
  const Node& place_a(Index index);
  const Node& place_b(Index index);
  static void begin(Node& node, Index index, const LinkShape& shape, const Pose& X);
  static const PlacedRss& volume(Node& node, const LinkShape& shape, const Pose& X);
  double way_between(const Node& a, const Node& b) const;
  bool look(Index a, Index b);
  Answer look_at_items(Index a, Index b);
  Answer look_at_item(const NearItems& items);

  PairChain& chain_;
  const LinkShape &a_, &b_;
  double error_m_;  // of places, of both links together; and of levers
  std::size_t joint_count_;
  ChainNumbers ways_{};  // of each joint: how far a point at unit distance moves; for a slide: any point
  Node node_a_, node_b_;
  NearItems near_;
  double way_m_ = 0.0, margin_ = 0.0;
  std::size_t depth_ = 0;
  std::array<Entry, 2 * RssTree::most_depth + 4> stack_;
};

}  // namespace tocca
