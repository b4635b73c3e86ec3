// Shapes of a report as geometries of three.js: corners of triangles with normals, nothing shared, so that everything can be
// put together into few large pieces.
import {
  BoxGeometry, BufferAttribute, BufferGeometry, CapsuleGeometry, ConeGeometry, CylinderGeometry, Matrix4, Quaternion,
  SphereGeometry, Vector3,
} from "three";

const CREASE = Math.cos((38 * Math.PI) / 180); // faces that meet at a smaller angle are shaded as one
const SIDES = 40;

/// Normals at the corners of triangles: the mean over the faces around the vertex that are turned alike.
function creasedNormals(positions, indices) {
  const faces = indices.length / 3;
  const faceNormals = new Float32Array(indices.length); // as long as twice the face's area: large faces count more
  const first = new Uint32Array(positions.length / 3 + 1);
  for (let i = 0; i < indices.length; i++) first[indices[i] + 1]++;
  for (let v = 1; v < first.length; v++) first[v] += first[v - 1];
  const around = new Uint32Array(indices.length), next = first.slice();
  for (let f = 0; f < faces; f++) {
    const [a, b, c] = [3 * indices[3 * f], 3 * indices[3 * f + 1], 3 * indices[3 * f + 2]];
    const ux = positions[b] - positions[a], uy = positions[b + 1] - positions[a + 1], uz = positions[b + 2] - positions[a + 2];
    const vx = positions[c] - positions[a], vy = positions[c + 1] - positions[a + 1], vz = positions[c + 2] - positions[a + 2];
    faceNormals[3 * f] = uy * vz - uz * vy;
    faceNormals[3 * f + 1] = uz * vx - ux * vz;
    faceNormals[3 * f + 2] = ux * vy - uy * vx;
    for (let k = 0; k < 3; k++) around[next[indices[3 * f + k]]++] = f;
  }
  const lengths = new Float32Array(faces);
  for (let f = 0; f < faces; f++) lengths[f] = Math.hypot(faceNormals[3 * f], faceNormals[3 * f + 1], faceNormals[3 * f + 2]);
  const normals = new Float32Array(3 * indices.length);
  for (let corner = 0; corner < indices.length; corner++) {
    const f = Math.floor(corner / 3), v = indices[corner];
    const nx = faceNormals[3 * f], ny = faceNormals[3 * f + 1], nz = faceNormals[3 * f + 2];
    let x = 0, y = 0, z = 0;
    for (let k = first[v]; k < first[v + 1]; k++) {
      const g = around[k], mx = faceNormals[3 * g], my = faceNormals[3 * g + 1], mz = faceNormals[3 * g + 2];
      if (nx * mx + ny * my + nz * mz < CREASE * lengths[f] * lengths[g]) continue;
      x += mx; y += my; z += mz;
    }
    const length = Math.hypot(x, y, z) || 1;
    normals[3 * corner] = x / length;
    normals[3 * corner + 1] = y / length;
    normals[3 * corner + 2] = z / length;
  }
  return normals;
}

function meshGeometry({ positions, indices }) {
  const corners = new Float32Array(3 * indices.length);
  for (let i = 0; i < indices.length; i++) {
    for (let k = 0; k < 3; k++) corners[3 * i + k] = positions[3 * indices[i] + k];
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(corners, 3));
  geometry.setAttribute("normal", new BufferAttribute(creasedNormals(positions, indices), 3));
  return geometry;
}

/// three.js has its axes along y, tocca along z.
function upright(geometry) {
  return plain(geometry.rotateX(Math.PI / 2));
}

function plain(geometry) {
  const corners = geometry.index ? geometry.toNonIndexed() : geometry;
  corners.deleteAttribute("uv");
  return corners;
}

function shapeGeometry(shape, meshes) {
  if (shape.mesh !== undefined) return meshGeometry(meshes[shape.mesh]);
  if (shape.box) return plain(new BoxGeometry(...shape.box));
  if (shape.sphere) return plain(new SphereGeometry(shape.sphere[0], SIDES, SIDES / 2));
  if (shape.cylinder) return upright(new CylinderGeometry(shape.cylinder[0], shape.cylinder[0], shape.cylinder[1], SIDES));
  if (shape.cone) return upright(new ConeGeometry(shape.cone[0], shape.cone[1], SIDES));
  if (shape.capsule) return upright(new CapsuleGeometry(shape.capsule[0], shape.capsule[1], SIDES / 4, SIDES));
  return new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(), 3));
}

export function matrixOf(pose, target = new Matrix4()) {
  return target.compose(new Vector3(...pose.slice(0, 3)), new Quaternion(...pose.slice(3)), new Vector3(1, 1, 1));
}

/// Shapes, each through its pose, as one geometry.
export function geometryOf(shapes, meshes) {
  return joined(shapes.map((shape) => shapeGeometry(shape, meshes).applyMatrix4(matrixOf(shape.pose))));
}

export function joined(geometries) {
  const count = geometries.reduce((sum, geometry) => sum + geometry.attributes.position.count, 0);
  const result = new BufferGeometry();
  for (const name of ["position", "normal"]) {
    const all = new Float32Array(3 * count);
    let begin = 0;
    for (const geometry of geometries) {
      if (geometry.attributes[name]) all.set(geometry.attributes[name].array, begin);
      begin += 3 * geometry.attributes.position.count;
    }
    result.setAttribute(name, new BufferAttribute(all, 3));
  }
  return result;
}

/// The edges of boxes as line ends, each through its pose.
export function boxLines(boxes) {
  const ends = new Float32Array(boxes.length * 72), corner = new Vector3(), matrix = new Matrix4();
  let at = 0;
  for (const { pose, box } of boxes) {
    matrixOf(pose, matrix);
    for (let axis = 0; axis < 3; axis++) {
      for (let side = 0; side < 4; side++) {
        for (const end of [-0.5, 0.5]) {
          const signs = [0, 0, 0];
          signs[axis] = end;
          signs[(axis + 1) % 3] = (side & 1) - 0.5;
          signs[(axis + 2) % 3] = (side >> 1) - 0.5;
          corner.set(...signs.map((sign, k) => sign * box[k])).applyMatrix4(matrix).toArray(ends, at);
          at += 3;
        }
      }
    }
  }
  return new BufferGeometry().setAttribute("position", new BufferAttribute(ends, 3));
}
