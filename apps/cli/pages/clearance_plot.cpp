// The picture of `tocca clearance --plot`: one SVG file that needs nothing else, for light and dark pages.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "clearance_writer.hpp"
#include "length_text.hpp"

namespace tocca::cli {
namespace {

// The frame of the curve inside the picture, in user units.
constexpr double plot_width = 960, plot_height = 440, left = 84, right = 936, top = 64, bottom = 372;

// Plain classes, no variables: older readers of SVG do not know them.
constexpr std::string_view style = R"(<style>
text { font: 14px system-ui, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; fill: #1f2933; }
.title { font-size: 17px; font-weight: 600; }
.soft { fill: #5d6875; }
.page { fill: #ffffff; }
.grid { stroke: #e4e8ec; stroke-width: 1; }
.axis { stroke: #8a95a1; stroke-width: 1; }
.band { fill: #1667b7; fill-opacity: 0.22; }
.curve { fill: none; stroke: #1667b7; stroke-width: 2; stroke-linejoin: round; }
.mark { fill: #c2410c; stroke: #ffffff; stroke-width: 2; }
.label { fill: #c2410c; font-weight: 600; stroke: #ffffff; stroke-width: 4; paint-order: stroke; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6eaee; }
  .soft { fill: #9eaab6; }
  .page { fill: #14181d; }
  .grid { stroke: #2b323a; }
  .axis { stroke: #6b7785; }
  .band { fill: #6cb2f7; }
  .curve { stroke: #6cb2f7; }
  .mark { fill: #ff9a5a; stroke: #14181d; }
  .label { fill: #ff9a5a; stroke: #14181d; }
}
</style>
)";

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return result;
}

/// 1, 2 or 5 times a power of ten: about `count` of them make up `range`.
double tick_step(double range, int count) {
  const double raw = range / count, power = std::pow(10.0, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= raw * 0.999) return factor * power;
  }
  return 10.0 * power;
}

/// A unit in which the greatest number shown is easy to read.
struct Unit {
  double metres;
  const char* name;
};
Unit unit_of(double greatest_m) {
  if (greatest_m >= 1.0) return {1.0, "m"};
  if (greatest_m >= 1e-3) return {1e-3, "mm"};
  return {1e-6, "\u00b5m"};
}

double place(const PathMoment& at) { return static_cast<double>(at.segment) + at.t; }

class Picture {
 public:
  Picture(const std::vector<ClearanceWriter::Stretch>& stretches, const ClearanceProfile& profile, bool at_rest)
      : stretches_(stretches),
        profile_(profile),
        title_(at_rest ? "Distance of the nearest pair at this configuration"
                       : "Distance of the nearest pair along the path") {
    first_ = place(stretches.front().from);
    last_ = std::max(place(stretches.back().from), first_ + 1e-9);
    double greatest = profile.upper;
    for (const auto& stretch : stretches) greatest = std::max({greatest, stretch.upper, stretch.upper_during});
    greatest = std::max(greatest, 1e-9);
    unit_ = unit_of(greatest);
    step_ = tick_step(greatest / unit_.metres, 5);
    top_value_ = std::ceil(greatest / unit_.metres / step_ * 1.0001) * step_;
  }

  std::string text() {
    out_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\">\n"
        "<title>{2}</title>\n",
        plot_width, plot_height, title_);
    out_ += style;
    out_ += fmt::format("<rect class=\"page\" width=\"{}\" height=\"{}\"/>\n", plot_width, plot_height);
    out_ += fmt::format("<text class=\"title\" x=\"{}\" y=\"34\">{}</text>\n", left, title_);
    axes();
    band();
    curve();
    minimum();
    return out_ + "</svg>\n";
  }

 private:
  double x(double at) const { return left + (at - first_) / (last_ - first_) * (right - left); }
  double y(double metres) const { return bottom - metres / unit_.metres / top_value_ * (bottom - top); }

  void axes() {
    for (int k = 0; k * step_ <= top_value_ * 1.0001; ++k) {
      const double value = k * step_, at = y(value * unit_.metres);
      out_ += fmt::format("<line class=\"{}\" x1=\"{}\" y1=\"{:.1f}\" x2=\"{}\" y2=\"{:.1f}\"/>\n",
                          k == 0 ? "axis" : "grid", left, at, right, at);
      out_ += fmt::format("<text class=\"soft\" x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{:g}</text>\n", left - 10,
                          at + 5, value);
    }
    const double each = std::max(tick_step(last_ - first_, 8), last_ - first_ > 2.0 ? 1.0 : 0.0);
    for (double value = std::ceil(first_ / each) * each; value <= last_ + 1e-9 * each; value += each) {
      out_ += fmt::format("<line class=\"axis\" x1=\"{0:.1f}\" y1=\"{1}\" x2=\"{0:.1f}\" y2=\"{2}\"/>\n", x(value),
                          bottom, bottom + 5);
      out_ += fmt::format("<text class=\"soft\" x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{:g}</text>\n", x(value),
                          bottom + 23, std::fabs(value) < 1e-9 ? 0.0 : value);
    }
    out_ +=
        fmt::format("<text class=\"soft\" x=\"{}\" y=\"{}\" text-anchor=\"end\">segment, and time within it</text>\n",
                    right, bottom + 50);
    out_ += fmt::format(
        "<text class=\"soft\" transform=\"translate(24 {}) rotate(-90)\" text-anchor=\"middle\">distance, {}</text>\n",
        0.5 * (top + bottom), unit_.name);
    out_ += fmt::format("<rect class=\"band\" x=\"{}\" y=\"{}\" width=\"26\" height=\"13\"/>\n", left, bottom + 39);
    out_ += fmt::format("<text class=\"soft\" x=\"{}\" y=\"{}\">proven at every time</text>\n", left + 34, bottom + 50);
  }

  /// From moment to moment the bounds that hold in between: above from left to right, below back again.
  void band() {
    if (stretches_.size() < 2) return;
    out_ += "<path class=\"band\" d=\"M";
    const std::size_t count = stretches_.size() - 1;
    for (std::size_t i = 0; i < 2 * count; ++i) {
      const bool above = i < count;
      const std::size_t k = above ? i : 2 * count - 1 - i;
      double from = x(place(stretches_[k].from)), to = x(place(stretches_[k + 1].from));
      if (!above) std::swap(from, to);
      const double at = y(above ? stretches_[k].upper_during : stretches_[k].lower_during);
      out_ += fmt::format("{:.2f} {:.2f} {:.2f} {:.2f} ", from, at, to, at);
    }
    out_ += "Z\"/>\n";
  }

  void curve() {
    out_ += "<path class=\"curve\" d=\"M";
    for (const auto& stretch : stretches_) {
      out_ += fmt::format("{:.2f} {:.2f} ", x(place(stretch.from)), y(0.5 * (stretch.lower + stretch.upper)));
    }
    out_ += "\"/>\n";
  }

  void minimum() {
    const double at_x = x(place(profile_.at)), at_y = y(profile_.upper);
    const char* anchor = at_x < 0.3 * plot_width ? "start" : at_x > 0.7 * plot_width ? "end" : "middle";
    const double text_x = std::clamp(at_x, left + 8, right - 8);
    // Below the minimum there is no curve.
    const double text_y = at_y + 34 < bottom ? at_y + 26 : at_y - 14;
    const bool contact = profile_.decided && profile_.lower == 0.0;
    const std::string distance = contact ? "contact" : bracket_text(profile_.lower, profile_.upper);
    out_ += fmt::format("<circle class=\"mark\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5.5\"/>\n", at_x, at_y);
    out_ +=
        fmt::format("<text class=\"label\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{} \u00b7 {} and {}</text>\n",
                    text_x, text_y, anchor, distance, escaped(profile_.a), escaped(profile_.b));
  }

  const std::vector<ClearanceWriter::Stretch>& stretches_;
  const ClearanceProfile& profile_;
  const char* title_;
  double first_ = 0.0, last_ = 1.0, step_ = 1.0, top_value_ = 1.0;
  Unit unit_{1.0, "m"};
  std::string out_;
};

}  // namespace

std::string clearance_svg(const std::vector<ClearanceWriter::Stretch>& stretches, const ClearanceProfile& profile,
                          bool at_rest) {
  if (stretches.empty() || profile.a.empty()) {
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} 60\" width=\"{0}\" height=\"60\">\n{1}"
        "<text x=\"24\" y=\"36\">Nothing was checked: there is no pair to measure.</text>\n</svg>\n",
        plot_width, style);
  }
  return Picture(stretches, profile, at_rest).text();
}

}  // namespace tocca::cli
