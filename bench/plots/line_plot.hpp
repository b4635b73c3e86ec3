// Curves over a parameter as one SVG file, on a light page.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tocca::bench {

struct Curve {
  std::string name;
  std::vector<double> x, y;
  bool dashed = false;
};

struct LinePlot {
  std::string title, x_label, y_label;
  bool log_x = false;  ///< y is always logarithmic: contestants are orders apart
  std::vector<Curve> curves;
};

void write_svg(const LinePlot& plot, const std::filesystem::path& file);

}  // namespace tocca::bench
