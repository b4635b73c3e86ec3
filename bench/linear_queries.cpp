// What elementary queries on straight lines cost: one by one (mean, percentiles, the slowest; each the least of 7
// runs, so that other programs do not count) and in batches, one thread, on the public sample queries and cloth.
// TOCCA_MODELS names their folder.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <limits>

#include "results/results.hpp"
#include "testing/linear_samples.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca {
namespace {

using Clock = std::chrono::steady_clock;
int runs = 7;

/// Of this process, so that others do not count: the least of some runs of several milliseconds.
template <class Work>
double cpu_nanoseconds(const Work& work) {
  double best = std::numeric_limits<double>::infinity();
  for (int k = 0; k < runs; ++k) {
    const std::clock_t start = std::clock();
    int times = 0;
    for (; times == 0 || std::clock() - start < CLOCKS_PER_SEC / 200; ++times) work();
    best = std::min(best, 1e9 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC / times);
  }
  return best;
}

template <class Work>
double nanoseconds(const Work& work) {
  double best = std::numeric_limits<double>::infinity();
  for (int k = 0; k < runs; ++k) {
    const auto start = Clock::now();
    work();
    best = std::min(best, std::chrono::duration<double, std::nano>(Clock::now() - start).count());
  }
  return best;
}

struct Line {
  std::vector<double> each;  ///< nanoseconds of each query
  double batch = 0.0, near = 0.0;
  std::size_t contacts = 0, missed = 0, invented = 0;

  void measure(const testing::LinearSamples& samples) {
    const LinearBatch& queries = samples.batch;
    const double empty = nanoseconds([] {});  // of the clock itself
    std::vector<LinearAnswer> answers(queries.size());
    for (std::size_t k = 0; k < queries.size(); ++k) {
      const FourVertices q = queries[k];
      each.push_back(std::max(0.0, nanoseconds([&] { answers[k] = linear_contact(queries.kind(), q); }) - empty));
      const bool contact = answers[k].outcome == Outcome::contact;
      contacts += contact;
      missed += !contact && samples.truth[k];
      invented += contact && !samples.truth[k];
    }
    batch += cpu_nanoseconds([&] { linear_contacts(queries, 0.0, answers); });
    near += cpu_nanoseconds([&] { linear_contacts(queries, 1e-4, answers); });
  }

  void report(bench::Results& results, const std::string& name) {
    std::sort(each.begin(), each.end());
    const auto at = [&](double part) {
      return each[static_cast<std::size_t>(part * static_cast<double>(each.size() - 1))];
    };
    double sum = 0.0;
    for (const double x : each) sum += x;
    const auto count = static_cast<double>(each.size());
    const bench::WrongAnswers wrong{static_cast<long long>(missed), static_cast<long long>(invented)};
    bench::ResultTable& table = results.table("public queries", "each the least of some runs");
    results.add(
        table,
        {name + ": mean", sum / count, "ns", {}, wrong, fmt::format("{} queries, {} contacts", each.size(), contacts)});
    results.add(table, {name + ": median", at(0.5), "ns", {}, {}, {}});
    results.add(table, {name + ": 99 %", at(0.99), "ns", {}, {}, {}});
    results.add(table, {name + ": slowest", each.back(), "ns", {}, {}, {}});
    results.add(table, {name + ": in a batch", batch / count, "ns", {}, {}, {}});
    results.add(table, {name + ": in a batch, separation 1e-4", near / count, "ns", {}, {}, {}});
  }
};

int run(bench::Results& results) {
  const char* given = std::getenv("TOCCA_MODELS");
  const std::filesystem::path models = given ? given : "../shared/models";
  if (!is_directory(models)) {
    fmt::print(stderr, "the sample queries are not here; set TOCCA_MODELS to the folder of real models\n");
    return bench::exit_left_out;
  }
  if (results.quick()) runs = 2;
  const ThreadLimit one(1);
  Line all;
  for (const testing::LinearSamples& samples : testing::public_queries(models)) {
    Line line;
    line.measure(samples);
    line.report(results, samples.name);
    all.measure(samples);
  }
  all.report(results, "all sample queries");
  if (results.quick()) return 0;
  for (const testing::LinearSamples& samples : testing::cloth_queries(models)) {
    Line line;
    line.measure(samples);
    line.report(results, samples.name);
  }
  return 0;
}

}  // namespace
}  // namespace tocca

int main(int count, char** words) {
  tocca::bench::Results results(count, words);
  return tocca::run(results);
}
