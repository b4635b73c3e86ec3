#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tocca/verdict/verdict.hpp"

// The JSON of all answers but the lines of a tool (tool_events.hpp), as the command line writes it and docs/guide
// describes it. Numbers read back exactly; numbers that are not finite become null; names that are not UTF-8 are
// repaired. Only the stream can fail: check it at the end.

namespace tocca {

class CollisionModel;
enum class PlanEnd;
enum class SmoothEnd;
struct ClearancePoint;
struct ClearanceProfile;
struct ContactList;
struct LinearAnswer;
struct LoopClosure;
struct Nearest;
struct Plan;
struct Repair;
struct Problem;
struct ProblemExtents;
struct ProblemPairs;
struct RoadmapCount;
struct RoadmapPlan;
struct RoadmapUpdate;
struct ScrewAnswer;
struct SmoothResult;
struct Curve;
struct KeptClearance;
struct PreferredClearance;
struct WorldStatistics;

/// Why there is no least distance when there is no pair to measure: the "why" in the JSON.
inline constexpr const char* nothing_measured = "empty";

/// As JSON spells it: "budget" or "resolution".
const char* name_of(Undecided why);

/// The verdict of `tocca check`, one segment per line. A free segment has no contact time: its "time" is null.
std::string to_json(const Verdict& verdict);

/// One segment of it, in one line without its end; `times` as for ResultWriter.
std::string segment_json(const SegmentVerdict& segment, bool times);

/// What a result says about the work behind it.
struct ResultStats {
  std::size_t segments = 0;               ///< answered
  std::size_t pairs = 0;                  ///< of bodies that are checked
  Statistics work;                        ///< of all segments
  std::optional<double> interval_micros;  ///< for the stretches of contact, if they were asked for
  std::span<const LoopClosure> loops{};   ///< that the path closes; none: the problem has none
};

/// The same JSON, written segment by segment: ten million edges in bounded memory.
///
/// Keys come in the documented order if the outcome is known from the start. If it is not (it follows from the
/// segments), "verdict" and "proven" come after the segments; the order of keys has no meaning in JSON.
class ResultWriter {
 public:
  /// The verdict over all segments, where it is known before they are written.
  struct Headline {
    Outcome outcome = Outcome::undecided;
    bool proven = true;
  };

  /// `times`: how long each answer took, and stages; without them the same question gives the same bytes.
  explicit ResultWriter(std::ostream& out, const std::optional<Headline>& headline = std::nullopt, bool times = true);

  void segment(const SegmentVerdict& segment);
  /// A segment whose text is there already, as segment_json() gives it.
  void segment_text(std::string_view text);
  /// Requires a headline here or in the constructor; this one counts only if the other is missing. If all contacts of
  /// the path were asked for, they become "intervals", and what remains open becomes "undecided".
  void finish(const Headline& headline, const ResultStats& stats, const ContactList* contacts = nullptr);

 private:
  void append_headline(const Headline& headline);
  void begin_segment();
  void write_out();

  std::ostream& out_;
  std::string text_;
  bool times_, headline_written_ = false, first_segment_ = true;
};

/// `tocca clearance`: the curve moment by moment, then the minimum. Bounded memory.
class ClearanceResultWriter {
 public:
  explicit ClearanceResultWriter(std::ostream& out);
  void point(const ClearancePoint& point);
  void finish(const ClearanceProfile& profile);

 private:
  std::ostream& out_;
  bool first_ = true;
};

/// `tocca distance`: one waypoint after the other, then the least of them. Bounded memory; refers to the model.
class DistanceResultWriter {
 public:
  DistanceResultWriter(std::ostream& out, const CollisionModel& model);
  ~DistanceResultWriter();
  void row(std::int64_t waypoint, const Nearest& nearest);
  void finish();

 private:
  std::ostream& out_;
  const CollisionModel& model_;
  std::int64_t rows_ = 0, least_waypoint_ = 0;
  std::unique_ptr<Nearest> least_;
};

/// `tocca screw`: one motion after the other, then the verdict over all of them and the work. Bounded memory.
class ScrewResultWriter {
 public:
  /// `all`: every contact along the motion was asked for, and each has its own time.
  ScrewResultWriter(std::ostream& out, std::string name_a, std::string name_b, bool all);
  ~ScrewResultWriter();
  /// Points and normals are written as given: in the world, if the answer has been placed there.
  void row(std::int64_t index, const ScrewAnswer& answer, double micros);
  void finish();

 private:
  struct Totals;
  std::ostream& out_;
  std::string name_a_, name_b_;
  bool all_;
  std::unique_ptr<Totals> totals_;
};

/// `tocca linear`: one query after the other. Bounded memory.
class LinearResultWriter {
 public:
  /// How often the answers differ from the truth given in the file.
  struct Truth {
    std::size_t false_negatives = 0, false_positives = 0;
  };

  explicit LinearResultWriter(std::ostream& out);
  void row(const LinearAnswer& answer);
  /// `truth`: empty if the file gives none.
  void finish(double micros_per_query, const std::optional<Truth>& truth);

 private:
  std::ostream& out_;
  std::size_t rows_ = 0;
};

/// `tocca plan`. `proven`: the path in `plan`, or what `smoothing` (null: not asked for) made of it, was checked and is
/// free; `least`: how near anything comes on it, or on as much of it as was looked at.
std::string to_json(const Plan& plan, bool found, bool proven, const ClearanceProfile& least, const KeptClearance& kept,
                    const SmoothResult* smoothing, const PreferredClearance* preferred, const Curve* curve);
/// As JSON spells it: "found", "time-limit", ...
const char* name_of(PlanEnd end);
/// `tocca roadmap query`. `proven`: the path was checked and is free; `count`: what the roadmap knows afterwards.
std::string to_json(const RoadmapPlan& plan, bool proven, const RoadmapUpdate& update, const RoadmapCount& count);
/// `tocca roadmap build`.
std::string to_json(const RoadmapCount& count, bool complete, double seconds);
/// As JSON spells it: "converged", "not-free", ...
const char* name_of(SmoothEnd end);
/// `tocca smooth`, likewise; `kept` and why, and what was asked for in addition (null: not asked for).
std::string to_json(const SmoothResult& result, bool proven, const ClearanceProfile& least, const KeptClearance& kept,
                    const PreferredClearance* preferred, const Curve* curve);

/// `tocca repair`, likewise.
std::string to_json(const Repair& repair, bool proven, const ClearanceProfile& least, const KeptClearance& kept);

/// `tocca info`: what there is and which pairs are checked.
std::string to_json(const Problem& problem, const ProblemExtents& extents, const ProblemPairs& pairs);

/// A run of many bodies, as in summary.json (`tocca world`, `tocca walk`).
struct WorldSummary {
  using Value = std::variant<bool, std::int64_t, std::uint64_t, double, std::string>;
  /// The closed box in which the bodies fly about.
  struct Room {
    Vector3 least, most;
    double fill_percent;
  };
  /// How many first contacts there were, how many pairs touched from the start, and how many were undecided.
  struct FirstContacts {
    std::size_t within_steps, initial, undecided;
  };
  /// A point of a body and what it lies on: "vertex", "edge", "face" or "none", and the corners of that feature, as the
  /// recorded mesh numbers its vertices from 0.
  struct NearPlace {
    Vector3 point;
    std::string feature;
    std::vector<std::int64_t> vertices;
  };
  /// Two bodies whose boxes overlap in a step: bounds on their distance, and their closest features.
  struct NearPair {
    int step;
    std::string a, b;
    bool touching;
    double lower, upper;
    NearPlace on_a, on_b;
  };
  /// An object that a hand touched on its way, and in which steps.
  struct Touched {
    std::string object;
    int first, last, steps;
    std::vector<std::string> pieces;
  };
  /// A body of the recording: its name and its mesh file.
  struct Body {
    std::string name, file;
    bool is_hand, is_touched;
  };
  /// An object that a hand took: by which piece, from which step until when it was released (empty: to the end), and how far apart
  /// the two were at most when it was taken.
  struct Grasp {
    std::string object, piece;
    int from;
    std::optional<int> until;
    double distance_m;
  };
  /// What a hand met on its walk, and what it took.
  struct Walk {
    std::vector<Touched> touched;
    std::vector<Grasp> grasps;
    std::vector<Body> bodies;
  };

  std::string verb, version;
  std::vector<std::pair<std::string, Value>> parameters;  ///< what was asked for
  std::optional<Room> room;
  std::optional<FirstContacts> first_contacts;
  std::optional<Walk> walk;
  const std::vector<NearPair>* near_pairs = nullptr;  ///< null: not asked for
};
/// The summary with the means and the figures of each step.
std::string to_json(const WorldSummary& summary, std::span<const WorldStatistics> steps);
/// One parameter alone; text is quoted.
std::string to_json(const WorldSummary::Value& value);

}  // namespace tocca
