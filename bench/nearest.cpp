// The configuration nearest to one of an arm's of seven joints: all looked at side by side (plan/nearest.hpp), beside the trees of
// nanoflann, FLANN and OMPL (GNAT), all exact and by the same metric. One thread; configurations as planners draw them.
//
//   bench_nearest
#include "plan/nearest.hpp"

#include <iostream>  // which the next one leaves out
//
#include <ompl/datastructures/NearestNeighborsGNATNoThreadSafety.h>

#include <cmath>
#include <cstdio>
#include <flann/flann.hpp>
#include <functional>
#include <nanoflann.hpp>
#include <numeric>

#include "core/stopwatch.hpp"
#include "results/results.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/model/problem.hpp"

namespace tocca::bench {
namespace {

constexpr int joints = 7;
using Place = std::array<float, joints>;  // times the weights: what the libraries are given

/// An arm of joints that turn about z and y by turns, 0.2 m apart.
Problem arm() {
  std::vector<Link> links(1);
  links[0].name = "base";
  std::vector<KinematicTree::JointSpec> specs;
  for (int k = 0; k < joints; ++k) {
    const std::string name = "link_" + std::to_string(k), parent = links.back().name;
    links.emplace_back().name = name;
    links.back().colliders.push_back({Pose{}, Sphere{0.05}});
    specs.push_back({"joint_" + std::to_string(k), JointType::revolute, parent, name,
                     Pose{Matrix3::Identity(), {0, 0, 0.2}}, k % 2 == 0 ? Vector3::UnitZ() : Vector3::UnitY(),
                     Limits{-2.8, 2.8}, std::nullopt});
  }
  Problem problem;
  problem.robots.emplace_back().robot.tree = KinematicTree::build(std::move(links), std::move(specs));
  return problem;
}

/// One that can be asked, as each library wants it.
struct Peer {
  std::string name;
  std::function<void(const std::vector<Place>&)> add_all;  ///< one at a time
  std::function<int(const Place&)> nearest;
  std::function<void(const Place&, int)> several;
};

struct PlaceList {
  std::vector<Place> places;
  std::size_t kdtree_get_point_count() const { return places.size(); }
  float kdtree_get_pt(std::size_t index, std::size_t k) const { return places[index][k]; }
  template <class Box>
  bool kdtree_get_bbox(Box&) const {
    return false;
  }
};

Peer nanoflann_peer() {
  using Metric = nanoflann::L2_Simple_Adaptor<float, PlaceList>;
  using Tree = nanoflann::KDTreeSingleIndexDynamicAdaptor<Metric, PlaceList, joints>;
  auto list = std::make_shared<PlaceList>();
  auto tree = std::make_shared<std::shared_ptr<Tree>>();
  const auto ask = [tree](const Place& place, std::size_t count) {
    std::array<std::size_t, 16> indices{};
    std::array<float, 16> squares{};
    nanoflann::KNNResultSet<float> found(count);
    found.init(indices.data(), squares.data());
    (*tree)->findNeighbors(found, place.data(), nanoflann::SearchParams());
    return static_cast<int>(indices[0]);
  };
  return {"nanoflann",
          [=](const std::vector<Place>& places) {
            list->places.clear();
            *tree = std::make_shared<Tree>(joints, *list, nanoflann::KDTreeSingleIndexAdaptorParams(10), 20'000);
            for (const Place& place : places) {
              const auto index = static_cast<unsigned>(list->places.size());
              list->places.push_back(place);
              (*tree)->addPoints(index, index);
            }
          },
          [=](const Place& place) { return ask(place, 1); },
          [=](const Place& place, int count) { ask(place, static_cast<std::size_t>(count)); }};
}

Peer flann_peer() {
  using Tree = flann::Index<flann::L2_Simple<float>>;
  auto list = std::make_shared<std::vector<Place>>();
  auto tree = std::make_shared<std::shared_ptr<Tree>>();
  const auto ask = [tree](Place place, std::size_t count) {
    std::array<int, 16> indices{};
    std::array<float, 16> squares{};
    flann::Matrix<int> found(indices.data(), 1, count);
    flann::Matrix<float> lengths(squares.data(), 1, count);
    flann::SearchParams exact(flann::FLANN_CHECKS_UNLIMITED);
    (*tree)->knnSearch(flann::Matrix<float>(place.data(), 1, joints), found, lengths, count, exact);
    return indices[0];
  };
  return {"FLANN",
          [=](const std::vector<Place>& places) {
            *list = places;
            const auto row = [&](std::size_t k) { return flann::Matrix<float>((*list)[k].data(), 1, joints); };
            *tree = std::make_shared<Tree>(row(0), flann::KDTreeSingleIndexParams(10));
            (*tree)->buildIndex();
            for (std::size_t k = 1; k < places.size(); ++k) (*tree)->addPoints(row(k), 2.0f);
          },
          [=](const Place& place) { return ask(place, 1); },
          [=](const Place& place, int count) { ask(place, static_cast<std::size_t>(count)); }};
}

Peer ompl_peer() {
  using Tree = ompl::NearestNeighborsGNATNoThreadSafety<int>;
  constexpr int asked = -1;
  auto list = std::make_shared<std::vector<Place>>();
  auto place = std::make_shared<Place>();
  auto tree = std::make_shared<std::shared_ptr<Tree>>();
  return {"OMPL GNAT",
          [=](const std::vector<Place>& places) {
            *list = places;
            *tree = std::make_shared<Tree>();
            (*tree)->setDistanceFunction([list, place](const int& a, const int& b) {
              const Place &x = a == asked ? *place : (*list)[static_cast<std::size_t>(a)],
                          &y = b == asked ? *place : (*list)[static_cast<std::size_t>(b)];
              float sum = 0.0f;
              for (std::size_t k = 0; k < joints; ++k) sum += (x[k] - y[k]) * (x[k] - y[k]);
              return std::sqrt(static_cast<double>(sum));
            });
            for (std::size_t k = 0; k < places.size(); ++k) (*tree)->add(static_cast<int>(k));
          },
          [=](const Place& where) {
            *place = where;
            return (*tree)->nearest(asked);
          },
          [=](const Place& where, int count) {
            *place = where;
            static std::vector<int> found;
            (*tree)->nearestK(asked, static_cast<std::size_t>(count), found);
          }};
}

template <class Ask>
double micros_of(const std::vector<Configuration>& questions, int rounds, const Ask& ask) {
  double best = std::numeric_limits<double>::infinity();
  for (int round = 0; round < rounds; ++round) {
    const Stopwatch watch;
    for (std::size_t k = 0; k < questions.size(); ++k) ask(k);
    best = std::min(best, watch.micros() / static_cast<double>(questions.size()));
  }
  return best;
}

void measure(Results& results, int count) {
  const CollisionModel model(arm());
  const PlanSpace space(model, {});
  SeededRandom random(7);
  const auto draw = [&] {
    Configuration q(joints);
    for (const PlanSpace::Degree& degree : space.degrees()) {
      q[degree.coordinate] = random.between(degree.lower, degree.upper);
    }
    return q;
  };
  const auto weighted = [&](const Configuration& q) {
    Place place{};
    for (std::size_t k = 0; k < joints; ++k) {
      place[k] = static_cast<float>(space.degrees()[k].weight) * static_cast<float>(q[space.degrees()[k].coordinate]);
    }
    return place;
  };
  std::vector<Configuration> known, questions;
  std::vector<Place> places, asked;
  for (int k = 0; k < count; ++k) places.push_back(weighted(known.emplace_back(draw())));
  for (int k = 0; k < 1000; ++k) asked.push_back(weighted(questions.emplace_back(draw())));

  constexpr int several = 10;
  const int rounds = results.quick() ? 1 : 5;
  NearestNeighbours ours(space, count);
  const Stopwatch adding;
  for (const Configuration& q : known) ours.add(q);
  ResultRow add{"adding one", adding.micros() / count, "us", {}, {}, ""};
  ResultRow one{"the nearest", 0, "us", {}, {}, ""}, ten{"the nearest ten", 0, "us", {}, {}, ""};
  int sum = 0;
  one.value = micros_of(questions, rounds, [&](std::size_t k) { sum += ours.nearest(questions[k]).index; });
  std::array<NearestNeighbours::Neighbour, several> found;
  ten.value = micros_of(questions, rounds, [&](std::size_t k) { sum += ours.nearest(questions[k], found); });
  for (const Peer& peer : {nanoflann_peer(), flann_peer(), ompl_peer()}) {
    const Stopwatch watch;
    peer.add_all(places);
    add.peers.push_back({peer.name, watch.micros() / count, {}});
    one.peers.push_back(
        {peer.name, micros_of(questions, rounds, [&](std::size_t k) { sum += peer.nearest(asked[k]); }), {}});
    ten.peers.push_back(
        {peer.name, micros_of(questions, rounds, [&](std::size_t k) { peer.several(asked[k], several); }), {}});
    long long other = 0;
    for (std::size_t k = 0; k < questions.size(); ++k)
      other += ours.nearest(questions[k]).index != peer.nearest(asked[k]);
    if (other > 0) std::printf("%s: another answer to %lld questions\n", peer.name.c_str(), other);
  }
  ResultTable& table = results.table(std::to_string(count) + " configurations", "mean of a question");
  for (ResultRow& row : {std::ref(one), std::ref(ten), std::ref(add)}) results.add(table, row);
  if (sum == 0) std::printf("nothing was found\n");
}

int run(int count, char** words) {
  Results results(count, words);
  for (const int known : {100, 1'000, 10'000}) measure(results, known);
  return 0;
}

}  // namespace
}  // namespace tocca::bench

int main(int count, char** words) { return tocca::bench::run(count, words); }
