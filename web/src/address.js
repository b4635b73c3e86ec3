// The moment, the view and the curve looked at in the page's address: report.html#t=2.5&view=1,2,1.5,0,0,0.4&of=self shows exactly that.

const digits = (x) => String(Number(x.toPrecision(9)));

/// What an address asks for: {time, view, kind}, each null where it says nothing. A view is where the camera is and what it looks at; a kind, one
/// of pairs, whose distances are looked at.
export function readPlace(hash) {
  const words = new URLSearchParams(hash.replace(/^#/, "")), t = words.get("t"), numbers = words.get("view")?.split(",").map(Number);
  return {
    time: t !== null && t !== "" && Number.isFinite(Number(t)) ? Number(t) : null,
    kind: ["self", "others"].find((kind) => kind === words.get("of")) ?? null,
    view: numbers?.length === 6 && numbers.every(Number.isFinite) ? numbers : null,
  };
}

/// The part of an address that leads back here. `view`, `kind`: as above, or null.
export function addressOf(time, view, kind = null) {
  return `#t=${time}${view ? `&view=${view.map(digits).join(",")}` : ""}${kind ? `&of=${kind}` : ""}`;
}
