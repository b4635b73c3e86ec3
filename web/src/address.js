// The moment and the view in the page's address: report.html#t=2.5&view=1,2,1.5,0,0,0.4 shows exactly that.

const digits = (x) => String(Number(x.toPrecision(6)));

/// What an address asks for: {time, view}, each null where it says nothing. A view is where the camera is and what it looks at.
export function readPlace(hash) {
  const words = new URLSearchParams(hash.replace(/^#/, "")), t = words.get("t"), numbers = words.get("view")?.split(",").map(Number);
  return {
    time: t !== null && t !== "" && Number.isFinite(Number(t)) ? Number(t) : null,
    view: numbers?.length === 6 && numbers.every(Number.isFinite) ? numbers : null,
  };
}

/// The part of an address that leads back here. `view`: as above, or null.
export function addressOf(time, view) {
  return `#t=${Number(time.toPrecision(12))}${view ? `&view=${view.map(digits).join(",")}` : ""}`;
}
