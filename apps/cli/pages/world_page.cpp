#include "pages/world_page.hpp"

namespace tocca::cli {
namespace {

/// "speed_percent" as people read it.
std::string words(std::string name) {
  for (char& c : name) c = c == '_' ? ' ' : c;
  if (!name.empty() && name.front() >= 'a' && name.front() <= 'z') name.front() = static_cast<char>(name.front() - 32);
  return name;
}

}  // namespace

WorldPage::WorldPage(const std::string& file, std::string_view verb, std::string title,
                     std::span<const std::pair<std::string, WorldSummary::Value>> parameters)
    : file_(file), recorder_(report_) {
  report_.verb = verb;
  report_.version = TOCCA_VERSION;
  report_.title = std::move(title);
  report_.curve_word = "touching pairs";
  report_.curve_unit = "";
  for (const auto& [name, value] : parameters) {
    const auto* text = std::get_if<std::string>(&value);
    if (text && text->empty()) continue;
    report_.parameters.emplace_back(words(name), text ? *text : to_json(value));
  }
}

void WorldPage::add_walls(const Vector3& least, const Vector3& most) {
  const Collider box{{Matrix3::Identity(), 0.5 * (least + most)}, Box{most - least}};
  report_.layers.push_back({"Walls", Report::Layer::Kind::volume, {{-1, box}}, true});
}

void WorldPage::tell(const Story& story) {
  report_.headline = story.headline;
  report_.summary = story.summary;
  report_.outcome = story.touched ? Outcome::contact : Outcome::free;
  report_.notes = recorder_.notes();
}

void WorldPage::write_so_far(const Story& story) {
  tell(story);
  file_.write_so_far(report_);
}

void WorldPage::finish(const Story& story) {
  tell(story);
  file_.finish(report_);
}

}  // namespace tocca::cli
