// tocca world: bodies that fly about in a closed box and bounce off each other (cohen-1995, section 5.3).
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "box_arguments.hpp"
#include "continuous_flight.hpp"
#include "near_pairs.hpp"
#include "pages/recording.hpp"
#include "pages/world_page.hpp"
#include "table.hpp"
#include "timed_contacts.hpp"
#include "verbs.hpp"
#include "world_run.hpp"

namespace tocca::cli {
namespace {

/// The simulation, its world and what is written down of them.
class BoxRun {
 public:
  explicit BoxRun(const BoxArguments& arguments)
      : arguments_(arguments), bodies_(arguments.bodies()), world_(arguments.world.settings()) {
    add_bodies();
    if (!arguments.world.record.empty()) open_recording();
    if (!arguments.world.report.empty()) open_page();
  }

  /// Poses as they are now, checked and recorded; then one step on.
  void step(int number) {
    for (int k = 0; k < bodies_.count(); ++k) world_.move(k, bodies_.poses()[static_cast<std::size_t>(k)]);
    const WorldStep& found = world_.step(arguments_.world.features);
    report_.add(found.statistics);
    near_.step(number, found);
    if (recording_) record(number, found);
    if (page_) draw(found);
    bodies_.collide(found.colliding);
    if (number + 1 == arguments_.steps) return;
    if (!arguments_.world.continuous) return bodies_.fly();
    on_the_way_ = flight_.fly(bodies_, world_);
    for (const TimedContact& contact : on_the_way_) {
      timed_.add(number, name(contact.body_a), name(contact.body_b), contact);
    }
  }

  WorldSummary summary() const;
  std::string summary_json() const { return to_json(summary(), report_.each()); }
  std::string opening() const;
  std::string text() const;
  void finish(const std::string& summary) {
    timed_.close();
    near_.close();
    if (recording_) recording_->finish(summary);
    if (page_) page_->finish(story());
  }

 private:
  /// Prepares each mesh once, however many bodies share it.
  void add_bodies() {
    std::vector<BodyShapePointer> shapes(bodies_.meshes().size());
    std::vector<std::shared_ptr<const VertexPlaces>> places(shapes.size());
    for (int k = 0; k < bodies_.count(); ++k) {
      const auto mesh = static_cast<std::size_t>(bodies_.mesh_of(k));
      if (!shapes[mesh]) shapes[mesh] = shape_of(k);
      world_.add(shapes[mesh], bodies_.poses()[static_cast<std::size_t>(k)]);
      if (!arguments_.world.features) continue;
      if (!places[mesh]) places[mesh] = std::make_shared<const VertexPlaces>(*bodies_.meshes()[mesh]);
      near_.add_body(name(k), shapes[mesh], places[mesh]);
    }
  }
  BodyShapePointer shape_of(int body) const {
    const Collider collider{Pose(), mesh(body)};
    try {
      return std::make_shared<const BodyShape>(std::span(&collider, 1));
    } catch (const InputError& error) {  // the shape does not know whose it is
      throw InputError(arguments_.folder, name(body), error.problem(), error.remedy());
    }
  }
  const MeshPointer& mesh(int body) const { return bodies_.meshes()[static_cast<std::size_t>(bodies_.mesh_of(body))]; }
  void open_recording() {
    recording_.emplace(arguments_.world.record);
    for (int k = 0; k < bodies_.count(); ++k) recording_->add_body(name(k), *mesh(k));
    if (arguments_.world.features) near_.record_to(*recording_);
    if (arguments_.world.continuous) timed_.record_to(*recording_);
  }
  void open_page() {
    const auto count = static_cast<std::size_t>(bodies_.count());
    page_.emplace(arguments_.world.report, "world", counted(count, "body", "bodies") + " in a box",
                  arguments_.parameters());
    page_->add_walls(bodies_.least(), bodies_.most());
    for (int k = 0; k < bodies_.count(); ++k) {
      Report::Body body;
      body.name = name(k);
      body.shapes = {{Pose(), mesh(k)}};
      page_->add(k, std::move(body));
    }
  }
  void draw(const WorldStep& found) {
    page_->step(world_, found, on_the_way_);
    if (page_->due()) page_->write_so_far(story());
  }
  WorldPage::Story story() const;
  void record(int number, const WorldStep& found) {
    for (int k = 0; k < bodies_.count(); ++k) {
      const auto body = static_cast<std::size_t>(k);
      recording_->add_pose(number, name(k), {bodies_.poses()[body].translation, bodies_.orientations()[body]});
    }
    for (const BodyPair& pair : found.colliding) recording_->add_contact(number, name(pair.a), name(pair.b));
  }
  const std::string& name(int body) const { return bodies_.name(body); }
  std::size_t count() const { return static_cast<std::size_t>(bodies_.count()); }

  const BoxArguments& arguments_;
  MultiBody bodies_;
  World world_;
  WorldWriter report_;
  NearPairs near_;
  ContinuousFlight flight_;
  TimedContacts timed_;
  std::optional<Recording> recording_;
  std::vector<TimedContact> on_the_way_;  ///< to where the bodies are now
  std::optional<WorldPage> page_;
};

WorldPage::Story BoxRun::story() const {
  const std::size_t touches = report_.contacts(), within = timed_.counts().within_steps, met = within + touches;
  std::string summary = fmt::format("{} in {}; {} over all steps. ", counted(count(), "body", "bodies"),
                                    counted(report_.steps(), "step"), counted(touches, "touching pair"));
  summary += arguments_.world.continuous
                 ? counted(within, "pair met within a step: it is shown where it stopped, at the end of the step.",
                           "pairs met within steps: they are shown where they stopped, at the end of the step.")
                 : "Only the steps themselves were checked, not the motion from one to the next.";
  return {counted(met, "contact"), std::move(summary), met > 0};
}

WorldSummary BoxRun::summary() const {
  WorldSummary summary;
  summary.verb = "world";
  summary.version = TOCCA_VERSION;
  summary.parameters = arguments_.parameters();
  summary.room = {bodies_.least(), bodies_.most(), 100.0 * bodies_.fill()};
  if (arguments_.world.features) summary.near_pairs = &near_.all();
  if (arguments_.world.continuous) summary.first_contacts = timed_.counts();
  return summary;
}

/// "50 bodies of 60 faces fill 5 % of a box of 1.25 m", or of how many meshes they are and how large that box is.
std::string BoxRun::opening() const {
  const Vector3 size = bodies_.most() - bodies_.least();
  const std::string number = counted(count(), "body", "bodies");
  if (arguments_.folder.empty()) {
    return fmt::format("{} of {} faces {} {:.2g} % of a box of {:.3g} m", number,
                       bodies_.meshes().front()->triangles().size(), count() == 1 ? "fills" : "fill",
                       100.0 * bodies_.fill(), size.x());
  }
  std::size_t triangles = 0;
  for (int k = 0; k < bodies_.count(); ++k) triangles += mesh(k)->triangles().size();
  return fmt::format("{} of {}, together {}, in a box of {:.3g} x {:.3g} x {:.3g} m", number,
                     counted(bodies_.meshes().size(), "mesh", "meshes"), counted(triangles, "triangle"), size.x(),
                     size.y(), size.z());
}

std::string BoxRun::text() const {
  std::string text = fmt::format("{}; {}\n\n", opening(), counted(report_.steps(), "step"));
  text += report_.table();
  text += fmt::format("\ncontacts: {} over all steps\n", grouped(report_.contacts()));
  if (arguments_.world.continuous) text += timed_.text();
  if (timed_.counts().undecided > 0) {
    text += fmt::format("undecided: {}; --budget allows more\n",
                        counted(timed_.counts().undecided, "pair, which stopped where it was last proven apart",
                                "pairs, which stopped where they were last proven apart"));
  }
  if (recording_) text += fmt::format("recorded: {}\n", printable(arguments_.world.record));
  return text;
}

int run_world(const BoxArguments& arguments) {
  arguments.require_valid();
  BoxRun run(arguments);
  return play(run, arguments.steps, arguments.world);
}

}  // namespace

void add_world(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<BoxArguments>();
  CLI::App* verb = app.add_subcommand("world",
                                      "Let bodies fly in a closed box and bounce off each other, generated or your "
                                      "own; record where they are, what touches "
                                      "and their closest features.");
  arguments->add_to(*verb);
  verb->footer(
      "tocca world --count 1000 --steps 500\n"
      "tocca world --count 200 --steps 100 --seed 7 --faces 50 --record flight\n"
      "tocca world --count 100 --speed 300 --continuous --record fast\n"
      "tocca world --count 300 --report flight.html\n"
      "tocca world --bodies parts/ --steps 200 --features --record flight --report flight.html");
  verb->callback([arguments, &action] { action = [arguments] { return run_world(*arguments); }; });
}

}  // namespace tocca::cli
