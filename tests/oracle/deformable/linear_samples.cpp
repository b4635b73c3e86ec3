// What is proven here: the public sample queries and the pairs of two cloth simulations, whose answers are known by
// symbolic algebra, are answered as they say, alone and in batches. Oracle: the truth that comes with them
// (testing/linear_samples.hpp).
#include "testing/linear_samples.hpp"

#include <gtest/gtest.h>

#include "testing/draw.hpp"

namespace tocca::linear_samples_tests {
namespace {

struct Count {
  std::size_t queries = 0, contacts = 0;

  void check(const testing::LinearSamples& samples) {
    SCOPED_TRACE(samples.name);
    ASSERT_EQ(samples.truth.size(), samples.batch.size());
    std::vector<LinearAnswer> answers(samples.batch.size());
    linear_contacts(samples.batch, 0.0, answers);
    int wrong = 0;
    for (std::size_t k = 0; k < answers.size(); ++k) {
      const bool contact = answers[k].outcome == Outcome::contact;
      const LinearAnswer one = linear_contact(samples.batch.kind(), samples.batch[k]);
      wrong += contact != samples.truth[k] || (one.outcome == Outcome::contact) != contact;
      wrong += answers[k].time.lo > one.time.hi || one.time.lo > answers[k].time.hi ||
               (contact && answers[k].time.hi - answers[k].time.lo > 1e-6);
      contacts += contact;
    }
    EXPECT_EQ(wrong, 0);
    queries += answers.size();
  }
};

TEST(LinearSamples, PublicQueriesAreAnsweredExactly) {
  TOCCA_NEED_MODELS();
  Count count;
  for (const testing::LinearSamples& samples : testing::public_queries(testing::models())) count.check(samples);
  EXPECT_EQ(count.queries, 4779u);
  EXPECT_EQ(count.contacts, 317u);
}

TEST(LinearSamples, ClothIsAnsweredExactly) {
  TOCCA_NEED_MODELS();
  Count count;
  for (const testing::LinearSamples& samples : testing::cloth_queries(testing::models())) count.check(samples);
  EXPECT_EQ(count.queries, 92u + 263u + 19034u + 94825u);
  EXPECT_EQ(count.contacts, 27u + 107u + 19032u + 94822u);
}

}  // namespace
}  // namespace tocca::linear_samples_tests
