// Decision 0002, "Highway or xsimd": the kernel that matters most later, the separating-axis test of moving box pairs,
// one pair a lane, as plain scalar code, with Highway (the target is chosen at run time) and with xsimd (at compile
// time). All give the same bits; main() checks it before anything is timed.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd_choice.cpp"
#include <hwy/foreach_target.h>  // includes this file once for each target
//
#include <hwy/highway.h>

#include "simd_choice_pairs.hpp"

HWY_BEFORE_NAMESPACE();
namespace contest {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::ScalableTag<double>;
using Lanes = hn::Vec<Tag>;
constexpr std::size_t kLanes = HWY_LANES(double);  // exact on x86-64: no scalable vectors there

inline Lanes load(const double* p) { return hn::LoadU(Tag(), p); }
inline Lanes load_all(double x) { return hn::Set(Tag(), x); }
inline void store(double* p, Lanes x) { hn::StoreU(x, Tag(), p); }
inline Lanes add(Lanes x, Lanes y) { return hn::Add(x, y); }
inline Lanes subtract(Lanes x, Lanes y) { return hn::Sub(x, y); }
inline Lanes multiply(Lanes x, Lanes y) { return hn::Mul(x, y); }
inline Lanes absolute(Lanes x) { return hn::Abs(x); }
inline Lanes least(Lanes x, Lanes y) { return hn::Min(x, y); }
inline Lanes greatest(Lanes x, Lanes y) { return hn::Max(x, y); }
#include "simd_choice_kernel.hpp"

void run(const Pairs& pairs, double* result) { separations(pairs, result); }
std::int64_t lanes() { return static_cast<std::int64_t>(kLanes); }

}  // namespace HWY_NAMESPACE
}  // namespace contest
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <xsimd/xsimd.hpp>

#include "results/google_results.hpp"

namespace contest {

HWY_EXPORT(run);
HWY_EXPORT(lanes);

namespace highway {
void run(const Pairs& pairs, double* result) { HWY_DYNAMIC_DISPATCH(run)(pairs, result); }
std::int64_t lanes() { return HWY_DYNAMIC_DISPATCH(lanes)(); }
}  // namespace highway

namespace scalar {
using Lanes = double;
constexpr std::size_t kLanes = 1;
inline double load(const double* p) { return *p; }
inline double load_all(double x) { return x; }
inline void store(double* p, double x) { *p = x; }
inline double add(double x, double y) { return x + y; }
inline double subtract(double x, double y) { return x - y; }
inline double multiply(double x, double y) { return x * y; }
inline double absolute(double x) { return std::fabs(x); }
inline double least(double x, double y) { return std::min(x, y); }
inline double greatest(double x, double y) { return std::max(x, y); }
#include "simd_choice_kernel.hpp"
void run(const Pairs& pairs, double* result) { separations(pairs, result); }
std::int64_t lanes() { return kLanes; }
}  // namespace scalar

namespace with_xsimd {
using Lanes = xsimd::batch<double>;
constexpr std::size_t kLanes = Lanes::size;
inline Lanes load(const double* p) { return Lanes::load_unaligned(p); }
inline Lanes load_all(double x) { return Lanes(x); }
inline void store(double* p, Lanes x) { x.store_unaligned(p); }
inline Lanes add(Lanes x, Lanes y) { return x + y; }
inline Lanes subtract(Lanes x, Lanes y) { return x - y; }
inline Lanes multiply(Lanes x, Lanes y) { return x * y; }
inline Lanes absolute(Lanes x) { return xsimd::abs(x); }
inline Lanes least(Lanes x, Lanes y) { return xsimd::min(x, y); }
inline Lanes greatest(Lanes x, Lanes y) { return xsimd::max(x, y); }
#include "simd_choice_kernel.hpp"
void run(const Pairs& pairs, double* result) { separations(pairs, result); }
std::int64_t lanes() { return kLanes; }
}  // namespace with_xsimd

/// Time is per batch; items are box pairs.
void time(benchmark::State& state, void (*run)(const Pairs&, double*), std::int64_t lanes) {
  const Pairs pairs;
  std::vector<double> result(Pairs::kCount);
  for (auto _ : state) {
    run(pairs, result.data());
    benchmark::DoNotOptimize(result.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * Pairs::kCount));
  state.counters["lanes"] = static_cast<double>(lanes);
}

bool all_agree() {
  const Pairs pairs;
  std::vector<double> a(Pairs::kCount), b(a), c(a);
  scalar::run(pairs, a.data());
  highway::run(pairs, b.data());
  with_xsimd::run(pairs, c.data());
  const auto free = std::count_if(a.begin(), a.end(), [](double x) { return x > 0.0; });
  std::printf("%zu pairs, %td separated\n", a.size(), free);
  return a == b && a == c && free > 100 && free < 900;
}

}  // namespace contest

int main(int argc, char** argv) {
  if (!contest::all_agree()) {
    std::fputs("the contestants disagree\n", stderr);
    return 1;
  }
  benchmark::RegisterBenchmark("scalar", contest::time, contest::scalar::run, contest::scalar::lanes());
  benchmark::RegisterBenchmark("highway", contest::time, contest::highway::run, contest::highway::lanes());
  benchmark::RegisterBenchmark("xsimd", contest::time, contest::with_xsimd::run, contest::with_xsimd::lanes());
  const auto place = [](const std::string& name) {
    return tocca::bench::GooglePlace{
        "vector instructions", "separating-axis test of a pair of boxes", name == "highway" ? "" : name, {}};
  };
  return tocca::bench::run_google_benchmarks(argc, argv, {"Highway, chosen at run time", "ns", place});
}
#endif
