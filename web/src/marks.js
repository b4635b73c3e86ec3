// Where bodies touch: a dot and the normal, one for each pair, of the same size on the screen from wherever they are seen; a label; small dots
// where they touch besides. Where nothing touches: the line between the two that are nearest.
import { Color, ConeGeometry, CylinderGeometry, Group, InstancedMesh, Matrix4, MeshBasicMaterial, Quaternion, SphereGeometry, Vector3 } from "three";
import { joined } from "./geometry.js";
import { element, pairWords } from "./text.js";

const MOST = 200, MANY = 10; // places drawn; pairs from which on arrows are smaller
const DOT_PX = 5.5, RIM_PX = 8, ARROW_PX = 62, SPECK_PX = 2.2, LINE_PX = 1.6, LINE_RIM_PX = 2.8;
const APART_PX = 24, NARROW_PX = 520, BELOW_BUTTONS_PX = 54, MOST_ASIDE = 0.2; // marks nearer to each other are one; a stage as narrow as a phone's
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

/// Which marks stand for others: where places, {x, y} on the screen or null, are nearer to each other than `apart`, the first of them; [of how many
/// others, or -1 for those that another one stands for].
export function merged(places, apart) {
  const others = places.map(() => 0), standing = [];
  places.forEach((place, k) => {
    const near = place ? standing.find((one) => Math.hypot(places[one].x - place.x, places[one].y - place.y) < apart) : undefined;
    if (near === undefined) return place && standing.push(k);
    others[near]++;
    others[k] = -1;
  });
  return others;
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
    const rod = new CylinderGeometry(1, 1, 1, 10).translate(0, 0.5, 0);
    this.lineRim = new InstancedMesh(rod, over(), 1);
    this.rims = new InstancedMesh(ball, over(), MOST);
    this.line = new InstancedMesh(rod, over(), 1);
    this.arrows = new InstancedMesh(arrowGeometry(), over(), MOST);
    this.dots = new InstancedMesh(ball, over(), MOST);
    [this.specks, this.lineRim, this.rims, this.line, this.arrows, this.dots].forEach((mesh, k) => {
      mesh.renderOrder = 10 + k;
      mesh.frustumCulled = false;
      mesh.count = 0;
      this.group.add(mesh);
    });
    this.places = [];
    this.reach = 0; // of what touches, in metres, where it is known
    this.more = [];
    this.enabled = true;
    this.label = labels.appendChild(document.createElement("div"));
    this.label.className = "mark-label";
    this.counts = []; // beside marks that stand for others
    signal.addEventListener("abort", () => [this.label, ...this.counts].forEach((words) => words.remove()));
    stage.addEventListener("draw", () => this.resize(), { signal });
    theme.addEventListener("change", () => this.paint(), { signal });
    this.paint();
  }

  paint() {
    const { near } = this, tone = near ? "near-mark" : "contact";
    for (const mesh of [this.dots, this.specks]) mesh.material.color = new Color(this.theme.color(tone));
    this.line.material.color = new Color(this.theme.color("near-mark"));
    this.arrows.material.color = new Color(this.theme.color("normal"));
    for (const mesh of [this.rims, this.lineRim]) mesh.material.color = new Color(this.theme.color("mark-rim"));
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
    this.line.count = this.lineRim.count = near ? 1 : 0;
    this.paint();
  }

  setEnabled(on) {
    this.enabled = this.group.visible = on;
    this.stage.draw();
  }

  resize() {
    const matrix = new Matrix4(), turn = new Quaternion(), scale = new Vector3(), { near } = this;
    const seen = this.places.map(({ point }) => this.stage.project(point)), others = near ? seen.map(() => 0) : merged(seen, APART_PX);
    const smaller = others.filter((count) => count >= 0).length > MANY ? 0.6 : 1; // or they would hide what touches
    this.places.forEach(({ point, normal }, k) => {
      const pixel = this.stage.metresPerPixel(point);
      for (const [mesh, size] of [[this.dots, DOT_PX], [this.rims, RIM_PX], [this.arrows, ARROW_PX]]) {
        if (normal) turn.setFromUnitVectors(Y, normal);
        const shown = others[k] >= 0 && (mesh !== this.arrows || Boolean(normal));
        mesh.setMatrixAt(k, matrix.compose(point, turn, scale.setScalar(shown ? (near ? 0.62 : smaller) * size * pixel : 0)));
      }
    });
    this.placeCounts(seen, others);
    this.more.forEach((point, k) => this.specks.setMatrixAt(k, matrix.compose(point, turn.identity(), scale.setScalar(SPECK_PX * this.stage.metresPerPixel(point)))));
    if (this.near) this.placeLine(matrix, turn, scale);
    for (const mesh of this.group.children) mesh.instanceMatrix.needsUpdate = true;
    this.placeLabel();
  }

  placeLine(matrix, turn, scale) {
    const [from, to] = this.near.points, way = to.clone().sub(from), length = way.length();
    turn.setFromUnitVectors(Y, length > 0 ? way.divideScalar(length) : Y);
    for (const [mesh, pixels] of [[this.line, LINE_PX], [this.lineRim, LINE_RIM_PX]]) {
      const wide = pixels * this.stage.metresPerPixel(from);
      mesh.setMatrixAt(0, matrix.compose(from, turn, scale.set(wide, length, wide)));
    }
  }

  placeCounts(seen, others) {
    const counted = this.enabled ? others.flatMap((count, k) => (count > 0 && seen[k] ? [{ count, ...seen[k] }] : [])) : [];
    while (this.counts.length < counted.length) this.counts.push(this.labels.appendChild(element("div", { class: "mark-count" })));
    this.counts.forEach((words, k) => {
      words.hidden = k >= counted.length;
      if (words.hidden) return;
      words.textContent = `+${counted[k].count}`;
      words.style.transform = `translate(${counted[k].x + 8}px, ${counted[k].y - 22}px)`;
    });
  }

  /// Beside the place and outside of what touches, as far as it reaches in pixels; where there is no room for that, below the buttons.
  placeLabel() {
    const place = this.places[0], seen = place && this.enabled ? this.stage.project(place.point) : null;
    this.label.hidden = !seen;
    if (!seen) return;
    const { clientWidth: width, clientHeight: height } = this.stage.canvas, { offsetWidth: own, offsetHeight: tall } = this.label, narrow = width < NARROW_PX;
    this.label.classList.toggle("caption", narrow);
    const aside = Math.min(MOST_ASIDE * height, Math.max(16, this.reach / this.stage.metresPerPixel(place.point)));
    const x = narrow ? (width - own) / 2 : seen.x > 0.6 * width ? seen.x - aside - own : seen.x + aside, y = narrow ? BELOW_BUTTONS_PX : seen.y + Math.max(12, 0.5 * aside);
    this.label.style.transform = `translate(${Math.max(4, Math.min(x, width - own - 4))}px, ${Math.max(4, Math.min(y, height - tall - 4))}px)`;
  }
}
