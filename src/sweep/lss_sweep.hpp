#pragma once

#include <span>
#include <vector>

#include "shape/aabb.hpp"
#include "tocca/core/require.hpp"
#include "tocca/motion/motion.hpp"

namespace tocca {

/// The volume that a line-swept sphere sweeps during a motion (redon-2004, section 4.2), as a chain of dilated hulls.
///
/// The segment of the volume sweeps the ruled surface x(t, s) = X(t) ((1 - s) a + s b), the volume itself the surface's
/// offset. The surface is cut at `windows() + 1` times into rulings.
///
/// Guarantee   During window k every true point of the volume lies within radius_m(k, k + 1) of the hull of the four
///             ends of rulings k and k + 1. Rounding is included; the surface may be singular, since no normal is used.
///             The same holds for the triangles between the rulings (strips() pairs per window) with a radius greater
///             by twist_m() / strips().
/// Tightness   No point of those dilated hulls is farther than 2 error_m() + twist_m() from the true swept volume.
/// Steps       As many windows and strips as Filip's bound (equation 11) asks for: n by its first term, m by its
///             second, half of the tolerance each; the third is zero. Where most_windows do not reach the tolerance,
///             error_m() says what they reach: infinity where the motion's bounds overflow.
/// Cost        A pose and a tube per window, one to three times; no allocation once it has held as many windows.
/// Proof       docs/maths/swept_volume.md
class LssSweep {
 public:
  static constexpr int most_windows = 256, most_strips = 64;

  /// Requires tolerance_m > 0.
  template <Motion M>
  void set(const M& motion, const Lss& volume, double tolerance_m);

  int windows() const noexcept { return static_cast<int>(radius_m_.size()); }
  /// When ruling k is passed, 0 <= k <= windows().
  double time(int k) const noexcept {
    TOCCA_REQUIRE(k >= 0 && k <= windows_, "a sweep has no such ruling");
    return k == windows_ ? 1.0 : static_cast<double>(k) / windows_;
  }
  /// The ends of the rulings first ... last, one after the other: a, b, a, b, ...
  std::span<const Vector3> ends(int first, int last) const {
    TOCCA_REQUIRE(first >= 0 && first <= last && last <= windows(), "a sweep has no such rulings");
    return {ends_.data() + 2 * first, static_cast<std::size_t>(2 * (last - first) + 2)};
  }
  /// The greatest radius of the windows first ... last - 1.
  double radius_m(int first, int last) const;

  const Lss& volume() const noexcept { return volume_; }
  /// >= radius_m(k, k + 1) - volume().radius for every window.
  double error_m() const noexcept { return error_m_; }
  /// Into how many strips along the rulings a window is cut, so that triangles stray little from it.
  int strips() const noexcept { return strips_; }
  /// The two triangles between rulings stray from the bilinear patch by at most this, divided by strips().
  double twist_m() const noexcept { return twist_m_; }
  /// Contains the whole swept volume.
  const Aabb& box() const noexcept { return box_; }

 private:
  void start(const Lss& volume, double tolerance_m);
  void start_windows(int count);
  void add_ruling(const Pose& X);
  /// How many windows would keep within the tolerance, judged by this one.
  int add_window(double tube_m);
  void finish();

  Lss volume_{};
  double tolerance_m_ = 0.0;
  int windows_ = 0;  // how many there will be
  std::vector<Vector3> ends_;
  std::vector<double> radius_m_;
  double stretch_[2]{}, rounding_m_[2]{};  // of the last two rulings
  double error_m_ = 0.0, twist_m_ = 0.0;
  int strips_ = 1;
  Aabb box_{};
};

template <Motion M>
void LssSweep::set(const M& motion, const Lss& volume, double tolerance_m) {
  start(volume, tolerance_m);
  for (int count = 1, wanted = 1;; count = wanted) {
    start_windows(count);
    add_ruling(motion.pose(0.0));
    for (int k = 0; k < count && wanted <= count; ++k) {
      add_ruling(motion.pose(time(k + 1)));
      wanted = add_window(motion.tube(Interval(time(k), time(k + 1)), volume));
    }
    if (wanted <= count) break;
  }
  finish();
}

}  // namespace tocca
