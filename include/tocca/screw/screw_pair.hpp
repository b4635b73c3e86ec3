#pragma once

#include <cstdint>
#include <limits>
#include <memory>

#include "tocca/motion/rigid_motion.hpp"
#include "tocca/motion/screw_parameters.hpp"
#include "tocca/screw/screw_results.hpp"
#include "tocca/shape/mesh.hpp"

namespace tocca {

class Mover;  // motion/mover.hpp: a link, or something gripped by one

/// Which rejection tests are used (kim-2003; all are sound, so the answers do not depend on the choice).
struct ScrewRejections {
  bool objects = true;      ///< one object's volume against what the other's sweeps about the axis
  bool vertex_face = true;  ///< vertex/triangle and triangle/vertex
  bool edge_edge = true;
  bool trees = true;  ///< false: every feature pair is looked at, as in the paper
};

/// How a question is answered. Leaving out rejections changes the time, never the answer.
struct ScrewSettings {
  double tolerance_m = 1e-6;
  ScrewRejections rejections;
  /// How many equations one question may solve before it gives up as undecided.
  std::uint64_t budget = std::numeric_limits<std::uint64_t>::max();
};

/// Two polyhedra, each with a motion of its own: the first contact, or the proof that there is none (kim-2003).
///
/// Guarantee   The promise of docs/promise.md, for the true motions: their relative motion is approximated by screws,
///             and the bounds include the deviation. For a single screw the bracket is that of the contact equation's
///             root, far narrower than 1e-6. Where rounding alone exceeds the tolerance, whatever cannot be told from a
///             contact is called one.
/// Requires    Finite screws whose direction has unit length (screw_between returns such screws).
/// Closed meshes are solids: one inside the other is an initial contact.
/// Use one object per thread: it holds scratch memory. Questions do not throw and, after the first few, allocate only
/// their answers.
class ScrewPair {
 public:
  /// Throws InputError if the tolerance is not positive.
  ScrewPair(MeshPointer a, MeshPointer b, const ScrewSettings& settings = {});
  ~ScrewPair();
  ScrewPair(ScrewPair&&) noexcept;

  /// A moves on the screw as seen from B. The answer is valid until the next question.
  const ScrewAnswer& first_contact(const ScrewParameters& screw_of_A_in_B);
  /// Both move in the world.
  const ScrewAnswer& first_contact(const RigidMotion& a, const RigidMotion& b);
  const ScrewAnswer& first_contact(const Mover& a, const Mover& b);
  /// Every contact of features up to a time, by time: also those after the first, while the bodies pass through each
  /// other. For features that slide along each other for a while: where they come together. `up_to` is clamped to [0,
  /// 1].
  const ScrewAnswer& all_contacts(const ScrewParameters& screw_of_A_in_B, double up_to = 1.0);
  const ScrewAnswer& all_contacts(const RigidMotion& a, const RigidMotion& b, double up_to = 1.0);
  const ScrewAnswer& all_contacts(const Mover& a, const Mover& b, double up_to = 1.0);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tocca
