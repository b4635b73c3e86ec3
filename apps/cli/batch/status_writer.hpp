// What `tocca batch` says about its chunks.
#pragma once

#include <string>

#include "batch/hand_out.hpp"

namespace tocca::cli {

/// "130 chunks (0 to 129) of 16,384 segments: ..."
std::string cut_text(const BatchManifest& manifest);
std::string status_text(const BatchManifest& manifest, const BatchStatus& status);
std::string run_text(const std::string& folder, const HandedOut& result);
std::string merged_text(const std::string& target, const BatchStatus& status);
std::string status_json(const BatchManifest& manifest, const BatchStatus& status);

/// Joins all results into a file, by its ending JSON or CSV: written beside and renamed. Throws InputError if it cannot be.
void merge_to(const std::string& target, const std::string& folder, const BatchManifest& manifest,
              const BatchStatus& status);

}  // namespace tocca::cli
