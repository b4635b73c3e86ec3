//
// The only list of bounding volumes: trees and bodies are fitted with each of them. A new volume is one more entry.
#pragma once

#include "shape/aabb.hpp"
#include "shape/obb.hpp"
#include "shape/rss.hpp"
#include "tocca/shape/lss.hpp"

#define TOCCA_EVERY_VOLUME(apply) apply(Aabb) apply(Obb) apply(Rss) apply(Lss)
