#include "scenes/pipework.hpp"

namespace tocca::scenes {

namespace {

using Cell = Pipework::Cell;

/// Turns z into coordinate axis `axis`.
Matrix3 z_to_axis(int axis) { return axis == 0 ? about_y(90) : axis == 1 ? about_x(-90) : Matrix3::Identity(); }

Cell shifted(Cell cell, int axis, int by) {
  cell[static_cast<std::size_t>(axis)] += by;
  return cell;
}

int axis_between(const Cell& a, const Cell& b) { return a[0] != b[0] ? 0 : a[1] != b[1] ? 1 : 2; }

}  // namespace

Solid flange_pair(double pipe_radius, int axis, int sides) {
  const double rim = 1.65 * pipe_radius, thick = 0.012;
  Solid solid;
  for (const double side : {-1.0, 1.0}) solid.add(cylinder(rim, thick, sides).moved(0, 0, side * 0.55 * thick));
  for (int bolt = 0; bolt < 4; ++bolt) {
    const Eigen::Vector2d at = 1.35 * pipe_radius * on_circle(0.125 + bolt / 4.0);
    solid.add(cylinder(0.12 * pipe_radius, 3.2 * thick, 5).moved(at.x(), at.y(), 0));
  }
  return solid.turned(z_to_axis(axis));
}

Solid gate_valve(double pipe_radius, int axis, int stem_axis, int sides) {
  const double r = pipe_radius, wheel = 1.9 * r, top = 3.6 * r;
  Solid body = lathe({{1.1 * r, -1.6 * r},
                      {1.6 * r, -1.55 * r},
                      {1.6 * r, -1.2 * r},
                      {1.45 * r, -0.7 * r},
                      {1.45 * r, 0.7 * r},
                      {1.6 * r, 1.2 * r},
                      {1.6 * r, 1.55 * r},
                      {1.1 * r, 1.6 * r}},
                     sides)
                   .turned(z_to_axis(axis));
  Solid bonnet = lathe(
      {{0.9 * r, 0.5 * r}, {0.9 * r, 1.9 * r}, {0.5 * r, 2.2 * r}, {0.18 * r, 2.3 * r}, {0.18 * r, top + 0.3 * r}},
      sides);
  bonnet.add(torus(wheel, 0.16 * r, 2 * sides, 6).moved(0, 0, top));
  for (int spoke = 0; spoke < 2; ++spoke) {
    const Eigen::Vector2d at = wheel * on_circle(spoke / 4.0);
    bonnet.add(bar(Vector3(-at.x(), -at.y(), top), Vector3(at.x(), at.y(), top), 0.1 * r, 5));
  }
  return body.add(bonnet.turned(z_to_axis(stem_axis)));
}

Pipework::Pipework(const Vector3& corner, double cell_size, const Cell& counts)
    : corner_(corner),
      cell_size_(cell_size),
      counts_(counts),
      taken_(static_cast<std::size_t>(counts[0] * counts[1] * counts[2]), false) {}

std::size_t Pipework::number(const Cell& cell) const {
  return static_cast<std::size_t>((cell[2] * counts_[1] + cell[1]) * counts_[0] + cell[0]);
}

Vector3 Pipework::middle(const Cell& cell) const {
  return corner_ + cell_size_ * Vector3(cell[0] + 0.5, cell[1] + 0.5, cell[2] + 0.5);
}

bool Pipework::is_free(const Cell& cell) const {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (cell[axis] < 0 || cell[axis] >= counts_[axis]) return false;
  }
  return !taken_[number(cell)];
}

void Pipework::keep_free(const std::function<bool(const Vector3&)>& inside) {
  for (int i = 0; i < counts_[0]; ++i) {
    for (int j = 0; j < counts_[1]; ++j) {
      for (int k = 0; k < counts_[2]; ++k) {
        if (inside(middle({i, j, k}))) taken_[number({i, j, k})] = true;
      }
    }
  }
}

std::vector<Cell> Pipework::walk(int first_axis, const Style& style, Random& random) {
  Cell cell{random.below(counts_[0]), random.below(counts_[1]), random.below(counts_[2])};
  if (!is_free(cell)) return {};
  std::vector<Cell> run{cell};
  std::vector<bool> before = taken_;
  taken_[number(cell)] = true;
  int axis = first_axis, sign = random.chance(0.5) ? 1 : -1;
  while (static_cast<int>(run.size()) < style.longest) {
    const Cell ahead = shifted(cell, axis, sign);
    if (!is_free(ahead) || !random.chance(style.straightness)) {
      // Turn: into one of the other two directions, drawn by weight, whichever way is free.
      const int one = (axis + 1) % 3, two = (axis + 2) % 3;
      const double share = style.turn_weights[one] / (style.turn_weights[one] + style.turn_weights[two]);
      const int turn = random.chance(share) ? one : two;
      const int way = random.chance(0.5) ? 1 : -1;
      if (is_free(shifted(cell, turn, way)) && is_free(shifted(shifted(cell, turn, way), turn, way))) {
        axis = turn;
        sign = way;
      } else if (!is_free(ahead)) {
        break;
      }
    }
    const Cell next = shifted(cell, axis, sign);
    if (!is_free(next)) break;
    cell = next;
    run.push_back(cell);
    taken_[number(cell)] = true;
  }
  if (static_cast<int>(run.size()) < style.shortest) {
    taken_ = before;
    return {};
  }
  return run;
}

std::vector<ObjectDraft> Pipework::lay_run(const std::string& name, int first_axis, const Style& style,
                                           Random& random) {
  const std::vector<Cell> run = walk(first_axis, style, random);
  if (run.empty()) return {};
  // A flange is 1.65 radii wide and must stay inside its cell.
  const double radius = cell_size_ * (random.chance(0.4) ? 0.27 : random.chance(0.5) ? 0.2 : 0.14);
  std::vector<Vector3> corners{middle(run.front())};
  std::vector<ObjectDraft> fittings;
  for (std::size_t k = 1; k + 1 < run.size(); ++k) {
    const int in = axis_between(run[k - 1], run[k]), out = axis_between(run[k], run[k + 1]);
    const Vector3 here = middle(run[k]);
    if (in != out) {
      corners.push_back(here);
      continue;
    }
    const int across = (in + 1 + random.below(2)) % 3;
    const Cell beside = shifted(run[k], across, 1);
    if (k % 9 == 5) {
      fittings.push_back({name + "_flange_" + std::to_string(k), flange_pair(radius, in, style.sides), here});
    } else if (k % 7 == 3 && random.chance(style.valve_chance) && is_free(beside)) {
      taken_[number(beside)] = true;
      fittings.push_back(
          {name + "_valve_" + std::to_string(k), gate_valve(0.8 * radius, in, across, style.sides), here});
    } else if (k % 7 == 6 && random.chance(style.branch_chance) && is_free(beside)) {
      taken_[number(beside)] = true;
      const Vector3 end = middle(beside);
      Solid branch = bar(here, end, 0.7 * radius, style.sides);
      branch.add(flange_pair(0.7 * radius, across, style.sides).moved(end));
      fittings.push_back({name + "_branch_" + std::to_string(k), branch});
    }
  }
  corners.push_back(middle(run.back()));
  std::vector<ObjectDraft> objects{{name, pipe(corners, radius, style.sides, 0.42 * cell_size_, style.bend_pieces)}};
  objects.push_back({name + "_end_a", flange_pair(radius, axis_between(run[0], run[1]), style.sides), corners.front()});
  objects.push_back({name + "_end_b", flange_pair(radius, axis_between(run[run.size() - 2], run.back()), style.sides),
                     corners.back()});
  objects.insert(objects.end(), fittings.begin(), fittings.end());
  return objects;
}

}  // namespace tocca::scenes
