// What the kernels of clip_boxes and clip_items share, in terms of `Lanes` and `LaneMask` of the file that includes them.
// No include guard on purpose.

/// f0, f1: a separation at both ends of the window, linear in between; where it is positive there is no contact. The root
/// errs by 3 u, less than the 2^-21 that it is widened by.
inline void clip_line(Lanes f0, Lanes f1, Lanes& from, Lanes& to) {
  const Lanes zero = load_all(0.0f);
  const LaneMask start = greater(f0, zero), end = greater(f1, zero);
  const Lanes root = divide(f0, subtract(f0, f1));
  const Lanes early = multiply(root, load_all(1.0f - 0x1p-21f));
  const Lanes late = multiply(root, load_all(1.0f + 0x1p-21f));
  from = select(start, select(end, load_all(2.0f), greatest(from, early)), from);
  to = select(start, to, select(end, least(to, late), to));
}
