// Statements, segments and claims to bytes (docs/certificate-format.md): what audit/reader.cpp reads back.
#pragma once

#include <cstdint>
#include <ostream>
#include <vector>

#include "audit/statement.hpp"

namespace tocca {

std::vector<std::uint8_t> encoded(const audit::Statement& statement);
std::vector<std::uint8_t> encoded(const audit::Segment& segment);
std::vector<std::uint8_t> encoded(const audit::Claim& claim);

/// The first twelve bytes of every certificate.
std::vector<std::uint8_t> certificate_head();
/// A block's head, with its checksum.
std::vector<std::uint8_t> block_head(std::uint32_t kind, const std::vector<std::uint8_t>& bytes);

}  // namespace tocca
