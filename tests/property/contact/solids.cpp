// What is proven here: what counts as inside where a mesh gives triangles more than once, or shells within shells.
// Oracles: cells of a grid, whose insides are known; and the rule itself in exact rationals, every way to read a mesh tried.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "exact_distance.hpp"
#include "testing/bricks.hpp"
#include "testing/draw.hpp"
#include "tocca/contact/containment.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca {
namespace {

using testing::Bricks;
using testing::Draw;

Part part_of(const Bricks& bricks) {
  const Body body{Pose(), bricks.pointer()};
  return Part(std::span(&body, 1));
}

// --- Bricks of a grid ---------------------------------------------------------------------------------------------

/// Some cells of a grid as bricks, each given once or more often, on one side or both.
class Grid {
 public:
  Grid(Draw& draw, int most_cells) {
    for (int k = 0; k < 3; ++k) {
      size_[k] = draw.integer(1, most_cells);
      double line = draw.uniform(-2.0, 0.0);
      for (int i = 0; i <= size_[k]; ++i) lines_[k].push_back(line += draw.uniform(0.1, 1.0));
    }
    const double share = draw.uniform(0.2, 1.0), repeated = draw.coin() ? draw.uniform(0.0, 1.0) : 0.0;
    for (int i = 0; i < cell_count(); ++i)
      copies_.push_back(draw.coin(share) ? (draw.coin(repeated) ? draw.integer(2, 3) : 1) : 0);
    copies_[static_cast<std::size_t>(draw.integer(0, cell_count() - 1))] = 1;
    for (int i = 0; i < cell_count(); ++i) {
      const bool other = draw.coin(0.1);
      for (int n = 0; n < copies_[static_cast<std::size_t>(i)]; ++n) {
        bricks_.add_brick(corner(cell(i)), corner(cell(i) + Eigen::Vector3i::Ones()), draw.coin(0.3), other);
      }
    }
    for (int n = draw.coin() ? draw.integer(1, 4) : 0; n > 0; --n) {
      bricks_.repeat(static_cast<std::size_t>(draw.integer(0, static_cast<int>(bricks_.triangles.size()) - 1)));
    }
    flood();
  }

  const Bricks& bricks() const { return bricks_; }
  bool given(const Eigen::Vector3i& c) const { return in_grid(c) && copies_[number(c)] > 0; }
  /// Can one get there from far away without crossing a face?
  bool open(const Eigen::Vector3i& c) const { return !in_grid(c) || open_[number(c)]; }
  /// A cell of the grid or next to it, and a point in it.
  std::pair<Eigen::Vector3i, Vector3> draw_point(Draw& draw) const {
    Eigen::Vector3i c;
    Vector3 p;
    for (int k = 0; k < 3; ++k) {
      c[k] = draw.coin(0.1) ? (draw.coin() ? -1 : size_[k]) : draw.integer(0, size_[k] - 1);
      const double lower = c[k] < 0 ? lines_[k].front() - 1.0 : lines_[k][static_cast<std::size_t>(c[k])];
      const double upper = c[k] + 1 < static_cast<int>(lines_[k].size()) ? lines_[k][static_cast<std::size_t>(c[k] + 1)]
                                                                         : lines_[k].back() + 1.0;
      const double share = draw.coin(0.2) ? 0x1p-40 : draw.uniform(0.05, 0.95);
      p[k] = lower + share * (upper - lower);
    }
    return {c, p};
  }

 private:
  int cell_count() const { return size_.prod(); }
  Eigen::Vector3i cell(int i) const { return {i % size_[0], i / size_[0] % size_[1], i / size_[0] / size_[1]}; }
  std::size_t number(const Eigen::Vector3i& c) const {
    return static_cast<std::size_t>(c[0] + size_[0] * (c[1] + size_[1] * c[2]));
  }
  bool in_grid(const Eigen::Vector3i& c) const { return (c.array() >= 0).all() && (c.array() < size_.array()).all(); }
  Vector3 corner(const Eigen::Vector3i& c) const {
    Vector3 p;
    for (int k = 0; k < 3; ++k) p[k] = lines_[k][static_cast<std::size_t>(c[k])];
    return p;
  }

  /// From cell to cell where neither is given.
  void flood() {
    open_.assign(static_cast<std::size_t>(cell_count()), false);
    for (bool changed = true; changed;) {
      changed = false;
      for (int i = 0; i < cell_count(); ++i) {
        const Eigen::Vector3i c = cell(i);
        if (given(c) || open_[number(c)]) continue;
        for (int k = 0; k < 6; ++k) {
          const Eigen::Vector3i next = c + (k % 2 != 0 ? 1 : -1) * Eigen::Vector3i::Unit(k / 2);
          if (open(next)) open_[number(c)] = changed = true;
        }
      }
    }
  }

  Eigen::Vector3i size_;
  std::array<std::vector<double>, 3> lines_;
  std::vector<int> copies_;
  std::vector<bool> open_;
  Bricks bricks_;
};

/// Bricks share faces, edges and vertices, some are given twice or thrice, and single triangles once more.
TEST(Solids, EveryBrickIsASolidHoweverOftenItsTrianglesAreGiven) {
  Draw draw;
  int inside = 0, outside = 0, repeated = 0;
  const int count = std::max(300, testing::cases(300, 100'000));
  for (int k = 0; k < count; ++k) {
    const Grid grid(draw, 4);
    const Part part = part_of(grid.bricks());
    repeated += part.pieces()[0].mesh->repeated_triangles() > 0;
    EXPECT_TRUE(part.pieces()[0].mesh->closed());
    for (int i = 0; i < 20; ++i) {
      const auto [cell, point] = grid.draw_point(draw);
      SCOPED_TRACE(testing::story(draw.seed(), k, point.transpose()));
      if (grid.given(cell)) {
        ASSERT_TRUE(inside_closed_mesh(part, point));
        ++inside;
      } else if (grid.open(cell)) {
        ASSERT_FALSE(inside_closed_mesh(part, point));
        ++outside;
      }
    }
  }
  EXPECT_GT(inside, 5 * count);
  EXPECT_GT(outside, 3 * count);
  EXPECT_GT(repeated, count / 2);
}

/// A hundred bricks in a row, each given for both sides: more ways to read them than a word has bits.
TEST(Solids, ARowOfAHundredDoubleSidedBricks) {
  Bricks row;
  for (int i = 0; i < 100; ++i) row.add_brick(Vector3(i, 0, 0), Vector3(i + 1, 1, 1));
  row.repeat_all();
  const Part part = part_of(row);
  EXPECT_GT(part.pieces()[0].mesh->solid_count(), 1u);
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(inside_closed_mesh(part, {i + 0.25, 0.5, 0.625})) << i;
    EXPECT_FALSE(inside_closed_mesh(part, {i + 0.25, 1.5, 0.625})) << i;
  }
}

/// More faces between bricks than equations are solved for: then two ways to read them must do.
TEST(Solids, ABlockOfTwoThousandBricksThatShareFaces) {
  Bricks block;
  for (int i = 0; i < 12; ++i) {
    for (int j = 0; j < 12; ++j) {
      for (int k = 0; k < 13; ++k) block.add_brick(Vector3(i, j, k), Vector3(i + 1, j + 1, k + 1));
    }
  }
  const Part part = part_of(block);
  EXPECT_TRUE(part.pieces()[0].mesh->closed());
  for (int i = -1; i < 13; ++i) {
    EXPECT_EQ(inside_closed_mesh(part, {i + 0.25, 5.5, 6.625}), i >= 0 && i < 12) << i;
  }
}

// --- The rule in rationals ----------------------------------------------------------------------------------------

/// How often the ray p + s d, s > 0, crosses the triangle, with the sign of the side it comes out of; nothing where it meets an edge.
std::optional<int> crossing(const exact::Vector& p, const exact::Vector& d, const exact::Points& t) {
  if (!exact::has_area(t)) return 0;
  const exact::Vector normal = exact::cross(t[1] - t[0], t[2] - t[0]);
  const mpq_class slope = exact::dot(normal, d);
  if (slope == 0) return std::nullopt;
  const mpq_class s = exact::dot(normal, t[0] - p) / slope;
  const auto st = exact::foot(p + s * d, t);
  const mpq_class rest = 1 - st[0] - st[1];
  if (st[0] < 0 || st[1] < 0 || rest < 0 || s < 0) return 0;
  if (st[0] == 0 || st[1] == 0 || rest == 0 || s == 0) return std::nullopt;
  return slope > 0 ? 1 : -1;
}

/// A mesh in rationals, with components found from its corners' places alone.
struct ExactMesh {
  std::vector<exact::Points> points;
  std::vector<std::array<int, 3>> triangles;  // numbers of places
  std::vector<std::size_t> component;         // of each triangle: its first triangle
  std::vector<Eigen::AlignedBox3d> boxes;

  explicit ExactMesh(const Bricks& bricks) {
    std::map<std::array<double, 3>, int> places;
    for (const Triangle& t : bricks.triangles) {
      std::array<int, 3> own{};
      for (std::size_t k = 0; k < 3; ++k) {
        const Vector3& v = bricks.vertices[t[k]];
        own[k] = places.try_emplace({v.x(), v.y(), v.z()}, static_cast<int>(places.size())).first->second;
      }
      triangles.push_back(own);
      boxes.emplace_back(bricks.vertices[t[0]]);
      boxes.back().extend(bricks.vertices[t[1]]).extend(bricks.vertices[t[2]]);
      points.push_back(
          {exact::from(bricks.vertices[t[0]]), exact::from(bricks.vertices[t[1]]), exact::from(bricks.vertices[t[2]])});
    }
    component.resize(triangles.size());
    std::iota(component.begin(), component.end(), std::size_t{0});
    for (bool changed = true; changed;) {
      changed = false;
      std::map<std::pair<int, int>, std::size_t> least;
      for (int pass = 0; pass < 2; ++pass) {
        for (std::size_t t = 0; t < triangles.size(); ++t) {
          for (const auto& edge : edges(t)) {
            const auto [at, fresh] = least.try_emplace(edge, component[t]);
            if (at->second > component[t]) at->second = component[t], changed = true;
            if (component[t] > at->second) component[t] = at->second, changed = true;
          }
        }
      }
    }
  }

  std::array<std::pair<int, int>, 3> edges(std::size_t t) const {
    std::array<std::pair<int, int>, 3> all;
    for (std::size_t k = 0; k < 3; ++k) all[k] = std::minmax(triangles[t][k], triangles[t][(k + 1) % 3]);
    return all;
  }
  std::array<int, 3> sorted(std::size_t t) const {
    std::array<int, 3> all = triangles[t];
    std::sort(all.begin(), all.end());
    return all;
  }
  /// The crossings of all triangles along one ray that meets no edge; nothing where the point is on the surface.
  std::optional<std::vector<int>> shoot(Draw& draw, const exact::Vector& p) const {
    for (const exact::Points& t : points) {
      if (exact::point_triangle_distance_sq(p, t) == 0) return std::nullopt;
    }
    while (true) {
      const exact::Vector d = exact::from(draw.direction());
      std::vector<int> all;
      for (const exact::Points& t : points) {
        const std::optional<int> one = crossing(p, d, t);
        if (!one) break;
        all.push_back(*one);
      }
      if (all.size() == points.size()) return all;
    }
  }
};

/// Up to three tetrahedra over five places, some given twice, a triangle once more, a triangle on its own.
Bricks draw_tetrahedra(Draw& draw) {
  std::vector<Vector3> places;
  while (places.size() < 5) {
    const Vector3 p =
        draw.coin(0.3) ? draw.vector(2.0) : Vector3(draw.integer(-2, 2), draw.integer(-2, 2), draw.integer(-2, 2));
    if (std::find(places.begin(), places.end(), p) == places.end()) places.push_back(p);
  }
  Bricks soup;
  const auto at = [&](std::size_t i) { return places[i % 5]; };
  for (int n = draw.integer(1, 3); n > 0; --n) {
    const auto out = static_cast<std::size_t>(draw.integer(0, 4));
    for (int copies = draw.integer(1, 2); copies > 0; --copies) {
      for (std::size_t k = 1; k < 5; ++k) {  // without the places `out` and `out + k`
        std::vector<Vector3> corners;
        for (std::size_t j = 1; j < 5; ++j) {
          if (j != k) corners.push_back(at(out + j));
        }
        soup.add(corners[0], corners[1], corners[2], draw.coin());
      }
    }
  }
  if (draw.coin(0.4))
    soup.repeat(static_cast<std::size_t>(draw.integer(0, static_cast<int>(soup.triangles.size()) - 1)));
  if (draw.coin(0.3)) soup.add(at(0), at(1), at(2));
  return soup;
}

/// Every way to read a component that gives each edge an even number of triangles: which of the different triangles it reads.
std::vector<std::set<std::array<int, 3>>> closed_readings(const ExactMesh& mesh, std::size_t component) {
  std::map<std::array<int, 3>, int> copies;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (mesh.component[t] == component) ++copies[mesh.sorted(t)];
  }
  std::vector<std::array<int, 3>> once, more;
  for (const auto& [triangle, number] : copies) (number > 1 ? more : once).push_back(triangle);
  std::vector<std::set<std::array<int, 3>>> found;
  for (unsigned choice = 0; choice < 1u << more.size(); ++choice) {
    std::set<std::array<int, 3>> read(once.begin(), once.end());
    for (std::size_t i = 0; i < more.size(); ++i) {
      if (choice >> i & 1u) read.insert(more[i]);
    }
    std::map<std::pair<int, int>, int> at_edge;
    for (const auto& [a, b, c] : read) ++at_edge[{a, b}], ++at_edge[{b, c}], ++at_edge[{a, c}];
    if (!read.empty() && std::all_of(at_edge.begin(), at_edge.end(), [](const auto& e) { return e.second % 2 == 0; })) {
      found.push_back(read);
    }
  }
  return found;
}

/// Somewhere between corners, on a grid or not.
Vector3 draw_point(Draw& draw, const Bricks& soup) {
  if (draw.coin(0.3)) return 0.5 * Vector3(draw.integer(-4, 4), draw.integer(-4, 4), draw.integer(-4, 4));
  Vector3 point = Vector3::Zero();
  for (int n = 0; n < 4; ++n) {
    point +=
        0.25 * soup.vertices[static_cast<std::size_t>(draw.integer(0, static_cast<int>(soup.vertices.size()) - 1))];
  }
  return point + (draw.coin() ? draw.vector(0.2) : Vector3(Vector3::Zero()));
}

TEST(Solids, APointIsInsideIfAnyClosedReadingSaysSo) {
  Draw draw;
  int inside = 0, outside = 0, open = 0, several = 0;
  const int count = std::max(150, testing::cases(150, 20'000));
  for (int k = 0; k < count; ++k) {
    const Bricks soup = draw_tetrahedra(draw);
    std::optional<Part> part;
    try {
      part.emplace(part_of(soup));
    } catch (const std::exception&) {
      continue;  // no area
    }
    const ExactMesh mesh(soup);
    std::vector<std::set<std::array<int, 3>>> readings;
    for (const TriangleMesh::Component& component : part->pieces()[0].mesh->components()) {
      const auto own = closed_readings(mesh, component.triangle);
      ASSERT_EQ(component.closed, !own.empty()) << testing::story(draw.seed(), k);
      open += own.empty(), several += own.size() > 1;
      readings.insert(readings.end(), own.begin(), own.end());
    }
    for (int i = 0; i < 10; ++i) {
      const Vector3 point = draw_point(draw, soup);
      SCOPED_TRACE(testing::story(draw.seed(), k, point.transpose()));
      const auto crossings = mesh.shoot(draw, exact::from(point));
      if (!crossings) continue;
      std::set<std::array<int, 3>>
          crossed;  // an even number of crossings of equal triangles is of no concern: they are read once
      for (std::size_t t = 0; t < crossings->size(); ++t) {
        if ((*crossings)[t] != 0) crossed.insert(mesh.sorted(t));
      }
      const bool expected = std::any_of(readings.begin(), readings.end(), [&](const auto& read) {
        return std::count_if(crossed.begin(), crossed.end(), [&](const auto& t) { return read.contains(t); }) % 2 != 0;
      });
      ASSERT_EQ(inside_closed_mesh(*part, point), expected);
      ++(expected ? inside : outside);
    }
  }
  EXPECT_GT(inside, count / 2);
  EXPECT_GT(outside, 2 * count);
  EXPECT_GT(open, count / 20);
  EXPECT_GT(several, count / 5);
}

// --- Shells in shells ---------------------------------------------------------------------------------------------

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

TEST(Solids, AnInnerShellThatIsWoundAgainstItsOuterOneAndCrossesNothingIsACavity) {
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
      ASSERT_EQ(inside_closed_mesh(part, point), *expected);
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
}  // namespace tocca
