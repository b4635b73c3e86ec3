// A stream of LZF is a list of runs and copies. A byte below 32 says how many bytes follow as they are, less one. Any other one says, in
// its upper three bits, how many bytes to copy, less two (7: the next byte says how many more), and, in its lower five and the next
// byte, from how far back, less one. What is copied may overlap what it is copied to.
#include "io/lzf.hpp"

#include <cstdint>

namespace tocca {
namespace {

class LzfStream {
 public:
  LzfStream(std::string_view bytes, std::size_t size) : bytes_(bytes), size_(size) { out_.reserve(size); }

  /// False where the stream is broken.
  bool unpack() {
    while (at_ < bytes_.size()) {
      const unsigned control = next();
      if (!(control < 32 ? run(control + 1) : copy(control))) return false;
    }
    return out_.size() == size_;
  }
  std::string take() { return std::move(out_); }

 private:
  unsigned next() { return static_cast<unsigned char>(bytes_[at_++]); }

  bool run(std::size_t count) {
    if (bytes_.size() - at_ < count || size_ - out_.size() < count) return false;
    out_.append(bytes_.substr(at_, count));
    at_ += count;
    return true;
  }

  bool copy(unsigned control) {
    std::size_t count = control >> 5;
    if (count == 7) {
      if (at_ == bytes_.size()) return false;
      count += next();
    }
    if (at_ == bytes_.size()) return false;
    const std::size_t back = (std::size_t{control & 31u} << 8 | next()) + 1;
    count += 2;
    if (back > out_.size() || size_ - out_.size() < count) return false;
    for (std::size_t from = out_.size() - back; count > 0; --count, ++from) out_.push_back(out_[from]);
    return true;
  }

  std::string_view bytes_;
  std::size_t size_, at_ = 0;
  std::string out_;
};

}  // namespace

std::optional<std::string> unpack_lzf(std::string_view compressed, std::size_t size) {
  if (size / 200 > compressed.size())
    return std::nullopt;  // a copy gives at most 264 bytes for three: no memory for a lie
  LzfStream stream(compressed, size);
  if (!stream.unpack()) return std::nullopt;
  return stream.take();
}

}  // namespace tocca
