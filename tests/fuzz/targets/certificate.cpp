// The auditor: any bytes are valid, rejected or unreadable, with a reason of one line. Checksums are ignored, which would hide the rest.
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <string>

#include "tocca/audit/audit.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using tocca::audit::AuditResult;
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  std::istringstream stream(bytes);
  const AuditResult result = tocca::audit::audit(stream, {1, true});
  const bool valid = result.outcome == AuditResult::Outcome::valid;
  if (result.reason.empty() != valid || result.reason.find('\n') != std::string::npos) std::abort();
  try {
    std::istringstream again(bytes);
    tocca::audit::statement_text(again);
  } catch (const std::runtime_error&) {
  }
  return 0;
}
