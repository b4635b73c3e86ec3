// Supplies the segments of a verb's question: from a problem's clock, or from a path or an edge list read row by row.
#pragma once

#include <memory>

#include "batch/seekable_source.hpp"
#include "check_arguments.hpp"
#include "tocca/check/segment_source.hpp"
#include "tocca/io/path.hpp"

namespace tocca::cli {

/// The segments of what the arguments name. All arguments must outlive it.
std::unique_ptr<SegmentSource> segments_of(const QuestionArguments& arguments, const Problem& problem,
                                           const Checker& checker, Warnings& warnings);
/// The same of another path file, or of the problem's own path if its name is empty.
std::unique_ptr<SeekableSource> segments_of(const QuestionArguments& arguments, const std::string& path,
                                            const Problem& problem, const Checker& checker, Warnings& warnings);

/// The path file that the arguments name, for the problem's robot.
PathReader open_path(const QuestionArguments& arguments, const Problem& problem, Warnings& warnings);
PathReader open_path(const QuestionArguments& arguments, const std::string& path, const Problem& problem,
                     Warnings& warnings);

}  // namespace tocca::cli
