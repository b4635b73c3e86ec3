// The kernel of place_links, in terms of `Lanes` (width of them floats), which the including file supplies: once for each instruction
// set, and once in plain scalar code. No include guard on purpose. Rounding: docs/maths/state_lanes.md counts these operations.

inline Lanes dot_lanes(const Lanes* row, const Lanes* column) {
  return add(add(multiply(row[0], column[0]), multiply(row[1], column[1])), multiply(row[2], column[2]));
}

inline void place_link(const JointLanes& joint, const EightFloats& sine, const EightFloats& cosine,
                       const EightFloats& slide, int lane, const PoseLanes& parent, PoseLanes& child,
                       EightPoints& axis) {
  Lanes R[3][3], J[3][3], offset[3], direction[3];
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      R[i][j] = load(parent.rotation[i][j].at + lane);
      J[j][i] = load_all(joint.rotation[0][i][j]);  // transposed: columns are read
    }
    offset[i] = load_all(joint.translation[0][i]);
    direction[i] = load_all(joint.axis[i]);
  }
  if (joint.turns) {
    const Lanes s = load(sine.at + lane), c = load(cosine.at + lane);
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        const Lanes turned =
            add(multiply(s, load_all(joint.rotation[1][i][j])), multiply(c, load_all(joint.rotation[2][i][j])));
        J[j][i] = add(J[j][i], turned);
      }
    }
  }
  if (joint.slides) {
    const Lanes q = load(slide.at + lane);
    for (int i = 0; i < 3; ++i) offset[i] = add(offset[i], multiply(q, load_all(joint.translation[1][i])));
  }
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) store(child.rotation[i][j].at + lane, dot_lanes(R[i], J[j]));
    store(child.translation[static_cast<std::size_t>(i)].at + lane,
          add(load(parent.translation[static_cast<std::size_t>(i)].at + lane), dot_lanes(R[i], offset)));
    if (joint.turns || joint.slides) store(axis[static_cast<std::size_t>(i)].at + lane, dot_lanes(R[i], direction));
  }
}

inline void place_all_links(std::span<const JointLanes> joints, const EightFloats* sines, const EightFloats* cosines,
                            const EightFloats* slides, PoseLanes* poses, EightPoints* axes) {
  for (std::size_t i = 0; i < joints.size(); ++i) {
    for (int lane = 0; lane < state_count; lane += width) {
      place_link(joints[i], sines[i], cosines[i], slides[i], lane, poses[joints[i].parent], poses[i + 1], axes[i]);
    }
  }
}
