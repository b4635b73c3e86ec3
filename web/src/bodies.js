// Robots and surroundings. What stands still is one piece; what moves is one batch; both are drawn in one call each, however
// many bodies there are.
import { BatchedMesh, Box3, BufferAttribute, BufferGeometry, Color, DoubleSide, Group, Matrix4, Mesh, MeshLambertMaterial, Quaternion, Raycaster, Vector3, Vector4 } from "three";
import { cutawayUniforms, isCut, ROLE, setLitPlaces, withCutaway } from "./cutaway.js";
import { colouredGeometryOf, geometryOf, joined, matrixOf, nothing, whitened } from "./geometry.js";
import { momentAt, poseAt } from "./poses.js";
import { bodyColor } from "./theme.js";

const ONE = new Vector3(1, 1, 1), WHITE = new Color(1, 1, 1);
const material = (more) => new MeshLambertMaterial({ side: DoubleSide, ...more });

const TINTED = 1.2; // of a large body, in neighbourhoods
const LARGE = 1.6; // times as large as the neighbourhood of a contact: such a body is tinted near it only
const MOST_MOMENTS = 24, MOST_POINTS = 6000; // looked at to find out what the scene is about

export function cornersOf({ min, max }) {
  return Array.from({ length: 8 }, (_, k) => new Vector3(k & 1 ? max.x : min.x, k & 2 ? max.y : min.y, k & 4 ? max.z : min.z));
}

const CONTACT = ["body-contact", "contact-b"];

/// The corners of some bodies, one after the other.
function joinedRanges(all, bodies) {
  const some = new all.constructor(bodies.reduce((sum, { corners }) => sum + corners, 0));
  let at = 0;
  for (const { firstCorner, corners } of bodies) {
    some.set(all.subarray(firstCorner, firstCorner + corners), at);
    at += corners;
  }
  return some;
}

export class Bodies {
  constructor(report, theme, signal) {
    this.report = report;
    this.theme = theme;
    this.group = new Group();
    this.robots = new Group();
    this.surroundings = new Group();
    this.group.add(this.robots, this.surroundings);
    this.lit = new Map(); // body to the name of its colour
    this.hidden = new Set(); // bodies that the reader has switched off
    this.cutaway = cutawayUniforms();
    this.neighbourhood = 0; // of a contact, in metres
    this.placed = true; // all places of contacts are near those that tint
    this.count();
    this.addStill();
    this.addMoving();
    this.addDeforming();
    theme.addEventListener("change", () => this.paint(), { signal });
    this.paint();
  }

  /// Which robot a link belongs to, and its index within that robot: its colour.
  count() {
    const groups = new Map();
    this.places = this.report.bodies.map((body) => {
      if (body.role !== "link") return [0, 0];
      if (!groups.has(body.group)) groups.set(body.group, { index: groups.size, links: 0 });
      const group = groups.get(body.group);
      return [group.index, group.links++];
    });
    this.byName = new Map(); // a link and an object may have the same name: both are lit then
    this.report.bodies.forEach(({ name }, k) => this.byName.set(name, [...(this.byName.get(name) ?? []), k]));
  }

  get stillTriangles() {
    return this.stillMesh ? this.stillMesh.geometry.index.count / 3 : 0;
  }

  color(k) {
    return new Color(bodyColor(this.report.bodies[k], ...this.places[k], this.theme.dark));
  }

  addStill() {
    this.still = [];
    const geometries = [];
    let first = 0, firstCorner = 0;
    this.report.bodies.forEach((body, k) => {
      if (body.poses || body.frames) return;
      const geometry = geometryOf(body.shapes, this.report.meshes).applyMatrix4(matrixOf(body.pose));
      const count = geometry.attributes.position.count;
      geometry.computeBoundingBox();
      const size = count ? geometry.boundingBox.getSize(new Vector3()).length() : 0;
      this.still.push({ body: k, first, count, firstCorner, corners: geometry.index.count, size });
      geometries.push(geometry);
      first += count;
      firstCorner += geometry.index.count;
    });
    if (!first) return;
    const geometry = joined(geometries);
    geometry.setAttribute("color", new BufferAttribute(new Float32Array(3 * first), 3));
    geometry.setAttribute("role", new BufferAttribute(new Float32Array(first), 1));
    this.stillMesh = new Mesh(geometry, withCutaway(material({ vertexColors: true }), this.cutaway, { from: "vertex" }));
    this.stillMesh.castShadow = this.stillMesh.receiveShadow = true;
    this.surroundings.add(this.stillMesh);
  }

  addMoving() {
    this.moving = [];
    this.report.bodies.forEach((body, k) => {
      if (!body.poses || body.frames) return;
      const geometry = geometryOf(body.shapes, this.report.meshes), empty = !geometry.attributes.position.count;
      if (!empty || body.visuals) this.moving.push({ body: k, geometry: empty ? nothing() : geometry });
    });
    for (const mover of this.moving) {
      mover.geometry.computeBoundingBox();
      mover.size = mover.geometry.boundingBox.getSize(new Vector3()).length();
    }
    if (this.moving.length) this.putBatch(this.batchOf(this.moving.map(({ geometry }) => geometry), 1, withCutaway(material(), this.cutaway, { from: "color" })));
  }

  putBatch(batch) {
    batch.castShadow = batch.receiveShadow = true;
    this.batch = batch;
    this.robots.add(batch);
  }

  get hasVisuals() {
    return this.moving.some(({ body }) => this.report.bodies[body].visuals);
  }

  /// Links as their URDF draws them, in place of what is checked. Those that touch show what is checked: the contact is there.
  setVisuals(on) {
    if (on && !this.batch.looks) this.addLooks();
    this.visual = on;
    this.paint();
  }

  /// A batch that holds both geometries of each body, when they are first looked at.
  addLooks() {
    const before = this.batch, looks = [], geometries = this.moving.map(({ geometry }) => whitened(geometry));
    this.moving.forEach((mover) => {
      const { visuals } = this.report.bodies[mover.body];
      if (visuals) mover.look = geometries.length + looks.push(colouredGeometryOf(visuals, this.report.meshes)) - 1;
    });
    const batch = this.batchOf(geometries, 1, withCutaway(material({ vertexColors: true }), this.cutaway, { from: "color" }), looks), matrix = new Matrix4();
    this.moving.forEach((_, k) => {
      batch.setMatrixAt(k, before.getMatrixAt(k, matrix));
      batch.setVisibleAt(k, before.getVisibleAt(k));
    });
    batch.looks = true;
    this.robots.remove(before);
    before.material.dispose();
    before.dispose();
    this.putBatch(batch);
  }

  /// One batch that holds every moving body `times` times: instance k * times + i is the i-th of body k. `more`: geometries that bodies may
  /// take later.
  batchOf(geometries, times, look, more = []) {
    const sum = (count) => [...geometries, ...more].reduce((total, geometry) => total + count(geometry), 0);
    const batch = new BatchedMesh(geometries.length * times, sum(({ attributes }) => attributes.position.count), sum(({ index }) => index.count), look);
    batch.frustumCulled = batch.perObjectFrustumCulled = false;
    batch.sortObjects = false;
    for (const geometry of geometries) {
      const id = batch.addGeometry(geometry);
      for (let i = 0; i < times; i++) batch.addInstance(id);
    }
    for (const geometry of more) batch.addGeometry(geometry);
    return batch;
  }

  addDeforming() {
    this.deforming = [];
    this.report.bodies.forEach((body, k) => {
      if (!body.frames) return;
      const { indices } = this.report.meshes[body.shapes[0].mesh];
      const size = body.frames.length / body.frame_times.length;
      const geometry = new BufferGeometry().setIndex(new BufferAttribute(indices, 1));
      geometry.setAttribute("position", new BufferAttribute(body.frames.slice(0, size), 3));
      geometry.computeBoundingBox();
      const across = geometry.boundingBox.getSize(new Vector3()).length();
      const mesh = new Mesh(geometry, withCutaway(material({ flatShading: true, userData: { role: { value: ROLE.none } } }), this.cutaway, { from: "body" }));
      mesh.castShadow = mesh.receiveShadow = true;
      mesh.frustumCulled = false;
      if (!body.poses) mesh.applyMatrix4(matrixOf(body.pose));
      this.deforming.push({ body: k, mesh, floats: size, size: across });
      this.robots.add(mesh);
    });
  }

  /// Bodies that touch are lit up: the first of a pair in one colour, the second in another; large ones only near `places`, in the
  /// world. So are those that are nearest to each other, in colours of their own.
  highlight(pairs, places, [first, second] = CONTACT) {
    const [a, b] = [0, 1].map((side) => new Set(pairs.flatMap((pair) => this.byName.get(pair[side]) ?? [])));
    this.placed = setLitPlaces(this.cutaway, places, TINTED * this.neighbourhood);
    const key = [first, this.placed, this.neighbourhood.toPrecision(2), ...a, "|", ...b].join();
    if (key === this.litKey) return false;
    this.litKey = key;
    const before = this.lit;
    this.lit = new Map([...[...b].map((k) => [k, second]), ...[...a].map((k) => [k, first])]);
    this.tones = [first, second];
    this.paint((k) => before.has(k) || this.lit.has(k));
    if (this.onlyTouching) this.hideOthers();
    return true;
  }

  /// In a crowd: leaves out what touches nothing, as long as something does.
  setOnlyTouching(on) {
    this.onlyTouching = on;
    this.hideOthers();
  }

  hideOthers() {
    const some = this.onlyTouching && this.moving.some(({ body }) => this.lit.has(body));
    this.moving.forEach(({ body }, k) => this.batch.setVisibleAt(k, !this.hidden.has(body) && (!some || this.lit.has(body))));
  }

  /// Switches single bodies off, or on again.
  setHidden(bodies, off) {
    for (const body of bodies) this.hidden[off ? "add" : "delete"](body);
    this.hideOthers();
    for (const { body, mesh } of this.deforming) mesh.visible = !this.hidden.has(body);
    if (!this.stillMesh) return;
    const { geometry } = this.stillMesh;
    this.allCorners ??= geometry.index;
    const some = this.still.some(({ body }) => this.hidden.has(body));
    const left = this.still.filter(({ body }) => !this.hidden.has(body));
    geometry.setIndex(!some ? this.allCorners : new BufferAttribute(joinedRanges(this.allCorners.array, left), 1));
    this.drawn = some ? left : null; // whose corners the index has
  }

  /// What a body of such a size is to the contact. `stays`: it may be all around the place.
  roleOf(body, size, stays) {
    if (!this.lit.has(body)) return ROLE.none;
    const large = this.neighbourhood > 0 && size > LARGE * this.neighbourhood;
    const first = large && stays ? ROLE.around : large && this.placed ? ROLE.near : ROLE.whole; // among too many places a body that moves may have none
    return first + this.tones.indexOf(this.lit.get(body));
  }

  /// Gives bodies their colours and roles: all, or those that `which` chooses.
  paint(which = () => true) {
    const still = this.still.filter(({ body }) => which(body));
    if (still.length) {
      const { color: colors, role } = this.stillMesh.geometry.attributes;
      for (const { body, first, count, size } of still) {
        const { r, g, b } = this.color(body);
        for (let i = first; i < first + count; i++) colors.setXYZ(i, r, g, b);
        role.array.fill(this.roleOf(body, size, true), first, first + count);
      }
      colors.needsUpdate = role.needsUpdate = true;
    }
    (this.tones ?? CONTACT).forEach((name, k) => this.cutaway[["litFirst", "litSecond"][k]].value.set(this.theme.color(name)));
    this.moving.forEach(({ body, look, size }, k) => {
      if (!which(body)) return;
      const seen = this.visual && look !== undefined && !this.lit.has(body), { r, g, b } = seen ? WHITE : this.color(body);
      if (this.batch.looks) this.batch.setGeometryIdAt(k, seen ? look : k);
      this.batch.setColorAt(k, new Vector4(r, g, b, this.roleOf(body, size, false)));
    });
    for (const { body, mesh, size } of this.deforming) {
      if (!which(body)) continue;
      mesh.material.color = this.color(body);
      mesh.material.userData.role.value = this.roleOf(body, size, true);
    }
  }

  matrixAt(body, moment, target) {
    poseAt(this.report.bodies[body].poses, moment, this.position ??= new Vector3(), this.quaternion ??= new Quaternion());
    return target.compose(this.position, this.quaternion, ONE);
  }

  setTime(time) {
    const moment = momentAt(this.report.times, time), matrix = new Matrix4();
    this.moving.forEach(({ body }, k) => this.batch.setMatrixAt(k, this.matrixAt(body, moment, matrix)));
    for (const { body, mesh, floats: size } of this.deforming) {
      const { frames, frame_times: times, poses } = this.report.bodies[body];
      const { index, part } = momentAt(times, time), positions = mesh.geometry.attributes.position;
      const a = index * size, b = part > 0 ? a + size : a;
      for (let i = 0; i < size; i++) positions.array[i] = (1 - part) * frames[a + i] + part * frames[b + i];
      positions.needsUpdate = true;
      if (poses) {
        mesh.matrixAutoUpdate = false;
        this.matrixAt(body, moment, mesh.matrix);
      }
    }
  }

  /// How large the bodies of a name are, across.
  sizeOf(name) {
    return Math.max(0, ...[...this.still, ...this.moving, ...this.deforming].filter(({ body }) => this.report.bodies[body].name === name).map(({ size }) => size));
  }

  /// How far what moves with the bodies of a name spans, as it is now: their robots, or themselves. Infinity where none of them moves.
  spanOf(name) {
    const own = this.moving.filter(({ body }) => this.report.bodies[body].name === name).map(({ body }) => this.report.bodies[body]), matrix = new Matrix4(), box = new Box3();
    if (!own.length) return Infinity;
    const together = (body) => own.includes(body) || (body.role === "link" && own.some(({ role, group }) => role === "link" && group === body.group));
    this.moving.forEach(({ body, geometry }, k) => {
      if (together(this.report.bodies[body])) box.union(geometry.boundingBox.clone().applyMatrix4(this.batch.getMatrixAt(k, matrix)));
    });
    return box.getSize(new Vector3()).length();
  }

  /// Moves some bodies elsewhere, until the moment changes: matrices by body.
  setPoses(matrices) {
    this.moving.forEach(({ body }, k) => matrices.has(body) && this.batch.setMatrixAt(k, matrices.get(body)));
  }

  /// Other moments at the same time, pale.
  addGhosts(times) {
    if (!this.moving.length || !times.length) return null;
    const look = { color: new Color(this.theme.color("ghost")) };
    const veil = this.batchOf(this.moving.map(({ geometry }) => geometry), times.length, material({ colorWrite: false }));
    const ghosts = this.batchOf(this.moving.map(({ geometry }) => geometry), times.length, material({ ...look, transparent: true, opacity: 0.34, depthWrite: false }));
    veil.renderOrder = 1;
    ghosts.renderOrder = 2;
    const matrix = new Matrix4();
    times.forEach((time, i) => {
      const moment = momentAt(this.report.times, time);
      this.moving.forEach(({ body }, k) => {
        this.matrixAt(body, moment, matrix);
        veil.setMatrixAt(k * times.length + i, matrix);
        ghosts.setMatrixAt(k * times.length + i, matrix);
      });
    });
    const group = new Group();
    group.add(veil, ghosts);
    return group;
  }

  /// The nearest surface of the surroundings is found first, then drawn thin: what is inside of pipes stays inside.
  setSeeThrough(on) {
    if (!this.stillMesh) return;
    if (!this.veil) {
      this.veil = new Mesh(this.stillMesh.geometry, material({ colorWrite: false }));
      this.veil.renderOrder = 3;
      this.surroundings.add(this.veil);
    }
    this.veil.visible = on;
    Object.assign(this.stillMesh.material, { transparent: on, opacity: on ? (this.theme.dark ? 0.34 : 0.22) : 1, depthWrite: !on, needsUpdate: true });
    this.stillMesh.castShadow = !on;
    this.stillMesh.renderOrder = on ? 6 : 0;
  }

  /// A box around everything, one around all that moves at any time, some points of that, and those where it starts.
  extent() {
    const whole = new Box3(), focus = new Box3(), points = [], start = [], matrix = new Matrix4();
    if (this.stillMesh) whole.union(new Box3().setFromBufferAttribute(this.stillMesh.geometry.attributes.position));
    const { times } = this.report, moments = Math.min(times.length, MOST_MOMENTS);
    const vertices = this.moving.reduce((sum, { geometry }) => sum + geometry.attributes.position.count, 0);
    const each = Math.max(1, Math.ceil((vertices * moments) / MOST_POINTS));
    for (const { body, geometry } of this.moving) {
      const { position } = geometry.attributes;
      for (let k = 0; k < moments; k++) {
        this.matrixAt(body, { index: Math.round((k * (times.length - 1)) / Math.max(1, moments - 1)), part: 0 }, matrix);
        for (let i = 0; i < position.count; i += each) {
          points.push(new Vector3().fromBufferAttribute(position, i).applyMatrix4(matrix));
          if (k === 0) start.push(points.at(-1));
        }
      }
    }
    for (const { mesh } of this.deforming) points.push(...cornersOf(new Box3().setFromObject(mesh)));
    if (!points.length) points.push(...cornersOf(whole.isEmpty() ? new Box3(ONE.clone().negate(), ONE) : whole));
    focus.setFromPoints(points);
    return { whole: whole.union(focus), focus, points, start: start.length ? start : points };
  }

  /// What is under a point of the canvas, in coordinates from -1 to 1: {body, point}, or null.
  pick(point, camera) {
    const ray = new Raycaster();
    ray.setFromCamera(point, camera);
    const shown = [this.batch, this.stillMesh, ...this.deforming.map(({ mesh }) => mesh)].filter((x) => x && x.parent.visible && x.visible);
    const hit = ray.intersectObjects(shown, false).find((one) => !this.isCutAway(one, camera.position));
    return hit ? { body: this.bodyOf(hit), point: hit.point } : null;
  }

  isCutAway(hit, eye) {
    const body = this.report.bodies.indexOf(this.bodyOf(hit)), own = (list) => list.find((one) => one.body === body);
    const one = own(this.still) ?? own(this.deforming) ?? own(this.moving);
    return isCut(this.cutaway, eye, hit.point, this.roleOf(body, one.size, one !== own(this.moving)));
  }

  bodyOf(hit) {
    if (hit.object === this.batch) return this.report.bodies[this.moving[hit.batchId].body];
    if (hit.object === this.stillMesh) {
      let corner = 3 * hit.faceIndex;
      if (!this.drawn) return this.report.bodies[this.still.findLast(({ firstCorner }) => firstCorner <= corner).body];
      return this.report.bodies[this.drawn.find(({ corners }) => (corner -= corners) < 0).body];
    }
    return this.report.bodies[this.deforming.find(({ mesh }) => mesh === hit.object).body];
  }

  /// How much of the surroundings lies between two points: how often the way goes through a surface.
  surfacesBetween(from, to) {
    if (!this.stillMesh) return 0;
    const way = to.clone().sub(from);
    return new Raycaster(from, way.clone().normalize(), 0, way.length()).intersectObject(this.stillMesh, false).length;
  }
}
