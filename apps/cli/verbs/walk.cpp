// tocca walk: a hand moves through a furnished room along a recorded path, takes what it is told to take, and marks what is touched
// (cohen-1995, section 5.4).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include "held_objects.hpp"
#include "model/repaired_colliders.hpp"
#include "near_pairs.hpp"
#include "pages/recording.hpp"
#include "pages/world_page.hpp"
#include "table.hpp"
#include "timed_contacts.hpp"
#include "tocca/motion/tree_motion.hpp"
#include "touch_log.hpp"
#include "verbs.hpp"
#include "walk_ahead.hpp"
#include "walk_arguments.hpp"
#include "world_run.hpp"

namespace tocca::cli {
namespace {

constexpr std::size_t shown_at_most = 30;

/// The hand's links and the room's objects as bodies of one world, links first. Links meet objects, and what is held meets the rest of the
/// room; what the hand holds does not count as touched by it.
class WalkRun {
 public:
  WalkRun(const WalkArguments& arguments, Walkthrough walk)
      : arguments_(arguments), walk_(std::move(walk)), world_(arguments.world.settings()), motion_(walk_.hand.tree) {
    name_bodies();
    if (!arguments.grasps.empty()) held_ = HeldObjects(arguments.grasps, names_, link_of_.size(), steps());
    if (!arguments.world.record.empty()) recording_.emplace(arguments.world.record);
    if (!arguments.world.report.empty()) {
      page_.emplace(arguments.world.report, "walk", title(), arguments.parameters());
    }
    if (arguments.world.continuous) ahead_.emplace(arguments.world.settings(), walk_.hand.tree);
    for (const std::size_t link : link_of_) add(walk_.hand.tree.links()[link].colliders, {});
    for (const SceneObject& object : walk_.scene.objects) add(object.colliders, object.pose);
    WalkAhead::activate_pairs(world_);
    X_WL_.resize(walk_.hand.tree.links().size());
    if (recording_) open_tables();
  }

  int steps() const { return static_cast<int>(walk_.path.waypoints.rows()); }

  void step(int number) {
    place_hand(number);
    for (const HeldObjects::Change& change : held_.changes(number)) carry_out(change);
    const WorldStep& found = world_.step(arguments_.world.features);
    report_.add(found.statistics);
    near_.step(number, found);
    const std::vector<BodyPair> touching = by_what_moves(found.colliding);
    const std::vector<TouchLog::Event> events = log_.add(touching);
    if (page_) page_->step(world_, found, on_the_way_);
    if (page_ && page_->due()) page_->write_so_far(story());
    if (recording_) record(number, touching, events);
    if (ahead_ && number + 1 < steps()) look_ahead(number);
  }

  std::string summary_json() const;
  std::string grasp_table() const;
  std::string text() const;
  void finish(const std::string& summary) {
    if (page_) page_->finish(story());
    if (!recording_) return;
    touches_->close();
    if (grasps_) grasps_->close();
    near_.close();
    timed_.close();
    recording_->finish(summary);
  }

 private:
  static constexpr int hand_group = WalkAhead::hand_group, room_group = WalkAhead::room_group,
                       held_group = WalkAhead::held_group;
  /// An object's time in the hand.
  struct Grasp {
    int object, piece, from;
    std::optional<int> until;
    double distance_m;  ///< from the piece when it was taken, at most
  };

  void name_bodies() {
    const auto& links = walk_.hand.tree.links();
    for (std::size_t link = 0; link < links.size(); ++link) {
      if (links[link].colliders.empty()) continue;
      link_of_.push_back(link);
      names_.push_back(links[link].name);
    }
    if (link_of_.empty()) throw InputError(arguments_.hand, "", "no link has geometry", "give a URDF with some");
    for (const SceneObject& object : walk_.scene.objects) {
      if (walk_.hand.tree.find_link(object.name) >= 0) {
        throw InputError(arguments_.scene, "",
                         fmt::format("a link and an object are both named '{}'", printable(object.name)),
                         "rename the object");
      }
      names_.push_back(object.name);
    }
  }
  bool is_piece(int body) const { return static_cast<std::size_t>(body) < link_of_.size(); }
  bool is_held(int body) const {
    return std::ranges::any_of(held_.held(), [&](const auto& hold) { return hold.object == body; });
  }

  /// The next body, in the order of the names.
  void add(const std::vector<Collider>& given, const Pose& X) {
    const int body = static_cast<int>(shapes_.size());
    const std::vector<Collider> colliders = arguments_.repair_m ? mended(name(body), given) : given;
    poses_.push_back(RecordedPose::of(X));
    shapes_.push_back(std::make_shared<const BodyShape>(colliders));
    world_.add(shapes_.back(), poses_.back().pose(), is_piece(body) ? hand_group : room_group);
    if (ahead_ && is_piece(body)) ahead_->add_piece(link_of_[static_cast<std::size_t>(body)], colliders);
    if (ahead_ && !is_piece(body)) ahead_->add_object(colliders, poses_.back().pose());
    if (arguments_.world.features) {
      near_.add_body(name(body), shapes_.back(), std::make_shared<const VertexPlaces>(drawn_mesh(colliders)));
    }
    if (recording_) recording_->add_body(name(body), colliders);
    if (page_) draw(body, colliders);
  }
  void draw(int number, const std::vector<Collider>& colliders) {
    Report::Body body;
    body.name = name(number);
    body.shapes = colliders;
    if (is_piece(number)) {
      body.role = Report::Role::link;
      body.group = walk_.hand.name;
    }
    page_->add(number, std::move(body), is_piece(number) || held_.is_taken(number));
  }
  void open_tables() {
    touches_ = recording_->open("touches.csv", "step,piece,object,event");
    if (!arguments_.grasps.empty()) grasps_ = recording_->open("grasps.csv", "step,piece,object,event");
    if (arguments_.world.features) near_.record_to(*recording_);
    if (arguments_.world.continuous) timed_.record_to(*recording_);
  }

  Pose pose(int body) const { return poses_[static_cast<std::size_t>(body)].pose(); }
  void put(int body, const Pose& X) {
    poses_[static_cast<std::size_t>(body)] = RecordedPose::of(X);
    world_.move(body, pose(body));
  }
  void place_hand(int number) {
    motion_.rest(walk_.path, number);
    motion_.poses(0.0, X_WL_);
    for (std::size_t k = 0; k < link_of_.size(); ++k) put(static_cast<int>(k), X_WL_[link_of_[k]]);
    for (const HeldObjects::Hold& hold : held_.held()) put(hold.object, pose(hold.piece) * hold.X_PO);
  }
  void carry_out(const HeldObjects::Change& change);
  void look_ahead(int number);
  std::vector<BodyPair> by_what_moves(std::vector<BodyPair> pairs) const;
  void record(int number, const std::vector<BodyPair>& touching, const std::vector<TouchLog::Event>& events);
  WorldPage::Story story() const;
  std::string title() const;
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
  std::vector<BodyShapePointer> shapes_;
  std::vector<RecordedPose> poses_;
  HeldObjects held_;
  std::vector<Grasp> grasped_;
  std::optional<WalkAhead> ahead_;
  std::vector<TimedContact> on_the_way_;  ///< to where the bodies are now
  WorldWriter report_;
  TouchLog log_;
  NearPairs near_;
  TimedContacts timed_;
  std::optional<Recording> recording_;
  std::unique_ptr<ResultStream> touches_, grasps_;
  std::optional<WorldPage> page_;
};

/// What is taken changes sides: it comes back into the world, under the same number, in the group of what is held.
void WalkRun::carry_out(const HeldObjects::Change& change) {
  const auto& [step, piece, object, grasps] = change;
  if (grasps) {
    const BodyDistance apart = world_.distance(piece, object);
    grasped_.push_back({object, piece, step, {}, apart.lower > 0.0 ? apart.upper : 0.0});
    held_.take(change, pose(piece), pose(object));
    if (ahead_) ahead_->take(object, link_of_[static_cast<std::size_t>(piece)], held_.held().back().X_PO);
  } else {
    std::ranges::find_if(grasped_, [&](const Grasp& g) { return g.object == object && !g.until; })->until = step;
    held_.release(change);
    if (ahead_) ahead_->release(object, pose(object));
  }
  world_.remove(object);
  world_.add(shapes_[static_cast<std::size_t>(object)], pose(object), grasps ? held_group : room_group);
  if (!grasps_) return;
  grasps_->out() << fmt::format("{},{},{},{}\n", step, csv_field(name(piece)), csv_field(name(object)),
                                grasps ? "grasp" : "release");
}

void WalkRun::look_ahead(int number) {
  const auto& rows = walk_.path.waypoints;
  on_the_way_ = ahead_->between(rows.row(number).transpose(), rows.row(number + 1).transpose());
  for (const TimedContact& contact : on_the_way_) {
    timed_.add(number, name(contact.body_a), name(contact.body_b), contact);
  }
}

/// Each pair with what moves first: the piece of the hand, or what it holds.
std::vector<BodyPair> WalkRun::by_what_moves(std::vector<BodyPair> pairs) const {
  for (BodyPair& pair : pairs) {
    if (!is_piece(pair.a) && !is_held(pair.a)) std::swap(pair.a, pair.b);
  }
  std::ranges::sort(pairs);
  return pairs;
}

void WalkRun::record(int number, const std::vector<BodyPair>& touching, const std::vector<TouchLog::Event>& events) {
  for (std::size_t k = 0; k < names_.size(); ++k) recording_->add_pose(number, names_[k], poses_[k]);
  for (const BodyPair& pair : touching) recording_->add_contact(number, name(pair.a), name(pair.b));
  for (const TouchLog::Event& event : events) {
    touches_->out() << fmt::format("{},{},{},{}\n", number, csv_field(name(event.pair.a)),
                                   csv_field(name(event.pair.b)), event.enters ? "enter" : "leave");
  }
}

std::string WalkRun::title() const {
  const auto file_name = [](const std::string& file) { return std::filesystem::path(file).filename().string(); };
  return (arguments_.hand.empty() ? walk_.hand.name : file_name(arguments_.hand)) + " · " +
         (arguments_.scene.empty() ? "kitchen" : file_name(arguments_.scene));
}

WorldPage::Story WalkRun::story() const {
  const std::size_t touched = log_.touched().size();
  return {
      "touches " + counted(touched, "object"),
      fmt::format(
          "{} of a hand among {}, {}: {} touched{}. {}", counted(link_of_.size(), "piece"),
          counted(names_.size() - link_of_.size(), "object"), counted(report_.steps(), "step"),
          counted(touched, "object is", "objects are"),
          grasped_.empty() ? ""
                           : ", " + counted(grasped_.size(), "time something was taken", "times something was taken"),
          arguments_.world.continuous
              ? counted(timed_.counts().within_steps, "contact begins", "contacts begin") + " between two steps."
              : "Only the steps themselves were checked, not the motion from one to the next."),
      touched > 0};
}

std::string WalkRun::summary_json() const {
  WorldSummary summary;
  summary.verb = "walk";
  summary.version = TOCCA_VERSION;
  summary.parameters = arguments_.parameters();
  if (arguments_.world.continuous) summary.first_contacts = timed_.counts();
  if (arguments_.world.features) summary.near_pairs = &near_.all();
  WorldSummary::Walk& walk = summary.walk.emplace();
  std::vector<char> marked(names_.size(), 0);
  for (const TouchLog::Touched& touched : log_.touched()) {
    std::vector<std::string> pieces;
    for (const int piece : touched.pieces) pieces.push_back(name(piece));
    walk.touched.push_back({name(touched.object), touched.first, touched.last, touched.steps, std::move(pieces)});
    marked[static_cast<std::size_t>(touched.object)] = 1;
  }
  for (const Grasp& grasp : grasped_) {
    walk.grasps.push_back({name(grasp.object), name(grasp.piece), grasp.from, grasp.until, grasp.distance_m});
  }
  for (std::size_t k = 0; k < names_.size(); ++k) {
    walk.bodies.push_back({names_[k], "bodies/" + body_file(names_[k]), k < link_of_.size(), marked[k] != 0});
  }
  return to_json(summary, report_.each());
}

std::string WalkRun::grasp_table() const {
  Table table({{"object"}, {"by"}, {"from step", true}, {"to step", true}, {"distance when taken", true}});
  for (const Grasp& grasp : grasped_) {
    if (&grasp - grasped_.data() == shown_at_most) break;
    table.add({name(grasp.object), name(grasp.piece), std::to_string(grasp.from),
               grasp.until ? std::to_string(*grasp.until) : "the end", fmt::format("{:.3g} m", grasp.distance_m)});
  }
  std::string text = fmt::format("taken: {}\n", counted(grasped_.size(), "time")) + table.text();
  if (grasped_.size() > shown_at_most) text += fmt::format("  and {} more\n", grasped_.size() - shown_at_most);
  return text;
}

std::string WalkRun::text() const {
  std::string text = fmt::format("{} of a hand among {}; {}\n\n", counted(link_of_.size(), "piece"),
                                 counted(names_.size() - link_of_.size(), "object"), counted(report_.steps(), "step"));
  text += report_.table();
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
  if (!grasped_.empty()) text += grasp_table();
  if (arguments_.world.continuous) text += timed_.text();
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
  CLI::App* verb = app.add_subcommand("walk",
                                      "Move a hand of several convex pieces through a furnished room, let it take and "
                                      "release things, and mark what it touches.");
  arguments->add_to(*verb);
  verb->footer(
      "tocca walk\n"
      "tocca walk --record kitchen --report kitchen.html\n"
      "tocca walk --scene room.json --hand hand.urdf --path way.csv --record walk\n"
      "tocca walk --grasps grasps.csv --continuous --record kitchen");
  verb->callback([arguments, &action] { action = [arguments] { return run_walk(*arguments); }; });
}

}  // namespace tocca::cli
