// Reader of a tracked tool's samples.
#include <cmath>
#include <cstdlib>

#include "io/tool_samples.hpp"
#include "memory_folder.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tocca;
  return fuzzing::read_as("input.csv", data, size, [](const auto& file) {
    SampleReader reader(file);
    for (ToolSample sample; reader.next(sample);) {
      if (!std::isfinite(sample.time_s)) std::abort();
      if (!sample.X_WT.rotation.allFinite() || !sample.X_WT.translation.allFinite()) std::abort();
    }
  });
}
