// What is proven here: which shells within shells bound a cavity. Oracle: the rule in exact rationals.
#include <gtest/gtest.h>

#include "contact/containment.hpp"
#include "exact_mesh.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca::cavities_tests {
namespace {

using testing::Bricks;
using testing::crossing;
using testing::Draw;
using testing::ExactMesh;
using testing::part_of;

/// Shells about a common middle, wound either way; some cross or touch, some lost their winding, some cross themselves.
Bricks draw_shells(Draw& draw) {
  Bricks soup;
  const bool grid = draw.coin(0.4);
  double size = grid ? 5.0 : 4.0;
  bool inwards = draw.coin(0.3);
  for (int n = draw.integer(2, 4); n > 0 && size > 0.1; --n) {
    const std::size_t first = soup.triangles.size();
    const Vector3 middle = !grid            ? draw.vector(0.02 * size)
                           : draw.coin(0.7) ? Vector3(Vector3::Zero())
                                            : Vector3(draw.integer(-1, 1), draw.integer(-1, 1), draw.integer(-1, 1));
    if (grid || draw.coin(0.6)) {
      soup.add_cube(size, inwards, middle);
    } else {
      std::vector<Vector3> points;
      for (int i = 0; i < 12; ++i) points.push_back(middle + size * draw.uniform(0.9, 1.0) * draw.direction());
      const ConvexHull hull(points);
      for (const Triangle& t : hull.triangles()) {
        soup.add(hull.vertices()[t[0]], hull.vertices()[t[1]], hull.vertices()[t[2]], inwards);
      }
    }
    if (draw.coin(0.1)) std::swap(soup.triangles.back()[0], soup.triangles.back()[1]);
    if (draw.coin(0.15)) {  // one corner elsewhere, be it beyond the far side
      const Vector3 from = soup.vertices[soup.triangles[first][0]], to = middle + draw.vector(1.2 * size);
      for (std::size_t t = first; t < soup.triangles.size(); ++t) {
        for (const Index i : soup.triangles[t]) {
          if (soup.vertices[i] == from) soup.vertices[i] = to;
        }
      }
    }
    size = grid ? size - draw.integer(1, 2) : size * draw.uniform(0.3, 0.75);
    if (draw.coin(0.75)) inwards = !inwards;
  }
  return soup;
}

/// The rule, shell by shell.
class ExactShells {
 public:
  ExactShells(Draw& draw, const ExactMesh& mesh) : mesh_(mesh) {
    const std::set<std::size_t> names(mesh.component.begin(), mesh.component.end());
    for (const std::size_t name : names) shells_.push_back({name, {}, 0, false, {}, {}});
    for (Shell& shell : shells_) look(draw, shell);
    for (std::size_t round = 0; round < shells_.size(); ++round) {  // from the outermost on
      for (Shell& shell : shells_) {
        if (shell.around.size() == round) name_outer(shell);
      }
    }
  }

  /// Nothing where the point is on a surface.
  std::optional<bool> inside(Draw& draw, const Vector3& point) {
    const auto crossings = mesh_.shoot(draw, exact::from(point));
    if (!crossings) return std::nullopt;
    const auto within = [&](std::size_t name) { return sum(*crossings, name, true) % 2 != 0; };
    depth = 0;
    std::set<std::size_t> hollow;  // shells in one of whose cavities the point is
    for (const Shell& shell : shells_) {
      depth += within(shell.name);
      if (shell.outer && within(shell.name)) hollow.insert({shell.name, *shell.outer});
    }
    return std::any_of(shells_.begin(), shells_.end(),
                       [&](const Shell& shell) { return within(shell.name) && !hollow.contains(shell.name); });
  }
  bool ambiguous =
      false;      ///< the corner that stands for a shell is on another one: its place in the order is anybody's guess
  int depth = 0;  ///< how many shells the last point was in
  int cavities() const {
    return static_cast<int>(
        std::count_if(shells_.begin(), shells_.end(), [](const Shell& s) { return s.outer.has_value(); }));
  }

 private:
  struct Shell {
    std::size_t name;
    std::map<std::size_t, int> around;  ///< the shells around its first corner, with their winding numbers
    int sign;                           ///< of its volume
    bool simple;                        ///< touches nothing, nor itself
    std::optional<std::size_t> outer;   ///< whose cavity it is
    std::optional<bool> oriented;
  };

  int sum(const std::vector<int>& crossings, std::size_t name, bool absolute) const {
    int total = 0;
    for (std::size_t t = 0; t < crossings.size(); ++t) {
      if (mesh_.component[t] == name) total += absolute ? std::abs(crossings[t]) : crossings[t];
    }
    return total;
  }

  void look(Draw& draw, Shell& shell) {
    std::map<std::pair<int, int>, int> balance;
    mpq_class volume = 0;
    for (std::size_t t = 0; t < mesh_.triangles.size(); ++t) {
      if (mesh_.component[t] != shell.name) continue;
      for (std::size_t k = 0; k < 3; ++k) {
        const int a = mesh_.triangles[t][k], b = mesh_.triangles[t][(k + 1) % 3];
        balance[std::minmax(a, b)] += a < b ? 1 : -1;
      }
      volume += exact::dot(mesh_.points[t][0], exact::cross(mesh_.points[t][1], mesh_.points[t][2]));
    }
    shell.oriented = std::all_of(balance.begin(), balance.end(), [](const auto& edge) { return edge.second == 0; });
    shell.sign = sgn(volume);
    shell.simple = !meets_anything(shell.name);
    // A ray from one of its corners; its own triangles do not matter.
    const exact::Vector p = mesh_.points[shell.name][0];
    for (bool clean = false; !clean;) {
      const exact::Vector d = exact::from(draw.direction());
      std::vector<int> all;
      clean = true;
      for (std::size_t t = 0; t < mesh_.points.size() && clean; ++t) {
        const bool own = mesh_.component[t] == shell.name;
        ambiguous = ambiguous || (!own && exact::point_triangle_distance_sq(p, mesh_.points[t]) == 0);
        const std::optional<int> one = own || ambiguous ? 0 : crossing(p, d, mesh_.points[t]);
        clean = one.has_value();
        if (clean) all.push_back(*one);
      }
      if (!clean) continue;
      for (const Shell& other : shells_) {
        if (sum(all, other.name, true) % 2 != 0) shell.around[other.name] = sum(all, other.name, false);
      }
    }
  }

  bool meets_anything(std::size_t name) const {
    for (std::size_t t = 0; t < mesh_.triangles.size(); ++t) {
      if (mesh_.component[t] != name) continue;
      for (std::size_t u = 0; u < mesh_.triangles.size(); ++u) {
        if (!mesh_.boxes[t].intersects(mesh_.boxes[u])) continue;
        if (mesh_.component[u] != name && exact::distance_sq(mesh_.points[t], mesh_.points[u]) == 0) return true;
        if (mesh_.component[u] != name || u == t) continue;
        for (std::size_t k = 0; k < 3; ++k) {  // an edge through a triangle that has neither of its ends
          const int a = mesh_.triangles[t][k], b = mesh_.triangles[t][(k + 1) % 3];
          const auto& other = mesh_.triangles[u];
          if (std::find(other.begin(), other.end(), a) != other.end() ||
              std::find(other.begin(), other.end(), b) != other.end())
            continue;
          if (exact::pierces(mesh_.points[t][k], mesh_.points[t][(k + 1) % 3], mesh_.points[u])) return true;
        }
      }
    }
    return false;
  }

  void name_outer(Shell& shell) const {
    if (!shell.simple || !*shell.oriented) return;
    for (const Shell& outer : shells_) {
      const auto found = shell.around.find(outer.name);
      if (found == shell.around.end() || outer.around.size() + 1 != shell.around.size()) continue;
      const bool innermost = std::all_of(shell.around.begin(), shell.around.end(), [&](const auto& other) {
        return other.first == outer.name || outer.around.contains(other.first);
      });
      if (innermost && !outer.outer && *outer.oriented && found->second == -shell.sign && found->second == outer.sign &&
          shell.sign != 0) {
        shell.outer = outer.name;
      }
    }
  }

  const ExactMesh& mesh_;
  std::vector<Shell> shells_;
};

TEST(Cavities, AnInnerShellThatIsWoundAgainstItsOuterOneAndCrossesNothingIsACavity) {
  Draw draw;
  int in_cavity = 0, in_island = 0, in_two_solids = 0, outside = 0, without = 0;
  const int count = std::max(60, testing::cases(60, 5'000));
  for (int k = 0; k < count; ++k) {
    const Bricks soup = draw_shells(draw);
    const Part part = part_of(soup);
    const ExactMesh mesh(soup);
    ExactShells shells(draw, mesh);
    if (shells.ambiguous) continue;
    without += shells.cavities() == 0;
    for (int i = 0; i < 10; ++i) {
      const Vector3 point = draw.uniform(0.0, 1.1) * 4.0 * draw.direction();
      SCOPED_TRACE(testing::story(draw.seed(), k, point.transpose()));
      const std::optional<bool> expected = shells.inside(draw, point);
      if (!expected) continue;
      ASSERT_EQ(part.contains(point), *expected);
      in_cavity += shells.depth > 0 && !*expected;
      in_island += shells.depth == 3 && *expected;
      in_two_solids += shells.depth == 2 && *expected;
      outside += shells.depth == 0;
    }
  }
  EXPECT_GT(in_cavity, count / 3);
  EXPECT_GT(in_island, count / 6);
  EXPECT_GT(in_two_solids, count / 3);
  EXPECT_GT(outside, count / 3);
  EXPECT_GT(without, count / 6);
}

}  // namespace
}  // namespace tocca::cavities_tests
