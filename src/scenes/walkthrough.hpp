#pragma once

#include "tocca/model/path.hpp"
#include "tocca/model/robot.hpp"
#include "tocca/model/scene.hpp"

namespace tocca {

/// A walkthrough (cohen-1995, section 5.4): a hand of several convex pieces that moves through what stands around it.
struct Walkthrough {
  Robot hand;  ///< its root is fixed in the room
  Scene scene;
  Path path;
};

/// A kitchen and its porch of several hundred convex pieces, a hand with five jointed fingers on a floating joint, and a way
/// that touches fruit, a table, a lamp, a chair, books, a tap, cups and a swing. What `tocca scene furnished-room` writes.
Walkthrough furnished_room();

}  // namespace tocca
