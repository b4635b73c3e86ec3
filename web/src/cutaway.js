// Two things that materials of bodies do besides their light: what stands in front of the place looked at is thinned out, and large bodies
// that touch have the colour of it near the place only.
import { Color, Vector3 } from "three";

const MOST_PLACES = 8; // near which a large body is tinted

/// What the materials of one report share. A reach of 0 switches its part off.
export function cutawayUniforms() {
  return {
    cutCenter: { value: new Vector3() }, cutReach: { value: 0 }, cutAll: { value: 0 },
    litPlaces: { value: Array.from({ length: MOST_PLACES }, () => new Vector3()) }, litCount: { value: 0 }, litReach: { value: 0 },
    litFirst: { value: new Color() }, litSecond: { value: new Color() },
  };
}

/// The places near which large bodies are tinted: of very many, some.
export function setLitPlaces(uniforms, places, reach) {
  const count = Math.min(places.length, MOST_PLACES);
  for (let k = 0; k < count; k++) uniforms.litPlaces.value[k].copy(places[Math.floor((k * places.length) / count)]);
  uniforms.litCount.value = count;
  uniforms.litReach.value = reach;
}

/// Is a place of the world thinned out, seen from here? The same rule as below, for those who ask what is under the pointer. `touches`: it belongs
/// to a large body that is one of the two.
export function isCut({ cutCenter, cutReach }, eye, place, touches = false) {
  const reach = cutReach.value, keep = (touches ? KEEP : FRONT) * reach;
  if (!(reach > 0)) return false;
  const way = cutCenter.value.clone().sub(eye), depth = way.length();
  const seen = place.clone().sub(eye), along = seen.dot(way) / depth;
  if (along <= 0 || along > depth - keep || place.distanceTo(cutCenter.value) < keep) return false;
  return Math.sqrt(Math.max(0, seen.lengthSq() - along * along)) < (reach * along) / depth;
}

// Of the reach around the place: a large body that touches stays there; all others must be so far in front to be in the way.
const KEEP = 0.5, FRONT = 0.04;

// In the camera's frame. What is cut out is a cone from the eye to the place, with a soft edge: of nine pixels one stays, so that what was
// there can be told.
const CUT = `
  if (cutReach > 0.0 && !spared) {
    vec3 center = (viewMatrix * vec4(cutCenter, 1.0)).xyz;
    float depth = length(center), along = dot(vSeen, center) / depth;
    float aside = length(vSeen - along * center / depth) / max(1e-9, cutReach * along / depth);
    if (along > 0.0 && along < depth - keep * cutReach && distance(vSeen, center) > keep * cutReach && aside < 1.0) {
      float thin = 1.0 - smoothstep(0.8, 1.0, aside);
      vec2 cell = mod(floor(gl_FragCoord.xy), 3.0);
      if (cutAll > 0.5 || fract((cell.x * 3.0 + cell.y) * 0.4444 + 0.05) < 0.9 * thin) discard;
    }
  }`;

const TINT = `
  if (vLit > 0.5 && litReach > 0.0) {
    float near = 1e30;
    for (int k = 0; k < ${MOST_PLACES}; k++) if (k < litCount) near = min(near, distance(vSeen, (viewMatrix * vec4(litPlaces[k], 1.0)).xyz));
    diffuseColor.rgb = mix(vLit > 1.5 ? litSecond : litFirst, diffuseColor.rgb, smoothstep(0.55, 1.0, near / litReach));
  }`;

/// Gives a material what is above. `tinted`: its geometry says by the attribute "lit" which vertices belong to a large body that touches, as
/// the first of a pair (1) or the second (2), or to a small one (-1). `only`: colours farther than the reach from the place are black, for Sight.
export function withCutaway(material, uniforms, { tinted = false, only = false } = {}) {
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = `varying vec3 vSeen;\n${tinted ? "attribute float lit; varying float vLit;\n" : ""}${shader.vertexShader}`
      .replace("#include <project_vertex>", `#include <project_vertex>\n vSeen = mvPosition.xyz;${tinted ? " vLit = lit;" : ""}`);
    const pars = `varying vec3 vSeen; uniform vec3 cutCenter; uniform float cutReach; uniform float cutAll;
      ${tinted ? `varying float vLit; uniform vec3 litPlaces[${MOST_PLACES}]; uniform int litCount; uniform float litReach; uniform vec3 litFirst; uniform vec3 litSecond;` : ""}`;
    const spared = `bool spared = false;
      #if defined(USE_COLOR) || defined(USE_COLOR_ALPHA)
        spared = vColor.a < 0.5;
      #endif
      float keep = ${FRONT};
      ${tinted ? `spared = spared || vLit < -0.5; if (vLit > 0.5) keep = ${KEEP.toFixed(2)};` : ""}`;
    const near = only ? "if (distance(vSeen, (viewMatrix * vec4(cutCenter, 1.0)).xyz) > 0.9 * litReach) diffuseColor.rgb = vec3(0.0);" : "";
    shader.fragmentShader = `${pars}${only && !tinted ? " uniform float litReach;" : ""}\n${shader.fragmentShader}`
      .replace("#include <clipping_planes_fragment>", `#include <clipping_planes_fragment>\n${spared}${CUT}`)
      .replace("#include <color_fragment>", `#include <color_fragment>\n${tinted && !only ? TINT : ""}${near}`);
  };
  material.customProgramCacheKey = () => `cutaway ${tinted} ${only}`;
  return material;
}
