#include <vector>

#include "io/coordinate_names.hpp"
#include "io/degrees.hpp"
#include "io/text.hpp"
#include "tocca/io/path.hpp"

namespace tocca {

Configuration parse_configuration(std::string_view text, const KinematicTree& tree, std::string_view option) {
  return parse_configuration(text, tree, option, tree.zero_configuration());
}

Configuration parse_configuration(std::string_view text, const KinematicTree& tree, std::string_view option,
                                  const Configuration& defaults, const PathOptions& options) {
  Configuration q = defaults;
  const CoordinateNames names(tree);
  const std::vector<bool> angles = angles_of(tree);
  std::vector<bool> given(static_cast<std::size_t>(tree.coordinate_count()));
  bool more = !trimmed(text).empty();
  while (more) {
    const std::size_t comma = text.find(',');
    const std::string_view part = trimmed(text.substr(0, comma));
    more = comma != std::string_view::npos;
    if (more) text.remove_prefix(comma + 1);

    const std::size_t equals = part.rfind('=');
    if (equals == std::string_view::npos) {
      throw InputError(option, in_quotes(part), "is not of the form joint=value", "write \"elbow=1.5,wrist=0\"");
    }
    const std::string_view name = trimmed(part.substr(0, equals)), value = trimmed(part.substr(equals + 1));
    const int coordinate = names.find(name);
    if (coordinate < 0) {
      const auto [problem, remedy] = names.refuse(name);
      throw InputError(option, in_quotes(part), problem, remedy);
    }
    const std::optional<double> number = parse_number(value);
    if (!number)
      throw InputError(option, in_quotes(part), "the value is not a finite number",
                       "give a number such as -1.5 or 2e-3");
    if (given[static_cast<std::size_t>(coordinate)]) {
      throw InputError(option, in_quotes(part), "the joint is given twice", "remove one of them");
    }
    given[static_cast<std::size_t>(coordinate)] = true;
    const bool is_in_degrees = options.degrees && angles[static_cast<std::size_t>(coordinate)];
    q[coordinate] = is_in_degrees ? radians(*number) : *number;
  }
  if (const Joint* joint = Quaternions(tree).find_zero(q)) {
    throw InputError(option, "joint " + in_quotes(joint->name), "a zero quaternion is not a rotation",
                     "write " + joint->name + ".qw=1 for no rotation");
  }
  return q;
}

}  // namespace tocca
