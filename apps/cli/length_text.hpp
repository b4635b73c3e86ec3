// Proven bounds of a length as people read them: one rule for the terminal and for pages (web/src/text.js has the same).
#pragma once

#include <string>

namespace tocca::cli {

/// "12.34 to 12.35 mm": bounds in the unit of the upper one, four digits of it, rounded outward so that they stay bounds.
/// "12.34 mm" where both are the same, "at most 12.35 mm" where nothing more than 0 is known from below; "0 m (touching)".
std::string bracket_text(double lower_m, double upper_m);

/// A distance in metres with nine digits; "0" where it is no more than rounding, as it is of bodies that overlap.
std::string metres_text(double metres);

/// "12.34 mm", "1.2 m"; rounded down, so that a lower bound stays one.
std::string at_least_text(double metres);

}  // namespace tocca::cli
