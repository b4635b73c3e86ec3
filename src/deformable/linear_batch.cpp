#include <algorithm>

#include "core/float_environment.hpp"
#include "deformable/linear_lanes.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/core/require.hpp"
#include "tocca/deformable/linear_query.hpp"

namespace tocca {

void LinearBatch::add(const FourVertices& vertices) {
  const std::size_t block = size_ / lane_count, lane = size_ % lane_count;
  if (block == blocks_.size()) blocks_.emplace_back();
  const double* numbers = vertices.from[0].data();
  Block& into = blocks_[block];
  if (lane == 0) {
    for (std::size_t k = 0; k < 24; ++k) std::fill_n(into.number[k], lane_count, numbers[k]);
  } else {
    for (std::size_t k = 0; k < 24; ++k) into.number[k][lane] = numbers[k];
  }
  ++size_;
}

FourVertices LinearBatch::operator[](std::size_t i) const {
  TOCCA_REQUIRE(i < size_, "a batch has no such query");
  FourVertices vertices;
  double* numbers = vertices.from[0].data();
  for (std::size_t k = 0; k < 24; ++k) numbers[k] = blocks_[i / lane_count].number[k][i % lane_count];
  return vertices;
}

namespace {

void answer_block(const LinearBatch& batch, std::size_t b, double separation_m, std::span<LinearAnswer> answers) {
  constexpr std::size_t lanes = LinearBatch::lane_count;
  LaneVerdicts verdicts;
  judge_linear_lanes(batch.kind(), batch.blocks()[b], separation_m, verdicts);
  const std::size_t end = std::min(lanes, batch.size() - b * lanes);
  for (std::size_t k = 0; k < end; ++k) {
    LinearAnswer& answer = answers[b * lanes + k];
    if (verdicts.free >> k & 1u) {
      answer = {};
    } else if (verdicts.contact >> k & 1u) {
      answer = {Outcome::contact, {verdicts.lo[k], verdicts.hi[k]}};
    } else {
      answer = linear_contact(batch.kind(), batch[b * lanes + k], separation_m);
    }
  }
}

}  // namespace

void linear_contacts(const LinearBatch& batch, double separation_m, std::span<LinearAnswer> answers) {
  TOCCA_REQUIRE(answers.size() == batch.size(), "a batch must have as many answers as queries");
  TOCCA_REQUIRE(!(separation_m < 0.0), "a separation must not be negative");
  constexpr std::size_t grain = 128;
  const std::size_t blocks = batch.blocks().size();
  if (blocks <= 2 * grain) {  // done before threads would have started
    const FloatEnvironment environment;
    for (std::size_t b = 0; b < blocks; ++b) answer_block(batch, b, separation_m, answers);
    return;
  }
  parallel_for(
      blocks, [&](std::size_t b) { answer_block(batch, b, separation_m, answers); }, grain);
}

/// A vertex whose three coordinates are off by at most r is off by at most sqrt(3) r; so is each point of a face or an edge, and each
/// point of a straight way, being means of such. Two features are then nearer by at most 2 sqrt(3) r < 3.465 r. 4 r is a double
/// (or infinite); the sum and the product lose at most 2^-53 of themselves each, which 2^-50 makes up for (where they are
/// subnormal, the sum is exact and the product no smaller than it).
double widened_separation(double separation_m, double rounding_m) {
  if (rounding_m == 0.0) return separation_m;
  return (separation_m + 4.0 * rounding_m) * (1.0 + 0x1p-50);
}

void linear_contacts(const LinearBatch& batch, double separation_m, std::span<const double> rounding_m,
                     std::span<LinearAnswer> answers) {
  linear_contacts(batch, separation_m, answers);
  for (std::size_t k = 0; k < rounding_m.size(); ++k) {  // few: coordinates of files are doubles, nearly always
    if (rounding_m[k] == 0.0) continue;
    answers[k] = linear_contact(batch.kind(), batch[k], widened_separation(separation_m, rounding_m[k]));
  }
}

}  // namespace tocca
