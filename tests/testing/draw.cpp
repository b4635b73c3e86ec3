#include "draw.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <numbers>

namespace tocca::testing {
namespace {

std::uint64_t seed_of_this_test() {
  if (const char* given = std::getenv("TOCCA_SEED")) return std::strtoull(given, nullptr, 10);
  std::uint64_t hash = 14695981039346656037ull;  // FNV-1a over the test's name: each test has draws of its own
  if (const auto* info = ::testing::UnitTest::GetInstance()->current_test_info()) {
    for (char c : std::string(info->test_suite_name()) + "." + info->name()) {
      hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
    }
  }
  // Pieces of a campaign draw what no other piece draws; the first draws what every day draws.
  return hash + static_cast<std::uint64_t>(piece()) * 0xd1342543de82ef95ull;
}

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value && *value && std::string(value) != "0";
}

}  // namespace

Draw::Draw() : Draw(seed_of_this_test()) {}

std::uint64_t Draw::bits() {
  std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ull);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

double Draw::uniform(double lo, double hi) {
  const double unit = static_cast<double>(bits() >> 11) * 0x1p-53;
  return lo + unit * (hi - lo);
}

double Draw::log_uniform(double lo, double hi) { return std::exp(uniform(std::log(lo), std::log(hi))); }

int Draw::integer(int lo, int hi) { return lo + static_cast<int>(bits() % static_cast<std::uint64_t>(hi - lo + 1)); }

bool Draw::coin(double probability) { return uniform(0.0, 1.0) < probability; }

double Draw::normal() {
  const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform(0.0, 1.0)));
  return radius * std::cos(2.0 * std::numbers::pi * uniform(0.0, 1.0));
}

double Draw::any_double() {
  double value;
  do {
    value = std::bit_cast<double>(bits());
  } while (!std::isfinite(value));
  return value;
}

Vector3 Draw::vector(double size) {
  const double x = uniform(-size, size), y = uniform(-size, size), z = uniform(-size, size);
  return {x, y, z};
}

Vector3 Draw::direction() {
  const double x = normal(), y = normal(), z = normal();
  return Vector3(x, y, z).normalized();
}

Pose Draw::pose(double size) {
  const double x = normal(), y = normal(), z = normal(), w = normal();
  return Pose::from_quaternion(vector(size), x, y, z, w);
}

bool campaign() { return is_set("TOCCA_FULL"); }

int piece() {
  const char* given = std::getenv("TOCCA_PIECE");
  return given != nullptr ? std::atoi(given) : 0;
}

int cases(int everyday, int campaign) {
  if (testing::campaign()) return campaign;
  return is_set("TOCCA_FAST") ? std::min(everyday, std::max(60, everyday / 10)) : everyday;
}

std::filesystem::path models() {
  const char* given = std::getenv("TOCCA_MODELS");
  const std::filesystem::path folder = given ? given : TOCCA_SOURCE_DIR "/../shared/models";
  return std::filesystem::is_directory(folder) ? folder : std::filesystem::path{};
}

}  // namespace tocca::testing
