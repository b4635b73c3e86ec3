#include "tocca/io/report.hpp"

#include <algorithm>
#include <cstdio>
#include <ostream>

#include "io/packed_numbers.hpp"
#include "io/report_shapes.hpp"
#include "io/result_json.hpp"

namespace tocca {
namespace {

/// Floats have seven digits: far from the origin they would shake, so that everything is written relative to a point nearby.
constexpr double far_m = 1000.0;

Vector3 origin_of(const Report& report) {
  const auto moves = [](const Report::Body& body) { return !body.poses.empty(); };
  const bool some_move =
      std::ranges::any_of(report.bodies, moves);  // people look at these: one far mountain counts less
  Vector3 sum = Vector3::Zero();
  double count = 0.0;
  for (const Report::Body& body : report.bodies) {
    if (some_move && !moves(body)) continue;
    sum += moves(body) ? body.poses.front().translation : body.pose.translation;
    ++count;
  }
  const Vector3 mean = sum / std::max(1.0, count);
  return mean.norm() > far_m ? Vector3(mean.array().round()) : Vector3(Vector3::Zero());
}

const char* name_of(Report::Role role) {
  switch (role) {
    case Report::Role::link:
      return "link";
    case Report::Role::tool:
      return "tool";
    case Report::Role::surface:
      return "surface";
    case Report::Role::object:
      break;
  }
  return "object";
}

const char* name_of(Report::Layer::Kind kind) {
  switch (kind) {
    case Report::Layer::Kind::swept:
      return "swept";
    case Report::Layer::Kind::tube:
      return "tube";
    case Report::Layer::Kind::volume:
      break;
  }
  return "volume";
}

/// Writes the block part by part. Meshes are gathered while bodies and layers are written, and come last.
class BlockWriter {
 public:
  explicit BlockWriter(const Report& report) : report_(report), origin_(origin_of(report)) {}

  std::string write() {
    text_ = "{\"format\":\"tocca-report\",\"version\":" + std::to_string(report_format_version);
    head();
    key("times");
    append_packed(text_, std::span<const double>(report_.times));
    list("bodies", report_.bodies, [&](const Report::Body& body) { write_body(body); });
    list("segments", report_.segments, [&](const Report::Segment& segment) { write_segment(segment); });
    list("chapters", report_.chapters, [&](const Report::Chapter& chapter) { write_chapter(chapter); });
    curve();
    if (!report_.curves.empty()) {
      list("curves", report_.curves, [&](const Report::Curve& one) { write_curve(one); });
    }
    key("nearest");
    write_nearest();
    key("ghosts");
    append_numbers(text_, report_.ghosts);
    list("layers", report_.layers, [&](const Report::Layer& layer) { write_layer(layer); });
    if (!report_.links.empty()) write_links();
    list("events", report_.events, [&](const Report::Event& event) { write_event(event); });
    if (!report_.closest.empty()) write_closest();
    if (!report_.robots.empty()) {
      list("robots", report_.robots, [&](const Report::Robot& robot) { write_robot(robot); });
    }
    text_ += ",\n\"meshes\":[" + meshes_.text() + "]}";
    return std::move(text_);
  }

 private:
  void key(const char* name) { text_.append(",\n\"").append(name).append("\":"); }
  void member(const char* name, std::string_view value) {
    text_.append(",\"").append(name).append("\":");
    append_json_string(text_, value);
  }
  template <class Items, class Append>
  void list(const char* name, const Items& items, const Append& append) {
    key(name);
    append_list(text_, '[', items, ']', append);
  }
  void strings(const char* name, const std::vector<std::string>& items) {
    list(name, items, [&](const std::string& item) { append_json_string(text_, item); });
  }

  void head() {
    member("program", "tocca " + report_.version);
    if (!report_.date.empty()) member("date", report_.date);
    member("verb", report_.verb);
    member("title", report_.title);
    member("headline", report_.headline);
    member("certificate", report_.certificate);
    member("summary", report_.summary);
    member("segment_word", report_.segment_word);
    member("outcome", tocca::name_of(report_.outcome));
    text_ += report_.proven ? ",\"proven\":true" : ",\"proven\":false";
    if (report_.running) text_ += ",\"running\":true";
    member("clock", report_.clock_unit);
    if (report_.tolerance_m > 0.0) text_ += ",\"tolerance\":", append_json_number(text_, report_.tolerance_m);
    key("origin");
    append_numbers(text_, origin_);
    list("parameters", report_.parameters, [&](const auto& parameter) {
      text_ += '[';
      append_json_string(text_, parameter.first);
      text_ += ',';
      append_json_string(text_, parameter.second);
      text_ += ']';
    });
    strings("notes", report_.notes);
  }

  void write_body(const Report::Body& body) {
    text_ += "\n{\"name\":";
    append_json_string(text_, body.name);
    member("role", name_of(body.role));
    member("group", body.group);
    text_ += ",\"shapes\":";
    append_list(text_, '[', body.shapes, ']', [&](const Collider& shape) {
      append_shape(text_, shape, Vector3::Zero(), meshes_, ReportMeshes::Precision::floats);
    });
    if (!body.visuals.empty()) write_visuals(body);
    std::vector<float> numbers;
    if (body.poses.empty()) {
      text_ += ",\"pose\":";
      append_numbers(text_, pose_numbers(body.pose, origin_));
    } else {
      text_ += ",\"poses\":";
      for (const Pose& pose : body.poses) {
        for (const double number : pose_numbers(pose, origin_)) numbers.push_back(static_cast<float>(number));
      }
      append_packed(text_, std::span<const float>(numbers));
    }
    if (!body.boxes.empty()) {
      text_ += ",\"boxes\":";
      numbers.clear();
      for (const auto& box : body.boxes) push_points({box[0] - origin_, box[1] - origin_}, numbers);
      append_packed(text_, std::span<const float>(numbers));
    }
    if (!body.frames.empty()) {
      text_ += ",\"frame_times\":";
      append_packed(text_, std::span<const double>(body.frame_times));
      numbers.clear();
      for (const auto& frame : body.frames) push_points(frame, numbers);
      text_ += ",\"frames\":";
      append_packed(text_, std::span<const float>(numbers));
    }
    text_ += '}';
  }

  /// Meshes among them are quantised: they are for looking at alone.
  void write_visuals(const Report::Body& body) {
    text_ += ",\"visuals\":";
    append_list(text_, '[', body.visuals, ']', [&](const Report::Visual& visual) {
      append_shape(text_, visual.shape, Vector3::Zero(), meshes_, ReportMeshes::Precision::grid);
      text_.pop_back();
      text_ += ",\"color\":";
      append_numbers(text_, visual.color);
      text_ += '}';
    });
  }

  void write_segment(const Report::Segment& segment) {
    text_ += "\n{\"begin\":";
    append_json_number(text_, segment.begin);
    text_ += ",\"end\":";
    append_json_number(text_, segment.end);
    text_ += segment.checked ? ",\"checked\":true,\"result\":" : ",\"checked\":false,\"result\":";
    append_segment(text_, segment.verdict);
    text_ += '}';
  }

  void curve() {
    key("clearance");
    text_ += "{\"level\":";
    append_json_number(text_, report_.clearance_m);
    if (!report_.curve_word.empty()) member("word", report_.curve_word), member("unit", report_.curve_unit);
    write_columns(report_.curve);
    text_ += '}';
  }
  void write_columns(const std::vector<Report::CurvePoint>& points) {
    const auto column = [&](const char* name, double Report::CurvePoint::*member) {
      std::vector<double> values;
      for (const Report::CurvePoint& point : points) values.push_back(point.*member);
      text_.append(",\"").append(name).append("\":");
      append_packed(text_, std::span<const double>(values));
    };
    column("time", &Report::CurvePoint::time);
    column("lower", &Report::CurvePoint::lower);
    column("upper", &Report::CurvePoint::upper);
    column("lower_until_next", &Report::CurvePoint::lower_until_next);
    column("upper_until_next", &Report::CurvePoint::upper_until_next);
  }

  void write_curve(const Report::Curve& one) {
    text_ += one.kind == Report::Curve::Kind::self ? "\n{\"kind\":\"self\"" : "\n{\"kind\":\"others\"";
    write_columns(one.points);
    std::vector<std::uint32_t> bodies;
    std::vector<float> points;
    for (const Report::Closest& line : one.nearest) push_line(line, origin_, bodies, points);
    text_ += ",\"bodies\":";
    append_packed(text_, std::span<const std::uint32_t>(bodies));
    text_ += ",\"points\":";
    append_packed(text_, std::span<const float>(points));
    text_ += '}';
  }
  static void push_line(const Report::Closest& line, const Vector3& origin, std::vector<std::uint32_t>& bodies,
                        std::vector<float>& points) {
    bodies.push_back(static_cast<std::uint32_t>(line.a));
    bodies.push_back(static_cast<std::uint32_t>(line.b));
    push_points({line.point_a - origin, line.point_b - origin}, points);
  }

  void write_nearest() {
    if (!report_.nearest) {
      text_ += "null";
      return;
    }
    text_ += "{\"time\":";
    append_json_number(text_, report_.nearest->time);
    text_ += ",\"distance\":";
    append_numbers(text_, std::array{report_.nearest->lower, report_.nearest->upper});
    member("a", report_.nearest->a);
    member("b", report_.nearest->b);
    if (report_.nearest->points) {
      text_ += ",\"points\":";
      append_list(text_, '[', *report_.nearest->points, ']',
                  [&](const Vector3& point) { append_numbers(text_, point); });
    }
    text_ += '}';
  }

  /// All lines one after the other; "first" says where those of each moment begin.
  void write_closest() {
    std::vector<std::uint32_t> first{0}, bodies;
    std::vector<float> points;
    for (const auto& lines : report_.closest) {
      for (const Report::Closest& line : lines) push_line(line, Vector3::Zero(), bodies, points);
      first.push_back(static_cast<std::uint32_t>(bodies.size() / 2));
    }
    key("closest");
    text_ += "{\"first\":";
    append_packed(text_, std::span<const std::uint32_t>(first));
    text_ += ",\"bodies\":";
    append_packed(text_, std::span<const std::uint32_t>(bodies));
    text_ += ",\"points\":";
    append_packed(text_, std::span<const float>(points));
    text_ += '}';
  }

  void write_layer(const Report::Layer& layer) {
    text_ += "\n{\"name\":";
    append_json_string(text_, layer.name);
    member("kind", name_of(layer.kind));
    if (layer.shown) text_ += ",\"shown\":true";
    if (!layer.tone.empty()) member("tone", layer.tone);
    text_ += ",\"pieces\":";
    append_list(text_, '[', layer.pieces, ']', [&](const Report::Layer::Piece& piece) {
      text_.append("{\"body\":").append(std::to_string(piece.body)).append(",\"shape\":");
      const Vector3 origin = piece.body < 0 ? origin_ : Vector3(Vector3::Zero());
      append_shape(text_, piece.shape, origin, meshes_, ReportMeshes::Precision::floats);
      if (piece.during) {
        text_ += ",\"during\":";
        append_numbers(text_, *piece.during);
      }
      text_ += '}';
    });
    text_ += '}';
  }

  void write_robot(const Report::Robot& robot) {
    text_ += "\n{\"name\":";
    append_json_string(text_, robot.name);
    text_ += ",\"base\":";
    append_numbers(text_, pose_numbers(robot.base, origin_));
    text_ += ",\"links\":";
    append_numbers(text_, robot.bodies);
    text_ += ",\"joints\":";
    append_list(text_, '[', robot.tree.joints(), ']', [&](const Joint& joint) { write_joint(joint); });
    std::vector<float> values;
    for (const Configuration& q : robot.values) {
      for (const double value : q) values.push_back(static_cast<float>(value));
    }
    text_ += ",\"values\":";
    append_packed(text_, std::span<const float>(values));
    text_ += '}';
  }
  /// Joint k carries link k + 1.
  void write_joint(const Joint& joint) {
    text_ += "\n{\"name\":";
    append_json_string(text_, joint.name);
    member("type", joint_traits(joint.type).name);
    text_.append(",\"parent\":").append(std::to_string(joint.parent_link));
    text_.append(",\"coordinate\":").append(std::to_string(joint.first_coordinate));
    text_ += ",\"origin\":";
    append_numbers(text_, pose_numbers(joint.origin, Vector3::Zero()));
    text_ += ",\"axis\":";
    append_numbers(text_, joint.axis);
    if (joint.limits) {
      text_ += ",\"limits\":";
      append_numbers(text_, std::array{joint.limits->lower, joint.limits->upper});
    }
    if (joint.mimic) {
      text_.append(",\"mimic\":{\"joint\":").append(std::to_string(joint.mimic->joint)).append(",\"terms\":");
      append_numbers(text_, std::array{joint.mimic->multiplier, joint.mimic->offset});
      text_ += '}';
    }
    text_ += '}';
  }

  void write_chapter(const Report::Chapter& chapter) {
    text_ += "{\"begin\":";
    append_json_number(text_, chapter.begin);
    member("name", chapter.name);
    if (!chapter.tone.empty()) member("tone", chapter.tone);
    text_ += '}';
  }

  /// Whose ways are drawn, and those of other paths.
  void write_links() {
    list("links", report_.links, [&](const Report::Link& link) {
      text_.append("{\"body\":").append(std::to_string(link.body));
      member("name", link.name);
      member("robot", link.robot);
      text_ += ",\"point\":";
      append_numbers(text_, link.point);
      if (link.followed) text_ += ",\"followed\":true";
      text_ += '}';
    });
    list("other_paths", report_.other_paths, [&](const Report::OtherPath& path) {
      text_ += "{\"name\":";
      append_json_string(text_, path.name);
      if (!path.tone.empty()) member("tone", path.tone);
      list("lines", path.lines, [&](std::vector<Vector3> line) {
        for (Vector3& point : line) point -= origin_;
        std::vector<float> numbers;
        push_points(line, numbers);
        append_packed(text_, std::span<const float>(numbers));
      });
      text_ += '}';
    });
  }

  void write_event(const Report::Event& event) {
    text_ += "\n{\"time\":";
    append_json_number(text_, event.time);
    member("kind", event.kind);
    member("text", event.text);
    text_ += ",\"points\":";
    append_list(text_, '[', event.points, ']', [&](const Vector3& point) { append_numbers(text_, point); });
    if (event.until) {
      text_ += ",\"until\":";
      append_json_number(text_, *event.until);
      strings("bodies", event.bodies);
    }
    text_ += '}';
  }

  const Report& report_;
  Vector3 origin_;
  std::string text_;
  ReportMeshes meshes_;
};

}  // namespace

std::string report_data(const Report& report) {
  const std::string json = BlockWriter(report).write();
  std::string safe;
  safe.reserve(json.size());
  for (const char c : json) {  // a name could hold </script>; outside strings JSON has no such sign
    if (c == '<') {
      safe += "\\u003c";
    } else {
      safe += c;
    }
  }
  return safe;
}

void write_report_block(std::ostream& out, const Report& report) {
  const std::string data = report_data(report);
  char checksum[9];
  std::snprintf(checksum, sizeof checksum, "%08x", static_cast<unsigned>(crc32(data)));
  out << "<script type=\"application/json\" id=\"tocca-report\" data-bytes=\"" << data.size() << "\" data-crc32=\""
      << checksum << "\">" << data << "</script>\n";
}

}  // namespace tocca
