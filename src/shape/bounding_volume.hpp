#pragma once

#include <concepts>
#include <span>

#include "core/interval_arithmetic.hpp"
#include "tocca/shape/primitives.hpp"

namespace tocca {

/// A convex set that stands for what it contains. Its header defines the set exactly, in real arithmetic, from the
/// numbers it stores; every promise below is about that set.
///
///   V::fit(points)   Contains every given point, hence every triangle over them; tight, though not proven to be the
///                    tightest. Requires at least one point and |coordinate| <= largest_coordinate.
///   dilated(r)       Contains every point within r >= 0 of the volume.
///   contains(p)      True only if p is proven to be inside; within a few ulps of the border the answer may be false.
///   extent(axis)     Contains axis . x for every x inside. The axis may have any length.
///   frame()          Orthonormal (to rounding) columns: the directions along which it is worth splitting.
///   volume(), surface()  In m^3 and m^2, rounded: for choosing, never for proving.
///
/// A new volume is one header and one source that model this concept, and one entry in src/shape/every_volume.hpp.
template <class V>
concept BoundingVolume = requires(const V& volume, std::span<const Vector3> points, const Vector3& vector,
                                  double radius) {
  { V::fit(points) } -> std::same_as<V>;
  { volume.dilated(radius) } -> std::same_as<V>;
  { volume.contains(vector) } -> std::same_as<bool>;
  { volume.extent(vector) } -> std::same_as<Interval>;
  { volume.frame() } -> std::same_as<Matrix3>;
  { volume.volume() } -> std::same_as<double>;
  { volume.surface() } -> std::same_as<double>;
};

/// A volume around a whole body, in the body's frame. Round primitives are contained, not sampled; a sphere's or a
/// capsule's Lss is itself.
template <BoundingVolume V>
V volume_of(const Geometry& geometry);

}  // namespace tocca
