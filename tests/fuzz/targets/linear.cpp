// Reader of elementary queries: whole numbers of any length over each other.
#include <cmath>
#include <cstdlib>

#include "io/linear_queries.hpp"
#include "memory_folder.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tocca;
  return fuzzing::read_as("input.csv", data, size, [](const auto& file) {
    LinearReader reader(file);
    for (LinearRow row; reader.next(row);) {
      if (!(row.rounding_m >= 0.0)) std::abort();
      for (const auto* side : {&row.vertices.from, &row.vertices.to}) {
        for (const auto& vertex : *side) {
          for (const double x : vertex) {
            if (!std::isfinite(x)) std::abort();
          }
        }
      }
    }
  });
}
