// Where bodies touch: a dot and the normal at each place, of the same size on the screen from wherever they are seen, and a label.
import { Color, ConeGeometry, CylinderGeometry, Group, InstancedMesh, Matrix4, MeshBasicMaterial, Quaternion, SphereGeometry, Vector3 } from "three";
import { joined } from "./geometry.js";

const MOST = 200, MANY = 10; // places drawn
const DOT_PX = 5.5, RIM_PX = 8, ARROW_PX = 62;
const Y = new Vector3(0, 1, 0);

function arrowGeometry() {
  const shaft = new CylinderGeometry(0.022, 0.022, 0.78, 10).translate(0, 0.39, 0);
  const head = new ConeGeometry(0.085, 0.24, 16).translate(0, 0.88, 0);
  return joined([shaft, head]);
}

function pairsText(pairs) {
  return pairs.length > 1 ? `${pairs[0].join(" × ")} and ${pairs.length - 1} more` : pairs[0]?.join(" × ") ?? "";
}

export class Marks {
  constructor(report, stage, theme, labels, signal) {
    Object.assign(this, { report, stage, theme, labels });
    this.group = new Group();
    const over = (order) => new MeshBasicMaterial({ depthTest: false, depthWrite: false, transparent: true, toneMapped: false, opacity: order });
    this.rims = new InstancedMesh(new SphereGeometry(1, 24, 16), over(1), MOST);
    this.dots = new InstancedMesh(new SphereGeometry(1, 24, 16), over(1), MOST);
    this.arrows = new InstancedMesh(arrowGeometry(), over(1), MOST);
    [this.rims, this.arrows, this.dots].forEach((mesh, k) => {
      mesh.renderOrder = 10 + k;
      mesh.frustumCulled = false;
      mesh.count = 0;
      this.group.add(mesh);
    });
    this.places = [];
    this.enabled = true;
    this.label = labels.appendChild(document.createElement("div"));
    this.label.className = "mark-label";
    signal.addEventListener("abort", () => this.label.remove());
    stage.addEventListener("draw", () => this.resize(), { signal });
    theme.addEventListener("change", () => this.paint(), { signal });
    this.paint();
  }

  paint() {
    this.dots.material.color = new Color(this.theme.color("contact"));
    this.arrows.material.color = new Color(this.theme.color("normal"));
    this.rims.material.color = new Color(this.theme.color("mark-rim"));
    this.stage.draw();
  }

  /// The places of a segment's contact, or the points of an event; none for null.
  show(shown) {
    if (shown === this.shown) return;
    this.shown = shown;
    const origin = new Vector3(...this.report.origin);
    const places = shown?.contacts ?? shown?.points.map((point) => ({ point, normal: null })) ?? [];
    this.places = places.slice(0, MOST).map(({ point, normal }) => ({
      point: new Vector3(...point).sub(origin), normal: normal?.some(Boolean) ? new Vector3(...normal).normalize() : null,
    }));
    for (const mesh of this.group.children) mesh.count = this.places.length;
    if (shown) this.label.textContent = shown.text ?? pairsText(shown.pairs);
    this.stage.draw();
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
        mesh.setMatrixAt(k, matrix.compose(point, turn, scale.setScalar(mesh === this.arrows && !normal ? 0 : smaller * size * pixel)));
      }
    });
    for (const mesh of this.group.children) mesh.instanceMatrix.needsUpdate = true;
    this.placeLabel();
  }

  placeLabel() {
    const place = this.places[0], seen = place && this.enabled ? this.stage.project(place.point) : null;
    this.label.hidden = !seen;
    if (!seen) return;
    const { clientWidth: width } = this.stage.canvas;
    const own = this.label.offsetWidth, x = seen.x > 0.6 * width ? seen.x - 16 - own : seen.x + 16;
    this.label.style.transform = `translate(${Math.max(4, Math.min(x, width - own - 4))}px, ${seen.y + 10}px)`;
  }
}
