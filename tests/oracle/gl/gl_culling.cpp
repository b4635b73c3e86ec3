// What is shown here: a still body that FCL sees touched is not culled by OpenGL either, and most of what the processor
// culls is. Oracle: FCL (drawn_scene.hpp), granted 1e-5 m. Runs on whatever device EGL finds, Mesa's software renderer
// among them; skipped where there is none.
#include "tocca/sweep/gl_culling.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <thread>

#include "oracle/sweep/drawn_scene.hpp"
#include "sweep/gl/gl_culling.hpp"
#include "sweep/lss_culling.hpp"
#include "sweep/lss_sweep.hpp"
#include "tocca/core/error.hpp"

namespace tocca::gl_culling_tests {
namespace {

using testing::Draw;

std::vector<const Part*> pointers(const std::vector<Part>& parts) {
  std::vector<const Part*> result;
  for (const Part& part : parts) result.push_back(&part);
  return result;
}

std::unique_ptr<GlCulling> culling_of(const std::vector<Part>& parts, std::string& why_not) {
  try {
    return std::make_unique<GlCulling>(pointers(parts));
  } catch (const InputError& error) {
    why_not = error.what();
    return nullptr;
  }
}

#define TOCCA_NEED_GL(culling, why_not) \
  if (!(culling)) GTEST_SKIP() << "no OpenGL here: " << (why_not)

std::vector<int> everything(std::size_t count) {
  std::vector<int> all(count);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

bool holds(const std::vector<int>& list, std::size_t k) {
  return std::find(list.begin(), list.end(), static_cast<int>(k)) != list.end();
}

TEST(GlCulling, NeverCullsWhatIsTouched) {
  Draw draw;
  int touched = 0, culled = 0, culled_on_processor = 0;
  std::string renderer;
  for (int c = 0; c < std::max(20, testing::cases(20, 4'000)); ++c) {
    SCOPED_TRACE(testing::story(draw.seed(), c));
    const oracle::DrawnScene scene(draw, 30, draw.log_uniform(0.01, 2.0));
    std::string why_not;
    const auto culling = culling_of(scene.still(), why_not);
    TOCCA_NEED_GL(culling, why_not);
    renderer = culling->renderer();
    const double dilation_m = draw.coin() ? 0.0 : draw.uniform(0.0, 0.05);
    LssSweep sweep;
    sweep.set(scene.mover(), scene.volume(), draw.log_uniform(1e-3, 0.05));
    std::vector<int> left = everything(scene.still().size());
    culling->cull(sweep, dilation_m, left);
    EXPECT_FALSE(culling->proven());
    CullingCount count;
    for (std::size_t k = 0; k < scene.still().size(); ++k) {
      const bool does = scene.touches(k, dilation_m - 1e-5, 40);
      ASSERT_TRUE(holds(left, k) || !does) << "body " << k << " on " << renderer;
      touched += does ? 1 : 0;
      culled += holds(left, k) ? 0 : 1;
      culled_on_processor += can_touch(sweep, scene.still()[k], dilation_m, count) ? 0 : 1;
    }
  }
  RecordProperty("renderer", renderer);
  EXPECT_GT(touched, 100);
  EXPECT_GT(culled, culled_on_processor / 2);
  std::cout << "          " << renderer << ": " << culled << " culled, on the processor " << culled_on_processor
            << '\n';
}

/// The volume inside a hollow body, and the body inside the volume: no surface of one is visible past the other.
TEST(GlCulling, SeesWhatIsInside) {
  const std::vector<Collider> bodies[] = {
      {{Pose(), Box{Vector3(10.0, 10.0, 10.0)}}},  // around everything
      {{Pose(), Box{Vector3(0.01, 0.01, 0.01)}}},  // swallowed
      {{Pose{Matrix3::Identity(), Vector3(0.0, 0.0, 0.6)}, Box{Vector3(0.1, 0.1, 0.1)}}},
      {{Pose{Matrix3::Identity(), Vector3(0.5, 0.5, 0.5)}, Box{Vector3(1.3, 0.1, 0.1)}}},
      {{Pose{Matrix3::Identity(), Vector3(0.5, 0.0, 0.29)}, Box{Vector3(0.1, 0.1, 0.2)}}}};
  std::vector<Part> parts;
  for (const auto& body : bodies) parts.emplace_back(body);
  std::string why_not;
  const auto culling = culling_of(parts, why_not);
  TOCCA_NEED_GL(culling, why_not);
  LssSweep sweep;
  sweep.set(LinearMotion(Matrix3::Identity(), Vector3(-0.5, 0, 0), Vector3(0.5, 0, 0)),
            Lss{Vector3(0, -0.2, 0), Vector3(0, 0.2, 0), 0.2}, 1e-3);
  std::vector<int> left = everything(parts.size());
  culling->cull(sweep, 0.0, left);
  EXPECT_EQ(left, (std::vector<int>{0, 1, 4}));
  EXPECT_EQ(culling->count().asked, 5u);
  EXPECT_EQ(culling->count().culled, 2u);
}

/// A plate thinner than a pixel, seen edge-on along two axes, and a needle: nothing that a pixel's centre would meet.
TEST(GlCulling, SeesWhatIsThinnerThanAPixel) {
  Draw draw;
  std::vector<Part> parts;
  std::vector<double> depth;
  for (int k = 0; k < 60; ++k) {
    const double below = draw.uniform(-0.03, 0.03);  // under the volume's top at z = 0.1
    depth.push_back(below);
    const bool needle = draw.coin();
    const double height = 0.1 - below;
    const Vector3 at(draw.uniform(-0.3, 0.3), 0.0, height + 0.05);
    parts.emplace_back(
        std::vector<Collider>{{Pose{Matrix3::Identity(), at}, Box{Vector3(1e-6, needle ? 1e-6 : 0.1, 0.1)}}});
  }
  std::string why_not;
  const auto culling = culling_of(parts, why_not);
  TOCCA_NEED_GL(culling, why_not);
  LssSweep sweep;
  sweep.set(LinearMotion(Matrix3::Identity(), Vector3(-0.5, 0, 0), Vector3(0.5, 0, 0)),
            Lss{Vector3::Zero(), Vector3::Zero(), 0.1}, 1e-3);
  std::vector<int> left = everything(parts.size());
  culling->cull(sweep, 0.0, left);
  int culled = 0;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    EXPECT_TRUE(depth[k] <= 1e-6 || holds(left, k)) << depth[k];
    culled += holds(left, k) ? 0 : 1;
  }
  EXPECT_GT(culled, 10);
}

TEST(GlCulling, SeesAVolumeThinnerThanAPixel) {
  Draw draw;
  const Vector3 from(-0.5, -0.3, -0.4), to(0.5, 0.2, 0.6);
  std::vector<Part> parts;
  for (int k = 0; k < 60; ++k) {  // even ones on the line, odd ones a decimetre off
    const Vector3 off = k % 2 == 0 ? Vector3(Vector3::Zero()) : Vector3(0.1 * (to - from).unitOrthogonal());
    const Pose X{draw.pose(1.0).rotation, from + draw.uniform(0.0, 1.0) * (to - from) + off};
    parts.emplace_back(std::vector<Collider>{{X, Box{Vector3(1e-3, 1e-3, 1e-3)}}});
  }
  std::string why_not;
  const auto culling = culling_of(parts, why_not);
  TOCCA_NEED_GL(culling, why_not);
  LssSweep sweep;
  sweep.set(LinearMotion(Matrix3::Identity(), from, to), Lss{Vector3::Zero(), Vector3::Zero(), 1e-5}, 1e-3);
  std::vector<int> left = everything(parts.size());
  culling->cull(sweep, 0.0, left);
  for (std::size_t k = 0; k < parts.size(); k += 2) EXPECT_TRUE(holds(left, k)) << k;
  EXPECT_EQ(left.size(), 30u);
}

TEST(GlCulling, MayBeHandedToAnotherThread) {
  Draw draw;
  const oracle::DrawnScene scene(draw, 20, 0.5);
  std::string why_not;
  auto culling = culling_of(scene.still(), why_not);
  TOCCA_NEED_GL(culling, why_not);
  LssSweep sweep;
  sweep.set(scene.mover(), scene.volume(), 0.01);
  std::vector<int> here = everything(20), there = here, twice = here;
  culling->cull(sweep, 0.0, here);
  std::thread other([&] { culling->cull(sweep, 0.0, there); });
  other.join();
  EXPECT_EQ(here, there);
  const auto second = culling_of(scene.still(), why_not);
  culling.reset();
  second->cull(sweep, 0.0, twice);
  EXPECT_EQ(here, twice);
}

}  // namespace
}  // namespace tocca::gl_culling_tests
