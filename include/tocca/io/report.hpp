#pragma once

#include <array>
#include <iosfwd>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tocca/model/kinematic_tree.hpp"
#include "tocca/verdict/verdict.hpp"

namespace tocca {

/// What a report page shows, as plain data: docs/report-format.md says what each part means to the page. Any part may be
/// empty. Lengths are in metres, in the world frame unless stated otherwise; times are on the report's clock.
struct Report {
  /// The kind of a body, still or moving: the page draws each kind in its own way.
  enum class Role { link, object, tool, surface };

  /// A shape that is only looked at, in its own colour.
  struct Visual {
    Collider shape;
    std::array<double, 3> color;  ///< red, green, blue from 0 to 1, as screens show them
  };

  /// One thing that is drawn: a link, an object, a tool.
  struct Body {
    std::string name;
    Role role = Role::object;
    std::string group;             ///< the robot that a link belongs to
    std::vector<Collider> shapes;  ///< in the body's own frame; shared meshes are written once
    std::vector<Visual> visuals;   ///< how it looks, where that is known; what is checked are its shapes
    Pose pose;                     ///< X_WB of a body that never moves
    std::vector<Pose> poses;       ///< X_WB at each of Report::times; empty: it never moves
    /// A box around it: at each of Report::times, or one where it never moves. Empty: not shown.
    std::vector<std::array<Vector3, 2>> boxes;
    /// A body that deforms: where its first shape's vertices (a mesh) are, in the body's frame, at each of frame_times.
    std::vector<double> frame_times;
    std::vector<std::vector<Vector3>> frames;
  };

  /// A stretch of the clock with a verdict of its own. The verdict's times are local: 0 at `begin`, 1 at `end`.
  struct Segment {
    double begin = 0.0, end = 1.0;
    SegmentVerdict verdict;
    bool checked = true;  ///< false: shown, but not checked
  };

  /// How far apart the nearest pair is at `time`, and at every moment until the next point.
  struct CurvePoint {
    double time = 0.0;
    double lower = 0.0, upper = 0.0;
    double lower_until_next = 0.0, upper_until_next = 0.0;
  };

  /// How near anything comes: lower <= least distance <= upper, proven for every checked segment; `upper` was measured
  /// at `time` between two bodies. A lower bound of 0 means that nothing is proven from below.
  struct Nearest {
    double time = 0.0, lower = 0.0, upper = 0.0;
    std::string a, b;
    std::optional<std::array<Vector3, 2>> points = {};  ///< where: one of each body, in the world at `time`
  };

  /// Something that can be switched on: swept volumes, tubes, bounding volumes.
  struct Layer {
    enum class Kind { swept, tube, volume };
    /// One shape of a layer, and what it moves with.
    struct Piece {
      int body = -1;  ///< moves with this body; -1: in the world
      Collider shape;
      std::optional<std::array<double, 2>> during = {};  ///< shown from one time to the other; empty: always
    };
    std::string name;
    Kind kind = Kind::volume;
    std::vector<Piece> pieces;
    bool shown = false;     ///< initially
    std::string tone = {};  ///< "free", "contact": in that verdict's colour; "soft": pale; empty: in its kind's
  };

  /// Where two bodies are closest: a point of each, in the frame of its body.
  struct Closest {
    int a, b;  ///< places in `bodies`
    Vector3 point_a, point_b;
  };

  /// The distance over time of the pairs of one kind: links of one robot against each other, or everything else.
  struct Curve {
    enum class Kind { self, others };
    Kind kind = Kind::others;
    std::vector<CurvePoint> points;
    std::vector<Closest> nearest;  ///< of each point: the two bodies, and where: here in the world at that moment
  };

  /// A robot that the reader may pose by hand: its tree, and its coordinates at each of Report::times.
  struct Robot {
    std::string name;
    KinematicTree tree;
    Pose base;                ///< X_WR
    std::vector<int> bodies;  ///< of each link: its place in `bodies`, or -1
    std::vector<Configuration> values;
  };

  /// A stretch of the clock with a story of its own: one path of several.
  struct Chapter {
    std::string name;
    double begin = 0.0;
    std::string tone = {};  ///< the colour of its path line, as of a layer
  };

  /// A link or frame whose way the page can draw as a line: of a point that a body carries.
  struct Link {
    std::string name, robot;
    int body = 0;                     ///< a place in `bodies`; the link itself may have no geometry
    Vector3 point = Vector3::Zero();  ///< in the frame of that body
    bool followed = false;            ///< initially; the reader may choose another
  };

  /// A path that is only drawn as a line, to compare with.
  struct OtherPath {
    std::string name, tone;
    std::vector<std::vector<Vector3>> lines;  ///< of each of `links`
  };

  /// A moment worth a mark on the clock: a warning, a gripped object; or a stretch of it: two bodies in contact.
  struct Event {
    double time = 0.0;
    std::string kind, text;
    std::vector<Vector3> points;
    /// The end of a stretch, and whose it is. If contacts are listed so, they are all there are.
    std::optional<double> until = {};
    std::vector<std::string> bodies = {};
  };

  std::string verb, title, version;
  std::string date{};             ///< of the run, as "2026-11-18T20:15:00Z"; empty: it is not told
  std::string headline, summary;  ///< a word and a sentence for people; empty: the page derives them from the verdicts
  std::string segment_word = "segment";  ///< what a segment is called: "edge", "row", "step"
  Outcome outcome = Outcome::undecided;
  bool proven = true;
  bool running = false;    ///< more will follow: the run has come this far
  std::string clock_unit;  ///< "s" where times are seconds, "segment" where they count segments, "step"
  std::vector<std::pair<std::string, std::string>> parameters;
  std::string
      certificate{};  ///< a line about the proof that goes with it: its digest, what it leaves out; empty: there is none
  std::vector<std::string> notes;  ///< what the reader must know: segments left out, warnings
  std::vector<double> times;       ///< ascending; a repeated time is a jump: the second holds from then on
  std::vector<Body> bodies;
  std::vector<Segment> segments;
  std::vector<Chapter> chapters;  ///< ascending; empty: there is only one
  std::vector<CurvePoint> curve;  ///< of the nearest of all pairs
  std::vector<Curve> curves;      ///< the same by kinds of pairs; empty: they were not measured apart
  std::string curve_word;         ///< what the curve shows: "time to contact"; empty: the distance of the nearest pair
  std::string curve_unit = "m";   ///< unit of its numbers: "m", "s", or none
  std::optional<Nearest> nearest;
  double tolerance_m = 0.0;  ///< contacts whose places are farther apart are too near, and do not touch; 0: not told
  double clearance_m = 0.0;  ///< the level that the curve must stay above
  std::vector<double> ghosts;
  std::vector<Layer> layers;
  std::vector<Link> links;
  std::vector<OtherPath> other_paths;
  std::vector<Robot> robots;
  std::vector<Event> events;
  std::vector<std::vector<Closest>> closest;  ///< lines at each of `times`, until the next; empty: there are none
};

inline constexpr int report_format_version = 1;

/// The data block of a page (docs/report-format.md): JSON, with arrays of numbers in base64. Safe inside an HTML script
/// element, whatever the names in it contain.
std::string report_data(const Report& report);

/// The same between its script tags, which carry its length and checksum.
void write_report_block(std::ostream& out, const Report& report);

}  // namespace tocca
