// Shows a page to the user.
#pragma once

#include <filesystem>
#include <string>

namespace tocca::cli {

/// "file:///home/me/my%20page.html".
std::string file_address(const std::filesystem::path& file);

/// Asks the desktop, if there is one, to open an address; true if it was asked. Never waits, never fails.
bool open_in_browser(const std::string& address);

}  // namespace tocca::cli
