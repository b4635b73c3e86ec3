#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "io/json_cursor.hpp"
#include "tocca/model/problem.hpp"

namespace tocca {

/// Finds what "robot/link", "link" and "object" mean in a problem whose robots and scene are loaded.
class ProblemNames {
 public:
  /// A link of a robot or, with robot -1, an object of the scene or a body that deforms.
  struct Meaning {
    int robot, index;
    std::string name;  ///< as Problem wants it
  };

  explicit ProblemNames(const Problem& problem);

  /// Each fails at `name` if nothing or more than one thing has it.
  Meaning link(const JsonCursor& name) const;
  Meaning object(const JsonCursor& name) const;
  /// Or a body that deforms.
  Meaning link_or_object(const JsonCursor& name) const { return link_or_object(name.text(), name); }
  /// A name that is a key; fails at its value.
  Meaning link_or_object(const std::string& name, const JsonCursor& place) const;

 private:
  Meaning only_one(const std::string& name, const JsonCursor& place, bool links, bool objects) const;

  std::unordered_multimap<std::string, Meaning> links_, objects_, deforming_;
  std::vector<std::string> known_;  // as Problem wants them: links, objects, bodies that deform
  std::size_t link_count_ = 0, rigid_count_ = 0;
};

}  // namespace tocca
