// Two things that materials of bodies do besides their light: what touches has the colour of it, a large body near the place only; and what stands
// in front of the place that is looked at is cut away, what touches excepted.
import { Color, MathUtils, Vector3 } from "three";

const MOST_PLACES = 32; // near which a large body is tinted

/// What a body is to the contact that is shown: a bystander, or the first of a pair (the second has one more).
export const ROLE = {
  none: 0,
  whole: 1, // small: it has the colour of a contact as a whole
  near: 3, // large: near the place only
  around: 5, // large, and it stands or is a surface: it may be all around the place, and is cut away like others where it is farther from it
};

/// What the materials of one report share. A reach of 0 switches its part off. `cutAngle`: how far aside, seen from the eye, is cut at most.
export function cutawayUniforms() {
  return {
    cutCenter: { value: new Vector3() }, cutReach: { value: 0 }, cutAngle: { value: 0 }, onlyTouching: { value: 0 },
    litPlaces: { value: Array.from({ length: MOST_PLACES }, () => new Vector3()) }, litCount: { value: 0 }, litReach: { value: 0 },
    litFirst: { value: new Color() }, litSecond: { value: new Color() },
  };
}

/// Of many places so many that lie apart: each is the farthest from all before. {chosen, gap}: how far from all of them any other one is.
export function spread(places, most) {
  const chosen = places.slice(0, 1), gaps = places.map((place) => place.distanceTo(chosen[0])), farthest = () => gaps.reduce((best, gap, k) => (gap > gaps[best] ? k : best), 0);
  while (chosen.length < Math.min(most, places.length)) {
    const next = places[farthest()];
    chosen.push(next);
    places.forEach((place, k) => (gaps[k] = Math.min(gaps[k], place.distanceTo(next))));
  }
  return { chosen, gap: gaps[farthest()] ?? 0 };
}

/// The places near which large bodies are tinted: of very many, some. Are all places within the reach of these?
export function setLitPlaces(uniforms, places, reach) {
  const { chosen, gap } = spread(places, MOST_PLACES);
  chosen.forEach((place, k) => uniforms.litPlaces.value[k].copy(place));
  uniforms.litCount.value = chosen.length;
  uniforms.litReach.value = reach;
  return gap < reach;
}

// A cone from the place towards the eye: what is beside the place stays, what is far in front of it goes, as far aside as the picture reaches.
const START = 0.35, SLOPE = 0.7; // its radius at the place, in reaches, and how it grows
const NARROWEST = 0.05; // seen from far, a porthole: of so many radians at least
const CLOSE = 1.3, FAR = 2.6; // times as far as a close look, the whole picture is cut free, and only the porthole
const KEEP = 1, FRONT = 0.04; // of the reach, what is not cut: of a body that is around the place; of others

/// Cuts free what is around a place, seen from so far; a close look is from `close`.
export function setCut({ cutCenter, cutReach, cutAngle }, place, reach, distance, close) {
  cutCenter.value.copy(place);
  cutReach.value = reach;
  cutAngle.value = MathUtils.lerp(Math.max(NARROWEST, reach / distance), 2, 1 - MathUtils.smoothstep(distance / close, CLOSE, FAR));
}

/// Is a place of the world cut away, seen from here? The same rule as below, for those who ask what is under the pointer. `role`: that of the body
/// it belongs to.
export function isCut({ cutCenter, cutReach, cutAngle }, eye, place, role = ROLE.none) {
  const reach = cutReach.value, keep = (role >= ROLE.around ? KEEP : FRONT) * reach;
  if (!(reach > 0) || (role > ROLE.none && role < ROLE.around)) return false;
  const way = cutCenter.value.clone().sub(eye), depth = way.length();
  const seen = place.clone().sub(eye), along = seen.dot(way) / depth, front = depth - along;
  if (along <= 0 || front < keep || place.distanceTo(cutCenter.value) < keep) return false;
  return Math.sqrt(Math.max(0, seen.lengthSq() - along * along)) < Math.min(START * reach + SLOPE * front, cutAngle.value * along);
}

// In the camera's frame. The rim is soft: pixel by pixel, so that nothing needs to be drawn in order.
const CUT = `
  if (onlyTouching > 0.5 && role < 0.5) discard;
  if (cutReach > 0.0 && (role < 0.5 || role > 4.5)) {
    vec3 center = (viewMatrix * vec4(cutCenter, 1.0)).xyz;
    float depth = length(center), along = dot(vSeen, center) / depth, front = depth - along;
    float keep = (role > 4.5 ? ${KEEP.toFixed(2)} : ${FRONT}) * cutReach, radius = min(${START} * cutReach + ${SLOPE} * front, cutAngle * along);
    float aside = length(vSeen - along * center / depth) / max(1e-9, radius);
    if (along > 0.0 && front > keep && distance(vSeen, center) > keep && aside < 1.0) {
      vec2 cell = mod(floor(gl_FragCoord.xy), 3.0);
      if (fract((cell.x * 3.0 + cell.y) * 0.4444 + 0.05) < 1.0 - smoothstep(0.88, 1.0, aside)) discard;
    }
  }`;

const TINT = `
  if (role > 0.5) {
    bool part = role > 2.5 && litCount > 0; // where nobody knows the place, as a whole
    float far = part ? 1e30 : 0.0;
    if (part) for (int k = 0; k < ${MOST_PLACES}; k++) if (k < litCount) far = min(far, distance(vSeen, (viewMatrix * vec4(litPlaces[k], 1.0)).xyz));
    diffuseColor.rgb = mix(mod(role, 2.0) > 0.5 ? litFirst : litSecond, diffuseColor.rgb, smoothstep(0.6, 1.0, far / max(1e-9, litReach)));
  }`;

// For Sight: the two in plain red and green, all else black, and black whatever is not near.
const NAME = `
  diffuseColor.rgb = role < 0.5 || distance(vSeen, (viewMatrix * vec4(cutCenter, 1.0)).xyz) > 0.9 * litReach ? vec3(0.0) : mod(role, 2.0) > 0.5 ? vec3(1.0, 0.0, 0.0) : vec3(0.0, 1.0, 0.0);`;

// Where a material finds the role of what it draws.
const SOURCES = {
  vertex: { vertex: "attribute float role; varying float vRole;", copy: "vRole = role;", fragment: "varying float vRole;", role: "vRole" }, // of each vertex
  color: { vertex: "", copy: "", fragment: "", role: "vColor.a" }, // of each body of a batch, in place of the opacity of its colour
  body: { vertex: "", copy: "", fragment: "uniform float ofBody;", role: "ofBody" }, // material.userData.role, {value}
};

/// Gives a material what is above. `from`: one of SOURCES. `naming`: for Sight.
export function withCutaway(material, uniforms, { from, naming = false }) {
  const { vertex, copy, fragment, role } = SOURCES[from];
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms, from === "body" ? { ofBody: material.userData.role } : {});
    shader.vertexShader = `varying vec3 vSeen; ${vertex}\n${shader.vertexShader}`.replace("#include <project_vertex>", `#include <project_vertex>\n vSeen = mvPosition.xyz; ${copy}`);
    const shared = `varying vec3 vSeen; ${fragment} uniform vec3 cutCenter; uniform float cutReach; uniform float cutAngle; uniform float onlyTouching;
      uniform vec3 litPlaces[${MOST_PLACES}]; uniform int litCount; uniform float litReach; uniform vec3 litFirst; uniform vec3 litSecond;`;
    shader.fragmentShader = `${shared}\n${shader.fragmentShader}`
      .replace("#include <clipping_planes_fragment>", `#include <clipping_planes_fragment>\n float role = floor(${role} + 0.5); ${CUT}`)
      .replace("#include <color_fragment>", `#include <color_fragment>\n${naming ? NAME : TINT}`);
  };
  material.customProgramCacheKey = () => `cutaway ${from} ${naming}`;
  return material;
}
