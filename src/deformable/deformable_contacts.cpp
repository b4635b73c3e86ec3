#include "tocca/deformable/deformable_contacts.hpp"

#include <algorithm>
#include <memory>
#include <tuple>

#include "core/float_environment.hpp"
#include "deformable/feature_pairs.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/deformable/linear_query.hpp"

namespace tocca {
namespace {

/// Pairs of features of one kind, asked many at a time: enough for eight side by side, few enough to stay in the cache.
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
      contacts_.push_back({pairs_[i].kind, pairs_[i].a, pairs_[i].b, answers_[i].time});
    }
    batch_.clear();
    pairs_.clear();
  }

 private:
  static constexpr std::size_t most = 256;
  LinearBatch batch_;
  std::vector<FeatureNumbers> pairs_;
  std::vector<LinearAnswer> answers_;
  std::vector<FeatureContact>& contacts_;
};

/// A share of the work: what is found below two nodes.
class FeatureContactList {
 public:
  explicit FeatureContactList(const MeshPair& meshes)
      : meshes_(meshes), faces_(LinearKind::vertex_face, contacts_), edges_(LinearKind::edge_edge, contacts_) {}

  void find(Index below_a, Index below_b) {
    const FeaturePairs pairs(meshes_);
    const auto triangles = [&](Index place_a, Index place_b) {
      ++work_.triangle_pairs;
      pairs.of_triangles(place_a, place_b, [&](const FeatureNumbers& pair) {
        ++work_.feature_pairs;
        (pair.kind == ContactKind::edge_edge ? edges_ : faces_).add(pair, vertices_of(meshes_.a(), meshes_.b(), pair));
      });
    };
    if (meshes_.same() && below_a == below_b) {
      for_each_pair_within(meshes_.boxes_a(), triangles, below_a);
    } else {
      for_each_pair(meshes_.boxes_a(), meshes_.boxes_b(), triangles, below_a, below_b);
    }
    faces_.ask();
    edges_.ask();
  }
  void move_to(std::vector<FeatureContact>& contacts, DeformableStatistics& work) const {
    contacts.insert(contacts.end(), contacts_.begin(), contacts_.end());
    work.triangle_pairs += work_.triangle_pairs;
    work.feature_pairs += work_.feature_pairs;
  }

 private:
  const MeshPair& meshes_;
  std::vector<FeatureContact> contacts_;
  FeatureBatch faces_, edges_;
  DeformableStatistics work_;
};

/// Nodes of a level of the tree, few enough for small meshes: shares of the work are pairs of them.
Index share_count(const EndBoxes& boxes) {
  return static_cast<Index>(std::min<std::size_t>(32, std::max<std::size_t>(1, boxes.leaf_count() / 64)));
}

void append(const DeformableMesh& a, const DeformableMesh& b, std::vector<FeatureContact>& contacts,
            DeformableStatistics* statistics) {
  const FloatEnvironment as_the_proofs_assume;
  MeshPair meshes;
  meshes.set(a, b);
  // Numbers of nodes at a level begin with how many there are.
  const Index shares_a = share_count(meshes.boxes_a()), shares_b = share_count(meshes.boxes_b());
  std::vector<std::array<Index, 2>> shares;
  for (Index i = shares_a; i < 2 * shares_a; ++i) {
    for (Index k = meshes.same() ? i : shares_b; k < 2 * shares_b; ++k) {
      if (meshes.boxes_a().box(i).overlaps(meshes.boxes_b().box(k))) shares.push_back({i, k});
    }
  }
  std::vector<std::unique_ptr<FeatureContactList>> lists(shares.size());
  parallel_for(shares.size(), [&](std::size_t i) {
    lists[i] = std::make_unique<FeatureContactList>(meshes);
    lists[i]->find(shares[i][0], shares[i][1]);
  });
  const std::size_t first = contacts.size();
  DeformableStatistics work;
  for (const auto& list : lists) list->move_to(contacts, work);
  std::sort(contacts.begin() + static_cast<std::ptrdiff_t>(first), contacts.end(),
            [](const FeatureContact& x, const FeatureContact& y) {
              return std::tuple(x.kind, x.a, x.b) < std::tuple(y.kind, y.a, y.b);
            });
  work.contacts = contacts.size() - first;
  if (statistics) *statistics = work;
}

}  // namespace

void append_contacts_within(const DeformableMesh& mesh, std::vector<FeatureContact>& contacts,
                            DeformableStatistics* statistics) {
  append(mesh, mesh, contacts, statistics);
}

void append_contacts(const DeformableMesh& a, const DeformableMesh& b, std::vector<FeatureContact>& contacts,
                     DeformableStatistics* statistics) {
  append(a, b, contacts, statistics);
}

}  // namespace tocca
