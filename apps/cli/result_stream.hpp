// A result that is written while it is being found: an ostream onto a file or the standard output, whose failures are
// errors.
#pragma once

#include <cstdio>
#include <memory>
#include <ostream>
#include <streambuf>
#include <string>

namespace tocca::cli {

/// Opens `target` at once ("-": the standard output), so that a name that cannot be written is reported before long
/// work.
class ResultStream {
 public:
  /// `option` names the target in errors. Throws InputError.
  ResultStream(std::string target, std::string option);

  std::ostream& out() { return out_; }
  /// Throws InputError unless everything was written. Without this call, failures go unnoticed.
  void close();

 private:
  class Buffer : public std::streambuf {
   public:
    std::FILE* file = nullptr;
    bool failed = false;

   protected:
    std::streamsize xsputn(const char* text, std::streamsize count) override;
    int overflow(int character) override;
    int sync() override;  ///< std::flush: listeners get it now
  };
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  [[noreturn]] void fail() const;

  std::string target_, option_;
  std::unique_ptr<std::FILE, Close> own_;  ///< none for the standard output
  Buffer buffer_;
  std::ostream out_;
};

}  // namespace tocca::cli
