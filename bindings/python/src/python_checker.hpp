// A Checker as Python holds it: a scene that lives, and the question about its present state.
#pragma once

#include <sys/types.h>

#include "question.hpp"

namespace tocca::python {

/// Callers hold the GIL, except while change() works. Changes come from any thread; whoever asks takes question() and keeps it.
class PythonChecker {
 public:
  /// Goes on from a question's state of the scene.
  explicit PythonChecker(QuestionPointer question);
  PythonChecker(const PythonChecker& other) : PythonChecker(other.question()) {}
  ~PythonChecker();

  /// About the scene as it is now. The same one until something changes or becomes compact.
  QuestionPointer question() const;
  /// The checker whose scene changes.
  Checker& live() const;

 private:
  mutable QuestionPointer question_;
  mutable std::unique_ptr<Checker> live_;
  mutable pid_t process_;  ///< whose threads make the scene compact
};

/// The calls that change it, and what it says about its scene.
void add_live(py::class_<PythonChecker>& type);

}  // namespace tocca::python
