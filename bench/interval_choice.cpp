// Decision 0001, "why this interval type": tocca's Interval beside Boost.Interval under several rounding policies.
// Speed by Google Benchmark; soundness and width against MPFI as counters of the *_truth entries.
#include <benchmark/benchmark.h>
#include <mpfi.h>

#include <array>
#include <boost/numeric/interval.hpp>
#include <boost/numeric/interval/rounded_arith.hpp>
#include <boost/numeric/interval/rounded_transc.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "core/interval_arithmetic.hpp"
#include "core/interval_matrix.hpp"
#include "results/google_results.hpp"

namespace {

namespace lib = boost::numeric::interval_lib;
using Checking = lib::checking_base<double>;
template <class Rounding>
using BoostInterval = boost::numeric::interval<double, lib::policies<Rounding, Checking>>;

using Own = tocca::Interval;
// Rounds upward and negates; sets and restores the mode in each operation. Boost's default, with libm's functions.
using BoostSaving = BoostInterval<lib::save_state<lib::rounded_transc_opp<double>>>;
// Switches between up and down in each operation.
using BoostSwitching = BoostInterval<lib::save_state<lib::rounded_transc_std<double>>>;
// Rounds upward and negates; the caller has set the mode for the whole loop and must not call anything else in it.
using BoostUnprotected = lib::unprotect<BoostSaving>::type;

template <class I>
struct Guard {};
template <>
struct Guard<BoostUnprotected> {
  BoostSaving::traits_type::rounding rounding;
};

double lower_of(const Own& x) { return x.lo; }
double upper_of(const Own& x) { return x.hi; }
template <class P>
double lower_of(const boost::numeric::interval<double, P>& x) {
  return x.lower();
}
template <class P>
double upper_of(const boost::numeric::interval<double, P>& x) {
  return x.upper();
}

std::uint64_t bits(std::uint64_t& state) {  // splitmix64
  std::uint64_t z = (state += 0x9e3779b97f4a7c15ull);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}
double uniform(std::uint64_t& state, double lo, double hi) {
  return lo + static_cast<double>(bits(state) >> 11) * 0x1p-53 * (hi - lo);
}

constexpr std::size_t kCount = 1024;

/// Entries as in rotations: size 1, narrow, either sign.
template <class I>
std::vector<I> operands(std::uint64_t seed) {
  std::vector<I> all;
  for (std::size_t i = 0; i < kCount; ++i) {
    const double x = uniform(seed, -1, 1);
    all.emplace_back(x, x + uniform(seed, 0, 0.01));
  }
  return all;
}

template <class I>
struct Matrix {
  std::array<I, 9> m;
};
template <class I>
Matrix<I> multiply(const Matrix<I>& x, const Matrix<I>& y) {
  Matrix<I> product;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 3; ++c) {
      product.m[3 * r + c] = x.m[3 * r] * y.m[c] + x.m[3 * r + 1] * y.m[3 + c] + x.m[3 * r + 2] * y.m[6 + c];
    }
  }
  return product;
}
template <>
Matrix<Own> multiply(const Matrix<Own>& x, const Matrix<Own>& y) {
  return {(tocca::IntervalMatrix3{x.m} * tocca::IntervalMatrix3{y.m}).m};
}

struct Add {
  template <class I>
  I operator()(const I& x, const I& y) const {
    return x + y;
  }
};
struct Multiply {
  template <class I>
  I operator()(const I& x, const I& y) const {
    return x * y;
  }
};
struct Divide {
  template <class I>
  I operator()(const I& x, const I& y) const {
    return x / (y * y + I(0.5));
  }
};
struct Sine {
  template <class I>
  I operator()(const I& x, const I&) const {
    return sin(x);
  }
};
struct RootOfSquare {
  template <class I>
  I operator()(const I& x, const I&) const {
    return sqrt(square(x));
  }
};

template <class I, class Operation>
void throughput(benchmark::State& state) {
  const auto x = operands<I>(1), y = operands<I>(2);
  std::vector<I> z(kCount);
  for (auto _ : state) {
    [[maybe_unused]] const Guard<I> guard;
    for (std::size_t i = 0; i < kCount; ++i) z[i] = Operation()(x[i], y[i]);
    benchmark::DoNotOptimize(z.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * kCount));
}

/// A chain of rotations, as in forward kinematics: each product waits for the one before. Range: 0 = dense matrices,
/// 1 = all about one axis, with its exact zeros.
template <class I>
void matrices(benchmark::State& state) {
  const auto entries = operands<I>(3);
  std::vector<Matrix<I>> factors(kCount / 9);
  for (std::size_t k = 0; k < factors.size(); ++k) {
    for (std::size_t i = 0; i < 9; ++i) factors[k].m[i] = entries[9 * k + i] * I(0.5);
    if (state.range(0) == 1) {
      for (std::size_t i : {2, 5, 6, 7}) factors[k].m[i] = I(0.0);
      factors[k].m[8] = I(1.0);
    }
  }
  for (auto _ : state) {
    [[maybe_unused]] const Guard<I> guard;
    Matrix<I> chain = factors[0];
    for (const Matrix<I>& factor : factors) {
      chain = multiply(chain, factor);
      if (upper_of(chain.m[0]) > 10.0) chain = factor;
    }
    benchmark::DoNotOptimize(chain);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * factors.size()));
}

struct Truth {
  Truth() {
    for (mpfi_ptr v : {x, y, z}) mpfi_init2(v, 200);
  }
  ~Truth() {
    for (mpfi_ptr v : {x, y, z}) mpfi_clear(v);
  }
  template <class I>
  bool lacks(const I& result) const {
    return mpfr_cmp_d(&z->left, lower_of(result)) < 0 || mpfr_cmp_d(&z->right, upper_of(result)) > 0;
  }
  mpfi_t x, y, z;
};

/// How often the result lacks a true value: sums and products of numbers, mean width of products in units of 2^-52.
template <class I>
void arithmetic_truth(benchmark::State& state) {
  Truth truth;
  double wrong = 0, all = 0, width = 0;
  for (auto _ : state) {
    std::uint64_t seed = 5;
    for (int k = 0; k < 100'000; ++k) {
      const double a = uniform(seed, -1, 1), b = uniform(seed, -1, 1);
      I sum, product;
      {
        [[maybe_unused]] const Guard<I> guard;
        sum = I(a) + I(b);
        product = I(a) * I(b);
      }
      mpfi_set_d(truth.x, a);
      mpfi_set_d(truth.y, b);
      mpfi_add(truth.z, truth.x, truth.y);
      wrong += truth.lacks(sum);
      mpfi_mul(truth.z, truth.x, truth.y);
      wrong += truth.lacks(product);
      all += 2;
      width += (upper_of(product) - lower_of(product)) / std::fabs(a * b) * 0x1p52;
    }
  }
  state.counters["wrong"] = wrong / all;
  state.counters["width"] = 2 * width / all;
}

/// The same for the sine. Range: 0 = any angle in [-10, 10], 1 = next to multiples of pi, 2 = the double whose sine
/// glibc gets wrong most.
template <class I>
void sine_truth(benchmark::State& state) {
  Truth truth;
  double wrong = 0, all = 0;
  for (auto _ : state) {
    std::uint64_t seed = 7;
    for (int k = 0; k < 20'000; ++k) {
      const double angle = state.range(0) == 0   ? uniform(seed, -10, 10)
                           : state.range(0) == 1 ? 3.141592653589793 * static_cast<double>(bits(seed) % 1000)
                                                 : 0x1.69eab0985179bp246;
      const double wide = k % 2 ? 0.0 : std::fabs(angle) * 1e-3;
      const I result = sin(I(angle, angle + wide));
      mpfi_interv_d(truth.x, angle, angle + wide);
      mpfi_sin(truth.z, truth.x);
      wrong += truth.lacks(result);
      ++all;
    }
  }
  state.counters["wrong"] = wrong / all;
}

template <class I>
void register_all(const std::string& name, bool with_sine) {
  benchmark::RegisterBenchmark((name + "/add").c_str(), throughput<I, Add>);
  benchmark::RegisterBenchmark((name + "/multiply").c_str(), throughput<I, Multiply>);
  benchmark::RegisterBenchmark((name + "/divide").c_str(), throughput<I, Divide>);
  benchmark::RegisterBenchmark((name + "/root_of_square").c_str(), throughput<I, RootOfSquare>);
  benchmark::RegisterBenchmark((name + "/matrices").c_str(), matrices<I>)->DenseRange(0, 1);
  benchmark::RegisterBenchmark((name + "/arithmetic_truth").c_str(), arithmetic_truth<I>)->Iterations(1);
  if (!with_sine) return;
  benchmark::RegisterBenchmark((name + "/sine").c_str(), throughput<I, Sine>);
  benchmark::RegisterBenchmark((name + "/sine_truth").c_str(), sine_truth<I>)->DenseRange(0, 2)->Iterations(1);
}

/// "boost_saving/matrices/0": Boost's time in the row "matrices/0"; of the "truth" benchmarks the share of wrong results.
tocca::bench::GooglePlace place_of(const std::string& name) {
  const std::size_t slash = name.find('/');
  std::string who = name.substr(0, slash), row = name.substr(slash + 1);
  for (char& c : who) c = c == '_' ? ' ' : c;
  if (who == "own") who.clear();
  if (row.find("truth") == row.npos) return {"intervals", row, who, {}};
  row = row.substr(0, row.find("/iterations"));
  return {"intervals", {}, who, {{"wrong", "wrong: " + row, "%", 100.0}}, false};
}

}  // namespace

int main(int argc, char** argv) {
  register_all<Own>("own", true);
  register_all<BoostSaving>("boost_saving", true);
  register_all<BoostSwitching>("boost_switching", true);
  register_all<BoostUnprotected>("boost_unprotected", false);  // its functions would call libm in the wrong mode
  return tocca::bench::run_google_benchmarks(argc, argv,
                                             {"time, and results that lack the true value", "ns", place_of});
}
