#include "peers/many_bodies.hpp"

#include "scenes/multi_body.hpp"

namespace tocca::bench {
namespace {

class ToccaBodies final : public ManyBodies {
 public:
  ToccaBodies(const RecordedMotion& motion, const WorldSettings& settings) : world_(settings) {
    std::vector<BodyShapePointer> shapes;
    for (const MeshPointer& mesh : motion.meshes) {
      const Collider body{Pose{}, mesh};
      shapes.push_back(std::make_shared<const BodyShape>(std::span(&body, 1)));
    }
    for (std::size_t i = 0; i < motion.body_count(); ++i) {
      world_.add(shapes[static_cast<std::size_t>(motion.mesh_of[i])], motion.steps.front()[i]);
    }
  }

  void step(const std::vector<Pose>& poses, std::vector<BodyPair>& colliding) override {
    for (std::size_t i = 0; i < poses.size(); ++i) world_.move(static_cast<int>(i), poses[i]);
    const WorldStep& found = world_.step();
    colliding.insert(colliding.end(), found.colliding.begin(), found.colliding.end());
  }

 private:
  World world_;
};

template <BoxKind boxes>
std::unique_ptr<ManyBodies> make(const RecordedMotion& motion) {
  WorldSettings settings;
  settings.boxes = boxes;
  return std::make_unique<ToccaBodies>(motion, settings);
}

}  // namespace

std::vector<ManyBodiesKind> tocca_kinds() {
  return {{"tocca, dynamic boxes", make<BoxKind::dynamic>}, {"tocca, fixed cubes", make<BoxKind::fixed>}};
}

RecordedMotion::RecordedMotion(const PolytopeWorld& world, int step_count) {
  MultiBody bodies(world);
  meshes = bodies.meshes();
  half_size = bodies.most().x();
  for (int i = 0; i < world.count; ++i) mesh_of.push_back(bodies.mesh_of(i));
  steps.push_back(bodies.poses());
  ToccaBodies judge(*this, {});
  std::vector<BodyPair> colliding;
  while (static_cast<int>(steps.size()) < step_count) {
    colliding.clear();
    judge.step(bodies.poses(), colliding);
    bodies.collide(colliding);
    bodies.fly();
    steps.push_back(bodies.poses());
  }
}

}  // namespace tocca::bench
