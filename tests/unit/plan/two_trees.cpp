// What is shown here: nodes of two trees keep their proofs when an edge is cut and a branch changes sides.
#include "plan/two_trees.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "worlds.hpp"

namespace tocca::two_trees_tests {
namespace {

using testing::numbers;

/// 0 - 2 - 3 - 4 and 1 - 5; 6 hangs on 3.
TwoTrees branches(bool directed) {
  TwoTrees trees;
  trees.begin(numbers({0}), numbers({9}), directed);
  EXPECT_EQ(trees.add(numbers({1}), 0), 2);
  EXPECT_EQ(trees.add(numbers({2}), 2), 3);
  EXPECT_EQ(trees.add(numbers({3}), 3), 4);
  EXPECT_EQ(trees.add(numbers({8}), 1), 5);
  EXPECT_EQ(trees.add(numbers({2.5}), 3), 6);
  return trees;
}

TEST(TwoTrees, ACutBranchJoinsTheOtherTreeTurnedRound) {
  TwoTrees trees = branches(false);
  trees.set_proven(4);
  trees.cut(3, 4, 5, true);  // the edge from 2 to 3 touches; 4 is bridged to 5
  EXPECT_EQ(trees.parent(4), 5);
  EXPECT_EQ(trees.parent(3), 4);
  EXPECT_EQ(trees.parent(6), 3);
  EXPECT_EQ(trees.parent(2), 0);
  for (const int node : {3, 4, 6}) EXPECT_EQ(trees.tree(node), 1);
  EXPECT_EQ(trees.size(0), 2);
  EXPECT_EQ(trees.size(1), 5);
  EXPECT_TRUE(trees.proven(4));   // the bridge
  EXPECT_TRUE(trees.proven(3));   // what was the edge of 4
  EXPECT_FALSE(trees.proven(6));  // never proven
  const std::vector<int>& moved = trees.moved();
  const auto place = [&](int node) { return std::find(moved.begin(), moved.end(), node) - moved.begin(); };
  EXPECT_EQ(moved.size(), 3u);
  EXPECT_LT(place(4), place(3));
  EXPECT_LT(place(3), place(6));
}

TEST(TwoTrees, WhereDirectionsDifferAProofHoldsInThePathsDirection) {
  TwoTrees trees = branches(true);
  trees.set_proven(4);        // from 3 to 4, as the path runs from the start
  trees.cut(3, 4, 5, false);  // in the goal's tree the path runs from 3 to 4 as well
  EXPECT_TRUE(trees.proven(3));
  EXPECT_FALSE(trees.proven(4));
  trees.set_proven(4);  // from 4 to 5
  trees.cut(4, 3, 2, false);
  EXPECT_EQ(trees.tree(4), 0);
  EXPECT_TRUE(trees.proven(4));  // from 3 to 4 again
}

TEST(TwoTrees, BeginAgainWithNothingLeft) {
  TwoTrees trees = branches(false);
  trees.set_proven(2);
  trees.begin(numbers({5}), numbers({6}), false);
  EXPECT_EQ(trees.size(), 2);
  EXPECT_EQ(trees.at(1), numbers({6}));
  EXPECT_EQ(trees.add(numbers({7}), 1), 2);
  EXPECT_FALSE(trees.proven(2));
  EXPECT_EQ(trees.size(0), 1);
}

}  // namespace
}  // namespace tocca::two_trees_tests
