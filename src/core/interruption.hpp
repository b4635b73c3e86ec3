// A way to end a long query from its own thread, for callers that cannot wait for its answer: an interpreter that looks for Ctrl-C.
#pragma once

#include <functional>

namespace tocca {

/// While it lives, long queries of the thread that made it ask it now and then whether to go on. One that is told to end answers
/// undecided, as if its budget were spent; it never answers anything else for that.
class Interruption {
 public:
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  /// Is this thread's query to end?
  static bool asked() noexcept { return latest_ && latest_->ended(); }

 protected:
  Interruption() : outer_(latest_) { latest_ = this; }
  ~Interruption() { latest_ = outer_; }
  /// What was there before is asked, too.
  bool outer_ended() noexcept { return outer_ && outer_->ended(); }

 private:
  virtual bool
  ended() noexcept = 0;  ///< costs some ten nanoseconds: it is asked for each pair of bodies in each window of time

  static inline constinit thread_local Interruption* latest_ = nullptr;
  Interruption* outer_;
};

/// Asks a function, if there is one, every so often.
class StopWhenTold final : public Interruption {
 public:
  /// It must outlive this object.
  explicit StopWhenTold(const std::function<bool()>& stop) : stop_(stop) {}

 private:
  static constexpr int every = 64;

  bool ended() noexcept override {
    if (outer_ended()) return true;
    if (!told_ && stop_ && --until_next_ <= 0) {
      told_ = stop_();
      until_next_ = every;
    }
    return told_;
  }

  const std::function<bool()>& stop_;
  int until_next_ = 1;
  bool told_ = false;
};

}  // namespace tocca
