#include "check/survey/pair_samples.hpp"

#include <algorithm>

#include "check/survey/box_proof.hpp"
#include "contact/containment.hpp"
#include "core/index.hpp"
#include "core/vectors.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca {
namespace {

constexpr std::size_t kept_samples = 8;                          // in which a pair is nearest
constexpr std::size_t looks_at_once = 2'000'000;                 // in memory
constexpr std::int64_t first_at_once = 32, most_at_once = 4096;  // samples
constexpr int most_steps_down = 300;
constexpr double first_step = 0.1, shorter = 0.97;  // as parts of ranges
/// Poses are off by less than this part of the lengths, as in box_proof.cpp.
constexpr double sample_slack = 0x1p-30;

}  // namespace

PairSamples::PairSamples(const KinematicTree& tree, const LinkShapes& shapes, const SampleSpace& space,
                         std::uint64_t seed)
    : shapes_(shapes), space_(space), seed_(seed), pool_([&tree] {
        return Scratch{TreeMotion(tree), std::vector<Pose>(tree.links().size()), {}, tree.zero_configuration()};
      }) {}

void PairSamples::place(Scratch& scratch) const {
  scratch.motion.rest(scratch.q);
  scratch.motion.poses(0.0, scratch.poses);
}

/// Distances up to `level_m` are measured, at most twice too great; of farther ones only that they are farther.
PairSamples::Look PairSamples::look(Scratch& scratch, const SampledPair& pair, double level_m) const {
  const LinkShape &a = *shapes_[at(pair.link_a)], &b = *shapes_[at(pair.link_b)];
  TreePair trees;
  trees.a = &a.tree();
  trees.b = &b.tree();
  trees.X_a = &scratch.poses[at(pair.link_a)];
  trees.X_b = &scratch.poses[at(pair.link_b)];
  trees.error_m =
      a.part().rounding_m() + b.part().rounding_m() +
      sample_slack * (trees.X_a->translation.norm() + trees.X_b->translation.norm() + a.reach_m() + b.reach_m());
  // Balls first: most pairs are far apart in most samples, and then neither is inside the other.
  const LinkShape::Ball &ball_a = a.ball(0), &ball_b = b.ball(0);
  const double apart = (*trees.X_a * ball_a.centre - *trees.X_b * ball_b.centre).norm() - ball_a.radius - ball_b.radius;
  if (apart > level_m + trees.error_m) return {infinity, false};
  Statistics unused;
  const TreeDistance near = scratch.search.halfway(trees, 0.0, level_m, BoxProof::touch_m, unused);
  if (!(near.margin > 0.0)) return {0.0, true};
  bool inside = false;
  const auto found = [&](const Vector3&) { return inside = true; };
  for_each_inside(a.part(), *trees.X_a, b.part(), *trees.X_b, found);
  if (!inside) for_each_inside(b.part(), *trees.X_b, a.part(), *trees.X_a, found);
  if (inside) return {0.0, true};
  return {near.upper, near.upper <= BoxProof::touch_m};
}

bool PairSamples::touch(const SampledPair& pair, const Configuration& q) {
  return pool_.lend([&](Scratch& scratch) {
    scratch.q = q;
    place(scratch);
    return look(scratch, pair, 0.0).touches;
  });
}

/// What is farther than the nearest samples that are kept is of no interest.
double PairSamples::level_of(const SampledPair& pair, bool measure) {
  if (!measure || pair.touches) return 0.0;
  return pair.nearest.size() == kept_samples ? pair.nearest.back().distance_m : infinity;
}

bool PairSamples::run(std::int64_t from, std::int64_t to, std::span<SampledPair* const> pairs, bool measure,
                      const std::function<bool(std::int64_t)>& done) {
  std::vector<SampledPair*> open(pairs.begin(), pairs.end());
  std::vector<Look> looks;
  std::int64_t at_once = first_at_once;
  while (from < to) {
    std::erase_if(open, [](const SampledPair* pair) { return pair->settled(); });
    if (open.empty()) return done(to);
    const std::size_t fit = std::max<std::size_t>(1, looks_at_once / open.size());
    // Few at first: they settle most pairs that are open, and give the others a level.
    const auto count = static_cast<std::size_t>(std::min({to - from, at_once, static_cast<std::int64_t>(fit)}));
    at_once = std::min(2 * at_once, most_at_once);
    looks.resize(count * open.size());
    parallel_for(
        count,
        [&](std::size_t i) {
          pool_.lend([&](Scratch& scratch) {
            space_.draw(seed_, from + static_cast<std::int64_t>(i), scratch.q);
            place(scratch);
            for (std::size_t k = 0; k < open.size(); ++k) {
              looks[i * open.size() + k] = look(scratch, *open[k], level_of(*open[k], measure));
            }
          });
        },
        16);
    fold(from, looks, open);
    from += static_cast<std::int64_t>(count);
    if (!done(from)) return false;
  }
  return true;
}

/// In the order of the samples, whoever looked at them.
void PairSamples::fold(std::int64_t first, std::span<const Look> looks, std::span<SampledPair* const> pairs) {
  for (std::size_t i = 0; i < looks.size(); ++i) {
    SampledPair& pair = *pairs[i % pairs.size()];
    const std::int64_t index = first + static_cast<std::int64_t>(i / pairs.size());
    ++pair.samples;
    if (!looks[i].touches) {
      pair.is_apart = true;
      if (!(looks[i].distance_m < infinity)) continue;
      const auto place = std::find_if(pair.nearest.begin(), pair.nearest.end(),
                                      [&](const auto& one) { return looks[i].distance_m < one.distance_m; });
      pair.nearest.insert(place, {looks[i].distance_m, index});
      if (pair.nearest.size() > kept_samples) pair.nearest.pop_back();
    } else if (!pair.touches) {
      pair.touches = true;
      space_.draw(seed_, index, pair.touching);
    }
  }
}

void PairSamples::descend(SampledPair& pair, std::span<const int> coordinates) {
  if (coordinates.empty()) return;
  pool_.lend([&](Scratch& scratch) {
    for (const SampledPair::Near& start : pair.nearest) {
      SeededRandom random(seed_ ^ static_cast<std::uint64_t>(start.index));
      Configuration best;
      space_.draw(seed_, start.index, best);
      double least_m = start.distance_m, step = first_step;
      for (int k = 0; k < most_steps_down; ++k, step *= shorter) {
        scratch.q = best;
        const int changes = 1 + random.below(2);
        for (int i = 0; i < changes; ++i) {
          const int which = random.below(static_cast<int>(coordinates.size()));
          space_.change(coordinates[at(which)], step, random, scratch.q);
        }
        place(scratch);
        const Look seen = look(scratch, pair, least_m);
        if (seen.touches) {
          pair.touches = true;
          pair.touching = scratch.q;
          return;
        }
        if (seen.distance_m < least_m) {
          least_m = seen.distance_m;
          best = scratch.q;
        }
      }
    }
  });
}

}  // namespace tocca
