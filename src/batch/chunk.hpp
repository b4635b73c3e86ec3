// A part of a long question, small enough to be done again: which segments of which path, and the name of their result.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tocca/io/path.hpp"

namespace tocca {

struct Chunk {
  std::size_t path = 0;                  ///< which of the question's paths
  std::int64_t first = 0, segments = 0;  ///< of that path
  PathPlace place;                       ///< the row that begins the first segment
  std::string name;                      ///< SHA-256 of everything that determines the result, in hexadecimal digits
};

/// A file that the question rests on.
struct BatchInput {
  std::string file, sha256;
};

/// What all chunks share: the program's version, its options, and the files but for the rows of paths, which count with the chunk that they
/// belong to. Two questions with one name have the same answers.
std::string question_name(std::string_view version, const std::vector<std::string>& options,
                          const std::vector<BatchInput>& inputs);

}  // namespace tocca
