// Ranks of MPI as workers. The library is opened at run time, by a module beside the program, and only under mpirun: nobody else pays for it.
#pragma once

#include <memory>

#include "batch/chunk_workers.hpp"

namespace tocca::cli {

/// This process as a rank among several. Ends MPI with its life; if an error is on its way, it ends the whole job.
class MpiRanks {
 public:
  /// Was the program started as one of several ranks?
  static bool are_here();
  /// Throws InputError if the module cannot be opened.
  MpiRanks();
  ~MpiRanks();
  MpiRanks(const MpiRanks&) = delete;
  MpiRanks& operator=(const MpiRanks&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  /// For rank 0: all others.
  std::unique_ptr<ChunkWorkers> workers() const;
  /// For the others: rank 0.
  std::unique_ptr<ChunkPort> port() const;

 private:
  int rank_ = 0, size_ = 1, errors_before_;
};

}  // namespace tocca::cli
