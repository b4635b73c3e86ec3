#pragma once

#include <cstdint>

#include "screw/screw_equation.hpp"
#include "tocca/verdict/bracket.hpp"
#include "tocca/verdict/contact.hpp"

namespace tocca {

/// Two features, in the screw's frame: A's at t = 0. vertex_face: a[0] and b[0..2]; face_vertex: a[0..2] and b[0];
/// edge_edge: a[0..1] and b[0..1].
struct ScrewFeatures {
  ContactKind kind = ContactKind::vertex_face;
  Vector3 a[3], b[3];
};

/// The equation whose roots are the times at which the two features may touch.
ScrewEquation contact_equation(const ScrewFrame& frame, const ScrewFeatures& features);

/// The first time in [from, to] at which two features come within `level` (rounding of their places, deviation of the screw).
///
/// Guarantee   False: farther apart than the level during all of [from, to]. True: farther on [from, touch.lo), and
///             at touch.hi the distance, computed, is at most level + tolerance_m (unless they move farther than that
///             in 2^-50 of the time).
/// Exact       Within root windows the distance itself decides, so that what passes beside a face or an edge is not a
///             contact, however near; only where that takes more than a few dozen steps (features that slide along each
///             other) does the tolerance decide.
/// How         first_root; in its windows planes between both features, each for as long as no point of A can have reached it.
/// `roots`     counts the equations that had to be solved.
bool first_touch(const ScrewFrame& frame, const ScrewFeatures& features, double level, double tolerance_m, double from,
                 double to, Bracket& touch, std::uint64_t& roots);

}  // namespace tocca
