#include "io/files_read.hpp"

#include <sys/stat.h>

#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "io/note_read.hpp"

namespace tocca {
namespace {

/// What a file is, whatever it is called.
using Identity = std::pair<dev_t, ino_t>;

struct Register {
  std::mutex mutex;
  std::optional<std::set<Identity>> files;  ///< none: not recorded
  std::vector<std::filesystem::path> names;
};

Register& the_register() {
  static Register only;
  return only;
}

}  // namespace

FilesRead::FilesRead() {
  Register& all = the_register();
  const std::scoped_lock lock(all.mutex);
  if (all.files) throw std::logic_error("there is a FilesRead already");
  all.files.emplace();
  all.names.clear();
}

FilesRead::~FilesRead() {
  Register& all = the_register();
  const std::scoped_lock lock(all.mutex);
  all.files.reset();
}

bool FilesRead::have(const std::filesystem::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) return false;
  Register& all = the_register();
  const std::scoped_lock lock(all.mutex);
  return all.files && all.files->contains({status.st_dev, status.st_ino});
}

std::vector<std::filesystem::path> FilesRead::names() {
  Register& all = the_register();
  const std::scoped_lock lock(all.mutex);
  return all.names;
}

void note_read(std::FILE* file, const std::filesystem::path& name) {
  Register& all = the_register();
  const std::scoped_lock lock(all.mutex);
  if (!all.files) return;
  struct stat status {};
  if (::fstat(::fileno(file), &status) != 0 || !S_ISREG(status.st_mode)) return;
  if (all.files->insert({status.st_dev, status.st_ino}).second) all.names.push_back(name);
}

}  // namespace tocca
