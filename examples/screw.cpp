// Two polyhedra, one of them on a screw: when do they first touch, and which features? Usage: example_screw
#include <cstdio>
#include <memory>
#include <numbers>
#include <tocca/screw/screw_pair.hpp>
#include <vector>

int main() {
  // A wedge that is driven like a corkscrew, and a plate above it.
  const auto mesh = [](std::vector<tocca::Vector3> vertices, std::vector<tocca::Triangle> triangles) {
    return std::make_shared<const tocca::TriangleMesh>(std::move(vertices), std::move(triangles));
  };
  const auto wedge =
      mesh({{1, 0, 0}, {2, -0.2, 0}, {2, 0.2, 0}, {2, 0, 0.5}}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}});
  const auto plate = mesh({{-3, 0, 2}, {-0.5, -1, 2}, {-0.5, 1, 2}}, {{0, 1, 2}});
  tocca::ScrewPair pair(wedge, plate);

  // Three and a half turns about z while rising three metres.
  tocca::ScrewParameters screw;
  screw.direction = tocca::Vector3::UnitZ();
  screw.angle_rad = 7.0 * std::numbers::pi;
  screw.translation_m = 3.0;
  const tocca::ScrewAnswer& first = pair.first_contact(screw);
  if (first.outcome == tocca::Outcome::contact) {
    const tocca::ScrewContact& touch = first.contacts.front();
    std::printf("free until t = %.9f; touching at (%.3f, %.3f, %.3f)\n", first.time.lo, touch.point[0], touch.point[1],
                touch.point[2]);
  }

  // The screw between two poses: a quarter turn about an axis that was not given.
  const tocca::Pose from, to = tocca::Pose::from_rpy({1.5, 0.5, 0.25}, {0, 0, 0.5 * std::numbers::pi});
  const tocca::ScrewParameters between = tocca::screw_between(from, to);
  std::printf("the axis runs through (%.1f, %.1f), %.2f m a turn\n", between.point.x(), between.point.y(),
              between.pitch_m());
  std::printf("on it the wedge is %s\n",
              pair.first_contact(between).outcome == tocca::Outcome::free ? "free" : "not free");
}
