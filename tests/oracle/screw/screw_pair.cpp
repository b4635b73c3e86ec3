// What is proven here: ScrewPair misses no contact and invents none, and its times are those of the roots. Oracles: every pair of features in
// 240 bits (screw_judge.hpp); the Checker. Motions that are no screws: screw_motions.cpp.
// The paper's 50,000 placements are all judged in 240 bits with TOCCA_FULL=1.
#include "tocca/screw/screw_pair.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <tuple>

#include "screw_draws.hpp"
#include "screw_judge.hpp"
#include "testing/judged_bodies.hpp"
#include "testing/plain_kinematics.hpp"
#include "testing/screw_scene.hpp"
#include "testing/small_worlds.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/motion_step.hpp"

namespace tocca::testing::screw_pair_tests {
namespace {

constexpr double time_goal = 1e-9, tolerance_m = 1e-6;

/// The feature that a contact names, as the judge names it.
JudgedFeature feature(const TriangleMesh& mesh, std::int64_t triangle, int corner, int count) {
  const Triangle& t = mesh.triangles()[static_cast<std::size_t>(triangle)];
  const auto k = static_cast<std::size_t>(std::max(corner, 0));
  JudgedFeature result{count, {t[k], t[(k + 1) % 3], t[(k + 2) % 3]}};
  for (std::size_t i = static_cast<std::size_t>(count); i < 3; ++i) result.vertex[i] = 0;
  if (count == 2 && result.vertex[0] > result.vertex[1]) std::swap(result.vertex[0], result.vertex[1]);
  return result;
}

int features_of_a(ContactKind kind) {
  return kind == ContactKind::vertex_face ? 1 : kind == ContactKind::face_vertex ? 3 : 2;
}

struct Log {
  int contacts = 0, free = 0, initial = 0, judged = 0, grazing = 0, named = 0;
  double time_error = 0.0, width = 0.0;
};

/// Two meshes with all who are asked about them.
class Court {
 public:
  Court(MeshPointer a, MeshPointer b, const ScrewSettings& settings = {})
      : a_(std::move(a)), b_(std::move(b)), pair_(a_, b_, settings), judge_(*a_, *b_) {}

  ScrewPair& pair() { return pair_; }
  ScrewJudge& judge() { return judge_; }
  const TriangleMesh& a() const { return *a_; }
  const TriangleMesh& b() const { return *b_; }

  /// Empty where the answer about a screw that starts without contact stands.
  std::string refuted(const ScrewParameters& screw, const ScrewAnswer& answer, Log& log) {
    ++log.judged;
    const std::vector<JudgedContact> truth = judge_.first(screw);
    if (answer.outcome == Outcome::undecided) return "undecided";
    const bool contact = answer.outcome == Outcome::contact;
    if (!truth.empty() && !contact) return "MISSED a contact at " + std::to_string(truth.front().time);
    if (!contact) return "";
    const double width = answer.time.hi - answer.time.lo;
    if (!(width >= 0.0 && width <= 1e-6)) return "bracket is " + std::to_string(width) + " wide";
    if (answer.contacts.empty()) return "nothing is said to touch";
    if (truth.empty() || answer.time.hi < truth.front().time - time_goal) {
      ++log.grazing;  // it may be: within the tolerance, and not touching
      return witnessed(screw, answer) ? "" : "INVENTED a contact at " + std::to_string(answer.time.hi);
    }
    const double time = truth.front().time;
    if (answer.time.lo > time * (1.0 + 0x1p-50)) return "MISSED the first contact, at " + std::to_string(time);
    log.time_error = std::max(log.time_error, std::abs(answer.time.hi - time));
    log.width = std::max(log.width, width);
    if (answer.time.hi > time + time_goal) return "late by " + std::to_string(1e9 * (answer.time.hi - time)) + "e-9";
    log.named += names(answer, truth);
    return witnessed(screw, answer) ? "" : "what is listed is apart";
  }

 private:
  /// Everything listed is within the tolerance, in 240 bits.
  bool witnessed(const ScrewParameters& screw, const ScrewAnswer& answer) const {
    return std::all_of(answer.contacts.begin(), answer.contacts.end(), [&](const ScrewContact& contact) {
      if (contact.kind == ContactKind::overlap) return true;
      const int count = features_of_a(contact.kind);
      return judge_.distance(screw, feature(*a_, contact.triangles[0], contact.corners[0], count),
                             feature(*b_, contact.triangles[1], contact.corners[1], 4 - count),
                             contact.time.hi) <= tolerance_m + 1e-12;
    });
  }
  /// Is one of the features that meet first among those listed?
  bool names(const ScrewAnswer& answer, const std::vector<JudgedContact>& truth) const {
    return std::any_of(answer.contacts.begin(), answer.contacts.end(), [&](const ScrewContact& contact) {
      const int count = features_of_a(contact.kind);
      return contact.kind == truth.front().kind &&
             (count == 1 ? feature(*a_, contact.triangles[0], contact.corners[0], 1).vertex == truth.front().a.vertex
              : count == 3
                  ? feature(*b_, contact.triangles[1], contact.corners[1], 1).vertex == truth.front().b.vertex
                  : feature(*a_, contact.triangles[0], contact.corners[0], 2).vertex == truth.front().a.vertex);
    });
  }

  MeshPointer a_, b_;
  ScrewPair pair_;
  ScrewJudge judge_;
};

void print(const char* what, const Log& log) {
  std::printf(
      "          %s: %d contacts, %d free, %d initial; %d judged, %d grazing, %d named; time within %.3g, brackets "
      "%.3g\n",
      what, log.contacts, log.free, log.initial, log.judged, log.grazing, log.named, log.time_error, log.width);
}

void count(const ScrewAnswer& answer, Log& log) {
  log.contacts += answer.outcome == Outcome::contact;
  log.free += answer.outcome == Outcome::free;
  log.initial += answer.initial;
}

TEST(ScrewPair, ThePapersBlocksAgainstEveryPairOfFeatures) {
  const int placements = cases(1000, 50'000);
  const ScrewScene scene(static_cast<std::size_t>(placements));
  Court court(scene.a, scene.b);
  Log log;
  for (int k = 0; k < placements; ++k) {
    const ScrewParameters& screw = scene.screws[static_cast<std::size_t>(k)];
    const ScrewAnswer& answer = court.pair().first_contact(screw);
    count(answer, log);
    EXPECT_FALSE(answer.initial) << k;
    if (cases(0, 1) == 0 && answer.outcome == Outcome::free && k % 100 != 7) continue;  // every day a few of those
    EXPECT_EQ(court.refuted(screw, answer, log), "") << "placement " << k;
  }
  print("blocks-screw", log);
  EXPECT_GE(log.contacts, placements / 200);
  EXPECT_GE(log.free, placements * 9 / 10);
  EXPECT_LE(log.grazing, 1 + placements / 10'000);
  EXPECT_GE(log.named, (log.contacts - log.grazing) * 98 / 100);
  EXPECT_EQ(court.judge().unresolved(), 0);
}

/// The same motion in the world, by the Checker: tubes, trees and windows, none of which ScrewPair uses.
TEST(ScrewPair, ThePapersBlocksAgainstTheChecker) {
  const int placements = cases(300, 50'000);
  const ScrewScene scene(static_cast<std::size_t>(placements));
  Court court(scene.a, scene.b);
  Problem problem;
  problem.scene.objects = {object("a", Pose{}, scene.a), object("b", Pose{}, scene.b)};
  for (const int object : {0, 1}) {
    problem.moving.push_back({object, ObjectMotion::in_between, {{0.0, Pose{}}, {1.0, Pose{}}}});
  }
  const Checker checker(problem);
  Query query = checker.query();
  int contacts = 0;
  for (int k = 0; k < placements; ++k) {
    const ScrewParameters& screw = scene.screws[static_cast<std::size_t>(k)];
    const ScrewAnswer& answer = court.pair().first_contact(screw);
    const RigidMotion moving =
        ScrewMotion(screw.start, screw.point, screw.direction, screw.angle_rad, screw.translation_m);
    query.step().move_object(0, moving);
    query.step().move_object(1, StaticMotion(Pose{}));
    const Answer& checked = query.first_contact();
    const std::string tale = story(2003, k, checked.time.lo, checked.time.hi, answer.time.lo, answer.time.hi);
    contacts += answer.outcome == Outcome::contact;
    if (answer.outcome == Outcome::free && checked.outcome == Outcome::free) continue;
    // The checker counts half of the tolerance as contact, so it may be earlier; and it may see one where nothing touches.
    if (answer.outcome == Outcome::contact) {
      ASSERT_EQ(checked.outcome, Outcome::contact) << tale;
      EXPECT_LE(checked.time.lo, answer.time.hi) << tale;
    }
    if (answer.outcome == Outcome::free || checked.time.hi < answer.time.lo - 1e-6) {
      const DistanceBounds near = plain_distance(plain_items(scene.a, isometry(screw.pose(checked.time.hi))),
                                                 plain_items(scene.b, Eigen::Isometry3d::Identity()));
      EXPECT_GT(near.upper, 0.0) << tale;
    }
  }
  EXPECT_GE(contacts, placements / 200);
}

/// From somewhere beside B to somewhere near it: turns of any size, further turns, tiny turns about far axes, none.
ScrewParameters draw_screw(Draw& draw) {
  const Pose start = {draw.pose(1.0).rotation, draw.uniform(1.0, 3.0) * draw.direction()};
  Pose end = draw.pose(0.7);
  if (draw.coin(0.3)) {
    const double angle = draw.coin(0.3) ? 0.0 : draw.log_uniform(1e-12, 1e-2);
    end.rotation = rotation_about(draw.direction(), angle) * start.rotation;
    return screw_between(start, end);  // a whole turn about a far axis would leave the solar system
  }
  return screw_between(start, end, draw.coin(0.7) ? 0 : draw.integer(-1, 3));
}

bool start_in_contact(const MeshPointer& a, const MeshPointer& b, const Pose& X_BA) {
  JudgedBodies bodies;
  bodies.add(0, {Collider{Pose{}, a}}, X_BA);
  bodies.add(1, {Collider{Pose{}, b}}, Pose{});
  return bodies.plain(0, 1).upper < 1e-15;
}

/// The same relative motion, seen from A: B turns and slides the other way about the axis as A sees it at the start.
ScrewParameters seen_from_a(const ScrewParameters& screw) {
  ScrewParameters result = screw;
  result.start = screw.start.inverse();
  result.point = result.start * screw.point;
  result.direction = result.start.rotation * screw.direction;
  result.angle_rad = -screw.angle_rad;
  result.translation_m = -screw.translation_m;
  return result;
}

TEST(ScrewPair, NeitherWhoMovesNorRejectionsChangeTheAnswer) {
  Draw draw;
  int contacts = 0;
  const int count_of_cases = cases(60, 3000);
  for (int i = 0; i < count_of_cases; ++i) {
    const MeshPointer a = draw_mesh(draw), b = draw_mesh(draw);
    const ScrewParameters screw = draw_screw(draw);
    ScrewPair pair(a, b), swapped(b, a);
    const ScrewAnswer& answer = pair.first_contact(screw);
    contacts += answer.outcome == Outcome::contact;
    const auto expect_same = [&](const ScrewAnswer& other, const std::string& who) {
      const std::string tale = who + story(draw.seed(), i, answer.time.hi, other.time.hi);
      ASSERT_EQ(answer.outcome, other.outcome) << tale;
      EXPECT_NEAR(answer.time.hi, other.time.hi, time_goal) << tale;
      EXPECT_EQ(answer.contacts.size(), other.contacts.size()) << tale;
    };
    // Far axes: the inverse of the start rounds the axis' point, and with it the motion.
    if (screw.point.norm() < 1e3) expect_same(swapped.first_contact(seen_from_a(screw)), "swapped ");
    for (int without = 0; without < 4; ++without) {
      ScrewSettings settings;
      settings.rejections = {without != 0, without != 1, without != 2, without != 3};
      ScrewPair plain(a, b, settings);
      expect_same(plain.first_contact(screw), "without " + std::to_string(without) + " ");
    }
  }
  EXPECT_GE(contacts, count_of_cases / 12);
}

TEST(ScrewPair, SmallSolidsOnAnyScrew) {
  Draw draw;
  Log log;
  const int count_of_cases = cases(250, 20'000);
  for (int i = 0; i < count_of_cases; ++i) {
    const MeshPointer a = draw_mesh(draw), b = draw_mesh(draw);
    Court court(a, b);
    const ScrewParameters screw = draw_screw(draw);
    const ScrewAnswer& answer = court.pair().first_contact(screw);
    count(answer, log);
    const std::string tale = story(draw.seed(), i, answer.time.lo, answer.time.hi, screw.angle_rad);
    ASSERT_EQ(answer.initial, start_in_contact(a, b, screw.start)) << tale;
    if (answer.initial) continue;
    ASSERT_EQ(court.refuted(screw, answer, log), "") << tale;
  }
  print("small solids", log);
  EXPECT_GE(log.contacts - log.initial, count_of_cases / 10);
  EXPECT_GE(log.free, count_of_cases / 10);
  EXPECT_LE(log.grazing, 1 + count_of_cases / 1000);
}

/// Kind and vertices of a contact, faces whichever corner comes first.
auto key(ContactKind kind, JudgedFeature a, JudgedFeature b) {
  std::sort(a.vertex.begin(), a.vertex.end());
  std::sort(b.vertex.begin(), b.vertex.end());
  return std::tuple(kind, a.vertex, b.vertex);
}

TEST(ScrewPair, AllContactsAreTheRootsOfAllPairsOfFeatures) {
  Draw draw;
  int contacts = 0, beyond = 0;
  const int count_of_cases = cases(60, 4000);
  for (int i = 0; i < count_of_cases; ++i) {
    const MeshPointer a = draw_mesh(draw), b = draw_mesh(draw);
    Court court(a, b);
    const ScrewParameters screw = draw_screw(draw);
    const double up_to = draw.coin() ? 1.0 : draw.uniform(0.3, 1.0);
    std::vector<JudgedContact> truth = court.judge().all(screw);
    std::vector<ScrewContact> found = court.pair().all_contacts(screw, up_to).contacts;
    std::erase_if(found, [](const ScrewContact& c) { return c.time.hi == 0.0 || c.kind == ContactKind::inside; });
    for (const JudgedContact& root : truth) {
      if (root.time > up_to) continue;
      ++contacts;
      const auto same = std::find_if(found.begin(), found.end(), [&](const ScrewContact& c) {
        const int n = features_of_a(c.kind);
        return key(c.kind, feature(*a, c.triangles[0], c.corners[0], n),
                   feature(*b, c.triangles[1], c.corners[1], 4 - n)) == key(root.kind, root.a, root.b) &&
               c.time.lo <= root.time * (1.0 + 0x1p-50) && c.time.hi >= root.time - time_goal &&
               c.time.hi <= root.time + time_goal;
      });
      ASSERT_NE(same, found.end()) << story(draw.seed(), i, root.time, static_cast<int>(root.kind));
      found.erase(same);
    }
    for (const ScrewContact& c : found) {  // near misses, or just after the end
      const int n = features_of_a(c.kind);
      EXPECT_LE(court.judge().distance(screw, feature(*a, c.triangles[0], c.corners[0], n),
                                       feature(*b, c.triangles[1], c.corners[1], 4 - n), c.time.hi),
                tolerance_m)
          << story(draw.seed(), i, c.time.lo, c.time.hi);
      ++beyond;
    }
  }
  std::printf("          %d contacts, %d more within the tolerance\n", contacts, beyond);
  EXPECT_GT(contacts, 2 * count_of_cases);
  EXPECT_LE(beyond, contacts / 100);
}

}  // namespace
}  // namespace tocca::testing::screw_pair_tests
