// tocca walk: a hand moves through a furnished room along a recorded path; what it touches is marked (cohen-1995, section 5.4).
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>

#include "model/repaired_colliders.hpp"
#include "pages/recording.hpp"
#include "pages/world_page.hpp"
#include "scenes/walkthrough.hpp"
#include "table.hpp"
#include "tocca/io/path.hpp"
#include "tocca/io/robot.hpp"
#include "tocca/io/scene.hpp"
#include "tocca/motion/tree_motion.hpp"
#include "touch_log.hpp"
#include "verbs.hpp"
#include "world_run.hpp"

namespace tocca::cli {
namespace {

constexpr std::size_t shown_at_most = 30;

struct WalkArguments {
  std::string scene, hand, path, defaults;
  std::optional<double> repair_m;
  WorldArguments world;

  void add_to(CLI::App& verb);
  /// Throws InputError if a number or a name makes no sense; known before files are read.
  void require_valid() const;
  Walkthrough load() const;
};

void WalkArguments::add_to(CLI::App& verb) {
  verb.add_option("--scene", scene,
                  "What the hand moves through: mesh, URDF, MoveIt .scene or JSON (default: a kitchen)")
      ->type_name("FILE");
  verb.add_option("--hand", hand, "What moves: URDF, with a floating joint to travel (default: a right hand)")
      ->type_name("FILE");
  verb.add_option("--path", path,
                  "Path of the hand (CSV): one row per step, joint names in the header (default: through the kitchen)")
      ->type_name("FILE");
  verb.add_option("--default", defaults, "Values of joints that the path does not set, as \"j=v,k=w\"")
      ->type_name("VALUES");
  verb.add_option(
          "--repair", repair_m,
          "Replace meshes that are convex to within this distance by their hulls, and report it (default: never)")
      ->type_name("METRES");
  world.add_to(verb);
}

void WalkArguments::require_valid() const {
  world.settings();
  if (repair_m && !(*repair_m > 0.0 && *repair_m <= largest_coordinate)) {
    throw InputError("--repair", "", fmt::format("must be finite and greater than 0 (got {})", *repair_m),
                     "give a distance in metres, such as 1e-4");
  }
}

Walkthrough WalkArguments::load() const {
  if (!hand.empty() && path.empty()) {
    throw InputError("--hand", "", "needs a path of its own", "add --path FILE");
  }
  Warnings warnings;
  Walkthrough walk = furnished_room();
  if (!scene.empty()) walk.scene = load_scene(scene, warnings);
  if (!hand.empty()) walk.hand = load_robot(hand, {}, warnings);
  const Configuration start = parse_configuration(defaults, walk.hand.tree, "--default");
  if (!path.empty()) walk.path = load_path(path, walk.hand.tree, start, warnings);
  show(warnings);
  return walk;
}

/// The hand's links and the room's objects as bodies of one world, links first; links meet objects and nothing else.
class WalkRun {
 public:
  WalkRun(const WalkArguments& arguments, Walkthrough walk)
      : arguments_(arguments), walk_(std::move(walk)), world_(arguments.world.settings()), motion_(walk_.hand.tree) {
    const auto& links = walk_.hand.tree.links();
    X_WL_.resize(links.size());
    if (!arguments.world.record.empty()) recording_.emplace(arguments.world.record);
    if (!arguments.world.report.empty()) page_.emplace(arguments.world.report, "walk", title(), parameters());
    for (std::size_t link = 0; link < links.size(); ++link) {
      if (links[link].colliders.empty()) continue;
      link_of_.push_back(link);
      add(links[link].name, links[link].colliders, {}, hand_group);
    }
    if (link_of_.empty()) throw InputError(arguments.hand, "", "no link has geometry", "give a URDF with some");
    for (const SceneObject& object : walk_.scene.objects) {
      if (walk_.hand.tree.find_link(object.name) >= 0) {
        throw InputError(arguments.scene, "",
                         fmt::format("a link and an object are both named '{}'", printable(object.name)),
                         "rename the object");
      }
      add(object.name, object.colliders, object.pose, room_group);
    }
    world_.activate_groups(hand_group, hand_group, false);
    world_.activate_groups(room_group, room_group, false);
    if (recording_) touches_ = recording_->open("touches.csv", "step,piece,object,event");
  }

  int steps() const { return static_cast<int>(walk_.path.waypoints.rows()); }

  void step(int number) {
    motion_.rest(walk_.path, number);
    motion_.poses(0.0, X_WL_);
    for (std::size_t k = 0; k < link_of_.size(); ++k) {
      poses_[k] = RecordedPose::of(X_WL_[link_of_[k]]);
      world_.move(static_cast<int>(k), poses_[k].pose());
    }
    const WorldStep& found = world_.step();
    report_.add(found.statistics);
    const std::vector<TouchLog::Event> events = log_.add(found.colliding);
    if (page_) page_->step(world_, found);
    if (page_ && page_->due()) page_->write_so_far(story());
    if (!recording_) return;
    for (std::size_t k = 0; k < names_.size(); ++k) recording_->add_pose(number, names_[k], poses_[k]);
    for (const BodyPair& pair : found.colliding) recording_->add_contact(number, name(pair.a), name(pair.b));
    for (const TouchLog::Event& event : events) {
      touches_->out() << fmt::format("{},{},{},{}\n", number, csv_field(name(event.pair.a)),
                                     csv_field(name(event.pair.b)), event.enters ? "enter" : "leave");
    }
  }

  std::string summary_json() const;
  std::string text() const;
  void finish(const std::string& summary) {
    if (page_) page_->finish(story());
    if (!recording_) return;
    touches_->close();
    recording_->finish(summary);
  }

 private:
  static constexpr int hand_group = 1, room_group = 0;

  void add(const std::string& name, const std::vector<Collider>& given, const Pose& X, int group) {
    const std::vector<Collider> bodies = arguments_.repair_m ? mended(name, given) : given;
    poses_.push_back(RecordedPose::of(X));
    world_.add(std::make_shared<const BodyShape>(bodies), poses_.back().pose(), group);
    names_.push_back(name);
    if (recording_) recording_->add_body(name, bodies);
    if (page_) draw(name, bodies, group);
  }
  void draw(const std::string& name, const std::vector<Collider>& bodies, int group) {
    Report::Body body;
    body.name = name;
    body.shapes = bodies;
    if (group == hand_group) {
      body.role = Report::Role::link;
      body.group = walk_.hand.name;
    }
    page_->add(static_cast<int>(names_.size()) - 1, std::move(body), group == hand_group);
  }
  WorldPage::Story story() const;
  std::string title() const;
  std::vector<std::pair<std::string, WorldSummary::Value>> parameters() const;
  /// One line for all that was mended.
  std::vector<Collider> mended(const std::string& name, const std::vector<Collider>& given) const {
    Warnings messages;
    std::vector<Collider> bodies = repaired_colliders(given, *arguments_.repair_m, messages);
    if (!messages.empty()) show({fmt::format("{}: {}", name, fmt::join(messages, "; "))});
    return bodies;
  }
  const std::string& name(int body) const { return names_[static_cast<std::size_t>(body)]; }

  const WalkArguments& arguments_;
  Walkthrough walk_;
  World world_;
  TreeMotion motion_;
  std::vector<Pose> X_WL_;
  std::vector<std::size_t> link_of_;  ///< of the first bodies
  std::vector<std::string> names_;    ///< of all bodies
  std::vector<RecordedPose> poses_;
  WorldWriter report_;
  TouchLog log_;
  std::optional<Recording> recording_;
  std::unique_ptr<ResultStream> touches_;
  std::optional<WorldPage> page_;
};

std::string WalkRun::title() const {
  const auto file_name = [](const std::string& file) { return std::filesystem::path(file).filename().string(); };
  return (arguments_.hand.empty() ? walk_.hand.name : file_name(arguments_.hand)) + " · " +
         (arguments_.scene.empty() ? "kitchen" : file_name(arguments_.scene));
}

WorldPage::Story WalkRun::story() const {
  const std::size_t touched = log_.touched().size();
  return {"touches " + counted(touched, "object"),
          fmt::format(
              "{} of a hand among {}, {}: {} touched. Only the steps themselves were checked, not the motion from one "
              "to the next.",
              counted(link_of_.size(), "piece"), counted(names_.size() - link_of_.size(), "object"),
              counted(report_.steps(), "step"), counted(touched, "object is", "objects are")),
          touched > 0};
}

std::vector<std::pair<std::string, WorldSummary::Value>> WalkRun::parameters() const {
  std::vector<std::pair<std::string, WorldSummary::Value>> list{{"scene", arguments_.scene},
                                                                {"hand", arguments_.hand},
                                                                {"path", arguments_.path},
                                                                {"boxes", arguments_.world.boxes},
                                                                {"broad", arguments_.world.broad}};
  if (arguments_.repair_m) list.emplace_back("repair_m", *arguments_.repair_m);
  return list;
}

std::string WalkRun::summary_json() const {
  WorldSummary summary;
  summary.verb = "walk";
  summary.version = TOCCA_VERSION;
  summary.parameters = parameters();
  WorldSummary::Walk& walk = summary.walk.emplace();
  std::vector<char> marked(names_.size(), 0);
  for (const TouchLog::Touched& touched : log_.touched()) {
    std::vector<std::string> pieces;
    for (const int piece : touched.pieces) pieces.push_back(name(piece));
    walk.touched.push_back({name(touched.object), touched.first, touched.last, touched.steps, std::move(pieces)});
    marked[static_cast<std::size_t>(touched.object)] = 1;
  }
  for (std::size_t k = 0; k < names_.size(); ++k) {
    walk.bodies.push_back({names_[k], "bodies/" + body_file(names_[k]), k < link_of_.size(), marked[k] != 0});
  }
  return to_json(summary, report_.each());
}

std::string WalkRun::text() const {
  std::string text = fmt::format("{} of a hand among {}; {}\n\n", counted(link_of_.size(), "piece"),
                                 counted(names_.size() - link_of_.size(), "object"), counted(report_.steps(), "step"));
  text += report_.table(arguments_.world.broad);
  text += fmt::format("\ntouched: {}\n", counted(log_.touched().size(), "object"));
  if (!log_.touched().empty()) {
    Table table({{"object"}, {"first step", true}, {"last step", true}, {"steps", true}, {"by pieces", true}});
    for (const TouchLog::Touched& touched : log_.touched()) {
      if (&touched - log_.touched().data() == shown_at_most) break;
      table.add({name(touched.object), std::to_string(touched.first), std::to_string(touched.last),
                 std::to_string(touched.steps), std::to_string(touched.pieces.size())});
    }
    text += table.text();
    if (log_.touched().size() > shown_at_most) {
      text += fmt::format("  and {} more\n", log_.touched().size() - shown_at_most);
    }
  }
  if (recording_) text += fmt::format("recorded: {}\n", printable(arguments_.world.record));
  return text;
}

int run_walk(const WalkArguments& arguments) {
  arguments.require_valid();
  WalkRun run(arguments, arguments.load());
  return play(run, run.steps(), arguments.world);
}

}  // namespace

void add_walk(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<WalkArguments>();
  CLI::App* verb = app.add_subcommand(
      "walk", "Move a hand of several convex pieces through a furnished room and mark what it touches.");
  arguments->add_to(*verb);
  verb->footer(
      "tocca walk\n"
      "tocca walk --record kitchen --report kitchen.html\n"
      "tocca walk --scene room.json --hand hand.urdf --path way.csv --record walk");
  verb->callback([arguments, &action] { action = [arguments] { return run_walk(*arguments); }; });
}

}  // namespace tocca::cli
