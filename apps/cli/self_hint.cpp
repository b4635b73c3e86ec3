#include "self_hint.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "check/model/model_body.hpp"
#include "io/srdf.hpp"
#include "io/text.hpp"
#include "shell_word.hpp"
#include "too_near.hpp"

namespace tocca::cli {
namespace {

constexpr int most_entries = 500;        // of one folder
constexpr std::size_t most_files = 8;    // that are read
constexpr std::size_t most_options = 8;  // in one line

using Names = std::pair<std::string, std::string>;

/// Links of one robot without an SRDF that touch, and are not only nearer than was asked.
std::vector<Names> touching_links(const Problem& problem, const Checker& checker, const SegmentVerdict& segment) {
  const CollisionModel& model = checker.model();
  const auto robot_of = [&](const std::string& name) {
    const auto body = std::find_if(model.bodies().begin(), model.bodies().end(),
                                   [&](const CollisionModel::Body& one) { return one.name == name; });
    return body == model.bodies().end() ? -1 : body->robot;
  };
  const auto touches = [&](const Names& pair) {
    return std::any_of(segment.contacts.begin(), segment.contacts.end(), [&](const NamedContact& contact) {
      return contact.a == pair.first && contact.b == pair.second &&
             !is_too_near(contact, checker.settings().tolerance_m);
    });
  };
  std::vector<Names> found;
  for (const Names& pair : segment.pairs) {
    const int robot = robot_of(pair.first);
    if (robot < 0 || robot != robot_of(pair.second) || !touches(pair)) continue;
    if (problem.robots[static_cast<std::size_t>(robot)].robot.allowed.empty()) found.push_back(pair);
  }
  return found;
}

void list_srdf_files(const std::filesystem::path& folder, std::vector<std::filesystem::path>& files) {
  std::error_code ignored;
  std::vector<std::filesystem::path> found;
  int seen = 0;
  for (std::filesystem::directory_iterator entry(folder, ignored), end; entry != end && ++seen <= most_entries;
       entry.increment(ignored)) {
    if (lower_case(entry->path().extension().string()) == ".srdf" && entry->is_regular_file(ignored)) {
      found.push_back(entry->path());
    }
  }
  std::sort(found.begin(), found.end());
  files.insert(files.end(), found.begin(), found.end());
}

std::vector<std::filesystem::path> moveit_folders(const std::filesystem::path& folder) {
  std::error_code ignored;
  std::vector<std::filesystem::path> found;
  int seen = 0;
  for (std::filesystem::directory_iterator entry(folder, ignored), end; entry != end && ++seen <= most_entries;
       entry.increment(ignored)) {
    const bool named = lower_case(entry->path().filename().string()).find("moveit") != std::string::npos;
    if (named && entry->is_directory(ignored)) found.push_back(entry->path() / "config");
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// The file of this robot that allows most of the pairs, and how many; none if there is no such file.
std::pair<std::filesystem::path, std::size_t> best_srdf(const std::filesystem::path& urdf, const Robot& robot,
                                                        const std::vector<Names>& pairs) {
  std::pair<std::filesystem::path, std::size_t> best;
  for (const std::filesystem::path& file : srdf_files_near(urdf)) {
    Warnings ignored;
    Robot trial = robot;
    try {
      load_srdf(file, trial, ignored);
    } catch (const InputError&) {
      continue;  // broken: no advice
    }
    if (trial.allowed.empty()) continue;  // of another robot
    const auto allows = [&](const Names& pair) {
      return std::any_of(trial.allowed.begin(), trial.allowed.end(), [&](const AllowedPair& one) {
        return std::minmax(one.a, one.b) == std::minmax(pair.first, pair.second);
      });
    };
    const auto count = static_cast<std::size_t>(std::count_if(pairs.begin(), pairs.end(), allows));
    if (best.first.empty() || count > best.second) best = {file, count};
  }
  return best;
}

}  // namespace

std::vector<std::filesystem::path> srdf_files_near(const std::filesystem::path& urdf) {
  const std::filesystem::path folder = urdf.has_parent_path() ? urdf.parent_path() : std::filesystem::path(".");
  std::vector<std::filesystem::path> folders;
  for (const std::filesystem::path& base : {folder, folder / ".."}) {
    for (const char* below : {"", "srdf", "config"}) folders.push_back(base / below);
  }
  for (const std::filesystem::path& base : {folder, folder / "..", folder / ".." / ".."}) {
    for (std::filesystem::path& config : moveit_folders(base)) folders.push_back(std::move(config));
  }
  std::vector<std::filesystem::path> files;
  for (const std::filesystem::path& one : folders) {
    if (files.size() < most_files) list_srdf_files(one, files);
  }
  for (std::filesystem::path& file : files) file = file.lexically_normal();
  if (files.size() > most_files) files.resize(most_files);
  return files;
}

std::string self_hint(const QuestionArguments& question, const Problem& problem, const Checker& checker,
                      const SegmentVerdict& segment) {
  if (!segment.initial || !question.robot.srdf.empty()) return "";
  const std::vector<Names> pairs = touching_links(problem, checker, segment);
  if (pairs.empty()) return "";
  std::string options;
  for (std::size_t k = 0; k < std::min(pairs.size(), most_options); ++k) {
    options += " --allow " + shell_word(pairs[k].first + "," + pairs[k].second);
  }
  if (pairs.size() > most_options) options += fmt::format("   (and {} more)", pairs.size() - most_options);
  std::string text = fmt::format("the robot touches itself at the start, and no SRDF was given to allow it:\n");
  const bool one_file = !question.is_problem();  // which URDF is which robot's is known
  const auto [file, count] = one_file ? best_srdf(question.robot.robot, problem.robots[0].robot, pairs)
                                      : std::pair<std::filesystem::path, std::size_t>();
  if (!file.empty() && count == 0) {
    text += fmt::format("  {} allows none of these pairs: they probably collide\n",
                        printable(shell_word(file.string()), 500));
  } else if (!file.empty()) {
    const std::string allows = count < pairs.size() ? fmt::format("allows {} of {} pairs", count, pairs.size())
                               : count == 1         ? "allows it"
                                                    : "allows all of it";
    text += fmt::format("  an SRDF that {}: --srdf {}\n", allows, printable(shell_word(file.string()), 500));
  }
  text += fmt::format("  {} links that are meant to touch:{}\n", file.empty() || count == 0 ? "allow" : "or allow",
                      printable(options, 2000));
  if (!one_file || !file.empty()) return text;
  return text + fmt::format("  or find out which pairs need no check: tocca srdf {} --out robot.srdf\n",
                            printable(shell_word(question.robot.robot), 500));
}

}  // namespace tocca::cli
