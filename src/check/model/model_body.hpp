#pragma once

#include "check/model/movable_shape.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/motion/rigid_motion.hpp"

namespace tocca {

/// A link or an object with geometry, ready to be checked.
struct CollisionModel::Body {
  std::string name;           ///< "link", "robot/link" or the object's name
  int robot = -1, link = -1;  ///< of a link
  int object = -1;            ///< of an object, in the scene of the model's root; of one that came later: none of these
  bool still = false;
  double padding_m = 0.0;                               ///< how much it is grown; the part is not
  const Part& part;                                     ///< of the shape, or of the still bodies
  std::shared_ptr<const MovableShape> shape = nullptr;  ///< of a movable body
  RigidMotion place = StaticMotion(Pose{});             ///< X_WO of an object, where it stays unless a step moves it
  bool rests = false;  ///< an object that no step moves, although it has a frame of its own
};

/// Bodies by number. Valid as long as the model.
class CollisionModel::BodyList {
 public:
  BodyList(std::span<const Body> of_root, std::span<const std::shared_ptr<const Body>> changed)
      : of_root_(of_root), changed_(changed) {}

  std::size_t size() const { return of_root_.size() + changed_.size(); }
  const Body& operator[](std::size_t body) const {
    TOCCA_REQUIRE(body < size(), "a model has no such body");
    return body < of_root_.size() ? of_root_[body] : *changed_[body - of_root_.size()];
  }
  class Iterator;
  Iterator begin() const;
  Iterator end() const;

 private:
  std::span<const Body> of_root_;
  std::span<const std::shared_ptr<const Body>> changed_;
};

/// Goes through all bodies.
class CollisionModel::BodyList::Iterator {
 public:
  using difference_type = std::ptrdiff_t;
  using value_type = Body;
  using pointer = const Body*;
  using reference = const Body&;
  using iterator_category = std::forward_iterator_tag;

  Iterator(const BodyList& list, std::size_t body) : list_(list), body_(body) {}
  reference operator*() const { return list_[body_]; }
  pointer operator->() const { return &list_[body_]; }
  Iterator& operator++() {
    ++body_;
    return *this;
  }
  friend bool operator==(const Iterator& x, const Iterator& y) { return x.body_ == y.body_; }

 private:
  BodyList list_;
  std::size_t body_;
};

inline CollisionModel::BodyList::Iterator CollisionModel::BodyList::begin() const { return {*this, 0}; }
inline CollisionModel::BodyList::Iterator CollisionModel::BodyList::end() const { return {*this, size()}; }
inline CollisionModel::BodyList CollisionModel::bodies() const noexcept { return {root_->bodies_, changed_bodies_}; }
inline const MovableShape& CollisionModel::shape(int movable_body) const {
  return *bodies()[static_cast<std::size_t>(movable_body)].shape;
}

}  // namespace tocca
