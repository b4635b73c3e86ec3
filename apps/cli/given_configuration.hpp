// Configurations as people give them on the command line: values, postures of the SRDF, rows of files.
#pragma once

#include <string>

#include "tocca/core/error.hpp"
#include "tocca/io/path.hpp"
#include "tocca/model/problem.hpp"

namespace tocca::cli {

/// Which row of a file is meant if none is named.
enum class FileRow { first, last };

/// What `text`, the value of `option`, says on top of `defaults`:
///   "j=v,k=w"       values of joints
///   "home,k=w"      group states of the SRDF, then values; a state that several groups have is taken from all of them
///   "path.csv:3"    a waypoint of a path file, counted from 0; without ":3" its first or last one
/// Values outside of limits, and values that look like degrees: a warning. Throws InputError.
Configuration given_configuration(const std::string& text, const Robot& robot, const Configuration& defaults,
                                  const std::string& option, FileRow row, Warnings& warnings,
                                  const PathOptions& options = {});

/// The same for all robots of a problem, one after the other. Where there are several, each part begins with a robot's
/// name ("left/elbow=1,right/home"), and files cannot be given.
Configuration given_configurations(const std::string& text, const Problem& problem, const Configuration& defaults,
                                   const std::string& option, FileRow row, Warnings& warnings,
                                   const PathOptions& options = {});

}  // namespace tocca::cli
