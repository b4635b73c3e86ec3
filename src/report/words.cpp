#include "report/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <map>

#include "check/model/model_body.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/core/error.hpp"

namespace tocca {
namespace {

std::size_t triangle_count(const CollisionModel& model) {
  std::size_t count = 0;
  for (const CollisionModel::Body& body : model.bodies()) count += body.part.triangle_count();
  return count;
}

/// What is known of a path that is proven.
std::string claim(const Report& report, bool checks_nothing) {
  if (checks_nothing) return "No pair was checked: this says nothing about the motion.";
  return fmt::format("Every moment of it is proven free{}.",
                     report.clearance_m > 0.0 ? fmt::format(" with a clearance of {} m", report.clearance_m) : "");
}

const char* claim_in_brief(bool checks_nothing) { return checks_nothing ? "nothing was checked" : "proven free"; }

}  // namespace

std::string grouped(std::size_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t place = digits.size(); place > 3; place -= 3) digits.insert(place - 3, 1, ',');
  return digits;
}

std::string counted(std::size_t number, std::string_view one, std::string_view several) {
  std::string text = grouped(number) + " ";
  if (number == 1) return text.append(one);
  return several.empty() ? text.append(one).append("s") : text.append(several);
}

std::string without_folders(std::string_view text) {
  std::string result;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    std::string_view word = text.substr(begin, end - begin);
    if (word.starts_with('/')) word.remove_prefix(word.rfind('/') + 1);
    result.append(word).append(text.substr(end, 1));
    begin = end + 1;
  }
  return result;
}

std::string given_file(const std::string& file) {
  const std::filesystem::path path(file);
  return (path.parent_path().filename() / path.filename()).string();
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
  return text;
}

std::string waypoints_text(std::ptrdiff_t count) {
  return fmt::format("{} {}", count, count == 1 ? "waypoint" : "waypoints");
}

std::string time_text(double micros) {
  return micros < 1e3   ? fmt::format("{:.1f} us", micros)
         : micros < 1e6 ? fmt::format("{:.2f} ms", micros / 1e3)
                        : fmt::format("{:.2f} s", micros / 1e6);
}

std::string padding_text(const Problem& problem) {
  std::map<std::string, double> sorted;
  for (const Padding& padding : problem.padding) sorted.emplace(padding.body, padding.metres);
  std::string text;
  for (const auto& [body, metres] : sorted) {
    text += fmt::format("{}{} {} m", text.empty() ? "" : ", ", printable(body), metres);
  }
  return text;
}

std::vector<std::pair<std::string, std::size_t>> reason_counts(const ProblemPairs& pairs) {
  std::vector<std::size_t> counts(pairs.reasons.size(), 0);
  std::vector<std::size_t> order;
  for (const auto& pair : pairs.excluded) {
    const auto why = static_cast<std::size_t>(pair.why);
    if (counts[why]++ == 0) order.push_back(why);
  }
  std::vector<std::pair<std::string, std::size_t>> result;
  for (const std::size_t why : order) result.emplace_back(pairs.reasons[why], counts[why]);
  return result;
}

std::string pairs_in_words(const ProblemPairs& pairs) {
  std::vector<std::string> reasons;
  for (const auto& [why, count] : reason_counts(pairs)) {
    reasons.push_back(fmt::format("{} {}", grouped(count), printable(why)));
  }
  std::string text =
      fmt::format("{} checked, {} left out", grouped(pairs.checked.size()), grouped(pairs.excluded.size()));
  if (!reasons.empty()) text += fmt::format(" ({})", fmt::join(reasons, ", "));
  return text;
}

void tell_question(Report& report, const Problem& problem, const Checker& checker, const PairSettings& pairs) {
  const auto say = [&](const char* name, std::string value) { report.parameters.emplace_back(name, std::move(value)); };
  report.clearance_m = problem.clearance.default_m;
  report.tolerance_m = checker.settings().tolerance_m;
  say("Clearance", fmt::format("{} m", problem.clearance.default_m));
  say("Self-collision", pairs.self_collision ? fmt::format("checked, clearance {} m", pairs.self_clearance_m)
                                             : std::string("not checked"));
  say("Pairs", pairs_in_words(checker.model().problem_pairs()));
  say("Triangles", grouped(triangle_count(checker.model())));
  for (const DeformingBody& body : problem.deforming) {
    say("Deforming", fmt::format("{}: {} triangles, {} frames from {} to {}", printable(body.name),
                                 grouped(body.mesh->triangles.size()), body.mesh->frames.size(),
                                 body.mesh->frames.front().time, body.mesh->frames.back().time));
  }
}

void tell_scope(Report& report, const Scope& scope) {
  report.headline.clear();
  report.summary.clear();
  if (report.outcome != Outcome::free) return;
  if (scope.checks_nothing) {
    report.headline = "nothing was checked";
    report.summary = "No pair was checked: this says nothing about the motion.";
  } else if (scope.at_rest) {
    report.headline = report.proven ? "free at this configuration, proven" : "free at this configuration";
    report.summary =
        "Every checked pair is apart at this configuration. Nothing moves: this says nothing about a motion.";
  }
}

void tell_found(Report& report, const PathSize& path, double raw_length_m, bool checks_nothing) {
  const bool shortened = path.length_m < raw_length_m;
  report.headline = fmt::format("found, {}", claim_in_brief(checks_nothing));
  report.summary =
      fmt::format("A path of {}, {:.4g} m long{}. {}", waypoints_text(path.waypoints), path.length_m,
                  shortened ? fmt::format(" (as found: {:.4g} m)", raw_length_m) : "", claim(report, checks_nothing));
}

void tell_smoothed(Report& report, const PathSize& before, const PathSize& after, bool checks_nothing) {
  report.headline = fmt::format("smoothed, {}", claim_in_brief(checks_nothing));
  report.summary = fmt::format("{:.4g} m became {:.4g} m, {} became {}. {}", before.length_m, after.length_m,
                               waypoints_text(before.waypoints), after.waypoints, claim(report, checks_nothing));
}

void tell_no_path(Report& report, const std::string& why) {
  report.headline = "no path";
  report.summary = fmt::format("No path was found: {}.", why);
}

}  // namespace tocca
