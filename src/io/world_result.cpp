#include <cstdint>

#include "io/ordered_json.hpp"
#include "io/world_phases.hpp"
#include "tocca/io/result_writers.hpp"
#include "tocca/world/world_results.hpp"

namespace tocca {
namespace {

struct Counter {
  const char* name;
  std::uint64_t WorldStatistics::*value;
};
constexpr Counter counters[] = {{"boxes_updated", &WorldStatistics::boxes_updated},
                                {"sweep_work", &WorldStatistics::sweep_work},
                                {"overlaps", &WorldStatistics::overlaps},
                                {"begun", &WorldStatistics::begun},
                                {"ended", &WorldStatistics::ended},
                                {"walks", &WorldStatistics::walks},
                                {"feature_steps", &WorldStatistics::feature_steps},
                                {"tree_searches", &WorldStatistics::tree_searches},
                                {"colliding", &WorldStatistics::colliding}};

OrderedJson value_json(const WorldSummary::Value& value) {
  return std::visit([](const auto& held) { return OrderedJson(held); }, value);
}

void add_walk(const WorldSummary::Walk& walk, OrderedJson& told) {
  OrderedJson& touched = told["touched"] = OrderedJson::array();
  for (const WorldSummary::Touched& one : walk.touched) {
    touched.push_back({{"object", one.object},
                       {"first", one.first},
                       {"last", one.last},
                       {"steps", one.steps},
                       {"pieces", OrderedJson(one.pieces)}});
  }
  OrderedJson& bodies = told["bodies"] = OrderedJson::array();
  for (const WorldSummary::Body& body : walk.bodies) {
    bodies.push_back({{"name", body.name}, {"file", body.file}, {"hand", body.is_hand}, {"touched", body.is_touched}});
  }
}

/// "micros_per_step", "per_step" (means) and "steps" (each).
void add_steps(std::span<const WorldStatistics> steps, OrderedJson& told) {
  double together = 0.0;
  for (const WorldPhase& phase : world_phases) {
    told["micros_per_step"][phase.name] = mean_of(steps, phase.micros);
    together += mean_of(steps, phase.micros);
  }
  told["micros_per_step"]["together"] = together;
  for (const Counter& counter : counters) told["per_step"][counter.name] = mean_of(steps, counter.value);
  OrderedJson& list = told["steps"] = OrderedJson::array();
  for (std::size_t k = 0; k < steps.size(); ++k) {
    OrderedJson step{{"step", k}};
    for (const WorldPhase& phase : world_phases) step["micros"][phase.name] = steps[k].*phase.micros;
    for (const Counter& counter : counters) step[counter.name] = steps[k].*counter.value;
    list.push_back(std::move(step));
  }
}

}  // namespace

std::string to_json(const WorldSummary::Value& value) { return one_line(value_json(value)); }

std::string to_json(const WorldSummary& summary, std::span<const WorldStatistics> steps) {
  OrderedJson parameters = OrderedJson::object();
  for (const auto& [name, value] : summary.parameters) parameters[name] = value_json(value);
  OrderedJson told{{"verb", summary.verb}, {"version", summary.version}, {"parameters", std::move(parameters)}};
  if (summary.room) {
    const double half = summary.room->half_size_m;
    told["box"] = {{"min", {-half, -half, -half}}, {"max", {half, half, half}}};
    told["fill_percent"] = summary.room->fill_percent;
  }
  std::uint64_t contacts = 0;
  for (const WorldStatistics& step : steps) contacts += step.colliding;
  told["steps_done"] = steps.size();
  told["contacts"] = contacts;
  if (const auto& first = summary.first_contacts) {
    told["first_contacts"] = {
        {"within_steps", first->within_steps}, {"initial", first->initial}, {"undecided", first->undecided}};
  }
  if (summary.walk) add_walk(*summary.walk, told);
  add_steps(steps, told);
  return many_lines(told);
}

}  // namespace tocca
