// What is proven here: what counts as inside where a mesh gives triangles more than once, triangles without area, or fins.
// Oracles: cells of a grid, whose insides are known; and the rule itself in exact rationals, every way to read a mesh tried.
#include <gtest/gtest.h>

#include "contact/containment.hpp"
#include "exact_mesh.hpp"
#include "tocca/core/error.hpp"

namespace tocca::solids_tests {
namespace {

using testing::Bricks;
using testing::Draw;
using testing::ExactMesh;
using testing::part_of;

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
        ASSERT_TRUE(part.contains(point));
        ++inside;
      } else if (grid.open(cell)) {
        ASSERT_FALSE(part.contains(point));
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
    EXPECT_TRUE(part.contains({i + 0.25, 0.5, 0.625})) << i;
    EXPECT_FALSE(part.contains({i + 0.25, 1.5, 0.625})) << i;
  }
}

/// More faces between bricks than equations are solved for: then six ways to read them must do. A double-sided brick of twice the length
/// among them has edges that the others halve; a sliver there would be in the way.
TEST(Solids, ABlockOfTwoThousandBricksThatShareFaces) {
  Bricks block;
  for (int i = 0; i < 12; ++i) {
    for (int j = 0; j < 12; ++j) {
      for (int k = 0; k < 13; ++k) block.add_brick(Vector3(i, j, k), Vector3(i + 1, j + 1, k + 1));
    }
  }
  Bricks with_sliver = block;
  for (int n = 0; n < 2; ++n) with_sliver.add_brick(Vector3(5, 5, 5), Vector3(7, 6, 6));
  with_sliver.add(Vector3(5, 5, 5), Vector3(6, 5, 5), Vector3(7, 5, 5));
  for (const Bricks& bricks : {block, with_sliver}) {
    const Part part = part_of(bricks);
    EXPECT_EQ(part.pieces()[0].mesh->components().size(), 1u);
    EXPECT_TRUE(part.pieces()[0].mesh->closed());
    for (int i = -1; i < 13; ++i) {
      EXPECT_EQ(part.contains({i + 0.25, 5.5, 6.625}), i >= 0 && i < 12) << i;
    }
  }
}

// --- The rule in rationals ----------------------------------------------------------------------------------------

/// Up to three tetrahedra over five places, some given twice, a triangle once more, a triangle on its own.
Bricks draw_tetrahedra(Draw& draw) {
  std::vector<Vector3> places;
  while (places.size() < 5) {
    const Vector3 p =
        draw.coin(0.3) ? draw.vector(2.0) : Vector3(draw.integer(-2, 2), draw.integer(-2, 2), draw.integer(-2, 2));
    if (std::find(places.begin(), places.end(), p) == places.end()) places.push_back(p);
  }
  const Vector3 middle = 0.5 * (places[0] + places[2]);  // exactly in line with them or, after rounding, nearly
  if (draw.coin(0.3) && std::find(places.begin(), places.end(), middle) == places.end()) places[1] = middle;
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

/// Fins, flaps of two triangles, T-junctions and slivers, with or without each other.
void make_ragged(Draw& draw, Bricks& soup) {
  for (int n = draw.integer(0, 3); n > 0; --n) {
    const auto t = static_cast<std::size_t>(draw.integer(0, static_cast<int>(soup.triangles.size()) - 1));
    const auto k = static_cast<std::size_t>(draw.integer(0, 2));
    const Vector3 a = soup.vertices[soup.triangles[t][k]], b = soup.vertices[soup.triangles[t][(k + 1) % 3]];
    if (draw.coin(0.4)) {
      const Vector3 tip = draw.coin(0.7) ? draw.vector(2.0) : soup.vertices[soup.triangles[0][2]];
      if (tip == a || tip == b) continue;
      soup.add(a, b, tip);
      if (draw.coin(0.3)) soup.add(b, tip, draw.vector(2.0));
      if (draw.coin(0.2)) soup.repeat(soup.triangles.size() - 1);
      continue;
    }
    if (draw.coin(0.4)) {  // a body whose edge is split beside one whose edge is whole, and a sliver that neither needs
      Bricks other;
      const Vector3 p = draw.vector(2.0), q = draw.vector(2.0);
      other.add(a, b, p), other.add(a, b, q), other.add(a, p, q), other.add(b, p, q);
      const Vector3 middle = other.split_edge(a, b, 2);
      for (const Triangle& own : other.triangles) {
        soup.add(other.vertices[own[0]], other.vertices[own[1]], other.vertices[own[2]]);
      }
      soup.add(a, middle, b);
      continue;
    }
    const Vector3 middle = soup.split_edge(a, b, draw.integer(0, 2));
    if (draw.coin(0.7)) soup.add(a, middle, b);
    if (draw.coin(0.1)) soup.repeat(soup.triangles.size() - 1);
  }
  std::erase_if(soup.triangles,
                [&](const Triangle& t) {  // what a split leaves of a sliver whose third corner is the middle
                  const Vector3 &p = soup.vertices[t[0]], &q = soup.vertices[t[1]], &r = soup.vertices[t[2]];
                  return p == q || q == r || r == p;
                });
}

using Reading = std::set<std::array<int, 3>>;

/// Which of a component's different triangles must be read, and which need not.
struct Choice {
  Reading always, flat;
  std::vector<std::array<int, 3>> optional;
};

Choice choice_of(const ExactMesh& mesh, std::size_t component) {
  Choice choice;
  std::map<std::array<int, 3>, int> copies;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (mesh.component[t] != component) continue;
    ++copies[mesh.sorted(t)];
    if (testing::is_sliver(mesh.points[t])) choice.flat.insert(mesh.sorted(t));
  }
  for (const auto& [triangle, number] : copies) {
    if (number > 1 || choice.flat.contains(triangle)) choice.optional.push_back(triangle);
    if (number == 1 && !choice.flat.contains(triangle)) choice.always.insert(triangle);
  }
  return choice;
}

/// Every way to read a component that gives each edge an even number of triangles: which of the different triangles it reads.
std::vector<Reading> closed_readings(const Choice& choice) {
  std::vector<Reading> found;
  for (unsigned chosen = 0; chosen < 1u << choice.optional.size(); ++chosen) {
    Reading read = choice.always;
    for (std::size_t i = 0; i < choice.optional.size(); ++i) {
      if (chosen >> i & 1u) read.insert(choice.optional[i]);
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

/// What a mesh was like, so that a test can say what it has seen.
struct Seen {
  int inside = 0, outside = 0, open = 0, several = 0, with_fins = 0, only_with_sliver = 0, only_without_sliver = 0;
};

/// Holds a mesh and points in and around it against every reading of it.
void expect_the_rule(Draw& draw, int k, const Bricks& soup, Seen& seen) {
  std::optional<Part> part;
  try {
    part.emplace(part_of(soup));
  } catch (const InputError&) {
    return;  // no area
  }
  const ExactMesh mesh(soup);
  std::vector<Reading> readings;
  for (const TriangleMesh::Component& component : part->pieces()[0].mesh->components()) {
    ASSERT_EQ(mesh.component[component.triangle], component.triangle) << testing::story(draw.seed(), k);
    const Choice choice = choice_of(mesh, component.triangle);
    const auto own = mesh.peeled[component.triangle] ? std::vector<Reading>() : closed_readings(choice);
    ASSERT_EQ(component.closed, !own.empty()) << testing::story(draw.seed(), k);
    seen.open += own.empty(), seen.several += own.size() > 1;
    const auto takes_sliver = [&](const Reading& read) {
      return std::any_of(read.begin(), read.end(), [&](const auto& t) { return choice.flat.contains(t); });
    };
    const bool at_peeled = std::find(mesh.peeled.begin(), mesh.peeled.end(), true) != mesh.peeled.end();
    seen.with_fins += component.closed && at_peeled;
    seen.only_with_sliver += component.closed && std::all_of(own.begin(), own.end(), takes_sliver);
    seen.only_without_sliver +=
        component.closed && std::any_of(choice.flat.begin(), choice.flat.end(), [&](const auto& t) {
          return std::none_of(own.begin(), own.end(), [&](const Reading& read) { return read.contains(t); });
        });
    readings.insert(readings.end(), own.begin(), own.end());
  }
  for (int i = 0; i < 10; ++i) {
    const Vector3 point = draw_point(draw, soup);
    SCOPED_TRACE(testing::story(draw.seed(), k, point.transpose()));
    const auto crossings = mesh.shoot(draw, exact::from(point));
    if (!crossings) continue;
    Reading crossed;  // an even number of crossings of equal triangles is of no concern: they are read once
    for (std::size_t t = 0; t < crossings->size(); ++t) {
      if ((*crossings)[t] != 0) crossed.insert(mesh.sorted(t));
    }
    const bool expected = std::any_of(readings.begin(), readings.end(), [&](const Reading& read) {
      return std::count_if(crossed.begin(), crossed.end(), [&](const auto& t) { return read.contains(t); }) % 2 != 0;
    });
    ASSERT_EQ(part->contains(point), expected);
    ++(expected ? seen.inside : seen.outside);
  }
}

TEST(Solids, APointIsInsideIfAnyClosedReadingSaysSo) {
  Draw draw;
  Seen seen;
  const int count = std::max(150, testing::cases(150, 20'000));
  for (int k = 0; k < count; ++k) {
    ASSERT_NO_FATAL_FAILURE(expect_the_rule(draw, k, draw_tetrahedra(draw), seen));
  }
  EXPECT_GT(seen.inside, count / 2);
  EXPECT_GT(seen.outside, 2 * count);
  EXPECT_GT(seen.open, count / 20);
  EXPECT_GT(seen.several, count / 5);
}

TEST(Solids, SliversAreReadOrNotAndFinsNever) {
  Draw draw;
  Seen seen;
  const int count = std::max(200, testing::cases(200, 20'000));
  for (int k = 0; k < count; ++k) {
    Bricks soup = draw_tetrahedra(draw);
    make_ragged(draw, soup);
    ASSERT_NO_FATAL_FAILURE(expect_the_rule(draw, k, soup, seen));
  }
  EXPECT_GT(seen.inside, count / 3);
  EXPECT_GT(seen.outside, 2 * count);
  EXPECT_GT(seen.open, count / 5);
  EXPECT_GT(seen.with_fins, count / 5);
  EXPECT_GT(seen.only_with_sliver, count / 20);
  EXPECT_GT(seen.only_without_sliver, count / 20);
}

/// More slivers than equations are solved for, some of which the surface needs and some of which open it: nearly all follow from
/// their neighbours.
TEST(Solids, ARodWithThousandsOfSlivers) {
  for (const bool in_one_edge : {false, true}) {
    Bricks rod;
    rod.add_brick(Vector3(0, 0, 0), Vector3(4096, 1, 1));
    std::vector<std::pair<Vector3, Vector3>> halves{{Vector3(0, 0, 0), Vector3(4096, 0, 0)}};
    while (halves.size() < 2048) {  // the edge is split, and what is left of it is closed by slivers
      std::vector<std::pair<Vector3, Vector3>> finer;
      for (const auto& [a, b] : halves) {
        const Vector3 middle = rod.split_edge(a, b, in_one_edge ? 1 : 2);
        if (in_one_edge) rod.add(a, middle, b);
        finer.insert(finer.end(), {{a, middle}, {middle, b}});
      }
      halves = finer;
    }
    for (std::size_t i = 0; i + 1 < halves.size(); i += 2)
      rod.add(halves[i].first, halves[i].second, halves[i + 1].second);
    const Part part = part_of(rod);
    EXPECT_GT(part.pieces()[0].mesh->zero_area_triangles(), 1000u);
    for (int i = -1; i < 9; ++i) {
      EXPECT_EQ(part.contains({512.0 * i + 0.25, 0.5, 0.625}), i >= 0 && i < 8) << i;
    }
  }
}

}  // namespace
}  // namespace tocca::solids_tests
