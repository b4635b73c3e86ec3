// How a world found out what touches: the boxes around bodies, and lines between the closest features of near pairs.
import { BufferAttribute, BufferGeometry, Color, Group, LineBasicMaterial, LineSegments, Matrix4, Points, PointsMaterial, Vector3 } from "three";
import { matrixOf } from "./geometry.js";
import { momentAt } from "./poses.js";

const EDGES = [0, 1, 2].flatMap((axis) => [0, 1, 2, 3].flatMap((side) => [0, 1].map((end) => {
  const corner = [0, 0, 0]; // of each coordinate, the lower end or the upper one
  corner[axis] = end;
  corner[(axis + 1) % 3] = side & 1;
  corner[(axis + 2) % 3] = side >> 1;
  return corner;
})));

/// Places that change with every picture: `count` of them at most.
function changing(count) {
  const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(3 * count), 3));
  geometry.boundingSphere = null;
  return geometry;
}

/// What both have in common: switched off at first, drawn anew when the moment changes.
class Overlay {
  constructor(report, bodies, theme, tone, signal) {
    Object.assign(this, { report, bodies, theme, tone });
    this.group = new Group();
    this.group.visible = false;
    theme.addEventListener("change", () => this.paint(), { signal });
  }

  show(on, time) {
    this.group.visible = on;
    if (on && !this.group.children.length) this.build();
    if (on) this.setTime(time);
  }

  paint() {
    for (const { material } of this.group.children) material.color = new Color(this.theme.color(this.tone));
  }

  setTime(time) {
    if (this.group.visible) this.place(momentAt(this.report.times, time));
  }

  add(thing, order) {
    thing.frustumCulled = false;
    thing.renderOrder = order;
    this.group.add(thing);
  }
}

/// The axis-aligned boxes of all bodies that have them; between two moments, in between.
export class Boxes extends Overlay {
  constructor(report, bodies, theme, signal) {
    super(report, bodies, theme, "layer-volume", signal);
    this.boxed = report.bodies.filter((body) => body.boxes);
  }

  build() {
    this.geometry = changing(EDGES.length * this.boxed.length);
    this.add(new LineSegments(this.geometry, new LineBasicMaterial({ transparent: true, opacity: 0.75 })), 4);
    this.paint();
  }

  place({ index, part }) {
    const ends = this.geometry.attributes.position.array;
    let at = 0;
    for (const { boxes, poses } of this.boxed) {
      const a = poses ? 6 * index : 0, b = poses && part > 0 ? a + 6 : a;
      const side = (k) => (1 - part) * boxes[a + k] + part * boxes[b + k];
      const corner = [[side(0), side(3)], [side(1), side(4)], [side(2), side(5)]];
      for (const edge of EDGES) for (let axis = 0; axis < 3; axis++) ends[at++] = corner[axis][edge[axis]];
    }
    this.geometry.attributes.position.needsUpdate = true;
  }
}

/// Lines between the closest features of the moment: their ends go with their bodies until the next one.
export class ClosestLines extends Overlay {
  constructor(report, bodies, theme, signal) {
    super(report, bodies, theme, "closest", signal);
  }

  build() {
    const { first } = this.report.closest;
    let most = 0;
    for (let k = 0; k + 1 < first.length; k++) most = Math.max(most, first[k + 1] - first[k]);
    this.geometry = changing(2 * most);
    const over = { depthTest: false, transparent: true, toneMapped: false };
    this.add(new LineSegments(this.geometry, new LineBasicMaterial(over)), 9);
    this.add(new Points(this.geometry, new PointsMaterial({ ...over, size: 5, sizeAttenuation: false })), 9);
    this.paint();
  }

  place(moment) {
    const { first, bodies, points } = this.report.closest, begin = first[moment.index], end = first[moment.index + 1];
    const ends = this.geometry.attributes.position, matrix = new Matrix4(), point = new Vector3();
    for (let k = 2 * begin; k < 2 * end; k++) {
      const body = this.report.bodies[bodies[k]];
      if (body.poses) this.bodies.matrixAt(bodies[k], moment, matrix);
      else matrixOf(body.pose, matrix);
      point.fromArray(points, 3 * k).applyMatrix4(matrix).toArray(ends.array, 3 * (k - 2 * begin));
    }
    this.geometry.setDrawRange(0, 2 * (end - begin));
    ends.needsUpdate = true;
  }
}
