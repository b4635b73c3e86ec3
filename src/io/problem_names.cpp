#include "io/problem_names.hpp"

#include "io/nearest_name.hpp"
#include "io/text.hpp"

namespace tocca {

ProblemNames::ProblemNames(const Problem& problem) {
  for (std::size_t r = 0; r < problem.robots.size(); ++r) {
    const Robot& robot = problem.robots[r].robot;
    for (std::size_t k = 0; k < robot.tree.links().size(); ++k) {
      const std::string& plain = robot.tree.links()[k].name;
      const std::string full = robot.name + "/" + plain;
      const Meaning meaning{static_cast<int>(r), static_cast<int>(k), problem.robots.size() == 1 ? plain : full};
      links_.emplace(full, meaning);
      if (plain != full) links_.emplace(plain, meaning);
      known_.push_back(meaning.name);
    }
  }
  link_count_ = known_.size();
  for (std::size_t k = 0; k < problem.scene.objects.size(); ++k) {
    const std::string& name = problem.scene.objects[k].name;
    objects_.emplace(name, Meaning{-1, static_cast<int>(k), name});
    known_.push_back(name);
  }
  rigid_count_ = known_.size();
  for (std::size_t k = 0; k < problem.deforming.size(); ++k) {
    const std::string& name = problem.deforming[k].name;
    deforming_.emplace(name, Meaning{-1, static_cast<int>(k), name});
    known_.push_back(name);
  }
}

ProblemNames::Meaning ProblemNames::link(const JsonCursor& name) const {
  return only_one(name.text(), name, true, false);
}
ProblemNames::Meaning ProblemNames::object(const JsonCursor& name) const {
  return only_one(name.text(), name, false, true);
}

ProblemNames::Meaning ProblemNames::link_or_object(const std::string& name, const JsonCursor& place) const {
  Meaning meaning = only_one(name, place, true, true);
  // "arm/tool" of the only robot is called "tool" from here on: an object of that name would be meant as well.
  if (meaning.robot >= 0 && objects_.count(meaning.name) + deforming_.count(meaning.name) > 0) {
    place.fail("both a link and an object are named " + in_quotes(meaning.name), "rename the object in the scene");
  }
  return meaning;
}

ProblemNames::Meaning ProblemNames::only_one(const std::string& text, const JsonCursor& place, bool links,
                                             bool objects) const {
  std::vector<const Meaning*> meanings;
  const auto collect = [&](const auto& map) {
    const auto [begin, end] = map.equal_range(text);
    for (auto it = begin; it != end; ++it) meanings.push_back(&it->second);
  };
  if (links) collect(links_);
  if (objects) collect(objects_);
  if (links && objects) collect(deforming_);
  if (meanings.size() == 1) return *meanings.front();
  if (meanings.size() > 1) {
    place.fail(in_quotes(text) + " means more than one thing",
               "write \"robot/link\", or rename the object in the scene");
  }
  const std::size_t first = links ? 0 : link_count_;
  const std::size_t last = !objects ? link_count_ : links ? known_.size() : rigid_count_;
  std::vector<std::string_view> known(known_.begin() + static_cast<std::ptrdiff_t>(first),
                                      known_.begin() + static_cast<std::ptrdiff_t>(last));
  const char* what = links ? objects ? "link or object " : "link " : "object ";
  place.fail(std::string("there is no ") + what + in_quotes(text), did_you_mean(text, known));
}

}  // namespace tocca
