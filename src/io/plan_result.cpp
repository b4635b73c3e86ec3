#include "tocca/plan/plan_result.hpp"

#include "io/ordered_json.hpp"
#include "plan/kept_clearance.hpp"
#include "plan/prefer_clearance.hpp"
#include "tocca/check/path_results.hpp"
#include "tocca/core/error.hpp"
#include "tocca/io/result_writers.hpp"
#include "tocca/plan/smoother.hpp"

namespace tocca {
namespace {

OrderedJson pairs_json(const SegmentVerdict& verdict) {
  OrderedJson pairs = OrderedJson::array();
  for (const auto& [a, b] : verdict.pairs) pairs.push_back({printable(a), printable(b)});
  return pairs;
}

OrderedJson clearance_json(const ClearanceProfile& least) {
  if (least.a.empty()) return nullptr;
  return OrderedJson::array({least.lower, least.upper});
}

OrderedJson kept_json(const KeptClearance& kept) {
  OrderedJson told = {{"asked", kept.asked_m}, {"kept", kept.kept_m}, {"why", nullptr}};
  if (!kept.reduced()) return told;
  told["why"] = name_of(kept.limit);
  told["distance"] = kept.distance_m;
  told["pair"] = {printable(kept.a), printable(kept.b)};
  return told;
}

OrderedJson preferred_json(const PreferredClearance& preferred) {
  return {{"clearance", preferred.clearance_m}, {"stages", preferred.stages}};
}

OrderedJson curve_json(const Curve& curve) {
  return {{"proven", curve.proven},
          {"corners", curve.corners},
          {"stops", curve.stops},
          {"timed", curve.timed},
          {"knots", curve.proven ? curve.paths[0].waypoints.rows() : 0},
          {"duration", curve.proven && !curve.paths[0].time_s.empty() ? curve.paths[0].time_s.back() : 0.0}};
}

OrderedJson smooth_json(const SmoothResult& result) {
  const SmoothStatistics& s = result.statistics;
  return {{"end", name_of(result.end)},
          {"waypoints", result.waypoints.rows()},
          {"length_before", s.length_before_m},
          {"length", s.length_m},
          {"steps", s.steps},
          {"shortcuts", s.shortcuts},
          {"questions", s.questions},
          {"seconds", s.seconds}};
}

}  // namespace

const char* name_of(PlanEnd end) {
  switch (end) {
    case PlanEnd::found:
      return "found";
    case PlanEnd::start_in_contact:
      return "start-in-contact";
    case PlanEnd::goal_in_contact:
      return "goal-in-contact";
    case PlanEnd::unreachable:
      return "unreachable";
    case PlanEnd::time_limit:
      return "time-limit";
    case PlanEnd::milestone_limit:
      return "milestone-limit";
    case PlanEnd::stopped:
      break;
  }
  return "stopped";
}

const char* name_of(SmoothEnd end) {
  switch (end) {
    case SmoothEnd::converged:
      return "converged";
    case SmoothEnd::step_limit:
      return "step-limit";
    case SmoothEnd::time_limit:
      return "time-limit";
    case SmoothEnd::stopped:
      return "stopped";
    case SmoothEnd::unproven:
      return "unproven";
    case SmoothEnd::not_free:
      break;
  }
  return "not-free";
}

std::string to_json(const Plan& plan, bool found, bool proven, const ClearanceProfile& least, const KeptClearance& kept,
                    const SmoothResult* smoothing, const PreferredClearance* preferred, const Curve* curve) {
  const PlanStatistics& s = plan.statistics;
  OrderedJson turns = OrderedJson::array();
  for (const Plan::Turn& turn : plan.turns) turns.push_back({{"coordinate", turn.coordinate}, {"turns", turn.turns}});
  const double smoothing_s = s.simplification_s + (smoothing ? smoothing->statistics.seconds : 0.0);
  OrderedJson told = {{"found", found},
                      {"end", name_of(plan.end)},
                      {"pairs", pairs_json(plan.contact)},
                      {"waypoints", smoothing ? smoothing->waypoints.rows() : plan.waypoints.rows()},
                      {"length", smoothing ? smoothing->statistics.length_m : plan.length_m},
                      {"raw", {{"waypoints", plan.raw_waypoints}, {"length", plan.raw_length_m}}},
                      {"turns", turns},
                      {"stats",
                       {{"milestones", s.milestones},
                        {"samples", s.samples},
                        {"glimpses", s.glimpses},
                        {"candidates", s.candidates},
                        {"repairs", s.repairs},
                        {"segments", s.segments},
                        {"segments_refuted", s.segments_refuted},
                        {"paths", s.paths},
                        {"seconds", s.seconds + (smoothing ? smoothing->statistics.seconds : 0.0)},
                        {"search", s.search_s},
                        {"proof", s.proof_s},
                        {"smoothing", smoothing_s},
                        {"clearance_segments", least.segments},
                        {"clearance_seconds", least.seconds}}},
                      {"proven", proven},
                      {"clearance", clearance_json(least)},
                      {"clearance_m", kept_json(kept)},
                      {"smoothing", smoothing ? smooth_json(*smoothing) : OrderedJson(nullptr)},
                      {"preferred", preferred ? preferred_json(*preferred) : OrderedJson(nullptr)},
                      {"curve", curve ? curve_json(*curve) : OrderedJson(nullptr)}};
  // Of a pose: how many configurations reach it, and how many of them are proven free.
  if (plan.goals) told["goals"] = {{"reached", plan.goals->reached}, {"free", plan.goals->free}};
  return many_lines(told);
}

std::string to_json(const SmoothResult& result, bool proven, const ClearanceProfile& least, const KeptClearance& kept,
                    const PreferredClearance* preferred, const Curve* curve) {
  OrderedJson told = smooth_json(result);
  told["proven"] = proven;
  told["clearance"] = clearance_json(least);
  told["clearance_segments"] = least.segments;
  told["clearance_seconds"] = least.seconds;
  told["clearance_m"] = kept_json(kept);
  told["preferred"] = preferred ? preferred_json(*preferred) : OrderedJson(nullptr);
  told["curve"] = curve ? curve_json(*curve) : OrderedJson(nullptr);
  return many_lines(told);
}

std::string to_json(const Repair& repair, bool proven, const ClearanceProfile& least, const KeptClearance& kept) {
  const bool found = repair.end == PlanEnd::found;
  OrderedJson detours = OrderedJson::array();
  for (const Detour& detour : repair.detours) {
    detours.push_back({{"from", detour.from},
                       {"to", detour.to},
                       {"first", detour.first},
                       {"segments", detour.segments},
                       {"length", detour.length_m}});
  }
  OrderedJson no_way = nullptr;
  if (!found) no_way = {{"from", repair.from}, {"to", repair.to}};
  const PlanStatistics& s = repair.statistics;
  return many_lines({{"found", found},
                     {"end", name_of(repair.end)},
                     {"pairs", pairs_json(repair.contact)},
                     {"detours", detours},
                     {"no_way", no_way},
                     {"waypoints", repair.waypoints.rows()},
                     {"stats",
                      {{"segments", s.segments},
                       {"segments_refuted", s.segments_refuted},
                       {"milestones", s.milestones},
                       {"seconds", s.seconds},
                       {"search", s.search_s},
                       {"proof", s.proof_s},
                       {"smoothing", s.simplification_s},
                       {"clearance_segments", least.segments},
                       {"clearance_seconds", least.seconds}}},
                     {"proven", proven},
                     {"clearance", clearance_json(least)},
                     {"clearance_m", kept_json(kept)}});
}

}  // namespace tocca
