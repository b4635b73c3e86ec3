// Reader of screw motions: rows of four poses and whole turns.
#include <cstdlib>

#include "memory_folder.hpp"
#include "tocca/io/screw_rows.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tocca;
  return fuzzing::read_as("input.csv", data, size, [](const auto& file) {
    ScrewRowReader reader(file);
    for (ScrewRow row; reader.next(row);) {
      for (const Pose* pose : {&row.a0, &row.a1, &row.b0, &row.b1}) {
        if (!pose->rotation.allFinite() || !pose->translation.allFinite()) std::abort();
      }
      if (!row.of_A_in_B().pose(0.5).translation.allFinite()) std::abort();
    }
  });
}
