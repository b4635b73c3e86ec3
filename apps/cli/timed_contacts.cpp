#include "timed_contacts.hpp"

#include <fmt/format.h>

#include "table.hpp"

namespace tocca::cli {

void TimedContacts::record_to(const Recording& recording) {
  file_ = recording.open("first_contacts.csv", "step,a,b,time_lo,time_hi,initial,x,y,z,nx,ny,nz,undecided");
}

void TimedContacts::add(int step, std::string_view a, std::string_view b, const TimedContact& contact) {
  const bool undecided = contact.why != Undecided::no;
  ++(undecided ? counts_.undecided : contact.initial ? counts_.initial : counts_.within_steps);
  if (!file_) return;
  const auto &p = contact.point, &n = contact.normal;
  file_->out() << fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{}\n", step, csv_field(a), csv_field(b),
                              contact.time.lo, contact.time.hi, contact.initial ? 1 : 0, p[0], p[1], p[2], n[0], n[1],
                              n[2], undecided ? name_of(contact.why) : "");
}

void TimedContacts::close() {
  if (file_) file_->close();
}

std::string TimedContacts::text() const {
  return fmt::format("first contacts within steps: {}\n", grouped(counts_.within_steps));
}

}  // namespace tocca::cli
