#include "core/parallel_engine.hpp"

namespace tocca::parallel {
namespace {

class SerialEngine final : public Engine {
 public:
  void run(std::size_t count, std::size_t, const Chunk& chunk) override {
    if (count > 0) chunk(0, count);
  }
  std::unique_ptr<Limit> limit(int) override { return nullptr; }  // one thread keeps to every limit
};

}  // namespace

Engine& serial_engine() {
  static SerialEngine engine;
  return engine;
}

}  // namespace tocca::parallel
