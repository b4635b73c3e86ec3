#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "tocca/deformable/linear_query.hpp"

namespace tocca {

/// One elementary query from a file.
struct LinearRow {
  FourVertices vertices;
  std::optional<bool> truth;  ///< what the file says: contact or not
  double rounding_m = 0.0;    ///< no coordinate is farther than this from what the file says; 0 where all are doubles
};

/// Reads the public layout of linear queries: CSV without a header, eight rows per query (the four vertices at t = 0,
/// then at t = 1), each x_num,x_den,y_num,y_den,z_num,z_den[,truth] in whole numbers of any length.
///
/// Guarantee   A coordinate that is a double is read exactly. Any other becomes a double near it; rounding_m says how
///             near.
///             Bounded memory, whatever the file's length.
/// Fails       InputError: unreadable, not numbers, a zero denominator, a coordinate beyond the doubles, rows missing
///             at the end, a truth that is neither 0 nor 1, that only some rows have or that changes within a query.
class LinearReader {
 public:
  explicit LinearReader(const std::filesystem::path& file);
  ~LinearReader();
  LinearReader(LinearReader&&) noexcept;

  /// False at the end of the file.
  bool next(LinearRow& row);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tocca
