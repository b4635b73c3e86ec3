#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tocca {

/// Bad input, in one line that tells a person what to do: where it is, what is wrong, how to fix it.
///
/// Guarantee   what() is a single printable line, "FILE: PLACE: PROBLEM; REMEDY" (empty parts are left out), whatever
///             bytes the offending file held: control characters and anything that is not UTF-8 are replaced, long
///             texts are shortened.
class InputError : public std::runtime_error {
 public:
  /// place: "line 12", "joint 'elbow'", "objects[3].geometry", ... ; remedy: an imperative ("give a positive radius").
  InputError(std::string_view file, std::string_view place, std::string_view problem, std::string_view remedy);

  const std::string& file() const noexcept { return file_; }
  const std::string& place() const noexcept { return place_; }
  const std::string& problem() const noexcept { return problem_; }
  const std::string& remedy() const noexcept { return remedy_; }

  /// The same error with the file's name, added by a reader that knows it: code below `io` knows only the place.
  InputError in_file(std::string_view file) const { return {file, place_, problem_, remedy_}; }

 private:
  std::string file_, place_, problem_, remedy_;
};

/// `text` as one printable line of UTF-8, at most `max_length` bytes long (plus "..." if it was longer). Used for every
/// quotation from a file.
std::string printable(std::string_view text, std::size_t max_length = 120);

/// What a loader noticed but could work around; the caller shows it (the CLI prints each line once on stderr).
using Warnings = std::vector<std::string>;

}  // namespace tocca
