#include "pad_option.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

#include "check/model/problem_pairs.hpp"
#include "io/nearest_name.hpp"
#include "quantity.hpp"

namespace tocca::cli {
namespace {

constexpr const char* option = "--pad";

Padding parse(const std::string& text, const std::vector<std::string>& names) {
  const std::size_t sign = text.rfind('=');
  if (sign == std::string::npos || sign == 0) {
    throw InputError(option, "", fmt::format("'{}' is not a name and a length", printable(text)),
                     "write --pad NAME=METRES, such as --pad tool0=0.01");
  }
  Padding padding{full_name(text.substr(0, sign), names), 0.0};
  const std::optional<double> metres = read_length(text.substr(sign + 1)).value;
  if (!metres || !(*metres >= 0.0 && *metres <= largest_padding_m)) {
    throw InputError(
        option, "",
        fmt::format("'{}' is not a length in metres, of at least 0 and at most 1000", printable(text.substr(sign + 1))),
        fmt::format("write --pad {}=0.01 for 1 cm", printable(padding.body)));
  }
  padding.metres = *metres;
  const auto meanings = std::count(names.begin(), names.end(), padding.body);
  if (meanings == 0) {
    throw InputError(option, "", fmt::format("there is no link or object '{}'", printable(padding.body)),
                     did_you_mean(padding.body, std::vector<std::string_view>(names.begin(), names.end())));
  }
  if (meanings > 1) {
    throw InputError(option, "", fmt::format("a link and an object are both named '{}'", printable(padding.body)),
                     "rename the object");
  }
  return padding;
}

/// A link without geometry stays nothing however much it is grown: hardly what was meant.
void warn_of_nothing(const Problem& problem, Warnings& warnings) {
  for (std::size_t robot = 0; robot < problem.robots.size(); ++robot) {
    const std::vector<Link>& links = problem.robots[robot].robot.tree.links();
    for (std::size_t link = 0; link < links.size(); ++link) {
      const std::string name = link_name(problem, robot, link);
      const bool padded = std::any_of(problem.padding.begin(), problem.padding.end(),
                                      [&](const Padding& one) { return one.body == name && one.metres > 0.0; });
      if (padded && links[link].colliders.empty()) {
        warnings.push_back(
            fmt::format("padding of '{}': the link has no collision geometry, so nothing is grown", printable(name)));
      }
    }
  }
}

}  // namespace

void PadOption::add_to(CLI::App& verb) {
  verb.add_option(option, given, "Take a link or an object to be larger by so much on all sides; may be repeated")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->type_name("NAME=METRES");
}

void PadOption::apply(Problem& problem, Warnings& warnings) const {
  const std::vector<std::string> names = given.empty() ? std::vector<std::string>() : all_names(problem);
  std::map<std::string, double> own;
  for (const std::string& text : given) {
    const Padding padding = parse(text, names);
    if (!own.emplace(padding.body, padding.metres).second) {
      throw InputError(option, "", fmt::format("'{}' is given twice", printable(padding.body)), "give one of them");
    }
  }
  for (Padding& padding : problem.padding) {
    const auto found = own.find(padding.body);
    if (found == own.end()) continue;
    padding.metres = found->second;
    own.erase(found);
  }
  for (const auto& [body, metres] : own) problem.padding.push_back({body, metres});
  warn_of_nothing(problem, warnings);
}

}  // namespace tocca::cli
