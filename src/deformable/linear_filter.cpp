#include "deformable/linear_filter.hpp"

#include <algorithm>

#include "core/exact_sign.hpp"
#include "deformable/linear_lanes.hpp"
#include "deformable/linear_scalar.hpp"
#include "tocca/core/require.hpp"

namespace tocca {
namespace {

using linear_scalar::LaneAnswers;
using linear_scalar::LaneQueries;

/// Halvings of time before whole numbers decide, which cost as much as a hundred halvings. Two roots close together
/// need many to be separated, a motion within a plane few.
constexpr int deepest = 20, deepest_flat = 5;

template <bool face>
class QuickSearch {
 public:
  explicit QuickSearch(const FourVertices& vertices) : vertices_(vertices), query_(vertices.from[0].data()) {
    query_.find_polynomials();
  }

  std::optional<LinearAnswer> run(double a, double b) {
    const std::optional<LinearAnswer> answer = run(a, b, 0);
    if (answer || !find_vanishing_weight()) return answer;
    return run(a, b, 0);
  }

 private:
  std::optional<LinearAnswer> run(double a, double b, int depth) const {
    const LaneAnswers answer = query_.judge(a, b);
    if (answer.free) return LinearAnswer{};
    if (answer.contact) return within_unit(answer);
    if (answer.stuck || depth == deepest || (answer.flat && depth >= deepest_flat)) return std::nullopt;
    const double middle = 0.5 * (a + b);
    const std::optional<LinearAnswer> left = run(a, middle, depth + 1);
    if (!left || left->outcome == Outcome::contact) return left;
    return run(middle, b, depth + 1);
  }

  /// If three vertices stay in one plane across a coordinate axis and the fourth never comes there, as in boxes and
  /// vessels, the volume is the fourth's offset times the area of the three. It is zero where these lie on a line,
  /// where the weight of the fourth, which is an area of the three along some axis, vanishes too: exactly, so that
  /// doubles could never determine its sign.
  bool find_vanishing_weight() {
    for (std::size_t c = 0; c < 3; ++c) {
      for (std::size_t i = face ? 1 : 0; i < 4; ++i) {
        const std::size_t k = (i + 1) % 4;
        const double start = vertices_.from[i][c] - vertices_.from[k][c];
        const double end = vertices_.to[i][c] - vertices_.to[k][c];
        if (!((start > 0.0 && end > 0.0) || (start < 0.0 && end < 0.0))) continue;
        bool in_plane = true;
        for (std::size_t n = i + 2; n < i + 4; ++n) {
          in_plane = in_plane && vertices_.from[n % 4][c] == vertices_.from[k][c] &&
                     vertices_.to[n % 4][c] == vertices_.to[k][c];
        }
        if (!in_plane) continue;
        query_.leave_out(static_cast<int>(i));
        return true;
      }
    }
    return false;
  }

  /// The bracket holds the window's only zero of the volume, a contact: is it in [0, 1]? The exact sign there decides.
  std::optional<LinearAnswer> within_unit(const LaneAnswers& answer) const {
    const LinearAnswer contact{Outcome::contact, {std::max(0.0, answer.lo), std::min(1.0, answer.hi)}};
    if (answer.lo < 0.0) {
      const std::optional<int> start = volume_sign(vertices_.from);
      if (!start) return std::nullopt;
      if (*start == 0) return LinearAnswer{Outcome::contact, {0.0, 0.0}};
      if ((*start > 0) == answer.rises) return LinearAnswer{};  // it crossed before 0
    }
    if (answer.hi > 1.0) {
      const std::optional<int> end = volume_sign(vertices_.to);
      if (!end) return std::nullopt;
      if (*end == 0) return LinearAnswer{Outcome::contact, {1.0, 1.0}};
      if ((*end > 0) != answer.rises) return LinearAnswer{};  // it has not crossed yet
    }
    return contact;
  }

  /// Of x . (y x z) as linear_kernel.hpp has it; nothing where a coordinate is too small for orient3d.
  static std::optional<int> volume_sign(const std::array<std::array<double, 3>, 4>& v) {
    for (const auto& vertex : v) {
      for (const double x : vertex) {
        if (!has_exact_range(x)) return std::nullopt;
      }
    }
    return face ? orient3d(v[0].data(), v[1].data(), v[2].data(), v[3].data())
                : orient3d(v[0].data(), v[2].data(), v[1].data(), v[3].data());
  }

  const FourVertices& vertices_;
  LaneQueries<face, 1> query_;
};

}  // namespace

// Kernels read all 24 numbers from the first on.
static_assert(sizeof(FourVertices) == 24 * sizeof(double));

std::optional<LinearAnswer> quick_linear_contact(LinearKind kind, const FourVertices& vertices, double from,
                                                 double to) {
  TOCCA_REQUIRE(below_filter_range(vertices), "coordinates must be below the range of the filter");
  return kind == LinearKind::vertex_face ? QuickSearch<true>(vertices).run(from, to)
                                         : QuickSearch<false>(vertices).run(from, to);
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
