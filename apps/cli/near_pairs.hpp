// The pairs of a world that are near each other, with their closest features in terms of the recorded meshes.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pages/recording.hpp"
#include "tocca/io/result_writers.hpp"
#include "tocca/world/world.hpp"

namespace tocca::cli {

/// The vertices of a mesh by their coordinates: of several at one place, the first.
class VertexPlaces {
 public:
  explicit VertexPlaces(const TriangleMesh& mesh);
  /// -1 if there is none.
  std::int64_t find(const Vector3& place) const;

 private:
  std::vector<std::pair<Vector3, Index>> places_;  ///< ascending
};

/// Collects what each step of a world finds near, for `--features`; writes features.csv where something is recorded.
class NearPairs {
 public:
  /// A body of the world, in the order of their numbers. `drawn`: as bodies/NAME.obj has it.
  void add_body(std::string name, BodyShapePointer shape, std::shared_ptr<const VertexPlaces> drawn);
  void record_to(const Recording& recording);

  void step(int number, const WorldStep& found);
  const std::vector<WorldSummary::NearPair>& all() const { return all_; }
  void close();

 private:
  struct Body {
    std::string name;
    BodyShapePointer shape;
    std::shared_ptr<const VertexPlaces> drawn;
  };
  WorldSummary::NearPlace place_of(const Body& body, const BodyPlace& place, const Vector3& point) const;
  void write(const WorldSummary::NearPair& pair);

  std::vector<Body> bodies_;
  std::vector<WorldSummary::NearPair> all_;
  std::unique_ptr<ResultStream> file_;
};

}  // namespace tocca::cli
