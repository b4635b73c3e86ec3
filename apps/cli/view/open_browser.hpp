// Shows a page to whoever sits before a screen.
#pragma once

#include <filesystem>
#include <string>

namespace tocca::cli {

/// "file:///home/me/my%20page.html".
std::string file_address(const std::filesystem::path& file);

/// Asks the desktop to open an address, where there is one; true if it was asked. Never waits, never fails.
bool open_in_browser(const std::string& address);

}  // namespace tocca::cli
