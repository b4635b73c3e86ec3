#include "plots/line_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <limits>

namespace tocca::bench {
namespace {

constexpr double width = 860, height = 460, left = 78, right = 600, top = 52, bottom = 396;
constexpr std::array colours{"#1667b7", "#0f9d8a", "#c2410c", "#d4a017", "#7c3aed",
                             "#9d174d", "#4d7c0f", "#475569", "#111827", "#db2777"};

struct Axis {
  double least, most, from, to;
  bool logarithmic;
  double at(double value) const {
    const double s = logarithmic ? std::log(value / least) / std::log(most / least) : (value - least) / (most - least);
    return from + s * (to - from);
  }
  /// 1, 2, 5 times powers of ten on a logarithmic axis; about six round steps on another.
  std::vector<double> ticks() const {
    std::vector<double> result;
    if (logarithmic) {
      for (double power = std::pow(10.0, std::floor(std::log10(least))); power <= most; power *= 10.0) {
        for (const double factor : {1.0, 2.0, 5.0}) result.push_back(factor * power);
      }
    } else {
      const double raw = (most - least) / 6.0, power = std::pow(10.0, std::floor(std::log10(raw)));
      const double step = power * (raw <= power ? 1.0 : raw <= 2.0 * power ? 2.0 : raw <= 5.0 * power ? 5.0 : 10.0);
      for (double value = std::ceil(least / step) * step + 0.0; value <= most * (1.0 + 1e-9); value += step) {
        result.push_back(value);
      }
    }
    std::erase_if(result, [&](double v) { return v < least * (1.0 - 1e-9) || v > most * (1.0 + 1e-9); });
    return result;
  }
};

Axis axis_over(const std::vector<Curve>& curves, std::vector<double> Curve::*values, double from, double to, bool log) {
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (const Curve& curve : curves) {
    for (const double v : curve.*values) least = std::min(least, v), most = std::max(most, v);
  }
  if (log) return {least / 1.15, most * 1.15, from, to, true};
  const double room = 0.03 * (most - least);
  return {least - room, most + room, from, to, false};
}

}  // namespace

void write_svg(const LinePlot& plot, const std::filesystem::path& file) {
  const Axis x = axis_over(plot.curves, &Curve::x, left, right, plot.log_x);
  const Axis y = axis_over(plot.curves, &Curve::y, bottom, top, true);
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\">\n"
      "<title>{2}</title>\n<style>text {{ font: 13px system-ui, Helvetica, Arial, sans-serif; fill: #1f2933; }}\n"
      ".soft {{ fill: #5d6875; }} .grid {{ stroke: #e4e8ec; }} .axis {{ stroke: #8a95a1; }}</style>\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n"
      "<text x=\"{3}\" y=\"30\" style=\"font-size:16px;font-weight:600\">{2}</text>\n",
      width, height, plot.title, left);
  for (const double value : y.ticks()) {
    out += fmt::format("<line class=\"grid\" x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\"/>", left, right,
                       y.at(value));
    out += fmt::format("<text class=\"soft\" x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{:g}</text>\n", left - 8,
                       y.at(value) + 4, value);
  }
  for (const double value : x.ticks()) {
    out += fmt::format("<line class=\"axis\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\"/>", x.at(value),
                       bottom, bottom + 5);
    out += fmt::format("<text class=\"soft\" x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{:g}</text>\n", x.at(value),
                       bottom + 21, value);
  }
  out += fmt::format("<line class=\"axis\" x1=\"{0}\" x2=\"{1}\" y1=\"{2}\" y2=\"{2}\"/>\n", left, right, bottom);
  out += fmt::format("<text class=\"soft\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", 0.5 * (left + right),
                     bottom + 46, plot.x_label);
  out +=
      fmt::format("<text class=\"soft\" transform=\"translate(22 {}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
                  0.5 * (top + bottom), plot.y_label);
  for (std::size_t k = 0; k < plot.curves.size(); ++k) {
    const Curve& curve = plot.curves[k];
    const char* const colour = colours[k % colours.size()];
    const char* const dash = curve.dashed ? " stroke-dasharray=\"6 4\"" : "";
    std::string points;
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
      points += fmt::format("{:.1f},{:.1f} ", x.at(curve.x[i]), y.at(curve.y[i]));
      out += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>", x.at(curve.x[i]),
                         y.at(curve.y[i]), colour);
    }
    out += fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"{}/>\n", points, colour,
                       dash);
    const double row = top + 14 + 24.0 * static_cast<double>(k);
    out +=
        fmt::format("<line x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" stroke=\"{3}\" stroke-width=\"2\"{4}/>",
                    right + 18, right + 46, row - 4, colour, dash);
    out += fmt::format("<text x=\"{}\" y=\"{:.1f}\">{}</text>\n", right + 54, row, curve.name);
  }
  std::ofstream(file) << out << "</svg>\n";
}

}  // namespace tocca::bench
