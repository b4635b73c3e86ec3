#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tocca {

/// The candidate with the fewest typing errors between it and `name`; empty if none is near (more than a third of the
/// letters wrong). The first of equally near ones.
std::string_view nearest_name(std::string_view name, std::span<const std::string_view> candidates);

/// The remedy of an InputError about an unknown name: "did you mean 'elbow'?" or, where nothing is near, a list of
/// what there is: "choose from 'shoulder', 'elbow'" (shortened where it is long).
std::string did_you_mean(std::string_view name, std::span<const std::string_view> candidates);

}  // namespace tocca
