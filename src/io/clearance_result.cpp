#include <ostream>

#include "io/ordered_json.hpp"
#include "tocca/check/path_results.hpp"
#include "tocca/io/result_writers.hpp"

namespace tocca {

ClearanceResultWriter::ClearanceResultWriter(std::ostream& out) : out_(out) { out_ << "{\"profile\":["; }

void ClearanceResultWriter::point(const ClearancePoint& point) {
  const OrderedJson told{{"segment", point.at.segment},
                         {"t", point.at.t},
                         {"lower", finite_or_null(point.lower)},  // not finite: no pair is looked at there
                         {"upper", finite_or_null(point.upper)},
                         {"lower_until_next", finite_or_null(point.lower_until_next)},
                         {"upper_until_next", finite_or_null(point.upper_until_next)}};
  out_ << (first_ ? "\n" : ",\n") << one_line(told);
  first_ = false;
}

void ClearanceResultWriter::finish(const ClearanceProfile& profile) {
  OrderedJson end{{"minimum", nullptr}, {"segment", nullptr}, {"time", nullptr}, {"pair", nullptr}, {"decided", false}};
  if (profile.a.empty()) {
    end["why"] = nothing_measured;
  } else {
    end = {{"minimum", OrderedJson::array({profile.lower, profile.upper})},
           {"segment", profile.at.segment},
           {"time", profile.at.t},
           {"pair", OrderedJson::array({profile.a, profile.b})},
           {"decided", profile.decided}};
    if (!profile.decided) end["why"] = name_of(profile.why);
  }
  out_ << "\n]," << one_line(end).substr(1) << '\n';
}

}  // namespace tocca
