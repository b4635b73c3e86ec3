// What the tests of `io` share: files that vanish with the test, a robot with every type of joint, errors as text.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "tocca/core/error.hpp"
#include "tocca/model/kinematic_tree.hpp"

namespace tocca::testing {

/// A folder of the running test's own, removed at its end.
class ScratchFolder {
 public:
  ScratchFolder() {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    path_ = std::filesystem::temp_directory_path() /
            ("tocca_" + std::string(test->test_suite_name()) + "_" + test->name() + "_" + std::to_string(getpid()));
    std::filesystem::create_directories(path_);
  }
  ~ScratchFolder() { std::filesystem::remove_all(path_); }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path write(const std::string& name, std::string_view text) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::filesystem::remove(path_ / name);  // rewriting in place waits for the disc on some file systems
    std::ofstream(path_ / name, std::ios::binary) << text;
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

/// The message of the InputError that `action` must throw; empty, and a failed test, if it does not.
template <class Action>
std::string input_error(const Action& action) {
  try {
    action();
  } catch (const InputError& error) {
    EXPECT_FALSE(error.remedy().empty()) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "no InputError";
  return "";
}

/// shoulder (revolute, -1..1), elbow (continuous), rail (prismatic, 0..2), finger (mimics rail), flange (fixed),
/// cart (planar), drone (floating): in coordinate order shoulder, elbow, rail, cart.x .. theta, drone.x .. qw.
inline KinematicTree sample_tree() {
  std::vector<Link> links;
  std::vector<KinematicTree::JointSpec> joints;
  links.push_back({"root", {}});
  const auto add = [&](const char* name, JointType type) -> KinematicTree::JointSpec& {
    links.push_back({std::string(name) + "_link", {{Pose{}, Sphere{0.1}}}});
    KinematicTree::JointSpec spec;
    spec.name = name;
    spec.type = type;
    spec.parent_link = links[links.size() - 2].name;
    spec.child_link = links.back().name;
    return joints.emplace_back(spec);
  };
  add("shoulder", JointType::revolute).limits = Limits{-1, 1};
  add("elbow", JointType::continuous);
  add("rail", JointType::prismatic).limits = Limits{0, 2};
  auto& finger = add("finger", JointType::prismatic);
  finger.mimic = KinematicTree::JointSpec::MimicSpec{"rail", -1.0, 0.0};
  finger.limits = Limits{-1, 0};
  add("flange", JointType::fixed);
  add("cart", JointType::planar);
  add("drone", JointType::floating);
  return KinematicTree::build(std::move(links), std::move(joints));
}

}  // namespace tocca::testing

/// The call must throw an InputError whose one line contains each of the texts.
#define EXPECT_INPUT_ERROR(call, ...)                                                                   \
  do {                                                                                                  \
    const std::string message = ::tocca::testing::input_error([&] { static_cast<void>(call); });        \
    for (const char* part : {__VA_ARGS__}) EXPECT_NE(message.find(part), std::string::npos) << message; \
  } while (false)
