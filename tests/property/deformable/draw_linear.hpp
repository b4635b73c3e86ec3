// Elementary queries drawn to be degenerate: on coarse grids, where vertices coincide, edges are parallel, motions
// stay in planes and touch at their ends; the same one ulp off; scaled to huge and denormal; with coordinates of any
// exponent.
#pragma once

#include <cmath>

#include "testing/draw.hpp"
#include "tocca/deformable/linear_query.hpp"

namespace tocca::testing {

inline FourVertices drawn_on_grid(Draw& draw) {
  FourVertices q;
  const int reach = draw.integer(1, 3), planes = draw.integer(0, 3);  // on axes from `planes` on, mostly one value
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t c = 0; c < 3; ++c) {
      const bool still_plane = static_cast<int>(c) >= planes && draw.coin(0.7);
      q.from[i][c] = still_plane ? 0.0 : draw.integer(-reach, reach);
      q.to[i][c] = still_plane ? 0.0 : draw.integer(-reach, reach);
    }
  }
  if (draw.coin(0.2))
    q.to[static_cast<std::size_t>(draw.integer(0, 3))] = q.from[static_cast<std::size_t>(draw.integer(0, 3))];
  if (draw.coin(0.2)) {
    const auto i = static_cast<std::size_t>(draw.integer(0, 3));
    q.to[i] = q.from[i];
  }
  if (draw.coin(0.1)) q.to = q.from;
  if (draw.coin(0.1)) {  // two vertices are one
    const auto i = static_cast<std::size_t>(draw.integer(0, 3)), k = static_cast<std::size_t>(draw.integer(0, 3));
    q.from[i] = q.from[k];
    q.to[i] = q.to[k];
  }
  return q;
}

template <class Change>
void change_all(FourVertices& q, const Change& change) {
  for (auto* side : {&q.from, &q.to}) {
    for (auto& vertex : *side) {
      for (double& x : vertex) change(x);
    }
  }
}

inline FourVertices drawn_linear(Draw& draw) {
  FourVertices q = drawn_on_grid(draw);
  switch (draw.integer(0, 7)) {
    case 0:  // anywhere
      change_all(q, [&](double& x) { x += draw.uniform(-1, 1); });
      break;
    case 1:  // nearly degenerate
      change_all(q, [&](double& x) {
        if (!draw.coin(0.1)) return;
        x = x == 0.0 ? draw.sign() * std::ldexp(1.0, draw.integer(-80, -40)) : std::nextafter(x, draw.sign() * 9.0);
      });
      break;
    case 2: {  // the grid itself is not round
      const double step = draw.uniform(0.1, 1), shift = draw.uniform(-9, 9);
      change_all(q, [&](double& x) { x = x * step + shift; });
      break;
    }
    case 3: {  // huge, tiny, denormal: exactly the same shape
      const int power = draw.integer(-1074, 1000);
      change_all(q, [&](double& x) { x = std::ldexp(x, power); });
      break;
    }
    case 4: {  // three vertices in a plane across an axis, as in boxes and vessels, the fourth anywhere
      change_all(q, [&](double& x) { x += draw.uniform(-1, 1); });
      const auto c = static_cast<std::size_t>(draw.integer(0, 2)), alone = static_cast<std::size_t>(draw.integer(0, 3));
      const double start = draw.uniform(-1, 1), end = draw.uniform(-1, 1);
      for (std::size_t i = 0; i < 4; ++i) {
        if (i != alone) q.from[i][c] = start, q.to[i][c] = end;
      }
      break;
    }
    default:
      break;
  }
  return q;
}

}  // namespace tocca::testing
