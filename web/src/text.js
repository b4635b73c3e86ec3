// Numbers and words as people read them.

export function lengthText(metres) {
  if (!Number.isFinite(metres)) return "–";
  if (metres === 0) return "0 m";
  if (Math.abs(metres) < 0.001) return `${Number((metres * 1e6).toPrecision(3))} µm`;
  if (Math.abs(metres) < 0.1) return `${Number((metres * 1e3).toPrecision(4))} mm`;
  return `${Number(metres.toPrecision(4))} m`;
}

/// A moment of the clock, with as many decimals as tell it from its neighbours on the screen.
export function timeText(time, unit) {
  return unit === "s" ? `${time.toFixed(3)} s` : time.toFixed(3);
}

export function bracketText([lo, hi]) {
  return hi - lo < 1e-12 ? `${hi}` : `[${lo.toFixed(8)}, ${hi.toFixed(8)}]`;
}

/// An element with attributes, and children or text.
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export function svgElement(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
