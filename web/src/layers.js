// What can be switched on over the scene: swept volumes, tubes, bounding volumes.
import { Color, Group, LineBasicMaterial, LineSegments, Matrix4, Mesh, MeshLambertMaterial, DoubleSide } from "three";
import { boxLines, geometryOf } from "./geometry.js";
import { momentAt } from "./poses.js";

/// Pieces that overlap look like one thing: the nearest surface is found first, then coloured once.
function veiled(geometry, color, opacity) {
  const group = new Group();
  const veil = new Mesh(geometry, new MeshLambertMaterial({ colorWrite: false, side: DoubleSide }));
  const skin = new Mesh(geometry, new MeshLambertMaterial({ color, transparent: true, opacity, depthWrite: false, side: DoubleSide }));
  veil.renderOrder = 7;
  skin.renderOrder = 8;
  group.add(veil, skin);
  group.paint = (to) => skin.material.color.copy(to);
  return group;
}

export class Layer {
  constructor(data, report, bodies, theme, signal) {
    Object.assign(this, { data, report, bodies, theme });
    this.group = new Group();
    this.group.visible = false;
    this.parts = [];
    theme.addEventListener("change", () => this.paint(), { signal });
  }

  /// Built when it is first looked at: most readers switch on few.
  show(on, time) {
    if (on && !this.built) this.build();
    this.group.visible = on;
    if (on) this.setTime(time);
  }

  build() {
    this.built = true;
    const together = new Map(); // what moves alike and is shown at the same times
    for (const { body, shape, during } of this.data.pieces) {
      const key = `${body} ${during}`;
      if (!together.has(key)) together.set(key, { body, during, shapes: [] });
      together.get(key).shapes.push(shape);
    }
    for (const { body, during, shapes } of together.values()) {
      const part = this.draw(shapes);
      part.matrixAutoUpdate = false;
      this.parts.push({ body, during, part });
      this.group.add(part);
    }
    this.paint();
  }

  draw(shapes) {
    const boxes = shapes.filter((shape) => shape.box);
    if (this.data.kind === "volume" && boxes.length === shapes.length) {
      return new LineSegments(boxLines(boxes), new LineBasicMaterial({ transparent: true, opacity: 0.8 }));
    }
    return veiled(geometryOf(shapes, this.report.meshes), new Color(), this.data.kind === "volume" ? 0.25 : 0.32);
  }

  paint() {
    const color = new Color(this.theme.color(this.data.tone ?? `layer-${this.data.kind}`));
    for (const { part } of this.parts) {
      if (part.paint) part.paint(color);
      else part.material.color.copy(color);
    }
  }

  setTime(time) {
    if (!this.group.visible) return;
    const moment = momentAt(this.report.times, time), matrix = new Matrix4();
    for (const { body, during, part } of this.parts) {
      part.visible = !during || (during[0] <= time && time < during[1]) || (time === during[1] && time === this.report.end);
      if (body >= 0 && this.report.bodies[body].poses) part.matrix.copy(this.bodies.matrixAt(body, moment, matrix));
    }
  }
}
