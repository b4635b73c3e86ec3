#include <algorithm>

#include "mutations.hpp"

namespace tocca::testing {

bool is_checked(const CertificateFile& file, const audit::Segment& segment, std::size_t pair) {
  return file.statement.pairs[pair].reason == 0 &&
         std::none_of(segment.exempt.begin(), segment.exempt.end(), [&](const auto& e) { return e.pair == pair; });
}

void remove_proof(const CertificateFile& file, audit::Segment& segment, std::size_t pair) {
  if (!is_checked(file, segment, pair) || !(segment.until > 0.0)) return;
  std::vector<ProofNode> nodes = nodes_of(segment.proof);
  std::size_t root = 0;
  for (std::size_t i = 0; i < pair; ++i) {
    if (is_checked(file, segment, i)) root = end_of_subtree(nodes, root);
  }
  const auto from = nodes.begin() + static_cast<std::ptrdiff_t>(root);
  nodes.erase(from, nodes.begin() + static_cast<std::ptrdiff_t>(end_of_subtree(nodes, root)));
  segment.proof = proof_of(nodes);
}

namespace {

std::size_t any_pair(const CertificateFile& file, Draw& draw) {
  return static_cast<std::size_t>(draw.integer(0, static_cast<int>(file.statement.pairs.size()) - 1));
}
/// One that is checked in every segment.
std::size_t any_checked(const CertificateFile& file, Draw& draw) {
  for (int i = 0; i < 100; ++i) {
    const std::size_t pair = any_pair(file, draw);
    if (file.statement.pairs[pair].reason == 0) return pair;
  }
  return 0;
}

bool clearance_raised(CertificateFile& file, Draw& draw, double size) {
  file.statement.pairs[any_checked(file, draw)].clearance_m += size;
  return true;
}
bool clearance_lowered(CertificateFile& file, Draw& draw, double size) {
  file.statement.pairs[any_checked(file, draw)].clearance_m -= size;
  return true;
}
/// From the list, and its proof with it: the number of pairs left out must show it.
bool pair_left_out(CertificateFile& file, Draw& draw, double) {
  const std::size_t pair = any_checked(file, draw);
  for (audit::Segment& segment : file.segments) remove_proof(file, segment, pair);
  for (audit::Segment& segment : file.segments)
    std::erase_if(segment.exempt, [&](const audit::Exemption& e) { return e.pair == pair; });
  file.statement.pairs[pair].reason =
      static_cast<std::uint32_t>(draw.integer(1, static_cast<int>(file.statement.reasons.size())));
  return true;
}
bool pair_left_out_alone(CertificateFile& file, Draw& draw, double) {
  file.statement.pairs[any_checked(file, draw)].reason = static_cast<std::uint32_t>(draw.integer(1, 9));
  return true;
}
bool pair_removed(CertificateFile& file, Draw& draw, double) {
  file.statement.pairs.erase(file.statement.pairs.begin() + static_cast<std::ptrdiff_t>(any_pair(file, draw)));
  return true;
}
bool pair_now_checked(CertificateFile& file, Draw& draw, double) {
  audit::Pair& pair = file.statement.pairs[any_pair(file, draw)];
  if (pair.reason == 0) return false;
  pair.reason = 0;
  return true;
}
bool proof_removed(CertificateFile& file, Draw& draw, double) {
  audit::Segment& segment = *any_of(file.segments, draw);
  const std::size_t before = segment.proof.size();
  remove_proof(file, segment, any_checked(file, draw));
  return segment.proof.size() != before;
}
bool exemption_added(CertificateFile& file, Draw& draw, double) {
  audit::Segment& segment = *any_of(file.segments, draw);
  const std::size_t pair = any_checked(file, draw);
  if (!is_checked(file, segment, pair)) return false;
  if (draw.coin()) remove_proof(file, segment, pair);
  const auto place =
      std::find_if(segment.exempt.begin(), segment.exempt.end(), [&](const auto& e) { return e.pair > pair; });
  const auto reason = static_cast<std::uint32_t>(draw.integer(0, static_cast<int>(file.statement.reasons.size())));
  segment.exempt.insert(place, {static_cast<std::uint32_t>(pair), reason});
  return true;
}
bool exemption_removed(CertificateFile& file, Draw& draw, double) {
  audit::Segment& segment = *any_of(file.segments, draw);
  if (segment.exempt.empty()) return false;
  segment.exempt.erase(segment.exempt.begin() + draw.integer(0, static_cast<int>(segment.exempt.size()) - 1));
  return true;
}
bool group_removed(CertificateFile& file, Draw& draw, double) {
  const auto group = static_cast<std::size_t>(draw.integer(0, static_cast<int>(file.statement.groups.size()) - 1));
  const bool with_pairs = draw.coin();
  if (with_pairs) {
    for (std::size_t i = file.statement.pairs.size(); i-- > 0;) {
      if (file.statement.pairs[i].a != group && file.statement.pairs[i].b != group) continue;
      for (audit::Segment& segment : file.segments) remove_proof(file, segment, i);
      file.statement.pairs.erase(file.statement.pairs.begin() + static_cast<std::ptrdiff_t>(i));
      for (audit::Segment& segment : file.segments) {
        std::erase_if(segment.exempt, [&](const audit::Exemption& e) { return e.pair == i; });
        for (audit::Exemption& e : segment.exempt) e.pair -= e.pair > i ? 1 : 0;
      }
    }
  }
  file.statement.groups.erase(file.statement.groups.begin() + static_cast<std::ptrdiff_t>(group));
  return true;
}
bool tolerance_changed(CertificateFile& file, Draw& draw, double size) {
  file.statement.tolerance_m += draw.sign() * size;
  return true;
}

bool outcome_flipped(CertificateFile& file, Draw& draw, double) {
  file.claim.free = !file.claim.free;
  if (!file.claim.free) {  // a contact out of thin air
    audit::Contact& contact = file.claim.contact;
    const audit::Pair& pair = file.statement.pairs[any_checked(file, draw)];
    contact.time = draw.uniform(0.0, 1.0);
    contact.inside = draw.coin();
    contact.a.group = pair.a, contact.b.group = pair.b;
    for (audit::Witness* witness : {&contact.a, &contact.b}) {
      witness->weights.assign(static_cast<std::size_t>(draw.integer(0, 3)), draw.uniform(0.0, 1.0));
      if (draw.coin()) witness->weights.clear();
      shift(witness->point, draw, draw.uniform(0.0, 0.1));
    }
  } else if (draw.coin()) {
    file.segments.back().until = 1.0;
  }
  return true;
}
bool count_changed(CertificateFile& file, Draw& draw, double) {
  file.claim.segments += static_cast<std::uint64_t>(draw.integer(1, 5));
  return true;
}
bool contact_at_other_time(CertificateFile& file, Draw& draw, double size) {
  if (file.claim.free) return false;
  file.claim.contact.time = std::clamp(file.claim.contact.time + draw.sign() * size, 0.0, 1.0);
  return true;
}
/// Said to be free for longer than it was shown.
bool contact_later(CertificateFile& file, Draw& draw, double size) {
  if (file.claim.free) return false;
  const double by = size * draw.uniform(0.5, 1.0);
  file.segments.back().until = std::min(1.0, file.segments.back().until + by);
  file.claim.contact.time = std::min(1.0, file.claim.contact.time + by);
  return true;
}
bool witness_moved(CertificateFile& file, Draw& draw, double size) {
  if (file.claim.free) return false;
  audit::Witness& witness = draw.coin() ? file.claim.contact.a : file.claim.contact.b;
  shift(witness.point, draw, size);
  if (double* weight = any_of(witness.weights, draw)) *weight += draw.sign() * size;
  return true;
}
bool witness_of_other_item(CertificateFile& file, Draw& draw, double) {
  if (file.claim.free) return false;
  audit::Witness& witness = draw.coin() ? file.claim.contact.a : file.claim.contact.b;
  if (draw.coin())
    witness.group = static_cast<std::uint32_t>(draw.integer(0, static_cast<int>(file.statement.groups.size()) - 1));
  witness.item =
      static_cast<std::uint32_t>(draw.integer(0, static_cast<int>(file.statement.groups[witness.group].order.size())));
  return true;
}
bool witness_with_odd_weights(CertificateFile& file, Draw& draw, double) {
  if (file.claim.free) return false;
  audit::Witness& witness = draw.coin() ? file.claim.contact.a : file.claim.contact.b;
  if (witness.weights.empty()) return false;
  const double odd[] = {0.0, -1.0, 1e30, 5e-324};
  const double x = odd[draw.integer(0, 3)];
  for (double& weight : witness.weights) weight = draw.coin() ? x : weight;
  if (draw.coin(0.2)) witness.weights.push_back(0.0);
  return true;
}
bool inside_flipped(CertificateFile& file, Draw&, double) {
  if (file.claim.free) return false;
  file.claim.contact.inside = !file.claim.contact.inside;
  return true;
}
bool witnesses_swapped(CertificateFile& file, Draw&, double) {
  if (file.claim.free) return false;
  std::swap(file.claim.contact.a, file.claim.contact.b);
  return true;
}

constexpr Mutation all[] = {{"a clearance raised", true, clearance_raised},
                            {"a clearance lowered", true, clearance_lowered},
                            {"a pair left out with its proof", false, pair_left_out},
                            {"a pair left out, its proof left", false, pair_left_out_alone},
                            {"a pair removed from the list", false, pair_removed},
                            {"a pair checked that was left out", false, pair_now_checked},
                            {"a pair's proof removed", false, proof_removed},
                            {"an exemption added", false, exemption_added},
                            {"an exemption removed", false, exemption_removed},
                            {"a group removed", false, group_removed},
                            {"another tolerance", true, tolerance_changed},
                            {"free for contact, or contact for free", false, outcome_flipped},
                            {"segments counted wrongly", false, count_changed},
                            {"a contact at another time", true, contact_at_other_time},
                            {"free for longer, then contact", true, contact_later},
                            {"a witness moved", true, witness_moved},
                            {"a witness of another item", false, witness_of_other_item},
                            {"a witness with odd weights", false, witness_with_odd_weights},
                            {"inside for touching, or touching for inside", false, inside_flipped},
                            {"witnesses swapped", false, witnesses_swapped}};

}  // namespace

std::span<const Mutation> mutations_of_claims() { return all; }

}  // namespace tocca::testing
