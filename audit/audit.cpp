// All rules together: one block after the other, segments in parallel.
#include "tocca/audit/audit.hpp"

#include <atomic>
#include <exception>
#include <memory>
#include <optional>
#include <thread>

#include "audit/contact.hpp"
#include "audit/cover.hpp"
#include "audit/reader.hpp"
#include "audit/sha256.hpp"

namespace tocca::audit {
namespace {

constexpr double largest_jump = 1e-9;  // of a free frame where two segments meet: metres, and entries of its rotation

std::string pair_name(const Statement& statement, const Pair& pair) {
  const auto name = [&](std::uint32_t group) {
    const auto& bodies = statement.groups[group].bodies;
    return bodies.front().name + (bodies.size() > 1 ? " and " + std::to_string(bodies.size() - 1) + " more" : "");
  };
  return name(pair.a) + " - " + name(pair.b);
}

/// What is verified once for all segments.
struct Prepared {
  explicit Prepared(Statement read) : statement(std::move(read)), gains(statement), must_meet(statement.coordinates) {
    if (statement.groups.empty()) throw Rejected("statement: there are no bodies");
    for (std::size_t i = 0; i < statement.groups.size(); ++i) {
      if (statement.groups[i].bodies.empty())
        throw Rejected("statement: group " + std::to_string(i) + " has no bodies");
      geometry.push_back(std::make_unique<Geometry>(statement.groups[i], "group " + std::to_string(i)));
      solids.push_back(std::make_unique<Solids>(*geometry.back()));
    }
    for (const Frame& frame : statement.frames) {
      if (frame.kind == FrameKind::turn || frame.kind == FrameKind::slide) must_meet[frame.coordinate] = true;
    }
  }
  Statement statement;
  FrameGains gains;
  std::vector<std::unique_ptr<const Geometry>> geometry;
  std::vector<std::unique_ptr<const Solids>> solids;
  std::vector<bool> must_meet;  ///< coordinates of frames that are not free
};

/// A segment with what its neighbour before it decides.
struct Task {
  Segment segment;
  std::string where;
  std::vector<std::uint32_t> reason;  ///< of each pair; 0: checked
  std::vector<bool> begins;           ///< a stretch in which the pair is checked begins here
  ProofCount count;
  std::exception_ptr failed{};
};

void require_meeting(const Prepared& known, const Task& before, const Task& now) {
  const std::size_t last = known.statement.coordinates;
  for (std::size_t i = 0; i < last; ++i) {
    const Law &old = before.segment.laws[i], &next = now.segment.laws[i];
    if (!known.must_meet[i]) continue;
    const double apart = std::fabs(old.control[old.degree] - next.control[0]);
    if (!(apart <= old.radius + next.radius))
      throw Rejected(now.where + ": coordinate " + std::to_string(i) + " does not begin where it ended");
  }
  if (now.segment.free_frames.empty()) return;
  // Frames that are given anew need not meet one by one: what they carry must.
  const Motion old(known.statement, known.gains, before.segment), next(known.statement, known.gains, now.segment);
  for (std::size_t i = 0; i < known.statement.groups.size(); ++i) {
    const int frame = known.statement.groups[i].frame;
    if (frame < 0) continue;
    const Map end = enclose(old.pose(-1, frame, 1.0)), start = enclose(next.pose(-1, frame, 0.0));
    double jump = norm(end.translation - start.translation).hi;
    for (std::size_t row = 0; row < 3; ++row) jump = greatest(jump, norm(end.rotation[row] - start.rotation[row]).hi);
    if (!(jump <= largest_jump))
      throw Rejected(now.where + ": group " + std::to_string(i) + " does not begin where it ended");
  }
}

/// Decides what depends on the segment before.
void connect(const Prepared& known, const Task* before, Task& now) {
  const Statement& statement = known.statement;
  if (before && before->segment.until < 1.0)
    throw Rejected(now.where + ": follows a segment that is not free to its end");
  for (const Pair& pair : statement.pairs) now.reason.push_back(pair.reason);
  for (const Exemption& exempt : now.segment.exempt) {
    if (now.reason[exempt.pair] != 0) throw Rejected(now.where + ": a pair is left out twice");
    now.reason[exempt.pair] = exempt.reason;
  }
  const bool follows = before && statement.continuous;
  if (follows) require_meeting(known, *before, now);
  for (std::size_t i = 0; i < now.reason.size(); ++i) {
    const Pair& pair = statement.pairs[i];
    const bool jumps =
        may_jump(statement, statement.groups[pair.a].frame) || may_jump(statement, statement.groups[pair.b].frame);
    now.begins.push_back(now.reason[i] == 0 && !(follows && before->reason[i] == 0 && !jumps));
  }
}

/// The rules of one segment: every pair that is not left out is proven apart, and was not inside where its stretch begins.
void audit_segment(const Prepared& known, Task& task) {
  const Statement& statement = known.statement;
  const Segment& segment = task.segment;
  const Motion motion(statement, known.gains, segment);
  std::size_t place = 0;
  for (std::size_t i = 0; i < statement.pairs.size() && segment.until > 0.0; ++i) {
    if (task.reason[i] != 0) continue;
    const Pair& pair = statement.pairs[i];
    const Geometry &a = *known.geometry[pair.a], &b = *known.geometry[pair.b];
    const std::string where = task.where + ", " + pair_name(statement, pair);
    require_apart(motion, a, b, pair.clearance_m, segment.until, segment.proof, place, where, task.count);
    if (!task.begins[i] || pair.clearance_m < 0.0) continue;
    const int ancestor = motion.common(a.group().frame, b.group().frame);
    const auto placed = [&](std::uint32_t group, int frame) {
      return PlacedSolids{*known.solids[group], motion.pose(ancestor, frame, 0.0), motion.defect(ancestor, frame)};
    };
    require_outside(placed(pair.a, a.group().frame), placed(pair.b, b.group().frame), where);
  }
  if (place != segment.proof.size())
    throw Rejected(task.where + ": " + std::to_string(segment.proof.size() - place) + " bytes of proof are left over");
}

void audit_all(const Prepared& known, std::vector<Task>& tasks, int threads) {
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < tasks.size(); i = next++) {
      try {
        audit_segment(known, tasks[i]);
      } catch (...) {
        tasks[i].failed = std::current_exception();
      }
    }
  };
  std::vector<std::thread> others;
  for (int i = 1; i < threads && static_cast<std::size_t>(i) < tasks.size(); ++i) others.emplace_back(work);
  work();
  for (std::thread& other : others) other.join();
  for (const Task& task : tasks) {
    if (task.failed) std::rethrow_exception(task.failed);
  }
}

void audit_contact(const Prepared& known, const Task& last, const Claim& claim, AuditResult& result) {
  const Contact& contact = claim.contact;
  const bool swapped = contact.a.group > contact.b.group;
  const std::uint32_t low = swapped ? contact.b.group : contact.a.group,
                      high = swapped ? contact.a.group : contact.b.group;
  for (std::size_t i = 0; i < known.statement.pairs.size(); ++i) {
    const Pair& pair = known.statement.pairs[i];
    if (pair.a != low || pair.b != high) continue;
    if (last.reason[i] != 0) throw Rejected("contact: the pair is left out");
    if (pair.clearance_m < 0.0) throw Rejected("contact: a pair that may penetrate has no witness");
    if (!(contact.time >= last.segment.until))
      throw Rejected("contact: lies before the moment up to which the segment is free");
    const Motion motion(known.statement, known.gains, last.segment);
    require_contact(motion, *known.geometry[contact.a.group], *known.geometry[contact.b.group],
                    *known.solids[contact.b.group], contact,
                    Interval(pair.clearance_m) + Interval(known.statement.tolerance_m));
    result.contact_segment = last.segment.index;
    const double length = last.segment.to - last.segment.from;
    result.contact_time[0] = last.segment.from + last.segment.until * length;
    result.contact_time[1] = last.segment.from + contact.time * length;
    result.contact_a = body_of(known.statement.groups[contact.a.group], contact.a.item).name;
    result.contact_b = body_of(known.statement.groups[contact.b.group], contact.b.item).name;
    return;
  }
  throw Rejected("contact: a group does not touch itself");
}

/// How many pairs of bodies are checked in every segment, and why the others are not.
class PairTally {
 public:
  explicit PairTally(const Statement& statement) : statement_(statement), reasons_(statement.pairs.size()) {}
  void add(const Task& task) {
    for (std::size_t i = 0; i < reasons_.size(); ++i) {
      if (task.reason[i] != 0) reasons_[i] = task.reason[i];
    }
  }
  void write(AuditResult& result) const {
    for (const Group& group : statement_.groups) {
      const std::uint64_t n = group.bodies.size();
      if (n > 1) result.why_left_out["both rest in one frame"] += n * (n - 1) / 2;
    }
    for (std::size_t i = 0; i < reasons_.size(); ++i) {
      const Pair& pair = statement_.pairs[i];
      const std::uint64_t bodies = statement_.groups[pair.a].bodies.size() * statement_.groups[pair.b].bodies.size();
      if (reasons_[i] == 0) {
        result.checked_pairs += bodies;
      } else {
        result.why_left_out[statement_.reasons[reasons_[i] - 1]] += bodies;
      }
    }
    for (const auto& entry : result.why_left_out) result.left_out_pairs += entry.second;
  }

 private:
  const Statement& statement_;
  std::vector<std::uint32_t> reasons_;
};

std::vector<std::uint8_t> take(BlockReader& blocks, BlockKind kind, const char* name) {
  std::optional<Block> block = blocks.next();
  if (!block || block->kind != kind) throw Unreadable(std::string("the ") + name + " is missing");
  return std::move(block->bytes);
}

void run(std::istream& stream, const AuditOptions& options, AuditResult& result) {
  BlockReader blocks(stream, options.ignore_checksums);
  const Prepared known(read_statement(take(blocks, BlockKind::statement, "statement")));
  result.tolerance_m = known.statement.tolerance_m;
  result.continuous = known.statement.continuous;
  for (const InputFile& file : known.statement.inputs)
    result.inputs.push_back({file.role, file.name, text_of(file.digest)});
  PairTally tally(known.statement);
  std::vector<Task> tasks;
  std::optional<Task> before;
  const std::size_t at_once = options.threads > 1 ? 4 * static_cast<std::size_t>(options.threads) : 1;
  const auto finish = [&] {
    audit_all(known, tasks, options.threads);
    for (Task& task : tasks) {
      result.nodes += task.count.nodes;
      result.leaves += task.count.leaves;
      tally.add(task);
    }
    tasks.clear();
  };
  for (;;) {
    std::optional<Block> block = blocks.next();
    if (!block) throw Unreadable("the claim is missing: the file ends too early");
    if (block->kind == BlockKind::statement) throw Unreadable("there are two statements");
    if (block->kind == BlockKind::segment) {
      Task task;
      task.where = "segment block " + std::to_string(result.segments++);
      task.segment = read_segment(known.statement, block->bytes);
      connect(known, before ? &*before : nullptr, task);
      before = task;
      before->segment.proof.clear();
      tasks.push_back(std::move(task));
      if (tasks.size() >= at_once) finish();
      continue;
    }
    finish();
    const Claim claim = read_claim(known.statement, block->bytes);
    if (blocks.next()) throw Unreadable("something follows the claim");
    if (claim.segments != result.segments)
      throw Rejected("claim: counts " + std::to_string(claim.segments) + " segments, not " +
                     std::to_string(result.segments));
    if (!before) throw Rejected("claim: there is no segment");
    result.free = claim.free;
    if (claim.free && before->segment.until < 1.0) throw Rejected("claim: the last segment is not free to its end");
    if (!claim.free) audit_contact(known, *before, claim, result);
    tally.write(result);
    return;
  }
}

}  // namespace

AuditResult audit(std::istream& certificate, const AuditOptions& options) {
  AuditResult result;
  try {
    run(certificate, options, result);
    result.outcome = AuditResult::Outcome::valid;
  } catch (const Rejected& error) {
    result.outcome = AuditResult::Outcome::rejected;
    result.reason = error.what();
  } catch (const Unreadable& error) {
    result.outcome = AuditResult::Outcome::unreadable;
    result.reason = error.what();
  }
  return result;
}

}  // namespace tocca::audit
