// From where two bodies and the place between them are seen: small pictures of the neighbourhood are drawn from many directions, in which
// the first body is red, the second green and everything else black, and the pixels are counted.
import { BufferAttribute, Color, MeshBasicMaterial, DoubleSide, PerspectiveCamera, Vector3, Vector4, WebGLRenderTarget } from "three";
import { withCutaway } from "./cutaway.js";

const PIXELS = 48, TURNS = 9, HEIGHTS = [[0.45, 1], [0.1, -0.35, 2.6]]; // the usual ones first
const ENOUGH = 0.045; // share of the picture that a body should have
const FAR = 3.6; // from the place, in neighbourhoods

/// Outward directions from so high.
function directions(heights) {
  return heights.flatMap((height) => Array.from({ length: TURNS }, (_, k) => {
    const angle = (-60 + (360 / TURNS) * k) * (Math.PI / 180);
    return new Vector3(Math.cos(angle), Math.sin(angle), height).normalize();
  }));
}

/// How well both bodies are seen in a picture of red, green and black pixels, the place in its middle: {first, second} as shares of the
/// picture, and `both`: whether both are seen right there.
export function judge(pixels, size) {
  let first = 0, second = 0, firstNear = 0, secondNear = 0;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const at = 4 * (y * size + x), red = pixels[at] > 127, green = pixels[at + 1] > 127;
      if (!red && !green) continue;
      const aside = Math.hypot(x - size / 2 + 0.5, y - size / 2 + 0.5);
      if (red) first++; else second++;
      if (aside < 0.1 * size) red ? firstNear++ : secondNear++;
    }
  }
  const share = (count) => count / (size * size);
  return { first: share(first), second: share(second), both: firstNear > 0 && secondNear > 0 };
}

const isOpen = ({ first, second, both }) => both && Math.min(first, second) > ENOUGH / 3;

function merit({ first, second, both }) {
  const seen = (share) => Math.min(1, share / ENOUGH);
  return Math.min(seen(first), seen(second)) + 0.15 * (seen(first) + seen(second)) + (both ? 0.7 : 0);
}

/// The corners of those triangles that come nearer to a place than `reach`: by their boxes, which is never too few.
export function cornersNear(index, positions, { x, y, z }, reach) {
  const near = [], from = [x - reach, y - reach, z - reach], to = [x + reach, y + reach, z + reach];
  for (let corner = 0; corner < index.length; corner += 3) {
    const [a, b, c] = [3 * index[corner], 3 * index[corner + 1], 3 * index[corner + 2]];
    let inside = true;
    for (let axis = 0; axis < 3 && inside; axis++) {
      const u = positions[a + axis], v = positions[b + axis], w = positions[c + axis];
      inside = (u >= from[axis] || v >= from[axis] || w >= from[axis]) && (u <= to[axis] || v <= to[axis] || w <= to[axis]);
    }
    if (inside) near.push(index[corner], index[corner + 1], index[corner + 2]);
  }
  return Uint32Array.from(near);
}

export class Sight {
  constructor(stage, bodies) {
    Object.assign(this, { stage, bodies });
    this.camera = new PerspectiveCamera(38, 1, 0.01, 100);
    this.camera.up.set(0, 0, 1);
  }

  /// Does something hide one of the two that are lit, or where they meet, from a reader who is at `eye`?
  isHidden(place, reach, eye) {
    const pixels = new Uint8Array(4 * PIXELS * PIXELS), way = eye.clone().sub(place), distance = way.length(), restore = this.begin(place, distance);
    try {
      this.draw(place, way.divideScalar(distance), reach, false, pixels, distance);
      return !isOpen(judge(pixels, PIXELS));
    } finally {
      restore();
    }
  }

  /// The direction, from the camera, from which the two that are lit are seen best around a place of the world, within `reach`. Where
  /// everything is hidden from everywhere, the one that shows most once what stands in front is cut away.
  best(place, reach, normal, before) {
    const { bodies } = this, pixels = new Uint8Array(4 * PIXELS * PIXELS);
    const choose = (heights, cut) => {
      let best = null;
      directions(heights).forEach((way) => {
        this.draw(place, way, reach, cut, pixels);
        const seen = judge(pixels, PIXELS);
        // From the side, not along the normal; from above rather than from below; not far from where the reader looks from.
        const worth = merit(seen) - (normal ? 0.25 * Math.abs(way.dot(normal)) : 0) - 0.12 * Math.abs(way.z - 0.4) - (before ? 0.08 * (1 + way.dot(before)) : 0);
        if (!best || worth > best.worth) best = { worth, way, ...seen };
      });
      return best;
    };
    const restore = this.begin(place, FAR * reach);
    try {
      const [usual, rare] = HEIGHTS, found = [() => choose(usual, false), () => choose(rare, false), () => choose(usual, true)]
        .reduce((best, next) => (best && isOpen(best) ? best : next()), null);
      bodies.seen = found; // for tests: how much of both is in the picture
      return found.way.clone().negate();
    } finally {
      restore();
    }
  }

  /// Everything within a distance of the place in the colours of what it is; what is farther is in nobody's way. Gives what undoes it.
  begin(place, distance) {
    const { bodies, stage } = this, { batch, stillMesh, deforming, lit, tones, cutaway } = bodies, undo = [];
    const nameOf = (body) => (!lit.has(body) ? [0, 0, 0] : lit.get(body) === tones[0] ? [1, 0, 0] : [0, 1, 0]);
    const swap = (mesh, look) => {
      const { material } = mesh;
      mesh.material = withCutaway(new MeshBasicMaterial({ side: DoubleSide, toneMapped: false, ...look }), cutaway, { only: true, tinted: mesh === stillMesh });
      undo.push(() => {
        mesh.material.dispose();
        mesh.material = material;
      });
    };
    if (batch) {
      const was = batch.perObjectFrustumCulled;
      batch.perObjectFrustumCulled = true;
      bodies.moving.forEach(({ body }, k) => batch.setColorAt(k, new Vector4(...nameOf(body), lit.has(body) ? 0 : 1)));
      swap(batch, {});
      undo.push(() => {
        batch.perObjectFrustumCulled = was;
        for (let turn = 0; turn < 2; turn++) batch.setVisibleAt(0, !batch.getVisibleAt(0)); // or its list of what is drawn would stay as it is
      });
    }
    if (stillMesh) {
      const colors = stillMesh.geometry.attributes.color;
      for (const { body, first, count } of bodies.still) for (let i = first; i < first + count; i++) colors.setXYZ(i, ...nameOf(body));
      colors.needsUpdate = true;
      const { geometry } = stillMesh, { index } = geometry;
      geometry.setIndex(new BufferAttribute(cornersNear(index.array, geometry.attributes.position.array, place, 1.05 * distance), 1));
      undo.push(() => geometry.setIndex(index));
      swap(stillMesh, { vertexColors: true });
    }
    for (const { body, mesh } of deforming) swap(mesh, { color: new Color(...nameOf(body)) });
    const others = stage.scene.children.filter((child) => child !== bodies.group && child.visible && !child.isLight);
    for (const child of others) child.visible = false;
    const { cutReach, cutAll, cutCenter, litReach } = cutaway, values = [cutReach.value, cutAll.value, litReach.value], center = cutCenter.value.clone();
    const { shadowMap } = stage.renderer, shadows = shadowMap.enabled;
    shadowMap.enabled = false;
    this.target = new WebGLRenderTarget(PIXELS, PIXELS);
    return () => {
      undo.forEach((act) => act());
      for (const child of others) child.visible = true;
      [cutReach.value, cutAll.value, litReach.value] = values;
      cutCenter.value.copy(center);
      shadowMap.enabled = shadows;
      this.target.dispose();
      bodies.paint();
    };
  }

  draw(place, way, reach, cut, pixels, distance = FAR * reach) {
    const { camera, stage, target } = this, { cutReach, cutAll, cutCenter, litReach } = this.bodies.cutaway, { renderer } = stage;
    camera.fov = (360 / Math.PI) * Math.atan((1.25 * reach) / distance);
    camera.position.copy(place).addScaledVector(way, distance);
    camera.near = 0.02 * distance;
    camera.far = distance + 2 * reach;
    camera.lookAt(place);
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
    cutCenter.value.copy(place);
    cutReach.value = cut ? reach : 0;
    cutAll.value = 1;
    litReach.value = reach;
    renderer.setRenderTarget(target);
    renderer.setClearColor(0x000000, 0);
    renderer.clear();
    renderer.render(stage.scene, camera);
    renderer.readRenderTargetPixels(target, 0, 0, PIXELS, PIXELS, pixels);
    renderer.setRenderTarget(null);
  }
}
