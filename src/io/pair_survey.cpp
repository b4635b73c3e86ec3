#include "tocca/io/pair_survey.hpp"

#include <fmt/format.h>

#include <map>

#include "core/index.hpp"
#include "io/ordered_json.hpp"
#include "io/xml.hpp"

namespace tocca {
namespace {

constexpr std::uint64_t max_srdf_bytes = 64 << 20;
constexpr std::string_view srdf_prefix = "SRDF: ";  // of AllowedPair::why

using LinkPair = std::pair<int, int>;

/// The reason that the robot's SRDF gives for each pair that it disables.
std::map<LinkPair, std::string> given_reasons(const Robot& robot) {
  std::map<LinkPair, std::string> reasons;
  for (const AllowedPair& pair : robot.allowed) {
    const int a = robot.tree.find_link(pair.a), b = robot.tree.find_link(pair.b);
    const bool named = pair.why.starts_with(srdf_prefix);
    reasons[std::minmax(a, b)] = named ? pair.why.substr(srdf_prefix.size()) : "disabled";
  }
  return reasons;
}

std::string reason_in(const std::map<LinkPair, std::string>& reasons, const SurveyedPair& pair) {
  const auto found = reasons.find({pair.link_a, pair.link_b});
  return found == reasons.end() ? "" : found->second;
}

OrderedJson configuration_json(const Robot& robot, const Configuration& q) {
  OrderedJson told = OrderedJson::object();
  const std::vector<std::string> names = robot.tree.coordinate_names();
  for (std::size_t i = 0; i < names.size(); ++i) told[names[i]] = q[static_cast<Eigen::Index>(i)];
  return told;
}

/// What the file says above each kind of pair.
std::string heading(PairKind kind, bool proven, const PairSurvey& survey) {
  switch (kind) {
    case PairKind::adjacent:
      return "Adjacent: one joint at most is between them.";
    case PairKind::always:
      return proven ? "Always: they touch, and no joint moves them against each other."
                    : "Always: they touch in every configuration that was looked at.";
    case PairKind::by_default:
      return "Default: they touch at the default configuration, but not everywhere: contacts of these pairs are no "
             "longer found.";
    case PairKind::never:
      break;
    case PairKind::sometimes:
      return "";
  }
  if (proven) return "Never, proven: they are apart at every value of the joints between them, within the limits.";
  std::int64_t samples = 0;
  for (const SurveyedPair& pair : survey.pairs) samples = std::max(samples, pair.samples);
  return fmt::format("Never, sampled: they touch in none of {} configurations. That is no proof.", samples);
}

/// The document's root, with what is to be kept of another SRDF: all but its pairs.
tinyxml2::XMLElement& begin(tinyxml2::XMLDocument& document, const Robot& robot, const std::filesystem::path& keep) {
  document.InsertEndChild(document.NewDeclaration());
  if (keep.empty()) {
    tinyxml2::XMLElement* root = document.NewElement("robot");
    root->SetAttribute("name", robot.name.c_str());
    document.InsertEndChild(root);
    return *root;
  }
  const XmlFile given(keep, max_srdf_bytes);
  tinyxml2::XMLNode* copy = given.root("robot").DeepClone(&document);
  document.InsertEndChild(copy);
  tinyxml2::XMLElement& root = *copy->ToElement();
  for (const char* name : {"disable_collisions", "enable_collisions", "disable_default_collisions"}) {
    while (tinyxml2::XMLElement* element = root.FirstChildElement(name)) root.DeleteChild(element);
  }
  return root;
}

}  // namespace

bool is_disabled(const SurveyedPair& pair, const SrdfOptions& options) {
  if (pair.kind == PairKind::sometimes) return false;
  return pair.kind == PairKind::adjacent || pair.proven || !options.proven_only;
}

std::string srdf_text(const Robot& robot, const PairSurvey& survey, const SrdfOptions& options) {
  tinyxml2::XMLDocument document;
  tinyxml2::XMLElement& root = begin(document, robot, options.keep);
  const auto add_all = [&](PairKind kind, bool proven) {
    bool first = true;
    for (const SurveyedPair& pair : survey.pairs) {
      if (pair.kind != kind || pair.proven != proven || !is_disabled(pair, options)) continue;
      if (first) root.InsertEndChild(document.NewComment((" " + heading(kind, proven, survey) + " ").c_str()));
      first = false;
      tinyxml2::XMLElement* element = root.InsertNewChildElement("disable_collisions");
      element->SetAttribute("link1", robot.tree.links()[at(pair.link_a)].name.c_str());
      element->SetAttribute("link2", robot.tree.links()[at(pair.link_b)].name.c_str());
      element->SetAttribute("reason", srdf_reason(kind));
    }
  };
  add_all(PairKind::adjacent, false);
  for (const PairKind kind : {PairKind::always, PairKind::by_default, PairKind::never}) {
    add_all(kind, true);
    add_all(kind, false);
  }
  tinyxml2::XMLPrinter printer;
  document.Print(&printer);
  return printer.CStr();
}

std::vector<PairDifference> differences(const Robot& robot, const PairSurvey& survey) {
  const std::map<LinkPair, std::string> reasons = given_reasons(robot);
  const auto is_harmless = [](const std::string& reason) { return reason == "Adjacent" || reason == "Never"; };
  std::vector<PairDifference> result;
  for (std::size_t i = 0; i < survey.pairs.size(); ++i) {
    const SurveyedPair& pair = survey.pairs[i];
    const std::string given = reason_in(reasons, pair), found = srdf_reason(pair.kind);
    if (given == found || (is_harmless(given) && is_harmless(found))) continue;
    result.push_back({i, given, !given.empty() && pair.touching.has_value() && pair.kind != PairKind::adjacent});
  }
  return result;
}

std::string to_json(const Robot& robot, const PairSurvey& survey, const SrdfOptions& options, bool compared) {
  const std::map<LinkPair, std::string> reasons = given_reasons(robot);
  const auto names = [&](const SurveyedPair& pair) {
    return OrderedJson::array({robot.tree.links()[at(pair.link_a)].name, robot.tree.links()[at(pair.link_b)].name});
  };
  const auto or_null = [](const std::string& text) { return text.empty() ? OrderedJson(nullptr) : OrderedJson(text); };
  OrderedJson pairs = OrderedJson::array();
  for (const SurveyedPair& pair : survey.pairs) {
    OrderedJson told = {{"pair", names(pair)},   {"reason", or_null(srdf_reason(pair.kind))},
                        {"proven", pair.proven}, {"disabled", is_disabled(pair, options)},
                        {"joints", pair.joints}, {"proof", name_of(pair.proof)},
                        {"boxes", pair.boxes},   {"samples", pair.samples},
                        {"touching", nullptr}};
    if (pair.touching) told["touching"] = configuration_json(robot, *pair.touching);
    if (compared) told["given"] = or_null(reason_in(reasons, pair));
    pairs.push_back(std::move(told));
  }
  OrderedJson told = {{"robot", robot.name},
                      {"complete", survey.complete},
                      {"default", configuration_json(robot, survey.default_configuration)},
                      {"pairs", std::move(pairs)}};
  if (compared) {
    OrderedJson listed = OrderedJson::array();
    for (const PairDifference& difference : differences(robot, survey)) {
      const SurveyedPair& pair = survey.pairs[difference.pair];
      listed.push_back({{"pair", names(pair)},
                        {"given", or_null(difference.given)},
                        {"found", or_null(srdf_reason(pair.kind))},
                        {"touches", difference.touches}});
    }
    told["differences"] = std::move(listed);
  }
  told["stats"] = {{"seconds", survey.seconds}, {"proof", survey.proof_seconds}};
  return many_lines(told);
}

const char* name_of(ProofEnd end) {
  switch (end) {
    case ProofEnd::proven:
      return "proven";
    case ProofEnd::not_needed:
      return "not-needed";
    case ProofEnd::touch:
      return "touch";
    case ProofEnd::budget:
      return "budget";
    case ProofEnd::time_limit:
      return "time-limit";
    case ProofEnd::unbounded:
      return "unbounded";
    case ProofEnd::resolution:
      return "resolution";
  }
  return "";
}

}  // namespace tocca
