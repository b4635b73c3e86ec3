#include "model/free_bodies.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

#include "core/require_input.hpp"
#include "core/seeded_random.hpp"
#include "tocca/core/error.hpp"

namespace tocca {
namespace {

constexpr double half_turn = 3.14159265358979323846, radians_of_a_degree = half_turn / 180.0;
constexpr int tries_for_a_place = 2000;

struct WorldBall {
  Vector3 at;
  double radius;
};

/// Balls that do not meet. Cells of the largest ball's size make the search quick.
class Crowd {
 public:
  explicit Crowd(double largest_radius) : cell_(2.0 * apart * largest_radius) {}

  bool has_room(const WorldBall& ball) const {
    const Cell middle = cell_of(ball.at);
    for (int n = 0; n < 27; ++n) {
      const auto found = cells_.find({middle[0] + n % 3 - 1, middle[1] + n / 3 % 3 - 1, middle[2] + n / 9 - 1});
      if (found == cells_.end()) continue;
      for (const WorldBall& other : found->second) {
        const double least = apart * (ball.radius + other.radius);
        if ((ball.at - other.at).squaredNorm() < least * least) return false;
      }
    }
    return true;
  }
  void add(const WorldBall& ball) { cells_[cell_of(ball.at)].push_back(ball); }

 private:
  static constexpr double apart = 1.001;  // of the sum of the radii
  using Cell = std::array<std::int64_t, 3>;
  Cell cell_of(const Vector3& p) const {
    const auto along = [&](double x) { return static_cast<std::int64_t>(std::floor(x / cell_)); };
    return {along(p.x()), along(p.y()), along(p.z())};
  }

  double cell_;
  std::map<Cell, std::vector<WorldBall>> cells_;
};

class Drawing {
 public:
  Drawing(const std::vector<FreeBodyDraft>& drafts, const FreeBodyDraws& draws)
      : drafts_(drafts), draws_(draws), random_(draws.seed), poses_(drafts.size()) {
    std::map<const TriangleMesh*, MeshBall> known;
    for (const FreeBodyDraft& draft : drafts) {
      const auto found = known.find(draft.mesh.get());
      balls_.push_back(found != known.end() ? found->second
                                            : known.emplace(draft.mesh.get(), ball_around(*draft.mesh)).first->second);
      largest_ = std::max(largest_, balls_.back().radius);
    }
    order_.resize(drafts.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::stable_sort(order_.begin(), order_.end(),
                     [&](std::size_t a, std::size_t b) { return balls_[a].radius > balls_[b].radius; });
  }

  FreeBodies run(const std::optional<FreeBox>& given) {
    box_ = given ? *given : first_box();
    for (std::size_t k = 0; k < drafts_.size(); ++k) require_inside(k);
    while (const FreeBodyDraft* const homeless = place_all()) {
      if (given) {
        throw InputError("", homeless->place, "there is no place left for it in the box, apart from the others",
                         "make \"box\" larger, or give it a \"pose\"");
      }
      const Vector3 more = 0.125 * (box_.most - box_.least);
      box_ = {box_.least - more, box_.most + more};
    }
    FreeBodies result;
    result.least = box_.least;
    result.most = box_.most;
    for (std::size_t k = 0; k < drafts_.size(); ++k) result.bodies.push_back(finished(k));
    return result;
  }

 private:
  WorldBall placed(std::size_t k, const Pose& X) const { return {X * balls_[k].centre, balls_[k].radius}; }

  /// As dense as was asked for, around those whose place is known.
  FreeBox first_box() const {
    double volume = 0.0;
    Vector3 least = Vector3::Zero(), most = least;
    bool any = false;
    for (std::size_t k = 0; k < drafts_.size(); ++k) {
      const double r = balls_[k].radius;
      volume += 4.0 / 3.0 * half_turn * r * r * r;
      if (!drafts_[k].pose) continue;
      const Vector3 at = placed(k, *drafts_[k].pose).at, reach = Vector3::Constant(r);
      if (!any) least = most = at;
      least = least.cwiseMin(at - reach), most = most.cwiseMax(at + reach);
      any = true;
    }
    const Vector3 middle = 0.5 * (least + most);
    // As a float, since cube roots differ in the last place from platform to platform.
    const double dense = static_cast<float>(std::cbrt(volume / (0.01 * draws_.density_percent)));
    const double side = std::max(dense, 2.5 * largest_);
    const Vector3 half = (0.5 * (most - least)).cwiseMax(Vector3::Constant(0.5 * side)) * (1.0 + 1e-9);
    return {middle - half, middle + half};
  }

  void require_inside(std::size_t k) const {
    const double r = balls_[k].radius;
    if (((box_.most - box_.least).array() < 2.0 * r).any()) {
      throw InputError("", drafts_[k].place, "the ball around it does not fit into the box", "make \"box\" larger");
    }
    if (!drafts_[k].pose) return;
    const Vector3 at = placed(k, *drafts_[k].pose).at;
    if (((at - box_.least).array() < r).any() || ((box_.most - at).array() < r).any()) {
      throw InputError("", drafts_[k].place, "the ball around it sticks out of the box",
                       "move it inside, or make \"box\" larger");
    }
  }

  /// The large ones first: small ones find room between them. Returns one that found none.
  const FreeBodyDraft* place_all() {
    Crowd crowd(largest_);
    for (std::size_t k = 0; k < drafts_.size(); ++k) {
      if (!drafts_[k].pose) continue;
      poses_[k] = *drafts_[k].pose;
      crowd.add(placed(k, poses_[k]));
    }
    for (const std::size_t k : order_) {
      if (!drafts_[k].pose && !find_place(k, crowd)) return &drafts_[k];
    }
    return nullptr;
  }

  bool find_place(std::size_t k, Crowd& crowd) {
    for (int attempt = 0; attempt < tries_for_a_place; ++attempt) {
      WorldBall ball{Vector3::Zero(), balls_[k].radius};
      for (int i = 0; i < 3; ++i) {
        ball.at[i] = random_.between(box_.least[i] + ball.radius, box_.most[i] - ball.radius);
      }
      if (!crowd.has_room(ball)) continue;
      crowd.add(ball);
      const Eigen::Vector4d q = random_.unit_quaternion();
      poses_[k] = Pose::from_quaternion(Vector3::Zero(), q[0], q[1], q[2], q[3]);
      poses_[k].translation = ball.at - poses_[k].rotation * balls_[k].centre;
      return true;
    }
    return false;
  }

  FreeBody finished(std::size_t k) {
    const FreeBodyDraft& draft = drafts_[k];
    // Drawn even where they are given: what one body says does not change the flights of the others.
    const Vector3 way = random_.direction(), axis = random_.direction();
    return {draft.name, draft.mesh, poses_[k],
            draft.velocity.value_or(way * (0.01 * draws_.speed_percent * balls_[k].radius)),
            draft.spin.value_or(axis * (draws_.spin_degrees * radians_of_a_degree))};
  }

  const std::vector<FreeBodyDraft>& drafts_;
  const FreeBodyDraws& draws_;
  SeededRandom random_;
  std::vector<MeshBall> balls_;
  std::vector<std::size_t> order_;  ///< the largest first
  double largest_ = 0.0;
  FreeBox box_{};
  std::vector<Pose> poses_;
};

void require_valid(const FreeBodyDraws& draws) {
  require_input(draws.density_percent >= 1e-6 && draws.density_percent <= 10, "bodies", "the density is out of range",
                "give a percentage from 1e-6 to 10");
  require_input(draws.speed_percent >= 0 && draws.speed_percent <= 1'000, "bodies", "the speed is out of range",
                "give a percentage of the radius from 0 to 1000");
  require_input(draws.spin_degrees >= 0 && draws.spin_degrees < 180, "bodies", "the spin is out of range",
                "give degrees from 0 to less than 180");
}

}  // namespace

MeshBall ball_around(const TriangleMesh& mesh) {
  Vector3 least = mesh.vertices().front(), most = least;
  for (const Vector3& v : mesh.vertices()) least = least.cwiseMin(v), most = most.cwiseMax(v);
  MeshBall ball{0.5 * (least + most), 0.0};
  for (const Vector3& v : mesh.vertices()) ball.radius = std::max(ball.radius, (v - ball.centre).norm());
  ball.radius *= 1.0 + 0x1p-40;
  return ball;
}

FreeBodies draw_free_bodies(const std::vector<FreeBodyDraft>& drafts, const std::optional<FreeBox>& box,
                            const FreeBodyDraws& draws) {
  require_valid(draws);
  return Drawing(drafts, draws).run(box);
}

}  // namespace tocca
