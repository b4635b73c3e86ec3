#include "tocca/report/world_recorder.hpp"

#include <algorithm>
#include <array>
#include <variant>

#include "core/index.hpp"
#include "report/kept_moments.hpp"
#include "tocca/shape/cloud.hpp"
#include "tocca/shape/convex_hull.hpp"
#include "tocca/world/world.hpp"
#include "world/closest_features.hpp"

namespace tocca {
namespace {

constexpr std::size_t most_world_moments = 2000;
constexpr std::size_t most_world_segments = 1000;
constexpr std::size_t most_places = 20'000;  // of contacts, together: about 300 bytes each
constexpr std::size_t most_places_of_a_step = 100;
constexpr std::size_t most_lines_of_a_step = 200;

std::size_t triangles_of(const Report::Body& body) {
  std::size_t count = 0;
  for (const Collider& shape : body.shapes) {
    if (const auto* mesh = std::get_if<MeshPointer>(&shape.geometry)) {
      count += (*mesh)->triangles().size();
    } else if (const auto* hull = std::get_if<std::shared_ptr<const ConvexHull>>(&shape.geometry)) {
      count += (*hull)->triangles().size();
    } else if (const auto* cloud = std::get_if<CloudPointer>(&shape.geometry)) {
      count += 12 * (*cloud)->size();
    } else {
      count += 100;  // about what the page makes of something round
    }
  }
  return count;
}

ContactKind kind_of(const BodyDistance& distance) {
  const auto is = [](const BodyPlace& place, Feature::Kind kind) {
    return place.feature >= 0 && place.feature_kind == static_cast<int>(kind);
  };
  if (!(distance.lower > 0.0)) return ContactKind::overlap;
  if (distance.a.feature < 0 && distance.b.feature < 0) return ContactKind::round;
  if (is(distance.a, Feature::Kind::edge) && is(distance.b, Feature::Kind::edge)) return ContactKind::edge_edge;
  return is(distance.a, Feature::Kind::face) ? ContactKind::face_vertex : ContactKind::vertex_face;
}

std::array<Vector3, 2> box_of(const World& world, int body) {
  const BodyBox box = world.box(body);
  return {box.lower, box.upper};
}

std::string counted(std::size_t part, std::size_t whole, const char* things) {
  return std::to_string(part) + " of " + std::to_string(whole) + " " + things;
}

}  // namespace

class WorldRecorder::State {
 public:
  explicit State(Report& report, std::size_t poses, std::size_t triangles);
  void add(int body, Report::Body drawn, bool moves);
  void step(const World& world, const WorldStep& found, std::span<const TimedContact> before);
  std::vector<std::string> notes() const;

 private:
  struct Candidate {
    int body;
    Report::Body drawn;
    bool moves;
  };
  void choose(const World& world);
  void record_moment(const World& world, bool touching);
  void record_closest(const World& world, const WorldStep& found);
  void record_contacts(const World& world, const WorldStep& found, std::span<const TimedContact> before);
  NamedContact place_of(const World& world, BodyPair pair) const;
  bool is_drawn(const BodyPair& pair) const;
  void drop_moments(std::span<const std::size_t> places);
  void drop_segments(std::span<const std::size_t> places);

  Report& report_;
  std::size_t most_poses_, most_triangles_;
  std::vector<Candidate> candidates_;
  std::size_t given_ = 0;           ///< bodies
  std::vector<int> place_;          ///< of a body of the world in the report; -1: not drawn
  std::vector<int> moving_;         ///< bodies of the world that have poses
  KeptMoments moments_, segments_;  ///< of times, of segments
  std::size_t places_ = 0;          ///< of contacts, of all segments
  bool contacts_cut_ = false, lines_cut_ = false;
};

WorldRecorder::State::State(Report& report, std::size_t poses, std::size_t triangles)
    : report_(report),
      most_poses_(poses),
      most_triangles_(triangles),
      moments_(most_world_moments),
      segments_(most_world_segments) {
  report_.clock_unit = "step";
  report_.segment_word = "step";
}

void WorldRecorder::State::add(int body, Report::Body drawn, bool moves) {
  candidates_.push_back({body, std::move(drawn), moves});
}

/// All bodies, or those nearest to the middle: what is drawn then looks like a piece of the world.
void WorldRecorder::State::choose(const World& world) {
  given_ = candidates_.size();
  std::size_t triangles = 0;
  Vector3 middle = Vector3::Zero();
  for (const Candidate& candidate : candidates_) {
    triangles += triangles_of(candidate.drawn);
    middle += world.pose(candidate.body).translation / static_cast<double>(given_);
  }
  const std::size_t fewest_moments = 50;
  if (triangles > most_triangles_ || given_ * fewest_moments > most_poses_) {
    std::stable_sort(candidates_.begin(), candidates_.end(), [&](const Candidate& a, const Candidate& b) {
      const auto far = [&](const Candidate& c) {
        return (world.pose(c.body).translation - middle).lpNorm<Eigen::Infinity>();
      };
      return far(a) < far(b);
    });
    std::size_t count = 0;
    for (triangles = 0; count < std::min(given_, most_poses_ / fewest_moments); ++count) {
      triangles += triangles_of(candidates_[count].drawn);
      if (triangles > most_triangles_ && count > 0) break;
    }
    candidates_.resize(count, candidates_.front());
    std::sort(candidates_.begin(), candidates_.end(),
              [](const Candidate& a, const Candidate& b) { return a.body < b.body; });
  }
  for (Candidate& candidate : candidates_) {
    if (place_.size() <= at(candidate.body)) place_.resize(at(candidate.body) + 1, -1);
    place_[at(candidate.body)] = static_cast<int>(report_.bodies.size());
    if (candidate.moves) moving_.push_back(candidate.body);
    candidate.drawn.pose = world.pose(candidate.body);
    if (!candidate.moves) candidate.drawn.boxes = {box_of(world, candidate.body)};
    report_.bodies.push_back(std::move(candidate.drawn));
  }
  candidates_.clear();
  if (moving_.empty()) return;
  moments_ = KeptMoments(std::clamp(most_poses_ / moving_.size(), std::size_t{4}, most_world_moments));
}

bool WorldRecorder::State::is_drawn(const BodyPair& pair) const {
  const auto there = [&](int body) { return at(body) < place_.size() && place_[at(body)] >= 0; };
  return there(pair.a) && there(pair.b) && pair.a != pair.b;
}

void WorldRecorder::State::step(const World& world, const WorldStep& found, std::span<const TimedContact> before) {
  if (report_.bodies.empty()) choose(world);
  const auto seen = [&](const BodyPair& pair) { return is_drawn(pair); };
  const bool touching = std::any_of(found.colliding.begin(), found.colliding.end(), seen) ||
                        std::any_of(before.begin(), before.end(), [&](const auto& c) {
                          return seen({c.body_a, c.body_b});
                        });
  record_moment(world, touching);
  record_closest(world, found);
  if (touching) record_contacts(world, found, before);
  const auto met = std::count_if(before.begin(), before.end(), [](const TimedContact& c) { return !c.initial; });
  const double pairs = static_cast<double>(found.colliding.size()) + static_cast<double>(met);
  report_.curve.push_back({report_.times.back(), pairs, pairs, pairs, pairs});
}

void WorldRecorder::State::record_moment(const World& world, bool touching) {
  const auto number = static_cast<double>(moments_.seen());
  drop_moments(moments_.add(touching));
  report_.times.push_back(number);
  for (const int body : moving_) {
    Report::Body& drawn = report_.bodies[at(place_[at(body)])];
    drawn.poses.push_back(world.pose(body));
    drawn.boxes.push_back(box_of(world, body));
  }
}

/// The shortest lines, where there are too many; none between bodies that overlap.
void WorldRecorder::State::record_closest(const World& world, const WorldStep& found) {
  std::vector<const BodyDistance*> shown;
  for (const BodyDistance& near : found.nearest) {
    if (near.lower > 0.0 && is_drawn({near.body_a, near.body_b})) shown.push_back(&near);
  }
  if (shown.empty() && report_.closest.empty()) return;
  if (shown.size() > most_lines_of_a_step) {
    lines_cut_ = true;
    const auto end = shown.begin() + most_lines_of_a_step;
    std::nth_element(shown.begin(), end, shown.end(), [](const auto* x, const auto* y) { return x->upper < y->upper; });
    shown.erase(end, shown.end());
  }
  report_.closest.resize(report_.times.size());
  for (const BodyDistance* const near : shown) {
    report_.closest.back().push_back({place_[at(near->body_a)], place_[at(near->body_b)],
                                      world.pose(near->body_a).inverse() * near->point_a,
                                      world.pose(near->body_b).inverse() * near->point_b});
  }
}

NamedContact WorldRecorder::State::place_of(const World& world, BodyPair pair) const {
  const BodyDistance near = world.distance(pair.a, pair.b);
  NamedContact contact;
  contact.a = report_.bodies[at(place_[at(pair.a)])].name;
  contact.b = report_.bodies[at(place_[at(pair.b)])].name;
  contact.kind = kind_of(near);
  contact.point = 0.5 * (near.point_a + near.point_b);
  if (near.lower > 0.0) contact.normal = near.normal;
  return contact;
}

void WorldRecorder::State::record_contacts(const World& world, const WorldStep& found,
                                           std::span<const TimedContact> before) {
  Report::Segment segment{report_.times.back(), report_.times.back() + 1.0, {}, true};
  SegmentVerdict& verdict = segment.verdict;
  verdict.index = moments_.seen() - 1;
  verdict.outcome = Outcome::contact;
  verdict.initial = true;
  verdict.time = {0.0, 0.0};
  const auto tell = [&](const BodyPair& pair, const TimedContact* timed) {
    if (!is_drawn(pair)) return;
    if (verdict.contacts.size() == most_places_of_a_step) {
      contacts_cut_ = true;
      return;
    }
    NamedContact contact = place_of(world, pair);
    if (timed) contact.point = timed->point, contact.normal = timed->normal;
    verdict.pairs.emplace_back(contact.a, contact.b);
    verdict.contacts.push_back(std::move(contact));
  };
  for (const TimedContact& timed : before) {
    const BodyPair pair{timed.body_a, timed.body_b};
    const bool again = std::binary_search(found.colliding.begin(), found.colliding.end(), pair);
    if (!timed.initial && !again) tell(pair, &timed);
  }
  for (const BodyPair& pair : found.colliding) tell(pair, nullptr);
  if (verdict.contacts.empty()) return;
  drop_segments(segments_.add(false));
  places_ += verdict.contacts.size();
  report_.segments.push_back(std::move(segment));
  while (places_ > most_places && report_.segments.size() > 4) drop_segments(segments_.thin());
}

void WorldRecorder::State::drop_moments(std::span<const std::size_t> places) {
  if (places.empty()) return;
  erase_places(report_.times, places);
  erase_places(report_.curve, places);
  if (!report_.closest.empty()) erase_places(report_.closest, places);
  for (const int body : moving_) {
    erase_places(report_.bodies[at(place_[at(body)])].poses, places);
    erase_places(report_.bodies[at(place_[at(body)])].boxes, places);
  }
}

void WorldRecorder::State::drop_segments(std::span<const std::size_t> places) {
  for (const std::size_t place : places) places_ -= report_.segments[place].verdict.contacts.size();
  erase_places(report_.segments, places);
}

std::vector<std::string> WorldRecorder::State::notes() const {
  std::vector<std::string> notes;
  if (report_.bodies.size() < given_) {
    notes.push_back("This page shows " + counted(report_.bodies.size(), given_, "bodies") +
                    ", those that start in the middle, and the contacts among them.");
  }
  if (!moments_.all()) {
    notes.push_back("This page keeps " + counted(moments_.size(), static_cast<std::size_t>(moments_.seen()), "steps") +
                    ": bodies are drawn straight in between.");
  }
  if (!segments_.all()) {
    notes.push_back("This page lists " +
                    counted(segments_.size(), static_cast<std::size_t>(segments_.seen()), "steps with contacts."));
  }
  if (contacts_cut_) {
    notes.push_back("Only the first " + std::to_string(most_places_of_a_step) + " contacts of a step are shown.");
  }
  if (lines_cut_) {
    notes.push_back("Only the " + std::to_string(most_lines_of_a_step) + " shortest lines of a step are shown.");
  }
  return notes;
}

WorldRecorder::~WorldRecorder() = default;
WorldRecorder::WorldRecorder(WorldRecorder&&) noexcept = default;

WorldRecorder::WorldRecorder(Report& report, std::size_t poses, std::size_t triangles)
    : state_(std::make_unique<State>(report, poses, triangles)) {}

void WorldRecorder::add(int body, Report::Body drawn, bool moves) { state_->add(body, std::move(drawn), moves); }

void WorldRecorder::step(const World& world, const WorldStep& found, std::span<const TimedContact> before) {
  state_->step(world, found, before);
}

std::vector<std::string> WorldRecorder::notes() const { return state_->notes(); }

}  // namespace tocca
