#include "box_arguments.hpp"

#include <fmt/format.h>

#include <charconv>

#include "output.hpp"
#include "tocca/io/scene.hpp"

namespace tocca::cli {
namespace {

constexpr int most_steps = 10'000'000, most_bodies = 100'000;

}  // namespace

void BoxArguments::add_to(CLI::App& verb) {
  verb.add_option(
          "--bodies", folder,
          "Your own bodies: a folder of meshes, or a description of bodies (bodies.json, in the folder or by its "
          "own name) with poses, velocities and the box")
      ->type_name("DIR|FILE.json");
  verb.add_option("--count", count, "How many bodies, 1 to 100000 (default: 1000; of your own, one per mesh)")
      ->type_name("N");
  verb.add_option("--steps", steps, "How many steps; the first is where the bodies start (default: 100)")
      ->type_name("N");
  verb.add_option("--seed", polytopes.seed, "The same seed gives the same bodies and flights (default: 1995)")
      ->check([](const std::string& text) {
        std::uint64_t seed = 0;  // the parser itself would take a number that is too large for the largest
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
        return error == std::errc() && end == text.data() + text.size() ? ""
                                                                        : "must be a whole number from 0 to 2^64 - 1";
      })
      ->type_name("N");
  verb.add_option(
          "--faces", faces,
          "Triangles of a generated body, 4 to 2000; even, since no closed surface has an odd number (default: 60)")
      ->type_name("N");
  verb.add_option("--spin", polytopes.spin_degrees, "Rotation of a body per step, 0 to less than 180 (default: 10)")
      ->type_name("DEGREES");
  verb.add_option("--speed", polytopes.speed_percent,
                  "Distance a body moves per step, in percent of its radius, 0 to 1000 (default: 10)")
      ->type_name("PERCENT");
  verb.add_option(
          "--density", polytopes.density_percent,
          "Share of the box that the bodies fill (of your own: the balls around them), 1e-6 to 10 (default: 5); few "
          "bodies get a larger box")
      ->type_name("PERCENT");
  world.add_to(verb, "Find the times of contacts within steps: bodies stop where they first touch, and none tunnels");
}

void BoxArguments::require_valid() const {
  if (steps < 1 || steps > most_steps) {
    throw InputError("--steps", "", fmt::format("must be from 1 to {} (got {})", most_steps, steps), "");
  }
  if (folder.empty()) return;
  if (faces) throw InputError("--faces", "", "is for generated bodies, not for --bodies", "leave one of them out");
  if (count && (*count < 1 || *count > most_bodies)) {
    throw InputError("--count", "", fmt::format("must be from 1 to {} (got {})", most_bodies, *count), "");
  }
}

MultiBody BoxArguments::bodies() const {
  if (folder.empty()) {
    PolytopeWorld asked = polytopes;
    asked.count = count.value_or(asked.count);
    asked.faces = faces.value_or(asked.faces);
    return MultiBody(asked);
  }
  Warnings warnings;
  const FreeBodyDraws draws{polytopes.seed, polytopes.speed_percent, polytopes.spin_degrees, polytopes.density_percent};
  const FreeBodies given = load_bodies(folder, draws, warnings, count.value_or(0));
  show(warnings);
  return MultiBody(given);
}

std::vector<std::pair<std::string, WorldSummary::Value>> BoxArguments::parameters() const {
  std::vector<std::pair<std::string, WorldSummary::Value>> list;
  if (!folder.empty()) list.emplace_back("bodies", folder);
  if (folder.empty() || count) list.emplace_back("count", std::int64_t{count.value_or(polytopes.count)});
  list.emplace_back("steps", std::int64_t{steps});
  list.emplace_back("seed", std::uint64_t{polytopes.seed});
  if (folder.empty()) list.emplace_back("faces", std::int64_t{faces.value_or(polytopes.faces)});
  list.emplace_back("spin_degrees", polytopes.spin_degrees);
  list.emplace_back("speed_percent", polytopes.speed_percent);
  list.emplace_back("density_percent", polytopes.density_percent);
  list.emplace_back("boxes", world.boxes);
  list.emplace_back("broad", world.broad);
  list.emplace_back("continuous", world.continuous);
  return list;
}

}  // namespace tocca::cli
