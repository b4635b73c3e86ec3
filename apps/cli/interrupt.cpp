#include "interrupt.hpp"

namespace tocca::cli {
namespace {

volatile std::sig_atomic_t was_asked = 0;

void ask(int) { was_asked = 1; }

}  // namespace

Interrupt::Interrupt() {
  was_asked = 0;
  struct sigaction once {};
  once.sa_handler = ask;
  once.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;  // a second signal finds the default again
  sigaction(SIGINT, &once, &before_int_);
  sigaction(SIGTERM, &once, &before_term_);
  sigaction(SIGHUP, &once, &before_hup_);
  if (before_hup_.sa_handler == SIG_IGN) sigaction(SIGHUP, &before_hup_, nullptr);  // nohup
}

Interrupt::~Interrupt() {
  sigaction(SIGINT, &before_int_, nullptr);
  sigaction(SIGTERM, &before_term_, nullptr);
  sigaction(SIGHUP, &before_hup_, nullptr);
}

bool Interrupt::asked() { return was_asked != 0; }

}  // namespace tocca::cli
