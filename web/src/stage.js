// Camera, light, ground; draws when something has changed, never otherwise.
import {
  Color, DirectionalLight, HemisphereLight, Mesh, PCFShadowMap, PerspectiveCamera, PlaneGeometry, Scene, ShadowMaterial, Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { gridMaterial } from "./grid.js";
import { roundStep } from "./text.js";

const SLOW_MS = 45; // between frames, on average
const THRIFT = [1, 0.6]; // pixels for each of the page's, in two steps of thrift
const FLIGHT_MS = 450;
const MARGIN = 1.3; // around what is looked at

/// Frees what the graphics processor holds of an object.
function forget(object) {
  object.geometry?.dispose();
  object.material?.dispose();
  object.dispose?.();
}

export class Stage extends EventTarget {
  constructor(canvas, theme) {
    super();
    this.canvas = canvas;
    this.theme = theme;
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    this.scene = new Scene();
    this.camera = new PerspectiveCamera(38, 1, 0.01, 100);
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.addEventListener("change", () => this.draw());
    this.controls.addEventListener("start", () => {
      this.flight = null;
      this.touched = this.held = true; // by the reader, who wants to look from there
    });
    this.controls.addEventListener("end", () => {
      this.held = false;
      this.draw();
    });
    this.costs = [];
    this.retired = [];
    this.addLights();
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
    theme.addEventListener("change", () => this.repaint());
  }

  addLights() {
    this.sky = new HemisphereLight(0xffffff, 0xa9a49c, 1.75);
    this.sky.position.set(0, 0, 1);
    this.key = new DirectionalLight(0xffffff, 1.75);
    this.key.castShadow = true;
    this.key.shadow.mapSize.set(2048, 2048);
    this.key.shadow.radius = 3;
    this.fill = new DirectionalLight(0xdfe8ff, 0.7);
    this.scene.add(this.sky, this.key, this.key.target, this.fill, this.fill.target);
  }

  /// Everything is in `whole`; what the reader came for is in `focus`.
  arrange(whole, focus) {
    this.whole = whole;
    this.focus = focus;
    const size = Math.max(focus.getSize(new Vector3()).length(), 1e-6), center = focus.getCenter(new Vector3());
    this.size = size;
    this.key.target.position.copy(center);
    this.key.position.copy(center).add(new Vector3(0.35, -0.5, 1).multiplyScalar(1.6 * size));
    this.fill.target.position.copy(center);
    this.fill.position.copy(center).add(new Vector3(-0.8, 0.4, 0.2).multiplyScalar(size));
    const shadow = this.key.shadow.camera, reach = 0.85 * size;
    Object.assign(shadow, { left: -reach, right: reach, top: reach, bottom: -reach, near: 0.1 * size, far: 4 * size });
    this.key.shadow.bias = -0.0006;
    this.key.shadow.normalBias = 0.0015 * size;
    shadow.updateProjectionMatrix();
    this.addGround(center, Math.min(whole.min.z, focus.min.z));
    this.resize();
    this.repaint();
  }

  /// A grid whose squares are a round length.
  addGround(center, height) {
    const plane = new PlaneGeometry(4 * this.size, 4 * this.size);
    this.retire(this.grid);
    this.retire(this.floor);
    this.grid = new Mesh(plane, gridMaterial(roundStep(this.size, 9), 2 * this.size));
    this.grid.position.set(center.x, center.y, height - 0.001 * this.size);
    this.grid.renderOrder = -1;
    this.floor = new Mesh(plane, new ShadowMaterial());
    this.floor.position.copy(this.grid.position);
    this.floor.receiveShadow = true;
    this.scene.add(this.grid, this.floor);
  }

  showGrid(on) {
    this.grid.visible = on;
    this.draw();
  }

  /// Until the signal comes.
  show(thing, signal) {
    this.scene.add(thing);
    signal.addEventListener("abort", () => this.retire(thing));
  }

  /// Takes something out of the scene. Its memory goes after the next picture: shaders that what comes instead needs too are kept so.
  retire(thing) {
    if (!thing) return;
    this.scene.remove(thing);
    this.retired.push(thing);
    this.draw(true);
  }

  repaint() {
    if (this.grid) {
      this.grid.material.uniforms.color.value = new Color(this.theme.color("grid"));
      this.floor.material.opacity = this.theme.dark ? 0.45 : 0.17;
    }
    this.draw(true);
  }

  /// Looks along `direction` (from the camera) so that all points just fit.
  look(points, direction, fly = true) {
    const outward = direction.clone().normalize().negate(), right = new Vector3().crossVectors(this.camera.up, outward).normalize();
    const up = new Vector3().crossVectors(outward, right), center = new Vector3();
    for (const axis of [right, up, outward]) {
      const along = points.map((point) => point.dot(axis));
      center.addScaledVector(axis, along.reduce((a, b) => Math.min(a, b)) / 2 + along.reduce((a, b) => Math.max(a, b)) / 2);
    }
    const slope = Math.tan((this.camera.fov * Math.PI) / 360), offset = new Vector3();
    let distance = 1e-6;
    for (const point of points) {
      offset.subVectors(point, center);
      const aside = Math.max(Math.abs(offset.dot(up)), Math.abs(offset.dot(right)) / this.camera.aspect) / slope;
      distance = Math.max(distance, offset.dot(outward) + MARGIN * aside);
    }
    this.fly(center.clone().addScaledVector(outward, distance), center, fly);
  }

  /// From how far a place is looked at closely, so that such a radius around it fits.
  distanceTo(radius) {
    return (MARGIN * radius) / (Math.tan((this.camera.fov * Math.PI) / 360) * Math.min(1, this.camera.aspect));
  }

  /// Looks closely at a place, along `direction`.
  lookAt(place, radius, direction) {
    this.fly(place.clone().addScaledVector(direction, -this.distanceTo(radius)), place.clone());
  }

  fly(position, target, animate = true) {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!animate || calm) {
      this.camera.position.copy(position);
      this.controls.target.copy(target);
      this.controls.update();
      return this.draw();
    }
    const flight = { from: this.camera.position.clone(), fromTarget: this.controls.target.clone(), begin: performance.now() };
    this.flight = flight;
    const tick = (now) => {
      if (this.flight !== flight) return;
      const part = Math.min(1, Math.max(0, (now - flight.begin) / FLIGHT_MS)), ease = part * part * (3 - 2 * part);
      this.camera.position.lerpVectors(flight.from, position, ease);
      this.controls.target.lerpVectors(flight.fromTarget, target, ease);
      this.controls.update();
      this.draw();
      if (part < 1) requestAnimationFrame(tick);
      else this.flight = null;
    };
    requestAnimationFrame(tick);
  }

  /// By the keyboard: around what is looked at, in radians; nearer or farther.
  turn(aside, up) {
    const { position } = this.camera, { target } = this.controls, way = position.clone().sub(target), length = way.length();
    const height = Math.asin(Math.min(1, Math.max(-1, way.z / length))) + up, angle = Math.atan2(way.y, way.x) + aside, flat = Math.min(1.55, Math.max(-1.55, height));
    this.touched = true;
    this.fly(target.clone().add(new Vector3(Math.cos(flat) * Math.cos(angle), Math.cos(flat) * Math.sin(angle), Math.sin(flat)).multiplyScalar(length)), target.clone(), false);
  }
  dolly(factor) {
    const { target } = this.controls;
    this.touched = true;
    this.fly(target.clone().add(this.camera.position.clone().sub(target).multiplyScalar(factor)), target.clone(), false);
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement;
    if (!width || !height) return;
    const fine = Math.min(2, devicePixelRatio), steps = this.playing ? this.thrift : Math.min(this.thrift ?? 0, 1);
    this.renderer.setPixelRatio(steps ? Math.min(fine, THRIFT[steps - 1]) : fine);
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  /// Asks for a picture. `moved`: shadows too.
  draw(moved = false) {
    this.moved ||= moved;
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => this.drawNow());
  }

  drawNow() {
    this.asked = false;
    const distance = this.camera.position.distanceTo(this.controls.target), size = this.size ?? 1;
    this.camera.near = Math.max(1e-3 * distance, 1e-5 * size);
    this.camera.far = distance + 60 * size;
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld(); // whoever listens asks where things are on the screen
    this.dispatchEvent(new Event("draw"));
    this.renderer.shadowMap.needsUpdate = this.moved;
    this.moved = false;
    const begin = performance.now();
    this.renderer.render(this.scene, this.camera);
    this.frames = (this.frames ?? 0) + 1;
    for (const thing of this.retired.splice(0)) thing.traverse(forget);
    this.judge(begin);
  }

  /// Where frames follow each other slowly while time runs, beauty goes for smoothness: shadows first, then fine pixels. The latter come
  /// back with a pause.
  judge(now) {
    if (!this.playing) return;
    if (this.lastFrame) this.costs.push(now - this.lastFrame);
    this.lastFrame = now;
    const sum = this.costs.reduce((total, cost) => total + cost, 0);
    if (this.costs.length < 12 && sum < 700) return;
    const slow = sum / this.costs.length > SLOW_MS;
    this.costs = [];
    if (!slow || this.thrift >= THRIFT.length) return;
    this.thrift = (this.thrift ?? 0) + 1;
    this.key.castShadow = false;
    this.resize();
  }

  setPlaying(on) {
    this.playing = on;
    this.lastFrame = null;
    this.costs = [];
    if (this.thrift > 1) this.resize();
  }

  /// Where a point of the world is on the canvas, in CSS pixels; null where it is behind the camera.
  project(point) {
    const seen = point.clone().project(this.camera);
    if (seen.z > 1) return null;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    return { x: (0.5 + 0.5 * seen.x) * width, y: (0.5 - 0.5 * seen.y) * height };
  }

  /// How many metres a pixel is at a point, or so far in front of the camera.
  metresPerPixel(point) {
    return this.metresPerPixelAt(point.clone().sub(this.camera.position).dot(this.camera.getWorldDirection(new Vector3())));
  }
  metresPerPixelAt(distance) {
    return (2 * Math.max(distance, 0) * Math.tan((this.camera.fov * Math.PI) / 360)) / Math.max(1, this.canvas.clientHeight);
  }
}
