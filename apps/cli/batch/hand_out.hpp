// Hands out chunks to workers until all have a result.
#pragma once

#include "batch/batch_question.hpp"
#include "batch/chunk_workers.hpp"
#include "batch/merge.hpp"

namespace tocca::cli {

struct HandedOut {
  BatchManifest manifest;  ///< complete, unless it was interrupted
  std::size_t kept = 0;    ///< chunks whose results were there already
  std::size_t done = 0;    ///< chunks done now
  std::size_t deaths = 0;  ///< of workers
  ChunkTotals totals;      ///< of all that is done
  bool interrupted = false;
  std::vector<std::string> failures;  ///< "chunk 3: ..."
};

/// Cuts the question while workers are busy with what has been cut, so that they begin at once. A chunk whose worker dies goes to another; after
/// the third death it is given up. Throws InputError if a worker has other inputs or cannot write.
HandedOut hand_out(const BatchQuestion& question, const std::filesystem::path& folder, std::int64_t chunk_size,
                   ChunkWorkers& workers);

/// Does what is asked for through a port, until there is no more.
void serve(const BatchQuestion& question, ChunkPort& port);

}  // namespace tocca::cli
