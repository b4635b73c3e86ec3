#include "tocca/query/deformable_contacts.hpp"

#include <algorithm>
#include <tuple>

#include "feature_pairs.hpp"
#include "tocca/contact/linear_batch.hpp"
#include "tocca/core/float_environment.hpp"

namespace tocca {
namespace {

/// Pairs of features of one kind, asked many at a time: enough for eight side by side and for several threads, few enough to stay in
/// the cache.
class FeatureBatch {
 public:
  FeatureBatch(LinearKind kind, std::vector<FeatureContact>& contacts) : batch_(kind), contacts_(contacts) {}

  void add(const FeatureNumbers& pair, const FourVertices& vertices) {
    batch_.add(vertices);
    pairs_.push_back(pair);
    if (pairs_.size() == most) ask();
  }
  void ask() {
    answers_.resize(pairs_.size());
    linear_contacts(batch_, 0.0, answers_);
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (answers_[i].outcome == Outcome::free) continue;
      contacts_.push_back({pairs_[i].kind, pairs_[i].a, pairs_[i].b, {answers_[i].lo, answers_[i].hi}});
    }
    batch_.clear();
    pairs_.clear();
  }

 private:
  static constexpr std::size_t most = 2048;
  LinearBatch batch_;
  std::vector<FeatureNumbers> pairs_;
  std::vector<LinearAnswer> answers_;
  std::vector<FeatureContact>& contacts_;
};

class ContactList {
 public:
  ContactList(const DeformableMesh& a, const DeformableMesh& b, std::vector<FeatureContact>& contacts)
      : a_(a),
        b_(b),
        pairs_(a, b),
        contacts_(contacts),
        first_(contacts.size()),
        faces_(LinearKind::vertex_face, contacts),
        edges_(LinearKind::edge_edge, contacts) {}

  void triangles(Index place_a, Index place_b) {
    ++work_.triangle_pairs;
    pairs_.of_triangles(place_a, place_b, [&](const FeatureNumbers& pair) {
      ++work_.feature_pairs;
      (pair.kind == ContactKind::edge_edge ? edges_ : faces_).add(pair, vertices_of(a_, b_, pair));
    });
  }
  void finish(DeformableStatistics* statistics) {
    faces_.ask();
    edges_.ask();
    std::sort(contacts_.begin() + static_cast<std::ptrdiff_t>(first_), contacts_.end(),
              [](const FeatureContact& x, const FeatureContact& y) {
                return std::tuple(x.kind, x.a, x.b) < std::tuple(y.kind, y.a, y.b);
              });
    work_.contacts = contacts_.size() - first_;
    if (statistics) *statistics = work_;
  }

 private:
  const DeformableMesh &a_, &b_;
  FeaturePairs pairs_;
  std::vector<FeatureContact>& contacts_;
  std::size_t first_;
  FeatureBatch faces_, edges_;
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
