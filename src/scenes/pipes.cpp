// The Puma among pipes: about 38,000 triangles of pipework in a steel rack, with a pocket for the robot.
#include "scenes/families.hpp"
#include "scenes/pipework.hpp"

namespace tocca::scenes {

namespace {

/// Found by sampling every edge with FCL at a quarter of a degree.
const WalkDraft pipes_walks[] = {
    {"edges-1deg.csv", 1, 101,
     "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
     "fffffffffffffffffffffffff"},
    {"edges-5deg.csv", 5, 105,
     "f8fffb7fffbbffffffffffff3eefdffffffdfe7ffcffcffffffffffa7fffd4bfffffe57bf2fffffffefffcf7ffffffffdfeb"
     "ffffff6bedfffffff3fffdff7"},
    {"edges-15deg.csv", 15, 115,
     "fd9dfec6fb9df7efcfbffe83b97e8b79cff4ffffffb6faebd5cfdffb73edf1e3f52d997f73fbf7e7af3f9ffedd77ff6fcf48"
     "51cfd4af6fb3fdf98a97fee95"},
    {"edges-30deg.csv", 30, 130,
     "ef5f7aa5bf2fc73fff3fccd807bffe25bff13e6f866feffd94cfeff1429c95ca83cf6f6fcafe71dfacabf60cda81caeffecd"
     "f6fbdf17bfc3dc2ffe3f37dcb"},
    {"edges-1deg-near.csv",
     1,
     102,
     "e7dfffd7ff5fffffffff0fdfffbfffff8fe3ff7f7ff584ecfff76ff3afff03fff71fffffdbfddfff3ffffffc78dfedfb1ecb"
     "bfdff43f3f8fbffffede237fa",
     &pipes_walks[3],
     {{3, 1036},   {8, 1011},   {10, 499},   {16, 3664},  {21, 1019},  {23, 1599},  {25, 643},  {27, 1337},
      {28, 1588},  {30, 589},   {33, 1700},  {40, 3049},  {41, 1421},  {43, 2150},  {50, 1037}, {51, 1703},
      {52, 1045},  {56, 27},    {57, 45},    {72, 1213},  {73, 1720},  {82, 1386},  {83, 2022}, {86, 2809},
      {87, 1746},  {90, 2163},  {93, 393},   {94, 260},   {95, 184},   {96, 499},   {97, 1189}, {98, 3775},
      {99, 210},   {100, 1676}, {105, 1549}, {119, 1473}, {120, 1156}, {121, 1236}, {123, 362}, {124, 437},
      {126, 2001}, {129, 491},  {140, 1856}, {141, 4058}, {142, 2338}, {144, 3211}, {145, 283}, {151, 3079},
      {152, 2263}, {155, 1531}}},
};

constexpr int pipes_triangles = 38'000;
constexpr double pipe_spacing = 0.16;  // metres between neighbouring pipes
constexpr double rack_half_length = 1.44, rack_half_width = 1.12, rack_height = 2.08;  // of the block of pipes
constexpr double pocket_radius = 0.4;  // free around the robot's column ...
constexpr double pocket_height = 1.12;

/// Where the robot stands and reaches at the start: a column and an aisle in front of it.
bool in_rack_pocket(const Vector3& p) {
  const bool column = p.x() * p.x() + p.y() * p.y() < pocket_radius * pocket_radius && p.z() < pocket_height;
  const bool aisle = p.x() > 0 && p.x() < 0.72 && std::abs(p.y()) < 0.36 && p.z() > 0.5 && p.z() < pocket_height;
  return column || aisle;
}

/// A portal of I-beams across the rack at x; its lintels carry the pipes.
Solid portal() {
  const double flange = 0.1, web = 0.02, reach = rack_half_width + 0.14;
  auto beam = [&](double length) {  // an I-section along z
    const std::vector<double> at{-0.5 * flange, -0.5 * web, 0.5 * web, 0.5 * flange};
    const std::vector<double> deep{-0.05, -0.035, 0.035, 0.05};
    return cells(at, deep, {0.0, length}, [](int i, int j, int) { return i == 1 || j != 1; });
  };
  Solid solid;
  for (const double side : {-1.0, 1.0}) solid.add(beam(rack_height + 0.25).moved(0, side * reach, 0));
  for (const double level : {1.84, rack_height + 0.17}) {
    solid.add(beam(2 * reach - 0.13).turned(about_x(-90)).moved(0, -reach + 0.065, level));
  }
  return solid;
}

}  // namespace

CellDraft puma_pipes() {
  CellDraft draft{.robot = puma_560(), .robots = {}, .objects = {}, .walks = {}};
  Random random(20040);
  const Pipework::Cell counts{static_cast<int>(2 * rack_half_length / pipe_spacing),
                              static_cast<int>(2 * rack_half_width / pipe_spacing),
                              static_cast<int>(rack_height / pipe_spacing)};
  Pipework work(Vector3(-rack_half_length, -rack_half_width, 0.0), pipe_spacing, counts);
  work.keep_free(in_rack_pocket);
  for (const double x : {-1.2, 0.08, 1.2}) {
    draft.objects.push_back({"portal_" + std::to_string(draft.objects.size()), portal(), Vector3(x, 0, 0)});
    work.keep_free([&](const Vector3& p) { return std::abs(p.x() - x) < 0.1 && std::abs(p.z() - 1.84) < 0.1; });
  }
  Pipework::Style style;
  style.turn_weights = {3, 1, 1.2};
  style.straightness = 0.88;
  style.sides = 12;
  style.bend_pieces = 4;
  style.longest = 40;
  for (int run = 0; triangles(draft.objects) < pipes_triangles - 900; ++run) {
    // Most runs follow the rack.
    const int axis = random.chance(0.7) ? 0 : 1 + random.below(2);
    const std::vector<ObjectDraft> laid = work.lay_run("pipe_" + std::to_string(run), axis, style, random);
    if (triangles(draft.objects) + triangles(laid) > pipes_triangles) continue;
    draft.objects.insert(draft.objects.end(), laid.begin(), laid.end());
  }
  refine_to(draft.objects, pipes_triangles);
  // Three free legs, then one that meets a pipe midway.
  draft.robots = {{"puma",
                   Vector3::Zero(),
                   0.0,
                   {{-10, 75, -30, -30, 50, 0},
                    {-5, 45, -15, -10, 55, 5},
                    {25, 30, -10, -50, 40, 25},
                    {15, 25, -35, -70, 20, 55},
                    {45, -35, -50, -35, 0, 40}}}};
  draft.walks.assign(std::begin(pipes_walks), std::end(pipes_walks));
  return draft;
}

}  // namespace tocca::scenes
