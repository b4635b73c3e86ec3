// tocca tool: a tool's samples against a deforming surface, as they come (caby-crosnier).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <string_view>
#include <thread>

#include "interrupt.hpp"
#include "io/tool_samples.hpp"
#include "motion/mover.hpp"
#include "output.hpp"
#include "pages/tool_page.hpp"
#include "result_places.hpp"
#include "result_stream.hpp"
#include "table.hpp"
#include "tocca/io/mesh.hpp"
#include "tocca/io/scene.hpp"
#include "tocca/io/tool_events.hpp"
#include "tocca/tool/gl_selection.hpp"
#include "tocca/tool/tool_monitor.hpp"
#include "tool/tool_volume.hpp"
#include "verbs.hpp"

namespace tocca::cli {
namespace {

struct ToolArguments {
  std::string tool, mesh, log, motion = "in-between", json = "-", report;
  std::vector<std::string> frames;
  std::vector<std::string> constrained;
  bool realtime = false, every = false, no_prediction = false, gpu = false;
  ToolSettings settings;

  void add_to(CLI::App& verb);
};

void ToolArguments::add_to(CLI::App& verb) {
  verb.add_option("--tool", tool, "The tool in its own frame: a mesh, or a scene (JSON) of primitives and meshes")
      ->required()
      ->type_name("FILE");
  verb.add_option("--mesh", mesh, "The surface it may touch, a mesh: " + mesh_extensions())
      ->required()
      ->type_name("FILE");
  verb.add_option("--log", log, "Samples (CSV): t,x,y,z,qx,qy,qz,qw; - reads standard input live")
      ->required()
      ->type_name("FILE|-");
  verb.add_option("--frame", frames,
                  "At this time the surface has the shape of this mesh, with the same triangles; in between, vertices "
                  "move on straight lines. May be repeated")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->type_name("SECONDS=FILE");
  verb.add_flag("--realtime", realtime, "Replay the log at the pace of its time stamps");
  verb.add_option("--motion", motion, "How the tool moves between samples (default: in-between)")
      ->type_name("in-between|screw");
  verb.add_option("--clearance", settings.clearance_m, "Report contact at this distance or less (default: 0)")
      ->type_name("METRES");
  verb.add_option("--tolerance", settings.tolerance_m,
                  "A tool within the clearance plus this distance may be reported as contact (default: 1e-6)")
      ->type_name("METRES");
  verb.add_flag("--no-prediction", no_prediction, "Report contacts only, no warnings");
  verb.add_option("--degree", settings.prediction.degree, "Degree of the predicting polynomials, 0 to 4 (default: 2)")
      ->type_name("N");
  verb.add_option("--memory", settings.prediction.memory_s, "Time after which samples are forgotten (default: 0.15)")
      ->type_name("SECONDS");
  verb.add_option("--reflex", settings.reflex_s, "How far ahead the reflex horizon reaches (default: 0.1)")
      ->type_name("SECONDS");
  verb.add_option("--considered", settings.considered_s, "How far ahead the considered horizon reaches (default: 1)")
      ->type_name("SECONDS");
  verb.add_option("--reflex-steps", settings.reflex_steps, "Steps of the reflex horizon (default: 10)")->type_name("N");
  verb.add_option("--considered-steps", settings.considered_steps, "Steps of the considered horizon (default: 9)")
      ->type_name("N");
  verb.add_option(
          "--constrained", constrained,
          "Coordinates that the process holds fixed and prediction does not change: x, y, z in the world, rx, ry, "
          "rz about the tool's own axes")
      ->delimiter(',')
      ->type_name("LIST");
  verb.add_option(
          "--least-rate", settings.least_rate_hz,
          "Samples per second to keep up with: if time runs short, prediction looks less far ahead, and what was not "
          "looked at is undecided, never clear (default: no limit)")
      ->type_name("HZ");
  verb.add_flag("--gpu", gpu, "Select triangles with OpenGL; its results are not proven");
  verb.add_flag("--every", every, "Write a line for each sample that is not clear, not only for changes");
  verb.add_option("--json", json, "Where to write the lines of JSON (default: standard output)")->type_name("FILE|-");
  verb.add_option("--report", report,
                  "Write an HTML page: tool and surface, contacts and warnings; updated during the run")
      ->type_name("FILE.html");
}

/// The surface through time: frames, and straight lines between them.
class Frames {
 public:
  Frames(const std::string& mesh, const std::vector<std::string>& frames, Warnings& warnings);

  std::span<const Triangle> triangles() const { return first_->triangles(); }
  const MeshPointer& mesh() const { return first_; }
  void draw(ToolPage& page) const {
    for (const Frame& frame : frames_) page.frame(frame.time_s, frame.mesh->vertices());
  }
  /// Positions at a time, into one of two arrays in turn: the ones before stay valid.
  std::span<const Vector3> at(double time_s);
  /// The first frame's time that is after `begin_s` and before `end_s`; end_s where there is none.
  double next(double begin_s, double end_s) const {
    for (const Frame& frame : frames_) {
      if (frame.time_s > begin_s && frame.time_s < end_s) return frame.time_s;
    }
    return end_s;
  }

 private:
  struct Frame {
    double time_s;
    MeshPointer mesh;
  };
  MeshPointer first_;
  std::vector<Frame> frames_;
  std::vector<Vector3> positions_[2];
  int turn_ = 0;
};

Frames::Frames(const std::string& mesh, const std::vector<std::string>& frames, Warnings& warnings)
    : first_(load_mesh(mesh, Vector3::Ones(), warnings)) {
  for (const std::string& text : frames) {
    const std::size_t equals = text.find('=');
    Frame frame;
    const auto [end, error] = std::from_chars(text.data(), text.data() + std::min(equals, text.size()), frame.time_s);
    if (equals == std::string::npos || error != std::errc() || end != text.data() + equals ||
        !std::isfinite(frame.time_s)) {
      throw InputError("--frame", "", fmt::format("'{}' is not SECONDS=FILE", printable(text)),
                       "write 1.5=pressed.obj");
    }
    if (!frames_.empty() && !(frame.time_s > frames_.back().time_s)) {
      throw InputError("--frame", "", "times must increase", "give the frames in the order of their times");
    }
    const std::string file = text.substr(equals + 1);
    frame.mesh = load_mesh(file, Vector3::Ones(), warnings);
    if (frame.mesh->triangles() != first_->triangles()) {
      throw InputError(file, "--frame", "its triangles differ from those of --mesh", "give the same mesh, deformed");
    }
    frames_.push_back(std::move(frame));
  }
}

std::span<const Vector3> Frames::at(double time_s) {
  if (frames_.empty()) return first_->vertices();
  turn_ = 1 - turn_;
  std::vector<Vector3>& positions = positions_[turn_];
  std::size_t next = 0;
  while (next < frames_.size() && frames_[next].time_s <= time_s) ++next;
  const auto& after = frames_[std::min(next, frames_.size() - 1)].mesh->vertices();
  if (next == 0 || next == frames_.size()) {
    const auto& still = next == 0 ? first_->vertices() : after;
    positions.assign(still.begin(), still.end());
    return positions;
  }
  const Frame& before = frames_[next - 1];
  const double share = (time_s - before.time_s) / (frames_[next].time_s - before.time_s);
  positions.resize(after.size());
  for (std::size_t i = 0; i < after.size(); ++i) {
    positions[i] = (1.0 - share) * before.mesh->vertices()[i] + share * after[i];
  }
  return positions;
}

std::vector<Collider> tool_bodies(const std::string& file, Warnings& warnings) {
  std::vector<Collider> bodies;
  for (const SceneObject& object : load_scene(file, warnings).objects) {
    for (const Collider& body : object.colliders) bodies.push_back({object.pose * body.placement, body.geometry});
  }
  if (bodies.empty()) throw InputError(file, "", "has no geometry", "give a mesh, or a scene with objects");
  return bodies;
}

void constrain(const std::vector<std::string>& names, std::array<bool, 6>& constrained) {
  static constexpr std::array<std::string_view, 6> known = {"x", "y", "z", "rx", "ry", "rz"};
  for (const std::string& name : names) {
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end()) {
      throw InputError("--constrained", "", fmt::format("unknown coordinate '{}'", printable(name)),
                       "choose from x,y,z,rx,ry,rz");
    }
    constrained[static_cast<std::size_t>(found - known.begin())] = true;
  }
}

/// The paper's selection in place of ours.
void select_by_gpu([[maybe_unused]] ToolMonitor& monitor) {
#ifdef TOCCA_HAS_GL
  auto card = std::make_shared<GlSelection>();
  monitor.set_selector([card](const SurfaceStep& surface, const ToolVolume& volume,
                              std::vector<Index>& selected) { card->select(surface, volume, selected); },
                       false);
#else
  throw InputError("--gpu", "", "this program was built without OpenGL", "build with EGL and epoxy installed");
#endif
}

/// Waits for the time of each sample, counted from the first.
class Pace {
 public:
  explicit Pace(bool realtime) : realtime_(realtime) {}
  void wait(double time_s) {
    if (!realtime_) return;
    if (!begun_) begin_s_ = time_s, begun_ = true;
    const double ahead = time_s - begin_s_;
    if (!(ahead > 0.0 && ahead < 1e9)) return;
    const auto until = start_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(ahead));
    while (!Interrupt::asked() && Clock::now() < until) {  // in short pieces: Ctrl-C is answered
      std::this_thread::sleep_until(std::min(until, Clock::now() + std::chrono::milliseconds(50)));
    }
  }

 private:
  using Clock = std::chrono::steady_clock;
  bool realtime_, begun_ = false;
  double begin_s_ = 0.0;
  Clock::time_point start_ = Clock::now();
};

std::unique_ptr<ToolPage> page_of(const ToolArguments& arguments, const std::vector<Collider>& tool,
                                  const Frames& frames) {
  if (arguments.report.empty()) return nullptr;
  auto page = std::make_unique<ToolPage>(arguments.report, tool, frames.mesh(), arguments.settings);
  frames.draw(*page);
  const ToolSettings& settings = arguments.settings;
  std::vector<std::pair<std::string, std::string>> parameters{
      {"Tool", file_name(arguments.tool)},
      {"Surface", file_name(arguments.mesh)},
      {"Samples", arguments.log == "-" ? "standard input, live" : file_name(arguments.log)},
      {"Motion between samples", arguments.motion},
      {"Clearance", fmt::format("{} m", settings.clearance_m)},
      {"Tolerance", fmt::format("{} m", settings.tolerance_m)},
      {"Triangles", grouped(frames.triangles().size())}};
  if (settings.predict) {
    parameters.emplace_back("Horizons",
                            fmt::format("reflex {} s, considered {} s", settings.reflex_s, settings.considered_s));
  }
  page->describe(file_name(arguments.tool) + " · " + file_name(arguments.mesh) +
                     (arguments.log == "-" ? "" : " · " + file_name(arguments.log)),
                 std::move(parameters));
  return page;
}

struct Work {
  std::size_t samples = 0;
  double sum_us = 0.0, most_us = 0.0;

  void add(const ToolReport& report) {
    ++samples;
    sum_us += report.statistics.micros;
    most_us = std::max(most_us, report.statistics.micros);
  }
};

int run_tool(ToolArguments arguments) {
  if (arguments.motion != "in-between" && arguments.motion != "screw") {
    throw InputError("--motion", "", fmt::format("unknown motion '{}'", printable(arguments.motion)),
                     "choose in-between or screw");
  }
  arguments.settings.motion = arguments.motion == "screw" ? SampleMotion::screw : SampleMotion::in_between;
  arguments.settings.predict = !arguments.no_prediction;
  constrain(arguments.constrained, arguments.settings.prediction.constrained);
  Warnings warnings;
  const std::vector<Collider> tool = tool_bodies(arguments.tool, warnings);
  ToolMonitor monitor(tool, arguments.settings);
  if (arguments.gpu) select_by_gpu(monitor);
  Frames frames(arguments.mesh, arguments.frames, warnings);
  show(warnings);
  SampleReader samples(arguments.log);
  require_apart({{"--json", "JSON", arguments.json}, {"--report", "the page", arguments.report}});
  ResultStream result(arguments.json, "--json");
  ToolEvents events(result.out(), arguments.every, arguments.settings.predict);
  const std::unique_ptr<ToolPage> page = page_of(arguments, tool, frames);

  const Interrupt interrupt;
  Pace pace(arguments.realtime);
  Work work;
  ToolSample sample;
  std::span<const Vector3> before;
  SampleDivider divider(arguments.settings.motion);
  const auto look = [&](double time_s, const Pose& X) {
    const std::span<const Vector3> now = frames.at(time_s);
    const ToolReport& report = monitor.sample(time_s, X, {before, now, frames.triangles()});
    events.tell(report);
    work.add(report);
    if (page) page->sample(report, X, events);
    before = now;
  };
  while (!Interrupt::asked() && samples.next(sample)) {
    pace.wait(sample.time_s);
    divider.sample(
        sample.time_s, sample.X_WT, [&](double from_s, double to_s) { return frames.next(from_s, to_s); }, look);
  }
  if (work.samples == 0) throw InputError(arguments.log, "", "has no samples", "give at least one row");
  result.close();
  if (page) page->finish(events);
  if (arguments.json != "-" && arguments.report != "-") {
    const auto samples_that_are = [&](ToolState state) { return grouped(events.samples(state)); };
    print(
        fmt::format("{}, {:.1f} us each ({:.1f} at most): {} clear, {} warned, {} touching, {} undecided\n"
                    "{}, {}\n",
                    counted(work.samples, "sample"), work.sum_us / static_cast<double>(work.samples), work.most_us,
                    samples_that_are(ToolState::clear), samples_that_are(ToolState::warning),
                    samples_that_are(ToolState::contact), samples_that_are(ToolState::undecided),
                    counted(events.contacts(), "contact"), counted(events.warnings(), "warning")));
  }
  if (events.had_contact()) return exit_contact;
  return events.was_undecided() ? exit_undecided : exit_done;
}

}  // namespace

void add_tool(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<ToolArguments>();
  CLI::App* verb = app.add_subcommand("tool",
                                      "Monitor a tool from its samples: contacts with a deforming surface between "
                                      "them, and warnings ahead of contact.");
  arguments->add_to(*verb);
  verb->footer(
      "tocca tool --tool tool.obj --mesh hull.obj --log samples.csv\n"
      "tocca tool --tool tool.obj --mesh hull.obj --frame 1.9=hull.obj --frame 2.4=hull_pressed.obj --log samples.csv\n"
      "tracker | tocca tool --tool drill.json --mesh bone.obj --log - --least-rate 500\n"
      "tracker | tocca tool --tool drill.json --mesh bone.obj --log - --report live.html --json events.jsonl");
  verb->callback([arguments, &action] { action = [arguments] { return run_tool(*arguments); }; });
}

}  // namespace tocca::cli
