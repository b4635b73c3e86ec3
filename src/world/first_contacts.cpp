#include <algorithm>

#include "core/float_environment.hpp"
#include "sweep/aabb_tree.hpp"
#include "tocca/core/parallel.hpp"
#include "world/pair_motion.hpp"
#include "world/world_state.hpp"

namespace tocca {

std::vector<TimedContact> World::first_contacts(std::span<const Moving> moving) {
  const FloatEnvironment as_the_proofs_assume;
  const DeformingStep deforming(state_->bodies, moving);
  WorldMotion motion(state_->bodies, moving);
  std::vector<BodyPair> pairs;
  const AabbTree tree = AabbTree::by_place(motion.swept_boxes(state_->settings.tolerance_m));
  for_each_overlap_within(tree, [&](int i, int j) {
    const auto [a, b] =
        std::minmax(motion.bodies()[static_cast<std::size_t>(i)], motion.bodies()[static_cast<std::size_t>(j)]);
    if (state_->is_active(a, b)) pairs.push_back({a, b});
  });
  for (const int body : state_->bodies.deformables()) {
    if (state_->is_active(body, body)) pairs.push_back({body, body});
  }
  std::sort(pairs.begin(), pairs.end());
  std::vector<TimedContact> found(pairs.size());
  std::vector<char> touches(pairs.size());
  parallel::for_chunks(pairs.size(), 16, [&](std::size_t begin, std::size_t end) {
    PairMotion search(motion, state_->settings.tolerance_m, state_->settings.budget);
    for (std::size_t i = begin; i < end; ++i)
      touches[i] = search.first_contact(pairs[i].a, pairs[i].b, found[i]) ? 1 : 0;
  });
  std::vector<TimedContact> contacts;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (touches[i]) contacts.push_back(found[i]);
  }
  std::stable_sort(contacts.begin(), contacts.end(),
                   [](const TimedContact& x, const TimedContact& y) { return x.time.hi < y.time.hi; });
  return contacts;
}

}  // namespace tocca
