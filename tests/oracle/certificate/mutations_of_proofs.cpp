#include <cstring>

#include "mutations.hpp"
#include "tocca/shape/pose.hpp"

namespace tocca::testing {
namespace {

using audit::Node;

/// The nodes of one segment's proof, to be changed and put back.
struct Opened {
  Opened(CertificateFile& file, Draw& draw) : segment(any_of(file.segments, draw)), nodes(nodes_of(segment->proof)) {}
  void close() { segment->proof = proof_of(nodes); }
  std::size_t any(Draw& draw) const {
    return static_cast<std::size_t>(draw.integer(0, static_cast<int>(nodes.size()) - 1));
  }
  /// One of the nodes that `fits`; the number of nodes if there is none.
  template <class Fits>
  std::size_t any(Draw& draw, const Fits& fits) const {
    const std::size_t start = nodes.empty() ? 0 : any(draw);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const std::size_t k = (start + i) % nodes.size();
      if (fits(nodes[k])) return k;
    }
    return nodes.size();
  }
  std::size_t leaf(Draw& draw) const {
    return any(draw, [](const ProofNode& node) { return node.is_leaf(); });
  }
  std::size_t split(Draw& draw) const {
    return any(draw, [](const ProofNode& node) { return !node.is_leaf(); });
  }
  auto at(std::size_t i) { return nodes.begin() + static_cast<std::ptrdiff_t>(i); }

  audit::Segment* segment;
  std::vector<ProofNode> nodes;
};

template <class Change>
bool change_axis(CertificateFile& file, Draw& draw, const Change& change) {
  Opened proof(file, draw);
  const std::size_t leaf = proof.leaf(draw);
  if (leaf == proof.nodes.size()) return false;
  const audit::Point n = proof.nodes[leaf].axis();
  const Vector3 to = change(Vector3(n[0], n[1], n[2]));
  proof.nodes[leaf].set_axis({to[0], to[1], to[2]});
  proof.close();
  return true;
}

bool axis_turned(CertificateFile& file, Draw& draw, double size) {
  const Vector3 about = draw.direction();
  return change_axis(file, draw, [&](const Vector3& n) { return Vector3(rotation_about(about, size) * n); });
}
bool axis_reversed(CertificateFile& file, Draw& draw, double) {
  return change_axis(file, draw, [](const Vector3& n) { return Vector3(-n); });
}
bool axis_scaled(CertificateFile& file, Draw& draw, double) {
  const double by = draw.coin() ? draw.log_uniform(1e-44, 1e38) : 0.0;
  return change_axis(file, draw, [&](const Vector3& n) { return Vector3(by * n); });
}
bool axis_drawn(CertificateFile& file, Draw& draw, double) {
  const Vector3 other = draw.direction();
  return change_axis(file, draw, [&](const Vector3&) { return other; });
}
bool axis_is_no_number(CertificateFile& file, Draw& draw, double) {
  const double odd = draw.coin() ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  const int place = draw.integer(0, 2);
  return change_axis(file, draw, [&](Vector3 n) {
    n[place] = odd;
    return n;
  });
}

bool leaf_dropped(CertificateFile& file, Draw& draw, double) {
  Opened proof(file, draw);
  const std::size_t leaf = proof.leaf(draw);
  if (leaf == proof.nodes.size()) return false;
  proof.nodes.erase(proof.at(leaf));
  proof.close();
  return true;
}
bool leaf_doubled(CertificateFile& file, Draw& draw, double) {
  Opened proof(file, draw);
  const std::size_t leaf = proof.leaf(draw);
  if (leaf == proof.nodes.size()) return false;
  proof.nodes.insert(proof.at(leaf), ProofNode(proof.nodes[leaf]));
  proof.close();
  return true;
}
/// A split keeps one of its children and loses its own node.
bool child_missing(CertificateFile& file, Draw& draw, double) {
  Opened proof(file, draw);
  const std::size_t split = proof.split(draw);
  if (split == proof.nodes.size()) return false;
  const std::size_t second = end_of_subtree(proof.nodes, split + 1), end = end_of_subtree(proof.nodes, split);
  if (draw.coin()) {
    proof.nodes.erase(proof.at(second), proof.at(end));
  } else {
    proof.nodes.erase(proof.at(split + 1), proof.at(second));
  }
  if (draw.coin()) proof.nodes.erase(proof.at(split));
  proof.close();
  return true;
}
/// A whole subtree becomes one of its leaves.
bool subtree_cut_short(CertificateFile& file, Draw& draw, double) {
  Opened proof(file, draw);
  const std::size_t split = proof.split(draw);
  if (split == proof.nodes.size()) return false;
  const std::size_t end = end_of_subtree(proof.nodes, split);
  std::size_t leaf = split + static_cast<std::size_t>(draw.integer(0, static_cast<int>(end - split) - 1));
  while (!proof.nodes[leaf].is_leaf()) ++leaf;
  const ProofNode kept = proof.nodes[leaf];
  proof.nodes.erase(proof.at(split), proof.at(end));
  proof.nodes.insert(proof.at(split), kept);
  proof.close();
  return true;
}
bool children_swapped(CertificateFile& file, Draw& draw, double) {
  Opened proof(file, draw);
  const std::size_t split = proof.split(draw);
  if (split == proof.nodes.size()) return false;
  const std::size_t second = end_of_subtree(proof.nodes, split + 1), end = end_of_subtree(proof.nodes, split);
  std::rotate(proof.at(split + 1), proof.at(second), proof.at(end));
  proof.close();
  return true;
}
bool subtree_copied(CertificateFile& file, Draw& draw, double) {
  Opened proof(file, draw);
  if (proof.nodes.empty()) return false;
  const std::size_t from = proof.any(draw), to = proof.any(draw);
  const std::vector<ProofNode> copy(proof.at(from), proof.at(end_of_subtree(proof.nodes, from)));
  proof.nodes.erase(proof.at(to), proof.at(end_of_subtree(proof.nodes, to)));
  proof.nodes.insert(proof.at(to), copy.begin(), copy.end());
  proof.close();
  return true;
}
bool kind_changed(CertificateFile& file, Draw& draw, double) {
  Opened proof(file, draw);
  const std::size_t split = proof.split(draw);
  if (split == proof.nodes.size()) return false;
  proof.nodes[split] = {static_cast<Node>(draw.integer(1, 3)), {}};
  proof.close();
  return true;
}

/// The window of each node, by halving and cutting from the top of each proof.
std::vector<std::pair<double, double>> windows_of(const std::vector<ProofNode>& nodes, double until) {
  std::vector<std::pair<double, double>> windows, open;
  for (const ProofNode& node : nodes) {
    if (open.empty()) open.emplace_back(0.0, until);
    windows.push_back(open.back());
    open.pop_back();
    const auto [a, b] = windows.back();
    double at = 0.5 * (a + b);
    if (node.kind == Node::cut) std::memcpy(&at, node.bytes.data(), sizeof(at));
    if (node.kind == Node::halve || node.kind == Node::cut) {
      open.emplace_back(at, b);
      open.emplace_back(a, at);
    } else if (!node.is_leaf()) {
      open.emplace_back(a, b);
      open.emplace_back(a, b);
    }
  }
  return windows;
}
bool window_shifted(CertificateFile& file, Draw& draw, double size) {
  Opened proof(file, draw);
  const std::size_t split =
      proof.any(draw, [](const ProofNode& n) { return n.kind == Node::halve || n.kind == Node::cut; });
  if (split == proof.nodes.size()) return false;
  const auto [a, b] = windows_of(proof.nodes, proof.segment->until)[split];
  const double at = 0.5 * (a + b) + draw.sign() * size * (b - a);
  proof.nodes[split] = {Node::cut, std::vector<std::uint8_t>(sizeof(at))};
  std::memcpy(proof.nodes[split].bytes.data(), &at, sizeof(at));
  proof.close();
  return true;
}
bool window_is_no_number(CertificateFile& file, Draw& draw, double) {
  Opened proof(file, draw);
  const std::size_t split = proof.split(draw);
  if (split == proof.nodes.size()) return false;
  const double odd[] = {0.0, 1.0, -1.0, 2.0, std::numeric_limits<double>::quiet_NaN(), 5e-324};
  const double at = odd[draw.integer(0, 5)];
  proof.nodes[split] = {Node::cut, std::vector<std::uint8_t>(sizeof(at))};
  std::memcpy(proof.nodes[split].bytes.data(), &at, sizeof(at));
  proof.close();
  return true;
}
bool proof_from_other_segment(CertificateFile& file, Draw& draw, double) {
  if (file.segments.size() < 2) return false;
  any_of(file.segments, draw)->proof = any_of(file.segments, draw)->proof;
  return true;
}
bool bytes_dropped_or_added(CertificateFile& file, Draw& draw, double) {
  std::vector<std::uint8_t>& proof = any_of(file.segments, draw)->proof;
  const int by = draw.integer(-20, 20);
  proof.resize(static_cast<std::size_t>(std::max(0, static_cast<int>(proof.size()) + by)));
  return by != 0;
}
bool byte_changed(CertificateFile& file, Draw& draw, double) {
  std::uint8_t* byte = any_of(any_of(file.segments, draw)->proof, draw);
  if (byte == nullptr) return false;
  *byte = static_cast<std::uint8_t>(draw.integer(0, 255));
  return true;
}

constexpr Mutation all[] = {{"an axis turned", true, axis_turned},
                            {"an axis reversed", false, axis_reversed},
                            {"an axis scaled", false, axis_scaled},
                            {"another axis", false, axis_drawn},
                            {"an axis of NaN or infinity", false, axis_is_no_number},
                            {"a leaf dropped", false, leaf_dropped},
                            {"a leaf doubled", false, leaf_doubled},
                            {"a split's child missing", false, child_missing},
                            {"a subtree cut short", false, subtree_cut_short},
                            {"a split's children swapped", false, children_swapped},
                            {"a subtree copied elsewhere", false, subtree_copied},
                            {"another kind of split", false, kind_changed},
                            {"a window shifted", true, window_shifted},
                            {"a window split at its ends or outside", false, window_is_no_number},
                            {"another segment's proof", false, proof_from_other_segment},
                            {"bytes of a proof dropped or added", false, bytes_dropped_or_added},
                            {"a byte of a proof changed", false, byte_changed}};

}  // namespace

std::span<const Mutation> mutations_of_proofs() { return all; }

}  // namespace tocca::testing
