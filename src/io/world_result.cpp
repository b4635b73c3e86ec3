#include <algorithm>
#include <array>
#include <cstdint>

#include "io/ordered_json.hpp"
#include "io/result_json.hpp"
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
  if (!walk.grasps.empty()) told["grasps"] = OrderedJson::array();
  for (const WorldSummary::Grasp& one : walk.grasps) {
    told["grasps"].push_back({{"object", one.object},
                              {"piece", one.piece},
                              {"from", one.from},
                              {"until", one.until ? OrderedJson(*one.until) : OrderedJson(nullptr)},
                              {"distance", one.distance_m}});
  }
  OrderedJson& bodies = told["bodies"] = OrderedJson::array();
  for (const WorldSummary::Body& body : walk.bodies) {
    bodies.push_back({{"name", body.name}, {"file", body.file}, {"hand", body.is_hand}, {"touched", body.is_touched}});
  }
}

const char* phase_of(const WorldStatistics& step) { return step.swept_lists ? "sweep" : "tree"; }

/// "micros_per_step", "per_step" (means), "broad_steps" (what found the pairs of boxes, how often) and "steps" (each).
void add_steps(std::span<const WorldStatistics> steps, OrderedJson& told) {
  double together = 0.0;
  for (const WorldPhase& phase : world_phases) {
    told["micros_per_step"][phase.name] = mean_of(steps, phase.micros);
    together += mean_of(steps, phase.micros);
  }
  told["micros_per_step"]["together"] = together;
  for (const Counter& counter : counters) told["per_step"][counter.name] = mean_of(steps, counter.value);
  const auto lists = std::ranges::count(steps, true, &WorldStatistics::swept_lists);
  told["broad_steps"] = {{"sweep", lists}, {"tree", static_cast<std::ptrdiff_t>(steps.size()) - lists}};
  OrderedJson& list = told["steps"] = OrderedJson::array();
  for (std::size_t k = 0; k < steps.size(); ++k) {
    OrderedJson step{{"step", k}};
    for (const WorldPhase& phase : world_phases) step["micros"][phase.name] = steps[k].*phase.micros;
    step["broad"] = phase_of(steps[k]);
    for (const Counter& counter : counters) step[counter.name] = steps[k].*counter.value;
    list.push_back(std::move(step));
  }
}

void append_place(std::string& text, const char* point, const char* feature, const WorldSummary::NearPlace& place) {
  text.append(",\"").append(point).append("\":");
  append_numbers(text, place.point);
  text.append(",\"").append(feature).append("\":{\"kind\":\"").append(place.feature).append("\",\"vertices\":");
  append_list(text, '[', place.vertices, ']', [&](std::int64_t vertex) { text += std::to_string(vertex); });
  text += '}';
}

/// One pair per line: there may be very many.
void append_pairs(std::string& text, const std::vector<WorldSummary::NearPair>& pairs) {
  text += " \"pairs\": [";
  bool first = true;
  for (const WorldSummary::NearPair& pair : pairs) {
    text.append(first ? "\n" : ",\n").append("  {\"step\":").append(std::to_string(pair.step)).append(",\"a\":");
    first = false;
    append_json_string(text, pair.a);
    text += ",\"b\":";
    append_json_string(text, pair.b);
    text += pair.touching ? ",\"touching\":true,\"distance\":" : ",\"touching\":false,\"distance\":";
    append_numbers(text, std::array{pair.lower, pair.upper});
    append_place(text, "point_a", "feature_a", pair.on_a);
    append_place(text, "point_b", "feature_b", pair.on_b);
    text += '}';
  }
  text += "\n ]\n}\n";
}

}  // namespace

std::string to_json(const WorldSummary::Value& value) { return one_line(value_json(value)); }

std::string to_json(const WorldSummary& summary, std::span<const WorldStatistics> steps) {
  OrderedJson parameters = OrderedJson::object();
  for (const auto& [name, value] : summary.parameters) parameters[name] = value_json(value);
  OrderedJson told{{"verb", summary.verb}, {"version", summary.version}, {"parameters", std::move(parameters)}};
  if (summary.room) {
    const Vector3 &least = summary.room->least, &most = summary.room->most;
    told["box"] = {{"min", {least.x(), least.y(), least.z()}}, {"max", {most.x(), most.y(), most.z()}}};
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
  std::string text = many_lines(told);
  if (!summary.near_pairs) return text;
  text.resize(text.rfind("\n}"));
  text += ",\n";
  append_pairs(text, *summary.near_pairs);
  return text;
}

}  // namespace tocca
