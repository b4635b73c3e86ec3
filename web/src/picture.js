// The view as a picture: the scene on its ground, with the labels on it.

/// The words of a label as it has them on the screen: on one line, or each part on its own.
function linesOf(label, height) {
  const parts = [...label.childNodes].map(({ textContent }) => textContent.replace(/\s+/g, " ").trim()).filter(Boolean);
  return height < 1.9 * parseFloat(getComputedStyle(label).lineHeight) ? [parts.join("  ")] : parts;
}

/// A canvas with what is on the stage now.
export function pictureOf(stage, labels) {
  const { canvas } = stage, { clientWidth: width, clientHeight: height } = canvas, scale = canvas.width / Math.max(1, width);
  const made = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height }), pen = made.getContext("2d");
  const glow = pen.createRadialGradient(0.5 * made.width, 0.38 * made.height, 0, 0.5 * made.width, 0.38 * made.height, 0.75 * Math.hypot(0.5 * made.width, 0.62 * made.height));
  glow.addColorStop(0, stage.theme.color("stage-light"));
  glow.addColorStop(1, stage.theme.color("stage"));
  pen.fillStyle = glow;
  pen.fillRect(0, 0, made.width, made.height);
  stage.drawNow(); // a WebGL canvas keeps its picture only until the browser has shown it
  pen.drawImage(canvas, 0, 0);
  pen.scale(scale, scale);
  const frame = canvas.getBoundingClientRect();
  for (const label of labels.children) {
    if (label.hidden) continue;
    const box = label.getBoundingClientRect(), look = getComputedStyle(label);
    pen.fillStyle = look.backgroundColor;
    pen.beginPath();
    pen.roundRect(box.left - frame.left, box.top - frame.top, box.width, box.height, parseFloat(look.borderRadius));
    pen.fill();
    pen.fillStyle = look.color;
    pen.font = `${look.fontWeight} ${look.fontSize} ${look.fontFamily}`;
    pen.textBaseline = "middle";
    const lines = linesOf(label, box.height), inset = parseFloat(look.paddingLeft);
    lines.forEach((line, k) => pen.fillText(line, box.left - frame.left + inset, box.top - frame.top + ((k + 0.5) * box.height) / lines.length, box.width - 1.5 * inset));
  }
  return made;
}

/// Lets the reader keep it as a file.
export function savePicture(stage, labels, name) {
  pictureOf(stage, labels).toBlob((blob) => {
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: `${name}.png` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  });
}
