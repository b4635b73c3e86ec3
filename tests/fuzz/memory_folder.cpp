#include "memory_folder.hpp"

#include <unistd.h>

#include <cstdlib>
#include <fstream>

namespace tocca::fuzzing {

MemoryFolder::MemoryFolder() {
  const char* given = std::getenv("TOCCA_FUZZ_FOLDER");
  folder_ = std::filesystem::path(given ? given : "/dev/shm") / ("tocca-fuzz-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder_);
}

MemoryFolder::~MemoryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::filesystem::path MemoryFolder::write(std::string_view name, std::string_view bytes) const {
  const auto path = folder_ / name;
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) std::abort();
  return path;
}

const MemoryFolder& folder() {
  static const MemoryFolder only;
  return only;
}

int read_as(std::string_view name, const std::uint8_t* data, std::size_t size,
            const std::function<void(const std::filesystem::path&)>& read) {
  const auto file = folder().write(name, {reinterpret_cast<const char*>(data), size});
  try {
    read(file);
  } catch (const InputError& error) {
    const std::string_view line = error.what();
    if (error.problem().empty() || error.file().empty() || line.find('\n') != std::string_view::npos) std::abort();
  }
  return 0;
}

const KinematicTree& tree_of_all_kinds() {
  static const KinematicTree tree = [] {
    std::vector<Link> links;
    for (const char* name : {"l0", "l1", "l2", "l3", "l4", "l5", "l6"}) links.push_back({name, {}});
    const auto joint = [](const char* name, JointType type, int parent) {
      KinematicTree::JointSpec spec;
      spec.name = name;
      spec.type = type;
      spec.parent_link = "l" + std::to_string(parent);
      spec.child_link = "l" + std::to_string(parent + 1);
      return spec;
    };
    std::vector<KinematicTree::JointSpec> joints = {
        joint("j", JointType::revolute, 0), joint("k", JointType::prismatic, 1), joint("c", JointType::continuous, 2),
        joint("p", JointType::planar, 3),   joint("f", JointType::floating, 4),  joint("m", JointType::revolute, 5)};
    joints[0].limits = Limits{-1.0, 1.0};
    joints[5].mimic = {"j", 2.0, 0.5};
    return KinematicTree::build(links, joints);
  }();
  return tree;
}

}  // namespace tocca::fuzzing
