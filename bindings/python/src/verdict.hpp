// Verdicts as Python sees them.
#pragma once

#include "question.hpp"

namespace tocca::python {

/// What was found out about one motion or one configuration, and what it is about.
struct AskedVerdict {
  SegmentVerdict segment;
  QuestionPointer question;
  Configuration from, to;  ///< empty for a segment of a path, which its PathResult draws

  bool is_free() const;  ///< proven, and of something
};

/// An array of three numbers, names, kinds, ...: for `contacts`.
py::list contacts_of(std::span<const NamedContact> contacts);
/// Six digits, for people.
std::string short_number(double value);
/// "2 pairs", "1 pair".
std::string counted(std::size_t count, const char* one);
/// "contact at 0.41 (lower, post)".
std::string summary(const SegmentVerdict& segment);

}  // namespace tocca::python
