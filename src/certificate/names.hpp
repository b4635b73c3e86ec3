// Names as the auditor takes them: well-formed UTF-8 without control characters (docs/certificate-format.md).
#pragma once

#include <string>
#include <string_view>

namespace tocca {

class Checker;

/// Bytes that the auditor does not take for text become U+FFFD.
std::string as_text(std::string_view bytes);

/// The auditor refuses a statement with a name that is no text; so nothing is written in the first place. Throws InputError, which names the file and
/// the option.
void require_texts(const Checker& checker, std::string_view file, std::string_view option);

}  // namespace tocca
