#include "batch/mpi_module.hpp"

#define OMPI_SKIP_MPICXX 1  // the C functions alone
#include <mpi.h>

#include <chrono>
#include <thread>

namespace {

constexpr int line_tag = 1;

}  // namespace

void tocca_mpi_begin(int* rank, int* size) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_rank(MPI_COMM_WORLD, rank);
  MPI_Comm_size(MPI_COMM_WORLD, size);
}

void tocca_mpi_send(int to, const char* text, int length) {
  MPI_Send(text, length, MPI_CHAR, to, line_tag, MPI_COMM_WORLD);
}

int tocca_mpi_receive(int* from, char* text, int most, int wait_ms) {
  using Clock = std::chrono::steady_clock;
  const auto until = Clock::now() + std::chrono::milliseconds(wait_ms);
  while (true) {
    int here = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, line_tag, MPI_COMM_WORLD, &here, &status);
    if (here) {
      int length = 0;
      MPI_Get_count(&status, MPI_CHAR, &length);
      if (length > most) MPI_Abort(MPI_COMM_WORLD, 2);
      MPI_Recv(text, most, MPI_CHAR, status.MPI_SOURCE, line_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      *from = status.MPI_SOURCE;
      return length;
    }
    if (wait_ms >= 0 && Clock::now() >= until) return -1;
    // A rank that waits leaves its core to those that work: MPI_Recv would spin.
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

void tocca_mpi_end() { MPI_Finalize(); }
void tocca_mpi_abort(int code) { MPI_Abort(MPI_COMM_WORLD, code); }
