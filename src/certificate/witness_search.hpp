// Two points that show a contact.
#pragma once

#include <optional>

#include "audit/solids.hpp"
#include "certificate/proof_search.hpp"

namespace tocca {

/// The nearest items of two groups at a time, as witnesses; or a point of one inside the other. None if neither shows anything within
/// `reach_m`. Groups are numbered as in the statement.
std::optional<audit::Contact> find_witness(const audit::Motion& motion, const SearchedGroup& a, std::uint32_t group_a,
                                           const SearchedGroup& b, std::uint32_t group_b, double time, double reach_m);

}  // namespace tocca
