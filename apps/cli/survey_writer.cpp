#include "survey_writer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/index.hpp"
#include "io/output.hpp"
#include "shell_word.hpp"
#include "table.hpp"

namespace tocca::cli {
namespace {

constexpr std::size_t most_listed = 20;

std::string pair_text(const Robot& robot, const SurveyedPair& pair) {
  return fmt::format("{}, {}", printable(robot.tree.links()[at(pair.link_a)].name),
                     printable(robot.tree.links()[at(pair.link_b)].name));
}

/// "j=v,k=w", as --config takes it; what is zero is left out.
std::string configuration_text(const Robot& robot, const Configuration& q) {
  const std::vector<std::string> names = robot.tree.coordinate_names();
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const double value = q[static_cast<Eigen::Index>(i)];
    if (value == 0.0) continue;
    text += (text.empty() ? "" : ",") + names[i] + "=";
    append_number(text, value);
  }
  return text;
}

/// Nothing is known.
bool is_open(const SurveyedPair& pair) { return pair.kind == PairKind::sometimes && !pair.touching; }

const char* why_not_proven(const SurveyedPair& pair) {
  switch (pair.proof) {
    case ProofEnd::budget:
      return "more boxes than --budget";
    case ProofEnd::time_limit:
      return "--time-limit";
    case ProofEnd::unbounded:
      return "a joint without limits";
    case ProofEnd::resolution:
      return "nearer than rounding tells";
    case ProofEnd::touch:
      return "they would touch if joints did not mimic others";
    case ProofEnd::proven:
    case ProofEnd::not_needed:
      break;
  }
  return "";
}

std::string found_text(const SurveyedPair& pair) {
  switch (pair.kind) {
    case PairKind::adjacent:
      return "Adjacent";
    case PairKind::always:
      return "Always";
    case PairKind::by_default:
      return "Default: they touch at the default configuration";
    case PairKind::never:
      return pair.proven ? "Never, proven" : "Never, sampled";
    case PairKind::sometimes:
      break;
  }
  return is_open(pair) ? "not decided" : "they touch";
}

}  // namespace

std::string survey_text(const Robot& robot, const PairSurvey& survey, const SrdfOptions& options) {
  const auto count = [&](PairKind kind, std::optional<bool> proven = std::nullopt) {
    return static_cast<std::size_t>(std::count_if(
        survey.pairs.begin(), survey.pairs.end(),
        [&](const SurveyedPair& pair) { return pair.kind == kind && (!proven || pair.proven == *proven); }));
  };
  Table table({{"pairs", true}, {"reason"}, {"what is known"}});
  const auto add = [&](std::size_t pairs, const char* reason, const char* text) {
    if (pairs > 0) table.add({grouped(pairs), reason, text});
  };
  add(count(PairKind::adjacent), "Adjacent", "one joint at most is between them");
  add(count(PairKind::always), "Always", "they touch in every configuration that was looked at");
  add(count(PairKind::by_default), "Default", "they touch at the default configuration, not everywhere");
  add(count(PairKind::never, true), "Never", "proven: apart at every value of the joints between them");
  add(count(PairKind::never, false), "Never", "sampled, no proof");
  const auto open_pairs = static_cast<std::size_t>(std::count_if(survey.pairs.begin(), survey.pairs.end(), is_open));
  add(count(PairKind::sometimes) - open_pairs, "", "to be checked: they touch in some configurations");
  add(open_pairs, "", "to be checked: not decided");
  const auto disabled = static_cast<std::size_t>(std::count_if(
      survey.pairs.begin(), survey.pairs.end(), [&](const SurveyedPair& pair) { return is_disabled(pair, options); }));
  std::string text = fmt::format("{}: {} of links, {} of them disabled, {:.2g} s\n", printable(robot.name),
                                 counted(survey.pairs.size(), "pair"), grouped(disabled), survey.seconds) +
                     table.text();
  Table open({{"not proven"}, {"joints", true}, {"samples", true}, {"found"}, {"why"}});
  for (const SurveyedPair& pair : survey.pairs) {
    const bool sampled = pair.kind == PairKind::never && !pair.proven;
    if (!sampled && !is_open(pair)) continue;
    open.add({pair_text(robot, pair), std::to_string(pair.joints), grouped(static_cast<std::size_t>(pair.samples)),
              sampled ? "Never" : "not decided", why_not_proven(pair)});
  }
  if (!open.empty()) text += open.text();
  Table lost({{"contacts are no longer found (Default; not with --proven-only)"}});
  for (const SurveyedPair& pair : survey.pairs) {
    if (pair.kind == PairKind::by_default && is_disabled(pair, options)) lost.add({pair_text(robot, pair)});
  }
  return lost.empty() ? text : text + lost.text();
}

std::string comparison_text(const Robot& robot, const PairSurvey& survey, const std::string& urdf,
                            const std::string& srdf) {
  const std::vector<PairDifference> found = differences(robot, survey);
  std::string text = found.empty() ? fmt::format("{} says the same of every pair\n", printable(srdf))
                                   : fmt::format("{} differs:\n", printable(srdf));
  Table table({{"pair"}, {"given"}, {"found"}});
  std::string shown;
  for (std::size_t i = 0; i < std::min(found.size(), most_listed); ++i) {
    const SurveyedPair& pair = survey.pairs[found[i].pair];
    table.add(
        {pair_text(robot, pair), found[i].given.empty() ? "checked" : printable(found[i].given), found_text(pair)});
    if (found[i].given != "Never" || !pair.touching) continue;
    shown += fmt::format("  {}, given as Never, touch:\n    tocca check {} --config {} --any\n", pair_text(robot, pair),
                         shell_word(urdf), shell_word(configuration_text(robot, *pair.touching)));
  }
  if (!table.empty()) text += table.text();
  if (found.size() > most_listed) text += fmt::format("  and {} more; --json lists all\n", found.size() - most_listed);
  return text + shown;
}

}  // namespace tocca::cli
