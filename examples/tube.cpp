// How far does each link stray from straight lines between two waypoints? Usage: example_tube ROBOT.urdf PATH.csv
#include <cstdio>
#include <tocca/io/path.hpp>
#include <tocca/io/robot.hpp>
#include <tocca/motion/tree_motion.hpp>
#include <tocca/shape/bounding_volume.hpp>
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
      for (int link = 0; link < motion.link_count(); ++link) {
        for (const tocca::Body& body : tree.links()[static_cast<std::size_t>(link)].bodies) {
          const tocca::Lss volume = tocca::volume_of<tocca::Lss>(body);
          std::printf("segment %d  %-12s within %.4f m of its chords, at most %.3f m per unit of time\n", segment,
                      tree.links()[static_cast<std::size_t>(link)].name.c_str(),
                      motion.link(link).tube({0.0, 1.0}, volume), motion.link(link).speed({0.0, 1.0}, volume));
        }
      }
    }
  } catch (const tocca::InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
