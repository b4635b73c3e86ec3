#include "check/live/live_checker.hpp"

#include <chrono>

#include "core/stopwatch.hpp"

namespace tocca {
namespace {

/// After so long without a change, even a few differences are worth a new root: a cart that drives by is moved more often.
constexpr std::chrono::milliseconds quiet{250};
/// How often a scene that changes all the time is looked at.
constexpr std::chrono::milliseconds pause{5};

}  // namespace

LiveChecker::~LiveChecker() {
  if (!worker_.joinable()) return;
  {
    const std::lock_guard lock(sleeping_);
    ended_ = true;
  }
  alarm_.notify_one();
  worker_.join();
}

void LiveChecker::replace(VersionPointer next) {
  {
    const std::lock_guard lock(pointer_);
    newest_.swap(next);
  }
  // `next` is the old one now: if nobody asks it any more it ends here, outside of the lock.
}

VersionPointer LiveChecker::version_of(const CheckerVersion& before, LiveScene scene) {
  return std::make_shared<const CheckerVersion>(before.settings(), std::move(scene), before.shared_names());
}

void LiveChecker::wake() {
  {
    const std::lock_guard lock(sleeping_);
    changed_ = true;
    if (worker_.joinable()) return;  // it looks by itself
  }
  worker_ = std::thread([this] { work(); });
}

void LiveChecker::work() {
  std::unique_lock lock(sleeping_);
  Stopwatch since_change;
  while (!ended_) {
    const bool waits = newest()->scene().difference() == 0;
    if (waits) {
      alarm_.wait_for(lock, quiet, [this] { return ended_ || changed_; });
    } else {
      alarm_.wait_for(lock, pause, [this] { return ended_; });
    }
    if (ended_) return;
    if (changed_) since_change = {};
    changed_ = false;
    const std::size_t difference = newest()->scene().difference();
    const bool is_quiet = since_change.micros() > 1e3 * static_cast<double>(quiet.count());
    if (difference <= (is_quiet ? 0 : many)) continue;
    lock.unlock();
    const Stopwatch watch;
    make_root();
    lock.lock();
    alarm_.wait_for(lock, std::chrono::microseconds(static_cast<std::int64_t>(watch.micros())),
                    [this] { return ended_; });
  }
}

void LiveChecker::make_root() {
  std::optional<LiveScene> snapshot;
  {
    const std::lock_guard lock(writing_);
    snapshot.emplace(newest()->scene());
    compacting_ = true;
  }
  const LiveScene compact = snapshot->compacted();
  const std::lock_guard lock(writing_);
  compacting_ = false;
  const VersionPointer now = newest();
  if (now->scene().has_root_of(*snapshot)) replace(version_of(*now, now->scene().rebased(compact)));
}

void LiveChecker::compact() {
  const std::lock_guard lock(writing_);
  const VersionPointer now = newest();
  if (!now->can_change() || now->scene().difference() == 0) return;
  replace(version_of(*now, now->scene().compacted()));
}

}  // namespace tocca
