// From where a scene is looked at first.
import { Vector3 } from "three";

const DIRECTIONS = 12, HEIGHTS = [0.45, 0.8];
const MOST_TESTS = 16e6; // of rays against triangles: a fraction of a second

/// A direction, from the camera, in which the least of the surroundings hides the points, from a little above.
export function bestView(report, bodies, size, points) {
  const distance = 1.5 * size, normal = report.contacts[0]?.contacts[0]?.normal;
  let best = null;
  for (const height of HEIGHTS) {
    for (let k = 0; k < DIRECTIONS; k++) {
      const angle = (-60 + (360 / DIRECTIONS) * k) * (Math.PI / 180), outward = new Vector3(Math.cos(angle), Math.sin(angle), height).normalize();
      const hidden = points.reduce((sum, point) => sum + Math.min(2, bodies.surfacesBetween(
        point.clone().addScaledVector(outward, 0.02 * distance), point.clone().addScaledVector(outward, distance))), 0);
      // Contacts are seen best from the side: along the normal one body hides the place.
      const side = normal ? Math.abs(outward.dot(new Vector3(...normal))) : 0;
      const cost = hidden / points.length + 0.6 * side + 0.03 * k + Math.abs(height - HEIGHTS[0]);
      if (!best || cost < best.cost) best = { cost, outward };
    }
  }
  return best.outward.negate();
}

/// Of many points a few, as many as there is time to look at: the contact, or where everything starts and where it goes.
export function pointsToSee(report, bodies, { start, points }) {
  const place = report.contacts[0]?.contacts[0];
  if (place) return [new Vector3(...place.point).sub(new Vector3(...report.origin)), ...some(points, 1)];
  const count = Math.min(10, Math.max(1, MOST_TESTS / (2 * DIRECTIONS * HEIGHTS.length * Math.max(1, bodies.stillTriangles))));
  return [...some(start, Math.round(count)), ...some(points, Math.round(count))];
}

function some(points, count) {
  return Array.from({ length: count }, (_, k) => points[Math.floor(((k + 0.5) * points.length) / count)]);
}
