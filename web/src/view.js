// From where a scene is looked at first.
import { Vector3 } from "three";

/// A direction that shows what matters: the first contact (or the middle of what moves) with the least of the surroundings in
/// between, from a little above.
export function bestView(report, bodies, box, point = firstContact(report) ?? box.getCenter(new Vector3())) {
  const distance = 1.5 * box.getSize(new Vector3()).length();
  const normal = report.contacts[0]?.contacts[0]?.normal;
  let best = null;
  for (const height of [0.45, 0.8]) {
    for (let k = 0; k < 12; k++) {
      const angle = (-60 + 30 * k) * (Math.PI / 180);
      const outward = new Vector3(Math.cos(angle), Math.sin(angle), height).normalize();
      const hidden = bodies.surfacesBetween(point.clone().addScaledVector(outward, 0.02 * distance), point.clone().addScaledVector(outward, distance));
      // Contacts are seen best from the side: along the normal one body hides the place.
      const side = normal ? Math.abs(outward.dot(new Vector3(...normal))) : 0;
      const cost = hidden + 0.6 * side + 0.05 * k + Math.abs(height - 0.45);
      if (!best || cost < best.cost) best = { cost, outward };
    }
  }
  return best.outward.negate();
}

function firstContact(report) {
  const place = report.contacts[0]?.contacts[0];
  return place ? new Vector3(...place.point).sub(new Vector3(...report.origin)) : null;
}
