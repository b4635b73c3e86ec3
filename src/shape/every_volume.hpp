//
// The one list of bounding volumes: trees and bodies are fitted with each of them. A new volume is one more entry.
#pragma once

#include "tocca/shape/aabb.hpp"
#include "tocca/shape/lss.hpp"
#include "tocca/shape/obb.hpp"
#include "tocca/shape/rss.hpp"

#define TOCCA_EVERY_VOLUME(apply) apply(Aabb) apply(Obb) apply(Rss) apply(Lss)
