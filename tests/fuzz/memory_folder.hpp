// A folder in memory for one fuzzing process: readers take files, and a disk would be the slowest part of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string_view>

#include "tocca/core/error.hpp"
#include "tocca/model/kinematic_tree.hpp"

namespace tocca::fuzzing {

/// Lives in TOCCA_FUZZ_FOLDER (default /dev/shm) and goes with the process; after a crash run.sh removes it.
class MemoryFolder {
 public:
  MemoryFolder();
  ~MemoryFolder();
  MemoryFolder(const MemoryFolder&) = delete;
  MemoryFolder& operator=(const MemoryFolder&) = delete;

  /// Writes the file and gives its path.
  std::filesystem::path write(std::string_view name, std::string_view bytes) const;

 private:
  std::filesystem::path folder_;
};

/// Calls a reader with the input as a file of that name. An InputError is the right answer to a bad file, if it is one
/// line that says what is wrong and where; anything else that is thrown ends the process, as a crash does.
int read_as(std::string_view name, const std::uint8_t* data, std::size_t size,
            const std::function<void(const std::filesystem::path&)>& read);

/// The folder that read_as() writes into: for the files which the input may name.
const MemoryFolder& folder();

/// A tree with a joint of every kind: j (revolute), k (prismatic), c (continuous), p (planar), f (floating), m (mimics
/// j).
const KinematicTree& tree_of_all_kinds();

inline constexpr std::string_view small_urdf =
    "<robot name='r'><link name='a'><collision><geometry><box size='1 1 1'/></geometry></collision></link>"
    "<link name='b'/><joint name='j' type='revolute'><parent link='a'/><child link='b'/><axis xyz='0 0 1'/>"
    "<limit lower='-1' upper='1' effort='1' velocity='1'/></joint></robot>";
inline constexpr std::string_view small_mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

}  // namespace tocca::fuzzing
