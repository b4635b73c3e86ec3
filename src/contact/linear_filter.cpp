#include "linear_filter.hpp"

#include "linear_lanes.hpp"
#include "linear_scalar.hpp"

namespace tocca {
namespace {

using linear_scalar::LaneAnswers;
using linear_scalar::LaneQueries;

/// Halvings of time before whole numbers are asked, which cost as much as a hundred of them. Two roots close together
/// are told apart by many, a motion within a plane by few.
constexpr int deepest = 20, deepest_flat = 5;

template <class Queries>
std::optional<LinearAnswer> search(const Queries& query, double a, double b, int depth) {
  const LaneAnswers answer = query.judge(a, b);
  if (answer.free) return LinearAnswer{};
  if (answer.contact) return LinearAnswer{Outcome::contact, answer.lo, answer.hi};
  if (depth == deepest || (answer.flat && depth >= deepest_flat)) return std::nullopt;
  const double middle = 0.5 * (a + b);
  const std::optional<LinearAnswer> left = search(query, a, middle, depth + 1);
  if (!left || left->outcome == Outcome::contact) return left;
  return search(query, middle, b, depth + 1);
}

template <bool face>
std::optional<LinearAnswer> find(const FourVertices& vertices, double from, double to) {
  LaneQueries<face, 1> query(vertices.from[0].data());
  query.find_polynomials();
  return search(query, from, to, 0);
}

}  // namespace

// Kernels read all 24 numbers from the first on.
static_assert(sizeof(FourVertices) == 24 * sizeof(double));

std::optional<LinearAnswer> quick_linear_contact(LinearKind kind, const FourVertices& vertices, double from,
                                                 double to) {
  return kind == LinearKind::vertex_face ? find<true>(vertices, from, to) : find<false>(vertices, from, to);
}

bool clip_linear(LinearKind kind, const FourVertices& vertices, double separation_m, double& from, double& to) {
  const double* data = vertices.from[0].data();
  if (kind == LinearKind::vertex_face) {
    LaneQueries<true, 1>(data).clip_to_boxes(separation_m, from, to);
  } else {
    LaneQueries<false, 1>(data).clip_to_boxes(separation_m, from, to);
  }
  return from <= to;
}

#ifndef TOCCA_HAS_HIGHWAY
void judge_linear_lanes(LinearKind, const LinearBatch::Block&, double, LaneVerdicts& verdicts) {
  verdicts.free = verdicts.contact = 0;  // one after the other, then
}
#endif

}  // namespace tocca
