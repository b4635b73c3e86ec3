// What nearly every source reads, read once: the precompiled header of most builds (TOCCA_PCH). Builds without it
// (lint, consumers) prove that each file includes what it uses.
#include <Eigen/Core>
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>
