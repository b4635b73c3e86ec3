// The versions of a checker: the newest, the next one, and the root that is made anew in the background.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

#include "check/live/version.hpp"

namespace tocca {

/// Readers take the newest version and keep it; writers make the next one beside it, one after the other, and put it in its place. The only
/// thing that both wait for is the copying of a pointer.
///
/// Compaction  A version that differs from its root in many objects is slower than one that does not. A thread, which starts with the first
///             change, makes a new root when there are more than `many` of them, or when nothing has changed for a while; it rests at least as
///             long as it works. Meanwhile changes go on: what differs from the new root then is what changed since.
class LiveChecker {
 public:
  explicit LiveChecker(VersionPointer first) : newest_(std::move(first)) {}
  ~LiveChecker();
  LiveChecker(const LiveChecker&) = delete;
  LiveChecker& operator=(const LiveChecker&) = delete;

  VersionPointer newest() const {
    const std::lock_guard lock(pointer_);
    return newest_;
  }
  /// Puts change(version) in the place of the scene. If it throws, nothing has changed. Throws InputError if the scene cannot change.
  template <class Change>
  void change(const Change& change) {
    const std::lock_guard lock(writing_);
    const VersionPointer before = newest();
    LiveScene next = change(*before);
    if (!compacting_) next.forget_removed();
    replace(version_of(*before, std::move(next)));
    wake();
  }
  /// Until the newest version is its own root. Changes of other threads wait meanwhile.
  void compact();

 private:
  static constexpr std::size_t many = 16;

  static VersionPointer version_of(const CheckerVersion& before, LiveScene scene);
  void replace(VersionPointer next);
  void wake();
  void work();
  void make_root();

  mutable std::mutex pointer_;  ///< held while a pointer is copied
  VersionPointer newest_;
  std::mutex writing_;       ///< held by whoever makes the next version
  bool compacting_ = false;  ///< a root is made of an earlier scene
  std::mutex sleeping_;
  std::condition_variable alarm_;
  bool ended_ = false, changed_ = false;
  std::thread worker_;
};

}  // namespace tocca
