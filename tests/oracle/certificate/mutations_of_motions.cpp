#include <algorithm>

#include "mutations.hpp"

namespace tocca::testing {
namespace {

audit::Frame* any_joint(CertificateFile& file, Draw& draw) {
  audit::Frame* frame = any_of(file.statement.frames, draw);
  if (frame != nullptr && frame->kind == audit::FrameKind::free) {
    frame = any_of(any_of(file.segments, draw)->free_frames, draw);
  }
  return frame;
}
audit::Frame* any_moving_joint(CertificateFile& file, Draw& draw) {
  audit::Frame* frame = any_joint(file, draw);
  return frame == nullptr || frame->kind == audit::FrameKind::fixed ? nullptr : frame;
}

bool frame_moved(CertificateFile& file, Draw& draw, double size) {
  audit::Frame* frame = any_joint(file, draw);
  if (frame != nullptr) shift(frame->placement.translation, draw, size);
  return frame != nullptr;
}
bool frame_turned(CertificateFile& file, Draw& draw, double size) {
  audit::Frame* frame = any_joint(file, draw);
  if (frame != nullptr) turn(frame->placement, draw, size);
  return frame != nullptr;
}
bool frame_skewed(CertificateFile& file, Draw& draw, double size) {
  audit::Frame* frame = any_joint(file, draw);
  if (frame == nullptr) return false;
  frame->placement
      .rotation[static_cast<std::size_t>(draw.integer(0, 2))][static_cast<std::size_t>(draw.integer(0, 2))] +=
      draw.sign() * size;
  return true;
}
bool joint_axis_turned(CertificateFile& file, Draw& draw, double size) {
  audit::Frame* frame = any_moving_joint(file, draw);
  if (frame == nullptr) return false;
  const Vector3 to = rotation_about(draw.direction(), size) * Vector3(frame->axis[0], frame->axis[1], frame->axis[2]);
  frame->axis = {to[0], to[1], to[2]};
  return true;
}
bool joint_axis_longer(CertificateFile& file, Draw& draw, double size) {
  audit::Frame* frame = any_moving_joint(file, draw);
  if (frame == nullptr) return false;
  const double by = 1.0 + draw.sign() * size;
  for (double& x : frame->axis) x *= by;
  return true;
}
bool multiplier_changed(CertificateFile& file, Draw& draw, double size) {
  audit::Frame* frame = any_moving_joint(file, draw);
  if (frame != nullptr) frame->multiplier += draw.sign() * size;
  return frame != nullptr;
}
bool offset_changed(CertificateFile& file, Draw& draw, double size) {
  audit::Frame* frame = any_moving_joint(file, draw);
  if (frame != nullptr) frame->offset += draw.sign() * size;
  return frame != nullptr;
}
bool other_parent(CertificateFile& file, Draw& draw, double) {
  audit::Frame* frame = any_joint(file, draw);
  if (frame == nullptr) return false;
  const int before = frame->parent;
  frame->parent = draw.integer(-1, static_cast<int>(file.statement.frames.size()) - 1);
  return before != frame->parent;
}
bool other_kind_of_joint(CertificateFile& file, Draw& draw, double) {
  audit::Frame* frame = any_joint(file, draw);
  if (frame == nullptr) return false;
  const auto before = frame->kind;
  frame->kind = static_cast<audit::FrameKind>(draw.integer(0, 3));
  return before != frame->kind;
}
bool other_coordinate(CertificateFile& file, Draw& draw, double) {
  audit::Frame* frame = any_moving_joint(file, draw);
  if (frame == nullptr) return false;
  const auto before = frame->coordinate;
  frame->coordinate = static_cast<std::uint32_t>(draw.integer(0, static_cast<int>(file.statement.coordinates)));
  return before != frame->coordinate;
}

std::size_t any_coordinate(const CertificateFile& file, Draw& draw) {
  return static_cast<std::size_t>(draw.integer(0, static_cast<int>(file.statement.coordinates) - 1));
}
bool control_moved(CertificateFile& file, Draw& draw, double size) {
  audit::Law& law = any_of(file.segments, draw)->laws[any_coordinate(file, draw)];
  law.control[static_cast<std::size_t>(draw.integer(0, law.degree))] += draw.sign() * size;
  return true;
}
/// A waypoint moves: the end of one segment and the beginning of the next.
bool waypoint_moved(CertificateFile& file, Draw& draw, double size) {
  const std::size_t k = any_coordinate(file, draw);
  const auto i = static_cast<std::size_t>(draw.integer(0, static_cast<int>(file.segments.size()) - 1));
  const double by = draw.sign() * size;
  file.segments[i].laws[k].control[file.segments[i].laws[k].degree] += by;
  if (i + 1 < file.segments.size()) file.segments[i + 1].laws[k].control[0] += by;
  return true;
}
/// A joint's whole motion is larger or smaller, in all segments.
bool rate_changed(CertificateFile& file, Draw& draw, double size) {
  const std::size_t k = any_coordinate(file, draw);
  const double by = 1.0 + draw.sign() * size, about = file.segments.front().laws[k].control[0];
  for (audit::Segment& segment : file.segments) {
    for (double& x : segment.laws[k].control) x = about + by * (x - about);
  }
  return true;
}
bool coordinate_shifted(CertificateFile& file, Draw& draw, double size) {
  const std::size_t k = any_coordinate(file, draw);
  const double by = draw.sign() * size;
  for (audit::Segment& segment : file.segments) {
    for (double& x : segment.laws[k].control) x += by;
  }
  return true;
}
/// A law bends between its ends: a quadratic or more instead of what it was.
bool law_bent(CertificateFile& file, Draw& draw, double size) {
  audit::Law& law = any_of(file.segments, draw)->laws[any_coordinate(file, draw)];
  if (law.degree > 4) return false;
  const double end = law.control[law.degree];
  law.control[law.degree] += draw.sign() * size;
  ++law.degree;
  law.control[law.degree] = end;
  return true;
}
bool law_uncertain(CertificateFile& file, Draw& draw, double size) {
  any_of(file.segments, draw)->laws[any_coordinate(file, draw)].radius += size;
  return true;
}
bool law_of_other_degree(CertificateFile& file, Draw& draw, double) {
  audit::Law& law = any_of(file.segments, draw)->laws[any_coordinate(file, draw)];
  const auto before = law.degree;
  law.degree = static_cast<std::uint8_t>(draw.integer(0, 6));
  if (law.degree > 5) law.degree = 5;
  return before != law.degree;
}
bool laws_swapped(CertificateFile& file, Draw& draw, double) {
  auto& laws = any_of(file.segments, draw)->laws;
  std::swap(*any_of(laws, draw), *any_of(laws, draw));
  return true;
}

bool segment_dropped(CertificateFile& file, Draw& draw, double) {
  file.segments.erase(file.segments.begin() + draw.integer(0, static_cast<int>(file.segments.size()) - 1));
  if (draw.coin()) --file.claim.segments;
  return true;
}
bool segment_doubled(CertificateFile& file, Draw& draw, double) {
  const audit::Segment copy = *any_of(file.segments, draw);
  file.segments.insert(file.segments.begin() + draw.integer(0, static_cast<int>(file.segments.size())), copy);
  if (draw.coin(0.8)) ++file.claim.segments;
  return true;
}
bool segments_swapped(CertificateFile& file, Draw& draw, double) {
  if (file.segments.size() < 2) return false;
  std::swap(*any_of(file.segments, draw), *any_of(file.segments, draw));
  return true;
}
bool driven_backwards(CertificateFile& file, Draw& draw, double) {
  for (audit::Law& law : any_of(file.segments, draw)->laws)
    std::reverse(law.control.begin(), law.control.begin() + law.degree + 1);
  return true;
}
bool until_changed(CertificateFile& file, Draw& draw, double size) {
  double& until = any_of(file.segments, draw)->until;
  until = std::clamp(until + draw.sign() * size, 0.0, 1.0);
  return true;
}
bool other_part_of_segment(CertificateFile& file, Draw& draw, double) {
  audit::Segment& segment = *any_of(file.segments, draw);
  (draw.coin() ? segment.from : segment.to) = draw.uniform(-0.1, 1.1);
  if (draw.coin()) segment.index += draw.integer(-3, 3);
  return true;
}
bool separate_edges(CertificateFile& file, Draw&, double) {
  file.statement.continuous = !file.statement.continuous;
  return true;
}
bool odd_number(CertificateFile& file, Draw& draw, double) {
  const double odd[] = {1e30,
                        -1e30,
                        2e30,
                        1e308,
                        5e-324,
                        -0.0,
                        std::numeric_limits<double>::quiet_NaN(),
                        std::numeric_limits<double>::infinity()};
  const double x = odd[draw.integer(0, 7)];
  audit::Segment& segment = *any_of(file.segments, draw);
  audit::Frame* frame = any_joint(file, draw);
  double* places[] = {&segment.until,
                      &segment.laws[any_coordinate(file, draw)].control[0],
                      &segment.laws[any_coordinate(file, draw)].radius,
                      &frame->multiplier,
                      &frame->offset,
                      &frame->axis[0],
                      &frame->placement.rotation[1][1],
                      &frame->placement.translation[2]};
  *places[draw.integer(0, frame == nullptr ? 2 : 7)] = x;
  return true;
}

constexpr Mutation all[] = {{"a frame moved", true, frame_moved},
                            {"a frame turned", true, frame_turned},
                            {"a frame skewed", true, frame_skewed},
                            {"a joint's axis turned", true, joint_axis_turned},
                            {"a joint's axis longer or shorter", true, joint_axis_longer},
                            {"a multiplier changed", true, multiplier_changed},
                            {"an offset changed", true, offset_changed},
                            {"a frame with another parent", false, other_parent},
                            {"another kind of joint", false, other_kind_of_joint},
                            {"a joint that follows another coordinate", false, other_coordinate},
                            {"a control value moved", true, control_moved},
                            {"a waypoint moved", true, waypoint_moved},
                            {"a joint's rate raised or lowered", true, rate_changed},
                            {"a coordinate shifted", true, coordinate_shifted},
                            {"a law bent", true, law_bent},
                            {"a law known less well", true, law_uncertain},
                            {"a law of another degree", false, law_of_other_degree},
                            {"two laws swapped", false, laws_swapped},
                            {"a segment dropped", false, segment_dropped},
                            {"a segment doubled", false, segment_doubled},
                            {"two segments swapped", false, segments_swapped},
                            {"a segment driven backwards", false, driven_backwards},
                            {"free until another time", true, until_changed},
                            {"another part of the path", false, other_part_of_segment},
                            {"one path made separate edges", false, separate_edges},
                            {"an odd number", false, odd_number}};

}  // namespace

std::span<const Mutation> mutations_of_motions() { return all; }

}  // namespace tocca::testing
