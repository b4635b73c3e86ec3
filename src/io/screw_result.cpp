#include <ostream>

#include "io/ordered_json.hpp"
#include "io/result_json.hpp"
#include "tocca/io/result_writers.hpp"
#include "tocca/screw/screw_results.hpp"
#include "tocca/verdict/contact.hpp"

namespace tocca {
namespace {

OrderedJson counts_json(const RejectionCounts& counts) {
  return {{"tested", counts.tested},
          {"height", counts.height},
          {"outside", counts.outside},
          {"inside", counts.inside},
          {"angle", counts.angle}};
}

OrderedJson contact_json(const ScrewContact& contact, const std::string& a, const std::string& b, bool with_time) {
  OrderedJson told{{"a", a},
                   {"b", b},
                   {"point", contact.point},
                   {"normal", contact.normal},
                   {"distance", contact.distance_m},
                   {"kind", name_of(contact.kind)},
                   {"triangles", contact.triangles},
                   {"corners", contact.corners}};
  if (with_time) told["time"] = contact.time;
  return told;
}

}  // namespace

struct ScrewResultWriter::Totals {
  std::size_t rows = 0;
  bool any_contact = false, any_undecided = false;
  ScrewStatistics work;
};

ScrewResultWriter::ScrewResultWriter(std::ostream& out, std::string name_a, std::string name_b, bool all)
    : out_(out),
      name_a_(std::move(name_a)),
      name_b_(std::move(name_b)),
      all_(all),
      totals_(std::make_unique<Totals>()) {
  out_ << "{\"rows\":[";
}
ScrewResultWriter::~ScrewResultWriter() = default;

void ScrewResultWriter::row(std::int64_t index, const ScrewAnswer& answer, double micros) {
  OrderedJson contacts = OrderedJson::array();
  for (const ScrewContact& contact : answer.contacts) {
    contacts.push_back(contact_json(contact, name_a_, name_b_, all_));
  }
  OrderedJson row{{"index", index},
                  {"verdict", name_of(answer.outcome)},
                  {"time", answer.outcome == Outcome::free ? OrderedJson(nullptr) : OrderedJson(answer.time)},
                  {"free_until", answer.free_until},
                  {"initial", answer.initial},
                  {"contacts", std::move(contacts)},
                  {"micros", micros}};
  if (answer.outcome == Outcome::undecided) row["why"] = name_of(answer.why);
  out_ << (totals_->rows == 0 ? "\n" : ",\n") << one_line(row);
  ++totals_->rows;
  totals_->any_contact |= answer.outcome == Outcome::contact;
  totals_->any_undecided |= answer.outcome == Outcome::undecided;
  totals_->work += answer.statistics;
}

void ScrewResultWriter::finish() {
  const ScrewStatistics& work = totals_->work;
  const Outcome outcome = totals_->any_contact     ? Outcome::contact
                          : totals_->any_undecided ? Outcome::undecided
                                                   : Outcome::free;
  const OrderedJson stats{{"rows", totals_->rows},
                          {"segments", work.segments},
                          {"objects", counts_json(work.objects)},
                          {"volumes", counts_json(work.volumes)},
                          {"vertex_face", counts_json(work.vertex_face)},
                          {"edge_edge", counts_json(work.edge_edge)},
                          {"roots", work.roots},
                          {"static_tests", work.static_tests}};
  out_ << "\n],\"verdict\":\"" << name_of(outcome) << "\",\"proven\":true,\"stats\":" << one_line(stats) << "}\n";
}

}  // namespace tocca
