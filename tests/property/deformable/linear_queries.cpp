// What is proven here: elementary queries are exact. Contact if and only if the features meet, the first time in the
// bracket; alone and in batches, by doubles and by whole numbers. With a separation: never missed, never beyond the
// tolerance. Oracle: exact_linear.hpp, rationals by another way; distances in rationals (exact_distance.hpp).
#include <gtest/gtest.h>

#include <limits>

#include "deformable/linear_exact.hpp"
#include "draw_linear.hpp"
#include "exact_linear.hpp"
#include "property/contact/exact_distance.hpp"
#include "tocca/deformable/linear_query.hpp"

namespace tocca::linear_queries_tests {
namespace {

constexpr LinearKind kinds[] = {LinearKind::vertex_face, LinearKind::edge_edge};

std::string story(const testing::Draw& draw, int k, LinearKind kind, const FourVertices& q) {
  std::string text = testing::story(draw.seed(), k, kind == LinearKind::vertex_face ? "vf" : "ee");
  FourVertices copy = q;
  testing::change_all(copy, [&](double& x) {
    char number[40];
    std::snprintf(number, sizeof number, " %.17g", x);
    text += number;
  });
  return text;
}

bool is_contact(const LinearAnswer& answer) { return answer.outcome == Outcome::contact; }

TEST(LinearQueries, AreExactInDegeneratePositions) {
  testing::Draw draw;
  const int n = testing::cases(800, 60'000);
  int contacts = 0, planar = 0, bordering = 0, at_start = 0, at_end = 0;
  for (int k = 0; k < n; ++k) {
    const LinearKind kind = kinds[k % 2];
    const FourVertices q = testing::drawn_linear(draw);
    SCOPED_TRACE(story(draw, k, kind, q));
    exact::LinearTruth truth(kind, q);
    const bool meets = !truth.contacts.empty();
    const LinearAnswer answer = linear_contact(kind, q), exact_answer = exact_linear_contact(kind, q);
    ASSERT_EQ(is_contact(answer), meets);
    ASSERT_EQ(is_contact(exact_answer), meets);
    planar += truth.always_planar;
    if (!meets) continue;
    for (const LinearAnswer& one : {answer, exact_answer}) {
      ASSERT_TRUE(truth.is_first_in(one.time.lo, one.time.hi)) << one.time.lo << ' ' << one.time.hi;
      ASSERT_LE(one.time.hi - one.time.lo, 1e-6);
      ASSERT_TRUE(one.time.lo >= 0.0 && one.time.hi <= 1.0);
    }
    ++contacts;
    bordering += truth.bordering;
    at_start += answer.time.hi == 0.0;
    at_end += answer.time.lo == 1.0;
  }
  EXPECT_GT(contacts, n / 5);
  EXPECT_GT(n - contacts, n / 5);
  EXPECT_GT(planar, n / 10);
  EXPECT_GT(bordering, n / 10);
  EXPECT_GT(at_start, n / 50);
  EXPECT_GT(at_end, n / 200);
}

TEST(LinearQueries, AreExactForCoordinatesOfAnyExponent) {
  testing::Draw draw;
  const int n = testing::cases(40, 1'000);
  int contacts = 0;
  for (int k = 0; k < n; ++k) {
    const LinearKind kind = kinds[k % 2];
    FourVertices q = testing::drawn_on_grid(draw);
    // One coordinate, mostly not too far: rationals of some thousand digits are slow.
    auto& vertex = (draw.coin() ? q.from : q.to)[static_cast<std::size_t>(draw.integer(0, 3))];
    double& x = vertex[static_cast<std::size_t>(draw.integer(0, 2))];
    x = draw.coin(0.02) ? draw.any_double() : std::ldexp(draw.uniform(-1, 1), draw.integer(-250, 250));
    SCOPED_TRACE(story(draw, k, kind, q));
    exact::LinearTruth truth(kind, q);
    const LinearAnswer answer = linear_contact(kind, q);
    ASSERT_EQ(is_contact(answer), !truth.contacts.empty());
    ASSERT_TRUE(!is_contact(answer) || truth.is_first_in(answer.time.lo, answer.time.hi));
    contacts += is_contact(answer);
  }
  EXPECT_GT(contacts, n / 20);
}

TEST(LinearQueries, DoNotDependOnOrderOrDirection) {
  testing::Draw draw;
  const int n = testing::cases(4000, 400'000);
  int contacts = 0;
  for (int k = 0; k < n; ++k) {
    const LinearKind kind = kinds[k % 2];
    const FourVertices q = testing::drawn_linear(draw);
    SCOPED_TRACE(story(draw, k, kind, q));
    FourVertices turned, reversed{q.to, q.from};
    const std::array<std::size_t, 4> order = kind == LinearKind::vertex_face ? std::array<std::size_t, 4>{0, 3, 1, 2}
                                                                             : std::array<std::size_t, 4>{3, 2, 0, 1};
    for (std::size_t i = 0; i < 4; ++i) turned.from[i] = q.from[order[i]], turned.to[i] = q.to[order[i]];
    const LinearAnswer answer = linear_contact(kind, q), again = linear_contact(kind, turned);
    ASSERT_EQ(is_contact(answer), is_contact(again));
    ASSERT_EQ(is_contact(answer), is_contact(linear_contact(kind, reversed)));
    ASSERT_TRUE(answer.time.lo <= again.time.hi && again.time.lo <= answer.time.hi);
    contacts += is_contact(answer);
  }
  EXPECT_GT(contacts, n / 5);
}

TEST(LinearQueries, OfABatchAreThoseOfOne) {
  testing::Draw draw;
  const int n = testing::cases(4003, 400'003);
  for (const LinearKind kind : kinds) {
    LinearBatch batch(kind);
    for (int k = 0; k < n; ++k) {
      FourVertices q = testing::drawn_linear(draw);
      if (k % 97 == 0) q.to[2][1] = std::numeric_limits<double>::quiet_NaN();
      batch.add(q);
    }
    std::vector<LinearAnswer> answers(batch.size());
    for (const double separation : {0.0, 0.25}) {
      linear_contacts(batch, separation, answers);
      int contacts = 0;
      for (std::size_t k = 0; k < answers.size(); ++k) {
        SCOPED_TRACE(story(draw, static_cast<int>(k), kind, batch[k]));
        const LinearAnswer one = linear_contact(kind, batch[k], separation);
        ASSERT_EQ(is_contact(answers[k]), is_contact(one)) << separation;
        ASSERT_TRUE(separation > 0.0 || (answers[k].time.lo <= one.time.hi && one.time.lo <= answers[k].time.hi));
        contacts += is_contact(one);
      }
      EXPECT_GT(contacts, n / 5);
      EXPECT_LT(contacts, n - n / 10);
    }
  }
}

mpq_class distance_sq(LinearKind kind, const FourVertices& q, const mpq_class& t) {
  std::array<exact::Vector, 4> v;
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t c = 0; c < 3; ++c) v[i][c] = (1 - t) * mpq_class(q.from[i][c]) + t * mpq_class(q.to[i][c]);
  }
  return kind == LinearKind::vertex_face ? exact::point_triangle_distance_sq(v[0], {v[1], v[2], v[3]})
                                         : exact::segments_distance_sq(v[0], v[1], v[2], v[3]);
}

/// Is the distance at most d? d >= 0.
bool is_within(LinearKind kind, const FourVertices& q, const mpq_class& t, const mpq_class& d) {
  return distance_sq(kind, q, t) <= d * d;
}

TEST(LinearQueries, KeepTheirSeparation) {
  testing::Draw draw;
  const int n = testing::cases(400, 30'000);
  int contacts = 0, free = 0, grazing = 0, slow = 0;
  for (int k = 0; k < n; ++k) {
    const LinearKind kind = kinds[k % 2];
    FourVertices q = testing::drawn_on_grid(draw);
    if (draw.coin()) testing::change_all(q, [&](double& x) { x += draw.uniform(-0.5, 0.5); });
    // On the grid, distances of 1/2, 1 and 2 are reached exactly, often as the least.
    const double round = std::ldexp(draw.coin(0.3) ? 0.9999 : 1.0, draw.integer(-2, 1));
    double separation = draw.coin(0.7) ? round : draw.log_uniform(1e-9, 1.0);
    if (draw.coin(0.2)) {  // a little less than the least of some distances: a graze, if no other is less
      mpq_class nearest = distance_sq(kind, q, 0);
      for (int i = 1; i <= 4; ++i) nearest = std::min(nearest, distance_sq(kind, q, mpq_class(i) / 4));
      if (nearest > 0) separation = 0.9999 * std::sqrt(nearest.get_d());
    }
    SCOPED_TRACE(story(draw, k, kind, q) + " separation " + std::to_string(separation));
    const LinearAnswer answer = linear_contact(kind, q, separation);
    const double end = is_contact(answer) ? answer.time.lo : 1.0;
    mpq_class least = distance_sq(kind, q, end);
    for (int i = 0; i < 24; ++i) {  // proven clear before lo: nowhere as near as the separation
      const mpq_class t = i < 12 ? mpq_class(end) * i / 12 : mpq_class(end * draw.uniform(0, 1));
      if (is_contact(answer) && t >= mpq_class(answer.time.lo)) continue;
      ASSERT_FALSE(is_within(kind, q, t, separation)) << t.get_d();
      least = std::min(least, distance_sq(kind, q, t));
    }
    if (is_contact(answer)) {
      ++contacts;
      const mpq_class reach = mpq_class(separation) + mpq_class(linear_tolerance(q, separation));
      slow += !is_within(kind, q, answer.time.hi, reach);  // 1,000 steps were not enough
      ASSERT_TRUE(is_within(kind, q, answer.time.hi, reach + mpq_class(1e-6))) << answer.time.hi;
    } else {
      ++free;
      ASSERT_FALSE(is_within(kind, q, 1, separation));
      grazing += std::sqrt(least.get_d()) < 1.02 * separation;
    }
  }
  EXPECT_GT(contacts, n / 4);
  EXPECT_GT(free, n / 10);
  EXPECT_GT(grazing, n / 100);
  EXPECT_LE(slow, n / 500);
}

// An axis that turns was once followed to the zero of a chord that passed above an inner coefficient: the vertex came
// as near as the separation at 0.445 and was called free.
TEST(LinearQueries, SeeTheDipBetweenTwoEndsThatAreApart) {
  const FourVertices q{{{{-0.033143019416820962, 0.06725694376882152, 0.36624225991239001},
                         {1.1576657258860346, 0.16160658919486137, -0.053264737091251457},
                         {-0.058034487875727847, 0.85444470082584767, -0.26912251258257625},
                         {0.31757481458626258, 0.75721398741493784, 0.6397756093016882}}},
                       {{{0.66589829098747522, 1.1853147369264785, -0.40060102247108531},
                         {1.4408086070368924, 0.37512066409941724, 0.18041426108546665},
                         {0.097503142125677233, 0.46531694546813795, 0.21242763551175226},
                         {-1.4408792613105081, 0.070499771349946228, 1.4504013471780544}}}};
  EXPECT_TRUE(is_contact(linear_contact(LinearKind::vertex_face, q, 0.00623)));
  EXPECT_TRUE(is_contact(linear_contact(LinearKind::vertex_face, q)));
}

// A batch's first look is sharper than a single query's once was: where the distance stayed within the tolerance of the
// separation, one said free and the other contact.
TEST(LinearQueries, OfABatchAreThoseOfOneWithinTheToleranceToo) {
  testing::Draw draw;
  const int n = testing::cases(600, 60'000);
  int contacts = 0, free = 0;
  for (int k = 0; k < n; ++k) {
    const LinearKind kind = kinds[k % 2];
    const FourVertices q = testing::drawn_linear(draw);
    double nearest = std::numeric_limits<double>::infinity();
    for (int i = 0; i <= 8; ++i) nearest = std::min(nearest, distance_sq(kind, q, mpq_class(i) / 8).get_d());
    const double separation = std::sqrt(nearest) * (1.0 - std::ldexp(1.0, -draw.integer(20, 45)));
    if (!(separation > 0.0)) continue;
    SCOPED_TRACE(story(draw, k, kind, q));
    LinearBatch batch(kind);
    batch.add(q);
    LinearAnswer answer;
    linear_contacts(batch, separation, {&answer, 1});
    ASSERT_EQ(is_contact(answer), is_contact(linear_contact(kind, q, separation))) << separation;
    (is_contact(answer) ? contacts : free) += 1;
  }
  EXPECT_GT(contacts, n / 10);
  EXPECT_GT(free, n / 10);
}

// Lengths were squared as they came: below 1e-80 the square of an axis that is a product of edges underflowed, beyond
// 2^200 all was called contact. The answer must not depend on the unit of length.
TEST(LinearQueries, WithASeparationAreTheSameInAllUnits) {
  testing::Draw draw;
  const int n = testing::cases(2000, 100'000);
  int contacts = 0;
  for (int k = 0; k < n; ++k) {
    const LinearKind kind = kinds[k % 2];
    FourVertices q = testing::drawn_on_grid(draw);
    const double separation = draw.log_uniform(1e-3, 3.0);
    const LinearAnswer answer = linear_contact(kind, q, separation);
    const int power = draw.integer(-960, 1000);
    testing::change_all(q, [&](double& x) { x = std::ldexp(x, power); });
    const LinearAnswer scaled = linear_contact(kind, q, std::ldexp(separation, power));
    SCOPED_TRACE(story(draw, k, kind, q) + " separation " + std::to_string(separation));
    ASSERT_EQ(is_contact(answer), is_contact(scaled));
    ASSERT_NEAR(answer.time.lo, scaled.time.lo, 1e-6);
    contacts += is_contact(answer);
  }
  EXPECT_GT(contacts, n / 5);
  EXPECT_LT(contacts, n - n / 20);
}

// Boxes clip the window to some ulps around a landing at the very end, where the volume's sign is not certain: its
// exact sign at 1 tells on which side of the end the root beside it is.
TEST(LinearQueries, TellALandingAtTheEndFromOneJustAfter) {
  const auto falling = [](double start, double end) {
    return FourVertices{{{{0.3, 0.4, start}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}},
                        {{{0.3, 0.4, end}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}};
  };
  for (const double height : {1.0, 0.1, 1e-9, 1e5}) {
    const LinearAnswer landing = linear_contact(LinearKind::vertex_face, falling(height, 0.0));
    EXPECT_TRUE(is_contact(landing) && landing.time.lo == 1.0 && landing.time.hi == 1.0);
    EXPECT_FALSE(is_contact(linear_contact(LinearKind::vertex_face, falling(height, 1e-17 * height))));
    EXPECT_TRUE(is_contact(linear_contact(LinearKind::vertex_face, falling(height, -1e-17 * height))));
    const LinearAnswer leaving = linear_contact(LinearKind::vertex_face, falling(0.0, height));
    EXPECT_TRUE(is_contact(leaving) && leaving.time.lo == 0.0 && leaving.time.hi == 0.0);
    EXPECT_FALSE(is_contact(linear_contact(LinearKind::vertex_face, falling(1e-17 * height, height))));
    EXPECT_TRUE(is_contact(linear_contact(LinearKind::vertex_face, falling(-1e-17 * height, height))));
  }
}

// Three vertices stay in z = 0, and the fourth passes through: there the volume vanishes because the fourth is in the
// plane, and its weight, which may be taken for zero where it stays out of it, decides by a hair.
TEST(LinearQueries, KnowThatAWeightVanishesOnlyWhereTheFourthVertexStaysOut) {
  const auto passing = [](double off, double end) {
    return FourVertices{{{{0.5, 0.5 + off, 0}, {0, 1, 1}, {0, 0, 0}, {1, 1, 0}}},
                        {{{0.5, 0.5 + off, 0}, {0, 1, end}, {0, 0, 0}, {1, 1, 0}}}};
  };
  EXPECT_TRUE(is_contact(linear_contact(LinearKind::vertex_face, passing(0x1p-53, -1))));
  EXPECT_TRUE(is_contact(linear_contact(LinearKind::vertex_face, passing(0, -1))));
  EXPECT_FALSE(is_contact(linear_contact(LinearKind::vertex_face, passing(-0x1p-54, -1))));
  EXPECT_FALSE(is_contact(linear_contact(LinearKind::vertex_face, passing(0x1p-53, 0.5))));
  EXPECT_TRUE(is_contact(linear_contact(LinearKind::vertex_face, passing(0, 0.5))));  // on the edge all the time
}

TEST(LinearQueries, AreContactWhereNothingIsKnown) {
  FourVertices q{};
  q.from[0] = q.to[0] = {5, 5, 5};
  for (const LinearKind kind : kinds) {
    ASSERT_FALSE(is_contact(linear_contact(kind, q)) && kind == LinearKind::vertex_face);
    for (const double odd : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
      FourVertices broken = q;
      broken.to[3][2] = odd;
      EXPECT_TRUE(is_contact(linear_contact(kind, broken)));
      EXPECT_TRUE(is_contact(linear_contact(kind, q, odd)));
    }
  }
}

}  // namespace
}  // namespace tocca::linear_queries_tests
