// How far does each link stray from straight lines between two waypoints? Usage: example_tube ROBOT.urdf PATH.csv
#include <cstdio>
#include <tocca/io/path.hpp>
#include <tocca/io/robot.hpp>
#include <tocca/model/volume_of_colliders.hpp>
#include <tocca/motion/tree_motion.hpp>
#include <tocca/shape/lss.hpp>

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  try {
    tocca::Warnings warnings;
    const tocca::Robot robot = tocca::load_robot(argv[1], {}, warnings);
    const tocca::KinematicTree& tree = robot.tree;
    const tocca::Path path = tocca::load_path(argv[2], tree, tree.zero_configuration(), warnings);

    tocca::TreeMotion motion(tree);
    for (int segment = 0; segment < path.segment_count(); ++segment) {
      motion.follow(path, segment);
      for (int i = 0; i < motion.link_count(); ++i) {
        const tocca::Link& link = tree.links()[static_cast<std::size_t>(i)];
        if (link.colliders.empty()) continue;
        const auto volume = tocca::volume_of<tocca::Lss>(link.colliders);
        std::printf("segment %d  %-12s within %.4f m of its chords, at most %.3f m per unit of time\n", segment,
                    link.name.c_str(), motion.link(i).tube({0.0, 1.0}, volume),
                    motion.link(i).speed({0.0, 1.0}, volume));
      }
    }
  } catch (const tocca::InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
