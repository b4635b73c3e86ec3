// What a proof costs that others can check: the plain check, writing the certificate beside it, auditing it; microseconds of processor time of a
// free segment, one thread, and bytes. TOCCA_MODELS names the folder of the models.
//
//   bench_certificates [pipes|one-mesh|panda|two-arms ...]
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <set>
#include <sstream>

#include "peers/edge_list.hpp"
#include "peers/planner_edges.hpp"
#include "peers/real_problems.hpp"
#include "results/results.hpp"
#include "tocca/audit/audit.hpp"
#include "tocca/certificate/certificate_writer.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca::bench {
namespace {

/// Of the processor, so that others on the same machine count little.
double cpu_micros() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return 1e6 * static_cast<double>(time.tv_sec) + 1e-3 * static_cast<double>(time.tv_nsec);
}

struct Motion {
  Configuration from, to;
};

/// Sums over free segments.
struct Cost {
  double check = 0.0, write = 0.0, audit = 0.0, bytes = 0.0, prepare = 0.0, audit_statement = 0.0,
         statement_bytes = 0.0;
  int segments = 0, refused = 0;
};

double audited(const std::string& certificate) {
  std::istringstream stream(certificate);
  const double begin = cpu_micros();
  const audit::AuditResult result = audit::audit(stream);
  if (result.outcome != audit::AuditResult::Outcome::valid) std::printf("REJECTED: %s\n", result.reason.c_str());
  return cpu_micros() - begin;
}

/// The certificate of separate edges: the statement once, then a segment each.
void measure(const Problem& problem, const Checker& checker, const std::vector<Motion>& motions, Cost& cost) {
  std::vector<std::pair<Motion, SegmentVerdict>> free;
  EdgeSteps edges(checker.model());
  for (const Motion& motion : motions) {
    double least = std::numeric_limits<double>::infinity();
    SegmentVerdict verdict;
    for (int run = 0; run < 3; ++run) {
      const double begin = cpu_micros();
      verdict = checker.check(motion.from, motion.to);
      least = std::min(least, cpu_micros() - begin);
    }
    if (verdict.outcome != Outcome::free) continue;
    cost.check += least;
    free.emplace_back(motion, verdict);
  }
  if (free.empty()) return;
  for (const auto& [motion, verdict] : free) edges.add(motion.from, motion.to);
  const auto write = [&](std::size_t count, double& micros) {
    std::ostringstream stream;
    const double first = cpu_micros();
    CertificateWriter writer(problem, checker, stream, {}, false);
    const double begin = cpu_micros();
    if (count == 1) cost.prepare += begin - first;
    for (std::size_t k = 0; k < count; ++k) {
      if (const auto why = writer.add(edges, static_cast<int>(k), free[k].second)) {
        std::printf("refused: %s\n", why->c_str());
        ++cost.refused;
      }
    }
    micros = cpu_micros() - begin;
    const CertificateWriter::Written written = writer.finish();
    if (count > 1) cost.bytes += static_cast<double>(written.bytes - written.statement_bytes);
    if (count == 1) cost.statement_bytes += static_cast<double>(written.statement_bytes);
    return stream.str();
  };
  double one = 0.0, all = 0.0;
  const std::string short_one = write(1, one), long_one = write(free.size(), all);
  const double audit_one = audited(short_one), audit_all = audited(long_one);
  cost.write += all;
  const double per_segment = (audit_all - audit_one) / static_cast<double>(std::max<std::size_t>(1, free.size() - 1));
  cost.audit += per_segment * static_cast<double>(free.size());
  cost.audit_statement += audit_one - per_segment;
  cost.segments += static_cast<int>(free.size());
}

void add_rows(Results& results, const std::string& name, const Cost& cost) {
  if (cost.segments == 0) return;
  const double n = cost.segments;
  const std::string note = std::to_string(cost.segments) + " free segments";
  const auto time = [&](const char* what, double micros, const std::string& of) {
    results.add(results.table("certificates", "mean of a free segment"),
                {name + ", " + what, micros, "us", {}, {}, of});
  };
  const auto size = [&](const char* what, double value, const char* unit, const std::string& of) {
    results.add(results.table("sizes and ratios", "per free segment"), {name + ", " + what, value, unit, {}, {}, of});
  };
  time("plain check", cost.check / n, note);
  time("written", cost.write / n, note);
  time("audited", cost.audit / n, note);
  time("writer made", cost.prepare, "once per certificate");
  time("statement audited", cost.audit_statement, "once per certificate");
  size("writing / plain check", cost.write / cost.check, "times", note);
  size("auditing / plain check", cost.audit / cost.check, "times", note);
  size("proof", 1e-3 * cost.bytes / n, "kB", note);
  size("statement", 1e-3 * cost.statement_bytes, "kB", "once per certificate");
}

void pipes(Results& results, SceneLayout layout, const std::string& name) {
  const EdgeScene scene("puma-pipes", layout);
  const Checker checker(scene.problem);
  for (const char* degrees : {"1", "5", "15", "30"}) {
    std::vector<Motion> motions;
    for (const Edge& edge : scene.edges(std::string("edges-") + degrees + "deg.csv")) {
      if (motions.size() < (results.quick() ? 5u : 100u)) motions.push_back({edge.from, edge.to});
    }
    Cost cost;
    measure(scene.problem, checker, motions, cost);
    add_rows(results, name + ", " + degrees + " degrees", cost);
  }
}

void panda(Results& results, const std::filesystem::path& models) {
  Cost cost;
  for (const ProblemSet::Case& own :
       ProblemSet(models, "panda_bookshelf_small", "panda", results.quick() ? 1 : 5).cases) {
    const Checker checker(own.problem);
    std::vector<Motion> motions;
    for (const PlannerEdge& edge : planner_edges(checker, own, 1, 40)) {
      if (edge.free) motions.push_back({edge.from, edge.to});
    }
    measure(own.problem, checker, motions, cost);
  }
  add_rows(results, "panda_bookshelf_small", cost);
}

/// Two Pandas beside each other in the same scene: each moves on edges of the planner.
void two_arms(Results& results, const std::filesystem::path& models) {
  Cost cost;
  for (const ProblemSet::Case& own :
       ProblemSet(models, "panda_bookshelf_small", "panda", results.quick() ? 1 : 3).cases) {
    Problem problem = own.problem;
    const Checker single(own.problem);
    RobotTask other = problem.robots[0];
    problem.robots[0].robot.name = "left";
    other.robot.name = "right";
    other.base.translation += Vector3(0.0, 2.5, 0.0);
    problem.robots.push_back(other);
    const Checker checker(problem);
    std::vector<Motion> motions;
    for (const PlannerEdge& edge : planner_edges(single, own, 1, 20)) {
      if (!edge.free) continue;
      Motion both{Configuration(2 * edge.from.size()), Configuration(2 * edge.to.size())};
      both.from << edge.from, edge.to;
      both.to << edge.to, edge.from;
      motions.push_back(both);
    }
    measure(problem, checker, motions, cost);
  }
  add_rows(results, "two Pandas", cost);
}

int run(Results& results, const std::set<std::string>& wanted) {
  const char* given = std::getenv("TOCCA_MODELS");
  const std::filesystem::path models = given ? given : "../shared/models";
  const ThreadLimit one(1);
  const auto asked = [&](const char* name) { return wanted.empty() || wanted.contains(name); };
  if (asked("pipes")) pipes(results, SceneLayout::objects, "puma-pipes");
  if (asked("one-mesh")) pipes(results, SceneLayout::one_mesh, "puma-pipes as one mesh");
  if (!asked("panda") && !asked("two-arms")) return 0;
  if (!is_directory(models / "problems")) {
    std::fprintf(stderr, "the planning problems are not here; set TOCCA_MODELS to the folder of real models\n");
    return exit_left_out;
  }
  if (asked("panda")) panda(results, models);
  if (asked("two-arms")) two_arms(results, models);
  return 0;
}

}  // namespace
}  // namespace tocca::bench

int main(int count, char** words) {
  tocca::bench::Results results(count, words);
  return tocca::bench::run(results, {words + 1, words + count});
}
