#include "tocca/check/pair_survey.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "check/survey/never_proof.hpp"
#include "check/survey/pair_samples.hpp"
#include "core/stopwatch.hpp"
#include "tocca/core/error.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca {
namespace {

/// So many samples come before proofs: most pairs that touch at all are seen to touch there.
constexpr std::int64_t samples_before_proofs = 1024;
/// Proofs end when so much of the time has gone by: samples answer for what is left.
constexpr double time_for_proofs = 0.5;

/// Is there at most one joint that moves on the way from one link to the other, and no link with geometry?
bool is_adjacent(const KinematicTree& tree, int a, int b) {
  int moving = 0, up_a = a, up_b = b;
  while (up_a != up_b) {
    int& lower = up_a > up_b ? up_a : up_b;  // parents come before their children
    moving += is_fixed(tree.joints()[at(tree.parent_joint(lower))].type) ? 0 : 1;
    lower = tree.parent_link(lower);
    const bool between = lower != a && lower != b;
    if (moving > 1 || (between && !tree.links()[at(lower)].colliders.empty())) return false;
  }
  return true;
}

class Survey {
 public:
  Survey(const KinematicTree& tree, const SurveySettings& settings)
      : tree_(tree), settings_(settings), space_(tree), samples_(tree, shapes_, space_, settings.seed) {
    shapes_.resize(tree.links().size());
    parallel_for(shapes_.size(), [&](std::size_t i) {
      if (!tree.links()[i].colliders.empty()) shapes_[i] = std::make_unique<const LinkShape>(tree.links()[i]);
    });
    list_pairs();
  }

  PairSurvey run() {
    survey_.default_configuration = space_.default_configuration();
    look_at_default();
    sample(0, std::min(settings_.samples, samples_before_proofs), false);
    prove();
    sample(std::min(settings_.samples, samples_before_proofs), settings_.samples, true);
    descend();
    judge();
    survey_.complete = !ended_;
    survey_.seconds = watch_.seconds();
    return std::move(survey_);
  }

 private:
  void list_pairs() {
    const int count = static_cast<int>(shapes_.size());
    for (int a = 0; a < count; ++a) {
      for (int b = a + 1; b < count; ++b) {
        if (!shapes_[at(a)] || !shapes_[at(b)]) continue;
        SurveyedPair& pair = survey_.pairs.emplace_back();
        pair.link_a = a;
        pair.link_b = b;
        if (is_adjacent(tree_, a, b)) pair.kind = PairKind::adjacent;
        sampled_.push_back({a, b});
      }
    }
    at_default_.assign(sampled_.size(), 0);
    total_ = 2 * static_cast<std::int64_t>(sampled_.size());
  }

  bool is_adjacent_pair(std::size_t i) const { return survey_.pairs[i].kind == PairKind::adjacent; }

  /// What is done is counted in pairs: half for its proof, half for its samples.
  bool tell(std::int64_t done) {
    const std::lock_guard lock(telling_);
    if (!ended_ && settings_.progress && !settings_.progress(done, total_)) ended_ = true;
    return !ended_;
  }
  bool has_time(double part) const { return watch_.seconds() < part * settings_.time_limit_s; }

  void look_at_default() {
    parallel_for(sampled_.size(), [&](std::size_t i) {
      SampledPair& pair = sampled_[i];
      if (is_adjacent_pair(i)) return;
      at_default_[i] = samples_.touch(pair, space_.default_configuration()) ? 1 : 0;
      pair.samples = 1;
      (at_default_[i] ? pair.touches : pair.is_apart) = true;
      if (at_default_[i]) pair.touching = space_.default_configuration();
    });
  }

  /// Pairs about which samples have something to say. Those that are proven are left out, and after the proofs also those in which links do
  /// not move against each other.
  void sample(std::int64_t from, std::int64_t to, bool after_proofs) {
    std::vector<SampledPair*> open;
    for (std::size_t i = 0; i < sampled_.size(); ++i) {
      const bool proven = survey_.pairs[i].proof == ProofEnd::proven && after_proofs;
      const bool rigid = after_proofs && survey_.pairs[i].joints == 0;
      if (!is_adjacent_pair(i) && !proven && !rigid) open.push_back(&sampled_[i]);
    }
    const std::int64_t half = total_ / 2;
    samples_.run(from, to, open, after_proofs, [&](std::int64_t done) {
      const std::int64_t sampled = half * (done - from) / std::max<std::int64_t>(1, to - from);
      return tell(after_proofs ? half + sampled : 0) && has_time(1.0);
    });
  }

  void prove() {
    const Stopwatch own;
    std::atomic<std::int64_t> done = 0;
    parallel_for(sampled_.size(), [&](std::size_t i) {
      if (!is_adjacent_pair(i)) prove(i, done);
      ++done;
    });
    survey_.proof_seconds = own.seconds();
  }

  void prove(std::size_t i, const std::atomic<std::int64_t>& done) {
    SurveyedPair& pair = survey_.pairs[i];
    PairChain chain(tree_, pair.link_a, pair.link_b);
    pair.joints = chain.number_count();
    if (sampled_[i].touches) return;
    const NeverProof proof = prove_never(chain, *shapes_[at(pair.link_a)], *shapes_[at(pair.link_b)], settings_.budget,
                                         [&] { return has_time(time_for_proofs) && tell(done); });
    pair.proof = proof.end;
    pair.boxes = proof.boxes;
    if (proof.end == ProofEnd::touch) keep_touching(chain, *proof.touching, sampled_[i]);
  }

  /// The robot's configuration in which a box of a proof showed a contact, if it is one that the robot can have: a joint that
  /// mimics may have been taken to turn by itself. Samples are not asked again: they call a gap of less than touch_m apart.
  void keep_touching(const PairChain& chain, const ChainNumbers& values, SampledPair& pair) {
    Configuration q = space_.default_configuration();
    for (std::size_t v = 0; v < chain.variables().size(); ++v) {
      const PairChain::Variable& variable = chain.variables()[v];
      if (variable.coordinate >= 0) q[variable.coordinate] = values[v];
      if (variable.coordinate < 0 && variable.half > 0.0) return;
    }
    pair.touches = true;
    pair.touching = q;
  }

  void descend() {
    parallel_for(sampled_.size(), [&](std::size_t i) {
      SampledPair& pair = sampled_[i];
      if (ended_ || !has_time(1.0) || is_adjacent_pair(i) || pair.touches || survey_.pairs[i].proof == ProofEnd::proven)
        return;
      const PairChain chain(tree_, pair.link_a, pair.link_b);
      samples_.descend(pair, chain.coordinates());
    });
  }

  void judge() {
    for (std::size_t i = 0; i < sampled_.size(); ++i) {
      SurveyedPair& pair = survey_.pairs[i];
      const SampledPair& sampled = sampled_[i];
      pair.samples = sampled.samples;
      if (sampled.touches) pair.touching = only_between(sampled);
      if (pair.kind == PairKind::adjacent) continue;
      pair.kind = kind_of(i);
      pair.proven = pair.proof == ProofEnd::proven || (pair.kind == PairKind::always && pair.joints == 0);
    }
  }

  /// Joints that do not move the two against each other are at their default: what remains is what matters.
  Configuration only_between(const SampledPair& pair) {
    const PairChain chain(tree_, pair.link_a, pair.link_b);
    Configuration q = space_.default_configuration();
    for (const int coordinate : chain.coordinates()) q[coordinate] = pair.touching[coordinate];
    return samples_.touch(pair, q) ? q : pair.touching;
  }

  PairKind kind_of(std::size_t i) const {
    const SurveyedPair& pair = survey_.pairs[i];
    const SampledPair& sampled = sampled_[i];
    if (pair.proof == ProofEnd::proven) return PairKind::never;
    // In the default configuration, and in all that were asked for: else nothing is said.
    const bool looked = settings_.samples > 0 && (pair.joints == 0 || sampled.samples > settings_.samples);
    if (!sampled.touches) {
      // A proof that met a contact of values that mimicry may rule out says nothing; samples do.
      return looked ? PairKind::never : PairKind::sometimes;
    }
    if (!sampled.is_apart && (looked || pair.joints == 0)) return PairKind::always;
    return at_default_[i] && sampled.is_apart ? PairKind::by_default : PairKind::sometimes;
  }

  const KinematicTree& tree_;
  const SurveySettings& settings_;
  const Stopwatch watch_;
  LinkShapes shapes_;
  SampleSpace space_;
  PairSamples samples_;
  PairSurvey survey_;
  std::vector<SampledPair> sampled_;
  std::vector<char> at_default_;
  std::int64_t total_ = 0;
  std::mutex telling_;
  std::atomic<bool> ended_ = false;
};

}  // namespace

PairSurvey survey_pairs(const KinematicTree& tree, const SurveySettings& settings) {
  if (settings.samples < 0) throw InputError("", "samples", "must not be negative", "give 0 or more");
  if (settings.budget < 1) throw InputError("", "budget", "must be at least 1", "give a number of boxes");
  if (!(settings.time_limit_s > 0.0)) throw InputError("", "time limit", "must be greater than 0 seconds", "");
  return Survey(tree, settings).run();
}

}  // namespace tocca
