// Where things are between the moments that a report has: on the straight line, turned the shorter way.

/// The moment before `time` and how far it is to the next: {index, part}. Where two moments are at the same time, something
/// jumps, and the second holds from then on.
export function momentAt(times, time) {
  let low = 0, high = times.length; // times[low - 1] <= time < times[high]
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle + 1;
    else high = middle;
  }
  const index = Math.max(0, low - 1);
  if (index + 1 >= times.length) return { index, part: 0 };
  const length = times[index + 1] - times[index];
  return { index, part: length > 0 ? Math.min(1, Math.max(0, (time - times[index]) / length)) : 0 };
}

/// Sets a Vector3 and a Quaternion from poses of seven numbers each.
export function poseAt(poses, { index, part }, position, quaternion) {
  const a = 7 * index, b = part > 0 ? a + 7 : a;
  const mix = (k, sign = 1) => (1 - part) * poses[a + k] + sign * part * poses[b + k];
  position.set(mix(0), mix(1), mix(2));
  let dot = 0;
  for (let k = 3; k < 7; k++) dot += poses[a + k] * poses[b + k];
  const sign = dot < 0 ? -1 : 1;
  quaternion.set(mix(3, sign), mix(4, sign), mix(5, sign), mix(6, sign)).normalize();
}
