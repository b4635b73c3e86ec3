// From where two bodies and the place between them are seen: small pictures of the neighbourhood are drawn from many directions, in which
// the first body is red, the second green and everything else black, and the pixels are counted.
import { BufferAttribute, DoubleSide, MeshBasicMaterial, PerspectiveCamera, Vector3, WebGLRenderTarget } from "three";
import { setCut, withCutaway } from "./cutaway.js";

const PIXELS = 48, TURNS = 9, HEIGHTS = [[0.45, 1], [0.1, -0.35, 2.6]]; // the usual ones first
const ENOUGH = 0.045; // share of the picture that a body should have
const HALF = 0.5; // of what could be seen of a body, so much is enough
const UNCUT = 0.8; // of what is seen once something is cut away: who sees so much without prefers that

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

/// Is enough seen of both, and where they meet?
const isOpen = ({ first, second, both }) => both && Math.min(first, second) > ENOUGH / 3;

/// Is much less seen than would be if there were nothing but these two? One of them may hide the other.
export function isLess(seen, alone) {
  return (alone.both && !seen.both) || ["first", "second"].some((side) => seen[side] < HALF * Math.min(alone[side], ENOUGH));
}

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
    const way = eye.clone().sub(place), distance = way.length();
    way.divideScalar(distance);
    return this.looking(place, distance, () => isLess(this.see(place, way, reach, distance), this.see(place, way, reach, distance, { cut: true, alone: true })));
  }

  /// The direction, from the camera, from which the two that are lit are seen best around a place of the world, within `reach`, from so far. Where
  /// they are hidden from everywhere, the one that shows most once what stands in front is cut away.
  best(place, reach, distance, normal, before) {
    const choose = (heights, cut) => directions(heights).reduce((best, way) => {
      const seen = this.see(place, way, reach, distance, { cut });
      // From the side, not along the normal; from above rather than from below; not far from where the reader looks from.
      const worth = merit(seen) - (normal ? 0.25 * Math.abs(way.dot(normal)) : 0) - 0.12 * Math.abs(way.z - 0.4) - (before ? 0.08 * (1 + way.dot(before)) : 0);
      return !best || worth > best.worth ? { worth, way, ...seen } : best;
    }, null);
    return this.looking(place, distance, () => {
      const [usual, rare] = HEIGHTS, better = (a, b) => (b.worth > a.worth ? b : a);
      let found = choose(usual, false);
      if (!isOpen(found)) found = better(found, choose(rare, false));
      if (!isOpen(found)) {
        const cut = choose(usual, true);
        if (merit(found) < UNCUT * merit(cut)) found = cut; // small bodies are never seen much of
      }
      this.bodies.seen = found; // for tests: how much of both is in the picture
      return found.way.clone().negate();
    });
  }

  looking(place, distance, act) {
    const restore = this.begin(place, distance);
    try {
      return act();
    } finally {
      restore();
    }
  }

  /// Everything within a distance of the place in the colours of what it is; what is farther is in nobody's way. Gives what undoes it.
  begin(place, distance) {
    const { bodies, stage } = this, { batch, stillMesh, deforming, cutaway } = bodies, undo = [];
    const swap = (mesh, from) => {
      const { material } = mesh;
      mesh.material = withCutaway(new MeshBasicMaterial({ side: DoubleSide, toneMapped: false, vertexColors: from === "vertex", userData: material.userData }), cutaway, { from, naming: true });
      undo.push(() => {
        mesh.material.dispose();
        mesh.material = material;
      });
    };
    if (batch) {
      const was = batch.perObjectFrustumCulled;
      batch.perObjectFrustumCulled = true;
      swap(batch, "color");
      undo.push(() => {
        batch.perObjectFrustumCulled = was;
        for (let turn = 0; turn < 2; turn++) batch.setVisibleAt(0, !batch.getVisibleAt(0)); // or its list of what is drawn would stay as it is
      });
    }
    if (stillMesh) {
      const { geometry } = stillMesh, { index } = geometry;
      geometry.setIndex(new BufferAttribute(cornersNear(index.array, geometry.attributes.position.array, place, 1.05 * distance), 1));
      undo.push(() => geometry.setIndex(index));
      swap(stillMesh, "vertex");
    }
    for (const { mesh } of deforming) swap(mesh, "body");
    const others = stage.scene.children.filter((child) => child !== bodies.group && child.visible && !child.isLight);
    for (const child of others) child.visible = false;
    const { cutCenter, ...numbers } = cutaway, kept = ["cutReach", "cutAngle", "litReach"].map((name) => [numbers[name], numbers[name].value]), center = cutCenter.value.clone();
    const { shadowMap } = stage.renderer, shadows = shadowMap.enabled;
    shadowMap.enabled = false;
    this.target = new WebGLRenderTarget(PIXELS, PIXELS);
    return () => {
      undo.forEach((act) => act());
      for (const child of others) child.visible = true;
      for (const [uniform, value] of kept) uniform.value = value;
      cutaway.onlyTouching.value = 0;
      cutCenter.value.copy(center);
      shadowMap.enabled = shadows;
      this.target.dispose();
    };
  }

  /// What a small picture from such a direction shows; `cut`: once what stands in front is cut away; `alone`: of the two only.
  see(place, way, reach, distance, { cut = false, alone = false } = {}) {
    const { camera, stage, target } = this, { cutaway } = this.bodies, { renderer } = stage, pixels = new Uint8Array(4 * PIXELS * PIXELS);
    camera.fov = (360 / Math.PI) * Math.atan((1.25 * reach) / distance);
    camera.position.copy(place).addScaledVector(way, distance);
    camera.near = 0.02 * distance;
    camera.far = distance + 2 * reach;
    camera.lookAt(place);
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
    setCut(cutaway, place, cut ? reach : 0, distance, stage.distanceTo(reach));
    cutaway.litReach.value = reach;
    cutaway.onlyTouching.value = alone ? 1 : 0;
    renderer.setRenderTarget(target);
    renderer.setClearColor(0x000000, 0);
    renderer.clear();
    renderer.render(stage.scene, camera);
    renderer.readRenderTargetPixels(target, 0, 0, PIXELS, PIXELS, pixels);
    renderer.setRenderTarget(null);
    return judge(pixels, PIXELS);
  }
}
