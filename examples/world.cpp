// Many moving bodies: which collide now, how near are two, and what happens during a fast step? Usage: example_world
#include <cstdio>
#include <tocca/world/world.hpp>
#include <vector>

int main() {
  const auto shape_of = [](const tocca::Geometry& geometry) {
    return std::make_shared<const tocca::BodyShape>(std::vector<tocca::Collider>{{{}, geometry}});
  };
  const auto at = [](double x, double y, double z) { return tocca::Pose::from_rpy({x, y, z}, {0, 0, 0}); };

  tocca::World world;
  const int plate = world.add(shape_of(tocca::Box{{1.0, 1.0, 0.001}}), at(0, 0, 0));
  const int crate = world.add(shape_of(tocca::Box{{0.2, 0.2, 0.2}}), at(0.2, 0, 0.1));
  const int bullet = world.add(shape_of(tocca::Sphere{0.01}), at(-0.2, 0, 2.0));

  for (const tocca::BodyPair& pair : world.step().colliding) std::printf("bodies %d and %d collide\n", pair.a, pair.b);
  world.activate(plate, crate, false);  // the crate stands on the plate, which is allowed
  std::printf("%zu pairs left; the bullet is %.4f m from the crate\n", world.step().colliding.size(),
              world.distance(crate, bullet).upper);

  // The bullet passes the plate within one step, two hundred times its own size: no step shows them overlapping.
  const tocca::LinearMotion shot(world.pose(bullet), at(-0.2, 0, -2.0));
  for (const tocca::TimedContact& contact :
       world.first_contacts(std::vector<tocca::World::Moving>{{bullet, shot, {}}})) {
    std::printf("bodies %d and %d touch between t = %.7f and t = %.7f\n", contact.body_a, contact.body_b,
                contact.time.lo, contact.time.hi);
  }
}
