// The ground: lines as thin as a pixel from wherever they are seen, fading with the distance from the middle.
import { Color, DoubleSide, ShaderMaterial } from "three";

/// Squares of `step`, nothing beyond `reach`.
export function gridMaterial(step, reach) {
  return new ShaderMaterial({
    uniforms: { color: { value: new Color() }, step: { value: step }, reach: { value: reach } },
    transparent: true, depthWrite: false, side: DoubleSide,
    vertexShader: `varying vec2 place; varying vec2 off;
      void main() { vec4 world = modelMatrix * vec4(position, 1.0); place = world.xy; off = position.xy; gl_Position = projectionMatrix * viewMatrix * world; }`,
    fragmentShader: `uniform vec3 color; uniform float step; uniform float reach; varying vec2 place; varying vec2 off;
      void main() {
        vec2 at = place / step, width = fwidth(at);
        vec2 near = abs(fract(at - 0.5) - 0.5) / width;
        float line = (1.0 - min(min(near.x, near.y), 1.0)) * clamp(1.5 - 3.0 * max(width.x, width.y), 0.0, 1.0);
        gl_FragColor = vec4(color, line * (1.0 - smoothstep(0.35, 1.0, length(off) / reach)));
        #include <colorspace_fragment>
      }`,
  });
}
