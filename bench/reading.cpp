// What large files cost: a path of ten million rows, streamed, and a binary STL of five million triangles, loaded. Both are generated into a
// temporary folder first. Processor time of the process, and how much memory grew at its peak.
//
//   bench_reading [--rows N] [--triangles N]
#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>

#include "core/seeded_random.hpp"
#include "results/results.hpp"
#include "tocca/io/mesh.hpp"
#include "tocca/io/path.hpp"
#include "tocca/shape/mesh.hpp"

namespace tocca::bench {
namespace {

constexpr int joints = 6;

struct Sizes {
  std::int64_t rows = 10'000'000, triangles = 5'000'000;
};

KinematicTree arm() {
  std::vector<Link> links{{"0", {}}};
  std::vector<KinematicTree::JointSpec> specs;
  for (int k = 0; k < joints; ++k) {
    KinematicTree::JointSpec spec;
    spec.name = "j" + std::to_string(k);
    spec.type = JointType::revolute;
    spec.parent_link = std::to_string(k);
    spec.child_link = std::to_string(k + 1);
    spec.axis = {0.0, 0.0, 1.0};
    links.push_back({spec.child_link, {}});
    specs.push_back(std::move(spec));
  }
  return KinematicTree::build(std::move(links), std::move(specs));
}

void write_rows(const std::filesystem::path& file, std::int64_t count, bool all_digits) {
  std::ofstream out(file);
  out << "j0,j1,j2,j3,j4,j5\n";
  SeededRandom random(1);
  fmt::memory_buffer line;
  for (std::int64_t row = 0; row < count; ++row) {
    line.clear();
    for (int k = 0; k < joints; ++k) {
      const double value = random.between(-3.0, 3.0);
      fmt::format_to(std::back_inserter(line), "{}", k == 0 ? "" : ",");
      all_digits ? fmt::format_to(std::back_inserter(line), "{:.17g}", value)
                 : fmt::format_to(std::back_inserter(line), "{:.6f}", value);
    }
    line.push_back('\n');
    out.write(line.data(), static_cast<std::streamsize>(line.size()));
  }
}

/// A bumpy sheet, so that triangles share vertices as those of a real surface do.
void write_stl(const std::filesystem::path& file, std::int64_t triangles) {
  std::ofstream out(file, std::ios::binary);
  const auto side = static_cast<std::int64_t>(std::ceil(std::sqrt(static_cast<double>(triangles) / 2.0)));
  const std::string header(80, ' ');
  const auto count = static_cast<std::uint32_t>(2 * side * side);
  out.write(header.data(), 80);
  out.write(reinterpret_cast<const char*>(&count), sizeof count);
  const auto corner = [&](std::int64_t i, std::int64_t j, float* to) {
    const double x = static_cast<double>(i) / static_cast<double>(side),
                 y = static_cast<double>(j) / static_cast<double>(side);
    to[0] = static_cast<float>(x), to[1] = static_cast<float>(y),
    to[2] = static_cast<float>(0.05 * std::sin(40.0 * x) * std::cos(30.0 * y));
  };
  for (std::int64_t i = 0; i < side; ++i) {
    for (std::int64_t j = 0; j < side; ++j) {
      for (const int half : {0, 1}) {
        float facet[12] = {};  // the normal stays zero, which readers must do without
        corner(i, j, facet + 3);
        corner(i + 1, j + half, facet + 6);
        corner(i + 1 - half, j + 1, facet + 9);
        constexpr char attribute[2] = {};
        out.write(reinterpret_cast<const char*>(facet), sizeof facet);
        out.write(attribute, 2);
      }
    }
  }
}

/// In kB: "VmRSS" as it is, "VmHWM" at its peak.
double memory_kb(const char* what) {
  std::ifstream in("/proc/self/status");
  for (std::string word; in >> word;) {
    if (word == std::string(what) + ":") {
      in >> word;
      return std::atof(word.c_str());
    }
  }
  return std::nan("");
}

struct Cost {
  double seconds, peak_bytes;
};

template <class Work>
Cost cost_of(const Work& work) {
  std::ofstream("/proc/self/clear_refs") << "5";  // the peak starts again from here
  const double before = memory_kb("VmRSS");
  const std::clock_t start = std::clock();
  work();
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  return {seconds, 1024.0 * (memory_kb("VmHWM") - before)};
}

void rows(Results& results, const std::filesystem::path& folder, const Sizes& sizes) {
  ResultTable& table = results.table("path", fmt::format("{} rows of {} columns, streamed", sizes.rows, joints));
  const KinematicTree tree = arm();
  for (const bool all_digits : {false, true}) {
    const std::string name = all_digits ? "17 digits" : "6 decimals";
    fmt::print("writing the path, {}\n", name);
    std::fflush(stdout);
    write_rows(folder / "path.csv", sizes.rows, all_digits);
    std::int64_t count = 0;
    const Cost cost = cost_of([&] {
      Warnings warnings;
      PathReader reader(folder / "path.csv", tree, tree.zero_configuration(), warnings);
      for (Waypoint waypoint; reader.next(waypoint);) ++count;
    });
    results.add(table, {name + ", a row", 1e9 * cost.seconds / static_cast<double>(count), "ns", {}, {}, {}});
    results.add(table, {name + ", memory at its peak", 1e-6 * cost.peak_bytes, "MB", {}, {}, {}});
  }
  std::filesystem::remove(folder / "path.csv");
}

void mesh(Results& results, const std::filesystem::path& folder, const Sizes& sizes) {
  ResultTable& table = results.table("mesh", fmt::format("binary STL of {} triangles, loaded", sizes.triangles));
  fmt::print("writing the STL\n");
  std::fflush(stdout);
  write_stl(folder / "sheet.stl", sizes.triangles);
  MeshPointer loaded;
  Warnings warnings;
  const Cost cost = cost_of([&] { loaded = load_mesh(folder / "sheet.stl", Vector3::Ones(), warnings); });
  const auto count = static_cast<double>(loaded->triangles().size());
  results.add(table, {"loading", cost.seconds, "s", {}, {}, fmt::format("{:.0f} triangles", count)});
  results.add(table, {"memory at its peak, a triangle", cost.peak_bytes / count, "bytes", {}, {}, {}});
  results.add(table, {"memory kept, a triangle", static_cast<double>(loaded->bytes()) / count, "bytes", {}, {}, {}});
}

}  // namespace
}  // namespace tocca::bench

int main(int count, char** words) {
  tocca::bench::Results results(count, words);
  tocca::bench::Sizes sizes;
  if (results.quick()) sizes = {200'000, 100'000};
  for (int k = 1; k + 1 < count; k += 2) {
    const std::string word = words[k];
    if (word == "--rows") sizes.rows = std::atoll(words[k + 1]);
    if (word == "--triangles") sizes.triangles = std::atoll(words[k + 1]);
  }
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / fmt::format("tocca-bench-reading-{}", getpid());
  std::filesystem::create_directories(folder);
  tocca::bench::rows(results, folder, sizes);
  tocca::bench::mesh(results, folder, sizes);
  std::filesystem::remove_all(folder);
}
