// tocca world: polytopes that fly about in a closed box and bounce off each other (cohen-1995, section 5.3).
#include <fmt/format.h>

#include <charconv>
#include <memory>
#include <optional>

#include "budget.hpp"
#include "continuous_flight.hpp"
#include "pages/recording.hpp"
#include "pages/world_page.hpp"
#include "table.hpp"
#include "verbs.hpp"
#include "world_run.hpp"

namespace tocca::cli {
namespace {

constexpr int most_steps = 10'000'000;

struct BoxArguments {
  PolytopeWorld bodies;
  int steps = 100;
  bool continuous = false;
  Budget budget{tests_a_pair, "pair", "tests"};
  WorldArguments world;

  void add_to(CLI::App& verb);
  void require_valid() const;
  WorldSettings settings() const {
    WorldSettings settings = world.settings();
    settings.budget = budget.most();
    return settings;
  }
};

void BoxArguments::add_to(CLI::App& verb) {
  verb.add_option("--count", bodies.count, "How many bodies, 1 to 100000 (default: 1000)")->type_name("N");
  verb.add_option("--steps", steps, "How many steps; the first is where the bodies start (default: 100)")
      ->type_name("N");
  verb.add_option("--seed", bodies.seed, "The same seed gives the same bodies and flights (default: 1995)")
      ->check([](const std::string& text) {
        std::uint64_t seed = 0;  // the parser itself would take a number that is too large for the largest
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
        return error == std::errc() && end == text.data() + text.size() ? ""
                                                                        : "must be a whole number from 0 to 2^64 - 1";
      })
      ->type_name("N");
  verb.add_option("--faces", bodies.faces,
                  "Triangles of a body, 4 to 2000; even, since no closed surface has an odd number (default: 60)")
      ->type_name("N");
  verb.add_option("--spin", bodies.spin_degrees, "Rotation of a body per step, 0 to less than 180 (default: 10)")
      ->type_name("DEGREES");
  verb.add_option("--speed", bodies.speed_percent,
                  "Distance a body moves per step, in percent of its radius, 0 to 1000 (default: 10)")
      ->type_name("PERCENT");
  verb.add_option("--density", bodies.density_percent,
                  "Share of the box that the bodies fill, 1e-6 to 10 (default: 5); few bodies get a larger box")
      ->type_name("PERCENT");
  verb.add_flag("--continuous", continuous,
                "Find the times of contacts within steps: bodies stop where they first touch, and none tunnels");
  budget.add_to(verb);
  world.add_to(verb);
}

void BoxArguments::require_valid() const {
  if (steps < 1 || steps > most_steps) {
    throw InputError("--steps", "", fmt::format("must be from 1 to {} (got {})", most_steps, steps), "");
  }
}

/// The simulation, its world and what is written down of them.
class BoxRun {
 public:
  explicit BoxRun(const BoxArguments& arguments)
      : arguments_(arguments), bodies_(arguments.bodies), world_(arguments.settings()) {
    std::vector<BodyShapePointer> shapes;
    for (const MeshPointer& mesh : bodies_.meshes()) {
      const Collider body{Pose(), mesh};
      shapes.push_back(std::make_shared<const BodyShape>(std::span(&body, 1)));
    }
    for (int k = 0; k < bodies_.count(); ++k) {
      world_.add(shapes[static_cast<std::size_t>(bodies_.mesh_of(k))], bodies_.poses()[static_cast<std::size_t>(k)]);
      names_.push_back(bodies_.name(k));
    }
    if (!arguments.world.record.empty()) open_recording();
    if (!arguments.world.report.empty()) open_page();
  }

  /// Poses as they are now, checked and recorded; then one step on.
  void step(int number) {
    for (int k = 0; k < bodies_.count(); ++k) world_.move(k, bodies_.poses()[static_cast<std::size_t>(k)]);
    const WorldStep& found = world_.step();
    report_.add(found.statistics);
    if (recording_) record(number, found);
    if (page_) draw(found);
    bodies_.collide(found.colliding);
    if (number + 1 == arguments_.steps) return;
    if (!arguments_.continuous) return bodies_.fly();
    on_the_way_ = flight_.fly(bodies_, world_);
    for (const TimedContact& contact : on_the_way_) tell(number, contact);
  }

  WorldSummary summary() const;
  std::string summary_json() const { return to_json(summary(), report_.each()); }
  std::string text() const;
  void finish(const std::string& summary) {
    if (first_contacts_) first_contacts_->close();
    if (recording_) recording_->finish(summary);
    if (page_) page_->finish(story());
  }

 private:
  void open_recording() {
    recording_.emplace(arguments_.world.record);
    for (int k = 0; k < bodies_.count(); ++k) {
      recording_->add_body(name(k), *bodies_.meshes()[static_cast<std::size_t>(bodies_.mesh_of(k))]);
    }
    if (!arguments_.continuous) return;
    first_contacts_ =
        recording_->open("first_contacts.csv", "step,a,b,time_lo,time_hi,initial,x,y,z,nx,ny,nz,undecided");
  }
  void open_page() {
    const auto count = static_cast<std::size_t>(bodies_.count());
    page_.emplace(arguments_.world.report, "world", counted(count, "body", "bodies") + " in a box",
                  summary().parameters);
    page_->add_walls(bodies_.half_size());
    for (int k = 0; k < bodies_.count(); ++k) {
      Report::Body body;
      body.name = name(k);
      body.shapes = {{Pose(), bodies_.meshes()[static_cast<std::size_t>(bodies_.mesh_of(k))]}};
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
  void tell(int number, const TimedContact& contact) {
    ++(contact.why != Undecided::no ? undecided_ : contact.initial ? initial_ : timed_);
    if (!first_contacts_) return;
    const auto &p = contact.point, &n = contact.normal;
    const char* const undecided = contact.why == Undecided::no ? "" : name_of(contact.why);
    first_contacts_->out() << fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{}\n", number, name(contact.body_a),
                                          name(contact.body_b), contact.time.lo, contact.time.hi,
                                          contact.initial ? 1 : 0, p[0], p[1], p[2], n[0], n[1], n[2], undecided);
  }
  const std::string& name(int body) const { return names_[static_cast<std::size_t>(body)]; }

  const BoxArguments& arguments_;
  MultiBody bodies_;
  World world_;
  std::vector<std::string> names_;
  WorldWriter report_;
  ContinuousFlight flight_;
  std::size_t timed_ = 0, initial_ = 0, undecided_ = 0;
  std::optional<Recording> recording_;
  std::unique_ptr<ResultStream> first_contacts_;
  std::vector<TimedContact> on_the_way_;  ///< to where the bodies are now
  std::optional<WorldPage> page_;
};

WorldPage::Story BoxRun::story() const {
  const std::size_t touches = report_.contacts(), met = timed_ + touches;
  std::string summary = fmt::format("{} in {}; {} over all steps. ", counted(names_.size(), "body", "bodies"),
                                    counted(report_.steps(), "step"), counted(touches, "touching pair"));
  summary += arguments_.continuous
                 ? counted(timed_, "pair met within a step: it is shown where it stopped, at the end of the step.",
                           "pairs met within steps: they are shown where they stopped, at the end of the step.")
                 : "Only the steps themselves were checked, not the motion from one to the next.";
  return {counted(met, "contact"), std::move(summary), met > 0};
}

WorldSummary BoxRun::summary() const {
  const PolytopeWorld& asked = arguments_.bodies;
  WorldSummary summary;
  summary.verb = "world";
  summary.version = TOCCA_VERSION;
  summary.parameters = {{"count", std::int64_t{asked.count}},       {"steps", std::int64_t{arguments_.steps}},
                        {"seed", std::uint64_t{asked.seed}},        {"faces", std::int64_t{asked.faces}},
                        {"spin_degrees", asked.spin_degrees},       {"speed_percent", asked.speed_percent},
                        {"density_percent", asked.density_percent}, {"boxes", arguments_.world.boxes},
                        {"broad", arguments_.world.broad},          {"continuous", arguments_.continuous}};
  summary.room = {bodies_.half_size(), 100.0 * bodies_.fill()};
  if (arguments_.continuous) summary.first_contacts = {timed_, initial_, undecided_};
  return summary;
}

std::string BoxRun::text() const {
  const PolytopeWorld& asked = arguments_.bodies;
  std::string text = fmt::format("{} of {} faces {} {:.2g} % of a box of {:.3g} m; {}\n\n",
                                 counted(static_cast<std::size_t>(asked.count), "body", "bodies"), asked.faces,
                                 asked.count == 1 ? "fills" : "fill", 100.0 * bodies_.fill(), 2.0 * bodies_.half_size(),
                                 counted(report_.steps(), "step"));
  text += report_.table(arguments_.world.broad);
  text += fmt::format("\ncontacts: {} over all steps\n", grouped(report_.contacts()));
  if (arguments_.continuous) text += fmt::format("first contacts within steps: {}\n", grouped(timed_));
  if (undecided_ > 0) {
    text += fmt::format("undecided: {}; --budget allows more\n",
                        counted(undecided_, "pair, which stopped where it was last proven apart",
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
  CLI::App* verb = app.add_subcommand(
      "world",
      "Let convex bodies fly in a closed box and bounce off each other; record where they are and what touches.");
  arguments->add_to(*verb);
  verb->footer(
      "tocca world --count 1000 --steps 500\n"
      "tocca world --count 200 --steps 100 --seed 7 --faces 50 --record flight\n"
      "tocca world --count 100 --speed 300 --continuous --record fast\n"
      "tocca world --count 300 --report flight.html");
  verb->callback([arguments, &action] { action = [arguments] { return run_world(*arguments); }; });
}

}  // namespace tocca::cli
