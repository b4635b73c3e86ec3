// What is proven here: where coordinates are known to a rounding only, "free" is true of whatever they may have been.
#include <gtest/gtest.h>

#include "testing/draw.hpp"
#include "tocca/deformable/linear_query.hpp"

namespace tocca::linear_rounding_tests {
namespace {

FourVertices lowered(double end_height_m) {
  FourVertices vertices;
  vertices.from = {{{0.2, 0.2, 1.0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
  vertices.to = vertices.from;
  vertices.to[0][2] = end_height_m;
  return vertices;
}

TEST(LinearRounding, AVertexThatMayHaveTouchedIsNotFree) {
  LinearBatch batch(LinearKind::vertex_face);
  const FourVertices above = lowered(1e-9);
  batch.add(above);
  batch.add(above);
  batch.add(above);
  LinearAnswer answers[3];
  linear_contacts(batch, 0.0, std::vector<double>{0.0, 1e-9, 1e-10}, answers);
  EXPECT_EQ(answers[0].outcome, Outcome::free);  // as stored
  EXPECT_EQ(answers[1].outcome, Outcome::contact);
  EXPECT_EQ(answers[2].outcome, Outcome::free);  // 4e-10 of 1e-9
}

TEST(LinearRounding, WidensByMoreThanBothFeaturesMayBeOff) {
  EXPECT_EQ(widened_separation(0.1, 0.0), 0.1);
  for (const double separation_m : {0.0, 1e-300, 1e-9, 1.0, 1e9}) {
    for (const double rounding_m : {5e-324, 1e-300, 1e-16, 1e-3}) {
      const long double both = 2.0L * 1.7320508075688772936L * rounding_m;  // the diagonal of a cube, twice
      EXPECT_GE(static_cast<long double>(widened_separation(separation_m, rounding_m)), separation_m + both);
    }
  }
}

TEST(LinearRounding, WhatIsFreeStaysFreeHoweverTheCoordinatesWereRounded) {
  testing::Draw draw;
  const int cases = testing::cases(2'000, 200'000);
  int free = 0, near_misses = 0;
  for (int k = 0; k < cases; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k, "rounded"));
    const LinearKind kind = draw.coin() ? LinearKind::vertex_face : LinearKind::edge_edge;
    const double rounding_m = draw.uniform(0.0, 0.05), separation_m = draw.coin() ? 0.0 : draw.uniform(0.0, 0.1);
    FourVertices stored;
    for (std::size_t i = 0; i < 4; ++i) {
      for (auto* vertex : {&stored.from[i], &stored.to[i]}) {
        for (double& number : *vertex) number = draw.uniform(-1.0, 1.0);
      }
    }
    LinearBatch batch(kind);
    batch.add(stored);
    LinearAnswer answer;
    linear_contacts(batch, separation_m, std::vector<double>{rounding_m}, std::span(&answer, 1));
    near_misses +=
        answer.outcome == Outcome::contact && linear_contact(kind, stored, separation_m).outcome == Outcome::free;
    if (answer.outcome != Outcome::free) continue;
    ++free;
    FourVertices truth = stored;
    for (std::size_t i = 0; i < 4; ++i) {
      for (auto* vertex : {&truth.from[i], &truth.to[i]}) {
        for (double& number : *vertex) number += draw.sign() * rounding_m;
      }
    }
    EXPECT_EQ(linear_contact(kind, truth, separation_m).outcome, Outcome::free);
  }
  EXPECT_GT(free, cases / 20);
  EXPECT_GT(near_misses, 0);  // the widening decides something
}

}  // namespace
}  // namespace tocca::linear_rounding_tests
