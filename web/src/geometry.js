// Shapes of a report as geometries of three.js: indexed, with positions and normals and nothing else, so that everything can be put
// together into few large pieces.
import {
  BoxGeometry, BufferAttribute, BufferGeometry, CapsuleGeometry, Color, ConeGeometry, CylinderGeometry, Matrix4, OctahedronGeometry,
  Quaternion, SphereGeometry, SRGBColorSpace, Vector3,
} from "three";

const CREASE = Math.cos((38 * Math.PI) / 180); // faces that meet at a smaller angle are shaded as one
const SAME = 0.9999; // of two normals' cosine
const SIDES = 40;

/// Twice the area of each face, along its normal.
function faceNormals({ positions, indices }) {
  const normals = new Float32Array(indices.length);
  for (let f = 0; f < indices.length; f += 3) {
    const a = 3 * indices[f], b = 3 * indices[f + 1], c = 3 * indices[f + 2];
    const ux = positions[b] - positions[a], uy = positions[b + 1] - positions[a + 1], uz = positions[b + 2] - positions[a + 2];
    const vx = positions[c] - positions[a], vy = positions[c + 1] - positions[a + 1], vz = positions[c + 2] - positions[a + 2];
    normals[f] = uy * vz - uz * vy;
    normals[f + 1] = uz * vx - ux * vz;
    normals[f + 2] = ux * vy - uy * vx;
  }
  return normals;
}

/// The corners of triangles vertex by vertex: those of vertex v are corners[first[v]] to corners[first[v + 1] - 1].
function cornersByVertex({ positions, indices }) {
  const first = new Uint32Array(positions.length / 3 + 1), corners = new Uint32Array(indices.length);
  for (let i = 0; i < indices.length; i++) first[indices[i] + 1]++;
  for (let v = 1; v < first.length; v++) first[v] += first[v - 1];
  const next = first.slice();
  for (let i = 0; i < indices.length; i++) corners[next[indices[i]]++] = i;
  return { first, corners };
}

/// A mesh whose vertices are as many as it has normals there: at a corner the normal is the mean over the faces around the vertex that are
/// turned alike, so that round things look round and edges stay edges.
function meshGeometry(mesh) {
  const { positions, indices } = mesh, faces = faceNormals(mesh), { first, corners } = cornersByVertex(mesh);
  const places = [], normals = [], index = new Uint32Array(indices.length);
  for (let v = 0; v + 1 < first.length; v++) {
    const begin = normals.length;
    for (let i = first[v]; i < first[v + 1]; i++) {
      const [x, y, z] = creasedNormal(faces, corners, corners[i], first[v], first[v + 1]);
      let same = begin;
      while (same < normals.length && normals[same] * x + normals[same + 1] * y + normals[same + 2] * z < SAME) same += 3;
      if (same === normals.length) {
        normals.push(x, y, z);
        places.push(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]);
      }
      index[corners[i]] = same / 3;
    }
  }
  return indexed(Float32Array.from(places), Float32Array.from(normals), index);
}

function creasedNormal(faces, corners, corner, begin, end) {
  const f = corner - (corner % 3), nx = faces[f], ny = faces[f + 1], nz = faces[f + 2], length = Math.hypot(nx, ny, nz);
  let x = 0, y = 0, z = 0;
  for (let k = begin; k < end; k++) {
    const g = corners[k] - (corners[k] % 3), mx = faces[g], my = faces[g + 1], mz = faces[g + 2];
    if (nx * mx + ny * my + nz * mz < CREASE * length * Math.hypot(mx, my, mz)) continue;
    x += mx; y += my; z += mz;
  }
  const sum = Math.hypot(x, y, z) || 1;
  return [x / sum, y / sum, z / sum];
}

function indexed(positions, normals, index) {
  const geometry = new BufferGeometry().setIndex(new BufferAttribute(index, 1));
  geometry.setAttribute("position", new BufferAttribute(positions, 3));
  return geometry.setAttribute("normal", new BufferAttribute(normals, 3));
}

/// three.js has its axes along y, tocca along z.
const upright = (geometry) => geometry.rotateX(Math.PI / 2);

function shapeGeometry(shape, meshes) {
  if (shape.mesh !== undefined) return meshGeometry(meshes[shape.mesh]);
  if (shape.box) return new BoxGeometry(...shape.box);
  if (shape.sphere) return new SphereGeometry(shape.sphere[0], SIDES, SIDES / 2);
  if (shape.cylinder) return upright(new CylinderGeometry(shape.cylinder[0], shape.cylinder[0], shape.cylinder[1], SIDES));
  if (shape.cone) return upright(new ConeGeometry(shape.cone[0], shape.cone[1], SIDES));
  if (shape.capsule) return upright(new CapsuleGeometry(shape.capsule[0], shape.capsule[1], SIDES / 4, SIDES));
  if (shape.points) return grainsGeometry(shape);
  return indexed(new Float32Array(), new Float32Array(), new Uint32Array()); // of a later version: nothing to draw
}

/// The grains of a cloud: boxes, or octahedra in the place of balls, of which there may be hundred thousands.
function grainsGeometry({ points, radius, sizes }) {
  const grain = sizes ? new BoxGeometry(1, 1, 1) : new OctahedronGeometry(1);
  const own = grain.attributes.position.array, normal = grain.attributes.normal.array;
  const corners = grain.index ? grain.index.array : Uint32Array.from({ length: own.length / 3 }, (_, k) => k);
  const count = points.length / 3, vertices = own.length / 3;
  const positions = new Float32Array(count * own.length), normals = new Float32Array(count * own.length), index = new Uint32Array(count * corners.length);
  for (let k = 0; k < count; k++) {
    for (let i = 0; i < own.length; i++) {
      positions[k * own.length + i] = points[3 * k + (i % 3)] + own[i] * (sizes ? sizes[3 * k + (i % 3)] : radius);
    }
    normals.set(normal, k * own.length);
    for (let i = 0; i < corners.length; i++) index[k * corners.length + i] = corners[i] + k * vertices;
  }
  return indexed(positions, normals, index);
}

export function matrixOf(pose, target = new Matrix4()) {
  return target.compose(new Vector3(...pose.slice(0, 3)), new Quaternion(...pose.slice(3)), new Vector3(1, 1, 1));
}

/// Shapes, each through its pose, as one geometry.
export function geometryOf(shapes, meshes) {
  return joined(shapes.map((shape) => shapeGeometry(shape, meshes).applyMatrix4(matrixOf(shape.pose))));
}

/// Shapes as they look, each in its colour (red, green, blue as screens show them).
export function colouredGeometryOf(visuals, meshes) {
  const geometries = visuals.map((visual) => shapeGeometry(visual, meshes).applyMatrix4(matrixOf(visual.pose)));
  const whole = joined(geometries), colors = new Float32Array(3 * whole.attributes.position.count), color = new Color();
  let at = 0;
  geometries.forEach(({ attributes }, k) => {
    color.setRGB(...visuals[k].color, SRGBColorSpace);
    for (let i = 0; i < attributes.position.count; i++, at += 3) color.toArray(colors, at);
  });
  return whole.setAttribute("color", new BufferAttribute(colors, 3));
}

/// The same geometry in white, for what is coloured as a whole.
export function whitened({ index, attributes }) {
  const geometry = new BufferGeometry().setIndex(index).setAttribute("position", attributes.position).setAttribute("normal", attributes.normal);
  return geometry.setAttribute("color", new BufferAttribute(new Float32Array(3 * attributes.position.count).fill(1), 3));
}

/// A triangle without size: something that is not drawn, where there must be something.
export const nothing = () => indexed(new Float32Array(9), new Float32Array(9), new Uint32Array([0, 1, 2]));

export function joined(geometries) {
  const sum = (count) => geometries.reduce((total, geometry) => total + count(geometry), 0);
  const vertices = sum(({ attributes }) => attributes.position.count);
  const positions = new Float32Array(3 * vertices), normals = new Float32Array(3 * vertices), index = new Uint32Array(sum((geometry) => geometry.index.count));
  let first = 0, at = 0;
  for (const { attributes, index: own } of geometries) {
    positions.set(attributes.position.array, 3 * first);
    normals.set(attributes.normal.array, 3 * first);
    for (let i = 0; i < own.count; i++) index[at++] = first + own.array[i];
    first += attributes.position.count;
  }
  return indexed(positions, normals, index);
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
