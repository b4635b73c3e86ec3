#include "tocca/query/deformable_contacts.hpp"

#include <algorithm>
#include <tuple>

#include "feature_pairs.hpp"
#include "tocca/contact/linear_query.hpp"
#include "tocca/core/float_environment.hpp"

namespace tocca {
namespace {

/// What is found, from `first` on, in canonical order.
void sort(std::vector<FeatureContact>& contacts, std::size_t first) {
  std::sort(contacts.begin() + static_cast<std::ptrdiff_t>(first), contacts.end(),
            [](const FeatureContact& x, const FeatureContact& y) {
              return std::tuple(x.kind, x.a, x.b) < std::tuple(y.kind, y.a, y.b);
            });
}

class ContactList {
 public:
  ContactList(const DeformableMesh& a, const DeformableMesh& b, std::vector<FeatureContact>& contacts)
      : a_(a), b_(b), pairs_(a, b), contacts_(contacts), first_(contacts.size()) {}

  void triangles(Index place_a, Index place_b) {
    ++work_.triangle_pairs;
    pairs_.of_triangles(place_a, place_b, [&](const FeatureNumbers& pair) {
      ++work_.feature_pairs;
      const LinearAnswer answer = linear_contact(pair.linear_kind(), vertices_of(a_, b_, pair));
      if (answer.outcome != Outcome::free) contacts_.push_back({pair.kind, pair.a, pair.b, {answer.lo, answer.hi}});
    });
  }
  void finish(DeformableStatistics* statistics) {
    sort(contacts_, first_);
    work_.contacts = contacts_.size() - first_;
    if (statistics) *statistics = work_;
  }

 private:
  const DeformableMesh &a_, &b_;
  FeaturePairs pairs_;
  std::vector<FeatureContact>& contacts_;
  std::size_t first_;
  DeformableStatistics work_;
};

}  // namespace

void append_contacts_within(const DeformableMesh& mesh, std::vector<FeatureContact>& contacts,
                            DeformableStatistics* statistics) {
  const FloatEnvironment as_the_proofs_assume;
  ContactList list(mesh, mesh, contacts);
  for_each_pair_within(mesh.tree(), [&](Index i, Index k) { list.triangles(i, k); });
  list.finish(statistics);
}

void append_contacts(const DeformableMesh& a, const DeformableMesh& b, std::vector<FeatureContact>& contacts,
                     DeformableStatistics* statistics) {
  const FloatEnvironment as_the_proofs_assume;
  ContactList list(a, b, contacts);
  for_each_pair(a.tree(), b.tree(), [&](Index i, Index k) { list.triangles(i, k); });
  list.finish(statistics);
}

}  // namespace tocca
