// Which two bodies are nearest at a moment, and where: from the points of a curve, which name them.
import { Matrix4, Quaternion, Vector3 } from "three";
import { matrixOf } from "./geometry.js";
import { momentAt, poseAt } from "./poses.js";

const ONE = new Vector3(1, 1, 1);

function placed(report, body, time, target) {
  const { poses, pose } = report.bodies[body];
  if (!poses) return matrixOf(pose, target);
  const position = new Vector3(), turn = new Quaternion();
  poseAt(poses, momentAt(report.times, time), position, turn);
  return target.compose(position, turn, ONE);
}

/// The pair of point k of a curve as it is at another time: its points go with their bodies.
function pairAt(report, line, k, time) {
  const bodies = [line.bodies[2 * k], line.bodies[2 * k + 1]], matrix = new Matrix4();
  const points = bodies.map((body, side) => {
    const point = new Vector3().fromArray(line.points, 6 * k + 3 * side);
    if (time === line.time[k]) return point;
    return point.applyMatrix4(placed(report, body, line.time[k], matrix).invert()).applyMatrix4(placed(report, body, time, matrix));
  });
  return { bodies, points, distance: points[0].distanceTo(points[1]), exact: time === line.time[k] };
}

/// The nearest pair of a curve at a time: {bodies, points, exact}; null where the curve does not reach. Between two of its points, the one of
/// the two pairs that is nearer then: drawn, not proven (`exact` is false).
export function nearestAt(report, line, time) {
  if (!line?.bodies || !line.time.length || time < line.time[0] || time > line.time.at(-1)) return null;
  const k = line.time.findLastIndex((t) => t <= time), here = pairAt(report, line, k, time);
  if (here.exact || k + 1 >= line.time.length) return here;
  const next = pairAt(report, line, k + 1, time);
  return next.distance < here.distance ? next : here;
}
