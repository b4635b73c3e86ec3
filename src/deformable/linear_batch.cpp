#include "tocca/deformable/linear_batch.hpp"

#include <algorithm>

#include "core/float_environment.hpp"
#include "deformable/linear_lanes.hpp"
#include "tocca/core/parallel.hpp"

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

}  // namespace tocca
