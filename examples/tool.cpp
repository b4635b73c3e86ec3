// A drill comes down on a heaving sheet: first a warning, then the contact. Usage: example_tool
#include <cmath>
#include <cstdio>
#include <tocca/tool/tool_monitor.hpp>
#include <vector>

int main() {
  // The drill's origin is its tip; its shaft points up.
  const tocca::Collider drill{{tocca::Matrix3::Identity(), {0, 0, 0.05}}, tocca::Cylinder{0.005, 0.1}};
  tocca::ToolMonitor monitor(std::span(&drill, 1));  // ToolSettings: rates to keep, horizons, clearance

  // A sheet of 800 triangles.
  std::vector<tocca::Vector3> before, now;
  std::vector<tocca::Triangle> triangles;
  constexpr tocca::Index n = 20;
  for (tocca::Index i = 0; i <= n; ++i) {
    for (tocca::Index j = 0; j <= n; ++j) now.push_back({0.02 * i - 0.2, 0.02 * j - 0.2, 0});
  }
  for (tocca::Index i = 0; i < n; ++i) {
    for (tocca::Index j = 0; j < n; ++j) {
      const tocca::Index at = i * (n + 1) + j;
      triangles.push_back({at, at + n + 1, at + n + 2});
      triangles.push_back({at, at + n + 2, at + 1});
    }
  }

  bool warned = false;
  for (int k = 0; k < 200; ++k) {
    const double t = 1e-2 * k;
    before = now;
    for (tocca::Vector3& v : now) v.z() = 0.005 * std::sin(20 * v.x() + 3 * t);
    const tocca::Pose X{tocca::Matrix3::Identity(), {0.03, 0.01, 0.12 - 0.08 * t}};
    const tocca::ToolReport& report = monitor.sample(t, X, {before, now, triangles});
    if (report.warning && !warned && t > 0.5) {
      warned = true;
      std::printf("warned %.1f s ahead\n", report.warning->time_to_contact_s);
    }
    if (!report.contact) continue;
    std::printf("touches at t = %.3f s, x = %.3f m: proven apart before\n", report.contact->time_s.hi,
                report.contact->point[0]);
    return 0;
  }
  return 1;
}
