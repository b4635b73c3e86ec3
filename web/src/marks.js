// Where bodies touch: a dot and the normal, one for each pair, of the same size on the screen from wherever they are seen; a label; small dots
// where they touch besides. Where nothing touches: the line between the two that are nearest.
import { Color, ConeGeometry, CylinderGeometry, Group, InstancedMesh, Matrix4, MeshBasicMaterial, Quaternion, SphereGeometry, Vector3 } from "three";
import { joined } from "./geometry.js";
import { element, pairWords } from "./text.js";

const MOST = 200, MANY = 10; // places drawn; pairs from which on arrows are smaller
const DOT_PX = 5.5, RIM_PX = 8, ARROW_PX = 62, SPECK_PX = 2.2, LINE_PX = 1.6;
const Y = new Vector3(0, 1, 0);

function arrowGeometry() {
  const shaft = new CylinderGeometry(0.022, 0.022, 0.78, 10).translate(0, 0.39, 0);
  const head = new ConeGeometry(0.085, 0.24, 16).translate(0, 0.88, 0);
  return joined([shaft, head]);
}

/// Of the places of each pair the one in their middle, and all others: {chosen, others}.
export function onePerPair(places) {
  const pairs = new Map();
  for (const place of places) {
    const key = JSON.stringify([place.a, place.b]);
    pairs.set(key, [...(pairs.get(key) ?? []), place]);
  }
  const chosen = [...pairs.values()].map((all) => {
    const middle = [0, 1, 2].map((axis) => all.reduce((sum, { point }) => sum + point[axis], 0) / all.length);
    const off = ({ point }) => Math.hypot(...point.map((x, axis) => x - middle[axis]));
    return all.reduce((best, place) => (off(place) < off(best) ? place : best));
  });
  return { chosen, others: places.filter((place) => !chosen.includes(place)) };
}

/// How many more there are, in brief; nothing where there are none.
export function moreText(pairs, places) {
  return [pairs > 0 ? `+${pairs} more ${pairs === 1 ? "pair" : "pairs"}` : "", places > 0 ? `+${places} more` : ""].filter(Boolean).join(", ");
}

export class Marks {
  constructor(report, stage, theme, labels, signal) {
    Object.assign(this, { report, stage, theme, labels });
    this.group = new Group();
    const over = () => new MeshBasicMaterial({ depthTest: false, depthWrite: false, transparent: true, toneMapped: false });
    const ball = new SphereGeometry(1, 24, 16);
    this.specks = new InstancedMesh(new SphereGeometry(1, 10, 8), over(), MOST);
    this.line = new InstancedMesh(new CylinderGeometry(1, 1, 1, 10).translate(0, 0.5, 0), over(), 1);
    this.rims = new InstancedMesh(ball, over(), MOST);
    this.arrows = new InstancedMesh(arrowGeometry(), over(), MOST);
    this.dots = new InstancedMesh(ball, over(), MOST);
    [this.specks, this.line, this.rims, this.arrows, this.dots].forEach((mesh, k) => {
      mesh.renderOrder = 10 + k;
      mesh.frustumCulled = false;
      mesh.count = 0;
      this.group.add(mesh);
    });
    this.places = [];
    this.more = [];
    this.enabled = true;
    this.label = labels.appendChild(document.createElement("div"));
    this.label.className = "mark-label";
    signal.addEventListener("abort", () => this.label.remove());
    stage.addEventListener("draw", () => this.resize(), { signal });
    theme.addEventListener("change", () => this.paint(), { signal });
    this.paint();
  }

  paint() {
    const { near } = this, tone = near ? "near-mark" : "contact";
    for (const mesh of [this.dots, this.specks]) mesh.material.color = new Color(this.theme.color(tone));
    this.line.material.color = new Color(this.theme.color("near-mark"));
    this.arrows.material.color = new Color(this.theme.color("normal"));
    this.rims.material.color = new Color(this.theme.color("mark-rim"));
    this.label.classList.toggle("near", Boolean(near));
    this.stage.draw();
  }

  /// The places of a segment's contact, or the points of an event; none for null.
  show(shown) {
    if (shown === this.shown && !this.near) return;
    const origin = new Vector3(...this.report.origin), vector = (numbers) => new Vector3(...numbers);
    const { chosen, others } = shown?.contacts ? onePerPair(shown.contacts) : { chosen: shown?.points.map((point) => ({ point, normal: null })) ?? [], others: [] };
    const places = chosen.slice(0, MOST).map(({ point, normal }) => ({ point: vector(point).sub(origin), normal: normal?.some(Boolean) ? vector(normal).normalize() : null }));
    this.set(shown, null, places, others.slice(0, MOST).map(({ point }) => vector(point).sub(origin)));
    if (!shown) return;
    this.label.replaceChildren(...(shown.contacts && shown.pairs.length ? [pairWords(shown.pairs[0]), element("small", {}, moreText(shown.pairs.length - 1, others.length))] : [shown.text ?? ""]));
  }

  /// The two that are nearest, {bodies, points}, and how far apart they are, in words; none for null.
  showNearest(near, words) {
    const points = near?.points ?? [];
    this.set(null, near, points.map((point) => ({ point, normal: null })), []);
    if (near) this.label.replaceChildren(pairWords(near.bodies.map((body) => this.report.bodies[body].name)), element("small", {}, words));
  }

  /// The places that have an arrow.
  chosen() {
    return this.shown?.contacts ? onePerPair(this.shown.contacts).chosen : [];
  }

  set(shown, near, places, more) {
    Object.assign(this, { shown, near, places, more });
    for (const mesh of [this.rims, this.arrows, this.dots]) mesh.count = places.length;
    this.specks.count = more.length;
    this.line.count = near ? 1 : 0;
    this.paint();
  }

  setEnabled(on) {
    this.enabled = this.group.visible = on;
    this.stage.draw();
  }

  resize() {
    const matrix = new Matrix4(), turn = new Quaternion(), scale = new Vector3();
    const smaller = this.places.length > MANY ? 0.6 : 1; // or they would hide what touches
    this.places.forEach(({ point, normal }, k) => {
      const pixel = this.stage.metresPerPixel(point);
      for (const [mesh, size] of [[this.dots, DOT_PX], [this.rims, RIM_PX], [this.arrows, ARROW_PX]]) {
        if (normal) turn.setFromUnitVectors(Y, normal);
        const shown = mesh === this.arrows ? Boolean(normal) : !this.near || mesh === this.dots;
        mesh.setMatrixAt(k, matrix.compose(point, turn, scale.setScalar(shown ? (this.near ? 0.62 : smaller) * size * pixel : 0)));
      }
    });
    this.more.forEach((point, k) => this.specks.setMatrixAt(k, matrix.compose(point, turn.identity(), scale.setScalar(SPECK_PX * this.stage.metresPerPixel(point)))));
    if (this.near) this.placeLine(matrix, turn, scale);
    for (const mesh of this.group.children) mesh.instanceMatrix.needsUpdate = true;
    this.placeLabel();
  }

  placeLine(matrix, turn, scale) {
    const [from, to] = this.near.points, way = to.clone().sub(from), length = way.length(), wide = LINE_PX * this.stage.metresPerPixel(from);
    turn.setFromUnitVectors(Y, length > 0 ? way.divideScalar(length) : Y);
    this.line.setMatrixAt(0, matrix.compose(from, turn, scale.set(wide, length, wide)));
  }

  placeLabel() {
    const place = this.places[0], seen = place && this.enabled ? this.stage.project(place.point) : null;
    this.label.hidden = !seen;
    if (!seen) return;
    const { clientWidth: width, clientHeight: height } = this.stage.canvas;
    const { offsetWidth: own, offsetHeight: tall } = this.label, x = seen.x > 0.6 * width ? seen.x - 16 - own : seen.x + 16;
    this.label.style.transform = `translate(${Math.max(4, Math.min(x, width - own - 4))}px, ${Math.max(4, Math.min(seen.y + (this.near ? 24 : 12), height - tall - 4))}px)`;
  }
}
