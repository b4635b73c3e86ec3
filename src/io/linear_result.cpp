#include <fmt/format.h>

#include <ostream>

#include "tocca/deformable/linear_query.hpp"
#include "tocca/io/result_writers.hpp"

namespace tocca {

LinearResultWriter::LinearResultWriter(std::ostream& out) : out_(out) { out_ << "{\"rows\":["; }

void LinearResultWriter::row(const LinearAnswer& answer) {
  out_ << (rows_ == 0 ? "\n" : ",\n")
       << fmt::format("{{\"index\":{},\"verdict\":\"{}\",\"time\":[{},{}]}}", rows_,
                      answer.outcome == Outcome::contact ? "contact" : "free", answer.time.lo, answer.time.hi);
  ++rows_;
}

void LinearResultWriter::finish(double micros_per_query, const std::optional<Truth>& truth) {
  const std::string told = truth ? fmt::format("{{\"false_negatives\":{},\"false_positives\":{}}}",
                                               truth->false_negatives, truth->false_positives)
                                 : "null";
  out_ << fmt::format("\n],\"micros_per_query\":{},\"truth\":{}}}\n", micros_per_query, told);
}

}  // namespace tocca
