#include "tocca/core/require.hpp"

#include <cstdio>
#include <cstdlib>

namespace tocca {

void contract_broken(const char* file, int line, const char* sentence) noexcept {
  std::fprintf(stderr, "%s:%d: contract broken: %s\n", file, line, sentence);
  std::abort();
}

}  // namespace tocca
