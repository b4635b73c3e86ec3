// The bodies of a problem that deform, ready to be placed at any time of its clock.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "shape/aabb.hpp"
#include "tocca/core/interval.hpp"
#include "tocca/deformable/deformable_mesh.hpp"
#include "tocca/model/problem.hpp"

namespace tocca {

/// One of them. Vertices that are at the same place in every frame are one vertex: surfaces that a file cuts along seams, or into
/// single triangles, are closed where they look closed. Triangles keep their numbers.
class DeformingMotion {
 public:
  /// Throws InputError (place "deforming 'hose', frame 3") if frames do not fit each other or the triangles.
  static DeformingMotion of(const DeformingBody& body);

  const std::string& name() const noexcept { return name_; }
  /// At rest at its first frame.
  const DeformableMesh& mesh() const noexcept { return mesh_; }

  /// Where its vertices are at both ends of a part of the clock; they rest before the first frame and after the last.
  /// Requires that no frame lies strictly inside. Allocates only while the arrays grow.
  /// Returns      How far vertices on straight lines between the two may be from where they truly are: frames are exact, what lies
  ///              between them is rounded (docs/maths/deformable.md, section 6).
  double place(const Interval& clock, std::vector<Vector3>& from, std::vector<Vector3>& to) const;
  /// Contains it during that part of the clock, all the way between two frames.
  Aabb bounds(const Interval& clock) const;

 private:
  DeformingMotion(std::string name, std::vector<double> times, std::vector<double> largest, std::vector<Aabb> boxes,
                  std::vector<std::vector<Vector3>> frames, DeformableMesh mesh)
      : name_(std::move(name)),
        times_(std::move(times)),
        largest_(std::move(largest)),
        boxes_(std::move(boxes)),
        frames_(std::move(frames)),
        mesh_(std::move(mesh)) {}

  /// The frames around a part of the clock; the same one twice where it rests.
  struct Between {
    std::size_t first, second;
  };
  Between between(const Interval& clock) const;

  std::string name_;
  std::vector<double> times_, largest_;       ///< of each frame: when, and its largest coordinate
  std::vector<Aabb> boxes_;                   ///< around each frame
  std::vector<std::vector<Vector3>> frames_;  ///< of the vertices that remain
  DeformableMesh mesh_;
};

/// All of a problem. Immutable, shared by all threads.
class DeformingBodies {
 public:
  /// Throws InputError as DeformingMotion does, and if a name is taken.
  explicit DeformingBodies(const Problem& problem);

  const std::vector<DeformingMotion>& all() const noexcept { return all_; }
  bool empty() const noexcept { return all_.empty(); }
  std::size_t size() const noexcept { return all_.size(); }

 private:
  std::vector<DeformingMotion> all_;
};

/// For questions that know nothing of bodies that deform: throws InputError if there is one, so that none is left out in silence.
void refuse_deforming(const DeformingBodies& bodies, const std::string& what, const std::string& remedy);

}  // namespace tocca
