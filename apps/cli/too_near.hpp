// Bodies that do not touch, but are nearer than was asked.
#pragma once

#include <string>

#include "check/model/problem_pairs.hpp"
#include "tocca/check/checker.hpp"

namespace tocca::cli {

/// A contact whose bodies keep apart, by less than their clearance and padding. A contact to a clearance of 0 may be up to
/// the tolerance away.
bool is_too_near(const Contact& contact, double tolerance_m);
/// Is there a contact, and none of its places touches?
bool is_too_near(const SegmentVerdict& segment, double tolerance_m);

/// "8.2 mm": four digits, without zeros at the end.
std::string plain_length(double metres);

/// How far apart two bodies are to stay: their clearance, and the padding of both. 0 if they are no pair of these.
double asked_distance(const ProblemPairs& pairs, const std::string& a, const std::string& b);

/// "too near: 8.2 mm where 10 mm are asked", of the place where most is missing.
std::string too_near_text(const SegmentVerdict& segment, const ProblemPairs& pairs);

}  // namespace tocca::cli
