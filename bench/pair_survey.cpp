// Surveys of the real robots: which pairs of links never touch, how many of these are proven, and how long that takes. One thread.
// TOCCA_MODELS names the folder of the models.
//
//   bench_pair_survey [ROBOT ...]     such as panda
#include "tocca/check/pair_survey.hpp"

#include <algorithm>
#include <cstdio>
#include <set>

#include "core/index.hpp"
#include "peers/real_problems.hpp"
#include "results/results.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca::bench {
namespace {

void measure(Results& results, const std::filesystem::path& models, const std::string& name) {
  const Robot robot = real_robot(models, name);
  SurveySettings settings;
  settings.time_limit_s = results.quick() ? 3.0 : 600.0;
  const PairSurvey survey = survey_pairs(robot.tree, settings);
  const auto count = [&](const auto& is) {
    return static_cast<double>(std::count_if(survey.pairs.begin(), survey.pairs.end(), is));
  };
  double boxes = 0.0;
  int joints = 0;
  for (const SurveyedPair& pair : survey.pairs) {
    boxes += static_cast<double>(pair.boxes);
    if (pair.kind == PairKind::never && pair.proven) joints = std::max(joints, pair.joints);
  }
  ResultTable& table = results.table(name, "pairs of links");
  char note[120];
  std::snprintf(note, sizeof note, "%zu pairs, %.0f boxes of joint values", survey.pairs.size(), boxes);
  results.add(table, {"survey", survey.seconds, "s", {}, {}, note});
  results.add(table, {"proofs", survey.proof_seconds, "s", {}, {}, ""});
  std::snprintf(note, sizeof note, "up to %d joints between them", joints);
  const auto never = [](bool proven) {
    return [proven](const SurveyedPair& pair) { return pair.kind == PairKind::never && pair.proven == proven; };
  };
  results.add(table, {"never, proven", count(never(true)), "pairs", {}, {}, note});
  results.add(table, {"never, sampled", count(never(false)), "pairs", {}, {}, ""});
  const auto open = [](const SurveyedPair& pair) { return pair.kind == PairKind::sometimes && !pair.touching; };
  results.add(table, {"not decided", count(open), "pairs", {}, {}, ""});
  const auto touch = [](const SurveyedPair& pair) {
    return pair.kind != PairKind::adjacent && pair.touching.has_value();
  };
  results.add(table, {"touch", count(touch), "pairs", {}, {}, "somewhere, at the default configuration, or always"});
}

int run(Results& results, const std::set<std::string>& wanted) {
  const std::filesystem::path models = real_models("robots");
  if (models.empty()) return exit_left_out;
  const ThreadLimit one(1);
  for (const char* name : {"abb_irb2400", "kuka_kr16_2", "puma560", "fanuc_m10ia", "panda", "ur5_robotiq85",
                           "panda_dense", "abb_yumi", "motoman_sia20d_car_seat_cell"}) {
    if (wanted.empty() || wanted.contains(name)) measure(results, models, name);
  }
  return 0;
}

}  // namespace
}  // namespace tocca::bench

int main(int count, char** words) {
  tocca::bench::Results results(count, words);
  return tocca::bench::run(results, {words + 1, words + count});
}
