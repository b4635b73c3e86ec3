#include "batch/mpi.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <exception>
#include <filesystem>

#include "batch/mpi_module.hpp"
#include "tocca/core/error.hpp"

namespace tocca::cli {
namespace {

constexpr std::string_view no_more = "end";
constexpr std::size_t longest_line = 4096;

struct MpiFunctions {
  decltype(&tocca_mpi_begin) begin;
  decltype(&tocca_mpi_send) send;
  decltype(&tocca_mpi_receive) receive;
  decltype(&tocca_mpi_end) end;
  decltype(&tocca_mpi_abort) abort;
};

template <class Function>
void find_function(void* module, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(module, name));
  if (!function) throw InputError("mpirun", "", fmt::format("the module for MPI has no {}", name), "install it anew");
}

/// Opened once; Open MPI's own parts look for its symbols among the global ones.
const MpiFunctions& mpi() {
  static const MpiFunctions functions = [] {
    const auto place = std::filesystem::read_symlink("/proc/self/exe").parent_path() / TOCCA_MPI_MODULE;
    void* module = ::dlopen(place.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (!module) {
      throw InputError("mpirun", "", fmt::format("this program came without its part for MPI ({})", ::dlerror()),
                       "install the package tocca-mpi, or build it with Open MPI (libopenmpi-dev)");
    }
    MpiFunctions found{};
    find_function(module, "tocca_mpi_begin", found.begin);
    find_function(module, "tocca_mpi_send", found.send);
    find_function(module, "tocca_mpi_receive", found.receive);
    find_function(module, "tocca_mpi_end", found.end);
    find_function(module, "tocca_mpi_abort", found.abort);
    return found;
  }();
  return functions;
}

void send_line(int rank, std::string_view line) {
  const std::string_view part = line.substr(0, longest_line);  // a long reason is cut
  mpi().send(rank, part.data(), static_cast<int>(part.size()));
}

std::optional<ChunkWorkers::Message> receive_line(int wait_ms) {
  std::array<char, longest_line> text;
  int from = 0;
  const int length = mpi().receive(&from, text.data(), static_cast<int>(text.size()), wait_ms);
  if (length < 0) return std::nullopt;
  return ChunkWorkers::Message{from, std::string(text.data(), static_cast<std::size_t>(length))};
}

class RankWorkers final : public ChunkWorkers {
 public:
  explicit RankWorkers(int size) : size_(size) {}
  ~RankWorkers() override {
    if (std::uncaught_exceptions() > 0) return;  // then the job is ended as a whole
    for (int rank = 1; rank < size_; ++rank) send_line(rank, no_more);
  }
  int count() const override { return size_ - 1; }
  void send(int worker, const std::string& line) override { send_line(worker + 1, line); }
  std::optional<Message> receive(int wait_ms) override {
    auto message = receive_line(wait_ms);
    if (message) --message->worker;
    return message;
  }

 private:
  int size_;
};

class RankPort final : public ChunkPort {
 public:
  std::optional<std::string> next() override {
    auto message = receive_line(-1);
    if (!message || message->line == no_more) return std::nullopt;
    return std::move(message->line);
  }
  void answer(const std::string& line) override { send_line(0, line); }
};

}  // namespace

bool MpiRanks::are_here() {
  const char* size = std::getenv("OMPI_COMM_WORLD_SIZE");
  return size && std::atoi(size) > 1;
}

MpiRanks::MpiRanks() : errors_before_(std::uncaught_exceptions()) { mpi().begin(&rank_, &size_); }

MpiRanks::~MpiRanks() {
  // A rank that gives up ends the job: the others would wait for it for ever.
  if (std::uncaught_exceptions() > errors_before_) {
    mpi().abort(2);
  } else {
    mpi().end();
  }
}

std::unique_ptr<ChunkWorkers> MpiRanks::workers() const { return std::make_unique<RankWorkers>(size_); }
std::unique_ptr<ChunkPort> MpiRanks::port() const { return std::make_unique<RankPort>(); }

}  // namespace tocca::cli
