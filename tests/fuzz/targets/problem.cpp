// Problem reader, with files beside it that the input may name.
#include "tocca/io/problem.hpp"

#include "memory_folder.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tocca;
  static const bool files = [] {
    fuzzing::folder().write("r.urdf", fuzzing::small_urdf);
    fuzzing::folder().write(
        "s.json", R"({"objects":[{"name":"o","geometry":{"sphere":1}},{"name":"cart","geometry":{"sphere":1}}]})");
    fuzzing::folder().write("p.csv", "j\n0\n1\n");
    return true;
  }();
  static_cast<void>(files);
  return fuzzing::read_as("input.json", data, size, [](const auto& file) {
    Warnings warnings;
    load_problem(file, warnings);
  });
}
